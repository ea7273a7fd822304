// BandRaster.swift
// Stage: canvas. Takes a program and a band of rows, draws all steps into these rows. Each thread
// owns one; the pixels depend on the program alone, not on where bands begin.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Draws bands.
final class BandRaster {
  private let sampler: ImageSampler
  private let outer = CoverageScanner(), inner = CoverageScanner()
  /// A row of colours, a row of sums and a row of mask bytes.
  private var colors: UnsafeMutablePointer<Pixel> = .allocate(capacity: 1)
  private var sums: UnsafeMutablePointer<Float> = .allocate(capacity: 1)
  private var bytes: UnsafeMutablePointer<UInt8> = .allocate(capacity: 1)
  private var capacity = 1
  private var edges = UnsafePointer<Edge>(bitPattern: 8)

  init(order: PixelOrder) { sampler = ImageSampler(order: order) }

  deinit {
    colors.deallocate()
    sums.deallocate()
    bytes.deallocate()
  }

  /// Draws all of a program's steps into some of its rows.
  func draw(_ program: CanvasProgram, rows: Range<Int>) {
    prepare(program.bounds)
    if !program.isBackgroundCovered {
      let surface = program.surfaces[0]
      let start = surface.row(rows.lowerBound) + program.bounds.minX
      Spans.fill(start, program.bounds.width * rows.count, program.background)
    }
    program.edges.edges.withUnsafeBufferPointer { edges in
      // Some steps have no edges; they never follow the pointer.
      self.edges = edges.baseAddress ?? self.edges
      program.steps.withUnsafeBufferPointer { steps in
        for step in steps where !step.isHidden {
          let first = max(step.bounds.minY, rows.lowerBound)
          let last = min(step.bounds.maxY, rows.upperBound)
          if first < last { draw(step, program, first..<last) }
        }
      }
    }
  }

  private func prepare(_ bounds: PixelRect) {
    outer.prepare(columns: bounds.minX..<bounds.maxX)
    inner.prepare(columns: bounds.minX..<bounds.maxX)
    guard bounds.width > capacity else { return }
    colors.deallocate()
    sums.deallocate()
    bytes.deallocate()
    capacity = bounds.width
    colors = .allocate(capacity: capacity)
    sums = .allocate(capacity: capacity)
    bytes = .allocate(capacity: capacity)
  }

  private func draw(_ step: CanvasStep, _ program: CanvasProgram, _ rows: Range<Int>) {
    let surface = program.surfaces[step.depth]
    let clip = step.bounds.minX..<step.bounds.maxX
    switch step.kind {
    case .box: draw(program.boxes[step.index], surface, rows, clip)
    case .mask: draw(program.masks[step.index], surface, rows, clip)
    case .glyphs:
      program.masks.withUnsafeBufferPointer { masks in
        for index in program.glyphRuns[step.index] {
          draw(masks[index], surface, rows, clip)
        }
      }
    case .gradient: draw(program.gradients[step.index], program, surface, rows, clip)
    case .image: draw(program.images[step.index], surface, rows, clip)
    case .shadow: draw(program.shadows[step.index], program, surface, rows, clip)
    case .push:
      for y in rows {
        Spans.fill(surface.row(y) + clip.lowerBound, clip.count, 0)
      }
    case .pop:
      let group = program.groups[step.index]
      let content =
        group.surface ?? program.surfaces[min(step.depth + 1, program.surfaces.count - 1)]
      putBack(group, content, surface, rows, clip)
    }
  }

  // MARK: Boxes

  private func draw(
    _ box: BoxStep, _ surface: Surface, _ rows: Range<Int>, _ clip: Range<Int>
  ) {
    guard let edges else { return }
    outer.begin(box.outer, in: edges)
    if box.hasBorder {
      if let shape = box.inner { inner.begin(shape, in: edges) }
      for y in rows {
        let row = surface.row(y)
        let cover = outer.row(y)
        let hole = box.inner == nil ? nil : inner.row(y)
        if let hole, !hole.isEmpty {
          drawBordered(box, cover, hole, row, clip)
        } else {
          draw(box.ring, cover, row, clip)
        }
      }
    } else {
      for y in rows { draw(box.fill, outer.row(y), surface.row(y), clip) }
    }
  }

