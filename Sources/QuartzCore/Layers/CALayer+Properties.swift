// CALayer+Properties.swift
// Setting stock properties, and converting times between layers.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
import Foundation
import Synchronization

extension CALayer {
  /// Stores a property's new value: searches and runs its action before, marks the layer for the commit
  /// after. Returns false if the value was equal.
  ///
  /// Always inlined, so that the key path becomes a direct access.
  @inline(__always) @discardableResult
  final func change<Value: Equatable>(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, Value>, _ new: Value
  ) -> Bool {
    guard values[keyPath: path] != new else { return false }
    willChange(property)
    values[keyPath: path] = new
    didChange(property)
    return true
  }

  // MARK: Checks

  final func finite(_ value: CGFloat, _ property: LayerProperty) -> CGFloat {
    trap(unless: value.isFinite, "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  /// A number as a scale: 1, with a report, if it is none.
  final func positive(_ value: CGFloat, _ key: String) -> CGFloat {
    if value > 0 && value.isFinite { return value }
    Diagnostics.reportOnce("\(label) \(key)", "\(label): \(key) cannot be \(value); it is 1")
    return 1
  }

  @inline(__always)
  final func finite(_ value: CGPoint, _ property: LayerProperty) -> CGPoint {
    trap(
      unless: value.x.isFinite && value.y.isFinite,
      "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  final func finite(_ value: CGSize, _ property: LayerProperty) -> CGSize {
    trap(
      unless: value.width.isFinite && value.height.isFinite,
      "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  @inline(__always)
  final func finite(_ value: CGRect, _ property: LayerProperty) -> CGRect {
    trap(unless: value.isFinite, "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  @inline(__always)
  final func finite(_ value: CATransform3D, _ property: LayerProperty) -> CATransform3D {
    trap(unless: value.isFinite, "\(label): \(property.key) must be finite, not \(value)")
    return value
  }

  // MARK: Properties in another form

  /// ``contents`` as the table of properties has them.
  final var anyContents: AnyContents {
    get { AnyContents(any: contents) }
    set { contents = newValue.any }
  }

  /// Returns the transform as an affine one; the identity if it is not affine.
  public func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? transform.affine : .identity
  }

  /// Sets the transform to an affine one.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3D(m) }
}

// MARK: - Timing

extension CALayer {
  /// Changes the layer's timing, which is never animated.
  final func changeTiming(_ change: (inout MediaTiming) -> Void) {
    changeExtras("timing") { change(&$0.timing) }
    if timing.map != .identity { Self.hasOwnTimes.store(true, ordering: .relaxed) }
    context?.mark(self, .values)
  }

  /// Whether any layer ever had a time of its own. Until then every layer's time is the clock's, and a
  /// conversion need not visit the superlayers.
  private static let hasOwnTimes = Atomic(false)

  /// The time mappings from the clock to this layer, outermost first.
  private var timeMappings: [TimeMapping] {
    guard Self.hasOwnTimes.load(ordering: .relaxed) else { return [] }
    // Few layers have a time of their own.
    var maps: [TimeMapping] = []
    var current: CALayer? = self
    while let layer = current {
      let map = layer.timing.map
      if map != .identity { maps.append(map) }
      current = layer.superlayer
    }
    return maps.reversed()
  }

  /// Converts a time of the clock to the layer's, through every superlayer's.
  package func localTime(at time: CFTimeInterval) -> CFTimeInterval {
    timeMappings.reduce(time) { $1.localTime(forParentTime: $0) }
  }

  /// Converts a time of another layer to this layer's. A layer that has a begin of its own has time 0 before it.
  func time(_ t: CFTimeInterval, from other: CALayer?) -> CFTimeInterval {
    timeMappings.reduce(other?.convertTime(t, to: nil) ?? t) { time, map in
      map.beginTime != 0 && time < map.beginTime ? 0 : map.localTime(forParentTime: time)
    }
  }

  /// Converts a time of this layer to another layer's. Nil is the clock's time.
  func time(of t: CFTimeInterval, in other: CALayer?) -> CFTimeInterval {
    var time = t
    var current: CALayer? = Self.hasOwnTimes.load(ordering: .relaxed) ? self : nil
    while let layer = current {
      // A paused layer's time has no inverse; its superlayer's is 0 then.
      time = layer.timing.map.parentTime(forLocalTime: time)
      current = layer.superlayer
    }
    return other?.convertTime(time, from: nil) ?? time
  }
}
