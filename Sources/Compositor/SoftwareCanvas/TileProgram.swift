// TileProgram.swift
// Stage: canvas. A draw list prepared for tiles: colours premultiplied, commands clipped, masks fetched.
// Nothing in it changes while tiles are drawn, so threads share it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Pixels in memory of another owner, such as a window.
package struct PixelMemory {
  /// Four bytes a pixel, rows top down.
  package var pixels: UnsafeMutableRawPointer
  /// From one row to the next; a multiple of 4.
  package var bytesPerRow: Int
  package var size: PixelSize

  package init(pixels: UnsafeMutableRawPointer, bytesPerRow: Int, size: PixelSize) {
    self.pixels = pixels
    self.bytesPerRow = bytesPerRow
    self.size = size
  }
}

/// The addresses of rows of pixels.
struct PixelRows {
  /// The address of pixel (0, 0), even if there is no such pixel.
  var origin: UnsafeMutablePointer<Pixel>
  /// Pixels from one row to the next.
  var stride: Int

  /// The address of a row's pixel 0, even if there is no such pixel.
  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<Pixel> { origin + y &* stride }
}

/// The pixels of a region: in memory of its own, kept while it is large enough, or in another owner's.
final class Surface {
  private(set) var bounds = PixelRect.empty
  private(set) var rows: PixelRows
  private var own: UnsafeMutablePointer<Pixel>?
  private var capacity = 1

  init() {
    let memory = UnsafeMutablePointer<Pixel>.allocate(capacity: 1)
    memory.initialize(to: 0)
    own = memory
    rows = PixelRows(origin: memory, stride: 0)
  }

  deinit { own?.deallocate() }

  /// The first pixel; nil when there is none.
  var first: UnsafeMutablePointer<Pixel>? {
    bounds.isEmpty ? nil : rows.row(bounds.minY) + bounds.minX
  }

  /// Makes room for a region; the pixels are undefined.
  ///
  /// - Returns: Whether the memory differs from before.
  @discardableResult
  func resize(to bounds: PixelRect) -> Bool {
    if bounds == self.bounds && own != nil { return false }
    self.bounds = bounds
    let needed = max(bounds.width * bounds.height, 1)
    // A surface that was once much larger gives the memory back.
    let memory: UnsafeMutablePointer<Pixel>
    if let own, needed <= capacity, needed >= capacity / 8 {
      memory = own
    } else {
      own?.deallocate()
      capacity = needed
      // A new page costs nothing until it is touched; tiles clear what they use.
      memory = .allocate(capacity: needed)
      own = memory
    }
    rows = PixelRows(
      origin: memory - (bounds.minY * bounds.width + bounds.minX), stride: bounds.width)
    return true
  }

  /// Has the system provide the pages of some rows at once, before they are drawn: a fault for each page takes half as
  /// long again. A system that does not have the request provides them by faults.
  func providePages(of range: Range<Int>) {
    guard let last = range.last, !bounds.isEmpty else { return }
    let mask = UInt(getpagesize()) - 1
    let first = UInt(bitPattern: rows.row(range.lowerBound) + bounds.minX) & ~mask
    let end = UInt(bitPattern: rows.row(last) + bounds.maxX) & ~mask
    guard first < end, let start = UnsafeMutableRawPointer(bitPattern: first) else { return }
    // MADV_POPULATE_WRITE, since Linux 5.14.
    madvise(start, Int(end - first), 23)
  }

  /// Switches to memory of another owner.
  ///
  /// - Returns: Whether the memory differs from before.
  func use(_ memory: PixelMemory) -> Bool {
    let new = PixelRect(
      PixelSize(width: max(memory.size.width, 0), height: max(memory.size.height, 0)))
    let origin = memory.pixels.assumingMemoryBound(to: Pixel.self)
    let stride = memory.bytesPerRow / 4
    let isSame =
      own == nil && new == bounds && rows.origin == origin && rows.stride == stride
    own?.deallocate()
    (own, capacity) = (nil, 0)
    bounds = new
    rows = PixelRows(origin: origin, stride: stride)
    return !isSame
  }
}

