// CAGradientLayer.swift
// A layer that fills its bounds with a gradient (semantics 12).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// How the colours of a gradient layer spread.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The type's name.
  public let rawValue: String
  /// Creates a type; an unknown name acts as ``axial``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Along the line from the start point to the end point. The default.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// Outwards from the start point, in ellipses; the end point is the corner of the box around the
  /// quarter of the last one.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// Around the start point, beginning in the direction of the end point.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// A layer that draws a gradient over its background, in the shape of its rounded bounds.
///
/// Colours are interpolated unpremultiplied: from clear black to white there is grey between.
///
/// Source: Apple's `CAGradientLayer`; semantics 12.
open class CAGradientLayer: CALayer {
  /// Creates a layer without colours.
  public override init() {
    super.init()
    values.subclass = .gradient(GradientValues())
  }

  /// Creates the copy that presents a layer; used by the system alone.
  public override init(layer: Any) {
    super.init(layer: layer)
    if values.kind != .gradient { values.subclass = .gradient(GradientValues()) }
  }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .gradient(GradientValues())
  }

  /// The colours, each a `CGColor`; nil draws nothing. Default nil; animatable.
  ///
  /// What is not a colour is refused: the layer keeps the colours it had.
  open var colors: [Any]? {
    get { values.gradient.colors }
    set {
      let new = newValue.map { AnimatableValue($0).colors }
      if case .some(nil) = new { return }
      change(.colors, \.gradient.colors, new ?? nil)
    }
  }

  /// Where each colour stands, 0...1 ascending; nil spreads them evenly. Default nil; animatable.
  open var locations: [NSNumber]? {
    get { values.gradient.locations?.map { NSNumber(value: $0) } }
    set { change(.locations, \.gradient.locations, newValue?.map(\.doubleValue)) }
  }

  /// Where the first colour stands, in fractions of the bounds. Default (0.5, 0); animatable.
  open var startPoint: CGPoint {
    get { values.gradient.startPoint }
    set {
      let point = CGPoint(x: finite(newValue.x, .startPoint), y: finite(newValue.y, .startPoint))
      change(.startPoint, \.gradient.startPoint, point)
    }
  }

  /// Where the last colour stands, in fractions of the bounds. Default (0.5, 1); animatable.
  open var endPoint: CGPoint {
    get { values.gradient.endPoint }
    set {
      let point = CGPoint(x: finite(newValue.x, .endPoint), y: finite(newValue.y, .endPoint))
      change(.endPoint, \.gradient.endPoint, point)
    }
  }

  /// How the colours spread. Default axial.
  open var type: CAGradientLayerType {
    get { values.gradient.type }
    set { change(.gradientType, \.gradient.type, newValue) }
  }

  override func storeOwn(_ value: AnimatableValue, in property: LayerProperty) {
    switch property {
    case .colors: colors = value.colors
    case .locations: locations = value.numbers?.map { NSNumber(value: $0) }
    case .startPoint: startPoint = value.point
    case .endPoint: endPoint = value.point
    case .gradientType: type = value.name(CAGradientLayerType.self) ?? type
    default: super.storeOwn(value, in: property)
    }
  }
}
