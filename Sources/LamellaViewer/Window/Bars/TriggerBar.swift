// TriggerBar.swift
// The sample's buttons below the stage, with the numbers of their keys.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A row with one button for each trigger of the sample.
final class TriggerBar: UIView {
  static let height: CGFloat = 48

  /// Called with the index of the pressed trigger.
  var press: (Int) -> Void = { _ in }

  private var triggers: [Trigger] = []
  private var buttons: [ActionButton] = []
  private let line = UIView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    addSubview(line)
  }

  required init?(coder: NSCoder) { nil }

  var controls: [(name: String, control: UIControl)] {
    zip(triggers, buttons).map { ("trigger-\($0.name)", $1) }
  }

  func show(_ triggers: [Trigger]) {
    buttons.forEach { $0.removeFromSuperview() }
    self.triggers = triggers
    buttons = triggers.enumerated().map { place, trigger in
      ActionButton("\(place + 1)  \(trigger.title)") { [weak self] in self?.press(place) }
    }
    for button in buttons {
      // The number of its key is seen, however narrow it is.
      button.titleLabel?.lineBreakMode = .byTruncatingTail
      addSubview(button)
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
    let y = (bounds.height - Theme.target) / 2
    let end = layOutRow(buttons, from: CGPoint(x: 16, y: y))
    let excess = end + 16 - bounds.width
    guard excess > 0 else { return }
    // Without enough room, gaps and margins shrink, down to the widths of the titles; then the longest titles are cut.
    let count = CGFloat(buttons.count)
    let gap = max(4, 8 - excess / count)
    let shrink = min(2 * ActionButton.margin - 4, (excess - (8 - gap) * (count - 1)) / count)
    let fitting = buttons.map { $0.fittingWidth - max(0, shrink) }
    let most = Self.limit(of: fitting, sum: bounds.width - 32 - gap * (count - 1))
    var x: CGFloat = 16
    for (button, width) in zip(buttons, fitting) {
      button.frame = CGRect(x: x, y: y, width: min(width, most), height: Theme.target)
      x = button.frame.maxX + gap
    }
  }

  /// The largest width at which the sum of all widths is at most another. Infinite if they fit.
  private static func limit(of widths: [CGFloat], sum: CGFloat) -> CGFloat {
    var (rest, count) = (sum, CGFloat(widths.count))
    for width in widths.sorted() {
      // All that are left are as wide as this one, or wider.
      if width * count > rest + 0.01 { return max(0, (rest / count).rounded(.down)) }
      rest -= width
      count -= 1
    }
    return .infinity
  }
}
