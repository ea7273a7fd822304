// MaskCache.swift
// Stage: canvas. Keeps the coverage of glyphs and paths from frame to frame.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Where a mask's bytes lie, as long as a ``MaskBuffer`` holds them.
struct MaskBytes {
  var bounds: PixelRect
  var bytes: UnsafePointer<UInt8>

  /// Returns where a row's column 0 is, or would be.
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

  var place: MaskBytes { MaskBytes(bounds: bounds, bytes: UnsafePointer(bytes)) }

  /// Returns where a row's column 0 is, or would be.
  func row(_ y: Int) -> UnsafePointer<UInt8> { place.row(y) }
}

/// Asks a source once for each glyph and path; forgets everything when it has grown too large.
struct MaskCache {
  /// Bytes of masks at which all are dropped.
  static let limit = 32 << 20

  /// What a path's coverage depends on.
  struct PathKey: Hashable {
    enum Paint: Hashable {
      case fill(CGPathFillRule)
      case stroke(StrokeStyle)
    }
    var path: CGPath
    var paint: Paint
    var transform: CGAffineTransform
    var clip: PixelRect
  }

  /// What the outlines of a whole run depend on.
  struct RunKey: Hashable {
    var run: GlyphRun
    var transform: PlaneTransform
  }

  let source: any CoverageSource
  private var glyphs: [GlyphKey: MaskBuffer] = [:]
  /// The glyphs asked for last, each at the place that its key gives it: a look there takes less than
  /// to hash a key well.
  private var recent: [(key: GlyphKey, mask: MaskBytes)] = []
  private var paths: [PathKey: MaskBuffer] = [:]
  private var runs: [RunKey: CGPath] = [:]
  private var bytes = 0
  /// Bytes asked of the source since they were last taken.
  var fetched = 0

  init(source: any CoverageSource) { self.source = source }

  /// Drops everything when there is too much; for between frames.
  mutating func trim() {
    guard bytes > Self.limit else { return }
    glyphs.removeAll()
    recent.removeAll(keepingCapacity: true)
    paths.removeAll()
    runs.removeAll()
    bytes = 0
  }

  /// Returns a glyph's mask, which stays where it is until ``trim()``.
  mutating func glyph(_ key: GlyphKey) -> MaskBytes {
    let place = key.place(among: Self.recentGlyphs)
    if !recent.isEmpty, recent[place].key == key { return recent[place].mask }
    let mask = (glyphs[key] ?? keep(source.glyph(key)))
    glyphs[key] = mask
    if recent.isEmpty {
      recent = Array(repeating: (key, mask.place), count: Self.recentGlyphs)
    } else {
      recent[place] = (key, mask.place)
    }
    return mask.place
  }

  private static let recentGlyphs = 512

  mutating func path(_ key: PathKey) -> MaskBuffer {
    if let mask = paths[key] { return mask }
    let coverage =
      switch key.paint {
      case .fill(let rule):
        source.fill(key.path, rule: rule, transform: key.transform, clip: key.clip)
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
      : PathFlattener.flattened(path, transform: key.transform)
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
  /// A place in a table of a power of two; neighbouring glyphs have different ones.
  fileprivate func place(among count: Int) -> Int {
    var mixed = UInt64(glyph) &* 4 &+ UInt64(subpixel)
    mixed = mixed &+ UInt64(UInt32(bitPattern: size26_6)) &* 0x9E37_79B1
    mixed = mixed &+ UInt64(UInt32(bitPattern: face.rawValue)) &* 0x85EB_CA77
    return Int((mixed ^ mixed >> 17) & UInt64(count - 1))
  }
}
