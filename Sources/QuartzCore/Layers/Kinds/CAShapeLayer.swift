// CAShapeLayer.swift
// A layer that fills and strokes a path between its contents and its sublayers.
//
// This folder: the subclasses of `CALayer`, with the types of their properties.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// The rule for which points are inside a shape layer's path.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// The rule's name.
  public let rawValue: String
  /// Creates a rule; an unknown name acts as ``nonZero``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Points around which the path winds a nonzero number of times. The default.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// Points around which the path winds an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The shape of the ends of a shape layer's stroke.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// The cap's name.
  public let rawValue: String
  /// Creates a cap; an unknown name acts as ``butt``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// At the end point. The default.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// A half circle around the end point.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// Square, half of the line width beyond the end point.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The shape of the corners of a shape layer's stroke.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// The join's name.
  public let rawValue: String
  /// Creates a join; an unknown name acts as ``miter``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A point, up to the miter limit. The default.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// An arc.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// The corner is cut off.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A layer that draws a path: filled, then stroked, over its contents and beneath its sublayers.
///
/// The path is in the layer's space and is not clipped to the bounds. Every property but the rules and
/// names is animatable; a change of ``path`` has no implicit animation.
///
///     let ring = CAShapeLayer()
///     ring.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 80, height: 80), transform: nil)
///     ring.fillColor = nil
///     ring.strokeColor = UIColor.systemBlue.cgColor
///     let draw = CABasicAnimation(keyPath: "strokeEnd")
///     draw.fromValue = 0
///     ring.add(draw, forKey: nil)
///
/// Source: Apple's `CAShapeLayer`.
open class CAShapeLayer: CALayer {
  /// Creates a layer without a path.
  public override init() {
    super.init()
    values.subclass = .shape(ShapeValues())
  }

  /// Creates the presentation copy of a layer; called by the system only.
  public override init(layer: Any) {
    super.init(layer: layer)
    if values.kind != .shape { values.subclass = .shape(ShapeValues()) }
  }

  /// Creates a layer without a path. Layers are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .shape(ShapeValues())
  }

  /// The path, in the layer's space. Default nil; animatable, but without an implicit animation.
  ///
  /// Paths of the same elements are interpolated point by point; others change at once.
  open var path: CGPath? {
    get { values.shape.path }
    // Copied, as the owner of a mutable path may change it afterwards.
    set { change(.path, \.shape.path, newValue?.copy()) }
  }

  /// The colour that fills the path; nil fills nothing. Default opaque black; animatable.
  open var fillColor: CGColor? {
    get { values.shape.fillColor }
    set { change(.fillColor, \.shape.fillColor, newValue) }
  }

  /// The rule for which points are filled. Default non-zero.
  open var fillRule: CAShapeLayerFillRule {
    get { values.shape.fillRule }
    set { change(.fillRule, \.shape.fillRule, newValue) }
  }

  /// The colour of the stroke; nil strokes nothing. Default nil; animatable.
  open var strokeColor: CGColor? {
    get { values.shape.strokeColor }
    set { change(.strokeColor, \.shape.strokeColor, newValue) }
  }

  /// The start of the stroke, in fractions of the path's length. Default 0; animatable.
  ///
  /// Values outside of 0...1 are stored, and clamped when drawn; nothing is stroked from ``strokeEnd`` on.
  open var strokeStart: CGFloat {
    get { values.shape.strokeStart }
    set { change(.strokeStart, \.shape.strokeStart, finite(newValue, .strokeStart)) }
  }

  /// The end of the stroke, in fractions of the path's length. Default 1; animatable.
  open var strokeEnd: CGFloat {
    get { values.shape.strokeEnd }
    set { change(.strokeEnd, \.shape.strokeEnd, finite(newValue, .strokeEnd)) }
  }

  /// The width of the stroke, in points. Default 1; animatable.
  open var lineWidth: CGFloat {
    get { values.shape.lineWidth }
    set { change(.lineWidth, \.shape.lineWidth, finite(newValue, .lineWidth)) }
  }

  /// The maximum length of a miter, in line widths; longer ones become bevels. Default 10; animatable.
  open var miterLimit: CGFloat {
    get { values.shape.miterLimit }
    set { change(.miterLimit, \.shape.miterLimit, finite(newValue, .miterLimit)) }
  }

  /// The shape of the ends of the stroke. Default butt.
  open var lineCap: CAShapeLayerLineCap {
    get { values.shape.lineCap }
    set { change(.lineCap, \.shape.lineCap, newValue) }
  }

  /// The shape of the corners of the stroke. Default miter.
  open var lineJoin: CAShapeLayerLineJoin {
    get { values.shape.lineJoin }
    set { change(.lineJoin, \.shape.lineJoin, newValue) }
  }

  /// The offset into the dash pattern at the start, in points. Default 0; animatable.
  open var lineDashPhase: CGFloat {
    get { values.shape.lineDashPhase }
    set { change(.lineDashPhase, \.shape.lineDashPhase, finite(newValue, .lineDashPhase)) }
  }

  /// The lengths of alternating dashes and gaps, in points; nil is a solid line. Default nil.
  ///
  /// A pattern with a negative number, or of zeros only, draws a solid line.
  open var lineDashPattern: [NSNumber]? {
    get { values.shape.lineDashPattern?.map { NSNumber(value: $0) } }
    set {
      change(
        .lineDashPattern, \.shape.lineDashPattern,
        finite(newValue?.map(\.doubleValue), .lineDashPattern))
    }
  }

  /// ``lineDashPattern`` as plain numbers, for the table of properties.
  final var dashLengths: [Double]? {
    get { lineDashPattern?.map(\.doubleValue) }
    set { lineDashPattern = newValue?.map { NSNumber(value: $0) } }
  }
}
