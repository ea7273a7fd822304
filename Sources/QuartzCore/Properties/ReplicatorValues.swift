// ReplicatorValues.swift
// The stored properties of `CAReplicatorLayer`.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The stored properties of a `CAReplicatorLayer`.
package struct ReplicatorValues: Hashable, Sendable {
  /// The number of copies, the original included.
  package var instanceCount = 1
  package var preservesDepth = false
  /// The delay, in seconds, of each copy's animations after the previous copy's.
  package var instanceDelay: TimeInterval = 0
  /// The map from each copy to the next, about the middle of the bounds.
  package var instanceTransform = CATransform3DIdentity
  /// Multiplied into the first copy's colours.
  var instance = StoredColor(.white)
  /// Added to the colour from each copy to the next.
  package var redOffset = 0.0, greenOffset = 0.0, blueOffset = 0.0, alphaOffset = 0.0

  package init() {}

  /// Red, green, blue, alpha.
  package var colorOffset: SIMD4<Double> {
    SIMD4(redOffset, greenOffset, blueOffset, alphaOffset)
  }

  package var instanceColor: CGColor? {
    get { instance.color }
    set { instance = StoredColor(newValue) }
  }
}

extension ReplicatorValues: SubclassStorage {
  typealias Layer = CAReplicatorLayer
  static var kind: LayerKind { .replicator }
}
