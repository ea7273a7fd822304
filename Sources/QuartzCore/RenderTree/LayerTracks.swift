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
  /// The properties, a bit for each, whose model value is part of a track: when it changes, the layer's
  /// animations have to be compiled again.
  let dependencies: UInt128
  let numbers: NumberTracks
  /// What few layers have; nil where all of it is empty.
  private let others: Box?

  private final class Box: Sendable {
    let tracks: OtherTracks
    init(_ tracks: OtherTracks) { self.tracks = tracks }
  }

  init(
    numbers: NumberTracks, _ others: OtherTracks = OtherTracks(), properties: UInt128,
    dependencies: UInt128
  ) {
    self.numbers = numbers
    self.others = others.isEmpty ? nil : Box(others)
    (self.properties, self.dependencies) = (properties, dependencies)
  }

  var contents: [NumberContent] { others?.tracks.contents ?? [] }
  var transforms: [TimelineTrack<TransformAnimation>] { others?.tracks.transforms ?? [] }
  var lists: [TimelineTrack<ListAnimation>] { others?.tracks.lists ?? [] }
  var objects: [AnimationTrack] { others?.tracks.objects ?? [] }

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
    withUnsafeMutablePointer(to: &values) { values in
      numbers.present(at: time, contents, curves, in: values)
      guard let others = others?.tracks else { return }
      var (transforms, lists) = (others.transforms, others.lists)
      for index in transforms.indices { _ = transforms[index].enter(at: time, curves: curves) }
      transforms.withUnsafeBufferPointer { transforms in
        SinCosTable.shared.withReader {
          TransformAnimation.apply(transforms, at: time, curves: curves, $0, to: values)
        }
      }
      for index in lists.indices {
        _ = lists[index].enter(at: time, curves: curves)
        ListAnimation.apply(&lists[index], at: time, curves: curves, model: model, to: values)
      }
      for track in others.objects {
        track.apply(at: time, curves: curves, model: model, to: &values.pointee)
      }
    }
    return values
  }
}

/// The tracks of a layer that are not of numbers, and what those of numbers have beside them.
struct OtherTracks: Sendable {
  var contents: [NumberContent] = []
  var transforms: [TimelineTrack<TransformAnimation>] = []
  var lists: [TimelineTrack<ListAnimation>] = []
  var objects: [AnimationTrack] = []

  var isEmpty: Bool {
    contents.isEmpty && transforms.isEmpty && lists.isEmpty && objects.isEmpty
  }
}
