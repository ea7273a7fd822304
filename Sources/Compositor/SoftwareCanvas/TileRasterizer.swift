// TileRasterizer.swift
// Stage: canvas. Takes a program and a tile of pixels, draws all commands into these pixels. Each
// thread owns one. The pixels depend on the program alone, not on where tiles begin.
//
// SPDX-License-Identifier: MIT

internal import CPixelRows
import CoreGraphics
import Foundation

/// Draws tiles.
final class TileRasterizer {
  private let sampler: ImageSampler
  private let outer: ConvexCoverage, inner: ConvexCoverage
  /// A row of colours, a row of sums and a row of mask bytes.
  private var colors: UnsafeMutablePointer<Pixel> = .allocate(capacity: 1)
  private var sums: UnsafeMutablePointer<Float> = .allocate(capacity: 1)
  private var bytes: UnsafeMutablePointer<UInt8> = .allocate(capacity: 1)
  private var capacity = 1

  /// Draws rows of one colour.
  private let functions: PixelRowFunctions

  init(order: PixelOrder, instructions: RowInstructions) {
    sampler = ImageSampler(order: order)
    functions = instructions.functions
    outer = ConvexCoverage(functions: functions)
    inner = ConvexCoverage(functions: functions)
  }

  deinit {
    colors.deallocate()
    sums.deallocate()
    bytes.deallocate()
  }

  /// The part of a surface that a command may draw.
  private struct Area {
    var rows: Range<Int>
    /// The command's columns.
    var clip: Range<Int>
    /// The tile's right edge: up to there no other thread writes.
    var end: Int
    var surface: PixelRows

    /// Some rows and columns of the area.
    @inline(__always) func part(rows: Range<Int>, columns: Range<Int>) -> PixelArea {
      PixelArea(
        row: surface.row(rows.lowerBound), stride: surface.stride, first_row: rows.lowerBound,
        end_row: rows.upperBound, first_column: columns.lowerBound,
        end_column: columns.upperBound, writable_end: end)
    }
  }

  /// Draws all of a program's commands into some of its pixels.
  func draw(_ program: TileProgram, tile: PixelRect) {
    prepare(program.bounds)
    if program.isFresh { program.surfaces[0].providePages(of: tile.minY..<tile.maxY) }
    if !program.isContinued, !program.covers.contains(where: { $0.contains(tile) }) {
      let rows = program.surfaces[0].rows
      for y in tile.minY..<tile.maxY {
        Spans.fill(rows.row(y) + tile.minX, tile.width, program.background)
      }
    }
    var depth = 0
    var surface = program.surfaces[0].rows
    let (left, right) = (Int32(tile.minX), Int32(tile.maxX))
    let (top, bottom) = (Int32(tile.minY), Int32(tile.maxY))
    program.commands.withUnsafeBufferPointer { commands in
      for index in commands.indices {
        let command = commands[index]
        if command.maxY <= top || command.minY >= bottom || command.maxX <= left
          || command.minX >= right
          || command.isHidden
        {
          continue
        }
        if depth != Int(command.depth) {
          depth = Int(command.depth)
          surface = program.surfaces[depth].rows
        }
        draw(
          command, program,
          Area(
            rows: Int(max(command.minY, top))..<Int(min(command.maxY, bottom)),
            clip: Int(max(command.minX, left))..<Int(min(command.maxX, right)), end: tile.maxX,
            surface: surface))
      }
    }
  }

  private func prepare(_ bounds: PixelRect) {
    outer.prepare(columns: bounds.minX..<bounds.maxX)
    inner.prepare(columns: bounds.minX..<bounds.maxX)
    let needed = bounds.width + 8
    guard needed > capacity else { return }
    colors.deallocate()
    sums.deallocate()
    bytes.deallocate()
    capacity = needed
    colors = .allocate(capacity: capacity)
    sums = .allocate(capacity: capacity)
    bytes = .allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
  }

