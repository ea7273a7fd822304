// PackedTrackTable.swift
// Stage: commit → sample. The animations of one form, of all layers, in one array that a frame runs
// through: what a frame reads of each stands together, and what it seldom reads elsewhere.
//
// SPDX-License-Identifier: MIT

import Foundation

/// An animation of a form, as compiled.
struct PackedTrack<Form: PackedValue> {
  var timing: ActiveTiming
  var form: Form
  /// Where it writes, in bytes from the start of a layer's values.
  var offset: Int
  /// The curve's number.
  var curve: Int
}

/// What a frame is sampled from and into.
struct SamplePass {
  var time: TimeInterval
  /// The values of all layers, by slot.
  var values: UnsafeMutableRawPointer
  var clocks: UnsafeBufferPointer<LayerClock>
  /// The clocks' times alone.
  var times: UnsafePointer<TimeInterval>
  var turns: SinCosTable.Reader
  /// Room for the progresses of a batch.
  var progresses: UnsafeMutablePointer<Double>

  static var batchSize: Int { 64 }
}

/// The time of some layers: a line over the media time.
struct LayerClock {
  /// The node whose time it is; -1 for the media time.
  var owner: Int32 = -1
  var speed = 1.0
  /// The local time at media time 0.
  var offset = 0.0
}

/// A change in which layers an animation moves.
struct SampleChanges {
  /// Whether an animation began to move its layer, or ceased to.
  var movesOthers = false
  /// Slots on which an animation came to rest, or shows nothing any more.
  var rested: [Int32] = []
}

/// The tracks of one form.
///
/// Tracks of one layer stand together. No two write to the same numbers, so their order does not
/// matter. What a track's timing comes to for now is kept as a line and a window; a window for each
/// sixteen of them says when one has to be looked at.
struct PackedTrackTable<Form: PackedValue> {
  /// What a frame reads: 64 bytes for a number.
  private struct Hot {
    var begin = 0.0
    var rate = 0.0
    var shift = 0.0
    var divisor = 1.0
    var form: Form
    /// In bytes from the first layer's values.
    var place: UInt32
    /// The curve's number, ``resting`` while there is nothing to write, and above it the clock's.
    private var numbers = PackedTrackTable.resting

    init(begin: Double = 0, form: Form, place: UInt32 = 0) {
      (self.begin, self.form, self.place) = (begin, form, place)
    }

    @inline(__always)
    var curve: UInt32 {
      get { numbers & PackedTrackTable.resting }
      set { numbers = (clock << 11) | newValue }
    }

    @inline(__always)
    func eased(_ frame: SamplePass, _ curves: EasingTable.Reader) -> Double {
      let curve = curve
      if curve == PackedTrackTable.resting { return 0 }
      let time = frame.times[Int(clock)]
      let progress = TimingSegment.clamp(((time - begin) * rate + shift) / divisor)
      return curve == UInt32(EasingTable.linear)
        ? progress : curves.value(of: Int(curve), at: progress)
    }

    @inline(__always)
    var clock: UInt32 {
      get { numbers >> 11 }
      set { numbers = (newValue << 11) | curve }
    }
  }

  private struct Cold {
    var timing: ActiveTiming
    /// The media times between which the line holds.
    var lower = TimeInterval.infinity
    var upper = -TimeInterval.infinity
    /// -1 for a hole.
    var slot: Int32
    var owner: Int32
    var offset: Int32
    var curve: UInt32
  }

  private struct Block {
    // Nothing is known at first.
    var lower = TimeInterval.infinity
    var upper = -TimeInterval.infinity
  }

  private static var resting: UInt32 { 0x7FF }
  private static var blockSize: Int { 16 }

  private var hot: ContiguousArray<Hot> = []
  private var cold: ContiguousArray<Cold> = []
  private var blocks: ContiguousArray<Block> = []
  /// Where each owner's tracks stand.
  private var ranges: ContiguousArray<Range<Int32>> = []
  private var holes = 0
  /// How often a track's timing was looked at.
  private(set) var turns = 0
  /// Tracks whose model value has to be put back.
  private var restored: ContiguousArray<Int32> = []

