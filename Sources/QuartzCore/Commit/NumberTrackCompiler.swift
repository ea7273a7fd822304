// NumberTrackCompiler.swift
// Stage: commit. Animations of numbers in, tracks out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Compiles one layer's animations of numbers.
struct NumberTrackCompiler {
  private(set) var tracks = NumberTracks()
  /// See ``LayerTracks/contents``.
  private(set) var contents: [NumberContent] = []

  /// An animation of some numbers of a property.
  private struct Item {
    let part: CompiledAnimations.Part
    /// The numbers, among the property's.
    let range: Range<Int>
    let body: TrackFunction<SIMD4<Double>>

    var isAdditive: Bool { part.animation.isAdditive }
    var needsModel: Bool { isAdditive || body.needsUnderlying }
  }

  /// Adds all animations of a property.
  ///
  /// - Returns: Whether a track depends on the model's value. Nil, and nothing is added, where the property is not of up
  ///   to four numbers, or a value is missing among keyframes.
  mutating func add(
    _ parts: [CompiledAnimations.Part], _ property: LayerProperty, _ values: LayerValues,
    _ easings: inout EasingIndex?
  ) -> Bool? {
    guard case .lanes(let kind) = property.kind, let form = property.row.form else { return nil }
    let place = property.row.place
    var items: [Item] = []
    var (written, isStack) = (0, false)
    for part in parts {
      guard let range = part.member.laneRange(in: kind)?.clamped(to: 0..<form.laneCount)
      else { continue }
      let own = part.member.laneKind(in: kind)
      guard
        let body: TrackFunction<SIMD4<Double>> = part.body(
          &easings, convert: { part.member.lanes(of: $0, as: own) })
      else { return nil }
      items.append(Item(part: part, range: range, body: body))
      // An animated size can turn the whole rectangle over, so that the origin changes too.
      let lanes = form == .box && range.upperBound > 2 ? 0..<4 : range
      let mask = lanes.reduce(0) { $0 | 1 << $1 }
      if written & mask != 0 { isStack = true }
      written |= mask
    }
    let model = values[lanes: property]
    if isStack {
      var reset = NumberTrack(
        timeline: .always, place: place,
        form: model == nil ? .noColor : form, from: model ?? .zero, delta: .zero)
      reset.isStacked = true
      append(reset)
      for item in items { addOnTop(item, place, form, &easings) }
      return true
    }
    var needsModel = false
    for item in items {
      if item.needsModel || form == .box || model == nil { needsModel = true }
      add(item, place, form, model, &easings)
    }
    return needsModel
  }

  /// Adds an animation whose numbers no other writes.
  private mutating func add(
    _ item: Item, _ place: PropertyPlace, _ form: NumberForm, _ model: SIMD4<Double>?,
    _ easings: inout EasingIndex?
  ) {
    // Without a colour underneath that it needs, an animation shows none (from, to, by).
    if model == nil && item.needsModel { return }
    let model = model ?? .zero
    let current = model.extracting(item.range)
    var track = makeTrack(item, place, form, isOnTop: false, &easings)
    if case .ends(let ends) = item.body {
      let (from, to) = ends.resolved(underlying: item.isAdditive ? .zero : current)
      (track.from, track.delta) = (from, to - from)
      track.take(ends)
    }
    if item.isAdditive { track.base = current }
    if track.form == .box {
      let range = item.range
      track.from = model.replacing(range, with: track.from)
      track.delta = SIMD4.zero.replacing(range, with: track.delta)
      track.base = SIMD4.zero.replacing(range, with: track.base)
      track.keys = track.keys?.mapped(
        { model.replacing(range, with: $0) },
        difference: { SIMD4.zero.replacing(range, with: $0) })
    }
    append(track)
  }

  /// Adds an animation on top of others.
  private mutating func addOnTop(
    _ item: Item, _ place: PropertyPlace, _ form: NumberForm, _ easings: inout EasingIndex?
  ) {
    var track = makeTrack(item, place, form, isOnTop: true, &easings)
    track.isStacked = true
    if item.isAdditive { track.beneath = (1, 0) }
    if case .ends(let ends) = item.body {
      switch (ends.from, ends.to, ends.by) {
      case (nil, nil, nil): return
      case (let from?, nil, nil) where !item.isAdditive:
        (track.from, track.delta, track.beneath) = (from, -from, (0, 1))
      case (nil, let to?, nil) where !item.isAdditive:
        (track.delta, track.beneath) = (to, (1, -1))
      case (nil, nil, let by?) where !item.isAdditive:
        (track.delta, track.beneath) = (by, (1, 0))
      default:
        let (from, to) = ends.resolved(underlying: .zero)
        (track.from, track.delta) = (from, to - from)
      }
      track.take(ends)
    }
    append(track)
  }