  private func draw(_ command: DrawCommand, _ program: TileProgram, _ area: Area) {
    let index = Int(command.index)
    switch command.kind {
    case .box:
      program.boxes.withUnsafeBufferPointer { boxes in
        // By address: a box is too large to copy for every tile.
        if let base = boxes.baseAddress { draw(base + index, program, area) }
      }
    case .mask: draw(program.masks[index], area)
    case .glyphs:
      program.masks.withUnsafeBufferPointer { masks in
        for index in program.glyphRuns[index] { draw(masks[index], area) }
      }
    case .gradient: draw(program.gradients[index], program, area)
    case .image: draw(program.images[index], program, area)
    case .shadow: draw(program.shadows[index], program, area)
    case .push:
      for y in area.rows {
        Spans.fill(area.surface.row(y) + area.clip.lowerBound, area.clip.count, 0)
      }
    case .pop:
      let group = program.groups[index]
      let content =
        group.surface ?? program.surfaces[min(Int(command.depth) + 1, program.surfaces.count - 1)]
      composite(group, content.rows, area)
    }
  }

  // MARK: Boxes

  private func draw(
    _ box: UnsafePointer<BoxCommand>, _ program: TileProgram, _ area: Area
  ) {
    guard box.pointee.hasBorder else {
      var shape = outer.traced(box.pointee.outer)
      var part = area.part(rows: area.rows, columns: area.clip)
      functions.draw_shape(&shape, &part, box.pointee.fill)
      return
    }
    outer.begin(box.pointee.outer)
    var row = area.surface.row(area.rows.lowerBound)
    let hasInside = box.pointee.inner != nil
    if let shape = box.pointee.inner { inner.begin(shape) }
    let (fill, ring) = (box.pointee.fill, box.pointee.ring)
    for y in area.rows {
      let cover = outer.row(y)
      let hole = hasInside ? inner.row(y) : nil
      if let hole, !hole.isEmpty {
        drawBordered(fill, ring, cover, hole, row, area)
      } else {
        draw(ring, cover, y, area)
      }
      row += area.surface.stride
    }
  }

  /// Draws one colour as far as a row is covered.
  private func draw(_ color: Pixel, _ cover: CoverageRow, _ y: Int, _ area: Area) {
    var (cover, part) = (cover, area.part(rows: y..<(y &+ 1), columns: area.clip))
    functions.draw_row(&cover, &part, color)
  }

  /// Draws fill and border at once, so that the fill does not shine through the outer edge.
  private func drawBordered(
    _ fill: Pixel, _ ring: Pixel, _ cover: CoverageRow, _ hole: CoverageRow,
    _ row: UnsafeMutablePointer<Pixel>, _ area: Area
  ) {
    // Between the left sides and the right ones all pixels are alike.
    let end = cover.right_end
    var leftEnd = max(cover.left_end, hole.left_end)
    var rightStart = min(cover.right_start, hole.right_start)
    leftEnd = cover.left_start + (leftEnd - cover.left_start + 7) & ~7
    if leftEnd < rightStart {
      rightStart = leftEnd + (rightStart - leftEnd) & ~7
    } else {
      (leftEnd, rightStart) = (end, end)
    }
    func masked(_ from: Int, _ to: Int) {
      let (from, to) = (max(from, area.clip.lowerBound), min(to, area.clip.upperBound))
      guard from < to else { return }
      cover.complete(from, to)
      hole.complete(from, to)
      Spans.blend(
        row + from, to - from, fill, ring: ring, mask: cover.mask + from, inner: hole.mask + from,
        room: area.end - from)
    }
    masked(cover.left_start, leftEnd)
    let from = max(leftEnd, area.clip.lowerBound), to = min(rightStart, area.clip.upperBound)
    if from < to {
      let color = Spans.mix(fill, UInt32(hole.full), ring, UInt32(cover.full))
      functions.draw_run(row + from, to - from, color)
    }
    masked(rightStart, end)
  }

