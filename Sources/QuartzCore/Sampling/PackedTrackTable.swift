// PackedTrackTable.swift
// Stage: sample. The animations of one kind, of all layers, in one array that a frame runs through. Fields
// that every frame reads are contiguous; the others are stored separately.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The tracks of one ``PackedKind``.
///
/// Tracks of one layer are contiguous. No two write to the same bytes, so their order does not matter. A
/// track holds the ``TimingSegment`` that it is in; a block of sixteen tracks holds the interval in which
/// all of their segments are valid, so that a frame compares two numbers for sixteen tracks.
struct PackedTrackTable<Form: PackedValue>: Sendable {
  /// The fields that every frame reads: 64 bytes for a number.
  private struct Hot {
    var begin = 0.0
    var rate = 0.0
    var shift = 0.0
    var divisor = 1.0
    var form: Form
    /// The target, in bytes from the first layer's values.
    var target: UInt32
    /// In the low 11 bits the curve's number, or ``resting``; above them the clock's number.
    private var numbers = PackedTrackTable.resting

    init(begin: Double = 0, form: Form, target: UInt32 = 0) {
      (self.begin, self.form, self.target) = (begin, form, target)
    }

    @inline(__always)
    var curve: UInt32 {
      get { numbers & PackedTrackTable.resting }
      set { numbers = (clock << PackedTrackTable.curveBits) | newValue }
    }

    @inline(__always)
    func progress(_ pass: SamplePass) -> Double {
      let time = pass.times[Int(clock)]
      return form.inner(TimingSegment.clamp(((time - begin) * rate + shift) / divisor))
    }

    @inline(__always)
    var clock: UInt32 {
      get { numbers >> PackedTrackTable.curveBits }
      set { numbers = (newValue << PackedTrackTable.curveBits) | curve }
    }
  }

  /// The fields that a frame seldom reads. The timing and the curve are read where the layer has them.
  private struct Cold {
    /// The media times between which the segment is valid; empty until it is evaluated.
    var lower = TimeInterval.infinity
    var upper = -TimeInterval.infinity
    /// -1 for a hole.
    var owner: Int32
    /// The track's index among the layer's.
    var index: Int32
    var aside = Form.Aside()
  }

  /// The media times between which the segments of sixteen tracks are valid; empty at first.
  private struct Block {
    var lower = TimeInterval.infinity
    var upper = -TimeInterval.infinity
  }

  /// The bits that hold a curve's number, above which the clock's begins.
  private static var curveBits: UInt32 { 11 }
  /// In place of a curve's number, while there is nothing to write.
  private static var resting: UInt32 { 1 << curveBits - 1 }
  private static var blockSize: Int { 16 }

  private var hot: ContiguousArray<Hot> = []
  private var cold: ContiguousArray<Cold> = []
  private var blocks: ContiguousArray<Block> = []
  /// The tracks of each owner.
  private var ranges: ContiguousArray<Range<Int32>> = []
  private var holes = 0
  /// The number of segments evaluated so far, of timings and between keys (test hook).
  private(set) var refreshCount = 0
  /// Tracks that ceased to contribute in this pass, whose model value is to be restored.
  private var ceased: ContiguousArray<Int32> = []

  init() {
    // A curve's number has to fit beside the clock's and differ from `resting`.
    assert(EasingIndex.capacity + EasingIndex.springCapacity <= Int(Self.resting))
  }

  private func range(of owner: Int32) -> Range<Int32> {
    owner >= 0 && Int(owner) < ranges.count ? ranges[Int(owner)] : 0..<0
  }

  // MARK: Changes

  /// Makes room for new tracks.
  mutating func reserve(_ count: Int) {
    hot.makeRoom(for: count)
    cold.makeRoom(for: count)
  }

  /// Replaces an owner's tracks by those of a layer that have the table's kind.
  ///
  /// - Parameter kinds: The kinds of the new tracks.
  mutating func replace(
    _ owner: Int32, slot: Int32, with new: PackedTracks, of kinds: PackedKinds
  ) {
    let old = range(of: owner)
    let count = kinds.contains(Form.kind) ? new.count(of: Form.kind) : 0
    if old.isEmpty && count == 0 { return }
    if ranges.count <= Int(owner) {
      ranges.append(contentsOf: repeatElement(0..<0, count: Int(owner) + 1 - ranges.count))
    }
    if old.count != count {
      for index in old {
        cold[Int(index)].owner = -1
        hot[Int(index)].curve = Self.resting
      }
      holes += old.count
      let start = Int32(cold.count)
      ranges[Int(owner)] = count == 0 ? 0..<0 : start..<start + Int32(count)
    }
    var next = Int(ranges[Int(owner)].lowerBound)
    new.forEach { kind, index in
      guard kind == Form.kind else { return }
      set(next, new, index, slot, owner)
      next += 1
    }
    if holes > 32 && holes * 2 > cold.count { compact() }
    checkInvariants()
  }

