// TextEditingCommand.swift
// Stage: events. Maps a key with its modifiers to an editing command. Pure.
//
// SPDX-License-Identifier: MIT

import HostInterface
import QuartzCore

/// The command of a key in a text.
enum TextEditingCommand: Hashable {
  case move(TextEditingModel.Direction, by: TextEditingModel.Step, extending: Bool)
  /// To the line above or below; to the start or end where there is none.
  case moveBetweenLines(TextEditingModel.Direction, extending: Bool)
  /// To the start or end of the text.
  case moveToEnd(TextEditingModel.Direction, extending: Bool)
  case delete(TextEditingModel.Direction, by: TextEditingModel.Step)
  case selectAll, cut, copy, paste, undo, redo
  /// Return.
  case finish
  /// The key writes. Its text arrives separately.
  case input

  /// Creates the command of a key; nil without one.
  ///
  /// Control and Alt move by words, the command key by lines; with up, down, Home and End to the text's ends.
  /// Shift extends the selection.
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
    case .home where isCommand, .up where isCommand:
      self = .moveToEnd(.backward, extending: extends)
    case .end where isCommand, .down where isCommand:
      self = .moveToEnd(.forward, extending: extends)
    case .home: self = .move(.backward, by: .line, extending: extends)
    case .end: self = .move(.forward, by: .line, extending: extends)
    case .up: self = .moveBetweenLines(.backward, extending: extends)
    case .down: self = .moveBetweenLines(.forward, extending: extends)
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
