// KeyCommand.swift
// Keys as commands: one table, read by the window and by the tests.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// What a key asks the window to do.
enum KeyCommand: Hashable {
  case togglePlay
  case step(frames: Int)
  case replay
  /// The place of a trigger, from 0.
  case trigger(Int)
  case toggleOverlay
  /// 100, 50, 25 or 10.
  case speed(percent: Int)
  case changeSpeed(slower: Bool)
  /// Another sample, so many places down the list.
  case sample(offset: Int)
  case block
  case focus(offset: Int)
  case pressFocused
  case leaveFocus
  case quit

  /// Returns the command of a key; nil when it has none, or when it is being typed with.
  init?(_ key: UIKey, isTyping: Bool = false) {
    let modifiers = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    let withControl = modifiers.contains(.control)
    let withShift = modifiers.contains(.shift)
    switch key.key {
    case .function(3): self = .toggleOverlay
    case .tab: self = .focus(offset: withShift ? -1 : 1)
    case .character("q") where withControl: self = .quit
    case .character(let digit) where withControl:
      guard let number = digit.wholeNumberValue, (1...4).contains(number) else { return nil }
      self = .speed(percent: SpeedArgument.percentages[number - 1])
    case _ where isTyping: return nil
    case .space: self = .togglePlay
    case .character(","), .character("<"): self = .step(frames: withShift ? -10 : -1)
    case .character("."), .character(">"): self = .step(frames: withShift ? 10 : 1)
    case .character("r"): self = .replay
    case .character("["): self = .changeSpeed(slower: true)
    case .character("]"): self = .changeSpeed(slower: false)
    case .character("d") where withShift: self = .block
    case .up: self = .sample(offset: -1)
    case .down: self = .sample(offset: 1)
    case .return: self = .pressFocused
    case .escape: self = .leaveFocus
    case .character(let digit):
      guard let number = digit.wholeNumberValue, (1...9).contains(number) else { return nil }
      self = .trigger(number - 1)
    default: return nil
    }
  }
}

extension UIView {
  /// The first responder among this view and those inside it.
  var firstResponderInside: UIView? {
    if isFirstResponder { return self }
    for subview in subviews {
      if let found = subview.firstResponderInside { return found }
    }
    return nil
  }

  /// Whether neither this view nor one around it is hidden.
  var canBeSeen: Bool {
    var view: UIView? = self
    while let current = view {
      if current.isHidden { return false }
      view = current.superview
    }
    return true
  }
}

/// The outline around the control that Tab has reached.
final class FocusRing: UIView {
  private weak var target: UIView?

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isHidden = true
    layer.borderWidth = 2
    layer.borderColor = Theme.focusRing.cgColor
    layer.cornerRadius = 8
  }

  required init?(coder: NSCoder) { nil }

  /// Goes on to the next of some controls, or to the first; a text field also gets the keys.
  func move(by offset: Int, among controls: [UIView]) {
    let controls = controls.filter { $0 is UIControl }
    guard !controls.isEmpty else { return }
    let count = controls.count
    let current = controls.firstIndex { $0 === target }
    let place = current.map { ($0 + offset + count) % count } ?? (offset > 0 ? 0 : count - 1)
    (target as? UITextField)?.resignFirstResponder()
    target = controls[place]
    (target as? UITextField)?.becomeFirstResponder()
    isHidden = false
    follow()
  }

  func pressFocused() { (target as? UIControl)?.sendActions(for: .touchUpInside) }

  func leave() {
    target = nil
    isHidden = true
  }

  /// Stands around its control again, as that may have moved.
  func follow() {
    guard let target, let superview else { return }
    frame = target.convert(target.bounds, to: superview).insetBy(dx: -3, dy: -3)
  }
}
