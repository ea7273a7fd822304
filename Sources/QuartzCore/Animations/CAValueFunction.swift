// CAValueFunction.swift
// Functions from numbers to a transform, for rotations by more than half a turn.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A function from numbers to a transform, by name.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The function's name.
  public let rawValue: String
  /// Creates a name; ``CAValueFunction/init(name:)`` returns nil for an unknown one.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A rotation about x, from radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// A rotation about y, from radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// A rotation about z, from radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// A scale, from an array of three numbers.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A scale along x, from a number.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A scale along y, from a number.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A scale along z, from a number.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// A translation, in points, from an array of three numbers.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A translation along x, in points, from a number.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A translation along y, in points, from a number.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// A translation along z, in points, from a number.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// Converts the numbers of an animation of `transform` to a transform.
///
///     let turn = CABasicAnimation(keyPath: "transform")
///     turn.valueFunction = CAValueFunction(name: .rotateZ)
///     turn.fromValue = 0
///     turn.toValue = 2 * Double.pi  // Once round, where two matrices would not move.
///
/// The animation's values are numbers, or arrays of three numbers for `scale` and `translate`.
///
/// Source: Apple's `CAValueFunction`.
open class CAValueFunction: NSObject {
  /// The function's name.
  open private(set) var name: CAValueFunctionName
  let function: ValueFunction

  /// Creates a function; nil for a name that is not one of ``CAValueFunctionName``'s.
  public init?(name: CAValueFunctionName) {
    guard let function = ValueFunction(rawValue: name.rawValue) else { return nil }
    self.name = name
    self.function = function
  }
}

/// A value function as a value.
package enum ValueFunction: String, Hashable, Sendable {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  /// Whether the input is an array of three numbers.
  var takesThree: Bool { self == .scale || self == .translate }

  /// The input as numbers; nil for unsuitable input.
  func numbers(_ input: AnimatableValue) -> AnimatableValue? {
    guard takesThree else { return input.lanes(as: .number).map { .number($0.x) } }
    guard case .list(let list) = input, list.count == 3 else { return nil }
    var result = SIMD4<Double>.zero
    for (index, item) in list.enumerated() {
      guard let number = item.lanes(as: .number) else { return nil }
      result[index] = number.x
    }
    return .lanes(result, .number)
  }

  /// The transform of some numbers.
  func transform(_ n: SIMD4<Double>) -> CATransform3D {
    switch self {
    case .rotateX: CATransform3DMakeRotation(n.x, 1, 0, 0)
    case .rotateY: CATransform3DMakeRotation(n.x, 0, 1, 0)
    case .rotateZ: CATransform3DMakeRotation(n.x, 0, 0, 1)
    case .scale: CATransform3DMakeScale(n.x, n.y, n.z)
    case .scaleX: CATransform3DMakeScale(n.x, 1, 1)
    case .scaleY: CATransform3DMakeScale(1, n.x, 1)
    case .scaleZ: CATransform3DMakeScale(1, 1, n.x)
    case .translate: CATransform3DMakeTranslation(n.x, n.y, n.z)
    case .translateX: CATransform3DMakeTranslation(n.x, 0, 0)
    case .translateY: CATransform3DMakeTranslation(0, n.x, 0)
    case .translateZ: CATransform3DMakeTranslation(0, 0, n.x)
    }
  }

  /// The function's numbers in a value, which replace a missing end; those of the identity for one that is no transform.
  func numbers(in value: AnimatableValue) -> AnimatableValue {
    guard case .transform(let transform) = value else {
      return .lanes(numbers(in: CATransform3DIdentity), .number)
    }
    return .lanes(numbers(in: transform), .number)
  }

  /// The function's numbers in a transform.
  func numbers(in transform: CATransform3D) -> SIMD4<Double> {
    let parts = TransformDecomposition(transform)
    let numbers: SIMD3<Double> =
      switch self {
      case .rotateX: SIMD3(parts.rotation.x, 0, 0)
      case .rotateY: SIMD3(parts.rotation.y, 0, 0)
      case .rotateZ: SIMD3(parts.rotation.z, 0, 0)
      case .scale: parts.scale
      case .scaleX: SIMD3(parts.scale.x, 0, 0)
      case .scaleY: SIMD3(parts.scale.y, 0, 0)
      case .scaleZ: SIMD3(parts.scale.z, 0, 0)
      case .translate: parts.translation
      case .translateX: SIMD3(parts.translation.x, 0, 0)
      case .translateY: SIMD3(parts.translation.y, 0, 0)
      case .translateZ: SIMD3(parts.translation.z, 0, 0)
      }
    return SIMD4(numbers, 0)
  }
}
