// RowScroller.swift
// A scrolling list of rows, of which the arrow keys choose the next one.
//
// SPDX-License-Identifier: MIT

import HostInterface
import UIKit

/// A scrolling column of rows. While one has the focus, Up and Down press its neighbours.
final class RowScroller: UIScrollView {
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let rows = subviews.compactMap { $0 as? ListRow }.filter { !$0.isHidden }
      .sorted { $0.frame.minY < $1.frame.minY }
    guard let focused = rows.firstIndex(where: { $0.isFirstResponder }) else {
      return super.pressesBegan(presses, with: event)
    }
    let next: Int
    switch presses.first?.key?.key {
    case .up: next = focused - 1
    case .down: next = focused + 1
    default: return super.pressesBegan(presses, with: event)
    }
    guard rows.indices.contains(next) else { return }
    window?.moveFocus(to: rows[next])
    if !rows[next].isSelected { rows[next].sendActions(for: .touchUpInside) }
  }
}

/// One row of the list.
final class ListRow: ActionButton {
  override init(_ title: String, action: @escaping () -> Void) {
    super.init(title, action: action)
    contentHorizontalAlignment = .left
    titleLabel?.font = Theme.small
    layer.cornerRadius = 4
    showState()
  }

  required init?(coder: NSCoder) { nil }

  /// A press takes the focus, so that the arrow keys go on from the row.
  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    defer { takeKeyboardWithoutFocus() }
    return super.beginTracking(touch, with: event)
  }

  override func showState() {
    backgroundColor = isHighlighted || isSelected ? Theme.controlPressed : .clear
  }
}
