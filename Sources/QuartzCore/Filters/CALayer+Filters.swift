// CALayer+Filters.swift
// A layer's filter properties: their values taken over, and their inputs by key path.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Takes over the values of a filter property that was set.
  func updateEffects(of property: StoredOnlyProperty, _ value: Any?) {
    let old = values.effects
    let list = value as? [Any] ?? []
    let filters = list.compactMap { ($0 as? CIFilter).flatMap { FilterValues($0) } }
    var unknown = list.count - filters.count
    let new: LayerEffects?
    switch property {
    case .compositingFilter:
      let mode = value.map { LayerFilter.blendMode(of: $0) } ?? .normal
      unknown = mode == nil ? 1 : 0
      new = .changing(old, blendMode: mode ?? .normal)
    case .filters: new = .changing(old, filters: filters)
    case .backgroundFilters: new = .changing(old, backdrop: filters)
    default: return
    }
    if unknown > 0 {
      Diagnostics.reportOnce(
        "\(label) \(property)",
        "\(label): \(property) has \(unknown == 1 ? "a filter" : "\(unknown) filters") that cannot "
          + "be drawn; CIFilter lists those that can")
    }
    guard new != old else { return }
    values.effects = new
    // Animations are of inputs by their places among all.
    context?.mark(self, animationKeys() == nil ? .values : [.values, .animations])
  }

  /// An input of one of the layer's filters, by the rest of a key path such as "filters.blur.inputRadius".
  func filterInput(of property: StoredOnlyProperty, _ rest: String) -> Any? {
    if let effects = values.effects, let index = effects.index(of: property, rest) {
      return NSNumber(value: effects.inputs[index])
    }
    guard let dot = rest.firstIndex(of: ".") else { return nil }
    let filters = (storedValue(forKey: property.rawValue) as? [Any] ?? []).lazy.compactMap {
      $0 as? CIFilter
    }
    return filters.first { $0.name == rest[..<dot] }?
      .value(forKey: String(rest[rest.index(after: dot)...]))
  }

  /// Sets an input of one of the layer's filters, by the rest of a key path such as "filters.blur.inputRadius".
  /// Returns whether there is such a filter.
  func setFilterInput(_ value: Any?, of property: StoredOnlyProperty, _ rest: String) -> Bool {
    guard let dot = rest.firstIndex(of: "."),
      var filters = storedValue(forKey: property.rawValue) as? [Any],
      let index = filters.firstIndex(where: {
        ($0 as? CIFilter).map { $0.name == rest[..<dot] } ?? false
      }),
      let filter = filters[index] as? CIFilter,
      let changed = filter.setting(value, forKey: String(rest[rest.index(after: dot)...]))
    else { return false }
    filters[index] = changed
    store(filters, in: property)
    return true
  }
}
