// OverrideCache.swift
// Caches which overridable methods a layer class leaves untouched, so setters can skip calling them.
//
// SPDX-License-Identifier: MIT

internal import CMethodTable

/// The methods that a class of layers does not override; computed once for each class.
struct OverrideCache: OptionSet {
  let rawValue: UInt8
  /// The other options are computed.
  static let isLoaded = OverrideCache(rawValue: 1)
  /// `action(forKey:)`, `defaultAction(forKey:)` and `add(_:forKey:)` are not overridden, so an implicit
  /// animation can be attached without calling them.
  static let usesDefaultActionSearch = OverrideCache(rawValue: 2)
  /// `needsDisplay(forKey:)` is not overridden and no property is ``Animatable``: no change of a value
  /// redraws the layer.
  static let neverRedraws = OverrideCache(rawValue: 4)

  private static let search: [MethodSlot] = [.layerAction, .layerDefaultAction, .layerAdd]

  private static let byClass = MainThreadValue<[ObjectIdentifier: OverrideCache]>([:])

  /// The cache of a live layer's class.
  static func of(_ layer: CALayer) -> OverrideCache {
    let type: AnyClass = type(of: layer)
    if let known = byClass.value[ObjectIdentifier(type)] { return known }
    var result = OverrideCache.isLoaded
    if !search.contains(where: { $0.isOverridden(in: type) }) {
      result.insert(.usesDefaultActionSearch)
    }
    if !MethodSlot.layerNeedsDisplay.isOverridden(in: type) && layer.animatableKeys.isEmpty {
      result.insert(.neverRedraws)
    }
    byClass.value[ObjectIdentifier(type)] = result
    return result
  }
}

extension CALayer {
  /// The methods that the class of a live layer does not override.
  var overrideCache: OverrideCache {
    if loadedOverrideCache.isEmpty { loadedOverrideCache = OverrideCache.of(self) }
    return loadedOverrideCache
  }
}

extension CALayer {
  /// Whether the layer's class overrides `hitTest(_:)`.
  var hasOwnHitTest: Bool { MethodSlot.layerHitTest.isOverridden(in: type(of: self)) }

  /// Whether the layer's class overrides `add(_:forKey:)`.
  var hasOwnAdd: Bool {
    type(of: self) != CALayer.self && MethodSlot.layerAdd.isOverridden(in: type(of: self))
  }

  /// Whether the layer may follow its superlayer's size.
  var isAutoresizing: Bool {
    rare[\.autoresizingMask]?.isEmpty == false
      || MethodSlot.layerResize.isOverridden(in: type(of: self))
  }

  /// Whether the layer's deinitialiser is running.
  var isDeinitializing: Bool { is_deinitializing(Unmanaged.passUnretained(self).toOpaque()) }
}
