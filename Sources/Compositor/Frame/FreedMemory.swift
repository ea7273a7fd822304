// FreedMemory.swift
// Gives memory back to the system that the C library keeps for the next allocations.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Memory that was freed, and that is not used for anything else yet.
///
/// The C library keeps what is freed among blocks in use. After the first frame of a tree of thousands of layers that is
/// megabytes: the smaller forms of arrays that grew, and what a large commit needed.
struct FreedMemory {
  /// The number of changed layers that makes a frame a large one.
  private static let largeCount = 1024
  /// Frames after a large one. The commit's memory comes back to the main thread meanwhile; see ``RenderServer``.
  private static let delay = 4

  private var framesLeft = 0

  /// Notes the number of layers that changed for a frame.
  mutating func note(changes: Int) {
    if changes >= Self.largeCount { framesLeft = Self.delay }
  }

  /// Gives the memory back some frames after a large one. Where each frame is large, it is about to be used again.
  mutating func frameDidEnd() {
    if framesLeft == 0 { return }
    framesLeft -= 1
    if framesLeft == 0 { _ = Self.trim?(0) }
  }

  /// glibc's function. Other C libraries have none, and need none.
  private static let trim: (@convention(c) (Int) -> Int32)? = {
    guard let symbol = dlsym(nil, "malloc_trim") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
  }()
}