  // MARK: Masks and shadows

  private func draw(_ command: MaskCommand, _ area: Area) {
    let mask = command.mask
    let bounds = mask.bounds
    let left = max(bounds.minX &+ command.x, area.clip.lowerBound)
    let count = min(bounds.maxX &+ command.x, area.clip.upperBound) &- left
    let first = max(bounds.minY &+ command.y, area.rows.lowerBound)
    let last = min(bounds.maxY &+ command.y, area.rows.upperBound)
    guard count > 0, first < last else { return }
    let stride = bounds.width
    let source = mask.row(first &- command.y) + (left &- command.x)
    var part = area.part(rows: first..<last, columns: left..<(left &+ count))
    functions.draw_mask(source, stride, &part, command.color)
  }

  private func draw(_ shadow: BoxShadowRasterizer, _ program: TileProgram, _ area: Area) {
    program.terms.withUnsafeBufferPointer { terms in
      guard let terms = terms.baseAddress else { return }
      for y in area.rows {
        shadow.row(y, columns: area.clip, terms: terms, sums: sums, into: bytes)
        var part = area.part(rows: y..<(y &+ 1), columns: area.clip)
        functions.draw_mask(bytes, 0, &part, shadow.color)
      }
    }
  }

  // MARK: Shapes of many colours

  /// Draws a row of colours, the first of which belongs to pixel `start`, as far as it is covered.
  private func draw(
    _ colors: UnsafePointer<Pixel>, from start: Int, _ cover: CoverageRow, _ opacity: UInt32,
    _ row: UnsafeMutablePointer<Pixel>, _ clip: Range<Int>
  ) {
    func mask(_ from: Int, _ to: Int) {
      let (from, to) = (max(from, clip.lowerBound), min(to, clip.upperBound))
      guard from < to else { return }
      Spans.blend(
        row + from, to - from, from: colors + (from - start), mask: cover.mask + from,
        opacity: opacity)
    }
    mask(cover.left_start, cover.left_end)
    let from = max(cover.left_end, clip.lowerBound), to = min(cover.right_start, clip.upperBound)
    if from < to {
      let factor = cover.full == 255 ? opacity : (opacity * UInt32(cover.full) + 127) / 255
      Spans.blend(row + from, to - from, from: colors + (from - start), opacity: factor)
    }
    mask(cover.right_start, cover.right_end)
  }

  /// Adds a row of colours, as far as it is covered.
  private func add(
    _ colors: UnsafePointer<Pixel>, from start: Int, _ cover: CoverageRow, _ opacity: UInt32,
    _ row: UnsafeMutablePointer<Pixel>, _ clip: Range<Int>
  ) {
    func mask(_ from: Int, _ to: Int) {
      let (from, to) = (max(from, clip.lowerBound), min(to, clip.upperBound))
      guard from < to else { return }
      for x in from..<to {
        let source = Spans.scale(Spans.scale(colors[x - start], opacity), UInt32(cover.mask[x]))
        row[x] = Spans.sum(source, row[x])
      }
    }
    mask(cover.left_start, cover.left_end)
    let from = max(cover.left_end, clip.lowerBound), to = min(cover.right_start, clip.upperBound)
    if from < to {
      let factor = cover.full == 255 ? opacity : (opacity * UInt32(cover.full) + 127) / 255
      Spans.add(row + from, to - from, from: colors + (from - start), opacity: factor)
    }
    mask(cover.right_start, cover.right_end)
  }

