// PropertyOperation.swift
// Reading and writing a property through its row: in a layer's values, and by its accessor.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The parts of a row beside its field and its accessor.
struct RowAttributes {
  var implicit: LayerProperty.ImplicitAction
  var key: String?
  var alias: String?
  var isFiniteOnly: Bool
  /// The form of the numbers, where it is not that of the field's type.
  var form: NumberForm?
}

/// An operation on any property, generic over the property's types.
///
/// ``LayerProperty/apply(_:)`` passes it the row. Key paths reach ``perform(_:_:_:)`` as literals and
/// are inlined there, so in an optimised build an operation is one switch with direct field accesses;
/// stored in an array of rows, the same key paths would cost about 100 ns for each access.
protocol PropertyOperation {
  associatedtype Result
  func perform<Storage: PropertyStorage, Field: PropertyValue, Accessor: PropertyValue>(
    _ field: WritableKeyPath<Storage, Field>,
    _ accessor: ReferenceWritableKeyPath<Storage.Layer, Accessor>, _ attributes: RowAttributes
  ) -> Result
}

extension PropertyOperation {
  /// A row of the table.
  @inline(__always)
  func callAsFunction<Storage: PropertyStorage, Field: PropertyValue, Accessor: PropertyValue>(
    _ field: WritableKeyPath<Storage, Field>,
    _ accessor: ReferenceWritableKeyPath<Storage.Layer, Accessor>,
    _ implicit: LayerProperty.ImplicitAction = .animation, key: String? = nil,
    alias: String? = nil, isFiniteOnly: Bool = true, form: NumberForm? = nil
  ) -> Result {
    perform(
      field, accessor,
      RowAttributes(
        implicit: implicit, key: key, alias: alias, isFiniteOnly: isFiniteOnly, form: form))
  }
}

/// A struct in which the properties of one class of layers are stored.
protocol PropertyStorage: SendableMetatype {
  associatedtype Layer: CALayer
  static var kind: LayerKind { get }
  static var block: PropertyPlace.Block { get }
}

extension PropertyStorage {
  /// Reads a field; nil in the values of a layer of another class.
  @inline(__always)
  static func read<Field>(
    _ field: WritableKeyPath<Self, Field>, from values: UnsafePointer<LayerValues>
  ) -> Field? {
    LayerValues.read(block, of: kind, in: values) {
      $0.assumingMemoryBound(to: Self.self).pointee[keyPath: field]
    }
  }

  /// Writes a field; does nothing in the values of a layer of another class.
  @inline(__always)
  static func write<Field>(
    _ new: Field, to field: WritableKeyPath<Self, Field>,
    in values: UnsafeMutablePointer<LayerValues>
  ) {
    LayerValues.write(block, of: kind, in: values) {
      $0.assumingMemoryBound(to: Self.self).pointee[keyPath: field] = new
    }
  }
}

extension LayerValues: PropertyStorage {
  typealias Layer = CALayer
  static var kind: LayerKind { .plain }
  static var block: PropertyPlace.Block { .layer }
}

extension SubclassStorage {
  static var block: PropertyPlace.Block { .own }
}

// MARK: - A layer's values

private struct ReadValue: PropertyOperation {
  typealias Result = AnimatableValue
  let values: UnsafePointer<LayerValues>

  @inline(__always)
  func perform<Storage: PropertyStorage, Field: PropertyValue, Accessor: PropertyValue>(
    _ field: WritableKeyPath<Storage, Field>,
    _ accessor: ReferenceWritableKeyPath<Storage.Layer, Accessor>, _ attributes: RowAttributes
  ) -> AnimatableValue {
    Storage.read(field, from: values)?.animatable ?? .none
  }
}

private struct WriteValue: PropertyOperation {
  typealias Result = Void
  let values: UnsafeMutablePointer<LayerValues>
  let new: AnimatableValue

  @inline(__always)
  func perform<Storage: PropertyStorage, Field: PropertyValue, Accessor: PropertyValue>(
    _ field: WritableKeyPath<Storage, Field>,
    _ accessor: ReferenceWritableKeyPath<Storage.Layer, Accessor>, _ attributes: RowAttributes
  ) {
    if let value = Field.from(new) { Storage.write(value, to: field, in: values) }
  }
}

extension LayerValues {
  /// The numbers of a property of lanes; nil for a colour that is not set.
  package subscript(lanes property: LayerProperty) -> SIMD4<Double>? {
    get {
      let row = property.row
      guard let form = row.form else { return nil }
      return withUnsafePointer(to: self) {
        Self.read(row.place.block, of: row.owner, in: $0) { form.read($0 + row.place.offset) }
      } ?? nil
    }
    set {
      let row = property.row
      guard let form = row.form else { return }
      withUnsafeMutablePointer(to: &self) {
        Self.write(row.place.block, of: row.owner, in: $0) {
          form.write(newValue, to: $0 + row.place.offset)
        }
      }
    }
  }

  /// The value of any property; none for a property of another class of layers.
  ///
  /// Setting a value that the property's type cannot represent does nothing. None is 0 for numbers,
  /// and no value for colours, paths and lists.
  package subscript(property property: LayerProperty) -> AnimatableValue {
    get {
      if case .lanes(let kind) = property.kind {
        return self[lanes: property].map { .lanes($0, kind) } ?? .none
      }
      return withUnsafePointer(to: self) { property.apply(ReadValue(values: $0)) }
    }
    set {
      if case .lanes(let kind) = property.kind {
        if case .none = newValue {
          self[lanes: property] = nil
        } else if let lanes = kind == .color ? newValue.color?.lanes : newValue.lanes {
          self[lanes: property] = lanes
        }
        return
      }
      withUnsafeMutablePointer(to: &self) { property.apply(WriteValue(values: $0, new: newValue)) }
    }
  }

  /// Whether a property is the same in both.
  func hasSame(_ property: LayerProperty, as other: LayerValues) -> Bool {
    if case .lanes = property.kind { return self[lanes: property] == other[lanes: property] }
    return self[property: property].isEqual(to: other[property: property])
  }
}

// MARK: - Accessors

private struct ReadAccessor: PropertyOperation {
  typealias Result = Any?
  let layer: CALayer

  func perform<Storage: PropertyStorage, Field: PropertyValue, Accessor: PropertyValue>(
    _ field: WritableKeyPath<Storage, Field>,
    _ accessor: ReferenceWritableKeyPath<Storage.Layer, Accessor>, _ attributes: RowAttributes
  ) -> Any? {
    (layer as? Storage.Layer)?[keyPath: accessor].any
  }
}

private struct WriteAccessor: PropertyOperation {
  typealias Result = Void
  let layer: CALayer
  let new: AnimatableValue

  func perform<Storage: PropertyStorage, Field: PropertyValue, Accessor: PropertyValue>(
    _ field: WritableKeyPath<Storage, Field>,
    _ accessor: ReferenceWritableKeyPath<Storage.Layer, Accessor>, _ attributes: RowAttributes
  ) {
    guard let layer = layer as? Storage.Layer, let value = Accessor.from(new) else { return }
    layer[keyPath: accessor] = value
  }
}

extension CALayer {
  /// Reads a stock property by its accessor, which a subclass may override.
  final func accessedValue(of property: LayerProperty) -> Any? {
    property.apply(ReadAccessor(layer: self))
  }

  /// Sets a stock property by its accessor, which a subclass may override.
  final func setAccessedValue(_ value: AnimatableValue, of property: LayerProperty) {
    property.apply(WriteAccessor(layer: self, new: value))
  }
}
