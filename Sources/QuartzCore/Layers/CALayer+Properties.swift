// CALayer+Properties.swift
// Setting stock properties.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

extension CALayer {
  /// Stores a property's new value: searches and runs its action before, marks the layer for the commit
  /// after. Returns false if the value was equal.
  ///
  /// Always inlined, so that the key path becomes a direct access.
  @inline(__always) @discardableResult
  final func change<Value: Equatable>(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, Value>, _ new: Value
  ) -> Bool {
    guard values[keyPath: path] != new else { return false }
    willChange(property)
    values[keyPath: path] = new
    didChange(property)
    return true
  }

  /// The same for a property that few layers set.
  @inline(__always) @discardableResult
  final func change<Value: Equatable>(
    _ property: LayerProperty, rare path: WritableKeyPath<RareLayerValues, Value>, _ new: Value
  ) -> Bool {
    guard values.rare.fields[keyPath: path] != new else { return false }
    willChange(property)
    values.rare.change { $0[keyPath: path] = new }
    didChange(property)
    return true
  }

  // MARK: Properties in another form

  /// ``contents`` as the table of properties has them.
  final var anyContents: AnyContents {
    get { AnyContents(any: contents) }
    set { contents = newValue.any }
  }
}
