// PackedTracks.swift
// Stage: commit → sample. One layer's animations of packed form, one after the other in one array.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The forms of packed tracks.
enum PackedForm: UInt8, CaseIterable, Sendable {
  case number, pair, color, box, rotation, scale

  /// The number of words that its numbers take.
  fileprivate var wordCount: Int {
    switch self {
    case .number: PackedNumber.wordCount
    case .pair: PackedPair.wordCount
    case .color: PackedColor.wordCount
    case .box: PackedBox.wordCount
    case .rotation: PackedRotation.wordCount
    case .scale: PackedScale.wordCount
    }
  }

  /// The numbers of each end.
  @inline(__always)
  var laneCount: Int {
    switch self {
    case .number, .rotation, .scale: 1
    case .pair: 2
    case .color, .box: 4
    }
  }
}

/// The kinds of packed tracks: those of one kind are in one table.
struct PackedKind: Equatable, Sendable {
  /// What is within a track's timing: nothing, or a ``NestedAnimation``.
  enum Content: UInt8, CaseIterable {
    case plain, nested, polyline
  }

  var form: PackedForm
  var content: Content

  static let count = Content.allCases.count * PackedForm.allCases.count
  var number: Int { Content.allCases.count * Int(form.rawValue) + Int(content.rawValue) }
}

/// A set of kinds.
struct PackedKinds: Sendable {
  private var bits: UInt32 = 0

  func contains(_ kind: PackedKind) -> Bool { bits & 1 << UInt32(kind.number) != 0 }

  mutating func insert(_ kind: PackedKind) { bits |= 1 << UInt32(kind.number) }
}

extension PackedRampValue {
  fileprivate static var wordCount: Int { (MemoryLayout<Self>.size + 7) / 8 }
}

/// The numbers of tracks by kind.
struct PackedTrackCounts {
  private var counts = [Int](repeating: 0, count: PackedKind.count)

  subscript(kind: PackedKind) -> Int { counts[kind.number] }

  mutating func add(_ tracks: PackedTracks) {
    tracks.forEach { kind, _ in counts[kind.number] += 1 }
  }
}

/// The tracks of one layer.
///
/// Thousands of layers may have some, so all are in one array: for each track a head, which has its form, curve and
/// target, and its timing; one more word for the place of a nested animation; and then the numbers of its form. A head
/// has only those numbers of its timing in which it differs from the first head, and the first one those that are not
/// the usual ones: animations that begin together have one timing.
struct PackedTracks: Sendable {
  private var words: [UInt64] = []

  /// The flags in a head's first word.
  private enum Flag {
    static let autoreverses: UInt64 = 1 << 8
    static let fillsBackwards: UInt64 = 1 << 9
    static let fillsForwards: UInt64 = 1 << 10
    /// The head ends with the place among the layer's nested animations; a polyline, if the other flag is set, too.
    static let isNested: UInt64 = 1 << 13
    static let isPolyline: UInt64 = 1 << 14
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
    forEach { _, _ in count += 1 }
    return count
  }

  /// The kinds of the tracks.
  var kinds: PackedKinds {
    var kinds = PackedKinds()
    forEach { kind, _ in kinds.insert(kind) }
    return kinds
  }

  /// The number of tracks of a kind.
  func count(of kind: PackedKind) -> Int {
    var count = 0
    forEach { found, _ in count += found == kind ? 1 : 0 }
    return count
  }

  /// Appends a track.
  ///
  /// - Parameters:
  ///   - content: What is within its timing.
  ///   - place: The place of that among the layer's nested animations.
  mutating func append<Form: PackedRampValue>(
    _ track: PackedTrack<Form>, content: PackedKind.Content = .plain, at place: Int = 0
  ) {
    let timing = track.timing
    var first =
      UInt64(Form.form.rawValue) | UInt64(UInt16(track.offset)) << 16
      | UInt64(UInt16(track.curve)) << 32
    if timing.autoreverses { first |= Flag.autoreverses }
    if timing.fillsBackwards { first |= Flag.fillsBackwards }
    if timing.fillsForwards { first |= Flag.fillsForwards }
    if content != .plain { first |= Flag.isNested }
    if content == .polyline { first |= Flag.isPolyline }
    let head = words.count
    words.append(first)
    for number in TimingNumber.allCases {
      let value = number.value(in: timing).bitPattern
      if value == (head == 0 ? number.usual : self.number(number, at: 0)).bitPattern { continue }
      words[head] |= number.bit
      words.append(value)
    }
    if content != .plain { words.append(UInt64(place)) }
    let start = words.count
    words.append(contentsOf: repeatElement(0, count: Form.wordCount))
    words.withUnsafeMutableBytes {
      $0.storeBytes(of: track.form, toByteOffset: start * 8, as: Form.self)
    }
  }

