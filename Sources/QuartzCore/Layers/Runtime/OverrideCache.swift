// OverrideCache.swift
// Caches which overridable methods a layer class leaves untouched, so setters can skip calling them.
//
// SPDX-License-Identifier: MIT

internal import CMethodTable
internal import CQuartzCoreMethods

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

  private static let search = [
    MethodSlot(of: CALayer.self, address: layer_action_address()),
    MethodSlot(of: CALayer.self, address: layer_default_action_address()),
    MethodSlot(of: CALayer.self, address: layer_add_address()),
  ]
  private static let needsDisplay = MethodSlot(
    of: CALayer.self, address: layer_needs_display_address())

  // Used for live layers only, which belong to the main thread.
  nonisolated(unsafe) private static var byClass: [ObjectIdentifier: OverrideCache] = [:]

  /// The cache of a live layer's class.
  static func of(_ layer: CALayer) -> OverrideCache {
    let type: AnyClass = type(of: layer)
    if let known = byClass[ObjectIdentifier(type)] { return known }
    func isStock(_ slot: MethodSlot) -> Bool {
      slot.method(in: type) == slot.method(in: CALayer.self)
    }
    var result = OverrideCache.isLoaded
    if search.allSatisfy(isStock) { result.insert(.usesDefaultActionSearch) }
    if isStock(needsDisplay) && layer.animatableKeys.isEmpty { result.insert(.neverRedraws) }
    byClass[ObjectIdentifier(type)] = result
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
  private static let hitTestSlot = MethodSlot(of: CALayer.self, address: layer_hit_test_address())
  private static let addSlot = MethodSlot(of: CALayer.self, address: layer_add_address())
  private static let resizeSlot = MethodSlot(of: CALayer.self, address: layer_resize_address())

  /// Whether the layer's class overrides `hitTest(_:)`.
  var hasOwnHitTest: Bool { overrides(Self.hitTestSlot) }

  /// Whether the layer's class overrides `add(_:forKey:)`.
  var hasOwnAdd: Bool { type(of: self) != CALayer.self && overrides(Self.addSlot) }

  /// Whether the layer may follow its superlayer's size.
  var isAutoresizing: Bool {
    rare[\.autoresizingMask]?.isEmpty == false || overrides(Self.resizeSlot)
  }

  private func overrides(_ slot: MethodSlot) -> Bool {
    slot.method(in: type(of: self)) != slot.method(in: CALayer.self)
  }

  /// Whether the layer's deinitialiser is running.
  var isDeinitializing: Bool { is_deinitializing(Unmanaged.passUnretained(self).toOpaque()) }
}