/// One command of a program.
struct DrawCommand {
  enum Kind: UInt8 { case box, mask, glyphs, gradient, image, shadow, push, pop }
  var kind: Kind
  var isHidden = false
  /// The surface that is drawn into; a pop draws surface `depth + 1` into `depth`.
  var depth: Int16
  /// Index into the program's values of that kind.
  var index: Int32
  /// The only pixels that change.
  var minX: Int32, minY: Int32, maxX: Int32, maxY: Int32

  init(_ kind: Kind, _ index: Int, depth: Int, bounds: PixelRect) {
    self.kind = kind
    self.index = Int32(truncatingIfNeeded: index)
    self.depth = Int16(truncatingIfNeeded: depth)
    (minX, minY) = (Int32(truncatingIfNeeded: bounds.minX), Int32(truncatingIfNeeded: bounds.minY))
    (maxX, maxY) = (Int32(truncatingIfNeeded: bounds.maxX), Int32(truncatingIfNeeded: bounds.maxY))
  }

  var bounds: PixelRect {
    PixelRect(minX: Int(minX), minY: Int(minY), maxX: Int(maxX), maxY: Int(maxY))
  }
}

/// Pixels that are opaque after a command, whatever they were before.
struct OpaqueCover {
  var command: Int
  var rect: PixelRect
}

/// A box, or another shape of one colour.
struct BoxCommand {
  var outer: RoundedShape
  /// Premultiplied colour inside the border.
  var fill: Pixel
  /// Premultiplied colour of border over fill; meaningful with a border.
  var ring: Pixel = 0
  var hasBorder = false
  /// Inside the border; nil when the border covers everything.
  var inner: RoundedShape?
}

/// Coverage of one colour.
struct MaskCommand {
  /// Owned by the cache, or by the program's ``TileProgram/ownedMasks``, while tiles are drawn.
  var mask: MaskBytes
  var color: Pixel
  /// Added to the mask's bounds.
  var x = 0, y = 0
}

/// A shape filled with a gradient.
struct GradientCommand {
  var shape: RoundedShape
  /// Index of the ramp's first colour in the program's ``TileProgram/ramps``.
  var ramp: Int
  /// From device pixels to positions among the colours.
  var plane: GradientPlane
  /// The pixel at which the pattern of dither begins. It moves with the shape.
  var column = 0, row = 0
}

/// A shape filled with a picture.
struct ImageCommand {
  var shape: RoundedShape
  var image: CGImage
  /// From device pixels to the image's; with parts, to fractions of the shape's rectangle.
  var map: PlaneTransform
  /// Index into the program's ``TileProgram/imageParts``; negative without parts.
  var parts = -1
  var isSmooth: Bool
  var opacity: UInt32
  /// The factors of its channels, alpha with 255; all 255 for none.
  var tint = Pixel.max
  var blend = Sprites.Blend.over
}

/// A group that begins, or is composited.
struct GroupCommand {
  var blend = Group.Blend.over
  var opacity: UInt32 = 255
  /// The part of the group's surface that was drawn.
  var content = PixelRect.empty
  /// A picture drawn beforehand, as shadows reach beyond tiles; nil for the surface at `depth + 1`.
  var surface: Surface?
  var shadow: MaskCommand?
}

