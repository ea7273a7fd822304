// RunEdits.swift
// What was edited in the animations of a sample, and its use: each time the run is played, its animations begin with it.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import UIKit

/// The place of an animation in the runs of a sample, by which the next run's is known.
struct AnimationKey: Hashable {
  /// The name of the trigger that begins the run; empty for a run that the sample's own controls begin.
  var run: String
  /// The places of the layer and its superlayers among their siblings, from the stage's content on; -1 for a mask.
  var layer: [Int]
  /// The key path, or what a group or a transition does.
  var path: String
  /// The place among the animations of a run that have the same layer and path.
  var number: Int
}

/// The edits of a sample's animations.
@MainActor final class RunEdits {
  /// A motion of the run, with its place among the edits.
  private struct Placed {
    let key: AnimationKey
    /// Before it was edited.
    let motion: Motion
    /// Includes edits that were made before it began.
    let begun: Motion
  }

  /// An animation, as it was before it was edited.
  private struct Seen {
    /// Its own motion, which is not the one that counts where an animator plays it.
    let own: Placed
    let origin: AnimationOrigin
    let group: ObjectIdentifier?
    /// As it was added.
    let animation: CAAnimation
    /// The value that it ended with.
    let end: EndValue?
  }

  /// More animations of a run have no row, and cannot be edited.
  private static let most = 200
  /// The path of animators, which have no layer.
  static let animatorPath = "animator"

  /// The layer beneath which animations are edited.
  weak var root: CALayer?
  private(set) var edits: [AnimationKey: AnimationEdit] = [:]
  private var run = ""
  private var counts: [AnimationKey: Int] = [:]
  private var seen: [ObjectIdentifier: Seen] = [:]
  /// The motions of the run's animators, which their animations share.
  private var animators: [ObjectIdentifier: Placed] = [:]
  /// The end of the animations that were seen, in the time of ``root``.
  private var end = -TimeInterval.infinity

  init(_ edits: [AnimationKey: AnimationEdit] = [:]) { self.edits = edits }

  /// Edits the animations beneath a layer of a window from now on.
  func install(in context: LayerContext?, beneath root: CALayer) {
    self.root = root
    context?.animationEditor = self
    UIViewPropertyAnimator.editor = self
  }

  /// Edits the animations of a window no longer.
  func uninstall(from context: LayerContext) {
    if context.animationEditor === self { context.animationEditor = nil }
    if UIViewPropertyAnimator.editor === self { UIViewPropertyAnimator.editor = nil }
  }

  // MARK: Runs

  /// Notes that a trigger begins a run.
  func beginRun(named name: String) {
    run = name
    (counts, seen, animators) = ([:], [:], [:])
    end = now
  }

  private var now: TimeInterval { root?.localTime(at: MediaClock.now) ?? 0 }

  /// The next key of a layer and a path in this run.
  private func nextKey(_ layer: [Int], _ path: String) -> AnimationKey {
    if end + RunTracker.pause < now { beginRun(named: "") }
    var key = AnimationKey(run: run, layer: layer, path: path, number: 0)
    let number = counts[key, default: 0]
    counts[key] = number + 1
    key.number = number
    return key
  }

  // MARK: What is edited

  /// Whether an animation of this run can be edited.
  func knows(_ id: ObjectIdentifier) -> Bool { original(of: id) != nil }

  /// The motion that counts for an animation: its own, or that of the animator that plays it.
  private func placed(_ id: ObjectIdentifier) -> Placed? {
    seen[id].flatMap { one in
      one.origin == .animator ? one.group.flatMap { animators[$0] } : one.own
    }
  }

  /// A motion in its place, with what is edited before it begins.
  private func place(_ motion: Motion, at key: AnimationKey) -> Placed {
    Placed(key: key, motion: motion, begun: edits[key]?.applied(to: motion) ?? motion)
  }

  /// The motion of an animation before it was edited; nil for one that cannot be.
  func original(of id: ObjectIdentifier) -> Motion? { placed(id)?.motion }

  /// The motion of an animation, with what was edited since it began.
  func motion(of id: ObjectIdentifier) -> Motion? {
    placed(id).map { edits[$0.key]?.applied(to: $0.motion) ?? $0.motion }
  }

  /// The end value of an animation, later edits included; nil if it has no numbers.
  func end(of id: ObjectIdentifier) -> EndValue? {
    seen[id].flatMap { edits[$0.own.key]?.end ?? $0.end }
  }

  /// The animation as it was added.
  func animation(of id: ObjectIdentifier) -> CAAnimation? { seen[id]?.animation }

  func origin(of id: ObjectIdentifier) -> AnimationOrigin? { seen[id]?.origin }

  /// The place of an animation in its run.
  func key(of id: ObjectIdentifier) -> AnimationKey? { seen[id]?.own.key }

