// AnimationEvents.swift
// Stage: record. The animations that began or ended up to a time, and the times of the next ones: what
// delegates are notified of, and how long the process may sleep.
//
// SPDX-License-Identifier: MIT

package import Foundation

extension AttachedAnimation {
  /// The state of an animation at a time, for its events.
  enum State {
    /// It has yet to begin.
    case waiting
    /// Its start or end has yet to be reported.
    case due
    /// It shows one value, as its own time is paused.
    case holding
    /// It changes at single times.
    case stepping
    /// It changes continuously.
    case running
  }

  /// Returns the animation's state at a time of its layer.
  func state(atLayerTime time: TimeInterval) -> State {
    switch timing.phase(atParentTime: time) {
    case .before: .waiting
    case .after: .due
    case .active where !didStart: .due
    case .active where timing.map.speed == 0: .holding
    case .active: nextStep(after: time) == nil ? .running : .stepping
    }
  }
}

extension LayerContext {
  /// Reports the starts and ends of animations up to a media time.
  ///
  /// The cost depends on the number of starts and ends only.
  package func processEvents(at time: TimeInterval) {
    refreshSchedule(at: time)
    var slots = schedule.startsWhilePaused
    schedule.clearStartsWhilePaused()
    while let slot = schedule.popDue(at: time) { slots.append(slot) }
    slots.append(contentsOf: schedule.polledSlots)
    slots.sort()
    var last: Int32 = -1
    for slot in slots where slot != last {
      last = slot
      guard let layer = schedule.entry(of: slot)?.layer else { continue }
      layer.processEvents(
        atLayerTime: tree.localTime(of: slot, at: time), isMoving: tree.speed(of: slot) != 0)
      schedule.set(slot, nextEvent(of: layer, at: time))
    }
  }

  /// Computes the next events of all layers, when time mappings of layers changed.
  private func refreshSchedule(at time: TimeInterval) {
    guard schedule.isStale else { return }
    schedule.isStale = false
    for entry in schedule.entries {
      schedule.set(entry.layer.slot, nextEvent(of: entry.layer, at: time))
    }
  }

  /// Returns the next event on a layer after a media time.
  func nextEvent(of layer: CALayer, at time: TimeInterval) -> EventSchedule.NextEvent {
    var event = EventSchedule.NextEvent()
    let speed = tree.speed(of: layer.slot)
    let local = tree.localTime(of: layer.slot, at: time)
    for attached in layer.attachments where attached.hasBegin && !attached.isOver {
      let timing = attached.timing
      if speed == 0 {
        if !attached.didStart && timing.phase(atParentTime: local) != .before {
          event.startsWhilePaused = true
        }
        continue
      }
      event.needsPolling = event.needsPolling || speed < 0
      if speed < 0 { continue }
      var next = TimeInterval.infinity
      let state = attached.state(atLayerTime: local)
      switch state {
      case .waiting: next = layer.convertTime(timing.map.beginTime, to: nil)
      case .due: next = -.infinity
      case .holding: continue
      case .stepping, .running:
        if case .running = state { event.isRunning = true } else { event.needsPolling = true }
        if timing.endInParentTime < .infinity {
          next = layer.convertTime(timing.endInParentTime, to: nil)
        }
      }
      event.time = min(event.time, next)
      let rate = timing.map.speed == 0 ? speed : speed * abs(timing.map.speed)
      event.slack = max(
        event.slack, 2 * ActiveTiming.resolution / rate + (abs(time) + abs(local / speed)) * 1e-14)
    }
    return event
  }

  /// When the next frame is needed.
  package enum Activity: Hashable {
    /// At every refresh, as something moves.
    case animating
    /// At a media time; until then nothing moves.
    case idle(until: TimeInterval)
  }

  /// Returns when the next frame is needed after a media time, unless something changes before.
  ///
  /// - Parameter shown: The time of the last frame: what changes in steps, such as a blinking caret, is
  ///   animating only when a step lies between that frame and now.
  package func activity(at time: TimeInterval, lastShown shown: TimeInterval) -> Activity {
    refreshSchedule(at: time)
    if schedule.runningCount > 0 { return .animating }
    if hasDueEvents(at: time) || delayedCopiesMove(at: time) { return .animating }
    var next = schedule.next()
    for slot in schedule.polledSlots {
      guard let layer = schedule.entry(of: slot)?.layer else { continue }
      guard let polled = poll(layer, at: time, lastShown: shown) else { return .animating }
      next = min(next, polled)
    }
    return .idle(until: next)
  }

  /// Computes the next events of the layers on which one may be due; returns whether one is.
  private func hasDueEvents(at time: TimeInterval) -> Bool {
    // All are removed from the queue first, as an event in the near future counts as due, for rounding,
    // and would be found again.
    var due: [Int32] = []
    while let slot = schedule.popDue(at: time) { due.append(slot) }
    var isDue = false
    for slot in due {
      guard let layer = schedule.entry(of: slot)?.layer else { continue }
      let event = nextEvent(of: layer, at: time)
      schedule.set(slot, event)
      if event.isRunning || event.time <= time { isDue = true }
    }
    return isDue
  }

