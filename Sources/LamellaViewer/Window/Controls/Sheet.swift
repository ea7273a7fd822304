// Sheet.swift
// A view above the window's content that takes presses and keys while it is open.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A sheet over the whole window: the keyboard stays inside, and a press beside its panel closes it.
class Sheet: UIControl {
  /// What had the keyboard before, and whether it had the focus ring.
  private weak var former: UIView?
  private var formerHadRing = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    isHidden = true
    accessibilityViewIsModal = true
    addAction(UIAction { [weak self] _ in self?.close() }, for: .touchUpInside)
  }

  required init?(coder: NSCoder) { nil }

  override var canBecomeFocused: Bool { false }
  override var canBecomeFirstResponder: Bool { !isHidden }

  func toggle() { if isHidden { open() } else { close() } }

  private func open() {
    former = window?.firstResponderInside
    formerHadRing = (former as? UIControl)?.state.contains(.focused) == true
    isHidden = false
    becomeFirstResponder()
  }

  /// Closes the sheet, and gives the keyboard back. No effect on a closed one.
  func close() {
    guard !isHidden else { return }
    let hadKeyboard = firstResponderInside != nil
    firstResponderInside?.resignFirstResponder()
    isHidden = true
    guard hadKeyboard, let former, former.window != nil,
      !sequence(first: former, next: \.superview).contains(where: \.isHidden)
    else { return }
    if formerHadRing { window?.moveFocus(to: former) } else { former.becomeFirstResponder() }
  }

  /// Whether a key does what it does without the sheet.
  func passes(_ command: WindowCommand) -> Bool {
    switch command {
    case .keys, .stutterMenu, .stageMenu, .inject, .cancel, .fullScreen, .quit: true
    default: false
    }
  }

  /// Takes the keyboard back from a field of the sheet. No effect on a closed one.
  func takeKeyboard() { if !isHidden, firstResponderInside == nil { becomeFirstResponder() } }

  /// Up and Down move the focus; of other keys only those pass that a sheet does not hide.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard let key = presses.first?.key, let command = WindowCommand(key) else {
      return super.pressesBegan(presses, with: event)
    }
    switch command {
    case .sample(let offset): window?.moveFocus(backwards: offset < 0)
    case .togglePlay: super.pressesBegan(presses, with: event)
    case _ where passes(command): next?.pressesBegan(presses, with: event)
    default: break
    }
  }
}
