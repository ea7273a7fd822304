// NumberTrackTable.swift
// Stage: sample. The animations of numbers, of all layers, in one array that a frame runs through. Fields that every
// frame reads are contiguous; the others are stored separately.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The tracks of all layers' numbers.
///
/// Tracks of one layer are contiguous, in the order in which they apply. A track holds the ``Timeline/Stretch`` that it
/// is in; a block of sixteen tracks holds the interval in which all of their stretches are valid, so that a frame
/// compares two numbers for sixteen tracks.
struct NumberTrackTable: Sendable {
  /// The fields that every frame reads, beside the numbers.
  private struct Hot {
    var begin = 0.0
    var rate = 0.0
    var shift = 0.0
    var divisor = 1.0
    /// The values of its layer, in bytes from the first layer's.
    var values: UInt32
    /// In the low 11 bits the curve's number, or ``resting``; above them the clock's number.
    private var numbers = NumberTrackTable.resting
    /// The place of its numbers among all.
    var lanes: UInt32
    /// In bytes from the block's start.
    var offset: UInt16
    var form: NumberForm
    var flags: NumberTrackFlags

    init(
      begin: Double, values: UInt32, lanes: UInt32, offset: UInt16, form: NumberForm,
      flags: NumberTrackFlags
    ) {
      (self.begin, self.values, self.lanes) = (begin, values, lanes)
      (self.offset, self.form, self.flags) = (offset, form, flags)
    }

    @inline(__always)
    var curve: UInt32 {
      get { numbers & NumberTrackTable.resting }
      set { numbers = (clock << NumberTrackTable.curveBits) | newValue }
    }

    @inline(__always)
    var clock: UInt32 {
      get { numbers >> NumberTrackTable.curveBits }
      set { numbers = (newValue << NumberTrackTable.curveBits) | curve }
    }

    @inline(__always)
    func progress(_ pass: SamplePass) -> Double {
      TimingSegment.clamp(((pass.times[Int(clock)] - begin) * rate + shift) / divisor)
    }

    @inline(__always)
    var place: PropertyPlace { PropertyPlace(block: flags.block, offset: Int(offset)) }
  }

  /// The fields that a frame seldom reads. The timing and the curve are read where the layer has them.
  private struct Cold {
    /// The media times between which the stretch is valid; empty until it is evaluated.
    var lower = TimeInterval.infinity
    var upper = -TimeInterval.infinity
    /// -1 for a hole.
    var owner: Int32
    /// The track's index among the layer's.
    var index: UInt32
    /// The number of the stretch's curve, with ``isConstant``, or ``NumberTrackTable/resting`` where it does not
    /// contribute. Only of tracks on top of each other.
    var curve = UInt16(NumberTrackTable.resting)

    static let isConstant: UInt16 = 1 << 15
  }

  /// The media times between which the stretches of sixteen tracks are valid; empty at first.
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
  /// The numbers of the tracks; see ``NumberTracks/enter(_:at:_:curves:lanes:)``.
  private var lanes: ContiguousArray<Double> = []
  /// The tracks of each owner.
  private var ranges: ContiguousArray<Range<Int32>> = []
  private var holes = 0
  /// The number of stretches evaluated so far (test hook).
  private(set) var refreshCount = 0
  /// Tracks that ceased to contribute in this pass, whose model value is to be restored.
  private var ceased: ContiguousArray<Int32> = []
  /// Tracks that are written in this pass, and then rest.
  private var settling: ContiguousArray<Int32> = []
  /// Poses that are at one of their ends in this pass.
  private var ended: ContiguousArray<(index: Int32, matrix: PlaneMatrix)> = []
  /// Tracks on top of each other that entered a stretch in this pass.
  private var stirred: ContiguousArray<Int32> = []

  init() {
    // A curve's number has to fit beside the clock's and differ from `resting`.
    assert(EasingIndex.capacity + EasingIndex.springCapacity <= Int(Self.resting))
  }

  private func range(of owner: Int32) -> Range<Int32> {
    owner >= 0 && Int(owner) < ranges.count ? ranges[Int(owner)] : 0..<0
  }

  // MARK: Changes

  /// Makes room for new tracks.
  mutating func reserve(_ counts: (tracks: Int, numbers: Int)) {
    hot.makeRoom(for: counts.tracks)
    cold.makeRoom(for: counts.tracks)
    lanes.makeRoom(for: counts.numbers)
  }

