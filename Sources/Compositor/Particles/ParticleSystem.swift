// ParticleSystem.swift
// Stage: paint. Takes an emitter's values over time, and a time; returns the particles that live then.
// Reads no clock: the same values and time always give the same particles.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation
package import QuartzCore

/// The contents of a cell's particles.
package struct ParticleContents: Hashable, Sendable {
  var contents: LayerContents?
  var contentsRect: CGRect
  var contentsScale: Double
  var minificationFilter: CALayerContentsFilter
  var magnificationFilter: CALayerContentsFilter

  init(_ cell: EmitterCellValues) {
    contents = cell.contents
    contentsRect = cell.contentsRect
    contentsScale = cell.contentsScale
    minificationFilter = cell.minificationFilter
    magnificationFilter = cell.magnificationFilter
  }
}

/// The living particles of one emitter.
///
/// The k-th particle of a cell is born when the integral of the birth rate reaches k, independent of
/// frames, and all that is random about it follows from the seed, the cell and k. A frame creates the
/// particles born since the frame before. After a jump, or when time runs backwards, the living ones are
/// created again, equal to the bit.
package struct ParticleSystem {
  /// The most particles of an emitter, shared by its cells; the oldest are removed.
  package static let mostParticles = 16_384
  /// The highest birth rate, in particles per second.
  private static let highestRate = 1e9
  /// How far back animated values count at least, in seconds of the layer; earlier rates count as 0.
  private static let animatedPast = 60.0

  /// In order of birth.
  package private(set) var particles: [Particle] = []
  private(set) var contents: [ParticleContents] = []
  /// The current time.
  package private(set) var time = -TimeInterval.infinity
  /// Whether a cell emits now, or may emit later.
  package private(set) var isEmitting = false
  /// Whether particles were removed as there were too many.
  package private(set) var isCapped = false

  private var id = -1
  private var revision = -1
  /// The time at which the simulation begins.
  private var start = 0.0
  /// The segment up to which rates are summed, and the sum for each of the layer's own cells.
  private var segment = EmitterTimeline.Segment(
    from: 0, to: 0, values: EmitterValues(), endPosition: .zero)
  private var sums: [Sum] = []
  private var plan = EmissionPlan()

  /// The births of each of the layer's own cells up to the end of a long advance; empty for a short one.
  private var expected: [Double] = []
  /// The most segments that a jump walks through.
  private static let mostSteps = Int(2 * animatedPast / EmitterTimeline.step)

  private struct Sum {
    /// The births, with fractions, before the segment.
    var births = 0.0
    /// The index of the next birth.
    var next = 0
  }

  package init() {}

  /// Whether anything moves, or will move.
  package var isLive: Bool { isEmitting || !particles.isEmpty }

  // MARK: Time

  /// Advances to a time of the layer.
  package mutating func advance(to time: TimeInterval, in log: EmitterTimeline) {
    guard time.isFinite else { return }
    let changedThePast = revision != log.revision && log.lastChange <= self.time
    if id != log.id || time < self.time || changedThePast {
      begin(log, at: time)
    } else if revision != log.revision {
      // It ends where the newest values begin.
      take(log.segment(at: segment.from))
    }
    (id, revision) = (log.id, log.revision)
    if time < log.start {
      particles.removeAll(keepingCapacity: true)
      isEmitting = plan.emits
      self.time = log.start.nextDown
      return
    }
    var count = particles.count
    // After a longer jump an animation is not followed step by step.
    var steps = Self.mostSteps
    var from = self.time
    expected = expectedBirths(in: log, to: time)
    while true {
      emit(from: from, to: min(time, segment.to), at: time)
      if time < segment.to { break }
      // Each segment creates as many as a cell may have.
      if particles.count > 2 * Self.mostParticles {
        count = removeSurplus(at: time, first: count)
      }
      endSegment()
      from = segment.to
      steps -= 1
      if steps == 0, time - segment.to > 2 * Self.animatedPast {
        skip(log, to: time)
        expected = expectedBirths(in: log, to: time)
        from = segment.from.nextDown
      } else {
        take(log.segment(at: segment.to))
      }
    }
    self.time = time
    finish(from: count)
  }

  /// Restarts without particles.
  private mutating func begin(_ log: EmitterTimeline, at time: TimeInterval) {
    particles.removeAll(keepingCapacity: true)
    contents.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    self.time = log.start.nextDown
    start = log.start
    plan = EmissionPlan()
    take(log.segment(at: log.start))
    if segment.to - segment.from <= EmitterTimeline.step, time - segment.to > 2 * Self.animatedPast
    {
      skip(log, to: time)
      self.time = segment.from.nextDown
    }
  }

  /// Skips animations of long ago, up to a whole minute before.
  private mutating func skip(_ log: EmitterTimeline, to time: TimeInterval) {
    let minute = Self.animatedPast
    let from = (time / minute).rounded(.down) * minute - minute
    for index in sums.indices { sums[index] = Sum() }
    take(log.segment(at: max(from, log.start)))
  }

  private mutating func take(_ segment: EmitterTimeline.Segment) {
    if segment.values != self.segment.values || plan.cells.isEmpty {
      plan = EmissionPlan(segment.values, start: start)
    }
    self.segment = segment
    while sums.count < plan.topCount { sums.append(Sum()) }
  }

  /// Adds the births of a segment to the sums, up to a time.
  private mutating func endSegment(before time: TimeInterval = .infinity) {
    for (index, cell) in plan.cells.enumerated() where cell.parent < 0 {
      let (base, end) = (max(segment.from, cell.from), min(segment.to, cell.to, time))
      if base < end { sums[plan.tops[index]].births += cell.rate * (end - base) }
    }
  }

  /// Returns the births of each of the layer's own cells up to a time, so that those which will be too many by then are
  /// not created. Empty for a short advance, and where segments are skipped before the time.
  private func expectedBirths(in log: EmitterTimeline, to time: TimeInterval) -> [Double] {
    guard time - segment.to > 1 else { return [] }
    var walk = self
    for _ in 0..<Self.mostSteps {
      walk.endSegment(before: time)
      if time < walk.segment.to { return walk.sums.map(\.births) }
      walk.take(log.segment(at: walk.segment.to))
    }
    return []
  }

  // MARK: Births

  /// Creates the particles that are born after one time, up to another.
  ///
  /// - Parameter now: The time at which they must still live.
  private mutating func emit(from: TimeInterval, to: TimeInterval, at now: TimeInterval) {
    isEmitting = plan.emits(after: now)
    var parents = 0
    for (index, cell) in plan.cells.enumerated() where cell.parent < 0 {
      emit(cell, index, to: to, at: now)
    }
    guard plan.hasChildren else { return }
    // Particles born here may emit in the same interval.
    while parents < particles.count {
      parents += 1
      let children = plan.children(of: Int(particles[parents - 1].cell))
      if children.isEmpty { continue }
      let parent = particles[parents - 1]
      for child in children {
        emit(child, of: parent, from: from, to: to, at: now)
      }
    }
  }

  /// Creates particles of one of the layer's own cells.
  private mutating func emit(
    _ cell: EmissionPlan.Cell, _ index: Int, to: TimeInterval, at now: TimeInterval
  ) {
    let base = max(segment.from, cell.from)
    let end = min(segment.to, cell.to)
    guard cell.rate > 0, base <= to, base < end else { return }
    let top = plan.tops[index]
    let births = sums[top].births
    let all = end.isFinite ? births + cell.rate * (end - base) : .infinity
    func birth(_ k: Int) -> TimeInterval { base + max(0, Double(k) - births) / cell.rate }
    // Particles whose whole lineage has expired are skipped.
    let alive = births + cell.rate * (now - cell.totalLife - base)
    let last = min(births + cell.rate * (to - base), all)
    let known = top < expected.count ? max(last, expected[top]) : last
    let first = min(max(alive, known - Double(cell.share) - 1), all).rounded(.up)
    if first > Double(sums[top].next), first < 0x1p62 {
      if first > alive.rounded(.up) { isCapped = true }
      sums[top].next = Int(first)
    }
    let contentsIndex = contentsIndex(of: cell.values)
    let span = segment.to - segment.from
    while Double(sums[top].next) < all, last < 0x1p62 {
      let k = sums[top].next
      let born = birth(k)
      // Where time is so great that births are no longer apart in it, their number ends them.
      if born > to || Double(k) > last + 1 { break }
      sums[top].next = k + 1
      if born + cell.totalLife < now { continue }
      let part = span.isFinite && span > 0 ? (born - segment.from) / span : 0
      let position = segment.values.position, after = segment.endPosition
      particles.append(
        Particle(
          of: cell.values, segment.values, born: born,
          number: ParticleRandom.mix(cell.number, UInt64(bitPattern: Int64(k))), index: k,
          cellNumber: Int32(index), contents: contentsIndex, parent: nil,
          origin: SIMD3(
            position.x + (after.x - position.x) * part, position.y + (after.y - position.y) * part,
            segment.values.zPosition)))
    }
  }

  /// Creates particles that a particle emits.
  private mutating func emit(
    _ index: Int, of parent: Particle, from: TimeInterval, to: TimeInterval, at now: TimeInterval
  ) {
    let cell = plan.cells[index]
    let rate = cell.rate * parent.speed
    guard rate > 0 else { return }
    let base = parent.born + cell.from / parent.speed
    let end = min(min(to, parent.death), parent.born + cell.to / parent.speed)
    let start = max(from, now - cell.totalLife / parent.speed)
    guard base <= end, start < end else { return }
    let contentsIndex = contentsIndex(of: cell.values)
    var k = Int(min(max((start - base) * rate, 0), 1e15))
    let first = k
    while true {
      let born = base + Double(k) / rate
      if born > end { break }
      // Rounding puts few births before the first. Where it puts many, time is so great that births are no longer
      // apart in it.
      if particles.count >= 2 * Self.mostParticles || (born <= start && k > first + 16) {
        isCapped = true
        return
      }
      if born > start {
        let number = ParticleRandom.mix(parent.number ^ cell.number, UInt64(k))
        particles.append(
          Particle(
            of: cell.values, segment.values, born: born, number: number, index: k,
            cellNumber: Int32(index), contents: contentsIndex, parent: parent, origin: .zero))
      }
      k += 1
    }
  }

  /// Returns the index of the contents of a cell's particles.
  private mutating func contentsIndex(of cell: EmitterCellValues) -> Int32 {
    let own = ParticleContents(cell)
    if let known = contents.firstIndex(of: own) { return Int32(known) }
    if contents.count >= 256 { removeUnusedContents() }
    contents.append(own)
    return Int32(contents.count - 1)
  }

  /// Removes contents that no particle has.
  private mutating func removeUnusedContents() {
    var kept: [ParticleContents] = []
    var places: [Int32: Int32] = [:]
    for index in particles.indices {
      let old = particles[index].contents
      if places[old] == nil {
        places[old] = Int32(kept.count)
        kept.append(contents[Int(old)])
      }
      particles[index].contents = places[old] ?? 0
    }
    contents = kept
  }

  // MARK: Deaths

  /// Removes particles that are dead or too many, and sorts the new ones by birth.
  private mutating func finish(from first: Int) {
    let new = removeSurplus(at: time, first: first)
    var isSorted = true
    for index in max(new, 1)..<max(particles.count, max(new, 1))
    where !Self.precedes(particles[index - 1], particles[index]) {
      isSorted = false
      break
    }
    if !isSorted { particles[new...].sort(by: Self.precedes) }
    if particles.count > Self.mostParticles {
      isCapped = true
      particles.removeFirst(particles.count - Self.mostParticles)
    }
    checkInvariants()
  }

  /// Removes particles that are dead at a time or beyond their cell's share. Returns how many of the first ones remain.
  private mutating func removeSurplus(at time: TimeInterval, first count: Int) -> Int {
    var (kept, keptOfFirst) = (0, 0)
    for index in particles.indices {
      if index == count { keptOfFirst = kept }
      let particle = particles[index]
      if particle.death <= time || particle.lifetime <= 0 { continue }
      if isBeyondShare(particle) {
        isCapped = true
        continue
      }
      if kept != index { particles[kept] = particle }
      kept += 1
    }
    if count >= particles.count { keptOfFirst = kept }
    particles.removeLast(particles.count - kept)
    return keptOfFirst
  }

  private func isBeyondShare(_ particle: Particle) -> Bool {
    let index = Int(particle.cell)
    guard index < plan.cells.count, plan.cells[index].parent < 0 else {
      return false
    }
    return particle.index + plan.cells[index].share < sums[plan.tops[index]].next
  }

  private static func precedes(_ a: Particle, _ b: Particle) -> Bool {
    (a.born, a.cell, a.index, a.number) < (b.born, b.cell, b.index, b.number)
  }

  /// Traps if the system contradicts itself; compiled out of release builds.
  private func checkInvariants() {
    assert(
      particles.count <= Self.mostParticles && particles.allSatisfy { $0.born <= time },
      "\(particles.count) particles at \(time) are too many, or not born yet")
  }
}

