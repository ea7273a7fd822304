// AnimatableValue.swift
// The closed set of value kinds that can be animated, and their conversion from and to `Any`.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The meaning of up to four numbers.
package enum LaneKind: UInt8, Hashable, Sendable {
  case number, point, size, rect, color, vector, bool
}

/// The contents of a layer.
package enum LayerContents: Hashable, Sendable {
  case image(CGImage)
  case drawing(Drawing)
  /// A cross-fade: `from` with the weight 1 - progress, `to` with progress.
  indirect case mix(from: LayerContents?, to: LayerContents?, progress: Double)
  /// An object that cannot be drawn. It is kept, as on Apple's systems. Indirect, as every layer would have the room
  /// for it.
  indirect case object(ContentsObject)
}

/// An object of a caller's type in a layer's contents.
package struct ContentsObject: Hashable, @unchecked Sendable {
  // Never used here but to be returned on the thread of its layer.
  package let value: Any

  package static func == (a: Self, b: Self) -> Bool {
    if let a = a.value as? AnyHashable, let b = b.value as? AnyHashable { return a == b }
    return a.value as AnyObject === b.value as AnyObject
  }

  package func hash(into hasher: inout Hasher) {
    if let value = value as? AnyHashable {
      hasher.combine(value)
    } else {
      hasher.combine(ObjectIdentifier(value as AnyObject))
    }
  }
}

/// A colour of another module, which animations and key-value coding take as its Core Graphics colour.
package protocol CGColorConvertible {
  var cgColor: CGColor { get }
}