  /// Replaces an owner's tracks.
  mutating func replace(_ owner: Int32, slot: Int32, with new: NumberTracks) {
    let old = range(of: owner)
    if old.isEmpty && new.isEmpty { return }
    if ranges.count <= Int(owner) {
      ranges.append(contentsOf: repeatElement(0..<0, count: Int(owner) + 1 - ranges.count))
    }
    var (count, numbers) = (0, 0)
    new.forEach { index in
      count += 1
      numbers += new.numberCount(at: index)
    }
    let isInPlace = count == old.count && numbers == laneCount(of: old)
    if !isInPlace {
      for index in old {
        cold[Int(index)].owner = -1
        hot[Int(index)].curve = Self.resting
      }
      holes += old.count
      let start = Int32(cold.count)
      ranges[Int(owner)] = count == 0 ? 0..<0 : start..<start + Int32(count)
    }
    var next = Int(ranges[Int(owner)].lowerBound)
    var lane = isInPlace && count > 0 ? Int(hot[next].lanes) : lanes.count
    if !isInPlace { lanes.append(contentsOf: repeatElement(0, count: numbers)) }
    new.forEach { index in
      set(next, new, index, slot, owner, lane)
      next += 1
      lane += new.numberCount(at: index)
    }
    if holes > 32 && holes * 2 > cold.count { compact() }
    checkInvariants()
  }

  private func laneCount(of range: Range<Int32>) -> Int {
    range.reduce(0) { $0 + Self.laneCount(of: hot[Int($1)]) }
  }

  @inline(__always)
  private static func laneCount(of track: Hot) -> Int {
    track.form.numberCount(track.flags)
  }

  /// Sets a track of the table, or adds it as the last one.
  private mutating func set(
    _ position: Int, _ tracks: NumberTracks, _ index: Int, _ slot: Int32, _ owner: Int32,
    _ lane: Int
  ) {
    let newHot = Hot(
      begin: tracks.begin(at: index),
      values: UInt32(Int(slot) * MemoryLayout<LayerValues>.stride), lanes: UInt32(lane),
      offset: UInt16(tracks.place(at: index).offset), form: tracks.form(at: index),
      flags: tracks.flags(at: index))
    let newCold = Cold(owner: owner, index: UInt32(index))
    if position == cold.count {
      hot.append(newHot)
      cold.append(newCold)
      if position % Self.blockSize == 0 { blocks.append(Block()) }
    } else {
      (hot[position], cold[position]) = (newHot, newCold)
    }
    lanes.withUnsafeMutableBufferPointer {
      if let base = $0.baseAddress { tracks.copyNumbers(at: index, to: base + lane) }
    }
    blocks[position / Self.blockSize] = Block()
  }

  /// The slot of a track's layer.
  private func slot(of position: Int) -> Int32 {
    Int32(Int(hot[position].values) / MemoryLayout<LayerValues>.stride)
  }

  /// Closes the holes.
  private mutating func compact() {
    var count = 0
    var living: ContiguousArray<Double> = []
    for index in cold.indices where cold[index].owner >= 0 {
      let owner = Int(cold[index].owner)
      if ranges[owner].lowerBound == Int32(index) {
        ranges[owner] = Int32(count)..<Int32(count + ranges[owner].count)
      }
      let first = Int(hot[index].lanes)
      hot[index].lanes = UInt32(living.count)
      living += lanes[first..<first + Self.laneCount(of: hot[index])]
      (hot[count], cold[count]) = (hot[index], cold[index])
      count += 1
    }
    hot.removeLast(hot.count - count)
    cold.removeLast(cold.count - count)
    lanes = living
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
    if !stirred.isEmpty { settleStacks(pass, curves, models, &changes) }
    writeMoving(pass, curves)
    for (index, matrix) in ended {
      let track = hot[Int(index)]
      TransformPose.write(
        matrix, to: track.place,
        of: (pass.values + Int(track.values)).assumingMemoryBound(to: LayerValues.self))
    }
    if !ended.isEmpty { ended.removeAll(keepingCapacity: true) }
    if !settling.isEmpty {
      for index in settling { hot[Int(index)].curve = Self.resting }
      settling.removeAll(keepingCapacity: true)
    }
    if !ceased.isEmpty { restore(pass.values, models) }
  }