  /// Draws one colour as far as a row is covered.
  @inline(__always) private func draw(
    _ color: Pixel, _ cover: CoverageRow, _ row: UnsafeMutablePointer<Pixel>, _ clip: Range<Int>
  ) {
    let left = max(cover.leftStart, clip.lowerBound), leftEnd = min(cover.leftEnd, clip.upperBound)
    if left < leftEnd {
      Spans.blend(row + left, leftEnd - left, color, mask: cover.mask + left)
    }
    let middle = max(cover.leftEnd, clip.lowerBound)
    let middleEnd = min(cover.rightStart, clip.upperBound)
    if middle < middleEnd {
      let color = cover.full == 255 ? color : Spans.scale(color, UInt32(cover.full))
      Spans.blend(row + middle, middleEnd - middle, color)
    }
    let right = max(cover.rightStart, clip.lowerBound)
    let rightEnd = min(cover.rightEnd, clip.upperBound)
    if right < rightEnd {
      Spans.blend(row + right, rightEnd - right, color, mask: cover.mask + right)
    }
  }

  /// Draws fill and border at once, so that the fill does not shine through the outer edge.
  private func drawBordered(
    _ box: BoxStep, _ cover: CoverageRow, _ hole: CoverageRow,
    _ row: UnsafeMutablePointer<Pixel>, _ clip: Range<Int>
  ) {
    func mixed(_ covered: UInt32, _ within: UInt32) -> Pixel {
      let within = min(within, covered)
      return Spans.scale(box.fill, within) &+ Spans.scale(box.ring, covered &- within)
    }
    let end = min(cover.rightEnd, clip.upperBound)
    var x = max(cover.leftStart, clip.lowerBound)
    while x < end {
      var next = x + 1
      var within = hole.coverage(x)
      if x >= cover.leftEnd && x < cover.rightStart {
        // Where neither shape has an edge, pixels are alike.
        if x < hole.leftStart {
          next = min(hole.leftStart, cover.rightStart)
        } else if x >= hole.rightEnd {
          next = cover.rightStart
        } else if x >= hole.leftEnd && x < hole.rightStart {
          next = min(hole.rightStart, cover.rightStart)
          within = UInt32(hole.full)
        }
      }
      next = min(next, end)
      Spans.blend(row + x, next - x, mixed(cover.coverage(x), within))
      x = next
    }
  }

  // MARK: Masks and shadows

  private func draw(
    _ step: MaskStep, _ surface: Surface, _ rows: Range<Int>, _ clip: Range<Int>
  ) {
    let bounds = step.mask.bounds
    let left = max(bounds.minX + step.x, clip.lowerBound)
    let count = min(bounds.maxX + step.x, clip.upperBound) - left
    let first = max(bounds.minY + step.y, rows.lowerBound)
    let last = min(bounds.maxY + step.y, rows.upperBound)
    guard count > 0, first < last else { return }
    for y in first..<last {
      Spans.blend(
        surface.row(y) + left, count, step.color,
        mask: step.mask.row(y - step.y) + (left - step.x))
    }
  }

