// CALayer+Style.swift
// Default values: of the layer's style, then of its class.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// The value of a key in a style, or in the style nested in it.
  static func value(in style: [AnyHashable: Any]?, forKey key: String) -> Any? {
    var current = style
    while let style = current {
      if let value = style[key] { return value }
      current = style["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  /// Sets stock properties that have their class's default to the style's value, and resets those that have
  /// the previous style's.
  ///
  /// A property that was explicitly set to its default counts as never set: recording which properties were
  /// set would slow down every change.
  func styleDidChange(from old: [AnyHashable: Any]?) {
    if old == nil && style == nil { return }
    let defaults = defaultValues
    var new = values
    for property in LayerProperty.allCases
    where property.row.owner == .plain || property.row.owner == values.kind {
      let (before, after) = (styled(property, by: old), styled(property, by: style))
      if before == nil && after == nil { continue }
      let current = values[property: property]
      let isDefault = current.isEqual(to: defaults[property: property])
      guard isDefault || before.map({ current.isEqual(to: $0) }) == true else { continue }
      new[property: property] = after ?? defaults[property: property]
    }
    guard new != values else { return }
    let resized = new.bounds.size != values.bounds.size
    values = new
    context?.mark(self, .values)
    if resized && needsDisplayOnBoundsChange { setNeedsDisplay() }
    setNeedsLayout()
    parent?.markNeedsLayout()
  }

  private func styled(_ property: LayerProperty, by style: [AnyHashable: Any]?) -> AnimatableValue?
  {
    guard let value = Self.value(in: style, forKey: property.key) else { return nil }
    guard let coerced = property.coerced(value), coerced.isFinite || !property.isGeometry else {
      reportRefusal(of: value, forKey: property.key)
      return nil
    }
    return coerced.isFinite
      ? coerced : coerced.nearestFinite("\(label): \(property.key) of its style")
  }

  /// The stock properties of a new layer of this class.
  private var defaultValues: LayerValues {
    var result = ClassDefaults.values(of: type(of: self))
    if values.kind != .plain { result.subclass = LayerValues.defaults(of: values.kind).subclass }
    return result
  }
}

extension CALayer {
  /// The default of a stock property; nil for any other key.
  static func stockDefault(forKey key: String) -> Any? {
    if let property = LayerProperty(key: key, for: stockKind) {
      return LayerValues.defaults(of: stockKind)[property: property].any
    }
    return switch key {
    case "duration": NSNumber(value: Double.infinity)
    case "speed": NSNumber(value: 1)
    case "beginTime", "timeOffset", "repeatCount", "repeatDuration": NSNumber(value: 0)
    case "autoreverses", "needsDisplayOnBoundsChange": NSNumber(value: false)
    case "fillMode": CAMediaTimingFillMode.removed
    default: nil
    }
  }

  /// The kind of the nearest stock class.
  private static var stockKind: LayerKind {
    switch self {
    case is CAShapeLayer.Type: .shape
    case is CAGradientLayer.Type: .gradient
    case is CAReplicatorLayer.Type: .replicator
    case is CAEmitterLayer.Type: .emitter
    case is CATransformLayer.Type: .transform
    case is CATiledLayer.Type: .tiled
    default: .plain
    }
  }
}

/// The values of `defaultValue(forKey:)` for stock properties, read once for each class.
enum ClassDefaults {
  // Layers that are not live may be made on any thread.
  private static let known = Locked<[ObjectIdentifier: LayerValues]>([:])

  static func values(of type: CALayer.Type) -> LayerValues {
    if type == CALayer.self { return LayerValues() }
    if let found = known.withLock({ $0[ObjectIdentifier(type)] }) { return found }
    // Outside of the lock, as this calls the caller's code.
    var values = LayerValues()
    for property in LayerProperty.allCases where property.row.owner == .plain {
      guard let value = type.defaultValue(forKey: property.key),
        let coerced = property.coerced(value), coerced.isFinite
      else { continue }
      values[property: property] = coerced
    }
    known.withLock { $0[ObjectIdentifier(type)] = values }
    return values
  }
}