/// A value of an animation or of key-value coding, by its kind.
package enum AnimatableValue {
  /// The absence of a value, such as no background colour.
  case none
  case lanes(SIMD4<Double>, LaneKind)
  case transform(CATransform3D)
  case path(CGPath)
  case contents(LayerContents)
  case list([AnimatableValue])
  /// A value of a caller's type.
  case custom(any CAInterpolatable)
  /// Anything else: shown, never interpolated.
  case object(Any)

  /// Creates the value of the kind that a value has.
  package init(_ any: Any?) {
    guard let any else {
      self = .none
      return
    }
    self = Self.ofStockType(any) ?? Self.ofOtherType(any)
  }

  /// Converts a value of the types that most properties have; nil for any other. Compares types: a series
  /// of casts would take longer than the rest of starting an animation.
  private static func ofStockType(_ any: Any) -> AnimatableValue? {
    let type = type(of: any)
    if type == Double.self { return (any as? Double).map { .number($0) } }
    if type == CGFloat.self { return (any as? CGFloat).map { .number(Double($0)) } }
    if type == CGPoint.self {
      return (any as? CGPoint).map { .lanes(SIMD4($0.x, $0.y, 0, 0), .point) }
    }
    if type == CGRect.self { return (any as? CGRect).map { .rect($0) } }
    if type == CGColor.self { return (any as? CGColor).map { .lanes($0.lanes, .color) } }
    if type == CATransform3D.self { return (any as? CATransform3D).map { .transform($0) } }
    if type == Int.self { return (any as? Int).map { .number(Double($0)) } }
    // A layer that draws itself gets new contents in each frame in which it draws.
    if type == Drawing.self { return (any as? Drawing).map { .contents(.drawing($0)) } }
    if type == CGImage.self { return (any as? CGImage).map { .contents(.image($0)) } }
    return nil
  }

  /// Converts anything that can be cast to a known type, such as an optional or an `NSNumber`.
  private static func ofOtherType(_ any: Any) -> AnimatableValue {
    switch any {
    case let value as AnimatableValue: value
    case let value as Double: .number(value)
    case let value as CGFloat: .number(Double(value))
    case let value as Float: .number(Double(value))
    case let value as Bool: .lanes(SIMD4(value ? 1 : 0, 0, 0, 0), .bool)
    case let value as Int: .number(Double(value))
    case let value as CGPoint: .lanes(SIMD4(value.x, value.y, 0, 0), .point)
    case let value as CGSize: .lanes(SIMD4(value.width, value.height, 0, 0), .size)
    case let value as CGRect: .rect(value)
    case let value as CGVector: .lanes(SIMD4(value.dx, value.dy, 0, 0), .vector)
    case let value as CGColor: .lanes(value.lanes, .color)
    case let value as CATransform3D: .transform(value)
    case let value as CGAffineTransform: .transform(CATransform3D(value))
    case let value as CGPath: .path(value)
    case let value as CGImage: .contents(.image(value))
    case let value as Drawing: .contents(.drawing(value))
    case let value as LayerContents: .contents(value)
    case let value as any CGColorConvertible: .lanes(value.cgColor.lanes, .color)
    case let value as any CAInterpolatable: .custom(value)
    case let value as NSNumber: .number(value.doubleValue)
    case let value as any BinaryInteger: .number(Double(value))
    case let value as [Any]: .list(value.map { AnimatableValue($0) })
    case is NSNull: .none
    default: .object(any)
    }
  }

  package static func number(_ value: Double) -> AnimatableValue {
    .lanes(SIMD4(value, 0, 0, 0), .number)
  }

  package static func rect(_ value: CGRect) -> AnimatableValue { .lanes(value.lanes, .rect) }

  /// The value as key-value coding returns it: numbers as `NSNumber`, others unchanged.
  package var any: Any? {
    switch self {
    case .none: nil
    case .lanes(let v, let kind):
      switch kind {
      case .number: NSNumber(value: v.x)
      case .bool: NSNumber(value: v.x != 0)
      case .point: CGPoint(x: v.x, y: v.y)
      case .size: CGSize(width: v.x, height: v.y)
      case .rect: CGRect(lanes: v)
      case .color: CGColor(lanes: v)
      case .vector: CGVector(dx: v.x, dy: v.y)
      }
    case .transform(let value): value
    case .path(let value): value
    case .contents(.image(let value)): value
    case .contents(.drawing(let value)): value
    case .contents(.object(let object)): object.value
    case .contents(let value): value
    case .list(let values): values.map { $0.any ?? NSNull() }
    case .custom(let value): value
    case .object(let value): value
    }
  }

  /// The numbers, if the value is of up to four of them.
  package var lanes: SIMD4<Double>? {
    switch self {
    case .lanes(let value, _): value
    case .object(let value): (value as? String).flatMap { Double($0) }.map { SIMD4($0, 0, 0, 0) }
    default: nil
    }
  }

  /// The numbers, converted to a kind: a single number may also be given as a flag or as text. Nil if a
  /// number is not finite.
  package func lanes(as wanted: LaneKind) -> SIMD4<Double>? {
    let isOneNumber = wanted == .number || wanted == .bool
    let numbers: SIMD4<Double>
    switch self {
    case .lanes(let value, let kind):
      guard kind == wanted || (isOneNumber && (kind == .number || kind == .bool)) else {
        return nil
      }
      numbers = value
    case .object:
      guard isOneNumber, let value = lanes else { return nil }
      numbers = value
    default: return nil
    }
    return (numbers * 0).sum() == 0 ? numbers : nil
  }

  /// Whether it has no values of a caller's own types, so that threads may share it.
  var isBuiltIn: Bool {
    switch self {
    case .none, .lanes, .transform, .path, .contents: true
    case .list(let items): items.allSatisfy(\.isBuiltIn)
    case .custom, .object: false
    }
  }

  /// Whether two values are of one kind, so that they can be blended.
  package func isLike(_ other: AnimatableValue) -> Bool {
    switch (self, other) {
    case (.lanes(_, let a), .lanes(_, let b)):
      a == b || (a == .number && b == .bool) || (a == .bool && b == .number)
    case (.transform, .transform), (.path, .path), (.contents, .contents): true
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isLike($1) }
    case (.custom(let a), .custom(let b)): type(of: a) == type(of: b)
    default: false
    }
  }

  /// Whether a value can replace another: lists of any length, paths of any structure, and anything where
  /// there was no value or one of an unknown kind.
  func canReplace(_ other: AnimatableValue) -> Bool {
    switch (self, other) {
    case (.none, _), (_, .none), (_, .object), (.list, .list): true
    default: isLike(other)
    }
  }

  /// Whether two values are known to be equal; values that cannot be compared are not.
  package func isEqual(to other: AnimatableValue) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case (.lanes(let a, _), .lanes(let b, _)): a == b
    case (.transform(let a), .transform(let b)): a == b
    case (.path(let a), .path(let b)): a == b
    case (.contents(let a), .contents(let b)): a == b
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
    case (.custom(let a), .custom(let b)): a.isBoxedEqual(to: b)
    case (.object(let a), .object(let b)):
      if let a = a as? AnyHashable, let b = b as? AnyHashable { a == b } else { false }
    default: false
    }
  }
}

