// EmitterTimeline.swift
// Stage: commit → paint. The values of an emitter layer at each time of the layer, past ones included: the
// input of its particles.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// An animation of one of an emitter's values, or of a cell's.
struct EmitterTrack: Sendable {
  /// The cell's value; nil for one of the layer's own.
  var path: EmitterCellPath?
  var track: AnimationTrack

  /// Writes the animation's value at a time of the layer over those of earlier animations.
  func apply(at time: TimeInterval, to values: inout LayerValues) {
    let whole = path.map { values.emitter.cells[$0] } ?? values[property: track.property]
    // Its curves have no numbers.
    let new = track.value(atLayerTime: time, onto: whole, curves: EasingIndex.linearOnly)
    guard let new else { return }
    if let path {
      values.emitter.cells[path] = new
    } else {
      values[property: track.property] = new
    }
  }
}

/// The animations of one emitter's values, in order of addition.
struct EmitterTracks: Sendable {
  /// Identifies the animations; 0 for none.
  var version = 0
  var list: [EmitterTrack] = []
}

/// An emitter's values over the layer's time.
///
/// Each commit that changes them adds an entry, so that what was emitted before stays, and so that any
/// time can be shown again. While an animation runs, values are constant for steps of ``step`` seconds at
/// fixed times, so that the result does not depend on the times of frames.
package struct EmitterTimeline: Sendable {
  /// 1 / 120 s.
  package static let step: TimeInterval = 1.0 / 120
  /// The number of changes that are stored.
  private static let mostEntries = 256

  /// An interval in which the values are constant.
  package struct Segment {
    package var from: TimeInterval
    /// Infinite where no change is known.
    package var to: TimeInterval
    package var values: EmitterValues
    /// The emitter's position at the end.
    package var endPosition: CGPoint

    package init(
      from: TimeInterval, to: TimeInterval, values: EmitterValues, endPosition: CGPoint
    ) {
      (self.from, self.to, self.values, self.endPosition) = (from, to, values, endPosition)
    }
  }

  private struct Entry: Sendable {
    var from: TimeInterval
    var values: EmitterValues
    var tracks: EmitterTracks
  }

  /// Changes when the past is invalid.
  package private(set) var id: Int
  /// The start of the simulation, in the layer's time.
  package private(set) var start: TimeInterval
  /// Counts entries that were added.
  package private(set) var revision = 0
  private var entries: [Entry]
  private var map: TimeMapping?

  /// Creates the timeline of a layer that became live.
  ///
  /// - Parameters:
  ///   - time: The layer's time now. It begins to emit now, unless it has a time of its own, which then
  ///     defines the start (`beginTime`).
  ///   - map: The layer's own time within its superlayer's, if it has one.
  init(
    id: Int, values: EmitterValues, tracks: EmitterTracks, at time: TimeInterval,
    map: TimeMapping?
  ) {
    self.id = id
    self.map = map
    start = map == nil ? time : 0
    entries = [Entry(from: -.infinity, values: values, tracks: tracks)]
  }

  /// The start of the newest values.
  package var lastChange: TimeInterval { entries.last?.from ?? -.infinity }

  /// Adds the values of a commit.
  ///
  /// - Parameter time: The layer's time now, and the time that its previous timing would give.
  mutating func note(
    _ values: EmitterValues, tracks: EmitterTracks, at time: TimeInterval,
    before: TimeInterval, map: TimeMapping?, newID: Int
  ) {
    if map != self.map {
      self.map = map
      // Pausing and resuming are continuous; a clock that was set starts the emission again.
      if abs(time - before) > 1e-6 {
        id = newID
        if map != nil || time < start { start = 0 }
        entries = [Entry(from: -.infinity, values: values, tracks: tracks)]
        revision += 1
        return
      }
    }
    guard let last = entries.last,
      last.values != values || last.tracks.version != tracks.version
    else { return }
    // If time ran back, future entries are replaced.
    while entries.count > 1, let last = entries.last, last.from >= time { entries.removeLast() }
    entries.append(Entry(from: time, values: values, tracks: tracks))
    revision += 1
    if entries.count > Self.mostEntries {
      entries.removeFirst(Self.mostEntries / 4)
      entries[0].from = -.infinity
    }
  }

  /// Returns the layer's time by the last recorded mapping.
  func oldTime(atParentTime time: TimeInterval) -> TimeInterval {
    map?.localTime(forParentTime: time) ?? time
  }

  /// Returns the segment that begins at a time or contains it.
  package func segment(at time: TimeInterval) -> Segment {
    var index = entries.count - 1
    while index > 0, entries[index].from > time { index -= 1 }
    let (entry, from) = (entries[index], max(entries[index].from, start))
    let end = index + 1 < entries.count ? entries[index + 1].from : .infinity
    if entry.tracks.list.isEmpty {
      return Segment(
        from: from, to: end, values: entry.values, endPosition: entry.values.position)
    }
    // A product, as a sum of steps would drift. The margin prevents rounding to the previous step.
    let number = (time / Self.step + 1e-6).rounded(.down)
    let low = max(number * Self.step, from)
    // A segment has a length even where time is so great that a step is none.
    let high = max(min((number + 1) * Self.step, end), low.nextUp)
    let values = self.values(at: low)
    var position = values.position
    if entry.tracks.list.contains(where: { $0.track.property == .emitterPosition && $0.path == nil }
    ) {
      position = self.values(at: high.nextDown, of: entry).position
    }
    return Segment(from: low, to: high, values: values, endPosition: position)
  }

  /// Returns the values at a time of the layer.
  package func values(at time: TimeInterval) -> EmitterValues {
    guard let entry = entries.last(where: { $0.from <= time }) ?? entries.first else {
      return EmitterValues()
    }
    return values(at: time, of: entry)
  }

  private func values(at time: TimeInterval, of entry: Entry) -> EmitterValues {
    if entry.tracks.list.isEmpty { return entry.values }
    var values = LayerValues()
    values.subclass = .emitter(entry.values)
    for track in entry.tracks.list { track.apply(at: time, to: &values) }
    return values.emitter
  }
}

extension RenderTree {
  /// Local seconds of a node per second of media time.
  package func localSpeed(of slot: Int32) -> Double { speed(of: slot) }

  /// Takes an emitter layer's values as of a commit at a media time.
  mutating func noteEmission(of slot: Int32, at time: TimeInterval) {
    let node = nodes[Int(slot)]
    guard node.values.kind == .emitter else { return }
    let local = localTime(of: slot, at: time)
    let (values, tracks) = (node.values.emitter, emitterTracks[slot] ?? EmitterTracks())
    guard let log = emissions[slot] else {
      emissions[slot] = EmitterTimeline(
        id: generation, values: values, tracks: tracks, at: local, map: node.time)
      return
    }
    let before = log.oldTime(atParentTime: localTime(of: node.parent, at: time))
    emissions[slot]?.note(
      values, tracks: tracks, at: local, before: before, map: node.time, newID: generation)
  }
}
