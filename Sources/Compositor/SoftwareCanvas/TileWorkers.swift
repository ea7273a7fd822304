// TileWorkers.swift
// Stage: canvas. Threads that draw a program's tiles together; asleep between pictures.
//
// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Synchronization

/// Draws the tiles of one program after another, with any number of threads.
///
/// The caller draws, too, and never waits for a helper that has not begun, so that a busy machine only
/// costs the help. Nothing is allocated for a picture.
///
/// Memory ordering: the caller writes `program`, then stores 0 into `active`; a helper raises `active` by
/// a compare-exchange that reads this 0 or a later value of the same sequence, then reads `program`. So
/// all that the caller wrote before happens before the helper draws. A helper lowers `active` after its
/// last pixel; the caller's `close()` reads the result of that, directly or through the semaphore, so all
/// pixels happen before it returns. Tiles are handed out by `next`, which needs no memory order:
/// every number is given once, and tiles share no pixel. `isWoken` is cleared before the helper looks for
/// work and set after the work is open, both in the one order of sequentially consistent operations, so
/// no wake-up is lost. That order is used throughout, as there are only a few operations a picture.
final class TileWorkers {
  private let raster: TileRasterizer
  private let order: PixelOrder
  private let instructions: RowInstructions
  private let work = Work()
  private var helpers: [Helper] = []

  init(order: PixelOrder, instructions: RowInstructions) {
    self.order = order
    self.instructions = instructions
    raster = TileRasterizer(order: order, instructions: instructions)
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
      helpers.append(
        Helper(work: work, raster: TileRasterizer(order: order, instructions: instructions)))
    }
    work.program = program
    work.open()
    for index in 0..<(threads - 1) { helpers[index].wake() }
    work.draw(program, raster)
    work.close()
    work.program = nil
  }

  /// The state that threads share. The program is set only while no picture is open.
  private final class Work: @unchecked Sendable {
    var program: TileProgram?
    /// The next tile to draw.
    let next = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    /// The number of helpers that draw; far below zero while no picture is open.
    private let active = Atomic<Int>(Work.closed)
    private let isLast = DispatchSemaphore(value: 0)

    private static let closed = -1_000_000

    /// Opens a picture to helpers.
    func open() { active.store(0, ordering: .sequentiallyConsistent) }

    /// Closes a picture to further helpers, and waits for those that draw.
    func close() {
      let before = active.wrappingAdd(Self.closed, ordering: .sequentiallyConsistent).oldValue
      if before > 0 { isLast.wait() }
    }

    /// Helps with the open picture, if any.
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

  /// A thread that sleeps until it is woken, and ends with its workers.
  private final class Helper: Sendable {
    private let signal = DispatchSemaphore(value: 0)
    /// Whether a wake-up is pending; one is enough.
    private let isWoken = Atomic<Bool>(false)

    init(work: Work, raster: TileRasterizer) {
      // From here on only the thread uses the rasterizer.
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
