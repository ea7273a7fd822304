// UIItemsBehavior.swift
// What the behaviours with a list of items share.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A behaviour with a list of items: gravity, collisions, pushes and items' properties. Apple's have no such class
/// between; use theirs.
@preconcurrency @MainActor
open class UIItemsBehavior: UIDynamicBehavior {
  /// The items in the order of addition.
  open private(set) var items: [any UIDynamicItem]

  /// Creates a behaviour of items.
  public init(items: [any UIDynamicItem]) {
    self.items = []
    super.init()
    for item in items where !has(item) { self.items.append(item) }
  }

  /// Creates a behaviour without items.
  public override convenience init() { self.init(items: []) }

  /// Adds an item. One that is there is ignored.
  open func addItem(_ item: any UIDynamicItem) {
    guard !has(item) else { return }
    items.append(item)
    changed()
  }

  /// Removes an item.
  open func removeItem(_ item: any UIDynamicItem) {
    guard has(item) else { return }
    items.removeAll { $0 === item }
    changed()
  }

  private func has(_ item: any UIDynamicItem) -> Bool { items.contains { $0 === item } }

  override var actedItems: [any UIDynamicItem] { items }
}

extension CGVector {
  /// The vector; zero if it is not finite.
  var finite: CGVector { dx.isFinite && dy.isFinite ? self : .zero }
}
