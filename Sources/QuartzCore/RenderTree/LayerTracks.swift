// LayerTracks.swift
// Stage: commit → sample. One layer's animations as compiled: immutable, shared by the render tree and
// the sampler.
//
// SPDX-License-Identifier: MIT

import Foundation

/// One layer's compiled animations. Immutable; a commit that changes a layer's animations makes
/// another object, so that an object's identity is that of the animations.
final class LayerTracks: Sendable {
  /// The animated properties, a bit for each.
  let properties: UInt128
  /// The properties, a bit for each, whose model value is part of a packed track: when it changes, the layer's
  /// animations have to be compiled again.
  let dependencies: UInt128
  let packed: PackedTracks
  /// What few layers have; nil where all of it is empty.
  private let others: OtherTracks?

  /// - Parameters:
  ///   - nested: What is within the timings of packed tracks.
  init(
    packed: PackedTracks, nested: [NestedAnimation] = [], stacks: [StackedTrack] = [],
    lanes: [AnimationTrack<SIMD4<Double>>] = [], general: [AnimationTrack<StockValue>] = [],
    properties: UInt128, dependencies: UInt128
  ) {
    self.packed = packed
    let isPacked = nested.isEmpty && stacks.isEmpty && lanes.isEmpty && general.isEmpty
    others = isPacked ? nil : OtherTracks(nested, stacks, lanes, general)
    (self.properties, self.dependencies) = (properties, dependencies)
  }

  var stacks: [StackedTrack] { others?.stacks ?? [] }
  var lanes: [AnimationTrack<SIMD4<Double>>] { others?.lanes ?? [] }
  var general: [AnimationTrack<StockValue>] { others?.general ?? [] }

  /// What is within the timing of a packed track; nil but for a nested one.
  func nested(at index: Int) -> NestedAnimation? {
    guard let place = packed.nestedPlace(at: index) else { return nil }
    return others?.nested[place]
  }

  /// Replaces animated values that are not finite, and that no layer may have, by the model's.
  func replaceOverflow(in values: inout LayerValues, by model: LayerValues) {
    var remaining = properties
    while remaining != 0 {
      let number = remaining.trailingZeroBitCount
      remaining &= remaining - 1
      guard let property = LayerProperty(rawValue: number), property.row.isFiniteOnly,
        !values[property: property].isFinite
      else { continue }
      values[property: property] = model[property: property]
    }
  }

  /// Returns the layer's values at its local time.
  func present(
    at time: TimeInterval, curves: some EasingCurves, model: LayerValues
  ) -> LayerValues {
    var values = model
    withUnsafeMutableBytes(of: &values) { bytes in
      guard let values = bytes.baseAddress else { return }
      SinCosTable.shared.withReader { sinCos in
        packed.present(at: time, others?.nested ?? [], curves, sinCos, into: values)
        for var track in stacks {
          track.enter(track.segment(atParentTime: time))
          track.apply(at: time, curves: curves, to: values)
        }
      }
    }
    for track in lanes { track.apply(at: time, curves: curves, model: model, to: &values) }
    for track in general { track.apply(at: time, curves: curves, model: model, to: &values) }
    return values
  }
}

/// The tracks of a layer that are not packed, and what is within those that are.
private final class OtherTracks: Sendable {
  let nested: [NestedAnimation]
  let stacks: [StackedTrack]
  let lanes: [AnimationTrack<SIMD4<Double>>]
  let general: [AnimationTrack<StockValue>]

  init(
    _ nested: [NestedAnimation], _ stacks: [StackedTrack], _ lanes: [AnimationTrack<SIMD4<Double>>],
    _ general: [AnimationTrack<StockValue>]
  ) {
    (self.nested, self.stacks, self.lanes, self.general) = (nested, stacks, lanes, general)
  }
}