  init() {}

  var count: Int { cold.count - holes }

  func range(of owner: Int32) -> Range<Int32> {
    owner >= 0 && Int(owner) < ranges.count ? ranges[Int(owner)] : 0..<0
  }

  // MARK: Changes

  /// Gives an owner other tracks.
  mutating func replace(_ owner: Int32, slot: Int32, with new: [PackedTrack<Form>]) {
    let old = range(of: owner)
    if old.isEmpty && new.isEmpty { return }
    if ranges.count <= Int(owner) {
      ranges.append(contentsOf: repeatElement(0..<0, count: Int(owner) + 1 - ranges.count))
    }
    if old.count == new.count {
      for (index, track) in zip(old, new) { set(Int(index), track, slot, owner) }
    } else {
      for index in old {
        cold[Int(index)].slot = -1
        hot[Int(index)].curve = Self.resting
      }
      holes += old.count
      let start = Int32(cold.count)
      for track in new {
        hot.append(Hot(form: track.form))
        cold.append(
          Cold(timing: track.timing, slot: slot, owner: owner, offset: 0, curve: 0))
        if (cold.count - 1) % Self.blockSize == 0 { blocks.append(Block()) }
        set(cold.count - 1, track, slot, owner)
      }
      ranges[Int(owner)] = new.isEmpty ? 0..<0 : start..<Int32(cold.count)
      if holes > 32 && holes * 2 > cold.count { compact() }
    }
    checkInvariants()
  }

  private mutating func set(_ index: Int, _ track: PackedTrack<Form>, _ slot: Int32, _ owner: Int32)
  {
    let place = Int(slot) * MemoryLayout<LayerValues>.stride + track.offset
    hot[index] = Hot(
      begin: track.timing.map.beginTime, form: track.form, place: UInt32(place))
    cold[index] = Cold(
      timing: track.timing, slot: slot, owner: owner, offset: Int32(track.offset),
      curve: UInt32(track.curve))
    blocks[index / Self.blockSize] = Block()
  }

