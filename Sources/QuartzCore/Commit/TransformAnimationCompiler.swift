// TransformAnimationCompiler.swift
// Stage: commit. Animations of a transform in, tracks out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension [CompiledAnimations.Part] {
  /// Compiles the animations of one transform of a layer.
  func transformTracks(
    _ slot: Int32, _ values: LayerValues, _ easings: inout EasingIndex?
  ) -> [TimelineTrack<TransformAnimation>] {
    var tracks: [TimelineTrack<TransformAnimation>] = []
    for part in self {
      var model: CATransform3D?
      if tracks.isEmpty, case .transform(let transform) = values[property: part.property] {
        model = transform
      }
      guard let animation = part.transformAnimation(model, &easings) else { continue }
      tracks.append(TimelineTrack(slot: slot, animation))
    }
    return tracks
  }
}

extension CompiledAnimations.Part {
  /// Compiles the animation of a transform.
  ///
  /// - Parameter model: The model's transform, if the animation is the first one.
  fileprivate func transformAnimation(
    _ model: CATransform3D?, _ easings: inout EasingIndex?
  ) -> TransformAnimation? {
    if turns { return turn(model, &easings) }
    let isCumulative = animation.isCumulative
    func make<Value>(
      _ body: TrackFunction<Value>, _ values: TransformAnimation.Values
    ) -> TransformAnimation {
      TransformAnimation(
        property.row.place, timeline(of: body, &easings), values, isAdditive: animation.isAdditive,
        isCumulative: isCumulative, model: model)
    }
    if let function = animation.valueFunction?.function {
      let body: TrackFunction<SIMD4<Double>>? = body(&easings) { function.numbers($0)?.lanes }
      return body.map { make($0, .function(function, $0)) }
    }
    if member == .whole {
      return transformBody(&easings).map { make($0, wholes($0, model)) }
    }
    guard let sample = TransformDecomposition(CATransform3DIdentity)[member] else { return nil }
    let kind: LaneKind = member == .translation ? .size : .number
    let body: TrackFunction<SIMD4<Double>>? = body(&easings) { member.lanes(of: $0, as: kind) }
    guard let body else { return nil }
    if case .ends(let ends) = body, !isCumulative {
      let current = model.flatMap { TransformDecomposition($0)[member] }
      let beneath = animation.isAdditive ? sample * 0 : current
      if let beneath = ends.needsUnderlying ? beneath : .zero {
        let (from, to) = ends.resolved(underlying: beneath)
        let delta = to - from
        return make(
          body,
          .line(
            TransformAnimation.Line(
              member: member, from: from + delta * ends.start, delta: delta * ends.scale)))
      }
    }
    return make(body, .numbers(member, body))
  }

  /// Compiles the values of an animation of the whole transform.
  func transformBody(_ easings: inout EasingIndex?) -> TrackFunction<CATransform3D>? {
    body(&easings) {
      if case .transform(let transform) = $0, transform.isFinite { transform } else { nil }
    }
  }

  private func wholes(
    _ body: TrackFunction<CATransform3D>, _ model: CATransform3D?
  ) -> TransformAnimation.Values {
    switch body {
    case .ends(let ends):
      let beneath = animation.isAdditive ? CATransform3DIdentity : model
      guard let beneath = ends.needsUnderlying ? beneath : CATransform3DIdentity
      else { return .ends(body) }
      let (from, to) = ends.resolved(underlying: beneath)
      return .motion(
        TransformMotion(from: from, to: to), start: ends.start, scale: ends.scale)
    case .keyframes(let keys):
      return .motions(
        (0..<keys.count - 1).map { TransformMotion(from: keys[$0], to: keys[$0 + 1]) })
    }
  }

  /// Compiles the rotation of a layer along its animation's path; nil without a path.
  private func turn(_ model: CATransform3D?, _ easings: inout EasingIndex?) -> TransformAnimation? {
    guard let keyframes = animation as? CAKeyframeAnimation,
      let along = keyframes.alongPath(turns: true)
    else { return nil }
    let half = keyframes.rotationMode == .rotateAutoReverse ? Double.pi : 0
    let turns = along.turns
    guard
      var timeline = KeyframeTimeline(
        values: turns.map { SIMD4($0.angle + half, 0, 0, 0) }, keyTimes: turns.map(\.time),
        easings: [], mode: keyframes.calculationMode == .discrete ? .discrete : .linear)
    else { return nil }
    timeline.number(in: &easings)
    let body = TrackFunction.keyframes(timeline)
    return TransformAnimation(
      property.row.place, self.timeline(of: body, &easings), .function(.rotateZ, body),
      isAdditive: true,
      isCumulative: false, model: model)
  }
}
