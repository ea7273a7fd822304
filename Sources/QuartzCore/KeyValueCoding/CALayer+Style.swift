// CALayer+Style.swift
// Where a value comes from that was never set: the layer's style, then its class (semantics 14).
//
// SPDX-License-Identifier: MIT

import Foundation

extension CALayer {
  /// A style's value of a key, else that of the style within it.
  static func value(in style: [AnyHashable: Any]?, forKey key: String) -> Any? {
    var current = style
    while let style = current {
      if let value = style[key] { return value }
      current = style["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  /// Gives stock properties that have their class's default the style's value, and takes back what the
  /// style before gave.
  ///
  /// A property that was set to its default on purpose is taken for one that was never set: whether it
  /// was is not kept, as every change of every layer would pay for it.
  func styleDidChange(from old: [AnyHashable: Any]?) {
    if old == nil && style == nil { return }
    let usual = usualValues
    var new = values
    for property in LayerProperty.allCases
    where property.row.owner == .plain || property.row.owner == values.kind {
      let (before, after) = (styled(property, by: old), styled(property, by: style))
      if before == nil && after == nil { continue }
      let current = values[property: property]
      let isUsual = current.isEqual(to: usual[property: property])
      guard isUsual || before.map({ current.isEqual(to: $0) }) == true else { continue }
      new[property: property] = after ?? usual[property: property]
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
    guard let fitted = property.fitted(value), fitted.isFinite else {
      refuse(value, forKey: property.key)
      return nil
    }
    return fitted
  }

  /// The stock properties of a new layer of this class.
  private var usualValues: LayerValues {
    var result = ClassDefaults.values(of: type(of: self))
    if values.kind != .plain { result.subclass = LayerValues.ofNew(values.kind).subclass }
    return result
  }
}

/// What the classes say about stock properties by `defaultValue(forKey:)`, asked once for each class.
enum ClassDefaults {
  // Layers that are not live may be made on any thread.
  nonisolated(unsafe) private static var known: [ObjectIdentifier: LayerValues] = [:]
  private static let lock = NSLock()

  static func values(of type: CALayer.Type) -> LayerValues {
    if type == CALayer.self { return LayerValues() }
    if let found = lock.withLock({ known[ObjectIdentifier(type)] }) { return found }
    // Not under the lock: what is asked is the caller's code.
    var values = LayerValues()
    for property in LayerProperty.allCases where property.row.owner == .plain {
      guard let value = type.defaultValue(forKey: property.key),
        let fitted = property.fitted(value), fitted.isFinite
      else { continue }
      values[property: property] = fitted
    }
    lock.withLock { known[ObjectIdentifier(type)] = values }
    return values
  }
}
