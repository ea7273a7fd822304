// SDLKeys.swift
// Stage: events. Converts SDL's key codes and modifier bits.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import HostInterface
import QuartzCore

extension KeyModifiers {
  /// Creates modifiers from SDL's bits.
  init(_ state: UInt32) {
    self = []
    if state & KMOD_SHIFT.rawValue != 0 { insert(.shift) }
    if state & KMOD_CTRL.rawValue != 0 { insert(.control) }
    if state & KMOD_ALT.rawValue != 0 { insert(.alternate) }
    if state & KMOD_GUI.rawValue != 0 { insert(.command) }
  }
}

extension Key {
  /// Creates a key from SDL's code for its meaning in the user's keyboard layout.
  init(_ code: Int32) {
    let code = UInt32(bitPattern: code)
    if let key = Self.named[code] {
      self = key
    } else if (SDLK_F1.rawValue...SDLK_F12.rawValue).contains(code) {
      self = .function(Int(code - SDLK_F1.rawValue) + 1)
    } else if (SDLK_F13.rawValue...SDLK_F24.rawValue).contains(code) {
      self = .function(Int(code - SDLK_F13.rawValue) + 13)
    } else if (SDLK_KP_1.rawValue...SDLK_KP_9.rawValue).contains(code) {
      self = .character(Character(String(code - SDLK_KP_1.rawValue + 1)))
    } else if code > 32, let scalar = Unicode.Scalar(code) {
      // Codes of keys without a character have bit 30 set, so they are not Unicode.
      self = .character(Character(scalar))
    } else {
      self = .other
    }
  }

  private static let named: [UInt32: Key] = [
    SDLK_RETURN.rawValue: .return, SDLK_RETURN2.rawValue: .return, SDLK_KP_ENTER.rawValue: .return,
    SDLK_ESCAPE.rawValue: .escape, SDLK_TAB.rawValue: .tab, SDLK_BACKSPACE.rawValue: .backspace,
    SDLK_DELETE.rawValue: .delete, SDLK_SPACE.rawValue: .space, SDLK_LEFT.rawValue: .left,
    SDLK_RIGHT.rawValue: .right, SDLK_UP.rawValue: .up, SDLK_DOWN.rawValue: .down,
    SDLK_HOME.rawValue: .home, SDLK_END.rawValue: .end, SDLK_PAGEUP.rawValue: .pageUp,
    SDLK_PAGEDOWN.rawValue: .pageDown, SDLK_KP_0.rawValue: .character("0"),
    SDLK_KP_PERIOD.rawValue: .character("."), SDLK_KP_PLUS.rawValue: .character("+"),
    SDLK_KP_MINUS.rawValue: .character("-"), SDLK_KP_MULTIPLY.rawValue: .character("*"),
    SDLK_KP_DIVIDE.rawValue: .character("/"),
  ]
}
