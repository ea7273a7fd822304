// UIKeyCommand.swift
// Stage: events. Commands, and the keys that send them along the responder chain.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface

/// An element of a menu whose action goes along the responder chain.
///
/// Source: Apple's `UICommand`.
@preconcurrency @MainActor
open class UICommand: UIMenuElement {
  /// The method that is called, with the command if it takes a parameter.
  open private(set) var action: Selector
  /// What the command is about, for its action. Default nil.
  open private(set) var propertyList: Any?
  /// The words by which a list of commands names it. Default nil.
  open var discoverabilityTitle: String?
  /// How it looks, and what choosing it does. Default none.
  open var attributes: Attributes
  /// Its mark. Default off.
  open var state: State

  /// Creates a command.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, action: Selector,
    propertyList: Any? = nil, discoverabilityTitle: String? = nil, attributes: Attributes = [],
    state: State = .off
  ) {
    (self.action, self.propertyList) = (action, propertyList)
    (self.attributes, self.state) = (attributes, state)
    self.discoverabilityTitle = discoverabilityTitle
    super.init(title: title, subtitle: subtitle, image: image)
  }

  /// Calls the action of the nearest responder that can perform it, from one on. Returns false if none can.
  @discardableResult
  final func send(from responder: UIResponder) -> Bool {
    guard let target = responder.target(forAction: action, withSender: self) as AnyObject? else {
      return false
    }
    action.send(to: target, self)
    return true
  }
}

/// A command that a key sends.
///
///     override var keyCommands: [UIKeyCommand]? {
///       [UIKeyCommand(input: "s", modifierFlags: .command, action: #selector(save))]
///     }
///
/// The commands of the first responder and of those behind it are asked for at each key. Control stands for `command`,
/// as on every desktop that is not Apple's; the Super key counts, too.
///
/// Source: Apple's `UIKeyCommand`.
@preconcurrency @MainActor
open class UIKeyCommand: UICommand {
  /// The key's character, or one of the names below.
  open private(set) var input: String?
  /// The modifiers that are held down.
  open private(set) var modifierFlags: UIKeyModifierFlags
  /// Whether the command comes before what a text field does with the key. Default false.
  open var wantsPriorityOverSystemBehavior = false

  /// Creates a command of a key.
  public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
    self.init(action: action, input: input, modifierFlags: modifierFlags)
  }

  /// Creates a command of a key with words for a list of commands. Deprecated by Apple.
  public convenience init(
    input: String, modifierFlags: UIKeyModifierFlags, action: Selector, discoverabilityTitle: String
  ) {
    self.init(
      action: action, input: input, modifierFlags: modifierFlags,
      discoverabilityTitle: discoverabilityTitle)
  }

  /// Creates a command with a title for a menu.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, action: Selector,
    input: String, modifierFlags: UIKeyModifierFlags = [], propertyList: Any? = nil,
    discoverabilityTitle: String? = nil, attributes: Attributes = [], state: State = .off
  ) {
    (self.input, self.modifierFlags) = (input, modifierFlags)
    super.init(
      title: title, subtitle: subtitle, image: image, action: action, propertyList: propertyList,
      discoverabilityTitle: discoverabilityTitle, attributes: attributes, state: state)
  }

  // MARK: Keys without a character

  /// The arrow up.
  public static let inputUpArrow = "UIKeyInputUpArrow"
  /// The arrow down.
  public static let inputDownArrow = "UIKeyInputDownArrow"
  /// The arrow to the left.
  public static let inputLeftArrow = "UIKeyInputLeftArrow"
  /// The arrow to the right.
  public static let inputRightArrow = "UIKeyInputRightArrow"
  /// Escape.
  public static let inputEscape = "UIKeyInputEscape"
  /// A page up.
  public static let inputPageUp = "UIKeyInputPageUp"
  /// A page down.
  public static let inputPageDown = "UIKeyInputPageDown"
  /// The key to the beginning.
  public static let inputHome = "UIKeyInputHome"
  /// The key to the end.
  public static let inputEnd = "UIKeyInputEnd"
  /// The key that deletes the character after the caret.
  public static let inputDelete = "UIKeyInputDelete"
  /// F1.
  public static let f1 = "UIKeyInputF1"
  /// F2.
  public static let f2 = "UIKeyInputF2"
  /// F3.
  public static let f3 = "UIKeyInputF3"
  /// F4.
  public static let f4 = "UIKeyInputF4"
  /// F5.
  public static let f5 = "UIKeyInputF5"
  /// F6.
  public static let f6 = "UIKeyInputF6"
  /// F7.
  public static let f7 = "UIKeyInputF7"
  /// F8.
  public static let f8 = "UIKeyInputF8"
  /// F9.
  public static let f9 = "UIKeyInputF9"
  /// F10.
  public static let f10 = "UIKeyInputF10"
  /// F11.
  public static let f11 = "UIKeyInputF11"
  /// F12.
  public static let f12 = "UIKeyInputF12"

  /// Whether a key with modifiers sends the command.
  final func matches(_ key: UIKey) -> Bool {
    guard !attributes.contains(.disabled), let input, !input.isEmpty,
      input.lowercased() == Self.input(of: key.key)
    else { return false }
    let (wanted, held) = (
      modifierFlags.subtracting(.alphaShift), key.modifierFlags.subtracting(.alphaShift)
    )
    if wanted == held { return true }
    guard wanted.contains(.command), !wanted.contains(.control) else { return false }
    return wanted.subtracting(.command).union(.control) == held
  }

  private static func input(of key: Key) -> String? {
    switch key {
    case .character(let character): String(character).lowercased()
    case .return: "\r"
    case .escape: inputEscape.lowercased()
    case .tab: "\t"
    case .backspace: "\u{8}"
    case .delete: inputDelete.lowercased()
    case .space: " "
    case .left: inputLeftArrow.lowercased()
    case .right: inputRightArrow.lowercased()
    case .up: inputUpArrow.lowercased()
    case .down: inputDownArrow.lowercased()
    case .home: inputHome.lowercased()
    case .end: inputEnd.lowercased()
    case .pageUp: inputPageUp.lowercased()
    case .pageDown: inputPageDown.lowercased()
    case .function(let number): "uikeyinputf\(number)"
    case .other: nil
    }
  }

  /// The keys in words, for a menu: "Ctrl+S".
  final var keyText: String {
    var parts: [String] = []
    if !modifierFlags.isDisjoint(with: [.control, .command]) { parts.append("Ctrl") }
    if modifierFlags.contains(.alternate) { parts.append("Alt") }
    if modifierFlags.contains(.shift) { parts.append("Shift") }
    let names = ["\r": "Return", "\t": "Tab", " ": "Space", "\u{8}": "Backspace"]
    let input = input ?? ""
    parts.append(
      input.hasPrefix("UIKeyInput")
        ? String(input.dropFirst(10)) : names[input] ?? input.uppercased())
    return parts.joined(separator: "+")
  }
}

extension UIResponder {
  /// Sends the command of a key, of this responder or of one behind it. Returns false if there is none.
  ///
  /// - Parameter isTyping: Whether a text input gets the key otherwise: only commands with priority come before what
  ///   it does with the key.
  final func sendCommand(of key: UIKey, isTyping: Bool) -> Bool {
    var responder: UIResponder? = self
    while let some = responder {
      for command in some.keyCommands ?? [] where command.matches(key) {
        if isTyping, !command.wantsPriorityOverSystemBehavior { continue }
        if command.send(from: self) { return true }
      }
      responder = some.next
    }
    return false
  }
}