  /// The number of words for which there is memory (test hook).
  var capacity: Int { words.capacity }

  /// A copy that takes no more memory than it needs.
  var trimmed: PackedTracks {
    var result = PackedTracks()
    result.words = [UInt64](unsafeUninitializedCapacity: words.count) { buffer, count in
      count = buffer.initialize(fromContentsOf: words)
    }
    return result
  }

  /// Calls a function with the kind and the index of each track.
  @inline(__always)
  func forEach(_ body: (PackedKind, _ index: Int) -> Void) {
    var index = 0
    while index < words.count {
      let form = form(at: index)
      body(PackedKind(form: form, content: content(at: index)), index)
      index += headCount(at: index) + form.wordCount
    }
  }

  private func form(at index: Int) -> PackedForm {
    guard let form = PackedForm(rawValue: UInt8(truncatingIfNeeded: words[index])) else {
      trap("no packed track begins at \(index) of \(words.count)")
    }
    return form
  }

  @inline(__always)
  private func content(at index: Int) -> PackedKind.Content {
    guard has(Flag.isNested, at: index) else { return .plain }
    return has(Flag.isPolyline, at: index) ? .polyline : .nested
  }

  private func has(_ flag: UInt64, at index: Int) -> Bool { words[index] & flag != 0 }

  private func headCount(at index: Int) -> Int {
    1 + (words[index] & TimingNumber.mask).nonzeroBitCount + (has(Flag.isNested, at: index) ? 1 : 0)
  }

  /// A number of the timing of the track at an index: its own, or else the first one's.
  private func number(_ number: TimingNumber, at index: Int) -> Double {
    if has(number.bit, at: index) {
      let before = words[index] & TimingNumber.mask & (number.bit - 1)
      return Double(bitPattern: words[index + 1 + before.nonzeroBitCount])
    }
    return index == 0 ? number.usual : self.number(number, at: 0)
  }

  /// The place of what is within the timing of the track at an index; nil but for a nested one.
  func nestedPlace(at index: Int) -> Int? {
    has(Flag.isNested, at: index) ? Int(words[index + headCount(at: index) - 1]) : nil
  }

  /// The timing of the track at an index.
  func timing(at index: Int) -> ActiveTiming {
    let map = TimeMapping(
      beginTime: number(.begin, at: index), speed: number(.speed, at: index),
      timeOffset: number(.timeOffset, at: index))
    var timing = ActiveTiming(
      map: map, duration: number(.duration, at: index),
      autoreverses: has(Flag.autoreverses, at: index),
      fillsBackwards: has(Flag.fillsBackwards, at: index),
      fillsForwards: has(Flag.fillsForwards, at: index))
    timing.activeDuration = number(.activeDuration, at: index)
    return timing
  }

  /// The number of the curve of the track at an index.
  func curve(at index: Int) -> Int { Int(words[index] >> 32 & 0xFFFF) }

  /// The target of the track at an index, in bytes from the start of a layer's values.
  func offset(at index: Int) -> Int { Int(words[index] >> 16 & 0xFFFF) }

  /// The numbers of the track at an index, whose form it has.
  func numbers<Form: PackedRampValue>(at index: Int, as form: Form.Type) -> Form {
    words.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: (index + headCount(at: index)) * 8, as: Form.self)
    }
  }

  /// Writes the values of all tracks at a local time into their model's values.
  ///
  /// - Parameter nested: The nested animations of the layer.
  func present(
    at time: TimeInterval, _ nested: [NestedAnimation], _ curves: some EasingCurves,
    _ sinCos: SinCosTable.Reader, into values: UnsafeMutableRawPointer
  ) {
    func present<Form: PackedRampValue>(_ form: Form.Type, _ index: Int) {
      func present(_ form: some PackedValue) {
        PackedTrack(
          timing: timing(at: index), form: form, offset: offset(at: index), curve: curve(at: index)
        ).present(at: time, nestedPlace(at: index).map { nested[$0] }, curves, sinCos, into: values)
      }
      let numbers = numbers(at: index, as: form)
      switch content(at: index) {
      case .plain: present(numbers)
      case .nested: present(PackedNested(numbers))
      case .polyline: present(PackedAlongPolyline(numbers))
      }
    }
    forEach { kind, index in
      switch kind.form {
      case .number: present(PackedNumber.self, index)
      case .pair: present(PackedPair.self, index)
      case .color: present(PackedColor.self, index)
      case .box: present(PackedBox.self, index)
      case .rotation: present(PackedRotation.self, index)
      case .scale: present(PackedScale.self, index)
      }
    }
  }
}
