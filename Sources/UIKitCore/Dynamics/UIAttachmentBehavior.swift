// UIAttachmentBehavior.swift
// What ties an item to a point or to another item.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A range of values, in points or radians.
///
/// Source: Apple's `UIFloatRange`.
public struct UIFloatRange: Hashable, Sendable {
  /// The least value.
  public var minimum: CGFloat
  /// The greatest value.
  public var maximum: CGFloat

  /// The range from 0 to 0.
  public static let zero = UIFloatRange()
  /// The range of all values.
  public static let infinite = UIFloatRange(minimum: -.infinity, maximum: .infinity)

  /// Creates a range. Both default to 0.
  public init(minimum: CGFloat = 0, maximum: CGFloat = 0) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether both ends are infinite.
  public var isInfinite: Bool { minimum == -.infinity && maximum == .infinity }
}

/// Ties an item to a point in the reference view, or to another item.
///
/// Source: Apple's `UIAttachmentBehavior`.
open class UIAttachmentBehavior: UIDynamicBehavior {
  /// What an item is attached to.
  public enum AttachmentType: Int, Sendable {
    /// Another item.
    case items
    /// A point.
    case anchor
  }

  /// How the two are tied.
  private enum Tie {
    case distance, limit, fixed, pin
    case slide(CGVector)
  }

  /// The items: one or two.
  open private(set) var items: [any UIDynamicItem]
  /// What the first item is attached to.
  open private(set) var attachedBehaviorType: AttachmentType
  /// The point, in the reference view's coordinates, of an attachment to one. It may move while the animator runs.
  open var anchorPoint: CGPoint { didSet { changed() } }
  /// The distance that is kept, in points; of a limit the greatest. Default the one at the beginning. At least 0.
  open var length: CGFloat { didSet { changed() } }
  /// How little a spring swings: 0 much, 1 not at all. Default 0.
  open var damping: CGFloat = 0 { didSet { changed() } }
  /// The spring's oscillations per second; 0, the default, is a rigid tie.
  open var frequency: CGFloat = 0 { didSet { changed() } }
  /// What turning about a pin must overcome. Default 0, nothing.
  open var frictionTorque: CGFloat = 0 { didSet { changed() } }
  /// The angles of a pin, in radians, or the places along a slide, in points, relative to those at the beginning.
  /// Default all.
  open var attachmentRange = UIFloatRange.infinite { didSet { changed() } }
  private var tie = Tie.distance
  /// The points of the items, from their centres as they would be without a turn.
  private let offsets: [UIOffset]
  /// The angle between the items when the attachment began; nil before.
  private var restAngle: Double?

  /// Ties the centre of an item to a point.
  public convenience init(item: any UIDynamicItem, attachedToAnchor point: CGPoint) {
    self.init(item: item, offsetFromCenter: .zero, attachedToAnchor: point)
  }

  /// Ties a point of an item, in points from its centre, to a point.
  public init(
    item: any UIDynamicItem, offsetFromCenter offset: UIOffset, attachedToAnchor point: CGPoint
  ) {
    (items, offsets, anchorPoint) = ([item], [offset], point)
    attachedBehaviorType = .anchor
    length = CGFloat((item.place(of: offset) - SIMD2(point)).length)
    super.init()
  }

  /// Ties the centres of two items.
  public convenience init(item item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem) {
    self.init(item: item1, offsetFromCenter: .zero, attachedTo: item2, offsetFromCenter: .zero)
  }

  /// Ties a point of an item to a point of another, in points from their centres.
  public init(
    item item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset,
    attachedTo item2: any UIDynamicItem, offsetFromCenter offset2: UIOffset
  ) {
    (items, offsets, anchorPoint) = ([item1, item2], [offset1, offset2], .zero)
    attachedBehaviorType = .items
    length = CGFloat((item1.place(of: offset1) - item2.place(of: offset2)).length)
    super.init()
  }

  /// Lets an item slide relative to another along an axis, without a turn against it.
  ///
  /// - Parameters:
  ///   - item1: The item that slides.
  ///   - item2: The item to which the axis belongs.
  ///   - point: The place in the reference view where both are attached.
  ///   - axis: The direction in the reference view.
  open class func slidingAttachment(
    with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem,
    attachmentAnchor point: CGPoint, axisOfTranslation axis: CGVector
  ) -> UIAttachmentBehavior {
    make(.slide(axis), item1, item2, point)
  }

