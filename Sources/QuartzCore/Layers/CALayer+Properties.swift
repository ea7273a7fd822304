// CALayer+Properties.swift
// The stock properties that subclasses rarely override, each a row of LayerProperty.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

extension CALayer {
  /// Stores a value between the search for its action and the commit's mark. Always inlined, so that no
  /// key path is walked when it runs.
  @inline(__always)
  final func change<Value: Equatable>(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, Value>, _ new: Value
  ) {
    guard values[keyPath: path] != new else { return }
    willChange(property)
    values[keyPath: path] = new
    didChange(property)
  }

  final func finite(_ value: CGFloat, _ property: LayerProperty) -> CGFloat {
    precondition(value.isFinite, "\(property.key) must be finite, not \(value)")
    return value
  }

  /// Distance towards the viewer, in points; orders siblings. Default 0; animatable.
  public var zPosition: CGFloat {
    get { values.zPosition }
    set { change(.zPosition, \.zPosition, finite(newValue, .zPosition)) }
  }

  /// The point of the bounds, 0...1 of its size, that lies at ``position``. Default the middle.
  public var anchorPoint: CGPoint {
    get { values.anchorPoint }
    set {
      let point = CGPoint(x: finite(newValue.x, .anchorPoint), y: finite(newValue.y, .anchorPoint))
      change(.anchorPoint, \.anchorPoint, point)
    }
  }

  /// The anchor's distance in z, in points. Default 0; animatable.
  public var anchorPointZ: CGFloat {
    get { values.anchorPointZ }
    set { change(.anchorPointZ, \.anchorPointZ, finite(newValue, .anchorPointZ)) }
  }

  /// A transform for all sublayers, about this layer's anchor point. Default identity; animatable.
  public var sublayerTransform: CATransform3D {
    get { values.sublayerTransform }
    set {
      precondition(newValue.isFinite, "sublayerTransform must be finite, not \(newValue)")
      change(.sublayerTransform, \.sublayerTransform, newValue)
    }
  }

  /// The width of the border inside the bounds, in points. Default 0; animatable.
  public var borderWidth: CGFloat {
    get { values.borderWidth }
    set { change(.borderWidth, \.borderWidth, finite(newValue, .borderWidth)) }
  }

  /// The border's colour. Default opaque black; animatable.
  public var borderColor: CGColor? {
    get { values.borderColor }
    set { change(.borderColor, \.borderColor, newValue) }
  }

  /// The shadow's colour. Default opaque black; animatable.
  public var shadowColor: CGColor? {
    get { values.shadowColor }
    set { change(.shadowColor, \.shadowColor, newValue) }
  }

  /// The shadow's opacity, 0...1. Default 0; animatable.
  public var shadowOpacity: Float {
    get { Float(values.shadowOpacity) }
    set { change(.shadowOpacity, \.shadowOpacity, newValue.isNaN ? 0 : Double(newValue)) }
  }

  /// How far the shadow is moved, in points. Default (0, -3); animatable.
  public var shadowOffset: CGSize {
    get { values.shadowOffset }
    set {
      let size = CGSize(
        width: finite(newValue.width, .shadowOffset), height: finite(newValue.height, .shadowOffset)
      )
      change(.shadowOffset, \.shadowOffset, size)
    }
  }

  /// The standard deviation of the shadow's blur, in points. Default 3; animatable.
  public var shadowRadius: CGFloat {
    get { values.shadowRadius }
    set { change(.shadowRadius, \.shadowRadius, finite(newValue, .shadowRadius)) }
  }

  /// What casts the shadow instead of the layer's look. Default nil; animatable.
  public var shadowPath: CGPath? {
    get { values.shadowPath }
    set { change(.shadowPath, \.shadowPath, newValue) }
  }

