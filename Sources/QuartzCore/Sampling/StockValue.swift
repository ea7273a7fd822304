// StockValue.swift
// Stage: commit → sample. A value of a built-in property that is not plain numbers: a transform, a path,
// contents, a list.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// A value of a built-in property.
///
/// The kinds of ``AnimatableValue`` without the caller's own types, so that it is `Sendable`. It computes
/// by that type's rules.
enum StockValue: Sendable {
  case none
  case lanes(SIMD4<Double>, LaneKind)
  case transform(CATransform3D)
  case path(CGPath)
  case contents(LayerContents)
  case list([StockValue])

  /// Converts a value; nil for one of a caller's own type.
  init?(_ value: AnimatableValue) {
    switch value {
    case .none: self = .none
    case .lanes(let lanes, let kind): self = .lanes(lanes, kind)
    case .transform(let transform): self = .transform(transform)
    case .path(let path): self = .path(path)
    case .contents(let contents): self = .contents(contents)
    case .list(let items):
      var list: [StockValue] = []
      list.reserveCapacity(items.count)
      for item in items {
        guard let item = StockValue(item) else { return nil }
        list.append(item)
      }
      self = .list(list)
    case .custom, .object: return nil
    }
  }

  /// The value as key-value coding and animations hold it.
  var animatable: AnimatableValue {
    switch self {
    case .none: .none
    case .lanes(let lanes, let kind): .lanes(lanes, kind)
    case .transform(let transform): .transform(transform)
    case .path(let path): .path(path)
    case .contents(let contents): .contents(contents)
    case .list(let items): .list(items.map(\.animatable))
    }
  }
}

extension StockValue: Interpolatable {
  /// The result of arithmetic on built-in values, itself a built-in value.
  private static func wrap(_ result: AnimatableValue) -> StockValue {
    guard let value = StockValue(result) else {
      trap("arithmetic on built-in values gave \(result)")
    }
    return value
  }

  func blended(to other: StockValue, by fraction: Double) -> StockValue {
    Self.wrap(animatable.blended(to: other.animatable, by: fraction))
  }
  func adding(_ other: StockValue) -> StockValue {
    Self.wrap(animatable.adding(other.animatable))
  }
  func subtracting(_ other: StockValue) -> StockValue {
    Self.wrap(animatable.subtracting(other.animatable))
  }
  func scaled(by count: Double) -> StockValue { Self.wrap(animatable.scaled(by: count)) }
  func distance(to other: StockValue) -> Double { animatable.distance(to: other.animatable) }
  var formsCurves: Bool { animatable.formsCurves }
  var hasSums: Bool { animatable.hasSums }
  var additiveIdentity: StockValue { Self.wrap(animatable.additiveIdentity) }
  func input(of function: ValueFunction) -> StockValue {
    Self.wrap(animatable.input(of: function))
  }
  func output(of function: ValueFunction) -> StockValue {
    Self.wrap(animatable.output(of: function))
  }
}
