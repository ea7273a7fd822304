// NumberTracks.swift
// Stage: commit → sample. One layer's animations of numbers, one after the other in one array.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A compiled animation of numbers: `from + delta * fraction`, and what it is added to.
struct NumberTrack {
  var timeline: Timeline
  var place: PropertyPlace
  var form: NumberForm
  var from: SIMD4<Double>
  var delta: SIMD4<Double>
  /// What is added to the sum: the model's numbers.
  var base = SIMD4<Double>.zero
  /// Of a track on top of others: the factor of the numbers beneath it at the start, and what it gains up to the end.
  var beneath: (start: Double, gain: Double)?
  /// The numbers at the keys; nil without keyframes.
  var keys: KeyframeTimeline<SIMD4<Double>>?
  /// The numbers of a track that composes a transform. Replaces all others.
  var pose: TransformPose?
  /// The matrices between which a pose moves, where it is that of one animation.
  var ends: TransformPose.Ends?
  var isAdditive = false
  var isCumulative = false
  /// Whether other tracks write the same numbers.
  var isStacked = false

  var flags: NumberTrackFlags {
    var flags = NumberTrackFlags(rawValue: place.block.rawValue)
    if base != .zero || pose?.base != nil { flags.insert(.hasBase) }
    if beneath != nil { flags.insert(.hasBeneath) }
    if isStacked { flags.insert(.isStacked) }
    if form.isPose { flags.insert(.isPose) }
    if timeline.content?.hasLine == true && keys != nil { flags.insert(.isAlongKeys) }
    return flags
  }
}

/// What few tracks have beside their numbers.
final class NumberContent: Sendable {
  let timeline: TimelineContent?
  let keys: KeyframeTimeline<SIMD4<Double>>?
  let ends: TransformPose.Ends?
  /// The keys as a frame goes along them; nil where it goes from one to the next.
  let line: KeyLine?

  init(_ track: NumberTrack) {
    (timeline, keys, ends) = (track.timeline.content, track.keys, track.ends)
    line =
      timeline?.hasLine == true
      ? track.keys.map { KeyLine($0, laneCount: track.form.laneCount) } : nil
  }
}

/// The tracks of one layer's numbers, in the order in which they apply.
///
/// Thousands of layers may have some, so all are in one array: for each track a head, which has its form, flags, place
/// and curve, and its timing; one more word for the place of what else it has; and then its numbers. A head has only those
/// numbers of its timing in which it differs from the first head, and the first one those that are not the usual ones:
/// animations that begin together have one timing. Three such tracks, of a number and two points, take 16 words; with whole
/// timings they would take 28.
struct NumberTracks: Sendable {
  private var words: [UInt64] = []

  /// The switches in a head's first word, beside the form, the flags, the offset and the curve.
  private enum Switch {
    static let autoreverses: UInt64 = 1 << 53
    static let fillsBackwards: UInt64 = 1 << 54
    static let fillsForwards: UInt64 = 1 << 55
    static let isCumulative: UInt64 = 1 << 56
    /// It adds to what is beneath, which is no part of a cycle's end.
    static let isAdditive: UInt64 = 1 << 57
    /// The head ends with the place among the layer's contents.
    static let hasContent: UInt64 = 1 << 58
  }

  /// The numbers of a timing that a head may have, in this order: a bit for each in its first word.
  private enum TimingNumber: Int, CaseIterable {
    case begin, duration, activeDuration, speed, timeOffset

    static let shift = 48
    static let mask: UInt64 = (1 << 5 - 1) << 48

    var bit: UInt64 { 1 << UInt64(Self.shift + rawValue) }
    /// In the first head, where it has none.
    var usual: Double { self == .speed ? 1 : 0 }

    func value(in timing: ActiveTiming) -> Double {
      switch self {
      case .begin: timing.map.beginTime
      case .duration: timing.duration
      case .activeDuration: timing.activeDuration
      case .speed: timing.map.speed
      case .timeOffset: timing.map.timeOffset
      }
    }
  }

  var isEmpty: Bool { words.isEmpty }

  /// The number of tracks.
  var count: Int {
    var count = 0
    forEach { _ in count += 1 }
    return count
  }

  /// Adds the numbers of the tracks, and of their numbers.
  func add(to counts: inout (tracks: Int, numbers: Int)) {
    forEach { index in
      counts.tracks += 1
      counts.numbers += numberCount(at: index)
    }
  }