  /// Closes the holes, once they outnumber what lives.
  private mutating func compact() {
    var count = 0
    for index in cold.indices where cold[index].slot >= 0 {
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

  /// Forgets what an owner's tracks wrote, as their layer's values were set to the model's, and gives
  /// them the layer's clock.
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
    _ frame: SamplePass, curves: EasingTable.Reader, changes: inout SampleChanges
  ) {
    for block in blocks.indices
    where !(blocks[block].lower < frame.time && frame.time < blocks[block].upper) {
      look(at: block, frame, curves, &changes)
    }
    hot.withUnsafeBufferPointer { hot in
      guard var track = hot.baseAddress else { return }
      // A few dozen at a time are eased first and written then: the processor can begin many at once
      // as long as what each needs is short.
      var left = hot.count
      while left > 0 {
        let count = min(left, SamplePass.batchSize)
        for index in 0..<count {
          frame.progresses[index] = (track + index).pointee.eased(frame, curves)
        }
        for index in 0..<count where (track + index).pointee.curve != Self.resting {
          let place = frame.values + Int((track + index).pointee.place)
          (track + index).pointee.form.write(frame.progresses[index], to: place, frame.turns)
        }
        track += count
        left -= count
      }
    }
  }

  /// Finds new windows for those of sixteen tracks whose windows are over.
  @inline(never)
  private mutating func look(
    at block: Int, _ frame: SamplePass, _ curves: EasingTable.Reader, _ changes: inout SampleChanges
  ) {
    var common = Block(lower: -.infinity, upper: .infinity)
    let first = block * Self.blockSize
    for index in first..<min(first + Self.blockSize, cold.count) where cold[index].slot >= 0 {
      if !(cold[index].lower < frame.time && frame.time < cold[index].upper) {
        turn(index, frame, curves, &changes)
      }
      common.lower = max(common.lower, cold[index].lower)
      common.upper = min(common.upper, cold[index].upper)
    }
    blocks[block] = common
  }

  /// Finds the window that a track is in now.
  private mutating func turn(
    _ index: Int, _ frame: SamplePass, _ curves: EasingTable.Reader, _ changes: inout SampleChanges
  ) {
    turns += 1
    let clock = Int(hot[index].clock)
    let local = frame.times[clock]
    let window = cold[index].timing.window(atParentTime: local)
    let standsStill = frame.clocks[clock].speed == 0
    // Where time stands still, it does until the tree changes.
    (cold[index].lower, cold[index].upper) =
      standsStill ? (-.infinity, .infinity) : frame.clocks[clock].mediaTimes(of: window)
    (hot[index].rate, hot[index].shift) = (window.rate, window.shift)
    hot[index].divisor = window.divisor
    let wasResting = hot[index].curve == Self.resting
    let rests = standsStill || !window.contributes || window.isConstant
    hot[index].curve = rests ? Self.resting : cold[index].curve
    if rests != wasResting { changes.movesOthers = true }
    if rests { changes.rested.append(cold[index].slot) }
    if window.contributes {
      let place = frame.values + Int(hot[index].place)
      Form.prepare(place)
      if rests { write(index, window, local, frame, curves) }
    } else {
      restored.append(Int32(index))
    }
  }

  private func write(
    _ index: Int, _ window: TimingSegment, _ local: TimeInterval, _ frame: SamplePass,
    _ curves: EasingTable.Reader
  ) {
    let progress = window.progress(atParentTime: local, begin: cold[index].timing.map.beginTime)
    hot[index].form.write(
      curves.value(of: Int(cold[index].curve), at: progress),
      to: frame.values + Int(hot[index].place), frame.turns)
  }

  /// Puts the model's values back where an animation ceased to show.
  mutating func restore(
    _ values: UnsafeMutableRawPointer, _ models: UnsafePointer<RenderNode>
  ) {
    if restored.isEmpty { return }
    for index in restored {
      let (slot, offset) = (Int(cold[Int(index)].slot), Int(cold[Int(index)].offset))
      let model = UnsafeRawPointer(models + slot) + RenderNode.valuesOffset + offset
      let place = values + (slot * MemoryLayout<LayerValues>.stride + offset)
      place.copyMemory(from: model, byteCount: Form.byteCount)
    }
    restored.removeAll(keepingCapacity: true)
  }

  /// Calls a function for each layer that an animation moves now; for one with several, several times.
  func forEachMoving(_ body: (Int32) -> Void) {
    for index in cold.indices where hot[index].curve != Self.resting { body(cold[index].slot) }
  }

  /// Writes what an owner's tracks give at a local time into its model's values.
  func present(
    _ owner: Int32, at local: TimeInterval, curves: borrowing EasingTable,
    into values: UnsafeMutableRawPointer
  ) {
    for index in range(of: owner) {
      let track = cold[Int(index)]
      let window = track.timing.window(atParentTime: local)
      guard window.contributes else { continue }
      let progress = window.progress(atParentTime: local, begin: track.timing.map.beginTime)
      let place = values + Int(track.offset)
      Form.prepare(place)
      let eased = curves.value(of: Int(track.curve), at: progress)
      SinCosTable.shared.withReader { hot[Int(index)].form.write(eased, to: place, $0) }
    }
  }

  /// Traps if the table contradicts itself; compiled out of release builds.
  private func checkInvariants() {
    assert(
      hot.count == cold.count && blocks.count == (cold.count + 15) / 16 && holes <= cold.count,
      "\(hot.count) and \(cold.count) tracks, \(blocks.count) blocks and \(holes) holes do not fit")
  }
}

extension LayerClock {
  /// The media times between which a window of the clock's own time holds.
  func mediaTimes(of window: TimingSegment) -> (TimeInterval, TimeInterval) {
    if owner < 0 || window.lower == window.upper { return (window.lower, window.upper) }
    let ends = (
      (window.lower - offset) / speed, (window.upper - offset) / speed
    )
    let (low, high) = speed > 0 ? ends : (ends.1, ends.0)
    func margin(_ time: TimeInterval) -> TimeInterval {
      time.isFinite ? (abs(time) + abs(offset / speed)) * 1e-14 : 0
    }
    return (low + margin(low), high - margin(high))
  }
}
