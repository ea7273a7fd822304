// StatusBar.swift
// The line at the bottom: driver and renderer, refresh rate, and the source of the times.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The bar along the window's bottom.
final class StatusBar: UIView {
  static let height: CGFloat = 28

  private let text = UILabel("", font: Theme.smallNumbers, color: Theme.dimText)
  private static let keys = "Space: play or pause    R: replay    F1: all keys"
  private let keys = UILabel(
    StatusBar.keys, font: Theme.small, color: Theme.dimText, alignment: .right)
  private let line = UIView()
  /// Driver and renderer, such as "SDL x11 · opengl"; nil until a window is on the screen.
  private var host: String?
  /// The values on show, so that a steady screen needs no new text.
  private var shown: (rate: Int, source: TimeSource)?

  /// - Parameter host: Driver and renderer; nil reads them from the host at the first frame.
  init(host: String?) {
    self.host = host
    super.init(frame: .zero)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    text.text = host
    [line, text, keys].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// The text at the left.
  var sentence: String { text.text ?? "" }

  /// The note at the right, if there is one.
  private(set) var note: String?

  /// Shows a note in place of the keys, such as the path of a file that was written.
  func show(note: String) {
    self.note = note
    keys.show(note)
    keys.lineBreakMode = .byTruncatingHead
    setNeedsLayout()
  }

  /// Shows the keys again, unless a file is still being written.
  func clearNote() {
    guard note != nil, !Capture.isAnyRunning else { return }
    note = nil
    keys.show(Self.keys)
    setNeedsLayout()
  }

  /// Shows a frame's refresh rate and the source of its times.
  func show(_ record: FrameRecord) {
    guard record.period > 0 else { return }
    let rate = Int((100 / record.period).rounded())
    // Measured rates vary; the text changes only by half a hertz or more.
    if let shown, shown.source == record.source, abs(shown.rate - rate) < 50 { return }
    shown = (rate, record.source)
    let host = self.host ?? WindowHost.description
    self.host = host
    text.show("\(host) · \(Self.sentence(for: record))")
  }

  /// A sentence about the refresh rate and the source of the times.
  static func sentence(for record: FrameRecord) -> String {
    let rate = Wording.fixed(1 / record.period, 2)
    switch record.source {
    case .virtual:
      return
        "Virtual clock, \(Wording.fixed(1 / record.period, 0)) steps per second. Not real time."
    case .simulated:
      return "\(rate) Hz · This driver does not wait for the screen. Times are simulated."
    case .feedback, .presentReturn:
      return "\(rate) Hz measured · source \(record.source.rawValue)"
    }
  }

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
    // A note is worth more than the driver.
    let room = max(0, bounds.width - 32)
    let wanted = keys.sizeThatFits(CGSize(width: 10_000, height: 16)).width.rounded(.up)
    let keysWidth: CGFloat =
      note != nil ? min(wanted, (room * 0.6).rounded()) : bounds.width >= 1100 ? 300 : 0
    let gap: CGFloat = keysWidth > 0 ? 16 : 0
    text.frame = CGRect(x: 16, y: 6, width: max(0, room - keysWidth - gap), height: 16)
    keys.isHidden = keysWidth == 0
    keys.frame = CGRect(x: bounds.width - keysWidth - 16, y: 6, width: keysWidth, height: 16)
  }
}