  private func makeTrack(
    _ item: Item, _ place: PropertyPlace, _ form: NumberForm, isOnTop: Bool,
    _ easings: inout EasingIndex?
  ) -> NumberTrack {
    let range = item.range
    let isBoxSize = form == .box && range.upperBound > 2
    var first = range.lowerBound
    let own: NumberForm
    if range.count == form.laneCount || (isBoxSize && !isOnTop) {
      (own, first) = (form, 0)
    } else if isBoxSize {
      own = range.count == 2 ? .size : first == 2 ? .width : .height
    } else {
      own = range.count == 2 ? .two : .one
    }
    var track = NumberTrack(
      timeline: item.part.timeline(of: item.body, &easings), place: place, form: own,
      from: .zero, delta: .zero)
    track.place.offset += first * MemoryLayout<Double>.stride
    if case .keyframes(let keys) = item.body { track.keys = keys }
    (track.isAdditive, track.isCumulative) = (item.isAdditive, item.part.animation.isCumulative)
    return track
  }

  // MARK: Transforms

  /// Adds all animations of a transform, as numbers of one pose.
  ///
  /// - Returns: Whether they are added; false for others than members of a transform, each animated once, and a
  ///   single animation from one planar transform to another.
  mutating func addPose(
    _ parts: [CompiledAnimations.Part], _ property: LayerProperty, _ values: LayerValues,
    _ easings: inout EasingIndex?
  ) -> Bool {
    guard case .transform(let model) = values[property: property] else { return false }
    let place = property.row.place
    if parts.count == 1, parts[0].member == .whole {
      return addWhole(parts[0], place, model, &easings)
    }
    let isInSpace =
      PlaneMatrix(model) == nil || parts.contains { $0.member.leavesThePlane }
    guard let pose = TransformPose(model, isInSpace: isInSpace) else { return false }
    let decomposition = TransformDecomposition(model)
    var new: [(track: NumberTrack, first: Int)] = []
    var written = 0
    for part in parts {
      guard let (first, count) = pose.lanes(of: part.member),
        let current = decomposition[part.member], part.animation.valueFunction == nil
      else { return false }
      let mask = (1 << count - 1) << first
      if written & mask != 0 { return false }
      written |= mask
      let kind: LaneKind = part.member == .translation ? .size : .number
      let body: TrackFunction<SIMD4<Double>>? = part.body(&easings) {
        part.member.lanes(of: $0, as: kind)
      }
      // Of a scale, all lanes have the one number.
      func spread(_ value: SIMD4<Double>) -> SIMD4<Double> {
        kind == .size ? value : SIMD4(repeating: value.x)
      }
      guard let body else { continue }
      var track = NumberTrack(
        timeline: part.timeline(of: body, &easings), place: .pose,
        form: count == 1 ? .one : count == 2 ? .two : .three, from: .zero, delta: .zero)
      let isAdditive = part.animation.isAdditive
      switch body {
      case .ends(let ends):
        let (from, to) = ends.resolved(underlying: isAdditive ? .zero : current)
        (track.from, track.delta) = (spread(from), spread(to - from))
        track.take(ends)
      case .keyframes(let keys): track.keys = keys.mapped(spread, difference: spread)
      }
      if isAdditive { track.base = spread(current) }
      (track.isAdditive, track.isCumulative) = (isAdditive, part.animation.isCumulative)
      new.append((track, first))
    }
    if !new.isEmpty { append(pose, place, new) }
    return true
  }

