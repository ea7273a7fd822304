// UIAction.swift
// A handler with a title and an image, for controls and recognisers.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// An action of a control or recogniser.
@preconcurrency @MainActor
open class UIAction: NSObject {
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
  open var title: String
  /// The action's image.
  open var image: UIImage?
  /// The action's identifier.
  open private(set) var identifier: Identifier
  /// The latest sender; while the handler runs, the current one.
  open private(set) weak var senderObject: AnyObject?
  private let handler: Handler

  /// Creates an action. Without an identifier it gets a unique one.
  public init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
    handler: @escaping Handler
  ) {
    self.title = title
    self.image = image
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.handler = handler
  }

  /// The control or recogniser that runs the handler.
  open var sender: Any? { senderObject }

  /// Runs the handler.
  public final func performWithSender(_ sender: Any?, target: Any?) {
    senderObject = sender as AnyObject?
    handler(self)
  }
}
