// PropertyPlace.swift
// Where a property is within a layer's values.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// The place of a property in a layer's values.
struct PropertyPlace: Equatable, Sendable {
  /// The part of a layer's values that has them.
  enum Block: UInt8, Sendable {
    /// ``LayerValues`` itself.
    case layer
    /// ``RareLayerValues``.
    case rare
    /// The values of the layer's class.
    case own
    /// The numbers of a ``TransformPose``, which a later track of the layer composes.
    case pose
  }

  var block: Block
  /// In bytes from the block's start.
  var offset: Int

  /// The first number of a pose.
  static let pose = PropertyPlace(block: .pose, offset: 0)
}

/// A colour, or none: its components, and behind them whether there is one. With the alignment of a number.
package struct StoredColor: Hashable, Sendable {
  var red = 0.0, green = 0.0, blue = 0.0, alpha = 0.0
  package var isPresent = false

  init() {}

  init(_ color: CGColor?) {
    guard let color else { return }
    let v = color.lanes
    (red, green, blue, alpha, isPresent) = (v.x, v.y, v.z, v.w, true)
  }

  @inline(__always)
  package var color: CGColor? {
    isPresent ? CGColor(lanes: SIMD4(red, green, blue, alpha)) : nil
  }
}

extension StoredColor: PropertyValue {
  static var kind: LayerProperty.Kind { .lanes(.color) }
  static var form: NumberForm? { .color }
  var animatable: AnimatableValue { .color(color) }

  static func from(_ value: AnimatableValue) -> StoredColor? {
    if case .none = value { return StoredColor() }
    return value.color.map { StoredColor($0) }
  }
}

// MARK: - Numbers in a layer's values

extension LayerValues {
  /// Reads the block of a place; nil in the values of a layer of another class than the property's.
  ///
  /// - Parameter owner: The property's class; nil where the layer is known to be of it.
  @inline(__always)
  static func read<Result>(
    _ block: PropertyPlace.Block, of owner: LayerKind? = nil, in values: UnsafePointer<LayerValues>,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result? {
    switch block {
    case .layer: return body(UnsafeRawPointer(values))
    case .rare: return values.pointee.rare.read(body)
    case .own:
      guard let box = values.pointee.own,
        owner == nil || box.kind == owner
      else { return nil }
      return body(box.memory)
    case .pose: return nil
    }
  }

  /// Lends the block of a place, which no copy of the values shares then.
  @inline(__always)
  static func write(
    _ block: PropertyPlace.Block, of owner: LayerKind? = nil,
    in values: UnsafeMutablePointer<LayerValues>, _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    switch block {
    case .layer: body(UnsafeMutableRawPointer(values))
    case .rare: values.pointee.rare.change { withUnsafeMutablePointer(to: &$0) { body($0) } }
    case .own:
      values.pointee.withUniqueSubclass { box in
        if owner == nil || box.kind == owner { body(box.memory) }
      }
    case .pose: break
    }
  }

  /// The transform at a place; nil in the values of a layer of another class.
  static func transform(
    at place: PropertyPlace, in values: UnsafePointer<LayerValues>
  ) -> CATransform3D? {
    if place.block == .layer { return values.pointee.transform }
    return read(place.block, in: values) {
      ($0 + place.offset).assumingMemoryBound(to: CATransform3D.self).pointee
    }
  }

  /// Sets the transform at a place.
  @inline(__always)
  static func write(
    _ transform: CATransform3D, to place: PropertyPlace,
    in values: UnsafeMutablePointer<LayerValues>
  ) {
    if place.block == .layer { return values.pointee.transform = transform }
    write(place.block, in: values) {
      ($0 + place.offset).assumingMemoryBound(to: CATransform3D.self).pointee = transform
    }
  }
}
