// EmitterValues.swift
// The properties of an emitter layer, as values (semantics 12).
//
// SPDX-License-Identifier: MIT

package import Foundation

/// Where a `CAEmitterLayer` emits, and what its cells' values are multiplied by. Lengths are points of
/// the layer's space.
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

  subscript(property: LayerProperty) -> AnimatableValue {
    get {
      switch property {
      case .emitterBirthRate: .number(birthRate)
      case .emitterLifetime: .number(lifetime)
      case .emitterPosition: .point(position)
      case .emitterZPosition: .number(zPosition)
      case .emitterSize: .lanes(SIMD4(size.width, size.height, 0, 0), .size)
      case .emitterDepth: .number(depth)
      case .emitterShape: .object(shape)
      case .emitterMode: .object(mode)
      case .renderMode: .object(renderMode)
      case .emitterPreservesDepth: .flag(preservesDepth)
      case .emitterVelocity: .number(velocity)
      case .emitterScale: .number(scale)
      case .emitterSpin: .number(spin)
      case .seed: .number(Double(seed))
      default: .none
      }
    }
    set {
      switch property {
      case .emitterBirthRate: birthRate = newValue.number
      case .emitterLifetime: lifetime = newValue.number
      case .emitterPosition: position = newValue.point
      case .emitterZPosition: zPosition = newValue.number
      case .emitterSize: size = CGSize(width: newValue.point.x, height: newValue.point.y)
      case .emitterDepth: depth = newValue.number
      case .emitterShape: shape = newValue.name(CAEmitterLayerEmitterShape.self) ?? shape
      case .emitterMode: mode = newValue.name(CAEmitterLayerEmitterMode.self) ?? mode
      case .renderMode: renderMode = newValue.name(CAEmitterLayerRenderMode.self) ?? renderMode
      case .emitterPreservesDepth: preservesDepth = newValue.number != 0
      case .emitterVelocity: velocity = newValue.number
      case .emitterScale: scale = newValue.number
      case .emitterSpin: spin = newValue.number
      case .seed: seed = UInt32(min(max(newValue.number.rounded(), 0), Double(UInt32.max)))
      default: break
      }
    }
  }
}
