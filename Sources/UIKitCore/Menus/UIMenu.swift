// UIMenu.swift
// A menu: elements with a title.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A menu, or a group of elements in one.
///
/// Shown by a ``UIContextMenuInteraction``, and by a button with `showsMenuAsPrimaryAction`.
///
/// Source: Apple's `UIMenu`.
@preconcurrency @MainActor
open class UIMenu: UIMenuElement {
  /// The name of a menu.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates an identifier from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an identifier from its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// How a menu in a menu is shown.
  public struct Options: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Its elements are among the others, between lines.
    public static let displayInline = Options(rawValue: 1)
    /// Its title is red.
    public static let destructive = Options(rawValue: 2)
    /// One of its elements is chosen at a time. Stored, without effect.
    public static let singleSelection = Options(rawValue: 32)
    /// Its elements lie in a row. Stored, without effect.
    public static let displayAsPalette = Options(rawValue: 128)
  }

  /// The name.
  open private(set) var identifier: Identifier
  /// How the menu is shown in another one.
  open private(set) var options: Options
  /// The elements, from top to bottom.
  open private(set) var children: [UIMenuElement]

  /// Creates a menu. Without an identifier it gets a unique one.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil,
    identifier: Identifier? = nil, options: Options = [], children: [UIMenuElement] = []
  ) {
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    (self.options, self.children) = (options, children)
    super.init(title: title, subtitle: subtitle, image: image)
  }

  /// Returns the menu with other elements.
  open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
    UIMenu(
      title: title, subtitle: subtitle, image: image, identifier: identifier, options: options,
      children: newChildren)
  }

  /// The actions and commands that are on.
  open var selectedElements: [UIMenuElement] {
    children.filter { element in
      (element as? UIAction)?.state == .on || (element as? UICommand)?.state == .on
    }
  }
}
