// AnimationEvents.swift
// Stage: record. Which animations began or ended up to a time, and when the next ones will: what is
// told to delegates, and how long the process may sleep (semantics 1.9).
//
// SPDX-License-Identifier: MIT

package import Foundation

extension LayerContext {
  /// Says which animations began and ended up to a media time.
  package func processEvents(at time: TimeInterval) {
    for layer in animatedInOrder where layer.slot >= 0 {
      layer.processEvents(
        atLayerTime: tree.localTime(of: layer.slot, at: time), isMoving: isMoving(layer))
    }
  }

  /// Whether the layer's time passes at all.
  private func isMoving(_ layer: CALayer) -> Bool {
    var current: CALayer? = layer
    while let ancestor = current {
      if ancestor.timing.speed == 0 { return false }
      current = ancestor.parent
    }
    return true
  }

  /// What animations want of the future.
  package enum Activity: Hashable {
    /// Something moves: draw at every refresh.
    case animating
    /// Nothing moves until a media time.
    case idle(until: TimeInterval)
  }

  /// Returns what happens after a media time if nobody changes anything.
  ///
  /// - Parameter shown: The time of the last frame: what changes in steps, such as a caret that
  ///   blinks, is animating only when a step lies between that frame and now.
  package func activity(at time: TimeInterval, lastShown shown: TimeInterval) -> Activity {
    var next = TimeInterval.infinity
    for layer in animated where layer.slot >= 0 && isMoving(layer) {
      let local = tree.localTime(of: layer.slot, at: time)
      for attached in layer.attachments where !attached.didEnd {
        switch attached.timing.phase(atParentTime: local) {
        case .active:
          // An animation whose own time stands still shows one value for ever.
          if attached.didStart && attached.timing.map.speed == 0 { continue }
          guard attached.didStart,
            let step = attached.nextStep(after: tree.localTime(of: layer.slot, at: shown)),
            step > local
          else { return .animating }
          next = min(next, layer.convertTime(step, to: nil))
        case .after: return .animating
        case .before:
          // Where a layer's time runs backwards the begin may lie behind, and never comes.
          let begin = layer.convertTime(attached.timing.map.beginTime, to: nil)
          if begin > time { next = min(next, begin) }
        }
      }
    }
    return .idle(until: next)
  }

  /// The media time of the next start or end; nil when there is none.
  package func nextEventTime(after time: TimeInterval) -> TimeInterval? {
    var next = TimeInterval.infinity
    for layer in animated where layer.slot >= 0 && isMoving(layer) {
      for attached in layer.attachments where !attached.didEnd {
        let local =
          attached.didStart ? attached.timing.endInParentTime : attached.timing.map.beginTime
        guard local.isFinite else { continue }
        // What is due by now is told at once; what lies behind a layer whose time runs backwards
        // never comes.
        let event = layer.convertTime(local, to: nil)
        if event > time
          || attached.timing.elapsed(atParentTime: layer.convertTime(time, from: nil)) >= 0
        {
          next = min(next, max(event, time))
        }
      }
    }
    return next.isFinite ? next : nil
  }
}

extension CALayer {
  /// Says which of the layer's animations began and ended up to a time of the layer.
  fileprivate func processEvents(atLayerTime time: TimeInterval, isMoving: Bool) {
    var ended: [AttachedAnimation] = []
    for attached in attachments where attached.hasBegin && !attached.didEnd {
      let elapsed = attached.timing.elapsed(atParentTime: time)
      if !attached.didStart && elapsed >= -ActiveTiming.resolution {
        attached.didStart = true
        RunLoopCallbacks.enqueue {
          attached.animation.delegate?.animationDidStart(attached.animation)
        }
      }
      // While time stands still nothing ends, so that a clock set to the end shows the end.
      guard isMoving, attached.timing.map.speed != 0,
        elapsed >= attached.timing.activeDuration - ActiveTiming.resolution
      else { continue }
      ended.append(attached)
    }
    for attached in ended {
      if attached.animation.isRemovedOnCompletion {
        attachments.removeAll { $0 === attached }
        context?.mark(self, .animations)
        if attached.redraws { markNeedsQuietDisplay() }
      }
      end(attached, finished: true)
    }
  }

  /// At the commit: a layer in no tree keeps no animations.
  func dropAnimationsIfNotLive() {
    guard context == nil, !attachments.isEmpty else { return }
    removeAllAnimations()
  }
}
