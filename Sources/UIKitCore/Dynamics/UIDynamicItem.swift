// UIDynamicItem.swift
// What a dynamic animator moves: a view, the attributes of a collection's item, or an object of one's own.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// The outline by which an item collides.
///
/// Source: Apple's `UIDynamicItemCollisionBoundsType`.
public enum UIDynamicItemCollisionBoundsType: UInt, Sendable {
  /// The bounds.
  case rectangle
  /// The ellipse within the bounds.
  case ellipse
  /// The item's `collisionBoundingPath`.
  case path
}

/// An object that a dynamic animator moves and turns.
///
/// The animator reads the three properties when a behaviour with the item is added, and after
/// ``UIDynamicAnimator/updateItem(usingCurrentState:)``. From then on it sets `center` and the rotation of `transform`
/// in every frame in which something moves.
///
/// Source: Apple's `UIDynamicItem`.
@preconcurrency @MainActor
public protocol UIDynamicItem: NSObjectProtocol {
  /// The place of the centre, in the coordinates of the animator's reference view, in points.
  var center: CGPoint { get set }
  /// The size in points; the origin does not count.
  var bounds: CGRect { get }
  /// The rotation. Other parts are kept, and a scale counts for collisions.
  var transform: CGAffineTransform { get set }
  /// The outline for collisions. Default the bounds.
  var collisionBoundsType: UIDynamicItemCollisionBoundsType { get }
  /// The outline of the type `path`: convex, in points, with the item's centre at the origin. Of another outline its
  /// convex hull counts. Default empty.
  var collisionBoundingPath: UIBezierPath { get }
}

extension UIDynamicItem {
  /// The bounds.
  public var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
  /// An empty path.
  public var collisionBoundingPath: UIBezierPath { UIBezierPath() }
}

extension UIView: UIDynamicItem {}
extension UICollectionViewLayoutAttributes: UIDynamicItem {}

/// Items that move as one body.
///
/// Source: Apple's `UIDynamicItemGroup`.
@preconcurrency @MainActor
open class UIDynamicItemGroup: NSObject, UIDynamicItem {
  /// The items.
  open private(set) var items: [any UIDynamicItem]
  /// The centre of the items' common frame, in points.
  open var center: CGPoint { didSet { place() } }
  /// The size of the items' common frame, in points.
  open private(set) var bounds: CGRect
  /// The rotation of all about the centre.
  open var transform = CGAffineTransform.identity { didSet { place() } }
  private let offsets: [(center: CGPoint, transform: CGAffineTransform)]

  /// Creates a group of items where they are. Groups in it have no effect beyond their own frame.
  public init(items: [any UIDynamicItem]) {
    self.items = items
    let frame = items.reduce(CGRect.null) { frame, item in
      let size = item.bounds.applying(item.transform).size
      return frame.union(
        CGRect(
          x: item.center.x - size.width / 2, y: item.center.y - size.height / 2,
          width: size.width, height: size.height))
    }
    let middle = frame.isNull ? CGPoint.zero : CGPoint(x: frame.midX, y: frame.midY)
    center = middle
    bounds = CGRect(origin: .zero, size: frame.isNull ? .zero : frame.size)
    offsets = items.map {
      (CGPoint(x: $0.center.x - middle.x, y: $0.center.y - middle.y), $0.transform)
    }
  }

  private func place() {
    for (item, offset) in zip(items, offsets) {
      let turned = offset.center.applying(transform)
      item.center = CGPoint(x: center.x + turned.x, y: center.y + turned.y)
      item.transform = offset.transform.concatenating(transform)
    }
  }
}
