// MemoryCanvas.swift
// Stage: canvas. Takes a draw list, draws it into pixels in memory: the judge of every picture, and
// the canvas of machines without a GPU. Cannot fail.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Dispatch
import Foundation
import Synchronization

/// Draws into premultiplied pixels, rows split over the cores.
///
/// The picture depends on the list and the coverage source alone: any number of threads draws the
/// same bytes. What was made for a frame (buffers, masks of glyphs and paths) is kept for the next.
///
/// A number that is not finite, or too large to be on any screen, makes an item draw nothing.
package final class MemoryCanvas: Canvas {
  package typealias Failure = Never

  /// How many threads draw a list that is large enough to be worth it.
  package let threads: Int
  /// The order of bytes of ``withPixels(_:)``.
  package let order: PixelOrder

  var cache: MaskCache
  private let program = CanvasProgram()
  /// Programs of groups with shadows: those that this frame uses, then those that it may.
  private var nested: [CanvasProgram] = []
  private var nestedInUse = 0
  private var workers: [BandRaster] = []
  var counts = CanvasCounts()

  /// The height of a band: few enough rows to stay in a core's cache while all steps draw them.
  private static let rowsPerBand = 64
  /// Pixels touched by all steps together, below which threads cost more than they save.
  private static let pixelsForThreads = 100_000

  /// Creates a canvas without pixels.
  ///
  /// - Parameters:
  ///   - source: Rasterises glyphs and paths.
  ///   - threads: At least 1; by default the cores of the machine.
  ///   - order: The order of bytes in memory.
  package init(
    source: any CoverageSource, threads: Int = ProcessInfo.processInfo.activeProcessorCount,
    order: PixelOrder = .rgba
  ) {
    precondition(threads > 0, "a canvas cannot draw with \(threads) threads")
    self.threads = threads
    self.order = order
    cache = MaskCache(source: source)
  }

  /// The size of the last list.
  package var size: PixelSize {
    let bounds = program.bounds
    return PixelSize(width: bounds.width, height: bounds.height)
  }

  /// Draws a whole list; nothing of an earlier one remains.
  ///
  /// - Precondition: Every group that begins ends.
  package func draw(_ list: borrowing DrawList) -> CanvasCounts {
    counts = CanvasCounts()
    cache.trim()
    cache.fetched = 0
    nestedInUse = 0
    let size = list.size
    let bounds = PixelRect(PixelSize(width: max(size.width, 0), height: max(size.height, 0)))
    program.reset(
      bounds: bounds,
      background: PixelColor.pixel(list.background, opacity: 1, order: order))
    var index = 0
    lower(list.items, &index, program, clip: bounds, depth: 0)
    execute(program)
    counts.uploadedBytes = cache.fetched
    return counts
  }

  /// Calls a function with the last picture, which is not copied.
  ///
  /// The address stays the same while lists have the same size.
  package func withPixels<Result>(
    _ body: (_ pixels: UnsafeBufferPointer<UInt8>, _ bytesPerRow: Int) throws -> Result
  ) rethrows -> Result {
    let (width, height) = (program.bounds.width, program.bounds.height)
    let bytes = UnsafeRawBufferPointer(start: program.surfaces[0].pixels, count: width * height * 4)
    return try body(bytes.assumingMemoryBound(to: UInt8.self), width * 4)
  }

  /// Returns a copy of the last picture; nil when it has no pixels.
  package func image() -> CGImage? {
    let count = program.bounds.width * program.bounds.height
    guard count > 0 else { return nil }
    let source = program.surfaces[0].pixels
    let pixels = [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, used in
      buffer.withMemoryRebound(to: Pixel.self) { copy in
        guard let base = copy.baseAddress else { return }
        if order == .rgba {
          base.update(from: source, count: count)
        } else {
          Spans.copySwapped(base, count, from: source)
        }
      }
      used = count * 4
    }
    return CGImage(
      width: program.bounds.width, height: program.bounds.height, premultipliedRGBA: pixels)
  }

  /// Returns a program that nothing else uses during this frame.
  func spareProgram(bounds: PixelRect) -> CanvasProgram {
    if nestedInUse == nested.count { nested.append(CanvasProgram()) }
    nestedInUse += 1
    nested[nestedInUse - 1].reset(bounds: bounds, background: 0)
    return nested[nestedInUse - 1]
  }

  /// Draws all bands of a program.
  func execute(_ program: CanvasProgram) {
    let bounds = program.bounds
    guard !bounds.isEmpty else { return }
    program.hideCovered()
    counts.vertices += program.edges.edges.count
    counts.drawCalls += program.steps.count { !$0.isHidden && $0.kind != .push }
    let bands = (bounds.height + Self.rowsPerBand - 1) / Self.rowsPerBand
    let isLarge = program.area + bounds.width * bounds.height >= Self.pixelsForThreads
    let count = isLarge ? min(threads, bands) : 1
    while workers.count < count { workers.append(BandRaster(order: order)) }
    let next = Atomic<Int>(0)
    // Workers share the program, which rests meanwhile, and draw rows of their own.
    nonisolated(unsafe) let shared = (program: program, workers: workers)
    @Sendable func work(_ thread: Int) {
      while true {
        let band = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if band >= bands { return }
        let first = bounds.minY + band * Self.rowsPerBand
        shared.workers[thread].draw(
          shared.program, rows: first..<min(first + Self.rowsPerBand, bounds.maxY))
      }
    }
    if count == 1 {
      work(0)
    } else {
      DispatchQueue.concurrentPerform(iterations: count) { work($0) }
    }
  }
}
