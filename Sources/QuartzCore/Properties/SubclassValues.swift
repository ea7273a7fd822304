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

/// The stored properties of a subclass, as a case of ``SubclassValues``.
protocol SubclassStorage: PropertyStorage {
  init?(_ values: SubclassValues)
  var asSubclassValues: SubclassValues { get }
}

/// Holds the values of a subclass; copies of a layer's values share it until one is changed.
final class SubclassBox: @unchecked Sendable, Hashable {
  // Written only while uniquely referenced.
  @exclusivity(unchecked) var values: SubclassValues

  init(_ values: SubclassValues) { self.values = values }

  // A case's values are at the start of the enum's memory, and no number of theirs has a bit of its tag.

  /// Lends the memory of the class's values for reading.
  @inline(__always)
  func read<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    withUnsafePointer(to: &values) { body($0) }
  }

  /// Lends the memory of the class's values.
  @inline(__always)
  func change(_ body: (UnsafeMutableRawPointer) -> Void) {
    withUnsafeMutablePointer(to: &values) { body($0) }
  }

  static func == (a: SubclassBox, b: SubclassBox) -> Bool { a === b || a.values == b.values }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
