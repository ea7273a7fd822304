// StatusBar.swift
// The line at the bottom: driver and renderer, refresh rate, the source of the times, and what the window itself costs.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The bar along the window's bottom.
final class StatusBar: UIView {
  static let height: CGFloat = 28

  private let text = UILabel("", font: Theme.smallNumbers, color: Theme.dimText)
  /// States that times are not those of a screen, where they are not.
  private let chip = UILabel(
    "", font: Theme.smallNumbers, color: Theme.color(of: .render), alignment: .center)
  private var warning: (full: String, short: String)?
  private static let keys = "Space: play or pause    R: replay    F1: all keys"
  private let keys = UILabel(
    StatusBar.keys, font: Theme.small, color: Theme.dimText, alignment: .right)
  /// How the stage's time runs, for a narrow window, whose dock may have no room for the words.
  private let playback = UILabel("", font: Theme.smallNumbers, color: Theme.accent)
  private let line = UIView()
  /// Driver and renderer, such as "SDL x11 · gl"; nil until a window is on the screen.
  private var host: String?
  /// The values on show, so that a steady screen needs no new text.
  private var shown: (rate: Int, source: TimeSource, overlay: TimeInterval, time: TimeInterval)?

  /// - Parameter host: Driver and renderer; nil reads them from the host at the first frame.
  init(host: String?) {
    self.host = host
    super.init(frame: .zero)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    text.text = host
    chip.isHidden = true
    chip.layer.cornerRadius = 4
    chip.layer.borderWidth = 1
    chip.layer.borderColor = Theme.color(of: .render).cgColor
    [line, text, chip, playback, keys].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// The text at the left.
  var sentence: String {
    ([text.text] + [warning?.full]).compactMap(\.self).joined(separator: " · ")
  }

  /// The note at the right, if there is one.
  private(set) var note: String?

  /// What a note is about.
  enum Subject { case time, choice, progress, other }
  private(set) var subject = Subject.other

  /// Shows a note in place of the keys, such as the path of a file that was written.
  func show(note: String, about subject: Subject = .other) {
    (self.note, self.subject) = (note, subject)
    keys.show(note)
    keys.lineBreakMode = .byTruncatingHead
    setNeedsLayout()
  }

  /// Shows how the stage's time runs; empty words as usual.
  func show(playback words: String) {
    guard playback.text != words else { return }
    playback.text = words
    setNeedsLayout()
  }

  /// Shows how far a file is, unless another note is on show.
  func show(progress: String) {
    if note == nil || subject == .progress { show(note: progress, about: .progress) }
  }

  /// Shows the keys again in place of a note about a subject.
  func clearNote(about subject: Subject) { if subject == self.subject { clearNote() } }

  /// Shows the keys again, unless a file is still being written.
  func clearNote() {
    guard note != nil, !Capture.isAnyRunning else { return }
    note = nil
    keys.show(Self.keys)
    setNeedsLayout()
  }

  /// Shows a frame's refresh rate, the source of its times, and what the window costs.
  ///
  /// - Parameter overlay: Seconds of a frame.
  func show(_ record: FrameRecord, overlay: TimeInterval) {
    guard record.period > 0 else { return }
    let rate = Int((100 / record.period).rounded())
    if let shown, shown.source == record.source {
      // Measured values vary: the text changes by half a hertz, and twice a second while something moves.
      let isSteady =
        abs(shown.overlay - overlay) < 0.00005 || record.time - shown.time < 0.5
        || !record.isAnimating
      if isSteady, abs(shown.rate - rate) < 50 { return }
    }
    shown = (rate, record.source, overlay, record.time)
    let host = self.host ?? WindowHost.description
    self.host = host
    // A virtual clock has the same text on every machine.
    let cost = record.source == .virtual ? nil : "overlay \(Wording.fixed(overlay * 1000, 2)) ms"
    text.show([host, Self.rate(of: record), cost].compactMap(\.self).joined(separator: " · "))
    warning = Self.warning(for: record)
    setNeedsLayout()
  }

  /// The refresh rate and its source; nil for a virtual clock, which has none.
  static func rate(of record: FrameRecord) -> String? {
    let frequency = 1 / record.period
    let rate = Wording.fixed(frequency, 2)
    // The driver's own figure is a whole number of hertz, or assumed where it has none: until eight refreshes were
    // measured, so there is no median.
    let isMeasured = abs(frequency - frequency.rounded()) > 1e-9
    switch record.source {
    case .virtual: return nil
    case .simulated: return "\(rate) Hz"
    case .feedback, .presentReturn:
      return
        "\(isMeasured ? "\(rate) Hz measured" : "\(Wording.fixed(frequency, 0)) Hz assumed") · source \(record.source.rawValue)"
    }
  }

  /// Why times are not those of a screen, in full and for a narrow window; nil where they are.
  static func warning(for record: FrameRecord) -> (full: String, short: String)? {
    switch record.source {
    case .virtual:
      let rate = Wording.fixed(1 / record.period, 0)
      return ("Virtual clock, \(rate) steps per second. Not real time.", "Virtual clock")
    case .simulated:
      return (
        "This driver does not wait for the screen. Times are simulated.", "Times are simulated"
      )
    case .feedback, .presentReturn: return nil
    }
  }

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
    let isNarrow = bounds.width < 1100
    playback.isHidden = !isNarrow || playback.text?.isEmpty != false
    let playbackWidth = playback.isHidden ? 0 : Self.width(of: playback)
    let playbackGap: CGFloat = playbackWidth > 0 ? 16 : 0
    // A note is worth more than the driver.
    let room = max(0, bounds.width - 32 - playbackWidth - playbackGap)
    let wanted = Self.width(of: keys)
    let keysWidth: CGFloat = note != nil ? min(wanted, (room * 0.6).rounded()) : isNarrow ? 0 : 300
    let keysGap: CGFloat = keysWidth > 0 ? 16 : 0
    layOutText(width: max(0, room - keysWidth - keysGap))
    playback.frame = CGRect(
      x: bounds.width - 16 - keysWidth - keysGap - playbackWidth, y: 6,
      width: playbackWidth, height: 16)
    keys.isHidden = keysWidth == 0
    keys.frame = CGRect(x: bounds.width - keysWidth - 16, y: 6, width: keysWidth, height: 16)
  }

  /// The width of a label's text on one line.
  private static func width(of label: UILabel) -> CGFloat {
    label.sizeThatFits(CGSize(width: 10_000, height: 16)).width.rounded(.up)
  }

  /// Lays out the text and the warning, which is shortened before the text is cut.
  private func layOutText(width: CGFloat) {
    chip.isHidden = warning == nil
    guard let warning else {
      text.frame = CGRect(x: 16, y: 6, width: width, height: 16)
      return
    }
    let textWidth = Self.width(of: text)
    chip.show(warning.full)
    var chipWidth = Self.width(of: chip) + 16
    if textWidth + 12 + chipWidth > width {
      chip.show(warning.short)
      chipWidth = min(Self.width(of: chip) + 16, width)
    }
    let left = max(0, min(textWidth, width - chipWidth - 12))
    text.frame = CGRect(x: 16, y: 6, width: left, height: 16)
    chip.frame = CGRect(x: 16 + (left > 0 ? left + 12 : 0), y: 4, width: chipWidth, height: 20)
  }
}