/// A list, or a group that is drawn beforehand, prepared for tiles.
///
/// Each command is added to several of its arrays, where checks of exclusive access would take as long as the rest.
final class TileProgram {
  /// The pixels of the target.
  var bounds: PixelRect { surfaces[0].bounds }
  /// The pixels to draw, none of them twice: all, or the damaged part of an existing picture.
  @exclusivity(unchecked) var regions: [PixelRect] = []
  /// Whether there are other pixels, which stay as they are.
  @exclusivity(unchecked) private(set) var isPart = false
  /// Around all regions.
  @exclusivity(unchecked) private(set) var reach = PixelRect.empty
  @exclusivity(unchecked) var background: Pixel = 0
  /// Whether the memory of the result may never have been used.
  @exclusivity(unchecked) var isFresh = false
  /// Whether commands that were executed before have drawn the pixels already.
  @exclusivity(unchecked) private(set) var isContinued = false
  /// The pixels of each group that is open in place.
  @exclusivity(unchecked) var openGroups: [PixelRect] = []
  @exclusivity(unchecked) var commands: [DrawCommand] = []
  /// Measures shapes; tiles trace them again.
  private let tracer = OutlineTracer()
  @exclusivity(unchecked) private var vertices = 0
  @exclusivity(unchecked) var boxes: [BoxCommand] = []
  /// Masks of paths, and those of placed glyphs.
  @exclusivity(unchecked) var masks: [MaskCommand] = []
  /// Masks that no cache keeps.
  @exclusivity(unchecked) var ownedMasks: [MaskBuffer] = []
  /// Ranges of ``masks``, one for each glyph run.
  @exclusivity(unchecked) var glyphRuns: [Range<Int>] = []
  @exclusivity(unchecked) var gradients: [GradientCommand] = []
  @exclusivity(unchecked) var images: [ImageCommand] = []
  /// The columns and rows of images in parts.
  @exclusivity(unchecked) var imageParts: [(x: PartsAxis, y: PartsAxis)] = []
  @exclusivity(unchecked) var shadows: [BoxShadowRasterizer] = []
  @exclusivity(unchecked) var groups: [GroupCommand] = []
  /// Ramps of ``GradientRamp/count`` premultiplied colours.
  @exclusivity(unchecked) var ramps: [DitheredPixel] = []
  /// The products that box shadows are summed from.
  @exclusivity(unchecked) var terms: [Float] = []
  /// One for each depth; the first is the result.
  @exclusivity(unchecked) var surfaces: [Surface] = [Surface()]
  /// The sum of all commands' pixels, which decides about threads.
  @exclusivity(unchecked) var area = 0
  /// The large areas that opaque commands cover.
  @exclusivity(unchecked) private var opaque: [OpaqueCover] = []
  /// The last of these, which hide everything beneath, the background too.
  @exclusivity(unchecked) private(set) var covers: [PixelRect] = []
  /// The regions, cut into pieces that a thread draws at a time.
  @exclusivity(unchecked) private(set) var tiles: [PixelRect] = []

  /// The heights of tiles: low enough for a core's cache while all commands draw a tile, and high enough
  /// that few shapes lie in two.
  private static let rowsPerTile = 32...128

  /// Removes everything but the pixels.
  func reset(background: Pixel) {
    self.background = background
    isContinued = false
    openGroups.removeAll(keepingCapacity: true)
    removeValues()
    setRegions(nil)
  }

  /// Removes commands that were executed; those that follow are drawn on their pixels.
  func removeCommands() {
    isContinued = true
    removeValues()
  }

  private func removeValues() {
    commands.removeAll(keepingCapacity: true)
    vertices = 0
    boxes.removeAll(keepingCapacity: true)
    masks.removeAll(keepingCapacity: true)
    ownedMasks.removeAll(keepingCapacity: true)
    glyphRuns.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    imageParts.removeAll(keepingCapacity: true)
    shadows.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    ramps.removeAll(keepingCapacity: true)
    terms.removeAll(keepingCapacity: true)
    opaque.removeAll(keepingCapacity: true)
    area = 0
  }

  /// Copies the picture as drawn so far, with the open groups on top of their backgrounds.
  func copyPicture(to copy: Surface) {
    let area = copy.bounds
    for y in area.minY..<area.maxY {
      let (from, to) = (surfaces[0].rows.row(y), copy.rows.row(y))
      for x in area.minX..<area.maxX { to[x] = from[x] }
    }
    for (index, bounds) in openGroups.enumerated() {
      let visible = bounds.intersection(area)
      if visible.isEmpty { continue }
      for y in visible.minY..<visible.maxY {
        Spans.blend(
          copy.rows.row(y) + visible.minX, visible.width,
          from: surfaces[index + 1].rows.row(y) + visible.minX, opacity: 255)
      }
    }
  }

