// PackedPolyline.swift
// Stage: commit → sample. Packed keyframes so dense that nearly every frame lies between two others: those of a path.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Keys at ascending times from 0 to 1, with straight lines between them.
///
/// All is in one block of memory that nothing changes, so that tracks can read it by its address: each key's time and
/// the numbers of its form, then for each of as many equal cells of the progress the key to begin a search at.
final class PackedPolyline: @unchecked Sendable {
  /// The number of keys below which a track goes from key to key instead; see ``PackedKeyframes``.
  private static let minimumCount = 33

  private let memory: UnsafeMutableRawPointer
  fileprivate let reader: Reader

  /// Nil where a timeline is not straight or not dense, or has more keys than a cell can number.
  ///
  /// - Parameter form: The form of the numbers.
  init?(_ timeline: KeyframeTimeline<SIMD4<Double>>, form: PackedForm) {
    guard var keys = timeline.straightKeys, keys.times.count >= Self.minimumCount,
      keys.times.count < UInt16.max
    else { return nil }
    if let last = keys.values.last, keys.times[keys.times.count - 2] == 1 {
      // Ends with a jump, as a closed path does: a line holds what is shown at 1.
      keys.times.append(2)
      keys.values.append(last)
    }
    let (count, cells) = (keys.times.count, keys.times.count)
    let stride = 1 + form.laneCount
    let size = count * stride * MemoryLayout<Double>.stride
    memory = .allocate(
      byteCount: size + cells * MemoryLayout<UInt16>.stride,
      alignment: MemoryLayout<Double>.alignment)
    let numbers = memory.bindMemory(to: Double.self, capacity: count * stride)
    for index in 0..<count {
      numbers[index * stride] = keys.times[index]
      for lane in 0..<form.laneCount {
        numbers[index * stride + 1 + lane] = keys.values[index][lane]
      }
    }
    let starts = (memory + size).bindMemory(to: UInt16.self, capacity: cells)
    var key = 0
    for cell in 0..<cells {
      // A little less than the cell's begin, whichever way its number is rounded.
      let begin = (Double(cell) - 1e-3) / Double(cells)
      while key < count - 2, keys.times[key + 1] <= begin { key += 1 }
      starts[cell] = UInt16(key)
    }
    reader = Reader(numbers: numbers, last: Int32(count - 2))
  }

  deinit { memory.deallocate() }

  /// A place in the memory.
  struct Reader: BitwiseCopyable, @unchecked Sendable {
    fileprivate var numbers: UnsafePointer<Double>
    /// The last key that begins a line.
    fileprivate var last: Int32
    /// The key that was found last.
    private var found: Int32 = 0

    fileprivate init(numbers: UnsafePointer<Double>, last: Int32) {
      (self.numbers, self.last) = (numbers, last)
    }

    /// The address of the last key at or before a progress, 0...1, that begins a line.
    @inline(__always)
    fileprivate mutating func key(at progress: Double, stride: Int) -> UnsafePointer<Double> {
      // From one frame to the next it is the same key or the one after it. A step without a branch, as which of them
      // it is cannot be predicted.
      let before = numbers + Int(found) * stride
      found += (found < last ? 1 : 0) * (before[stride] <= progress ? 1 : 0)
      let key = numbers + Int(found) * stride
      if key[0] <= progress, progress < key[stride] { return key }
      return search(progress, stride)
    }

    @inline(never)
    private mutating func search(_ progress: Double, _ stride: Int) -> UnsafePointer<Double> {
      let cells = Int(last) + 2
      let starts = UnsafeRawPointer(numbers + cells * stride)
      let cell = min(Int(progress * Double(cells)), cells - 1)
      found = Int32(starts.load(fromByteOffset: 2 * cell, as: UInt16.self))
      while found < last, numbers[Int(found + 1) * stride] <= progress { found += 1 }
      return numbers + Int(found) * stride
    }
  }
}

/// The numbers of another form, along a polyline.
struct PackedAlongPolyline<Numbers: PackedRampValue>: PackedValue {
  private var numbers: Numbers
  /// A place in the polyline, which the layer's tracks keep; nil until the animation begins.
  private var polyline: PackedPolyline.Reader?

  init(_ numbers: Numbers) { self.numbers = numbers }

  static var kind: PackedKind { PackedKind(form: Numbers.form, content: .polyline) }

  var byteCount: Int { numbers.byteCount }

  @inline(__always)
  func prepare(_ target: UnsafeMutableRawPointer) { numbers.prepare(target) }

  @inline(__always)
  func inner(_ progress: Double) -> Double { progress }

  /// The sums are those of ``PackedNested``, in the same order.
  @inline(__always)
  mutating func write(
    _ progress: Double, to target: UnsafeMutableRawPointer, _ sinCos: SinCosTable.Reader
  ) {
    let stride = 1 + Numbers.form.laneCount
    guard let key = polyline?.key(at: progress, stride: stride) else { return }
    let from = lanes(key + 1)
    var numbers = numbers
    numbers.setEnds(from: from, delta: lanes(key + 1 + stride) - from)
    let (low, high) = (key[0], key[stride])
    numbers.write(
      TimingSegment.clamp((progress - low) / (high - low)), to: target, sinCos)
  }

  @inline(__always)
  private func lanes(_ numbers: UnsafePointer<Double>) -> SIMD4<Double> {
    switch Numbers.form.laneCount {
    case 1: SIMD4(numbers[0], 0, 0, 0)
    case 2: SIMD4(numbers[0], numbers[1], 0, 0)
    default: SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  mutating func enter(
    _ animation: @autoclosure () -> NestedAnimation?, _ aside: inout NoAside,
    _ segment: inout TimingSegment, at local: TimeInterval, begin: TimeInterval, curve: Int
  ) -> Int {
    guard case .polyline(let line) = animation() else {
      trap("a track along a polyline has none within its timing")
    }
    polyline = line.reader
    return curve
  }

  @inline(__always)
  func advance(
    _ aside: NoAside, _ segment: inout TimingSegment, at local: TimeInterval, begin: TimeInterval
  ) -> Int? {
    nil
  }
}
