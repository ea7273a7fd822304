// MaskCache.swift
// Stage: canvas. Keeps the coverage of glyphs and paths from frame to frame.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The address of a mask's bytes, valid as long as its ``MaskBuffer`` lives.
struct MaskBytes {
  var bounds: PixelRect
  var bytes: UnsafePointer<UInt8>

  /// The address of a row's column 0, even if there is no such column.
  @inline(__always) func row(_ y: Int) -> UnsafePointer<UInt8> {
    bytes + ((y - bounds.minY) * bounds.width - bounds.minX)
  }
}

/// A mask at a fixed address, which threads may read.
final class MaskBuffer {
  let bounds: PixelRect
  let bytes: UnsafeMutablePointer<UInt8>

  init(_ coverage: Coverage) {
    bounds = coverage.bounds.isEmpty ? .empty : coverage.bounds
    // Rows are read eight bytes at a time, the last one too.
    bytes = .allocate(capacity: coverage.pixels.count + 8)
    bytes.initialize(repeating: 0, count: coverage.pixels.count + 8)
    coverage.pixels.withUnsafeBufferPointer { pixels in
      if let base = pixels.baseAddress { bytes.update(from: base, count: pixels.count) }
    }
  }

  deinit { bytes.deallocate() }

  var view: MaskBytes { MaskBytes(bounds: bounds, bytes: UnsafePointer(bytes)) }

  /// The address of a row's column 0, even if there is no such column.
  func row(_ y: Int) -> UnsafePointer<UInt8> { view.row(y) }
}

/// Fetches each glyph and path once from a source; drops everything when it has grown too large.
struct MaskCache {
  /// The size, in bytes, above which all masks are dropped.
  static let limit = 32 << 20

  /// Everything that a path's coverage depends on.
  struct PathKey: Hashable {
    enum Paint: Hashable {
      case fill(CGPathFillRule)
      case stroke(StrokeStyle)
    }
    var path: CGPath
    var paint: Paint
    /// Affine for a fill.
    var transform: PlaneTransform
    var clip: PixelRect
  }

  /// Everything that the outlines of a glyph run depend on.
  struct RunKey: Hashable {
    var run: GlyphRun
    var transform: PlaneTransform
  }

  let source: any CoverageSource
  private var glyphs: [GlyphKey: MaskBuffer] = [:]
  /// The glyphs fetched last, each in the slot that its key gives: cheaper than hashing the key.
  private var recent: [(key: GlyphKey, mask: MaskBytes)] = []
  private var paths: [PathKey: MaskBuffer] = [:]
  private var runs: [RunKey: CGPath] = [:]
  private var bytes = 0
  /// Bytes fetched from the source in this frame.
  var fetched = 0

  init(source: any CoverageSource) { self.source = source }

  /// Drops everything above the limit; called between frames.
  mutating func trim() {
    guard bytes > Self.limit else { return }
    glyphs.removeAll()
    recent.removeAll(keepingCapacity: true)
    paths.removeAll()
    runs.removeAll()
    bytes = 0
  }

  /// Returns a glyph's mask, whose address is valid until ``trim()``.
  mutating func glyph(_ key: GlyphKey) -> MaskBytes {
    let slot = key.slot(among: Self.recentGlyphs)
    if !recent.isEmpty, recent[slot].key == key { return recent[slot].mask }
    let mask = (glyphs[key] ?? keep(source.glyph(key)))
    glyphs[key] = mask
    if recent.isEmpty {
      recent = Array(repeating: (key, mask.view), count: Self.recentGlyphs)
    } else {
      recent[slot] = (key, mask.view)
    }
    return mask.view
  }

  private static let recentGlyphs = 512

  mutating func path(_ key: PathKey) -> MaskBuffer {
    if let mask = paths[key] { return mask }
    let coverage =
      switch key.paint {
      case .fill(let rule):
        source.fill(key.path, rule: rule, transform: key.transform.affine, clip: key.clip)
      case .stroke(let style):
        source.stroke(key.path, style: style, transform: key.transform, clip: key.clip)
      }
    let mask = keep(coverage)
    paths[key] = mask
    return mask
  }

  /// Returns a run's outlines in device pixels; empty when the face has none.
  mutating func outline(_ key: RunKey) -> CGPath {
    if let path = runs[key] { return path }
    let path = CGMutablePath()
    let size = key.run.size
    for glyph in key.run.glyphs {
      guard let outline = source.outline(of: glyph.glyph, in: key.run.face) else { continue }
      path.addPath(
        outline,
        transform: CGAffineTransform(
          a: size, b: 0, c: 0, d: size, tx: glyph.position.x, ty: glyph.position.y))
    }
    let result =
      key.transform.isAffine
      ? path.applying(key.transform.affine)
      : PerspectiveFlattener.flattened(path, transform: key.transform)
    runs[key] = result
    bytes += 64 * result.elements.count + 256
    return result
  }

  private mutating func keep(_ coverage: Coverage) -> MaskBuffer {
    bytes += coverage.pixels.count + 256
    fetched += coverage.pixels.count
    return MaskBuffer(coverage)
  }
}

extension GlyphKey {
  /// A slot in a table whose count is a power of two; neighbouring glyphs have different ones.
  fileprivate func slot(among count: Int) -> Int {
    var mixed = UInt64(glyph) &* 16 &+ UInt64(subpixel)
    mixed = mixed &+ UInt64(UInt32(bitPattern: size26_6)) &* 0x9E37_79B1
    mixed = mixed &+ UInt64(UInt32(bitPattern: face.rawValue)) &* 0x85EB_CA77
    return Int((mixed ^ mixed >> 17) & UInt64(count - 1))
  }
}