  /// Sets the pixels to draw; nil for all.
  func setRegions(_ damage: [PixelRect]?) {
    regions.removeAll(keepingCapacity: true)
    reach = .empty
    isPart = damage != nil
    if let damage {
      for rect in damage {
        let rect = rect.intersection(bounds)
        if !rect.isEmpty { regions.append(rect) }
      }
    } else if !bounds.isEmpty {
      regions.append(bounds)
    }
    for rect in regions { reach = reach.union(rect) }
  }

  /// Whether any of a rectangle's pixels will be drawn.
  @inline(__always) func touchesRegions(_ rect: PixelRect) -> Bool {
    guard reach.minX < rect.maxX, rect.minX < reach.maxX, reach.minY < rect.maxY,
      rect.minY < reach.maxY
    else { return false }
    if regions.count == 1 { return true }
    return regions.contains { !$0.intersection(rect).isEmpty }
  }

  func append(
    _ kind: DrawCommand.Kind, _ index: Int, _ depth: Int, _ bounds: PixelRect,
    opaque cover: PixelRect = .empty
  ) {
    if depth == 0 && cover.width * cover.height > Self.minimumCoverArea {
      opaque.append(OpaqueCover(command: commands.count, rect: cover))
    }
    commands.append(DrawCommand(kind, index, depth: depth, bounds: bounds))
    let touched = bounds.intersection(reach)
    area += touched.width * touched.height
  }

  /// Makes room for a surface, and for those of lower depths.
  func prepareSurface(depth: Int) {
    while surfaces.count <= depth { surfaces.append(Surface()) }
    surfaces[depth].resize(to: bounds)
  }

  /// The area, in pixels, above which an opaque command is searched for hidden ones.
  private static let minimumCoverArea = 4096
  private static let maximumCoverCount = 8

  /// Hides commands that later opaque ones cover; a few large ones suffice for nearly all.
  func hideCovered() {
    covers.removeAll(keepingCapacity: true)
    // Pictures of small things seldom have any.
    guard var next = opaque.indices.last else { return }
    var hiddenGroup = false
    for index in commands.indices.reversed() {
      let command = commands[index]
      if hiddenGroup {
        commands[index].isHidden = true
        if command.kind == .push && command.depth == 1 { hiddenGroup = false }
      } else if command.depth == 0 {
        if !covers.isEmpty {
          let bounds = command.bounds
          if covers.contains(where: { $0.contains(bounds) }) {
            commands[index].isHidden = true
            if command.kind == .pop {
              let group = groups[Int(command.index)]
              // Only a group that was drawn in place has commands of its own.
              hiddenGroup = group.surface == nil && !group.content.isEmpty
            }
          }
        }
        if opaque[next].command == index {
          if !commands[index].isHidden && covers.count < Self.maximumCoverCount {
            covers.append(opaque[next].rect)
          }
          next = max(next - 1, 0)
        }
      }
    }
  }

  /// Cuts the regions into tiles, three for each thread if possible.
  func cutTiles(for threads: Int) {
    tiles.removeAll(keepingCapacity: true)
    let rows = min(
      max(reach.height / (3 * threads), Self.rowsPerTile.lowerBound), Self.rowsPerTile.upperBound)
    for region in regions {
      var tile = region
      while tile.minY < region.maxY {
        tile.maxY = min(tile.minY + rows, region.maxY)
        tiles.append(tile)
        tile.minY = tile.maxY
      }
    }
  }

  /// Traces a shape; nil when nothing of it can be seen.
  func trace(_ shape: RoundedShape) -> ConvexOutline? {
    let outline = tracer.trace(shape)
    vertices += outline?.count ?? 0
    return outline
  }

  /// Adds the program's counts.
  func count(into counts: inout CanvasCounts) {
    counts.vertices += vertices
    for command in commands where !command.isHidden && command.kind != .push {
      counts.drawCalls += 1
    }
  }
}
