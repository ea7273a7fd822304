// SubclassValues.swift
// What the layers of a stock subclass have besides every layer's properties: as values, so that the
// setters, key-value coding, actions, sampling and the commit treat them as they treat all others.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The stock classes whose layers have rows of their own in the table of properties.
package enum LayerKind: UInt8, CaseIterable, Hashable, Sendable {
  case plain, shape, gradient, replicator, emitter, transform, tiled
}

/// The properties of one stock subclass.
package enum SubclassValues: Hashable, Sendable {
  case shape(ShapeValues)
  case gradient(GradientValues)
  case replicator(ReplicatorValues)
  case emitter(EmitterValues)
  /// A transform layer has nothing of its own, and draws nothing.
  case transform
  /// What a tiled layer has of its own is used before the commit.
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

  /// The value of a property of this subclass; none for any other property.
  subscript(property: LayerProperty) -> AnimatableValue {
    get {
      switch self {
      case .shape(let values): values[property]
      case .gradient(let values): values[property]
      case .replicator(let values): values[property]
      case .emitter(let values): values[property]
      case .transform, .tiled: .none
      }
    }
    set {
      switch self {
      case .shape(var values):
        values[property] = newValue
        self = .shape(values)
      case .gradient(var values):
        values[property] = newValue
        self = .gradient(values)
      case .replicator(var values):
        values[property] = newValue
        self = .replicator(values)
      case .emitter(var values):
        values[property] = newValue
        self = .emitter(values)
      case .transform, .tiled: break
      }
    }
  }
}

/// Holds the values of a subclass; copies of a layer's values share it until one is changed.
final class SubclassBox: @unchecked Sendable, Hashable {
  // Written only where nobody else holds it.
  var values: SubclassValues

  init(_ values: SubclassValues) { self.values = values }

  static func == (a: SubclassBox, b: SubclassBox) -> Bool { a === b || a.values == b.values }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

// MARK: - Reading values that were given

extension AnimatableValue {
  static func color(_ color: CGColor?) -> AnimatableValue {
    color.map { .lanes($0.lanes, .color) } ?? .none
  }

  static func point(_ point: CGPoint) -> AnimatableValue {
    .lanes(SIMD4(point.x, point.y, 0, 0), .point)
  }

  static func flag(_ flag: Bool) -> AnimatableValue { .lanes(SIMD4(flag ? 1 : 0, 0, 0, 0), .bool) }

  /// The number that is meant; 0 for none (semantics 14).
  var number: Double { lanes?.x ?? 0 }

  var color: CGColor? {
    if case .lanes(let lanes, .color) = self { CGColor(lanes: lanes) } else { nil }
  }

  var point: CGPoint { CGPoint(x: lanes?.x ?? 0, y: lanes?.y ?? 0) }

  /// A name of a type of names, given as such or as text; nil for anything else.
  func name<Name: RawRepresentable>(_ type: Name.Type) -> Name? where Name.RawValue == String {
    guard case .object(let object) = self else { return nil }
    return object as? Name ?? (object as? String).flatMap { Name(rawValue: $0) }
  }

  /// The numbers of a list; nil unless all of it is numbers.
  var numbers: [Double]? {
    guard case .list(let list) = self else { return nil }
    let numbers = list.compactMap { $0.numbers(as: .number)?.x }
    return numbers.count == list.count ? numbers : nil
  }

  /// The colours of a list; nil unless all of it is colours.
  var colors: [CGColor]? {
    guard case .list(let list) = self else { return nil }
    let colors = list.compactMap(\.color)
    return colors.count == list.count ? colors : nil
  }
}
