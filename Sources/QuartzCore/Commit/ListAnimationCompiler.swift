// ListAnimationCompiler.swift
// Stage: commit. An animation of a list or of a path in, a track out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CompiledAnimations.Part {
  /// Compiles an animation of a whole list or path; nil where it adds to another value, a value is missing, or values are
  /// of several structures.
  func listTrack(
    _ slot: Int32, _ values: LayerValues, _ easings: inout EasingIndex?
  ) -> TimelineTrack<ListAnimation>? {
    guard member == .whole, !animation.isAdditive, !animation.isCumulative else { return nil }
    let model = values[property: property]
    func track<Value>(
      _ convert: (AnimatableValue) -> Value?, _ isLike: (Value, Value) -> Bool,
      _ keys: ([Value]) -> ListAnimation.Keys
    ) -> TimelineTrack<ListAnimation>? {
      let body: TrackFunction<Box<Value>>? = body(&easings) { convert($0).map { Box(value: $0) } }
      guard let body else { return nil }
      var list: [Value]
      switch body {
      case .ends(let ends):
        guard ends.by == nil, ends.start == 0, ends.scale == 1,
          ends.from != nil || ends.to != nil,
          let from = ends.from?.value ?? convert(model), let to = ends.to?.value ?? convert(model)
        else { return nil }
        list = [from, to]
      case .keyframes(let timeline):
        let mode = (animation as? CAKeyframeAnimation)?.calculationMode
        guard mode == .linear || mode == .discrete else { return nil }
        list = (0..<timeline.count).map { timeline[$0].value }
      }
      guard list.allSatisfy({ isLike($0, list[0]) }) else { return nil }
      return TimelineTrack(
        slot: slot, ListAnimation(property, timeline(of: body, &easings), keys(list)))
    }
    switch property.kind {
    case .list(.number):
      return track({ $0.finiteNumbers }, { $0.count == $1.count }, { .numbers($0) })
    case .list(.color): return track({ $0.colors }, { $0.count == $1.count }, { .colors($0) })
    case .path:
      return track(
        { if case .path(let path) = $0 { path } else { nil } },
        { $0 === $1 || $0.blended(to: $1, by: 0.5) != nil }, { .paths($0) })
    default: return nil
    }
  }
}

/// A value whose keys alone matter.
private struct Box<Value>: Interpolatable {
  let value: Value

  func blended(to other: Self, by fraction: Double) -> Self { fraction < 1 ? self : other }
  func adding(_ other: Self) -> Self { self }
  func subtracting(_ other: Self) -> Self { self }
  func scaled(by count: Double) -> Self { self }
  func distance(to other: Self) -> Double { 0 }
  var formsCurves: Bool { false }
  var hasSums: Bool { false }
  var additiveIdentity: Self { self }
}

extension AnimatableValue {
  fileprivate var finiteNumbers: [Double]? {
    numbers.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
  }
}