  /// Lets an item slide along an axis through a place of the reference view, without a turn.
  open class func slidingAttachment(
    with item: any UIDynamicItem, attachmentAnchor point: CGPoint, axisOfTranslation axis: CGVector
  ) -> UIAttachmentBehavior {
    let behavior = UIAttachmentBehavior(
      item: item, offsetFromCenter: item.offset(of: point), attachedToAnchor: point)
    behavior.tie = .slide(axis)
    return behavior
  }

  /// Keeps points of two items, in points from their centres, no further apart than they are.
  open class func limitAttachment(
    with item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset,
    attachedTo item2: any UIDynamicItem, offsetFromCenter offset2: UIOffset
  ) -> UIAttachmentBehavior {
    let behavior = UIAttachmentBehavior(
      item: item1, offsetFromCenter: offset1, attachedTo: item2, offsetFromCenter: offset2)
    behavior.tie = .limit
    return behavior
  }

  /// Joins two items at a place in the reference view, so that they move as one.
  open class func fixedAttachment(
    with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem,
    attachmentAnchor point: CGPoint
  ) -> UIAttachmentBehavior {
    make(.fixed, item1, item2, point)
  }

  /// Joins two items at a place in the reference view, about which they turn.
  open class func pinAttachment(
    with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem,
    attachmentAnchor point: CGPoint
  ) -> UIAttachmentBehavior {
    make(.pin, item1, item2, point)
  }

  private static func make(
    _ tie: Tie, _ item1: any UIDynamicItem, _ item2: any UIDynamicItem, _ point: CGPoint
  ) -> UIAttachmentBehavior {
    let behavior = UIAttachmentBehavior(
      item: item1, offsetFromCenter: item1.offset(of: point), attachedTo: item2,
      offsetFromCenter: item2.offset(of: point))
    behavior.tie = tie
    return behavior
  }

  override var actedItems: [any UIDynamicItem] { items }

  override func build(_ world: inout DynamicWorld) {
    guard let moved = world.index(of: items[0]), anchorPoint.x.isFinite, anchorPoint.y.isFinite
    else { return }
    let other = items.count > 1 ? world.index(of: items[1]) : nil
    let angle =
      world.world.bodies[moved].angle - (other.map { world.world.bodies[$0].angle } ?? 0)
    let rest = restAngle ?? angle
    restAngle = rest
    let distance = length.isFinite ? max(Double(length), 0) : 0
    let kind: RigidJoint.Kind =
      switch tie {
      case .distance: .distance(distance)
      case .limit: .rope(distance)
      case .fixed: .fixed(angle: rest)
      case .pin: .pin(angle: rest)
      case .slide(let axis): .slide(SIMD2(axis.finite), angle: rest)
      }
    var joint = RigidJoint(
      kind: kind, first: other ?? -1,
      firstArm: other != nil ? SIMD2(offsets[1]) : SIMD2(anchorPoint), second: moved,
      secondArm: SIMD2(offsets[0]))
    joint.frequency = frequency.isFinite ? min(max(Double(frequency), 0), 60) : 0
    joint.damping = damping.isFinite ? min(max(Double(damping), 0), 100) : 0
    joint.frictionTorque = frictionTorque.isFinite ? max(Double(frictionTorque), 0) : 0
    let (lower, upper) = (Double(attachmentRange.minimum), Double(attachmentRange.maximum))
    if lower <= upper { joint.range = lower...upper }
    world.world.joints.append(joint)
  }
}

extension UIDynamicItem {
  /// The cosine and sine of the item's turn.
  fileprivate var turn: SIMD2<Double> {
    let angle = atan2(Double(transform.b), Double(transform.a))
    return SIMD2(cos(angle), sin(angle))
  }

  /// The place in the reference view of a point of the item, given in points from its centre without a turn.
  fileprivate func place(of offset: UIOffset) -> SIMD2<Double> {
    SIMD2(center) + SIMD2<Double>(offset).turned(by: turn)
  }

  /// A place in the reference view, in points from the item's centre as it would be without a turn.
  fileprivate func offset(of point: CGPoint) -> UIOffset {
    let back = (SIMD2<Double>(point) - SIMD2(center)).turned(by: SIMD2(turn.x, -turn.y))
    return UIOffset(horizontal: CGFloat(back.x), vertical: CGFloat(back.y))
  }
}
