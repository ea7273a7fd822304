// EmitterValues.swift
// The stored properties of `CAEmitterLayer`.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The stored properties of a `CAEmitterLayer`. Lengths are points of the layer's space; factors are
/// multiplied into the values of the cells.
package struct EmitterValues: Hashable, Sendable {
  package var cells: [EmitterCellValues] = []
  package var birthRate = 1.0
  package var lifetime = 1.0
  package var position = CGPoint.zero
  package var zPosition = 0.0
  package var size = CGSize.zero
  package var depth = 0.0
  package var shape = CAEmitterLayerEmitterShape.point
  package var mode = CAEmitterLayerEmitterMode.volume
  package var renderMode = CAEmitterLayerRenderMode.unordered
  package var preservesDepth = false
  package var velocity = 1.0
  package var scale = 1.0
  package var spin = 1.0
  package var seed: UInt32 = 0

  package init() {}

  /// ``cells`` in the table of properties, which neither reads nor writes them.
  var opaqueCells: OpaqueCells {
    get { OpaqueCells() }
    set {}
  }
}

extension EmitterValues: SubclassStorage {
  typealias Layer = CAEmitterLayer
  static var kind: LayerKind { .emitter }
}
