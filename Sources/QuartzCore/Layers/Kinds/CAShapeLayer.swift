// CAShapeLayer.swift
// A layer that fills and strokes a path between its contents and its sublayers (semantics 12).
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// Which points a shape layer's path holds inside.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// The rule's name.
  public let rawValue: String
  /// Creates a rule; an unknown name acts as ``nonZero``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Inside where the path winds around a point a number of times that is not zero. The default.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// Inside where it winds an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// How a shape layer's line ends.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// The cap's name.
  public let rawValue: String
  /// Creates a cap; an unknown name acts as ``butt``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// At the end point. The default.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// In a half circle around the end point.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// Half of the line's width beyond the end point.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// How two segments of a shape layer's line meet.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// The join's name.
  public let rawValue: String
  /// Creates a join; an unknown name acts as ``miter``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// In a point, up to the miter limit. The default.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// In an arc.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// With the corner cut off.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A layer that draws a path: filled, then stroked, over its contents and beneath its sublayers.
///
/// The path is in the layer's space and is not cut off at the bounds. Every property but the rules and
/// names is animatable; a change of ``path`` is never animated by itself, only by an animation that is
/// added for it.
///
///     let ring = CAShapeLayer()
///     ring.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 80, height: 80), transform: nil)
///     ring.fillColor = nil
///     ring.strokeColor = UIColor.systemBlue.cgColor
///     let draw = CABasicAnimation(keyPath: "strokeEnd")
///     draw.fromValue = 0
///     ring.add(draw, forKey: nil)
///
/// Source: Apple's `CAShapeLayer`; semantics 12.
open class CAShapeLayer: CALayer {
  /// Creates a layer without a path.
  public override init() {
    super.init()
    values.subclass = .shape(ShapeValues())
  }

  /// Creates the copy that presents a layer; used by the system alone.
  public override init(layer: Any) {
    super.init(layer: layer)
    if values.kind != .shape { values.subclass = .shape(ShapeValues()) }
  }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .shape(ShapeValues())
  }

  /// What is drawn, in the layer's space. Default nil; animatable, though not by itself.
  ///
  /// Paths of the same elements are blended point by point; others change at once (semantics 5).
  open var path: CGPath? {
    get { values.shape.path }
    // A mutable path may be changed by its owner afterwards; the layer keeps what it is now.
    set { change(.path, \.shape.path, newValue?.copy()) }
  }

  /// The colour that fills the path; nil fills nothing. Default opaque black; animatable.
  open var fillColor: CGColor? {
    get { values.shape.fillColor }
    set { change(.fillColor, \.shape.fillColor, newValue) }
  }

  /// Which points are inside. Default non-zero.
  open var fillRule: CAShapeLayerFillRule {
    get { values.shape.fillRule }
    set { change(.fillRule, \.shape.fillRule, newValue) }
  }

  /// The colour of the line; nil draws none. Default nil; animatable.
  open var strokeColor: CGColor? {
    get { values.shape.strokeColor }
    set { change(.strokeColor, \.shape.strokeColor, newValue) }
  }

  /// Where the line begins, in fractions of the path's length. Default 0; animatable.
  ///
  /// Values outside of 0...1 are kept and clamped when drawn; from ``strokeEnd`` on there is no line.
  open var strokeStart: CGFloat {
    get { values.shape.strokeStart }
    set { change(.strokeStart, \.shape.strokeStart, finite(newValue, .strokeStart)) }
  }

  /// Where the line ends, in fractions of the path's length. Default 1; animatable.
  open var strokeEnd: CGFloat {
    get { values.shape.strokeEnd }
    set { change(.strokeEnd, \.shape.strokeEnd, finite(newValue, .strokeEnd)) }
  }

  /// The width of the line, in points. Default 1; animatable.
  open var lineWidth: CGFloat {
    get { values.shape.lineWidth }
    set { change(.lineWidth, \.shape.lineWidth, finite(newValue, .lineWidth)) }
  }

  /// How long a miter may be, in line widths, before it becomes a bevel. Default 10; animatable.
  open var miterLimit: CGFloat {
    get { values.shape.miterLimit }
    set { change(.miterLimit, \.shape.miterLimit, finite(newValue, .miterLimit)) }
  }

  /// How the line ends. Default butt.
  open var lineCap: CAShapeLayerLineCap {
    get { values.shape.lineCap }
    set { change(.lineCap, \.shape.lineCap, newValue) }
  }

  /// How the line's segments meet. Default miter.
  open var lineJoin: CAShapeLayerLineJoin {
    get { values.shape.lineJoin }
    set { change(.lineJoin, \.shape.lineJoin, newValue) }
  }

  /// How far into the dash pattern the line begins, in points. Default 0; animatable.
  open var lineDashPhase: CGFloat {
    get { values.shape.lineDashPhase }
    set { change(.lineDashPhase, \.shape.lineDashPhase, finite(newValue, .lineDashPhase)) }
  }

  /// Lengths of dashes and gaps in turn, in points; nil for a whole line. Default nil.
  ///
  /// A pattern with a negative number, or of zeros alone, draws a whole line.
  open var lineDashPattern: [NSNumber]? {
    get { values.shape.lineDashPattern?.map { NSNumber(value: $0) } }
    set { change(.lineDashPattern, \.shape.lineDashPattern, newValue?.map(\.doubleValue)) }
  }

  override func storeOwn(_ value: AnimatableValue, in property: LayerProperty) {
    switch property {
    case .path: if case .path(let new) = value { path = new } else { path = nil }
    case .fillColor: fillColor = value.color
    case .fillRule: fillRule = value.name(CAShapeLayerFillRule.self) ?? fillRule
    case .strokeColor: strokeColor = value.color
    case .strokeStart: strokeStart = value.number
    case .strokeEnd: strokeEnd = value.number
    case .lineWidth: lineWidth = value.number
    case .miterLimit: miterLimit = value.number
    case .lineCap: lineCap = value.name(CAShapeLayerLineCap.self) ?? lineCap
    case .lineJoin: lineJoin = value.name(CAShapeLayerLineJoin.self) ?? lineJoin
    case .lineDashPhase: lineDashPhase = value.number
    case .lineDashPattern: lineDashPattern = value.numbers?.map { NSNumber(value: $0) }
    default: super.storeOwn(value, in: property)
    }
  }
}
