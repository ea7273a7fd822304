// MemoryCanvas.swift
// Stage: canvas. Takes a draw list, draws it into pixels in memory: the judge of every picture, and
// the canvas of machines without a GPU. Cannot fail.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

/// Draws into premultiplied pixels, split into tiles over the cores.
///
/// The picture depends on the list and the coverage source alone: any number of threads draws the
/// same bytes, and so does drawing only the list's damage over the list before. What was made for a
/// frame (buffers, masks of glyphs and paths) is kept for the next.
///
/// A number that is not finite, or too large to be on any screen, makes an item draw nothing.
package final class MemoryCanvas: Canvas {
  package typealias Failure = Never

  /// How many threads draw a list that is large enough to be worth it.
  package let threads: Int
  /// The order of bytes of ``withPixels(_:)``.
  package let order: PixelOrder
  /// The pixels that the last list changed; none of them twice.
  package var drawnRegions: [PixelRect] { program.regions }

  var cache: MaskCache
  private let program = TileProgram()
  /// Programs of groups with shadows: those that this frame uses, then those that it may.
  private var nested: [TileProgram] = []
  private var nestedInUse = 0
  private let crew: TileWorkers
  var counts = CanvasCounts()
  /// The last list's number, size and background, which its pixels hold; nil when they are lost.
  private var last: (serial: Int, size: PixelSize, background: Pixel)?

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
    crew = TileWorkers(order: order)
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

  /// Draws a whole list into somebody else's memory, of which as much is left as is the same as in
  /// the list before.
  ///
  /// - Parameter memory: As large as the list. When it is where the list before was drawn, it still
  ///   holds that picture; where it does not, ``forget()`` comes first.
  /// - Precondition: Every group that begins ends.
  package func draw(_ list: borrowing DrawList, into memory: PixelMemory) -> CanvasCounts {
    precondition(
      memory.size == list.size, "a list of \(list.size) cannot be drawn into \(memory.size)")
    if program.surfaces[0].use(memory) { forget() }
    return drawIntoSurface(list)
  }

  /// Draws the next list from scratch, as the last one's pixels are lost.
  package func forget() { last = nil }

  private func drawIntoSurface(_ list: borrowing DrawList) -> CanvasCounts {
    counts = CanvasCounts()
    cache.trim()
    cache.fetched = 0
    nestedInUse = 0
    let background = PixelColor.pixel(list.background, opacity: 1, order: order)
    program.reset(background: background)
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

  /// Calls a function with the last picture, which is not copied.
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
    crew.draw(program, threads: isLarge ? min(threads, tiles) : 1)
  }
}
