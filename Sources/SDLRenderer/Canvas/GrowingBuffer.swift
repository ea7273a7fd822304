// GrowingBuffer.swift
// Stage: canvas. The memory of a batch, reused from frame to frame.
//
// SPDX-License-Identifier: MIT

/// A growing buffer. Unlike an array, appending does not check for unique ownership.
struct GrowingBuffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  func free() { base.deallocate() }

  /// Reserves capacity for more values.
  @inline(__always) mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(count + more) }
  }

  /// Appends a value within the reserved capacity.
  @inline(__always) mutating func append(_ value: Element) {
    (base + count).initialize(to: value)
    count += 1
  }

  @inline(never) private mutating func grow(_ needed: Int) {
    capacity = max(needed, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
  }
}
