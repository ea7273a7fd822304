// UICollisionBehavior.swift
// Items that collide with each other and with boundaries.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Notifications of contacts, sent after a frame's items have moved.
///
/// Source: Apple's `UICollisionBehaviorDelegate`.
@preconcurrency @MainActor
public protocol UICollisionBehaviorDelegate: NSObjectProtocol {
  /// Two items have begun to touch at a point in the reference view. Default empty.
  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
    with item2: any UIDynamicItem, at p: CGPoint)
  /// Two items touch no longer. Default empty.
  func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
    with item2: any UIDynamicItem)
  /// An item has begun to touch a boundary at a point; nil for the reference view's bounds. Default empty.
  func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint)
  /// An item touches a boundary no longer. Default empty.
  func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?)
}

extension UICollisionBehaviorDelegate {
  /// Does nothing.
  public func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
    with item2: any UIDynamicItem, at p: CGPoint
  ) {}
  /// Does nothing.
  public func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
    with item2: any UIDynamicItem
  ) {}
  /// Does nothing.
  public func collisionBehavior(
    _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
  ) {}
  /// Does nothing.
  public func collisionBehavior(
    _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
    withBoundaryIdentifier identifier: (any NSCopying)?
  ) {}
}

/// Makes its items collide with each other, and with its boundaries.
///
/// Source: Apple's `UICollisionBehavior`.
open class UICollisionBehavior: UIItemsBehavior {
  /// What items collide with.
  public struct Mode: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a mode of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// With each other.
    public static let items = Mode(rawValue: 1)
    /// With boundaries.
    public static let boundaries = Mode(rawValue: 2)
    /// With both.
    public static let everything = Mode(rawValue: .max)
  }

  /// What items collide with. Default everything.
  open var collisionMode = Mode.everything { didSet { changed() } }
  /// Whether the bounds of the reference view are a boundary. Default false.
  open var translatesReferenceBoundsIntoBoundary = false { didSet { changed() } }
  /// Default nil.
  open weak var collisionDelegate: (any UICollisionBehaviorDelegate)?
  private var insets: UIEdgeInsets?
  private var boundaries: [(identifier: any NSCopying, path: UIBezierPath)] = []
  /// What touched in the last frame: the other item, or the boundary's identifier.
  private var touching: [(item: any UIDynamicItem, other: Partner)] = []

  @MainActor private enum Partner {
    case item(any UIDynamicItem)
    case boundary((any NSCopying)?)

    func isSame(_ partner: Partner) -> Bool {
      switch (self, partner) {
      case (.item(let one), .item(let two)): one === two
      case (.boundary(let one), .boundary(let two)): UICollisionBehavior.isEqual(one, two)
      default: false
      }
    }
  }

  /// Makes the bounds of the reference view, less insets, a boundary.
  open func setTranslatesReferenceBoundsIntoBoundary(with insets: UIEdgeInsets) {
    self.insets = insets
    translatesReferenceBoundsIntoBoundary = true
  }

  // MARK: Boundaries

  /// Adds a path, in the reference view's coordinates, as a boundary. It replaces one of the same identifier.
  open func addBoundary(withIdentifier identifier: any NSCopying, for bezierPath: UIBezierPath) {
    boundaries.removeAll { Self.isEqual($0.identifier, identifier) }
    boundaries.append((identifier, UIBezierPath(cgPath: bezierPath.cgPath)))
    changed()
  }

  /// Adds a line from one point to another, in the reference view's coordinates, as a boundary.
  open func addBoundary(
    withIdentifier identifier: any NSCopying, from p1: CGPoint, to p2: CGPoint
  ) {
    let path = UIBezierPath()
    path.move(to: p1)
    path.addLine(to: p2)
    addBoundary(withIdentifier: identifier, for: path)
  }

  /// The path of a boundary; nil if there is none.
  open func boundary(withIdentifier identifier: any NSCopying) -> UIBezierPath? {
    boundaries.first { Self.isEqual($0.identifier, identifier) }?.path
  }

  /// Removes a boundary.
  open func removeBoundary(withIdentifier identifier: any NSCopying) {
    boundaries.removeAll { Self.isEqual($0.identifier, identifier) }
    changed()
  }

  /// The identifiers of the boundaries; nil without any.
  open var boundaryIdentifiers: [any NSCopying]? {
    boundaries.isEmpty ? nil : boundaries.map(\.identifier)
  }

  /// Removes all boundaries, but not the reference view's bounds.
  open func removeAllBoundaries() {
    boundaries = []
    changed()
  }

  private static func isEqual(_ one: (any NSCopying)?, _ two: (any NSCopying)?) -> Bool {
    guard let one, let two else { return one == nil && two == nil }
    if let one = one as? AnyHashable, let two = two as? AnyHashable { return one == two }
    return (one as? NSObject)?.isEqual(two) ?? false
  }

  // MARK: The world

  override func build(_ world: inout DynamicWorld) {
    var group = RigidWorld.Group()
    group.bodies = items.compactMap { world.index(of: $0) }
    group.collidesBodies = collisionMode.contains(.items)
    if collisionMode.contains(.boundaries) {
      if translatesReferenceBoundsIntoBoundary, let bounds = dynamicAnimator?.referenceBounds {
        group.walls += walls(UIBezierPath(rect: bounds.inset(by: insets ?? .zero)).cgPath, -1)
      }
      for (index, boundary) in boundaries.enumerated() {
        group.walls += walls(boundary.path.cgPath, index)
      }
    }
    world.add(group, of: self)
  }

  private func walls(_ path: CGPath, _ boundary: Int) -> [RigidWorld.Wall] {
    path.flatSegments.map { RigidWorld.Wall(shape: .segment($0, $1), boundary: boundary) }
  }

  override func report(_ touches: [DynamicWorld.Touch]) {
    let before = touching
    let now = touches.map { touch -> (any UIDynamicItem, Partner, CGPoint) in
      if let other = touch.other { return (touch.item, .item(other), touch.place) }
      let isKnown = boundaries.indices.contains(touch.boundary)
      return (
        touch.item, .boundary(isKnown ? boundaries[touch.boundary].identifier : nil), touch.place
      )
    }
    touching = now.map { ($0.0, $0.1) }
    guard let collisionDelegate else { return }
    for (item, partner, place) in now
    where !before.contains(where: { $0.item === item && $0.other.isSame(partner) }) {
      switch partner {
      case .item(let other):
        collisionDelegate.collisionBehavior(
          self, beganContactFor: item, with: other, at: place)
      case .boundary(let identifier):
        collisionDelegate.collisionBehavior(
          self, beganContactFor: item, withBoundaryIdentifier: identifier, at: place)
      }
    }
    for (item, partner) in before
    where !now.contains(where: { $0.0 === item && $0.1.isSame(partner) }) {
      switch partner {
      case .item(let other):
        collisionDelegate.collisionBehavior(self, endedContactFor: item, with: other)
      case .boundary(let identifier):
        collisionDelegate.collisionBehavior(
          self, endedContactFor: item, withBoundaryIdentifier: identifier)
      }
    }
  }
}

