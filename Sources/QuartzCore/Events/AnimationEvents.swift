// AnimationEvents.swift
// Stage: record. Which animations began or ended up to a time, and when the next ones will: what is
// told to delegates, and how long the process may sleep (semantics 1.9).
//
// SPDX-License-Identifier: MIT

package import Foundation

extension LayerContext {
  /// Says which animations began and ended up to a media time.
  ///
  /// Costs what begins and ends.
  package func processEvents(at time: TimeInterval) {
    renewSchedule(at: time)
    var slots = schedule.beginsStanding
    schedule.clearBeginsStanding()
    while let slot = schedule.popDue(at: time) { slots.append(slot) }
    for slot in schedule.odd where !slots.contains(slot) { slots.append(slot) }
    if slots.isEmpty { return }
    slots.sort()
    for slot in slots {
      guard let layer = schedule.entry(of: slot)?.layer else { continue }
      layer.processEvents(
        atLayerTime: tree.localTime(of: slot, at: time), isMoving: tree.speed(of: slot) != 0)
      schedule.set(slot, wait(of: layer, at: time))
    }
  }

  /// Works out what every layer waits for, when times of layers changed.
  private func renewSchedule(at time: TimeInterval) {
    guard schedule.isStale else { return }
    schedule.isStale = false
    for entry in schedule.entries {
      schedule.set(entry.layer.slot, wait(of: entry.layer, at: time))
    }
  }

  /// Returns what a layer's animations wait for at a media time.
  func wait(of layer: CALayer, at time: TimeInterval) -> EventSchedule.Wait {
    var wait = EventSchedule.Wait()
    let speed = tree.speed(of: layer.slot)
    let local = tree.localTime(of: layer.slot, at: time)
    for attached in layer.attachments where attached.hasBegin && !attached.isOver {
      let timing = attached.timing
      let phase = timing.phase(atParentTime: local)
      if speed == 0 {
        if !attached.didStart && phase != .before { wait.beginsStanding = true }
        continue
      }
      wait.isOdd = wait.isOdd || speed < 0
      if speed < 0 { continue }
      var next = TimeInterval.infinity
      switch phase {
      case .before: next = layer.convertTime(timing.map.beginTime, to: nil)
      case .after: next = -.infinity
      case .active where !attached.didStart: next = -.infinity
      case .active:
        // An animation whose own time stands still shows one value for ever.
        if timing.map.speed == 0 { continue }
        if attached.nextStep(after: local) == nil { wait.runs = true } else { wait.isOdd = true }
        if timing.endInParentTime < .infinity {
          next = layer.convertTime(timing.endInParentTime, to: nil)
        }
      }
      wait.next = min(wait.next, next)
      let rate = timing.map.speed == 0 ? speed : speed * abs(timing.map.speed)
      wait.slack = max(
        wait.slack, 2 * ActiveTiming.resolution / rate + (abs(time) + abs(local / speed)) * 1e-14)
    }
    return wait
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
    renewSchedule(at: time)
    if schedule.runningCount > 0 { return .animating }
    // What may have begun or ended since is looked at again; all of it is taken before any goes back, as
    // what comes in a moment counts as due for all that rounding may do.
    var due: [Int32] = []
    while let slot = schedule.popDue(at: time) { due.append(slot) }
    var isAnimating = false
    for slot in due {
      guard let layer = schedule.entry(of: slot)?.layer else { continue }
      let wait = wait(of: layer, at: time)
      schedule.set(slot, wait)
      if wait.runs || wait.next <= time { isAnimating = true }
    }
    if isAnimating || copiesTrail(at: time) { return .animating }
    var next = schedule.next()
    for slot in schedule.odd {
      guard let layer = schedule.entry(of: slot)?.layer else { continue }
      let local = tree.localTime(of: slot, at: time)
      for attached in layer.attachments where !attached.isOver {
        switch attached.timing.phase(atParentTime: local) {
        case .active:
          if attached.didStart && attached.timing.map.speed == 0 { continue }
          guard attached.didStart,
            let step = attached.nextStep(after: tree.localTime(of: slot, at: shown)),
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

  /// Whether a replicator's copies, which are behind, still move at a time when an animation that stays
  /// attached has ended.
  private func copiesTrail(at time: TimeInterval) -> Bool {
    if tree.replicators.isEmpty { return false }
    for entry in schedule.entries {
      var (behind, current) = (0.0, tree.nodes[Int(entry.layer.slot)].parent)
      while current >= 0 {
        if case .replicator(let values)? = tree.nodes[Int(current)].values.subclass {
          behind += max(0, Double(values.instanceCount - 1) * values.instanceDelay)
        }
        current = tree.nodes[Int(current)].parent
      }
      guard behind > 0, tree.speed(of: entry.layer.slot) > 0 else { continue }
      let local = tree.localTime(of: entry.layer.slot, at: time)
      let ends = entry.layer.attachments.map(\.timing.endInParentTime)
      if ends.contains(where: { local < $0 + behind }) { return true }
    }
    return false
  }

  /// The media time of the next start or end; nil when there is none.
  package func nextEventTime(after time: TimeInterval) -> TimeInterval? {
    renewSchedule(at: time)
    var next = schedule.next()
    if next < .infinity { next = max(next, time) }
    for slot in schedule.odd where tree.speed(of: slot) < 0 {
      guard let layer = schedule.entry(of: slot)?.layer else { continue }
      for attached in layer.attachments where !attached.isOver {
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
    for attached in attachments where attached.hasBegin && !attached.isOver {
      let elapsed = attached.timing.elapsed(atParentTime: time)
      if !attached.didStart && elapsed >= -ActiveTiming.resolution {
        attached.didStart = true
        if DebugSwitches.on.contains(.animations) { log("begins", attached) }
        CallbackQueue.enqueue {
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
      if attached.conducting?.reachEnd() == true { continue }
      if attached.animation.isRemovedOnCompletion {
        attachments.removeAll { $0 === attached }
        context?.mark(self, .animations)
        if attached.redraws { markNeedsDisplayWithoutAction() }
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
