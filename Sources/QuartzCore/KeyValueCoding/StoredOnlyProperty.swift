// StoredOnlyProperty.swift
// Properties that are stored under their keys: without an effect on what is drawn, or as filters.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A property that is stored under its key. Only filters change what is drawn.
enum StoredOnlyProperty: String, CaseIterable {
  case contentsFormat, drawsAsynchronously, compositingFilter, filters, backgroundFilters
  case wantsExtendedDynamicRangeContent, toneMapMode, contentsHeadroom

  /// The value of a property that was never set.
  var defaultValue: Any? {
    switch self {
    case .contentsFormat: CALayerContentsFormat.RGBA8Uint
    case .toneMapMode: CAToneMapMode.automatic
    case .drawsAsynchronously, .wantsExtendedDynamicRangeContent: NSNumber(value: false)
    case .contentsHeadroom: NSNumber(value: 0)
    case .compositingFilter, .filters, .backgroundFilters: nil
    }
  }

  /// Whether it changes what is drawn.
  var isFilter: Bool {
    switch self {
    case .compositingFilter, .filters, .backgroundFilters: true
    default: false
    }
  }

  /// Returns a value of the property's own type, in two optionals: the outer one is nil for a value that
  /// cannot be converted.
  func coerced(_ any: Any?) -> Any?? {
    let value = AnimatableValue(any)
    if case .none = value { return .some(defaultValue) }
    switch self {
    case .contentsFormat: return value.name(CALayerContentsFormat.self).map { .some($0) }
    case .toneMapMode: return value.name(CAToneMapMode.self).map { .some($0) }
    case .drawsAsynchronously, .wantsExtendedDynamicRangeContent:
      return value.numbers(as: .bool).map { .some(NSNumber(value: $0.x != 0)) }
    case .contentsHeadroom: return value.numbers(as: .number).map { .some(NSNumber(value: $0.x)) }
    case .compositingFilter: return .some(any)
    case .filters, .backgroundFilters: return any is [Any] ? .some(any) : nil
    }
  }
}

extension CALayer {
  /// Stores a coerced value; like a change of any key, it searches an action.
  func store(_ value: Any?, in property: StoredOnlyProperty) {
    storeCustom(value, AnimatableValue(value), forKey: property.rawValue)
    if property.isFilter { updateEffects(of: property, value) }
  }

  final func stored<Value>(_ property: StoredOnlyProperty, default value: Value) -> Value {
    storedValue(forKey: property.rawValue) as? Value ?? value
  }
}
