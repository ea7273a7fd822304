// OverrideCache.swift
// What a layer's class leaves as it is, so that a change of a property need not ask it each time.
//
// SPDX-License-Identifier: MIT

internal import CMethodTable
internal import CQuartzCoreMethods

/// What a class of layers does not override; found once for each class.
struct OverrideCache: OptionSet {
  let rawValue: UInt8
  /// The others say something.
  static let isKnown = OverrideCache(rawValue: 1)
  /// `action(forKey:)`, `defaultAction(forKey:)` and `add(_:forKey:)` are `CALayer`'s: nobody sees an
  /// implicit animation on its way from the search to the layer.
  static let usesDefaultActionSearch = OverrideCache(rawValue: 2)
  /// `needsDisplay(forKey:)` is `CALayer`'s, and no property is an ``Animatable`` one: no change of a
  /// value makes the layer draw itself.
  static let neverRedraws = OverrideCache(rawValue: 4)

  private static let search = [
    MethodSlot(of: CALayer.self, address: layer_action_address()),
    MethodSlot(of: CALayer.self, address: layer_default_action_address()),
    MethodSlot(of: CALayer.self, address: layer_add_address()),
  ]
  private static let needsDisplay = MethodSlot(
    of: CALayer.self, address: layer_needs_display_address())

  // Asked for live layers alone, which belong to the main thread.
  nonisolated(unsafe) private static var byClass: [ObjectIdentifier: OverrideCache] = [:]

  /// The traits of a live layer's class.
  static func of(_ layer: CALayer) -> OverrideCache {
    let type: AnyClass = type(of: layer)
    if let known = byClass[ObjectIdentifier(type)] { return known }
    func isStock(_ slot: MethodSlot) -> Bool {
      slot.method(in: type) == slot.method(in: CALayer.self)
    }
    var traits = OverrideCache.isKnown
    if search.allSatisfy(isStock) { traits.insert(.usesDefaultActionSearch) }
    if isStock(needsDisplay) && layer.animatableKeys.isEmpty { traits.insert(.neverRedraws) }
    byClass[ObjectIdentifier(type)] = traits
    return traits
  }
}

extension CALayer {
  /// What the layer's class leaves as it is. Only for a live layer.
  var traits: OverrideCache {
    if knownTraits.isEmpty { knownTraits = OverrideCache.of(self) }
    return knownTraits
  }
}

extension CALayer {
  private static let hitTestSlot = MethodSlot(of: CALayer.self, address: layer_hit_test_address())
  private static let resizeSlot = MethodSlot(of: CALayer.self, address: layer_resize_address())

  /// Whether the layer's class overrides `hitTest(_:)`.
  var hasOwnHitTest: Bool { overrides(Self.hitTestSlot) }

  /// Whether a change of the superlayer's size means anything to the layer.
  var mayFollowSuperlayer: Bool {
    extras.map { !$0.autoresizingMask.isEmpty } ?? false || overrides(Self.resizeSlot)
  }

  private func overrides(_ slot: MethodSlot) -> Bool {
    slot.method(in: type(of: self)) != slot.method(in: CALayer.self)
  }

  /// Whether the layer's deinitialiser runs, which may still take sublayers out.
  var isDeinitializing: Bool { is_deinitializing(Unmanaged.passUnretained(self).toOpaque()) }
}
