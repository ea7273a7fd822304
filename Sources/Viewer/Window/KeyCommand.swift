// KeyCommand.swift
// Keys as commands: one table, read by the window and by the tests. Tab, Return and Space on a
// focused control are the window's and the control's own.
//
// SPDX-License-Identifier: MIT

import HostInterface
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
  case quit

  /// Returns the command of a key; nil when it has none, or when it is being typed with.
  init?(_ key: UIKey, isTyping: Bool = false) {
    let modifiers = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
    let withControl = modifiers.contains(.control)
    let withShift = modifiers.contains(.shift)
    switch key.key {
    case .function(3): self = .toggleOverlay
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
}
