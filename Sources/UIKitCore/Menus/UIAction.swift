// UIAction.swift
// A handler with a title and an image, for menus, controls and recognisers.
//
// SPDX-License-Identifier: MIT

import Foundation

/// An action of a menu, a control or a recogniser.
@preconcurrency @MainActor
open class UIAction: UIMenuElement {
  /// The identity of an action. Adding an action replaces one with the same identifier.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The identifier's name.
    public let rawValue: String
    /// Creates an identifier from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an identifier from its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The handler of an action.
  public typealias Handler = @MainActor (UIAction) -> Void

  /// The action's title.
  open override var title: String {
    get { super.title }
    set { super.title = newValue }
  }
  /// The action's image.
  open override var image: UIImage? {
    get { super.image }
    set { super.image = newValue }
  }
  /// The action's identifier.
  open private(set) var identifier: Identifier
  /// The name in a list of commands. Default nil.
  open var discoverabilityTitle: String?
  /// How it looks in a menu, and what choosing it does. Default none.
  open var attributes: Attributes
  /// Its mark in a menu. Default off.
  open var state: State
  /// The latest sender; while the handler runs, the current one.
  open private(set) weak var senderObject: AnyObject?
  private let handler: Handler

  /// Creates an action. Without an identifier it gets a unique one.
  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil,
    identifier: Identifier? = nil, discoverabilityTitle: String? = nil,
    attributes: Attributes = [], state: State = .off, handler: @escaping Handler
  ) {
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.discoverabilityTitle = discoverabilityTitle
    (self.attributes, self.state) = (attributes, state)
    self.handler = handler
    super.init(title: title, subtitle: subtitle, image: image)
  }

  /// The control or recogniser that runs the handler.
  open var sender: Any? { senderObject }

  /// Runs the handler.
  public final func performWithSender(_ sender: Any?, target: Any?) {
    senderObject = sender as AnyObject?
    handler(self)
  }
}
