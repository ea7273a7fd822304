// NumberCell.swift
// A number that is changed by a drag, by the arrow keys, or by what is typed.
//
// SPDX-License-Identifier: MIT

import HostInterface
import UIKit

/// What a number of a motion may be, and how it is changed.
struct NumberRange: Hashable {
  var name: String
  var limits: ClosedRange<Double>
  /// The change by a point of a drag, and by an arrow key. A whole number of them is what a drag gives.
  var step: Double
  var unit = ""

  /// A number within the limits, on the grid of the steps.
  func rounded(_ value: Double) -> Double {
    // By a quotient, as 3 × 0.1 is not 0.3.
    let steps = (1 / step).rounded()
    let number = step < 1 ? (value * steps).rounded() / steps : (value / step).rounded() * step
    return min(max(number, limits.lowerBound), limits.upperBound)
  }
}

/// A name and a number.
final class NumberCell: UIControl {
  static let height: CGFloat = 36

  /// Called with a new number, and whether it stays: while it is dragged it does not.
  var change: (Double, _ isFinal: Bool) -> Void = { _, _ in }
  private(set) var range = NumberRange(name: "", limits: 0...1, step: 0.01)
  private(set) var value = 0.0

  private let name = UILabel("", font: Theme.small, color: Theme.dimText)
  private let box = UIView()
  private let number = UILabel("", font: Theme.smallNumbers)
  private let field = WindowField()
  /// Where a drag began, and the number there. Nil while nothing is dragged.
  private var drag: (x: CGFloat, value: Double)?
  private var isDragged = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    box.backgroundColor = Theme.control
    box.layer.cornerRadius = 4
    box.layer.borderColor = Theme.edge?.cgColor
    box.layer.borderWidth = Theme.edge == nil ? 0 : 1
    number.adjustsFontSizeToFitWidth = true
    number.minimumScaleFactor = 0.6
    for view in [name, box, number] as [UIView] { view.isUserInteractionEnabled = false }
    field.font = Theme.smallNumbers
    field.isHidden = true
    field.addAction(UIAction { [weak self] _ in self?.acceptTyped() }, for: .editingDidEnd)
    field.addAction(
      UIAction { [weak self] _ in self?.field.resignFirstResponder() }, for: .editingDidEndOnExit)
    [name, box, number, field].forEach(addSubview)
    toolTip = "Drag to the sides, or click to type"
    accessibilityTraits = .adjustable
  }

  required init?(coder: NSCoder) { nil }

  func show(_ range: NumberRange, _ value: Double) {
    (self.range, self.value) = (range, value)
    name.show(range.name)
    number.show(text)
    accessibilityLabel = range.name
    accessibilityValue = text
  }

  private var decimals: Int {
    range.step >= 1 ? 0 : range.step >= 0.1 ? 1 : range.step >= 0.01 ? 2 : 3
  }

  private var text: String {
    // A number of the code's own may have more decimals than a drag gives. Those of curves are single precision.
    let fixed = Wording.fixed(value, decimals)
    let plain =
      abs((Double(fixed) ?? 0) - value) < 1e-6 ? fixed : Wording.fixed(value, decimals + 2)
    return range.unit.isEmpty ? plain : "\(plain) \(range.unit)"
  }

  private func take(_ new: Double, isFinal: Bool) {
    value = new
    number.show(text)
    accessibilityValue = text
    change(new, isFinal)
  }

  // MARK: Dragging

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    window?.leaveField()
    (drag, isDragged) = ((touch.location(in: self).x, value), false)
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard let drag else { return false }
    let way = touch.location(in: self).x - drag.x
    if abs(way) >= 3 { isDragged = true }
    guard isDragged else { return true }
    let new = range.rounded(drag.value + way.rounded() * range.step)
    if new != value { take(new, isFinal: false) }
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    drag = nil
    if isDragged { take(value, isFinal: true) } else { type() }
  }

  override func cancelTracking(with event: UIEvent?) {
    if let drag, isDragged { take(drag.value, isFinal: true) }
    drag = nil
  }

  // MARK: Typing

  private func type() {
    field.text = Wording.fixed(value, decimals)
    field.textColor = Theme.text
    field.isHidden = false
    field.becomeFirstResponder()
    field.selectAll(nil)
  }

  private func acceptTyped() {
    field.isHidden = true
    // Half of the world writes decimals with a comma.
    let typed = (field.text ?? "").replacing(" ", with: "").replacing(",", with: ".")
    let plain =
      range.unit.isEmpty || !typed.hasSuffix(range.unit)
      ? typed : String(typed.dropLast(range.unit.count))
    guard let new = Double(plain), new.isFinite else { return }
    let limited = min(max(new, range.limits.lowerBound), range.limits.upperBound)
    if limited != value { take(limited, isFinal: true) }
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.key {
    case .up where isFirstResponder: take(range.rounded(value + range.step), isFinal: true)
    case .down where isFirstResponder: take(range.rounded(value - range.step), isFinal: true)
    case .return where isFirstResponder: type()
    default: super.pressesBegan(presses, with: event)
    }
  }

  override func layoutSubviews() {
    name.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 16)
    box.frame = CGRect(x: 0, y: 16, width: bounds.width, height: 20)
    number.frame = CGRect(x: 5, y: 18, width: bounds.width - 8, height: 16)
    field.frame = box.frame
  }
}