  /// The part of the contents to show, in fractions of them. Default all; animatable.
  public var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      precondition(newValue.isFinite, "contentsRect must be finite, not \(newValue)")
      change(.contentsRect, \.contentsRect, newValue)
    }
  }

  /// The part of the contents that stretches, in fractions of them. Default all; animatable.
  public var contentsCenter: CGRect {
    get { values.contentsCenter }
    set {
      precondition(newValue.isFinite, "contentsCenter must be finite, not \(newValue)")
      change(.contentsCenter, \.contentsCenter, newValue)
    }
  }

  /// Pixels of the contents per point. Default 1; animatable.
  ///
  /// - Precondition: Positive and finite.
  public var contentsScale: CGFloat {
    get { values.contentsScale }
    set {
      precondition(
        newValue > 0 && newValue.isFinite, "contentsScale must be positive, not \(newValue)")
      change(.contentsScale, \.contentsScale, newValue)
    }
  }

  /// How the contents are fitted into the bounds. Default resize.
  public var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { change(.contentsGravity, \.contentsGravity, newValue) }
  }

  /// How contents are filtered when they shrink. Default linear.
  public var minificationFilter: CALayerContentsFilter {
    get { values.minificationFilter }
    set { change(.minificationFilter, \.minificationFilter, newValue) }
  }

  /// How contents are filtered when they grow. Default linear.
  public var magnificationFilter: CALayerContentsFilter {
    get { values.magnificationFilter }
    set { change(.magnificationFilter, \.magnificationFilter, newValue) }
  }

  /// The corners that are rounded. Default all four.
  public var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { change(.maskedCorners, \.maskedCorners, newValue) }
  }

  /// Whether the layer shows when it faces away. Default true.
  public var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set { change(.doubleSided, \.isDoubleSided, newValue) }
  }

  /// Whether sublayers are placed with y mirrored about the bounds. Default false.
  public var isGeometryFlipped: Bool {
    get { values.isGeometryFlipped }
    set { change(.geometryFlipped, \.isGeometryFlipped, newValue) }
  }

  /// Whether opacity fades the layer and its sublayers as one picture. Default true.
  public var allowsGroupOpacity: Bool {
    get { values.allowsGroupOpacity }
    set { change(.allowsGroupOpacity, \.allowsGroupOpacity, newValue) }
  }

  /// Whether the layer is drawn into a bitmap first. Default false.
  public var shouldRasterize: Bool {
    get { values.shouldRasterize }
    set { change(.shouldRasterize, \.shouldRasterize, newValue) }
  }

  /// Pixels per point of that bitmap. Default 1; animatable.
  public var rasterizationScale: CGFloat {
    get { values.rasterizationScale }
    set { change(.rasterizationScale, \.rasterizationScale, finite(newValue, .rasterizationScale)) }
  }

  /// A promise that the contents are opaque. Default false.
  public var isOpaque: Bool {
    get { values.isOpaque }
    set { change(.opaque, \.isOpaque, newValue) }
  }

  /// Returns the transform as an affine one.
  public func affineTransform() -> CGAffineTransform { transform.affine }

  /// Sets the transform to an affine one.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3D(m) }
}

// MARK: - Timing

extension CALayer {
  /// Changes the layer's own time; never animated.
  private func changeTiming(_ change: (inout MediaTiming) -> Void) {
    refuseOnPresentation("timing")
    change(&timing)
    context?.mark(self, .values)
  }

  /// When the layer's time begins, in its superlayer's. Default 0.
  public var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming { $0.beginTime = MediaTiming.checked(newValue, "beginTime") } }
  }
  /// The layer's active duration. Default infinite.
  public var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming { $0.duration = newValue } }
  }
  /// Seconds of the layer's time per second of its superlayer's. Default 1.
  public var speed: Float {
    get { timing.speed }
    set { changeTiming { $0.speed = Float(MediaTiming.checked(Double(newValue), "speed")) } }
  }
  /// The layer's time at ``beginTime``. Default 0.
  public var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming { $0.timeOffset = MediaTiming.checked(newValue, "timeOffset") } }
  }
  /// Kept, without an effect on a layer. Default 0.
  public var repeatCount: Float {
    get { timing.repeatCount }
    set { changeTiming { $0.repeatCount = newValue } }
  }
  /// Kept, without an effect on a layer. Default 0.
  public var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { changeTiming { $0.repeatDuration = newValue } }
  }
  /// Kept, without an effect on a layer. Default false.
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming { $0.autoreverses = newValue } }
  }
  /// Kept, without an effect on a layer. Default removed.
  public var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { changeTiming { $0.fillMode = newValue } }
  }

  /// Converts a time from another layer's, or with nil the clock's, to this layer's (semantics 1.11).
  public func convertTime(_ t: CFTimeInterval, from other: CALayer?) -> CFTimeInterval {
    localTime(at: other?.convertTime(t, to: nil) ?? t)
  }

  /// The layer's time at a time of the clock, through every superlayer's.
  private func localTime(at time: CFTimeInterval) -> CFTimeInterval {
    timing.map.localTime(forParentTime: superlayer?.localTime(at: time) ?? time)
  }

  /// Converts a time of this layer to another layer's, or with nil to the clock's.
  public func convertTime(_ t: CFTimeInterval, to other: CALayer?) -> CFTimeInterval {
    var time = t
    var current: CALayer? = self
    while let layer = current {
      // Where time stands still there is no way back; the answer is 0.
      if layer.timing.speed == 0 {
        time = 0
        break
      }
      time = layer.timing.map.parentTime(forLocalTime: time)
      current = layer.superlayer
    }
    return other?.convertTime(time, from: nil) ?? time
  }
}
