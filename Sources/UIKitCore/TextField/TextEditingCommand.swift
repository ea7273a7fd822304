// TextEditingCommand.swift
// Stage: events. Maps a key with its modifiers to an editing command. Pure.
//
// SPDX-License-Identifier: MIT

import HostInterface
import QuartzCore

/// The command of a key in a line of text.
enum TextEditingCommand: Hashable {
  case move(TextEditingModel.Direction, by: TextEditingModel.Step, extending: Bool)
  case delete(TextEditingModel.Direction, by: TextEditingModel.Step)
  case selectAll, cut, copy, paste, undo, redo
  /// Return.
  case finish
  /// The key writes. Its text arrives separately.
  case input

  /// Creates the command of a key; nil without one.
  ///
  /// Control and Alt move by words, the command key by lines. Shift extends the selection.
  init?(_ key: UIKey) {
    let modifiers = key.modifierFlags
    let extends = modifiers.contains(.shift)
    let isCommand = !modifiers.isDisjoint(with: [.control, .command])
    let step: TextEditingModel.Step =
      modifiers.contains(.command)
      ? .line : modifiers.isDisjoint(with: [.control, .alternate]) ? .character : .word
    switch key.key {
    case .left: self = .move(.backward, by: step, extending: extends)
    case .right: self = .move(.forward, by: step, extending: extends)
    case .home, .up: self = .move(.backward, by: .line, extending: extends)
    case .end, .down: self = .move(.forward, by: .line, extending: extends)
    case .backspace: self = .delete(.backward, by: step)
    case .delete: self = .delete(.forward, by: step)
    case .return: self = .finish
    case .character("a") where isCommand: self = .selectAll
    case .character("x") where isCommand: self = .cut
    case .character("c") where isCommand: self = .copy
    case .character("v") where isCommand: self = .paste
    case .character("z") where isCommand: self = extends ? .redo : .undo
    case .character("y") where isCommand: self = .redo
    case .character where isCommand: return nil
    case .character, .space: self = .input
    case .tab, .escape, .pageUp, .pageDown, .function, .other: return nil
    }
  }
}
