// CAGradientLayer.swift
// A layer that fills its bounds with a gradient.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// The shape of a gradient.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The type's name.
  public let rawValue: String
  /// Creates a type; an unknown name acts as ``axial``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Along the line from the start point to the end point. The default.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// In ellipses around the start point. The end point is the corner of the box around a quarter of the
  /// last ellipse.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// By angle around the start point, from the direction of the end point.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// A layer that draws a gradient over its background, in its rounded bounds.
///
/// Colours are interpolated without premultiplied alpha: between clear black and white they are grey.
///
/// Source: Apple's `CAGradientLayer`.
open class CAGradientLayer: CALayer {
  /// Creates a layer without colours.
  public override init() {
    super.init()
    values.subclass = .gradient(GradientValues())
  }

  /// Creates the presentation copy of a layer; called by the system only.
  public override init(layer: Any) {
    super.init(layer: layer)
    if values.kind != .gradient { values.subclass = .gradient(GradientValues()) }
  }

  /// Creates a layer without colours. Layers are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .gradient(GradientValues())
  }

  /// The colours, each a `CGColor`; nil draws nothing. Default nil; animatable.
  ///
  /// An array with an element that is not a colour is ignored.
  open var colors: [Any]? {
    get { values.gradient.colors }
    set {
      let new = newValue.map { AnimatableValue($0).colors }
      if case .some(nil) = new { return }
      change(.colors, \.gradient.colors, new ?? nil)
    }
  }

  /// The position of each colour, 0...1 ascending; nil spreads them evenly. Default nil; animatable.
  open var locations: [NSNumber]? {
    get { values.gradient.locations?.map { NSNumber(value: $0) } }
    set {
      change(
        .locations, \.gradient.locations, finite(newValue?.map(\.doubleValue), .locations))
    }
  }

  /// The position of the first colour, in fractions of the bounds. Default (0.5, 0); animatable.
  open var startPoint: CGPoint {
    get { values.gradient.startPoint }
    set { change(.startPoint, \.gradient.startPoint, finite(newValue, .startPoint)) }
  }

  /// The position of the last colour, in fractions of the bounds. Default (0.5, 1); animatable.
  open var endPoint: CGPoint {
    get { values.gradient.endPoint }
    set { change(.endPoint, \.gradient.endPoint, finite(newValue, .endPoint)) }
  }

  /// The shape of the gradient. Default axial.
  open var type: CAGradientLayerType {
    get { values.gradient.type }
    set { change(.gradientType, \.gradient.type, newValue) }
  }

  /// ``colors`` by their type, for the table of properties.
  final var cgColors: [CGColor]? {
    get { colors as? [CGColor] }
    set { colors = newValue }
  }

  /// ``locations`` as plain numbers, for the table of properties.
  final var colorLocations: [Double]? {
    get { locations?.map(\.doubleValue) }
    set { locations = newValue?.map { NSNumber(value: $0) } }
  }
}
