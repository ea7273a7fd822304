// UIDropSession.swift
// Files that are dropped onto a window together, and what a view does with them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// One of the things that are dropped together.
@preconcurrency @MainActor
public final class UIDragItem: NSObject {
  /// What gives the item's data.
  public let itemProvider: NSItemProvider
  /// A value of the program's own. Default nil.
  public var localObject: Any?

  /// Creates an item.
  public init(itemProvider: NSItemProvider) { self.itemProvider = itemProvider }
}

/// What is done with dropped items.
public enum UIDropOperation: UInt, Sendable {
  /// Nothing.
  case cancel = 0
  /// Nothing, as it is not allowed here.
  case forbidden = 1
  /// They are copied.
  case copy = 2
  /// They are moved. Other programs do not learn of it.
  case move = 3
}

/// The answer of a view over which items are.
@preconcurrency @MainActor
open class UIDropProposal: NSObject {
  /// What would be done with them.
  open private(set) var operation: UIDropOperation

  /// Creates an answer.
  public init(operation: UIDropOperation) { self.operation = operation }
}

/// Items that are dropped together.
@preconcurrency @MainActor
public protocol UIDropSession: AnyObject {
  /// The items, one for each file.
  var items: [UIDragItem] { get }
  /// The place of the drop, in a view.
  func location(in view: UIView) -> CGPoint
  /// Whether any item is of one of the types.
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
  /// Whether a value can be read from any item.
  func canLoadObjects(ofClass type: any NSItemProviderReading.Type) -> Bool
  /// Reads the values of all items that have one.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - completion: Called on the main thread, with the values in the order of the items.
  /// - Returns: The progress, of which each item is a unit.
  @discardableResult
  func loadObjects<Value: NSItemProviderReading & Sendable>(
    ofClass type: Value.Type, completion: @escaping @MainActor @Sendable ([Value]) -> Void
  ) -> Progress
}

/// Files that another program has dropped onto a window.
final class FileDrop: UIDropSession {
  let items: [UIDragItem]
  private let place: CGPoint
  private let window: UIWindow

  /// - Parameter place: The place of the drop, in the window.
  init(_ files: [URL], at place: CGPoint, in window: UIWindow) {
    items = files.compactMap { NSItemProvider(contentsOf: $0) }.map(UIDragItem.init)
    (self.place, self.window) = (place, window)
  }

  func location(in view: UIView) -> CGPoint { view.convert(place, from: window) }

  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      typeIdentifiers.contains(where: item.itemProvider.hasItemConformingToTypeIdentifier)
    }
  }

  func canLoadObjects(ofClass type: any NSItemProviderReading.Type) -> Bool {
    items.contains { $0.itemProvider.canLoadObject(ofClass: type) }
  }

  func loadObjects<Value: NSItemProviderReading & Sendable>(
    ofClass type: Value.Type, completion: @escaping @MainActor @Sendable ([Value]) -> Void
  ) -> Progress {
    let providers = items.map(\.itemProvider).filter { $0.canLoadObject(ofClass: type) }
    let progress = Progress(totalUnitCount: Int64(providers.count))
    Task { @MainActor in
      var values: [Value] = []
      for provider in providers {
        let value = await withCheckedContinuation { continuation in
          provider.loadObject(ofClass: type) { value, _ in continuation.resume(returning: value) }
        }
        progress.completedUnitCount += 1
        if let value { values.append(value) }
      }
      completion(values)
    }
    return progress
  }
}