  /// The motion with which an animation began, whatever was edited since.
  func begun(_ id: ObjectIdentifier) -> Motion? { placed(id)?.begun }

  /// Whether anything was edited of an animation.
  func isEdited(_ id: ObjectIdentifier) -> Bool {
    [seen[id]?.own.key, placed(id)?.key].contains { $0.map { edits[$0] != nil } == true }
  }

  /// The animations whose motion is one in the code: those of a block, of an animator, and of a transaction's implicit
  /// changes. The others move by themselves.
  func together(with id: ObjectIdentifier) -> [ObjectIdentifier] {
    guard let one = seen[id], let group = one.group,
      [.block, .animator, .implicit].contains(one.origin)
    else { return seen[id] == nil ? [] : [id] }
    return seen.filter { $0.value.group == group && $0.value.origin == one.origin }.map(\.key)
  }

  /// Changes the motion of an animation and those that share it.
  func setMotion(_ motion: Motion, of id: ObjectIdentifier) {
    for other in together(with: id) {
      guard let placed = placed(other) else { continue }
      let (key, old) = (placed.key, placed.motion)
      var new = motion
      // A block's layers may have other animations than its own.
      if !new.pace.isOfKind(of: old.pace) { new.pace = old.pace }
      var edit = AnimationEdit(from: old, to: new)
      edit.end = edits[key]?.end
      edits[key] = edit.isEmpty ? nil : edit
    }
  }

  /// Changes the value that an animation ends with.
  func setEnd(_ end: EndValue, of id: ObjectIdentifier) {
    guard let one = seen[id] else { return }
    var edit = edits[one.own.key] ?? AnimationEdit()
    edit.end = end == one.end ? nil : end
    edits[one.own.key] = edit.isEmpty ? nil : edit
  }

  /// Drops what was edited of an animation and of those that share its motion.
  func revert(_ id: ObjectIdentifier) {
    for other in together(with: id) {
      for key in [seen[other]?.own.key, placed(other)?.key].compactMap(\.self) { edits[key] = nil }
    }
  }
}

extension Pace {
  /// Whether both have the same numbers.
  fileprivate func isOfKind(of other: Pace) -> Bool {
    switch (self, other) {
    case (.curve, .curve), (.filling, .filling), (.perceptual, .perceptual),
      (.physical, .physical), (.keyed, .keyed):
      true
    default: false
    }
  }
}

extension RunEdits: AnimationEditor, AnimatorEditor {
  nonisolated func edit(_ draft: AnimationDraft) {
    nonisolated(unsafe) let draft = draft
    MainActor.assumeIsolated { note(draft) }
  }

  private func note(_ draft: AnimationDraft) {
    guard let root, seen.count < Self.most, !(draft.layer.delegate is UITextField),
      let place = draft.layer.places(from: root)
    else { return }
    let animation = draft.animation
    let path = (animation as? CAPropertyAnimation)?.keyPath ?? "\(type(of: animation))"
    let key = nextKey(place, path)
    let motion = Motion(draft)
    let active = animation.timing.active
    end = max(
      end, now + max(0, motion.delay) + active.endInParentTime - active.map.beginTime)
    seen[draft.id] = Seen(
      own: self.place(motion, at: key), origin: draft.origin, group: draft.group,
      animation: animation.copied(), end: draft.end)
    edits[key]?.apply(to: draft, that: motion)
  }

  func edit(_ animator: UIViewPropertyAnimator, playedFor group: ObjectIdentifier) {
    let key = nextKey([], Self.animatorPath)
    let motion = Motion(animator)
    animators[group] = place(motion, at: key)
    guard let edit = edits[key] else { return }
    let new = edit.applied(to: motion)
    animator.edit(
      duration: new.duration, delay: new.delay,
      timingParameters: edit.pace == nil
        ? animator.timingParameters ?? new.timingParameters : new.timingParameters)
  }
}

extension AnimationDraft {
  /// The value that the animation ends with; nil where it has no numbers with names.
  fileprivate var end: EndValue? {
    guard let basic = animation as? CABasicAnimation, let path = basic.keyPath else { return nil }
    let ends = basic.ends
    guard basic.isAdditive || ends.to.isNone else { return EndValue(ends.to.value) }
    return EndValue(AnimatableValue(layer.value(forKeyPath: path)))
  }
}

extension CALayer {
  /// The places of the layer and its superlayers among their siblings, beneath another layer; nil for one that is not.
  fileprivate func places(from root: CALayer) -> [Int]? {
    var places: [Int] = []
    var layer = self
    while layer !== root {
      guard let parent = layer.superlayer else { return nil }
      places.append(parent.sublayers?.firstIndex { $0 === layer } ?? -1)
      layer = parent
    }
    return places.reversed()
  }
}
