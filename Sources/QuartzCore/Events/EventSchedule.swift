// EventSchedule.swift
// Stage: record. The layers of a tree that have animations, and when the next one begins or ends on
// each: so that a frame in which none does looks at none of them.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The layers that have animations, as committed.
///
/// What a layer waits for is worked out when its animations are committed and when something happened
/// on it; for all layers when times of layers changed.
struct EventSchedule {
  /// A layer with animations.
  struct Entry {
    let layer: CALayer
    var count = 0
    /// Whether one of its animations draws the layer.
    var redraws = false
    /// Whether an animation moves it all the time.
    var runs = false
    /// Whether it has to be asked each time: it changes in steps, or its time runs backwards.
    var isOdd = false
    /// The media time at which an animation begins or ends next, as far as time passes.
    var next = TimeInterval.infinity
    /// The version of its place in the queue.
    var version = 0
  }

  /// A layer's next event, in the queue. One whose version is not the entry's counts for nothing.
  private struct Event {
    /// From when on the event may be due, for all that rounding may do.
    var due: TimeInterval
    var slot: Int32
    var version: Int
  }

  private(set) var entries: ContiguousArray<Entry> = []
  /// Where a slot's entry stands; -1 without one.
  private var places: ContiguousArray<Int32> = []
  /// A heap: no event is due before the one at half its index.
  private var queue: ContiguousArray<Event> = []
  private var versions = 0
  /// Animations of all entries.
  private(set) var animationCount = 0
  /// Entries that move all the time.
  private(set) var runningCount = 0
  /// Slots of entries that have to be asked each time, in order.
  private(set) var odd: [Int32] = []
  /// Slots of entries that are drawn, in order.
  private(set) var redrawn: [Int32] = []
  /// Slots on which an animation begins although time stands still.
  private(set) var beginsStanding: [Int32] = []
  /// How often it was worked out what a layer waits for.
  private(set) var asked = 0
  /// Whether times of layers changed, so that nothing that is known holds.
  var isStale = false

  func entry(of slot: Int32) -> Entry? {
    guard let place = place(of: slot) else { return nil }
    return entries[place]
  }

  func contains(_ slot: Int32) -> Bool { place(of: slot) != nil }

  private func place(of slot: Int32) -> Int? {
    guard slot >= 0, Int(slot) < places.count, places[Int(slot)] >= 0 else { return nil }
    return Int(places[Int(slot)])
  }

  // MARK: Changes

  /// Takes a layer whose animations were committed; one that has none any more is let go.
  mutating func update(_ layer: CALayer, at slot: Int32) {
    if layer.attachments.isEmpty {
      remove(slot)
      return
    }
    let place: Int
    if let known = self.place(of: slot) {
      place = known
    } else {
      if places.count <= Int(slot) {
        places.append(contentsOf: repeatElement(-1, count: Int(slot) + 1 - places.count))
      }
      place = entries.count
      places[Int(slot)] = Int32(place)
      entries.append(Entry(layer: layer))
    }
    animationCount += layer.attachments.count - entries[place].count
    entries[place].count = layer.attachments.count
    let redraws = layer.animatesDisplay
    if redraws != entries[place].redraws { Self.set(&redrawn, slot, redraws) }
    entries[place].redraws = redraws
  }

  mutating func remove(_ slot: Int32) {
    guard let place = place(of: slot) else { return }
    set(slot, Wait())
    if entries[place].redraws { Self.set(&redrawn, slot, false) }
    animationCount -= entries[place].count
    places[Int(slot)] = -1
    if place < entries.count - 1 {
      entries[place] = entries[entries.count - 1]
      places[Int(entries[place].layer.slot)] = Int32(place)
    }
    entries.removeLast()
    beginsStanding.removeAll { $0 == slot }
  }

  /// What a layer waits for.
  struct Wait {
    var runs = false
    var isOdd = false
    var beginsStanding = false
    var next = TimeInterval.infinity
    /// By how much rounding may make the event come early.
    var slack = 0.0
  }

  /// Notes what a layer waits for.
  mutating func set(_ slot: Int32, _ wait: Wait) {
    guard let place = place(of: slot) else { return }
    asked += 1
    runningCount += (wait.runs ? 1 : 0) - (entries[place].runs ? 1 : 0)
    if wait.isOdd != entries[place].isOdd { Self.set(&odd, slot, wait.isOdd) }
    if wait.beginsStanding { Self.set(&beginsStanding, slot, true) }
    versions += 1
    entries[place].version = versions
    (entries[place].runs, entries[place].isOdd) = (wait.runs, wait.isOdd)
    entries[place].next = wait.next
    if wait.next < .infinity {
      push(Event(due: wait.next - wait.slack, slot: slot, version: versions))
    }
  }

  mutating func clearBeginsStanding() { beginsStanding.removeAll(keepingCapacity: true) }

  /// Puts a slot into an ordered list, or takes it out.
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

  /// When the next event comes; infinite without one.
  mutating func next() -> TimeInterval {
    dropOutdated()
    guard let first = queue.first, let place = place(of: first.slot) else { return .infinity }
    return entries[place].next
  }

  /// Takes a slot out of the queue on which an event may be due; nil when there is none.
  mutating func popDue(at time: TimeInterval) -> Int32? {
    dropOutdated()
    guard let first = queue.first, first.due <= time else { return nil }
    removeFirst()
    return first.slot
  }

  private func isCurrent(_ event: Event) -> Bool {
    place(of: event.slot).map { entries[$0].version == event.version } ?? false
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
    guard let last = queue.popLast(), !queue.isEmpty else { return }
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
}