/// The cells of an emitter in one list, with the rates and times that follow from their values.
struct EmissionPlan {
  struct Cell {
    var values: EmitterCellValues
    /// The index of the cell whose particles emit it; -1 for the layer.
    var parent: Int
    var children: [Int] = []
    /// Identifies the cell to the random numbers.
    var number: UInt64
    /// Births a second.
    var rate: Double
    /// The times of emission, in the layer's time, or by the age of the emitting particle.
    var from: Double, to: Double
    /// The maximum lifetime of a particle and its lineage, in seconds of its emitter.
    var totalLife = 0.0
    /// The most living particles.
    var share: Int
  }

  var cells: [Cell] = []
  /// The number of each cell among the layer's own; -1 for cells of particles.
  var tops: [Int] = []
  private(set) var topCount = 0
  var hasChildren: Bool { cells.count > topCount }

  init() {}

  init(_ emitter: EmitterValues, start: TimeInterval) {
    topCount = emitter.cells.count
    let share = max(ParticleSystem.mostParticles / max(topCount, 1), 1)
    for (index, cell) in emitter.cells.enumerated() {
      add(
        cell, emitter, parent: -1, number: ParticleRandom.mix(UInt64(emitter.seed), UInt64(index)),
        rate: cell.birthRate * emitter.birthRate, share: share, births: 0, parentLife: 0)
    }
    var top = 0
    for cell in cells {
      tops.append(cell.parent < 0 ? top : -1)
      if cell.parent < 0 { top += 1 }
    }
    // A begin of 0 is that of the simulation, as an animation's is that of its layer.
    for index in cells.indices where cells[index].parent < 0 && cells[index].from == 0 {
      cells[index].from = start
      cells[index].to += start
    }
  }

