// CAConstraint.swift
// A linear relation between the frames of two layers.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A number of a layer's frame.
public enum CAConstraintAttribute: Int32, Sendable {
  /// The left edge.
  case minX
  /// The middle between left and right.
  case midX
  /// The right edge.
  case maxX
  /// The width.
  case width
  /// The edge of the lower y.
  case minY
  /// The middle between the edges in y.
  case midY
  /// The edge of the higher y.
  case maxY
  /// The height.
  case height
}

/// A constraint: a number of a layer's frame is a number of another layer's, times a scale, plus an
/// offset.
///
///     label.addConstraint(
///       CAConstraint(attribute: .minX, relativeTo: "icon", attribute: .maxX, offset: 8))
///
/// The other layer is a sibling, by its name, or "superlayer", of which the bounds are used.
///
/// Source: Apple's `CAConstraint`.
open class CAConstraint: NSObject {
  /// The constrained number.
  open private(set) var attribute: CAConstraintAttribute
  /// The name of the other layer, or "superlayer".
  open private(set) var sourceName: String
  /// The number of the other layer.
  open private(set) var sourceAttribute: CAConstraintAttribute
  /// The factor of that number. Default 1.
  open private(set) var scale: CGFloat
  /// Added to the product, in points. Default 0.
  open private(set) var offset: CGFloat

  /// Creates a constraint.
  public init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute, scale m: CGFloat, offset c: CGFloat
  ) {
    (attribute, sourceName, sourceAttribute, scale, offset) = (attr, srcId, srcAttr, m, c)
  }

  /// Creates a constraint with scale 1.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute, offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Creates a constraint with scale 1 and offset 0.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String,
    attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }
}

extension CALayer {
}
