// TileWorkers.swift
// Stage: canvas. Threads that draw a program's tiles together; asleep between pictures.
//
// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

/// Draws the tiles of one program after another, with as many threads as are wanted.
///
/// The caller draws too and never waits for a thread that has not begun, so that a busy machine costs
/// nothing but the help. Nothing is allocated for a picture.
final class TileWorkers {
  private let raster: TileRasterizer
  private let order: PixelOrder
  private let work = Work()
  private var helpers: [Helper] = []

  init(order: PixelOrder) {
    self.order = order
    raster = TileRasterizer(order: order)
  }

  deinit {
    work.isOver.store(true, ordering: .sequentiallyConsistent)
    for helper in helpers { helper.wake() }
  }

  /// Draws all tiles of a program.
  ///
  /// - Parameter threads: How many draw, the caller among them; at least 1.
  func draw(_ program: TileProgram, threads: Int) {
    work.next.store(0, ordering: .sequentiallyConsistent)
    if threads == 1 {
      work.draw(program, raster)
      return
    }
    while helpers.count < threads - 1 {
      helpers.append(Helper(work: work, raster: TileRasterizer(order: order)))
    }
    work.program = program
    work.open()
    for index in 0..<(threads - 1) { helpers[index].wake() }
    work.draw(program, raster)
    work.close()
    work.program = nil
  }

  /// What threads share. Its program rests while a picture is open, and is set while none is.
  private final class Work: @unchecked Sendable {
    var program: TileProgram?
    /// The next tile that nobody draws yet.
    let next = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    /// How many helpers draw; far below zero once a picture is closed to others.
    private let active = Atomic<Int>(Work.closed)
    private let isLast = DispatchSemaphore(value: 0)

    private static let closed = -1_000_000

    /// Lets helpers in.
    func open() { active.store(0, ordering: .sequentiallyConsistent) }

    /// Lets no helper in any more, and waits for those that are.
    func close() {
      let before = active.wrappingAdd(Self.closed, ordering: .sequentiallyConsistent).oldValue
      if before > 0 { isLast.wait() }
    }

    /// Helps with the open picture; does nothing when none is.
    func help(_ raster: TileRasterizer) {
      while true {
        let count = active.load(ordering: .sequentiallyConsistent)
        if count < 0 { return }
        if active.compareExchange(
          expected: count, desired: count + 1, ordering: .sequentiallyConsistent
        ).exchanged {
          break
        }
      }
      if let program { draw(program, raster) }
      let left = active.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
      if left == Self.closed { isLast.signal() }
    }

    /// Draws tiles until none is left.
    func draw(_ program: TileProgram, _ raster: TileRasterizer) {
      while true {
        let tile = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if tile >= program.tiles.count { return }
        raster.draw(program, tile: program.tiles[tile])
      }
    }
  }

  /// A thread that sleeps until it is woken, and ends with the crew.
  private final class Helper: Sendable {
    private let signal = DispatchSemaphore(value: 0)
    /// Whether it was woken and has not looked yet; once is enough.
    private let isWoken = Atomic<Bool>(false)

    init(work: Work, raster: TileRasterizer) {
      // Only the thread uses the raster from here on.
      nonisolated(unsafe) let raster = raster
      Thread.detachNewThread { [self] in
        while true {
          signal.wait()
          isWoken.store(false, ordering: .sequentiallyConsistent)
          if work.isOver.load(ordering: .sequentiallyConsistent) { return }
          work.help(raster)
        }
      }
    }

    func wake() {
      if isWoken.exchange(true, ordering: .sequentiallyConsistent) { return }
      signal.signal()
    }
  }
}
