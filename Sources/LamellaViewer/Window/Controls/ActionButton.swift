// ActionButton.swift
// The window's push button, and rows of buttons.
//
// This folder: the window's own buttons, menus, fields and sheets.
//
// SPDX-License-Identifier: MIT

package import UIKit

/// A rounded button that calls a closure.
package class ActionButton: UIButton {
  /// Between edge and title, in points.
  package static let margin: CGFloat = 14

  init(_ title: String, action: @escaping () -> Void) {
    super.init(frame: .zero)
    setTitle(title, for: .normal)
    setTitleColor(Theme.text, for: .normal)
    setTitleColor(Theme.wait, for: .disabled)
    titleLabel?.font = Theme.body
    layer.cornerRadius = 6
    isPointerInteractionEnabled = true
    addAction(UIAction { _ in action() }, for: .touchUpInside)
    showState()
  }

  package required init?(coder: NSCoder) { nil }

  /// A press leaves the search field, so that keys are commands again.
  package override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    window?.leaveField()
    return super.beginTracking(touch, with: event)
  }

  package override var isHighlighted: Bool { didSet { showState() } }
  package override var isSelected: Bool { didSet { showState() } }

  /// The title's width with its margins, in points.
  package var fittingWidth: CGFloat {
    let title = titleLabel?.sizeThatFits(CGSize(width: 1000, height: Theme.target)).width ?? 0
    return (title + 2 * Self.margin).rounded(.up)
  }

  /// The width of a button with a title, in points.
  package static func width(ofTitle title: String, font: UIFont) -> CGFloat {
    let label = UILabel(title, font: font)
    let room = CGSize(width: 1000, height: Theme.target)
    return (label.sizeThatFits(room).width + 2 * margin).rounded(.up)
  }

  /// Updates the colours for the highlighted and selected states.
  package func showState() {
    backgroundColor = isHighlighted || isSelected ? Theme.controlPressed : Theme.control
    // With edges everywhere, a chosen one is thicker too.
    layer.borderWidth = isSelected ? (Theme.edge == nil ? 1 : 2) : Theme.edge == nil ? 0 : 1
    layer.borderColor = (isSelected ? Theme.accent : Theme.edge ?? Theme.accent).cgColor
  }
}

/// A button that chooses the content of a pane. The chosen one is underlined; none has the box of an action.
final class TabButton: ActionButton {
  private let line = UIView()

  override init(_ title: String, action: @escaping () -> Void) {
    super.init(title, action: action)
    line.isUserInteractionEnabled = false
    layer.cornerRadius = 4
    addSubview(line)
    showState()
  }

  required init?(coder: NSCoder) { nil }

  override func showState() {
    backgroundColor = isHighlighted ? Theme.control : .clear
    layer.borderWidth = Theme.edge == nil ? 0 : 1
    layer.borderColor = Theme.edge?.cgColor
    setTitleColor(isSelected ? Theme.text : Theme.dimText, for: .normal)
    line.backgroundColor = isSelected ? Theme.accent : .clear
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    line.frame = CGRect(x: 8, y: bounds.height - 4, width: bounds.width - 16, height: 2)
  }
}

/// Lays out buttons from left to right, 8 points apart, and returns the row's right edge.
///
/// - Parameter less: Points by which each button is narrower than its title with the usual margins.
@MainActor @discardableResult
package func layOutRow(
  _ buttons: [ActionButton], from origin: CGPoint, narrowerBy less: CGFloat = 0
) -> CGFloat {
  var x = origin.x
  for button in buttons {
    button.frame = CGRect(
      x: x, y: origin.y, width: button.fittingWidth - less, height: Theme.target)
    x += button.frame.width + 8
  }
  return x - 8
}
