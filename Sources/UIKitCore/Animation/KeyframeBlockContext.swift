// KeyframeBlockContext.swift
// Stage: action search. Records the changes of a keyframe block, and creates one keyframe animation per
// property when the block ends.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// The context of one `UIView.animateKeyframes` call.
final class KeyframeBlockContext: BlockAnimationContext {
  private let mode: CAAnimationCalculationMode
  private var timelines: [Timeline] = []
  /// The running keyframe, in fractions of the duration.
  private var frame = Frame(number: 0, start: 0, end: 1)
  private var frameCount = 0

  private struct Frame {
    var number: Int
    var start: Double
    var end: Double
  }

  /// The changes of one property.
  private struct Timeline {
    let layer: CALayer
    let key: String
    let composition: Composition
    /// The value before the block.
    let start: AnimatableValue
    /// The repetition at the property's first change.
    let repetition: Repetition?
    var changes: [(frame: Frame, value: AnimatableValue)] = []
    /// The keyframe whose new value is in the model but not recorded yet.
    var pending: Frame?
  }

  init(
    timing: BlockTiming, mode: CAAnimationCalculationMode, options: UIView.AnimationOptions,
    completion: ((Bool) -> Void)?
  ) {
    self.mode = mode
    super.init(timing: timing, options: options, completion: completion)
  }

  /// Runs the changes of a keyframe.
  func addKeyframe(from start: Double, to end: Double, _ animations: () -> Void) {
    let outer = frame
    frameCount += 1
    frame = Frame(number: frameCount, start: start, end: end)
    animations()
    layOutChangedViews()
    frame = outer
  }

  /// Returns an animation that records the change when run. It has the block's timing and delegate for
  /// callers that inspect it.
  override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
    guard !isImmediate, composition(of: key, on: layer) != nil else { return nil }
    recordChange(of: view)
    let recorder = KeyframeRecorder(keyPath: key)
    recorder.willChange = { [weak self] layer in
      MainActor.assumeIsolated { self?.willChange(layer, key) }
    }
    recorder.report(to: state)
    setTiming(of: recorder, on: layer)
    return recorder
  }

  /// Records that a property is about to change. The model has the old value.
  private func willChange(_ layer: CALayer, _ key: String) {
    guard let composition = composition(of: key, on: layer) else { return }
    if let index = timelines.firstIndex(where: { $0.layer === layer && $0.key == key }) {
      if timelines[index].pending?.number == frame.number { return }
      recordPending(&timelines[index])
      timelines[index].pending = frame
      return
    }
    var timeline = Timeline(
      layer: layer, key: key, composition: composition,
      start: start(of: key, on: layer, composition).value, repetition: repetition)
    timeline.pending = frame
    timelines.append(timeline)
  }

  /// Records the value that the last change left in the model.
  private func recordPending(_ timeline: inout Timeline) {
    guard let frame = timeline.pending else { return }
    timeline.pending = nil
    timeline.changes.append((frame, value(of: timeline.key, in: timeline.layer)))
  }

  private func value(of key: String, in layer: CALayer) -> AnimatableValue {
    let end = layer.currentEnd(forKey: key)
    return end.isNone && key == "backgroundColor"
      ? AnimatableValue(UIColor.clear.cgColor) : end.value
  }

  override func willEndBlock() {
    super.willEndBlock()
    let ended = timelines
    timelines = []
    for var timeline in ended {
      recordPending(&timeline)
      let keyframes = Self.keyframes(timeline)
      if timeline.key == "bounds" {
        // Origin and size animate separately, as in plain blocks.
        add(keyframes, timeline, "bounds.origin", .origin)
        add(keyframes, timeline, "bounds.size", .size)
      } else {
        add(keyframes, timeline, timeline.key, .whole)
      }
    }
  }

  /// Returns the values of a property with the time of each, from the start value through every
  /// keyframe to the end. Between keyframes the last value holds.
  ///
  /// A keyframe that overlaps the previous one begins at its end.
  private static func keyframes(
    _ timeline: Timeline
  ) -> [(time: Double, value: AnimatableValue)] {
    var result = [(time: 0.0, value: timeline.start)]
    func append(_ time: Double, _ value: AnimatableValue) {
      // Of several values at one instant only the first and last are visible.
      if result.count > 1, result[result.count - 2].time == time { result.removeLast() }
      result.append((time, value))
    }
    // By start, then in order of the calls.
    let changes = timeline.changes.enumerated().sorted {
      ($0.element.frame.start, $0.offset) < ($1.element.frame.start, $1.offset)
    }
    for (_, change) in changes {
      guard let last = result.last else { break }
      let start = max(change.frame.start, last.time)
      if start > last.time { append(start, last.value) }
      append(max(change.frame.end, start), change.value)
    }
    if let last = result.last, last.time < 1 { append(1, last.value) }
    return result
  }

  /// Adds the animation of a property or of a member of it, unless it does not change.
  private func add(
    _ keyframes: [(time: Double, value: AnimatableValue)], _ timeline: Timeline, _ keyPath: String,
    _ member: ValueMember
  ) {
    let layer = timeline.layer
    var values = keyframes.compactMap { member.read($0.value) }
    guard values.count == keyframes.count, let first = values.first,
      values.contains(where: { !$0.isEqual(to: first) })
    else { return }
    let isAdditive = timeline.composition == .additive
    if isAdditive {
      // Additive: the values are offsets from the model's new value, and end at zero.
      guard let end = member.read(value(of: timeline.key, in: layer)) else { return }
      values = values.map { $0.subtracting(end) }
    }
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.values = values.map { $0.any ?? NSNull() }
    animation.keyTimes = keyframes.map { NSNumber(value: $0.time) }
    animation.calculationMode = mode
    animation.isAdditive = isAdditive
    animation.report(to: state)
    let outer = repetition
    repetition = timeline.repetition
    setTiming(of: animation, on: layer)
    repetition = outer
    layer.add(animation, forKey: isAdditive ? layer.freeKey(keyPath) : keyPath)
  }
}

/// The action of a layer in a keyframe block. Running it records a change; it has no values, so adding
/// it to a layer has no effect.
private final class KeyframeRecorder: CAKeyframeAnimation {
  var willChange: ((CALayer) -> Void)?

  override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
  {
    if let layer = anObject as? CALayer { willChange?(layer) }
  }
}