  @inline(__always)
  private mutating func writeMoving(_ pass: SamplePass, _ curves: EasingTable.Reader) {
    hot.withUnsafeMutableBufferPointer { hot in
      lanes.withUnsafeMutableBufferPointer { lanes in
        guard var track = hot.baseAddress, let lanes = lanes.baseAddress else { return }
        // Easing a batch before writing it keeps the dependency chains short, so that the processor
        // overlaps many tracks.
        var left = hot.count
        while left > 0 {
          let count = min(left, SamplePass.batchSize)
          Self.ease(track, count, pass, curves)
          for index in 0..<count where (track + index).pointee.curve != Self.resting {
            Self.write(track + index, lanes, pass.progresses[index], pass)
          }
          track += count
          left -= count
        }
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

  @inline(__always)
  private static func write(
    _ track: UnsafePointer<Hot>, _ lanes: UnsafeMutablePointer<Double>, _ fraction: Double,
    _ pass: SamplePass
  ) {
    let numbers = lanes + Int(track.pointee.lanes)
    let flags = track.pointee.flags
    let target = pass.values + Int(track.pointee.values) + Int(track.pointee.offset)
    if flags.isDisjoint(with: .isUnusual) {
      track.pointee.form.write(numbers, fraction, hasBase: flags.contains(.hasBase), to: target)
    } else if flags.intersection(.isUnusual) == .isAlongKeys, track.pointee.form == .two {
      // A point along a path.
      var value = KeyLine.point(at: fraction, in: numbers)
      if flags.contains(.hasBase) { value += SIMD2(numbers[4], numbers[5]) }
      target.storeBytes(of: value, as: SIMD2<Double>.self)
    } else {
      writeUnusual(track.pointee, numbers, fraction, pass)
    }
  }

  /// Writes to other places than a layer's own numbers.
  @inline(never)
  private static func writeUnusual(
    _ track: Hot, _ numbers: UnsafeMutablePointer<Double>, _ fraction: Double, _ pass: SamplePass
  ) {
    let layer = (pass.values + Int(track.values)).assumingMemoryBound(to: LayerValues.self)
    let place = track.place
    if track.flags.contains(.isPose) {
      return TransformPose.write(
        numbers, as: track.form, hasBase: track.flags.contains(.hasBase), pass.sinCos, to: place,
        of: layer)
    }
    func write(_ start: UnsafeMutableRawPointer) {
      track.form.write(numbers, fraction, track.flags, to: start + place.offset)
    }
    if place.block == .pose {
      write(UnsafeMutableRawPointer(numbers))
    } else {
      LayerValues.write(place.block, in: layer, write)
    }
  }

  /// Evaluates the tracks of a block whose stretches are over.
  @inline(never)
  private mutating func refreshBlock(
    _ block: Int, _ pass: SamplePass, _ curves: EasingTable.Reader,
    _ models: UnsafePointer<RenderNode>, _ changes: inout SampleChanges
  ) {
    var common = Block(lower: -.infinity, upper: .infinity)
    let first = block * Self.blockSize
    for index in first..<min(first + Self.blockSize, cold.count) where cold[index].owner >= 0 {
      if !(cold[index].lower < pass.time && pass.time < cold[index].upper) {
        refresh(index, pass, curves, models, &changes)
      }
      common.lower = max(common.lower, cold[index].lower)
      common.upper = min(common.upper, cold[index].upper)
    }
    blocks[block] = common
  }

  /// Enters the stretch of a track that now lies in.
  private mutating func refresh(
    _ index: Int, _ pass: SamplePass, _ curves: EasingTable.Reader,
    _ models: UnsafePointer<RenderNode>, _ changes: inout SampleChanges
  ) {
    let slot = slot(of: index)
    refreshCount += 1
    let clock = Int(hot[index].clock)
    guard let tracks = models[Int(slot)].tracks else {
      trap("layer \(slot) has tracks in the table, and none in the tree")
    }
    let place = Int(cold[index].index)
    let first = Int(hot[index].lanes)
    let stretch = lanes.withUnsafeMutableBufferPointer { lanes in
      tracks.numbers.enter(
        place, at: pass.times[clock], tracks.contents, curves: curves,
        lanes: lanes.baseAddress.unsafelyUnwrapped + first)
    }
    let segment = stretch.segment
    // A paused clock stays paused until the tree changes.
    let isPaused = pass.clocks[clock].speed == 0
    (cold[index].lower, cold[index].upper) =
      isPaused ? (-.infinity, .infinity) : pass.clocks[clock].mediaTimes(of: segment)
    (hot[index].rate, hot[index].shift) = (segment.rate, segment.shift)
    hot[index].divisor = segment.divisor
    let isConstant = isPaused || segment.isConstant
    if hot[index].flags.contains(.isStacked) {
      cold[index].curve =
        segment.contributes
        ? UInt16(stretch.curve) | (isConstant ? Cold.isConstant : 0) : UInt16(Self.resting)
      stirred.append(Int32(index))
      return
    }
    let wasResting = hot[index].curve == Self.resting
    let rests = isConstant || !segment.contributes
    hot[index].curve = segment.contributes ? UInt32(stretch.curve) : Self.resting
    if rests != wasResting { changes.movesOthers = true }
    if !rests { return }
    changes.rested.append(slot)
    if segment.contributes {
      settling.append(Int32(index))
    } else {
      ceased.append(Int32(index))
    }
  }

  /// Decides which tracks on top of each other are written: all of a layer's that contribute, as long as one of them
  /// moves.
  ///
  /// A pose begins with the model's numbers, and is composed as long as one of its tracks contributes.
  private mutating func settleStacks(
    _ pass: SamplePass, _ curves: EasingTable.Reader, _ models: UnsafePointer<RenderNode>,
    _ changes: inout SampleChanges
  ) {
    var last: Int32 = -1
    for index in stirred where cold[Int(index)].owner != last {
      last = cold[Int(index)].owner
      let slot = slot(of: Int(index))
      var (moves, moved) = (false, false)
      for index in range(of: last) where hot[Int(index)].flags.contains(.isStacked) {
        let curve = cold[Int(index)].curve
        if curve != UInt16(Self.resting), curve & Cold.isConstant == 0 { moves = true }
        if hot[Int(index)].curve != Self.resting { moved = true }
      }
      var posed: Int?
      for index in range(of: last) where hot[Int(index)].flags.contains(.isStacked) {
        hot[Int(index)].curve = UInt32(cold[Int(index)].curve & ~Cold.isConstant)
        if hot[Int(index)].place.block == .pose, hot[Int(index)].curve != Self.resting {
          posed = Int(index)
        }
        if hot[Int(index)].flags.contains(.isPose) {
          if let posed {
            setPose(of: Int(index), by: posed, pass, curves, models[Int(slot)])
          } else {
            hot[Int(index)].curve = Self.resting
            ceased.append(index)
          }
          posed = nil
        }
        if !moves { settling.append(index) }
      }
      if moves != moved { changes.movesOthers = true }
      if !moves { changes.rested.append(slot) }
    }
    stirred.removeAll(keepingCapacity: true)
  }

  /// Sets the numbers of a pose to those that it has without animations.
  ///
  /// - Parameter track: The last track of the pose that contributes.
  private mutating func setPose(
    of index: Int, by track: Int, _ pass: SamplePass, _ curves: EasingTable.Reader,
    _ model: RenderNode
  ) {
    guard let tracks = model.tracks else { return }
    let (first, place) = (Int(hot[index].lanes), Int(cold[index].index))
    lanes.withUnsafeMutableBufferPointer {
      tracks.numbers.copyNumbers(at: place, to: $0.baseAddress.unsafelyUnwrapped + first)
    }
    let layer = (pass.values + Int(hot[index].values)).assumingMemoryBound(to: LayerValues.self)
    TransformPose.prepare(hot[index].form, hot[index].place.block, of: layer)
    guard let content = tracks.numbers.contentPlace(at: place) else { return }
    let (progress, curve) = (hot[track].progress(pass), Int(hot[track].curve))
    let fraction =
      curve == EasingIndex.linear ? progress : curves.value(of: curve, at: progress)
    if let matrix = tracks.contents[content].ends?.matrix(at: fraction) {
      ended.append((Int32(index), matrix))
    }
  }

  /// Restores the model's values where an animation ceased to contribute.
  private mutating func restore(
    _ values: UnsafeMutableRawPointer, _ models: UnsafePointer<RenderNode>
  ) {
    for index in ceased {
      let track = hot[Int(index)]
      let layer = (values + Int(track.values)).assumingMemoryBound(to: LayerValues.self)
      withUnsafePointer(to: models[Int(slot(of: Int(index)))].values) { model in
        if track.flags.contains(.isPose) {
          guard let transform = LayerValues.transform(at: track.place, in: model) else { return }
          return LayerValues.write(transform, to: track.place, in: layer)
        }
        let (form, place) = (track.form, track.place)
        let value = LayerValues.read(place.block, in: model) { form.read($0 + place.offset) }
        LayerValues.write(place.block, in: layer) {
          form.write(value ?? nil, to: $0 + place.offset)
        }
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
