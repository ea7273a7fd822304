// EventSchedule.swift
// Stage: record. The layers of a tree that have animations, by the time at which the next one begins or
// ends: a frame in which none does costs nothing.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The layers that have animations, as committed.
///
/// The next event of a layer is computed when its animations are committed and after an event on it; those
/// of all layers are when time mappings of layers changed.
struct EventSchedule {
  /// A layer with animations.
  struct Entry {
    let layer: CALayer
    /// The media time at which an animation begins or ends next.
    var next = TimeInterval.infinity
    /// The version of its event in the queue.
    var version = 0
    /// The number of its animations.
    var count: Int32 = 0
    /// Whether one of its animations draws the layer.
    var redraws = false
    /// Whether an animation moves it continuously.
    var isRunning = false
    /// Whether it has to be polled: it changes in steps, or its time runs backwards.
    var needsPolling = false
  }

  /// A layer's next event in the queue; stale when its version is not the entry's.
  private struct Event {
    /// The time from which the event may be due, rounding included.
    var due: TimeInterval
    var slot: Int32
    var version: Int
  }

  private(set) var entries: ContiguousArray<Entry> = []
  /// The index of each slot's entry; -1 without one.
  private var indices: ContiguousArray<Int32> = []
  /// A binary heap by `due`.
  private var queue: [Event] = []
  /// Incremented with each event that is computed: when animations or the time mappings of layers changed, and when
  /// one has begun or ended.
  private(set) var versions = 0
  /// The number of animations of all entries.
  private(set) var animationCount = 0
  /// The number of entries that are running.
  private(set) var runningCount = 0
  /// Slots of entries that need polling, in order.
  private(set) var polledSlots: [Int32] = []
  /// Slots of entries that are redrawn by animations, in order.
  private(set) var redrawnSlots: [Int32] = []
  /// Slots on which an animation starts although the layer's time is paused.
  private(set) var startsWhilePaused: [Int32] = []
  /// The number of next events computed so far (test hook).
  private(set) var computedCount = 0
  /// Whether time mappings of layers changed, so that all events are stale.
  var isStale = false

  func entry(of slot: Int32) -> Entry? {
    guard let index = index(of: slot) else { return nil }
    return entries[index]
  }

  func contains(_ slot: Int32) -> Bool { index(of: slot) != nil }

  private func index(of slot: Int32) -> Int? {
    guard slot >= 0, Int(slot) < indices.count, indices[Int(slot)] >= 0 else { return nil }
    return Int(indices[Int(slot)])
  }

  // MARK: Changes

  /// Updates the entry of a layer whose animations were committed; without animations it has none.
  mutating func update(_ layer: CALayer, at slot: Int32) {
    if layer.attachments.isEmpty {
      remove(slot)
      return
    }
    let index: Int
    if let known = self.index(of: slot) {
      index = known
    } else {
      if indices.count <= Int(slot) {
        indices.append(contentsOf: repeatElement(-1, count: Int(slot) + 1 - indices.count))
      }
      index = entries.count
      indices[Int(slot)] = Int32(index)
      entries.append(Entry(layer: layer))
    }
    let count = Int32(layer.attachments.count)
    animationCount += Int(count - entries[index].count)
    entries[index].count = count
    let redraws = layer.animatesDisplay
    if redraws != entries[index].redraws { Self.set(&redrawnSlots, slot, redraws) }
    entries[index].redraws = redraws
  }

  mutating func remove(_ slot: Int32) {
    guard let index = index(of: slot) else { return }
    set(slot, NextEvent())
    if entries[index].redraws { Self.set(&redrawnSlots, slot, false) }
    animationCount -= Int(entries[index].count)
    indices[Int(slot)] = -1
    if index < entries.count - 1 {
      entries[index] = entries[entries.count - 1]
      indices[Int(entries[index].layer.slot)] = Int32(index)
    }
    entries.removeLast()
    startsWhilePaused.removeAll { $0 == slot }
  }