  /// Sets a track of the table, or adds it as the last one.
  private mutating func set(
    _ position: Int, _ tracks: PackedTracks, _ index: Int, _ slot: Int32, _ owner: Int32
  ) {
    let target = Int(slot) * MemoryLayout<LayerValues>.stride + tracks.offset(at: index)
    let newHot = Hot(
      begin: tracks.timing(at: index).map.beginTime,
      form: Form(tracks.numbers(at: index, as: Form.Numbers.self)), target: UInt32(target))
    let newCold = Cold(owner: owner, index: Int32(index))
    if position == cold.count {
      hot.append(newHot)
      cold.append(newCold)
      if position % Self.blockSize == 0 { blocks.append(Block()) }
    } else {
      (hot[position], cold[position]) = (newHot, newCold)
    }
    blocks[position / Self.blockSize] = Block()
  }

  /// The slot of a track's layer.
  private func slot(of position: Int) -> Int32 {
    Int32(Int(hot[position].target) / MemoryLayout<LayerValues>.stride)
  }

  /// Closes the holes.
  private mutating func compact() {
    var count = 0
    for index in cold.indices where cold[index].owner >= 0 {
      let owner = Int(cold[index].owner)
      if ranges[owner].lowerBound == Int32(index) {
        ranges[owner] = Int32(count)..<Int32(count + ranges[owner].count)
      }
      (hot[count], cold[count]) = (hot[index], cold[index])
      count += 1
    }
    hot.removeLast(hot.count - count)
    cold.removeLast(cold.count - count)
    let blockCount = (count + Self.blockSize - 1) / Self.blockSize
    blocks = ContiguousArray(repeating: Block(), count: blockCount)
    holes = 0
  }

  /// Invalidates the results of an owner's tracks, as their layer's values were set to the model's,
  /// and sets their clock.
  mutating func reset(_ owner: Int32, clock: UInt32) {
    for index in range(of: owner) {
      (cold[Int(index)].lower, cold[Int(index)].upper) = (.infinity, -.infinity)
      hot[Int(index)].clock = clock
      blocks[Int(index) / Self.blockSize] = Block()
    }
  }

  // MARK: Sampling

  /// Writes the values of a frame.
  mutating func sample(
    _ pass: SamplePass, _ curves: EasingTable.Reader, _ models: UnsafePointer<RenderNode>,
    _ changes: inout SampleChanges
  ) {
    for block in blocks.indices
    where !(blocks[block].lower < pass.time && pass.time < blocks[block].upper) {
      refreshBlock(block, pass, curves, models, &changes)
    }
    writeMoving(pass, curves)
    if !ceased.isEmpty { restore(pass.values, models) }
  }

  @inline(__always)
  private mutating func writeMoving(_ pass: SamplePass, _ curves: EasingTable.Reader) {
    hot.withUnsafeMutableBufferPointer { hot in
      guard var track = hot.baseAddress else { return }
      // Easing a batch before writing it keeps the dependency chains short, so that the processor
      // overlaps many tracks.
      var left = hot.count
      while left > 0 {
        let count = min(left, SamplePass.batchSize)
        Self.ease(track, count, pass, curves)
        for index in 0..<count where (track + index).pointee.curve != Self.resting {
          let target = pass.values + Int((track + index).pointee.target)
          (track + index).pointee.form.write(pass.progresses[index], to: target, pass.sinCos)
        }
        track += count
        left -= count
      }
    }
  }

  /// Writes the eased progresses of a batch. Springs come last, four at a time.
  @inline(__always)
  private static func ease(
    _ tracks: UnsafePointer<Hot>, _ count: Int, _ pass: SamplePass, _ curves: EasingTable.Reader
  ) {
    var springs = 0
    for index in 0..<count {
      let curve = tracks[index].curve
      if curve == resting { continue }
      let progress = tracks[index].progress(pass)
      if curve == UInt32(EasingIndex.linear) {
        pass.progresses[index] = progress
      } else if curve < UInt32(EasingIndex.capacity) {
        pass.progresses[index] = curves.value(of: Int(curve), at: progress)
      } else {
        pass.progresses[index] = progress
        pass.springs[springs] = index
        springs += 1
      }
    }
    for first in stride(from: 0, to: springs, by: 4) {
      // The last springs may be fewer than four: some are computed twice.
      func place(_ lane: Int) -> Int { pass.springs[min(first + lane, springs - 1)] }
      let (a, b, c, d) = (place(0), place(1), place(2), place(3))
      let fractions = curves.springs(
        SIMD4(tracks[a].curve, tracks[b].curve, tracks[c].curve, tracks[d].curve),
        at: SIMD4(pass.progresses[a], pass.progresses[b], pass.progresses[c], pass.progresses[d]))
      (pass.progresses[a], pass.progresses[b]) = (fractions.x, fractions.y)
      (pass.progresses[c], pass.progresses[d]) = (fractions.z, fractions.w)
    }
  }

