// ReplicatorValues.swift
// The properties of a replicator layer, as values (semantics 12).
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// How a `CAReplicatorLayer` repeats its sublayers.
package struct ReplicatorValues: Hashable, Sendable {
  /// How often the sublayers show, the first time included.
  package var instanceCount = 1
  package var preservesDepth = false
  /// Seconds by which each copy is behind the one before.
  package var instanceDelay: TimeInterval = 0
  /// From each copy to the next, about the middle of the bounds.
  package var instanceTransform = CATransform3DIdentity
  /// Multiplied into the first copy's colours.
  package var instanceColor: CGColor? = .white
  /// Added to the colour from each copy to the next: red, green, blue, alpha.
  package var colorOffset = SIMD4<Double>.zero

  package init() {}

  subscript(property: LayerProperty) -> AnimatableValue {
    get {
      switch property {
      case .instanceCount: .number(Double(instanceCount))
      case .replicatorPreservesDepth: .flag(preservesDepth)
      case .instanceDelay: .number(instanceDelay)
      case .instanceTransform: .transform(instanceTransform)
      case .instanceColor: .color(instanceColor)
      case .instanceRedOffset: .number(colorOffset.x)
      case .instanceGreenOffset: .number(colorOffset.y)
      case .instanceBlueOffset: .number(colorOffset.z)
      case .instanceAlphaOffset: .number(colorOffset.w)
      default: .none
      }
    }
    set {
      switch property {
      case .instanceCount:
        // No more than can be counted; how many are drawn is the painter's business.
        instanceCount = Int(min(max(newValue.number.rounded(), -1e9), 1e9))
      case .replicatorPreservesDepth: preservesDepth = newValue.number != 0
      case .instanceDelay: instanceDelay = newValue.number
      case .instanceTransform:
        if case .transform(let value) = newValue { instanceTransform = value }
      case .instanceColor: instanceColor = newValue.color
      case .instanceRedOffset: colorOffset.x = newValue.number
      case .instanceGreenOffset: colorOffset.y = newValue.number
      case .instanceBlueOffset: colorOffset.z = newValue.number
      case .instanceAlphaOffset: colorOffset.w = newValue.number
      default: break
      }
    }
  }
}
