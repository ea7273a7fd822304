// Key.swift
// Stage: events. Keys and modifier keys.
//
// SPDX-License-Identifier: MIT

/// A key, identified by its meaning in the user's keyboard layout.
package enum Key: Hashable, Sendable {
  /// A printing key, in lower case: "a", "1", ",".
  case character(Character)
  case `return`, escape, tab, backspace, delete, space
  case left, right, up, down, home, end, pageUp, pageDown
  /// A function key. F1 is 1.
  case function(Int)
  case other
}

/// The modifier keys held down during an event.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  package static let shift = KeyModifiers(rawValue: 1)
  package static let control = KeyModifiers(rawValue: 2)
  package static let alternate = KeyModifiers(rawValue: 4)
  package static let command = KeyModifiers(rawValue: 8)
}