  /// Appends a track.
  ///
  /// - Parameter contents: Receives what it has beside its numbers.
  mutating func append(_ track: NumberTrack, contents: inout [NumberContent]) {
    let timing = track.timeline.timing
    var first =
      UInt64(track.form.rawValue) | UInt64(track.flags.rawValue) << 8
      | UInt64(UInt16(track.place.offset)) << 16 | UInt64(UInt16(track.timeline.curve)) << 32
    let hasContent = track.timeline.content != nil || track.keys != nil || track.ends != nil
    for (flag, isSet) in [
      (Switch.autoreverses, timing.autoreverses), (Switch.fillsBackwards, timing.fillsBackwards),
      (Switch.fillsForwards, timing.fillsForwards), (Switch.isCumulative, track.isCumulative),
      (Switch.isAdditive, track.isAdditive), (Switch.hasContent, hasContent),
    ] where isSet {
      first |= flag
    }
    let head = words.count
    words.append(first)
    for number in TimingNumber.allCases {
      let value = number.value(in: timing).bitPattern
      if value == (head == 0 ? number.usual : self.number(number, at: 0)).bitPattern { continue }
      words[head] |= number.bit
      words.append(value)
    }
    if hasContent {
      words.append(UInt64(contents.count))
      contents.append(NumberContent(track))
    }
    if let pose = track.pose {
      words += pose.numbers.map(\.bitPattern)
      return
    }
    func add(_ numbers: SIMD4<Double>, _ count: Int) {
      for lane in 0..<count { words.append(numbers[lane].bitPattern) }
    }
    let count = track.form.laneCount
    add(track.from, count)
    add(track.delta, count)
    if track.base != .zero { add(track.base, count) }
    if let (start, gain) = track.beneath { add(SIMD4(start, gain, 0, 0), 2) }
  }

  /// The number of words for which there is memory (test hook).
  var capacity: Int { words.capacity }

  /// A copy that takes no more memory than it needs.
  var trimmed: NumberTracks {
    var result = NumberTracks()
    result.words = [UInt64](unsafeUninitializedCapacity: words.count) { buffer, count in
      count = buffer.initialize(fromContentsOf: words)
    }
    return result
  }

  /// Calls a function with the index of each track.
  @inline(__always)
  func forEach(_ body: (_ index: Int) -> Void) {
    var index = 0
    while index < words.count {
      body(index)
      index += headCount(at: index) + numberCount(at: index)
    }
  }

  func form(at index: Int) -> NumberForm {
    guard let form = NumberForm(rawValue: UInt8(truncatingIfNeeded: words[index])) else {
      trap("no track begins at \(index) of \(words.count)")
    }
    return form
  }

  func flags(at index: Int) -> NumberTrackFlags {
    NumberTrackFlags(rawValue: UInt8(truncatingIfNeeded: words[index] >> 8))
  }

  private func has(_ flag: UInt64, at index: Int) -> Bool { words[index] & flag != 0 }

  private func headCount(at index: Int) -> Int {
    1 + (words[index] & TimingNumber.mask).nonzeroBitCount
      + (has(Switch.hasContent, at: index) ? 1 : 0)
  }

  /// The number of a track's numbers.
  func numberCount(at index: Int) -> Int { form(at: index).numberCount(flags(at: index)) }

  /// A number of the timing of the track at an index: its own, or else the first one's.
  private func number(_ number: TimingNumber, at index: Int) -> Double {
    if has(number.bit, at: index) {
      let before = words[index] & TimingNumber.mask & (number.bit - 1)
      return Double(bitPattern: words[index + 1 + before.nonzeroBitCount])
    }
    return index == 0 ? number.usual : self.number(number, at: 0)
  }

  /// The place of what a track has beside its numbers; nil for most.
  func contentPlace(at index: Int) -> Int? {
    has(Switch.hasContent, at: index) ? Int(words[index + headCount(at: index) - 1]) : nil
  }

  /// The begin of a track's outermost timing.
  func begin(at index: Int) -> TimeInterval { number(.begin, at: index) }

  /// The outermost timing of a track.
  func timing(at index: Int) -> ActiveTiming {
    let map = TimeMapping(
      beginTime: number(.begin, at: index), speed: number(.speed, at: index),
      timeOffset: number(.timeOffset, at: index))
    var timing = ActiveTiming(
      map: map, duration: number(.duration, at: index),
      autoreverses: has(Switch.autoreverses, at: index),
      fillsBackwards: has(Switch.fillsBackwards, at: index),
      fillsForwards: has(Switch.fillsForwards, at: index))
    timing.activeDuration = number(.activeDuration, at: index)
    return timing
  }

  /// The number of a track's curve.
  func curve(at index: Int) -> Int { Int(words[index] >> 32 & 0xFFFF) }

  /// What a track writes to.
  func place(at index: Int) -> PropertyPlace {
    PropertyPlace(
      block: flags(at: index).block, offset: Int(words[index] >> 16 & 0xFFFF))
  }

  /// The numbers of a track as it has them: the start, the difference, and what they end with.
  func copyNumbers(at index: Int, to lanes: UnsafeMutablePointer<Double>) {
    let first = index + headCount(at: index)
    for lane in 0..<numberCount(at: index) {
      lanes[lane] = Double(bitPattern: words[first + lane])
    }
  }