extension CGPath {
  /// The lines of the path, curves as lines within a quarter of a point. Lines without a length, and places that are
  /// not finite, are left out.
  var flatSegments: [(SIMD2<Double>, SIMD2<Double>)] {
    var segments: [(SIMD2<Double>, SIMD2<Double>)] = []
    var (start, current) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    func line(to point: SIMD2<Double>) {
      if (point - current).length > 1e-6, (point + current).length.isFinite {
        segments.append((current, point))
      }
      current = point
    }
    flattened(threshold: 0.25).applyWithBlock { element in
      switch element.pointee.type {
      case .moveToPoint:
        start = SIMD2(element.pointee.points[0])
        current = start
      case .closeSubpath: line(to: start)
      default: line(to: SIMD2(element.pointee.points[0]))
      }
    }
    return segments
  }

  /// The ends of the path's lines.
  var flatPoints: [SIMD2<Double>] { flatSegments.flatMap { [$0.0, $0.1] } }
}

/// Identifiers of boundaries, menus and the like are `NSCopying`. As on Apple's systems a string is one: `"floor" as
/// NSCopying`; and what comes back is a string, as `identifier as? String`.
extension String: @retroactive NSCopying {
  /// Returns the string as an object.
  public func copy(with zone: NSZone? = nil) -> Any { NSString(string: self) }
}
