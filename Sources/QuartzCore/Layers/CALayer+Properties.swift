// CALayer+Properties.swift
// How stock properties are stored, and how a layer's time is told.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
import Foundation

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

  /// Returns the transform as an affine one.
  public func affineTransform() -> CGAffineTransform { transform.affine }

  /// Sets the transform to an affine one.
  public func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3D(m) }
}

// MARK: - Timing

extension CALayer {
  /// Changes the layer's own time; never animated.
  final func changeTiming(_ change: (inout MediaTiming) -> Void) {
    refuseOnPresentation("timing")
    change(&timing)
    context?.mark(self, .values)
  }

  /// The layer's time at a time of the clock, through every superlayer's.
  func localTime(at time: CFTimeInterval) -> CFTimeInterval {
    // Few layers have a time of their own.
    var maps: [TimeMapping] = []
    var current: CALayer? = self
    while let layer = current {
      let map = layer.timing.map
      if map != .identity { maps.append(map) }
      current = layer.superlayer
    }
    return maps.reversed().reduce(time) { $1.localTime(forParentTime: $0) }
  }

  /// A time of this layer as another layer's, or with nil as the clock's.
  func time(of t: CFTimeInterval, in other: CALayer?) -> CFTimeInterval {
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