  /// Enters the stretch of a track's timeline that a time of the layer lies in.
  ///
  /// - Parameters:
  ///   - contents: What tracks of the layer have beside their numbers.
  ///   - lanes: Receives the track's numbers on that stretch.
  func enter(
    _ index: Int, at local: TimeInterval, _ contents: [NumberContent], curves: some EasingCurves,
    lanes: UnsafeMutablePointer<Double>
  ) -> Timeline.Stretch {
    let content = contentPlace(at: index).map { contents[$0] }
    let isCumulative = has(Switch.isCumulative, at: index)
    let timeline = Timeline(
      timing: timing(at: index), curve: curve(at: index), content: content?.timeline)
    let stretch = timeline.stretch(at: local, curves: curves)
    guard stretch.segment.contributes, content != nil || isCumulative else { return stretch }

    let (count, flags) = (form(at: index).laneCount, flags(at: index))
    copyNumbers(at: index, to: lanes)
    func setLine(_ from: SIMD4<Double>, _ delta: SIMD4<Double>) {
      for lane in 0..<count { (lanes[lane], lanes[count + lane]) = (from[lane], delta[lane]) }
    }
    func line() -> (SIMD4<Double>, SIMD4<Double>) {
      var (from, delta) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for lane in 0..<count { (from[lane], delta[lane]) = (lanes[lane], lanes[count + lane]) }
      return (from, delta)
    }
    if let along = content?.line {
      along.begin(in: lanes)
      return stretch
    }
    let (start, difference) = line()
    let beneath = flags.contains(.hasBeneath) ? lanes + numberCount(at: index) - 2 : nil
    let (under, gain) = beneath.map { ($0[0], $0[1]) } ?? (0, 0)
    func value(_ position: KeyPosition) -> SIMD4<Double> {
      content?.keys?.value(at: position) ?? start + difference * position.fraction
    }
    if let fraction = stretch.fraction {
      setLine(
        value(KeyPosition(from: stretch.from, to: stretch.to, fraction: fraction)), .zero)
      if let beneath { (beneath[0], beneath[1]) = (under + gain * fraction, 0) }
    } else if let keys = content?.keys {
      let from = keys[stretch.from]
      setLine(from, keys[stretch.to] - from)
    }
    if isCumulative {
      let cycle = timeline.cycle(at: local)
      if cycle > 0 {
        let end = timeline.endOfCycle(curves: curves)
        let (from, delta) = line()
        setLine(value(end) * cycle + from, delta)
        if let beneath, !has(Switch.isAdditive, at: index) {
          beneath[0] += (under + gain * end.fraction) * cycle
        }
      }
    }
    return stretch
  }

  /// Writes the values of all tracks at a time of the layer over the model's.
  func present(
    at time: TimeInterval, _ contents: [NumberContent], _ curves: some EasingCurves,
    in values: UnsafeMutablePointer<LayerValues>
  ) {
    var counts = (tracks: 0, numbers: 0)
    add(to: &counts)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: counts.numbers) { lanes in
      guard var lanes = lanes.baseAddress else { return }
      let first = lanes
      forEach { index in
        copyNumbers(at: index, to: lanes)
        lanes += numberCount(at: index)
      }
      lanes = first
      var posed: Double?
      forEach { index in
        posed = present(index, at: time, contents, curves, lanes, posed: posed, in: values)
        lanes += numberCount(at: index)
      }
    }
  }

  /// Returns the fraction of the last animation of a pose that a track after this one composes; nil without one.
  private func present(
    _ index: Int, at time: TimeInterval, _ contents: [NumberContent], _ curves: some EasingCurves,
    _ lanes: UnsafeMutablePointer<Double>, posed: Double?,
    in values: UnsafeMutablePointer<LayerValues>
  ) -> Double? {
    let (form, flags, place) = (form(at: index), flags(at: index), place(at: index))
    if form.isPose {
      guard let posed else { return nil }
      TransformPose.prepare(form, place.block, of: values)
      let ends = contentPlace(at: index).flatMap { contents[$0].ends }
      if let matrix = ends?.matrix(at: posed) {
        TransformPose.write(matrix, to: place, of: values)
      } else {
        SinCosTable.shared.withReader {
          TransformPose.write(
            lanes, as: form, hasBase: flags.contains(.hasBase), $0, to: place, of: values)
        }
      }
      return nil
    }
    let stretch = enter(index, at: time, contents, curves: curves, lanes: lanes)
    guard stretch.segment.contributes else { return posed }
    let progress = stretch.segment.progress(atParentTime: time, begin: begin(at: index))
    let fraction =
      stretch.curve == EasingIndex.linear
      ? progress : curves.value(of: stretch.curve, at: progress)
    func write(_ start: UnsafeMutableRawPointer) {
      form.write(lanes, fraction, flags, to: start + place.offset)
    }
    if place.block == .pose {
      write(UnsafeMutableRawPointer(lanes))
      return stretch.fraction ?? fraction
    }
    LayerValues.write(place.block, in: values, write)
    return posed
  }
}