  /// The next event on a layer.
  struct NextEvent {
    /// Whether an animation moves the layer continuously.
    var isRunning = false
    /// Whether the layer has to be polled.
    var needsPolling = false
    /// Whether an animation starts although the layer's time is paused.
    var startsWhilePaused = false
    /// The media time at which an animation begins or ends; infinite without one.
    var time = TimeInterval.infinity
    /// The seconds by which rounding may make the event come early.
    var slack = 0.0
  }

  /// Sets the next event on a layer.
  mutating func set(_ slot: Int32, _ event: NextEvent) {
    guard let index = index(of: slot) else { return }
    computedCount += 1
    runningCount += (event.isRunning ? 1 : 0) - (entries[index].isRunning ? 1 : 0)
    if event.needsPolling != entries[index].needsPolling {
      Self.set(&polledSlots, slot, event.needsPolling)
    }
    if event.startsWhilePaused { Self.set(&startsWhilePaused, slot, true) }
    versions += 1
    entries[index].version = versions
    entries[index].isRunning = event.isRunning
    entries[index].needsPolling = event.needsPolling
    entries[index].next = event.time
    if event.time < .infinity {
      push(Event(due: event.time - event.slack, slot: slot, version: versions))
    }
    checkInvariants()
  }

  mutating func clearStartsWhilePaused() { startsWhilePaused.removeAll(keepingCapacity: true) }

  /// Inserts a slot into an ordered list, or removes it.
  private static func set(_ list: inout [Int32], _ slot: Int32, _ isMember: Bool) {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < slot { low = middle + 1 } else { high = middle }
    }
    let isThere = low < list.count && list[low] == slot
    if isMember && !isThere { list.insert(slot, at: low) }
    if !isMember && isThere { list.remove(at: low) }
  }

  // MARK: The queue

  /// The media time of the next event; infinite without one.
  mutating func next() -> TimeInterval {
    dropOutdated()
    guard let first = queue.first, let index = index(of: first.slot) else { return .infinity }
    return entries[index].next
  }

  /// Removes a slot from the queue on which an event may be due, and returns it; nil without one.
  mutating func popDue(at time: TimeInterval) -> Int32? {
    dropOutdated()
    guard let first = queue.first, first.due <= time else { return nil }
    removeFirst()
    return first.slot
  }

  private func isCurrent(_ event: Event) -> Bool {
    index(of: event.slot).map { entries[$0].version == event.version } ?? false
  }

  private mutating func dropOutdated() {
    while let first = queue.first, !isCurrent(first) { removeFirst() }
  }

  private mutating func push(_ event: Event) {
    if queue.count > 2 * entries.count + 64 {
      let current = queue.filter(isCurrent)
      queue.removeAll(keepingCapacity: true)
      for event in current { insert(event) }
    }
    insert(event)
  }

  private mutating func insert(_ event: Event) {
    var index = queue.count
    queue.append(event)
    while index > 0, queue[(index - 1) / 2].due > event.due {
      queue[index] = queue[(index - 1) / 2]
      index = (index - 1) / 2
    }
    queue[index] = event
  }

  private mutating func removeFirst() {
    guard let last = queue.popLast() else { return }
    if queue.isEmpty {
      queue.removeAllForReuse()
      return
    }
    var index = 0
    while true {
      var child = 2 * index + 1
      if child >= queue.count { break }
      if child + 1 < queue.count, queue[child + 1].due < queue[child].due { child += 1 }
      if queue[child].due >= last.due { break }
      queue[index] = queue[child]
      index = child
    }
    queue[index] = last
  }

  /// Traps if the schedule contradicts itself; compiled out of release builds.
  ///
  /// Checks sizes and the ends of lists alone, so that a debug build stays as fast as the schedule.
  private func checkInvariants() {
    assert(
      runningCount >= 0 && runningCount <= entries.count && animationCount >= entries.count
        && polledSlots.count <= entries.count && redrawnSlots.count <= entries.count,
      "\(entries.count) entries, \(animationCount) animations, \(runningCount) running, "
        + "\(polledSlots.count) polled and \(redrawnSlots.count) redrawn do not fit")
    assert(
      queue.first.map { first in queue.last.map { first.due <= $0.due } ?? true } ?? true,
      "the first event of the queue is due at \(queue.first?.due ?? 0), after the last")
  }
}
