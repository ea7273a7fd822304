// EndValue.swift
// The value with which an animation ends, as the numbers that are edited.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// A value of numbers that have names.
struct EndValue: Equatable {
  enum Kind: String, CaseIterable {
    case number, point, size, rect, color
    /// A move, a scale that is the same both ways, and a turn, in this order: what most transforms of views are.
    case turn
  }

  var kind: Kind
  /// As many as ``names(of:)``. Lengths are in points, turns in radians, colours 0...1.
  var numbers: [Double]

  init(_ kind: Kind, _ numbers: [Double]) { (self.kind, self.numbers) = (kind, numbers) }

  /// Creates the numbers of a value; nil for one that has none with names.
  init?(_ value: AnimatableValue) {
    switch value {
    case .lanes(let lanes, let kind):
      switch kind {
      case .number: self.init(.number, [lanes.x])
      case .point, .vector: self.init(.point, [lanes.x, lanes.y])
      case .size: self.init(.size, [lanes.x, lanes.y])
      case .rect: self.init(.rect, (0..<4).map { lanes[$0] })
      case .color: self.init(.color, (0..<4).map { lanes[$0] })
      case .bool: return nil
      }
    case .transform(let transform):
      guard CATransform3DIsAffine(transform) else { return nil }
      let matrix = CATransform3DGetAffineTransform(transform)
      let (scale, turn) = (Double(hypot(matrix.a, matrix.b)), Double(atan2(matrix.b, matrix.a)))
      self.init(
        .turn, [matrix.tx, matrix.ty, scale.shortened, turn.shortened])
      guard
        zip(matrix.numbers, affine.numbers).allSatisfy({ abs($0 - $1) < 1e-6 * max(1, abs($0)) })
      else { return nil }
    default: return nil
    }
  }

  /// The names of the numbers of a kind, in order.
  static func names(of kind: Kind) -> [String] {
    switch kind {
    case .number: ["To"]
    case .point: ["To x", "To y"]
    case .size: ["To width", "To height"]
    case .rect: ["To x", "To y", "Width", "Height"]
    case .color: ["Red", "Green", "Blue", "Alpha"]
    case .turn: ["Move x", "Move y", "Scale", "Turn"]
    }
  }

  /// The transform of a ``Kind/turn``, by the calls that are written as code.
  var affine: CGAffineTransform {
    CGAffineTransform(translationX: numbers[0], y: numbers[1])
      .scaledBy(x: numbers[2], y: numbers[2]).rotated(by: numbers[3])
  }

  var value: AnimatableValue {
    func lanes(_ kind: LaneKind) -> AnimatableValue {
      var lanes = SIMD4<Double>.zero
      for (index, number) in numbers.enumerated() { lanes[index] = number }
      return .lanes(lanes, kind)
    }
    return switch kind {
    case .number: lanes(.number)
    case .point: lanes(.point)
    case .size: lanes(.size)
    case .rect: lanes(.rect)
    case .color: lanes(.color)
    case .turn: .transform(CATransform3DMakeAffineTransform(affine))
    }
  }
}

extension CGAffineTransform {
  /// a, b, c, d, tx and ty.
  var numbers: [Double] { [a, b, c, d, tx, ty] }
}