  private mutating func addWhole(
    _ part: CompiledAnimations.Part, _ place: PropertyPlace, _ model: CATransform3D,
    _ easings: inout EasingIndex?
  ) -> Bool {
    let isAdditive = part.animation.isAdditive
    guard part.animation.valueFunction == nil, !part.animation.isCumulative, !part.turns,
      let body = part.transformBody(&easings)
    else { return false }
    guard case .ends(let ends) = body else { return addKeys(body, part, place, &easings) }
    let (from, to) = ends.resolved(underlying: isAdditive ? CATransform3DIdentity : model)
    let base = isAdditive && model != CATransform3DIdentity ? PlaneMatrix(model) : nil
    let motion = TransformMotion(from: from, to: to)
    guard let (start, end) = motion.poses,
      base != nil || !isAdditive || model == CATransform3DIdentity
    else { return false }
    var pose = start
    pose.base = base
    let timeline = part.timeline(of: .ends(ends), &easings)
    var new: [(track: NumberTrack, first: Int)] = []
    func add(
      _ form: NumberForm, _ first: Int, _ from: SIMD4<Double>, _ to: SIMD4<Double>,
      isNeeded: Bool = false
    ) {
      if from == to && !isNeeded { return }
      var track = NumberTrack(
        timeline: timeline, place: .pose, form: form, from: from,
        delta: to - from)
      track.from += track.delta * ends.start
      track.delta *= ends.scale
      new.append((track, first))
    }
    add(
      .four, TransformPose.Lane.translation,
      SIMD4(lowHalf: pose.translation, highHalf: pose.scale),
      SIMD4(lowHalf: end.translation, highHalf: end.scale))
    if let (from, to) = pose.residual.flatMap({ from in end.residual.map { (from, $0) } }) {
      add(.four, TransformPose.Lane.residual, from, to)
    }
    add(
      .one, TransformPose.Lane.angle, SIMD4(pose.angle, 0, 0, 0), SIMD4(end.angle, 0, 0, 0),
      isNeeded: new.isEmpty)
    func matrix(at fraction: Double) -> PlaneMatrix? {
      let transform = motion.transform(at: ends.start + ends.scale * fraction)
      return PlaneMatrix(isAdditive ? CATransform3DConcat(transform, model) : transform)
    }
    // A time that is solved has no fraction in a frame.
    let matrices = timeline.content == nil ? (matrix(at: 0), matrix(at: 1)) : (nil, nil)
    if case (let first?, let last?) = matrices {
      append(pose, place, new, TransformPose.Ends(start: first, end: last))
    } else {
      append(pose, place, new)
    }
    return true
  }

  /// Adds keyframes of whole transforms; returns false where one of them is skewed, mirrored, flat or in space, or where
  /// they add to another.
  private mutating func addKeys(
    _ body: TrackFunction<CATransform3D>, _ part: CompiledAnimations.Part,
    _ place: PropertyPlace, _ easings: inout EasingIndex?
  ) -> Bool {
    guard case .keyframes(let keys) = body, keys.times.course != .cubic,
      !part.animation.isAdditive
    else { return false }
    var poses: [TransformPose] = []
    for key in 0..<keys.count {
      guard var pose = TransformPose(keys[key], isInSpace: false), pose.scale.min() > 0
      else { return false }
      if let last = poses.last {
        // The shorter way; of half a turn there is none.
        let turn = (pose.angle - last.angle).remainder(dividingBy: 2 * .pi)
        guard abs(turn) < .pi - 1e-9 else { return false }
        pose.angle = last.angle + turn
      }
      poses.append(pose)
    }
    let timeline = part.timeline(of: body, &easings)
    let new = [
      (NumberForm.four, TransformPose.Lane.translation), (.two, TransformPose.Lane.zScale),
    ].map { form, first in
      var track = NumberTrack(
        timeline: timeline, place: .pose, form: form, from: .zero, delta: .zero)
      let values = poses.map { pose in
        first == TransformPose.Lane.translation
          ? SIMD4(lowHalf: pose.translation, highHalf: pose.scale)
          : SIMD4(pose.zScale, pose.angle, 0, 0)
      }
      track.keys = KeyframeTimeline(values, at: keys.times)
      return (track: track, first: first)
    }
    append(poses[0], place, new)
    return true
  }

  private mutating func append(
    _ pose: TransformPose, _ place: PropertyPlace, _ new: [(track: NumberTrack, first: Int)],
    _ ends: TransformPose.Ends? = nil
  ) {
    // The numbers of the pose follow those of its tracks.
    var distance = new.reduce(0) { $0 + $1.track.numberCount }
    for (track, first) in new {
      var track = track
      track.isStacked = true
      track.place.offset = (distance + first) * MemoryLayout<Double>.stride
      distance -= track.numberCount
      append(track)
    }
    var track = NumberTrack(
      timeline: .always, place: place,
      form: pose.space != nil ? .spacePose : pose.residual == nil ? .pose : .skewedPose,
      from: .zero, delta: .zero)
    (track.pose, track.ends, track.isStacked) = (pose, ends, true)
    append(track)
  }

  private mutating func append(_ track: NumberTrack) { tracks.append(track, contents: &contents) }
}

extension ValueMember {
  /// Whether it moves a layer out of its plane.
  fileprivate var leavesThePlane: Bool {
    self == .rotationX || self == .rotationY || self == .translationZ
  }
}

extension NumberTrack {
  fileprivate var numberCount: Int { form.numberCount(flags) }

  /// Takes the part of the way between its ends that an animation runs through.
  fileprivate mutating func take(_ ends: FromToBy<SIMD4<Double>>) {
    if ends.start == 0 && ends.scale == 1 { return }
    from += delta * ends.start
    delta *= ends.scale
    beneath = beneath.map { ($0.start + $0.gain * ends.start, $0.gain * ends.scale) }
  }
}
