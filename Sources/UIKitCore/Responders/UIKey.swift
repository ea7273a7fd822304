// UIKey.swift
// Stage: events. A key and its modifiers, by the user's keyboard layout.
//
// SPDX-License-Identifier: MIT

public import Foundation
package import HostInterface

/// Modifier keys held down with another key.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Caps lock.
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  /// Shift.
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  /// Control.
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  /// Alt.
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  /// The Super key.
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)

  package init(_ modifiers: KeyModifiers) {
    self = []
    if modifiers.contains(.shift) { insert(.shift) }
    if modifiers.contains(.control) { insert(.control) }
    if modifiers.contains(.alternate) { insert(.alternate) }
    if modifiers.contains(.command) { insert(.command) }
  }
}

/// A key, as interpreted by the user's keyboard layout.
public final class UIKey: NSObject, Sendable {
  /// The key as the host reported it.
  package let key: Key
  /// The modifiers held down with it.
  public let modifierFlags: UIKeyModifierFlags

  package init(key: Key, modifierFlags: UIKeyModifierFlags) {
    self.key = key
    self.modifierFlags = modifierFlags
  }

  /// The characters of the key without modifiers, in lower case; empty for keys without a character.
  public var charactersIgnoringModifiers: String {
    switch key {
    case .character(let character): String(character)
    case .space: " "
    case .tab: "\t"
    case .return: "\r"
    case .escape: "\u{1B}"
    case .backspace: "\u{8}"
    default: ""
    }
  }

  /// Keys are equal when their key and modifiers are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIKey else { return false }
    return key == other.key && modifierFlags == other.modifierFlags
  }

  /// The key's hash.
  public override var hash: Int { key.hashValue }
}
