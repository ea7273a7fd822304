// KeyLine.swift
// Stage: commit → sample. Keyframes along which a frame finds its place: dense ones, those of a path, and those under a
// curve of the whole animation.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Keys at ascending times from 0 to 1, with straight lines between them.
///
/// All is in one block of memory that nothing changes, so that tracks can read it by its address: each key's time, and
/// its numbers.
final class KeyLine: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Double>
  private let count: Int

  init(_ keys: KeyframeTimeline<SIMD4<Double>>, laneCount: Int) {
    let stride = 1 + laneCount
    count = keys.count
    memory = .allocate(capacity: count * stride)
    for key in 0..<count {
      memory[key * stride] = keys.times.times[key]
      for lane in 0..<laneCount { memory[key * stride + 1 + lane] = keys[key][lane] }
    }
  }

  deinit { memory.deallocate() }

  // A track's first two numbers are the address of the keys, which the layer's tracks keep, and in one word the number of
  // keys and the key that was found last.

  /// Sets the numbers of a track to the begin of the line.
  func begin(in numbers: UnsafeMutablePointer<Double>) {
    numbers[0] = Double(bitPattern: UInt64(UInt(bitPattern: memory)))
    numbers[1] = Double(bitPattern: UInt64(count - 2) << 32)
  }

  /// Returns the numbers at a fraction of the way; outside of 0...1 those of the first and the last line.
  @inline(__always)
  static func value(
    at fraction: Double, in numbers: UnsafeMutablePointer<Double>, laneCount: Int
  ) -> SIMD4<Double> {
    let (a, b) = line(at: fraction, in: numbers, 1 + laneCount)
    let (from, to) = (lanes(a + 1, laneCount), lanes(b + 1, laneCount))
    guard a[0] < b[0] else { return fraction < a[0] ? from : to }
    return from + (to - from) * ((fraction - a[0]) / (b[0] - a[0]))
  }

  /// Returns the two numbers of a point at a fraction of the way, the same as ``value(at:in:laneCount:)``.
  @inline(__always)
  static func point(
    at fraction: Double, in numbers: UnsafeMutablePointer<Double>
  ) -> SIMD2<Double> {
    let (a, b) = line(at: fraction, in: numbers, 3)
    let (from, to) = (SIMD2(a[1], a[2]), SIMD2(b[1], b[2]))
    guard a[0] < b[0] else { return fraction < a[0] ? from : to }
    return from + (to - from) * ((fraction - a[0]) / (b[0] - a[0]))
  }

  /// The two keys around a fraction of the way.
  @inline(__always)
  private static func line(
    at fraction: Double, in numbers: UnsafeMutablePointer<Double>, _ stride: Int
  ) -> (UnsafePointer<Double>, UnsafePointer<Double>) {
    let keys = UnsafePointer<Double>(bitPattern: UInt(numbers[0].bitPattern)).unsafelyUnwrapped
    let word = numbers[1].bitPattern
    let last = Int(word >> 32)
    var key = Int(word & 0xFFFF_FFFF)
    // From one frame to the next it is the same key or the one after it. A step without a branch, as which of them
    // it is cannot be predicted.
    key += (key < last ? 1 : 0) * (keys[(key + 1) * stride] <= fraction ? 1 : 0)
    if !(keys[key * stride] <= fraction && fraction < keys[(key + 1) * stride]) {
      key = search(fraction, keys, last, stride)
    }
    numbers[1] = Double(bitPattern: UInt64(last) << 32 | UInt64(key))
    return (keys + key * stride, keys + (key + 1) * stride)
  }

  @inline(__always)
  private static func lanes(_ numbers: UnsafePointer<Double>, _ count: Int) -> SIMD4<Double> {
    switch count {
    case 1: SIMD4(numbers[0], 0, 0, 0)
    case 2: SIMD4(numbers[0], numbers[1], 0, 0)
    case 3: SIMD4(numbers[0], numbers[1], numbers[2], 0)
    default: SIMD4(numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  /// The last key at or before a fraction that begins a line.
  @inline(never)
  private static func search(
    _ fraction: Double, _ keys: UnsafePointer<Double>, _ last: Int, _ stride: Int
  ) -> Int {
    var (low, high) = (0, last)
    while low < high {
      let middle = (low + high + 1) / 2
      if keys[middle * stride] <= fraction { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