  /// Evaluates the tracks of a block whose segments are over.
  @inline(never)
  private mutating func refreshBlock(
    _ block: Int, _ pass: SamplePass, _ curves: EasingTable.Reader,
    _ models: UnsafePointer<RenderNode>, _ changes: inout SampleChanges
  ) {
    var common = Block(lower: -.infinity, upper: .infinity)
    let first = block * Self.blockSize
    for index in first..<min(first + Self.blockSize, cold.count) where cold[index].owner >= 0 {
      if !(cold[index].lower < pass.time && pass.time < cold[index].upper) {
        refreshSegment(index, pass, curves, models, &changes)
      }
      common.lower = max(common.lower, cold[index].lower)
      common.upper = min(common.upper, cold[index].upper)
    }
    blocks[block] = common
  }

  /// Evaluates the timing of a track.
  private mutating func refreshSegment(
    _ index: Int, _ pass: SamplePass, _ curves: EasingTable.Reader,
    _ models: UnsafePointer<RenderNode>, _ changes: inout SampleChanges
  ) {
    let slot = slot(of: index)
    refreshCount += 1
    let clock = Int(hot[index].clock)
    let local = pass.times[clock]
    let (segment, curve) = enterSegment(index, models[Int(slot)].tracks, at: local)
    // A paused clock stays paused until the tree changes.
    let isPaused = pass.clocks[clock].speed == 0
    (cold[index].lower, cold[index].upper) =
      isPaused ? (-.infinity, .infinity) : pass.clocks[clock].mediaTimes(of: segment)
    (hot[index].rate, hot[index].shift) = (segment.rate, segment.shift)
    hot[index].divisor = segment.divisor
    let wasResting = hot[index].curve == Self.resting
    let rests = isPaused || !segment.contributes || segment.isConstant
    hot[index].curve = rests ? Self.resting : UInt32(curve)
    if rests != wasResting { changes.movesOthers = true }
    if rests { changes.rested.append(slot) }
    guard segment.contributes else {
      ceased.append(Int32(index))
      return
    }
    let target = pass.values + Int(hot[index].target)
    var form = hot[index].form
    form.prepare(target)
    if rests {
      let progress = form.inner(
        segment.progress(atParentTime: local, begin: hot[index].begin))
      form.write(
        curves.value(of: curve, at: progress), to: target, pass.sinCos)
    }
  }

  /// Evaluates the segment in which a track is at its layer's time, and the number of the curve within it.
  @inline(__always)
  private mutating func enterSegment(
    _ index: Int, _ tracks: @autoclosure () -> LayerTracks?, at local: TimeInterval
  ) -> (segment: TimingSegment, curve: Int) {
    let begin = hot[index].begin
    var segment = TimingSegment(lower: local, upper: local)
    if let curve = hot[index].form.advance(
      cold[index].aside, &segment, at: local, begin: begin)
    {
      return (segment, curve)
    }
    guard let tracks = tracks() else {
      trap("layer \(slot(of: index)) has tracks in the table, and none in the tree")
    }
    let place = Int(cold[index].index)
    let curve = tracks.packed.curve(at: place)
    segment = tracks.packed.timing(at: place).segment(atParentTime: local)
    guard segment.contributes else { return (segment, curve) }
    let entered = hot[index].form.enter(
      tracks.nested(at: place), &cold[index].aside, &segment, at: local, begin: begin,
      curve: curve)
    return (segment, entered)
  }

  /// Restores the model's values where an animation ceased to contribute.
  private mutating func restore(
    _ values: UnsafeMutableRawPointer, _ models: UnsafePointer<RenderNode>
  ) {
    for index in ceased {
      let (slot, offset) = Int(hot[Int(index)].target)
        .quotientAndRemainder(dividingBy: MemoryLayout<LayerValues>.stride)
      let target = values + Int(hot[Int(index)].target)
      withUnsafePointer(to: models[slot].values) { model in
        target.copyMemory(
          from: UnsafeRawPointer(model) + offset, byteCount: hot[Int(index)].form.byteCount)
      }
    }
    ceased.removeAll(keepingCapacity: true)
  }

  /// Calls a function for each layer that an animation moves now, once for each animation.
  func forEachMoving(_ body: (Int32) -> Void) {
    for index in cold.indices where hot[index].curve != Self.resting { body(slot(of: index)) }
  }

  /// Traps if the table contradicts itself; compiled out of release builds.
  private func checkInvariants() {
    assert(
      hot.count == cold.count && blocks.count == (cold.count + 15) / 16 && holes <= cold.count,
      "\(hot.count) and \(cold.count) tracks, \(blocks.count) blocks and \(holes) holes do not fit")
  }
}