  /// Returns the media time at which a polled layer changes next; nil when a frame is needed now.
  private func poll(
    _ layer: CALayer, at time: TimeInterval, lastShown shown: TimeInterval
  ) -> TimeInterval? {
    let local = tree.localTime(of: layer.slot, at: time)
    var next = TimeInterval.infinity
    for attached in layer.attachments where !attached.isOver {
      switch attached.state(atLayerTime: local) {
      case .holding: continue
      case .due, .running: return nil
      case .stepping:
        guard
          let step = attached.nextStep(after: tree.localTime(of: layer.slot, at: shown)),
          step > local
        else { return nil }
        next = min(next, layer.convertTime(step, to: nil))
      case .waiting:
        // In a layer whose time runs backwards the begin may be past, and is never reached.
        let begin = layer.convertTime(attached.timing.map.beginTime, to: nil)
        if begin > time { next = min(next, begin) }
      }
    }
    return next
  }

  /// Whether delayed copies of a replicator still move although an animation that stays attached has ended.
  private func delayedCopiesMove(at time: TimeInterval) -> Bool {
    if tree.replicators.isEmpty { return false }
    for entry in schedule.entries {
      var (delay, current) = (0.0, tree.nodes[Int(entry.layer.slot)].parent)
      while current >= 0 {
        if case .replicator(let values)? = tree.nodes[Int(current)].values.subclass {
          delay += max(0, Double(values.instanceCount - 1) * values.instanceDelay)
        }
        current = tree.nodes[Int(current)].parent
      }
      guard delay > 0, tree.speed(of: entry.layer.slot) > 0 else { continue }
      let local = tree.localTime(of: entry.layer.slot, at: time)
      let ends = entry.layer.attachments.map(\.timing.endInParentTime)
      if ends.contains(where: { local < $0 + delay }) { return true }
    }
    return false
  }

  /// The media time of the frame after which ``processEvents(at:)`` has something to report; in the past when
  /// it has after each.
  package func nextReport(after time: TimeInterval) -> TimeInterval {
    refreshSchedule(at: time)
    if !schedule.startsWhilePaused.isEmpty || !schedule.polledSlots.isEmpty { return -.infinity }
    return schedule.next()
  }

  /// The media time of the next start or end; nil when there is none.
  package func nextEventTime(after time: TimeInterval) -> TimeInterval? {
    refreshSchedule(at: time)
    var next = schedule.next()
    if next < .infinity { next = max(next, time) }
    for slot in schedule.polledSlots where tree.speed(of: slot) < 0 {
      guard let layer = schedule.entry(of: slot)?.layer else { continue }
      next = min(next, nextReversedEvent(of: layer, after: time))
    }
    return next.isFinite ? next : nil
  }

  /// Returns the media time of the next start or end on a layer whose time runs backwards.
  private func nextReversedEvent(of layer: CALayer, after time: TimeInterval) -> TimeInterval {
    var next = TimeInterval.infinity
    for attached in layer.attachments where !attached.isOver {
      let timing = attached.timing
      let local = attached.didStart ? timing.endInParentTime : timing.map.beginTime
      guard local.isFinite else { continue }
      // An event that is due is reported at once; one in the past of reversed time is never reached.
      let event = layer.convertTime(local, to: nil)
      if event > time || timing.elapsed(atParentTime: layer.localTime(at: time)) >= 0 {
        next = min(next, max(event, time))
      }
    }
    return next
  }
}

extension CALayer {
  /// Reports the starts and ends of the layer's animations up to a time of the layer.
  fileprivate func processEvents(atLayerTime time: TimeInterval, isMoving: Bool) {
    var ended: [AttachedAnimation] = []
    for attached in attachments where attached.hasBegin && !attached.isOver {
      let elapsed = attached.timing.elapsed(atParentTime: time)
      if !attached.didStart && elapsed >= -ActiveTiming.resolution { start(attached) }
      // Nothing ends while time is paused, so that a clock set to the end shows the end.
      guard isMoving, attached.timing.map.speed != 0,
        elapsed >= attached.timing.activeDuration - ActiveTiming.resolution
      else { continue }
      ended.append(attached)
    }
    for attached in ended {
      if attached.playback?.reachEnd() == true { continue }
      if attached.animation.isRemovedOnCompletion {
        attachments.removeAll { $0 == attached }
        context?.mark(self, .animations)
        if attached.redraws { markNeedsDisplayWithoutAction() }
      }
      end(attached, finished: true)
    }
  }

  /// Notifies the delegate that an animation has begun.
  func start(_ attached: AttachedAnimation) {
    attached.didStart = true
    if DebugSwitches.on.contains(.animations) { log("begins", attached) }
    if attached.animation.delegate == nil { return }
    CallbackQueue.enqueue { attached.animation.delegate?.animationDidStart(attached.animation) }
  }

  /// Drops, at the commit, the animations of a layer that is in no tree.
  func dropAnimationsIfNotLive() {
    guard context == nil, !attachments.isEmpty else { return }
    removeAllAnimations()
  }
}