  private func draw(_ command: GradientCommand, _ program: TileProgram, _ area: Area) {
    outer.begin(command.shape)
    let (rows, clip, surface) = (area.rows, area.clip, area.surface)
    program.ramps.withUnsafeBufferPointer { ramps in
      guard let base = ramps.baseAddress else { return }
      let ramp = base + command.ramp
      let map = command.plane.map
      let isAxial = command.plane.kind == .axial
      for y in rows {
        let cover = outer.row(y)
        let from = max(cover.left_start, clip.lowerBound),
          to = min(cover.right_end, clip.upperBound)
        guard from < to else { continue }
        let thresholds = DitheredPixel.thresholds(row: y &- command.row)
        let column = command.column
        let across = (Double(y) + 0.5) * map.c + map.tx
        if isAxial && map.isAffine && map.a == 0 {
          let color = ramp[GradientRamp.index(across)]
          if color.isWhole {
            draw(color.rounded, cover, y, area)
            continue
          }
          for x in from..<to { colors[x - from] = color.pixel(thresholds[(x &- column) & 7]) }
        } else if isAxial && map.isAffine {
          for x in from..<to {
            let position = (Double(x) + 0.5) * map.a + across
            colors[x - from] =
              ramp[GradientRamp.index(position)].pixel(thresholds[(x &- column) & 7])
          }
        } else {
          for x in from..<to {
            let position = command.plane.position(Double(x) + 0.5, Double(y) + 0.5)
            colors[x - from] =
              position.seam < 0
              ? ramp[GradientRamp.index(position.value)].pixel(thresholds[(x &- column) & 7])
              : Spans.mix(
                ramp[0].rounded, UInt32(position.seam * 255 + 0.5),
                ramp[GradientRamp.count - 1].rounded, 255)
          }
        }
        draw(colors, from: from, cover, 255, surface.row(y), clip)
      }
    }
  }

  private func draw(_ command: ImageCommand, _ program: TileProgram, _ area: Area) {
    outer.begin(command.shape)
    let (rows, clip, surface) = (area.rows, area.clip, area.surface)
    let parts = command.parts < 0 ? nil : program.imageParts[command.parts]
    sampler.use(
      command.image, map: command.map, parts: parts, isSmooth: command.isSmooth
    ) { read in
      for y in rows {
        let cover = outer.row(y)
        let from = max(cover.left_start, clip.lowerBound),
          to = min(cover.right_end, clip.upperBound)
        guard from < to else { continue }
        var source = read(y, from..<to, colors)
        if command.tint != .max {
          Spans.tint(colors, to - from, from: source, command.tint)
          source = UnsafePointer(colors)
        }
        switch command.blend {
        case .over: draw(source, from: from, cover, command.opacity, surface.row(y), clip)
        case .add: add(source, from: from, cover, command.opacity, surface.row(y), clip)
        }
      }
    }
  }

  // MARK: Groups

  private func composite(_ group: GroupCommand, _ content: PixelRows, _ area: Area) {
    if let shadow = group.shadow { draw(shadow, area) }
    let (rows, clip, surface) = (area.rows, area.clip, area.surface)
    let left = max(group.content.minX, clip.lowerBound)
    let count = max(min(group.content.maxX, clip.upperBound) - left, 0)
    for y in rows {
      let row = surface.row(y)
      let isInside = count > 0 && y >= group.content.minY && y < group.content.maxY
      guard isInside else {
        if group.blend.clearsOutside { Spans.fill(row + clip.lowerBound, clip.count, 0) }
        continue
      }
      let source = UnsafePointer(content.row(y) + left)
      switch group.blend {
      case .over: Spans.blend(row + left, count, from: source, opacity: group.opacity)
      case .add: Spans.add(row + left, count, from: source, opacity: group.opacity)
      case .destinationIn:
        Spans.fill(row + clip.lowerBound, left - clip.lowerBound, 0)
        Spans.fill(row + left + count, clip.upperBound - left - count, 0)
        Spans.multiply(row + left, count, byAlphaOf: source, opacity: group.opacity)
      case .mode(let mode):
        Spans.blend(
          row + left, count, from: source, mode: mode, opacity: group.opacity,
          order: sampler.order)
      }
    }
  }
}