  private func draw(
    _ shadow: ShadowStep, _ program: CanvasProgram, _ surface: Surface, _ rows: Range<Int>,
    _ clip: Range<Int>
  ) {
    program.terms.withUnsafeBufferPointer { terms in
      guard let terms = terms.baseAddress else { return }
      for y in rows {
        shadow.row(y, terms: terms, sums: sums, into: bytes)
        Spans.blendSmooth(
          surface.row(y) + clip.lowerBound, clip.count, shadow.color, mask: bytes)
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
    mask(cover.leftStart, cover.leftEnd)
    let from = max(cover.leftEnd, clip.lowerBound), to = min(cover.rightStart, clip.upperBound)
    if from < to {
      let factor = cover.full == 255 ? opacity : (opacity * UInt32(cover.full) + 127) / 255
      Spans.blend(row + from, to - from, from: colors + (from - start), opacity: factor)
    }
    mask(cover.rightStart, cover.rightEnd)
  }

  private func draw(
    _ step: GradientStep, _ program: CanvasProgram, _ surface: Surface, _ rows: Range<Int>,
    _ clip: Range<Int>
  ) {
    guard let edges else { return }
    outer.begin(step.shape, in: edges)
    program.ramps.withUnsafeBufferPointer { ramps in
      guard let base = ramps.baseAddress else { return }
      let ramp = base + step.ramp
      let map = step.map
      let last = Double(GradientRamp.count - 1)
      for y in rows {
        let cover = outer.row(y)
        let from = max(cover.leftStart, clip.lowerBound), to = min(cover.rightEnd, clip.upperBound)
        guard from < to else { continue }
        let across = (Double(y) + 0.5) * map.c + map.tx
        if map.isAffine && map.a == 0 {
          draw(
            ramp[Int(PixelColor.unit(across) * last + 0.5)], cover, surface.row(y), clip)
          continue
        }
        if map.isAffine {
          for x in from..<to {
            let position = (Double(x) + 0.5) * map.a + across
            colors[x - from] = ramp[Int(PixelColor.unit(position) * last + 0.5)]
          }
        } else {
          let depth = (Double(y) + 0.5) * map.py + map.pw
          for x in from..<to {
            let centre = Double(x) + 0.5
            let position = (centre * map.a + across) / (centre * map.px + depth)
            colors[x - from] = ramp[Int(PixelColor.unit(position) * last + 0.5)]
          }
        }
        draw(colors, from: from, cover, 255, surface.row(y), clip)
      }
    }
  }

  private func draw(
    _ step: ImageStep, _ surface: Surface, _ rows: Range<Int>, _ clip: Range<Int>
  ) {
    guard let edges else { return }
    outer.begin(step.shape, in: edges)
    sampler.use(step.image, map: step.map, isSmooth: step.isSmooth) { read in
      for y in rows {
        let cover = outer.row(y)
        let from = max(cover.leftStart, clip.lowerBound), to = min(cover.rightEnd, clip.upperBound)
        guard from < to else { continue }
        let source = read(y, from..<to, colors)
        draw(source, from: from, cover, step.opacity, surface.row(y), clip)
      }
    }
  }

  // MARK: Groups

  private func putBack(
    _ group: GroupStep, _ content: Surface, _ surface: Surface, _ rows: Range<Int>,
    _ clip: Range<Int>
  ) {
    if let shadow = group.shadow { draw(shadow, surface, rows, clip) }
    let left = max(group.content.minX, clip.lowerBound)
    let count = max(min(group.content.maxX, clip.upperBound) - left, 0)
    for y in rows {
      let row = surface.row(y)
      let isInside = count > 0 && y >= group.content.minY && y < group.content.maxY
      if group.blend == .destinationIn {
        guard isInside else {
          Spans.fill(row + clip.lowerBound, clip.count, 0)
          continue
        }
        Spans.fill(row + clip.lowerBound, left - clip.lowerBound, 0)
        Spans.fill(row + left + count, clip.upperBound - left - count, 0)
        Spans.keep(row + left, count, alphaOf: content.row(y) + left, opacity: group.opacity)
      } else if isInside {
        let source = UnsafePointer(content.row(y) + left)
        if group.blend == .add {
          Spans.add(row + left, count, from: source, opacity: group.opacity)
        } else {
          Spans.blend(row + left, count, from: source, opacity: group.opacity)
        }
      }
    }
  }
}
