// UIAction.swift
// A function with a title and an image, for controls and recognisers.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Something that a control does when it is used.
@preconcurrency @MainActor
open class UIAction: Hashable {
  /// What tells actions apart; adding one replaces that of the same identifier.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The identifier's name.
    public let rawValue: String
    /// Creates an identifier from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an identifier from its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// What an action calls.
  public typealias Handler = @MainActor (UIAction) -> Void

  /// What is shown for the action.
  open var title: String
  /// What is shown for the action beside its title.
  open var image: UIImage?
  /// What tells the action from others.
  public final let identifier: Identifier
  /// Whatever used the action last; while the handler runs, the one that uses it.
  public private(set) final weak var senderObject: AnyObject?
  private let handler: Handler

  /// Creates an action; without an identifier it gets one of its own.
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
    handler: @escaping Handler
  ) {
    self.title = title
    self.image = image
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.handler = handler
  }

  /// The control or recogniser that the handler runs for.
  open var sender: Any? { senderObject }

  /// Runs the handler.
  public final func performWithSender(_ sender: Any?, target: Any?) {
    senderObject = sender as AnyObject?
    handler(self)
  }

  /// Actions are equal when they are the same object.
  public nonisolated static func == (a: UIAction, b: UIAction) -> Bool { a === b }

  /// Hashes the object's identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