  /// Adds a cell and the cells of its particles.
  ///
  /// - Parameters:
  ///   - births: The births per second of particles that emit it.
  ///   - parentLife: The lifetime of each of these.
  private mutating func add(
    _ values: EmitterCellValues, _ emitter: EmitterValues, parent: Int, number: UInt64,
    rate: Double, share: Int, births: Double, parentLife: Double
  ) {
    let index = cells.count
    let speed = Double(max(values.timing.speed, 0))
    let life =
      Particle.bounded(
        (values.lifetime + abs(values.lifetimeRange) / 2) * emitter.lifetime) / max(speed, 1e-9)
    let emission = values.emission
    var rate = values.isEnabled && speed > 0 ? min(max(rate * speed, 0), 1e9) : 0
    if rate.isNaN || life <= 0 || (values.contents == nil && values.cells.isEmpty) { rate = 0 }
    var ownBirths = min(rate, Double(share) / max(life, 1e-9))
    if parent >= 0, rate > 0 {
      // No particle, and no second, may create more than can be shown.
      let window = min(emission.upperBound - emission.lowerBound, parentLife)
      rate = min(rate, Double(share) / max(window, 1e-9))
      let living = births * rate * window * life
      if living > Double(share) { rate *= Double(share) / living }
      ownBirths = births * rate * window
    }
    cells.append(
      Cell(
        values: values, parent: parent, number: number, rate: rate, from: emission.lowerBound,
        to: emission.upperBound, share: share))
    var following = 0.0
    for (place, child) in values.cells.enumerated() where rate > 0 {
      let next = cells.count
      cells[index].children.append(next)
      add(
        child, emitter, parent: index, number: ParticleRandom.mix(number, UInt64(place) + 1),
        rate: child.birthRate, share: share, births: ownBirths, parentLife: life * speed)
      following = max(following, cells[next].totalLife)
    }
    cells[index].totalLife = life + following / max(speed, 1e-9)
    // The nested cells have entries of their own by now.
    cells[index].values.cells = []
  }

  func children(of cell: Int) -> [Int] {
    cell < cells.count ? cells[cell].children : []
  }

  /// Whether any of the layer's own cells emits at some time.
  var emits: Bool { cells.contains { $0.parent < 0 && $0.rate > 0 } }

  /// Whether any of the layer's own cells emits after a time.
  func emits(after time: TimeInterval) -> Bool {
    cells.contains { $0.parent < 0 && $0.rate > 0 && $0.to > time }
  }
}
