// PropertyPath.swift
// A key path such as "transform.rotation.z", split into a property and a member of its value.
//
// This folder: keys and key paths of layers and animations.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A member of a value that key-value coding names.
package enum ValueMember: Hashable, Sendable {
  case whole
  case x, y, width, height, origin, size, originX, originY, sizeWidth, sizeHeight
  case rotationX, rotationY, rotationZ, scaleX, scaleY, scaleZ, scaleXY, scale
  case translationX, translationY, translationZ, translation
  /// A value of a list. No key path names it directly.
  case item(UInt8)

  private static let names: [String: ValueMember] = [
    "x": .x, "y": .y, "width": .width, "height": .height, "origin": .origin, "size": .size,
    "origin.x": .originX, "origin.y": .originY, "size.width": .sizeWidth,
    "size.height": .sizeHeight,
    "rotation": .rotationZ, "rotation.x": .rotationX, "rotation.y": .rotationY,
    "rotation.z": .rotationZ,
    "scale": .scale, "scale.x": .scaleX, "scale.y": .scaleY, "scale.z": .scaleZ,
    "scale.xy": .scaleXY,
    "translation": .translation, "translation.x": .translationX,
    "translation.y": .translationY, "translation.z": .translationZ,
  ]

  /// Finds a member by the part of a key path after the property; nil for an unknown one.
  package init?(name: String) {
    guard let found = Self.names[name] else { return nil }
    self = found
  }

  /// The indices of the member's numbers; nil when the member is not stored as numbers of the value.
  package func laneRange(in kind: LaneKind) -> Range<Int>? {
    switch (self, kind) {
    case (.whole, _): 0..<4
    case (.x, .point), (.x, .vector), (.width, .size): 0..<1
    case (.y, .point), (.y, .vector), (.height, .size): 1..<2
    case (.originX, .rect): 0..<1
    case (.originY, .rect): 1..<2
    case (.sizeWidth, .rect): 2..<3
    case (.sizeHeight, .rect): 3..<4
    case (.origin, .rect): 0..<2
    case (.size, .rect): 2..<4
    default: nil
    }
  }

  /// The kind of the member's own value.
  package func laneKind(in kind: LaneKind) -> LaneKind {
    switch self {
    case .whole: kind
    case .origin: .point
    case .size, .translation: .size
    default: .number
    }
  }

  /// Converts a value to the member's numbers; nil for a value of another kind. A translation may be given as a
  /// point, a size or a vector.
  package func lanes(of value: AnimatableValue, as kind: LaneKind) -> SIMD4<Double>? {
    if self == .translation, case .lanes(let lanes, let given) = value,
      given == .point || given == .vector
    {
      return AnimatableValue.lanes(lanes, kind).lanes(as: kind)
    }
    return value.lanes(as: kind)
  }

  /// Reads the member; nil when the value has no such member.
  package func read(_ value: AnimatableValue) -> AnimatableValue? {
    switch value {
    case .lanes(let lanes, let kind):
      guard let range = laneRange(in: kind) else { return nil }
      return .lanes(lanes.extracting(range), laneKind(in: kind))
    case .transform(let transform):
      if self == .whole { return value }
      return TransformDecomposition(transform)[self]
        .map { .lanes($0, self == .translation ? .size : .number) }
    case .list(let items):
      guard case .item(let index) = self else { return self == .whole ? value : nil }
      return Int(index) < items.count ? items[Int(index)] : nil
    default: return self == .whole ? value : nil
    }
  }

  /// Returns a value with the member replaced; nil when it has no such member, or for a member of another
  /// kind.
  package func write(_ member: AnimatableValue, into value: AnimatableValue) -> AnimatableValue? {
    if self == .whole { return member }
    // Nil is 0 for a number.
    let lanes: SIMD4<Double>
    if case .none = member {
      lanes = .zero
    } else if let numbers = member.lanes {
      lanes = numbers
    } else {
      return nil
    }
    switch value {
    case .lanes(let old, let kind):
      guard let range = laneRange(in: kind) else { return nil }
      return .lanes(old.replacing(range, with: lanes), kind)
    case .transform(let transform):
      var parts = TransformDecomposition(transform)
      guard parts.set(self, to: lanes) else { return nil }
      return .transform(parts.transform)
    case .list(var items):
      guard case .item(let index) = self, Int(index) < items.count,
        case .lanes(_, let kind) = items[Int(index)]
      else { return nil }
      items[Int(index)] = .lanes(lanes, kind)
      return .list(items)
    default: return nil
    }
  }
}

extension SIMD4<Double> {
  /// Returns a range of the numbers, moved to the front; the rest is 0.
  @inline(__always)
  package func extracting(_ range: Range<Int>) -> Self {
    if range.count == 4 { return self }
    var result = Self.zero
    for index in range { result[index - range.lowerBound] = self[index] }
    return result
  }

  /// Returns the numbers with a range replaced by the first numbers of another vector.
  @inline(__always)
  package func replacing(_ range: Range<Int>, with other: Self) -> Self {
    if range.count == 4 { return other }
    var result = self
    for index in range { result[index] = other[index - range.lowerBound] }
    return result
  }
}

/// A key path as its first key and the rest.
package struct PropertyPath: Hashable, Sendable {
  /// The property's key, under which actions are searched.
  package var key: String
  /// The part of the path after the key; empty for the whole value.
  package var rest: String

  package init(_ keyPath: String) {
    // By bytes: searching characters would take as long as the rest of starting an animation.
    if let dot = keyPath.utf8.firstIndex(of: UInt8(ascii: ".")) {
      key = String(keyPath[..<dot])
      rest = String(keyPath[keyPath.utf8.index(after: dot)...])
    } else {
      key = keyPath
      rest = ""
    }
  }

  /// The member; nil when the rest names none.
  package var member: ValueMember? { rest.isEmpty ? .whole : ValueMember(name: rest) }
}
