// MemoryCanvas.swift
// Stage: canvas. Takes a draw list, draws it into pixels in memory: the reference for every picture, and
// the canvas of machines without a GPU. Cannot fail.
//
// This folder: the canvas in memory: a list lowered to a `TileProgram`, which threads draw tile by tile; shadows,
// blurs and images.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

/// Draws into premultiplied pixels, split into tiles over the cores.
///
/// The picture depends on the list and the coverage source alone: any number of threads draws the
/// same bytes, and so does drawing only the list's damage over the list before. Buffers, and masks of
/// glyphs and paths, are kept from frame to frame.
///
/// An item with a number that is not finite, or too large for any screen, draws nothing.
package final class MemoryCanvas: Canvas {
  package typealias Failure = Never

  /// The number of threads that draw a large list.
  package let threads: Int
  /// The order of bytes of ``withPixels(_:)``.
  package let order: PixelOrder
  /// The pixels that the last list changed; none of them twice.
  package var drawnRegions: [PixelRect] { program.regions }

  @exclusivity(unchecked) var cache: MaskCache
  private let program = TileProgram()
  /// Programs of groups that are drawn beforehand: those in use in this frame, then spare ones.
  @exclusivity(unchecked) private var nested: [TileProgram] = []
  @exclusivity(unchecked) private var nestedInUse = 0
  private let workers: TileWorkers
  @exclusivity(unchecked) var counts = CanvasCounts()
  /// The number, size and background of the list that the pixels show; nil when they are lost.
  private var last: (serial: Int, size: PixelSize, background: Pixel)?

  /// Pixels touched by all commands together below which threads cost more than they save.
  private static let pixelsForThreads = 100_000

  /// Creates a canvas without pixels.
  ///
  /// - Parameters:
  ///   - source: Rasterises glyphs and paths.
  ///   - threads: At least 1; by default the cores of the machine.
  ///   - order: The order of bytes in memory.
  ///   - instructions: Those that draw rows of pixels; the processor must have them. The picture does
  ///     not depend on them.
  package init(
    source: any CoverageSource, threads: Int = ProcessInfo.processInfo.activeProcessorCount,
    order: PixelOrder = .rgba, instructions: RowInstructions = .best
  ) {
    trap(unless: threads > 0, "a canvas cannot draw with \(threads) threads")
    self.threads = threads
    self.order = order
    cache = MaskCache(source: source)
    workers = TileWorkers(order: order, instructions: instructions)
  }

  /// The size of the last list.
  package var size: PixelSize {
    let bounds = program.bounds
    return PixelSize(width: bounds.width, height: bounds.height)
  }

  /// Draws a whole list into memory of its own; nothing of an earlier one remains.
  ///
  /// - Precondition: Every group that begins ends.
  package func draw(_ list: borrowing DrawList) -> CanvasCounts {
    let size = PixelSize(width: max(list.size.width, 0), height: max(list.size.height, 0))
    if program.surfaces[0].resize(to: PixelRect(size)) { forget() }
    return drawIntoSurface(list)
  }

  /// Draws a whole list into memory of the caller's. Pixels that do not differ from the list before are
  /// left as they are.
  ///
  /// - Parameter memory: As large as the list. Memory into which the list before was drawn still holds its
  ///   picture; if not, call ``forget()`` first.
  /// - Precondition: Every group that begins ends.
  package func draw(_ list: borrowing DrawList, into memory: PixelMemory) -> CanvasCounts {
    trap(
      unless: memory.size == list.size, "a list of \(list.size) cannot be drawn into \(memory.size)"
    )
    if program.surfaces[0].use(memory) { forget() }
    return drawIntoSurface(list)
  }

  /// Makes the next list draw every pixel, as those of the last one are lost.
  package func forget() { last = nil }

  private func drawIntoSurface(_ list: borrowing DrawList) -> CanvasCounts {
    counts = CanvasCounts()
    cache.trim()
    cache.fetched = 0
    nestedInUse = 0
    let background = PixelColor.pixel(list.background, opacity: 1, order: order)
    program.reset(background: background)
    program.isFresh = last == nil
    if let last, !list.damage.isEverything, list.serial == last.serial + 1, last.serial > 0,
      list.size == last.size, background == last.background
    {
      program.setRegions(list.damage.rects)
    }
    last = (list.serial, list.size, background)
    if !program.regions.isEmpty {
      list.items.withUnsafeBufferPointer { items in
        var index = 0
        lower(items, &index, program, clip: program.bounds, depth: 0)
      }
      execute(program)
    }
    for region in program.regions { counts.pixels += region.area }
    counts.uploadedBytes = cache.fetched
    return counts
  }

  /// Calls a function with the pixels of the last picture, without a copy.
  ///
  /// The address stays the same while lists have the same size.
  package func withPixels<Result>(
    _ body: (_ pixels: UnsafeBufferPointer<UInt8>, _ bytesPerRow: Int) throws -> Result
  ) rethrows -> Result {
    let surface = program.surfaces[0]
    let bytesPerRow = surface.rows.stride * 4
    let bytes = UnsafeRawBufferPointer(
      start: surface.first, count: surface.first == nil ? 0 : surface.bounds.height * bytesPerRow)
    return try body(bytes.assumingMemoryBound(to: UInt8.self), bytesPerRow)
  }

  /// Returns a copy of the last picture; nil when it has no pixels.
  package func image() -> CGImage? { image(of: program.surfaces[0]) }

  func image(of surface: Surface) -> CGImage? {
    let (width, height) = (surface.bounds.width, surface.bounds.height)
    guard width > 0, height > 0 else { return nil }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, used in
      buffer.withMemoryRebound(to: Pixel.self) { copy in
        guard let base = copy.baseAddress else { return }
        for y in 0..<height {
          let row = surface.rows.row(surface.bounds.minY + y) + surface.bounds.minX
          let target = base + y * width
          if order == .rgba {
            target.update(from: row, count: width)
          } else {
            Spans.copySwapped(target, width, from: row)
          }
        }
      }
      used = width * height * 4
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// Returns a program that nothing else uses during this frame.
  func spareProgram(bounds: PixelRect) -> TileProgram {
    if nestedInUse == nested.count { nested.append(TileProgram()) }
    nestedInUse += 1
    let program = nested[nestedInUse - 1]
    program.surfaces[0].resize(to: bounds)
    program.reset(background: 0)
    return program
  }

  /// Draws all tiles of a program.
  func execute(_ program: TileProgram) {
    program.hideCovered()
    program.cutTiles(for: threads)
    program.count(into: &counts)
    let tiles = program.tiles.count
    if tiles == 0 { return }
    let cleared = program.reach.width * program.reach.height
    let isLarge = program.area + cleared >= Self.pixelsForThreads
    workers.draw(program, threads: isLarge ? min(threads, tiles) : 1)
  }
}
