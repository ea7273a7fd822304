// SubclassValues.swift
// The stored properties of the stock subclasses, as values: so setters, key-value coding, actions,
// the commit and sampling treat them like the properties of every layer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The stock classes that declare properties of their own in the table, or that are painted differently.
package enum LayerKind: UInt8, CaseIterable, Hashable, Sendable {
  case plain, shape, gradient, replicator, emitter, transform, tiled
}

/// The stored properties of one stock subclass.
package enum SubclassValues: Hashable, Sendable {
  case shape(ShapeValues)
  case gradient(GradientValues)
  case replicator(ReplicatorValues)
  case emitter(EmitterValues)
  /// A transform layer declares no properties and draws nothing.
  case transform
  /// The properties of a tiled layer are used before the commit.
  case tiled

  package var kind: LayerKind {
    switch self {
    case .shape: .shape
    case .gradient: .gradient
    case .replicator: .replicator
    case .emitter: .emitter
    case .transform: .transform
    case .tiled: .tiled
    }
  }

  /// The values of a new layer; nil for a plain one.
  init?(defaultsOf kind: LayerKind) {
    switch kind {
    case .plain: return nil
    case .shape: self = .shape(ShapeValues())
    case .gradient: self = .gradient(GradientValues())
    case .replicator: self = .replicator(ReplicatorValues())
    case .emitter: self = .emitter(EmitterValues())
    case .transform: self = .transform
    case .tiled: self = .tiled
    }
  }
}

extension LayerValues {
  /// The values of a new layer of a stock class.
  static func defaults(of kind: LayerKind) -> LayerValues {
    var values = LayerValues()
    if let subclass = SubclassValues(defaultsOf: kind) { values.subclass = subclass }
    return values
  }
}

/// The stored properties of a subclass that has some.
protocol SubclassStorage: PropertyStorage, Hashable {}

/// Holds the values of a subclass; copies of a layer's values share it until one is changed.
///
/// The memory behind the object is that of the class's structure.
final class SubclassBox: ManagedBuffer<LayerKind, Double> {
  static func make(_ values: SubclassValues) -> SubclassBox {
    switch values {
    case .shape(let own): make(own)
    case .gradient(let own): make(own)
    case .replicator(let own): make(own)
    case .emitter(let own): make(own)
    case .transform, .tiled: make(values.kind, size: 0)
    }
  }

  private static func make(_ kind: LayerKind, size: Int) -> SubclassBox {
    let count = (size + MemoryLayout<Double>.size - 1) / MemoryLayout<Double>.size
    return unsafeDowncast(create(minimumCapacity: count) { _ in kind }, to: SubclassBox.self)
  }

  private static func make<Own: SubclassStorage>(_ own: Own) -> SubclassBox {
    let box = make(Own.kind, size: MemoryLayout<Own>.size)
    box.pointer(to: Own.self).initialize(to: own)
    return box
  }

  deinit {
    switch header {
    case .shape: pointer(to: ShapeValues.self).deinitialize(count: 1)
    case .gradient: pointer(to: GradientValues.self).deinitialize(count: 1)
    case .replicator: pointer(to: ReplicatorValues.self).deinitialize(count: 1)
    case .emitter: pointer(to: EmitterValues.self).deinitialize(count: 1)
    case .plain, .transform, .tiled: break
    }
  }

  @inline(__always)
  var kind: LayerKind { header }

  /// The memory of the class's structure.
  @inline(__always)
  var memory: UnsafeMutableRawPointer {
    withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
  }

  /// The values as a structure of the box's kind.
  @inline(__always)
  func pointer<Own>(to type: Own.Type) -> UnsafeMutablePointer<Own> {
    memory.assumingMemoryBound(to: type)
  }

  var values: SubclassValues {
    switch kind {
    case .shape: .shape(pointer(to: ShapeValues.self).pointee)
    case .gradient: .gradient(pointer(to: GradientValues.self).pointee)
    case .replicator: .replicator(pointer(to: ReplicatorValues.self).pointee)
    case .emitter: .emitter(pointer(to: EmitterValues.self).pointee)
    case .tiled: .tiled
    case .plain, .transform: .transform
    }
  }
}

extension SubclassBox: Hashable {
  static func == (a: SubclassBox, b: SubclassBox) -> Bool { a === b || a.values == b.values }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