extension AnimatableValue: Interpolatable {
  package func blended(to other: AnimatableValue, by fraction: Double) -> AnimatableValue {
    switch (self, other) {
    case (.lanes(let a, let kind), .lanes(let b, _)):
      .lanes(a.blended(to: b, by: fraction), kind)
    case (.transform(let a), .transform(let b)):
      .transform(a.blended(to: b, by: fraction))
    case (.path(let a), .path(let b)): .path(a.blended(to: b, by: fraction) ?? b)
    case (.contents(let a), .contents(let b)):
      fraction <= 0
        ? self : fraction >= 1 ? other : .contents(.mix(from: a, to: b, progress: fraction))
    case (.list(let a), .list(let b)) where isLike(other):
      .list(zip(a, b).map { $0.blended(to: $1, by: fraction) })
    case (.custom(let a), .custom(let b)) where fraction != 0 && fraction != 1:
      a.boxed(blendedTo: b, by: fraction).map { .custom($0) } ?? other
    case (.custom, .custom): fraction == 0 ? self : other
    // Values that cannot be blended change to the target at once.
    default: other
    }
  }

  package func adding(_ other: AnimatableValue) -> AnimatableValue {
    switch (self, other) {
    case (.lanes(let a, let kind), .lanes(let b, _)): .lanes(a + b, kind)
    case (.transform(let a), .transform(let b)): .transform(a.adding(b))
    case (.list(let a), .list(let b)) where isLike(other):
      .list(zip(a, b).map { $0.adding($1) })
    case (.custom(let a), .custom(let b)):
      a.boxed(adding: b, times: 1).map { .custom($0) } ?? self
    default: self
    }
  }

  package func subtracting(_ other: AnimatableValue) -> AnimatableValue {
    switch (self, other) {
    case (.lanes(let a, let kind), .lanes(let b, _)): .lanes(a - b, kind)
    case (.transform(let a), .transform(let b)): .transform(a.subtracting(b))
    case (.list(let a), .list(let b)) where isLike(other):
      .list(zip(a, b).map { $0.subtracting($1) })
    case (.custom(let a), .custom(let b)):
      a.boxed(adding: b, times: -1).map { .custom($0) } ?? self
    default: self
    }
  }

  package func scaled(by count: Double) -> AnimatableValue {
    switch self {
    case .lanes(let a, let kind): return .lanes(a * count, kind)
    case .transform(let a): return .transform(a.scaled(by: count))
    case .list(let a): return .list(a.map { $0.scaled(by: count) })
    case .custom(let a):
      return a.boxed(adding: a, times: count - 1).map { .custom($0) } ?? self
    default: return self
    }
  }

  package func distance(to other: AnimatableValue) -> Double {
    switch (self, other) {
    case (.lanes(let a, _), .lanes(let b, _)): a.distance(to: b)
    case (.list(let a), .list(let b)) where isLike(other):
      zip(a, b).reduce(0) {
        let distance = $1.0.distance(to: $1.1)
        return $0 + distance * distance
      }.squareRoot()
    case (.custom(let a), .custom(let b)): a.boxedDistance(to: b)
    default: 0
    }
  }

  package var formsCurves: Bool {
    switch self {
    case .lanes: true
    case .list(let values): values.allSatisfy(\.formsCurves)
    case .custom: hasSums
    default: false
    }
  }

  package var hasSums: Bool {
    switch self {
    case .lanes, .transform: true
    case .list(let values): values.allSatisfy(\.hasSums)
    case .custom(let value): value.boxed(adding: value, times: 0) != nil
    default: false
    }
  }

  package var additiveIdentity: AnimatableValue {
    switch self {
    case .lanes(_, let kind): .lanes(.zero, kind)
    case .transform: .transform(CATransform3DIdentity)
    case .list(let a): .list(a.map(\.additiveIdentity))
    case .custom(let a): a.boxed(adding: a, times: -1).map { .custom($0) } ?? self
    default: self
    }
  }
}
