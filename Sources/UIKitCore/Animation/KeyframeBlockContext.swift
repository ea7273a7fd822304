// KeyframeBlockContext.swift
// Stage: action search. Writes down what a keyframe block changes when, and makes one keyframe animation
// a property of it when the block ends (semantics 16.8).
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// The context of one `UIView.animateKeyframes` call.
final class KeyframeBlockContext: BlockAnimationContext {
  private let mode: CAAnimationCalculationMode
  private var timelines: [Timeline] = []
  /// The keyframe whose changes are being made, as fractions of the whole.
  private var frame = Frame(number: 0, start: 0, end: 1)
  private var frameCount = 0

  private struct Frame {
    var number: Int
    var start: Double
    var end: Double
  }

  /// What happens to one property.
  private struct Timeline {
    let layer: CALayer
    let key: String
    let manner: Manner
    /// The value before the block.
    let start: AnimatableValue
    /// As it was said when the property first changed.
    let repetition: Repetition?
    var changes: [(frame: Frame, value: AnimatableValue)] = []
    /// The keyframe whose new value the layer has, but the list not yet.
    var pending: Frame?
  }

  init(
    timing: BlockTiming, mode: CAAnimationCalculationMode, options: UIView.AnimationOptions,
    completion: ((Bool) -> Void)?
  ) {
    self.mode = mode
    super.init(timing: timing, options: options, completion: completion)
  }

  /// Makes the changes of a keyframe.
  func addKeyframe(from start: Double, to end: Double, _ animations: () -> Void) {
    let outer = frame
    frameCount += 1
    frame = Frame(number: frameCount, start: start, end: end)
    animations()
    layOutChangedViews()
    frame = outer
  }

  /// Answers with an animation that, run, writes the change down; with the block's timing and delegate,
  /// for those who ask in order to know these.
  override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
    guard !isImmediate, manner(of: key, on: layer) != nil else { return nil }
    noteChange(of: view)
    let answer = KeyframeAnswer(keyPath: key)
    answer.willChange = { [weak self] layer in
      MainActor.assumeIsolated { self?.willChange(layer, key) }
    }
    answer.delegate = state
    answer.observer = state
    setTiming(of: answer, on: layer)
    return answer
  }

  /// A property is about to change; the model has the old value.
  private func willChange(_ layer: CALayer, _ key: String) {
    guard let manner = manner(of: key, on: layer) else { return }
    if let index = timelines.firstIndex(where: { $0.layer === layer && $0.key == key }) {
      if timelines[index].pending?.number == frame.number { return }
      settle(&timelines[index])
      timelines[index].pending = frame
      return
    }
    var timeline = Timeline(
      layer: layer, key: key, manner: manner, start: start(of: key, on: layer, manner).value,
      repetition: repetition)
    timeline.pending = frame
    timelines.append(timeline)
  }

  /// Takes over the value that the last change left in the model.
  private func settle(_ timeline: inout Timeline) {
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
      settle(&timeline)
      let keyframes = Self.keyframes(timeline)
      if timeline.key == "bounds" {
        // A rectangle's halves run apart, as in plain blocks.
        add(keyframes, timeline, "bounds.origin", .origin)
        add(keyframes, timeline, "bounds.size", .size)
      } else {
        add(keyframes, timeline, timeline.key, .whole)
      }
    }
  }

  /// The values of a property and when each is reached: from the value before through every keyframe,
  /// holding the last value in between, up to the end.
  ///
  /// A keyframe that begins before the one ahead of it is done begins when that is done.
  private static func keyframes(
    _ timeline: Timeline
  ) -> [(time: Double, value: AnimatableValue)] {
    var result = [(time: 0.0, value: timeline.start)]
    func append(_ time: Double, _ value: AnimatableValue) {
      // Of more than two values at one instant the first and the last are seen.
      if result.count > 1, result[result.count - 2].time == time { result.removeLast() }
      result.append((time, value))
    }
    // In order of their beginnings; those that begin together in order of their calls.
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

  /// Adds the animation of a property, or of a part of it; none when nothing of it changes.
  private func add(
    _ keyframes: [(time: Double, value: AnimatableValue)], _ timeline: Timeline, _ keyPath: String,
    _ member: ValueMember
  ) {
    let layer = timeline.layer
    var values = keyframes.compactMap { member.read($0.value) }
    guard values.count == keyframes.count, let first = values.first,
      values.contains(where: { !$0.isEqual(to: first) })
    else { return }
    let isAdditive = timeline.manner == .additive
    if isAdditive {
      // From the distance to the model's new value to none, on top of that value (semantics 16.2).
      guard let end = member.read(value(of: timeline.key, in: layer)) else { return }
      values = values.map { $0.subtracting(end) }
    }
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.values = values.map { $0.any ?? NSNull() }
    animation.keyTimes = keyframes.map { NSNumber(value: $0.time) }
    animation.calculationMode = mode
    animation.isAdditive = isAdditive
    animation.delegate = state
    animation.observer = state
    let outer = repetition
    repetition = timeline.repetition
    setTiming(of: animation, on: layer)
    repetition = outer
    layer.add(animation, forKey: isAdditive ? layer.freeKey(keyPath) : keyPath)
  }
}

/// What a keyframe block answers a layer. Run, it tells the block; it has no values, so that it does
/// nothing to a layer that gets it all the same.
private final class KeyframeAnswer: CAKeyframeAnimation {
  var willChange: ((CALayer) -> Void)?

  override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
  {
    if let layer = anObject as? CALayer { willChange?(layer) }
  }
}
