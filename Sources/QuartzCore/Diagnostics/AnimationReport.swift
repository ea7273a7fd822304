// AnimationReport.swift
// The animations of a part of a live tree, as committed, for tools that show what runs.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// What began an animation.
package enum AnimationOrigin: Hashable, Sendable {
  /// An animation block of views.
  case block
  /// A property animator.
  case animator
  /// A transaction with a completion block.
  case transaction
  /// A change of a layer's property, by the layer's own action.
  case implicit
  /// A change of a layer's property, by another action that the search found.
  case action
  /// `add(_:forKey:)`.
  case explicit
}

/// An animation on a layer, at a time.
package struct AnimationReport {
  /// What an animation does at a time.
  package enum State: Sendable {
    /// It has yet to begin.
    case waiting
    /// It changes continuously.
    case running
    /// It changes at single times.
    case stepping
    /// It shows one value, as its own time is paused.
    case holding
    /// It has ended, and shows its last value if it fills forwards.
    case ended
  }

  /// Identifies the animation while it is attached.
  package let id: ObjectIdentifier
  package let layer: CALayer
  package let key: String?
  /// The animation as it was added; frozen.
  package let animation: CAAnimation
  package let state: State
  /// The begin in the time of the layer that the report was made for, in seconds.
  package let begin: TimeInterval
  /// The end in the same time; infinite without an end.
  package let end: TimeInterval
  /// Seconds of that time for one run.
  package let run: TimeInterval
  let attached: AttachedAnimation

  /// The curve of an animation that an animator drives: from 0 to 1, whatever part of it is played. Nil for any other.
  package var drivenCurve: DrivenSegment.Curve? { attached.drivenCurve }

  /// What an animator does with it now; nil for an animation without one.
  package var segment: DrivenSegment? { attached.playback?.segment }

  /// Whether an animator has paused it, so that its end is not known.
  package var isPaused: Bool { attached.isPausedByDriver }

  /// What began it. A transaction is named only where nothing more specific began it.
  package var origin: AnimationOrigin { attached.origin }

  /// Identifies the block, the animator or the transaction with a completion block that it belongs to. Nil for none.
  package var group: ObjectIdentifier? { attached.owner.map { ObjectIdentifier($0) } }
}

extension LayerContext {
  /// Another number after every change of what ``forEachAnimation(beneath:at:_:)`` reports, but for states that change
  /// with time alone; nil while changes are not yet taken over.
  package var animationVersion: Int? { schedule.isStale ? nil : schedule.versions }

  /// Calls a closure with each animation on a layer and beneath it, in no particular order.
  ///
  /// - Parameters:
  ///   - root: A layer of the tree. Begins and ends are in its time.
  ///   - time: A media time, at which states are computed.
  package func forEachAnimation(
    beneath root: CALayer, at time: TimeInterval, _ body: (AnimationReport) -> Void
  ) {
    for entry in schedule.entries where entry.layer.isWithin(root) {
      let layer = entry.layer
      let local = tree.localTime(of: layer.slot, at: time)
      for attached in layer.attachments where attached.hasBegin {
        let timing = attached.timing
        let begin = root.time(from: timing.map.beginTime, of: layer)
        let end = timing.endInParentTime
        let speed = abs(timing.map.speed)
        body(
          AnimationReport(
            id: attached.id, layer: layer, key: attached.key,
            animation: attached.animation,
            state: attached.reportedState(atLayerTime: local), begin: begin,
            end: end.isFinite ? root.time(from: end, of: layer) : .infinity,
            run: speed > 0 ? timing.duration / speed : .infinity, attached: attached))
      }
    }
  }
}

extension AttachedAnimation {
  /// The curve of a driver, which keyframes and groups do not take over.
  var drivenCurve: DrivenSegment.Curve? {
    animation is CABasicAnimation ? playback?.segment.curve : nil
  }

  /// Whether it is on its layer, with a driver that keeps it at one place.
  fileprivate var isPausedByDriver: Bool {
    guard !didEnd, let playback else { return false }
    return playback.segment.duration == nil
  }

  /// The state at a time of the layer, whether or not it was reported.
  fileprivate func reportedState(atLayerTime time: TimeInterval) -> AnimationReport.State {
    let phase = timing.phase(atParentTime: time)
    if isPausedByDriver, phase == .active || phase == .after && timing.fillsForwards {
      return .holding
    }
    if isOver { return .ended }
    return switch phase {
    case .before: .waiting
    case .after: .ended
    case .active where timing.map.speed == 0: .holding
    case .active: nextStep(after: time) == nil ? .running : .stepping
    }
  }
}

extension CALayer {
  /// Converts a time of a layer beneath this one to this layer's time.
  fileprivate func time(from time: TimeInterval, of descendant: CALayer) -> TimeInterval {
    var (time, current) = (time, Optional(descendant))
    while let layer = current, layer !== self {
      time = layer.timing.map.parentTime(forLocalTime: time)
      current = layer.parent
    }
    return time
  }
}
