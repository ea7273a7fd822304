// ToggleButton.swift
// A button that stays on or off.
//
// SPDX-License-Identifier: MIT

package import UIKit

/// A button with a dot that shows whether it is on.
package final class ToggleButton: ActionButton {
  private let dot = UIView()
  /// Called after a press.
  package var onPress: () -> Void = {}

  package init(_ title: String, changed: @escaping () -> Void = {}) {
    super.init(title, action: {})
    dot.isUserInteractionEnabled = false
    dot.layer.cornerRadius = 5
    dot.layer.borderWidth = 1.5
    addSubview(dot)
    contentEdgeInsets = UIEdgeInsets(top: 0, left: 22, bottom: 0, right: 0)
    addAction(
      UIAction { [weak self] _ in
        self?.isSelected.toggle()
        changed()
        self?.onPress()
      }, for: .touchUpInside)
    showState()
  }

  package required init?(coder: NSCoder) { nil }

  package override var fittingWidth: CGFloat { super.fittingWidth + 18 }

  package override func layoutSubviews() {
    super.layoutSubviews()
    dot.frame = CGRect(x: 12, y: (bounds.height - 10) / 2, width: 10, height: 10)
  }

  package override func showState() {
    super.showState()
    dot.backgroundColor = isSelected ? Theme.accent : .clear
    dot.layer.borderColor = (isSelected ? Theme.accent : Theme.dimText).cgColor
  }
}
