// CATiledLayer.swift
// A layer that draws of itself what can be seen, tile by tile (semantics 12).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// A layer for contents that are far larger than the screen: it draws the tiles that can be seen, when
/// they come to be seen, and lets them fade in.
///
/// For each tile `draw(in:)` is called, or the delegate's, with the context clipped to the tile and
/// scaled to its level of detail. Tiles are drawn on the thread of the layers, before the commit that
/// shows them; those far outside of what is seen are forgotten.
///
/// Source: Apple's `CATiledLayer`.
open class CATiledLayer: CALayer {
  /// Seconds in which new tiles fade in. 0.25 unless overridden; 0 shows them at once.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// How many levels of detail there are, each half as fine as the one before. Default 1.
  open var levelsOfDetail = 1 {
    didSet { if levelsOfDetail != oldValue { forgetTiles() } }
  }

  /// How many of the levels are finer than the layer at its own scale. Default 0.
  open var levelsOfDetailBias = 0 {
    didSet { if levelsOfDetailBias != oldValue { forgetTiles() } }
  }

  /// The largest size of a tile in pixels. Default 256 x 256; less than one pixel counts as one.
  open var tileSize = CGSize(width: 256, height: 256) {
    didSet { if tileSize != oldValue { forgetTiles() } }
  }

  /// The finest level there can be; its negative is the coarsest bias.
  private static let outermostLevel = 100

  /// The most tiles that are kept; what more can be seen at once is left out.
  private static let maximumTiles = 4096

  private struct Tile: Hashable { var column: Int, row: Int }

  private var tiles: [Tile: Drawing] = [:]
  private var level = 0
  /// The bounds that the tiles are those of.
  private var tiledBounds = CGRect.zero

  /// Creates a layer without tiles.
  public override init() {
    super.init()
    values.subclass = .tiled
  }

  /// Creates the copy that presents a layer; used by the system alone.
  public override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CATiledLayer {
      (levelsOfDetail, levelsOfDetailBias) = (layer.levelsOfDetail, layer.levelsOfDetailBias)
      tileSize = layer.tileSize
    }
  }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .tiled
  }

  /// Draws all tiles anew that can be seen.
  open override func setNeedsDisplay() {
    tiles = [:]
    super.setNeedsDisplay()
  }

  /// Draws the tiles anew that a rectangle touches.
  open override func setNeedsDisplay(_ rect: CGRect) {
    tiles = tiles.filter { tile, _ in whole(tile).overlap(with: rect).isNull }
    super.setNeedsDisplay(rect)
  }

  /// Draws the tiles that can be seen and are not drawn yet.
  open override func display() {
    // Where it can be seen is known once it is in a tree; the commit asks then.
    if context != nil { showTiles(isAsked: true) }
  }

  private func forgetTiles() {
    guard !tiles.isEmpty else { return }
    setNeedsDisplay()
  }

  // MARK: Tiles

  /// Pixels per point of a level; 0 is the layer at its own scale.
  private func scale(of level: Int) -> CGFloat {
    contentsScale * CGFloat(sign: .plus, exponent: level, significand: 1)
  }

  /// The size of the bounds in pixels of the level.
  private var pixelSize: CGSize {
    let scale = scale(of: level)
    return CGSize(width: bounds.width * scale, height: bounds.height * scale)
  }

  private var pointsPerTile: CGSize {
    let scale = scale(of: level)
    func points(_ pixels: CGFloat) -> CGFloat { max(pixels.isFinite ? pixels : 256, 1) / scale }
    return CGSize(width: points(tileSize.width), height: points(tileSize.height))
  }

  /// A tile in the layer's space, as if the bounds did not cut it.
  private func whole(_ tile: Tile) -> CGRect {
    let size = pointsPerTile
    return CGRect(
      x: bounds.minX + CGFloat(tile.column) * size.width,
      y: bounds.minY + CGFloat(tile.row) * size.height, width: size.width, height: size.height)
  }

  /// Forgets the tiles that other bounds cut otherwise; all of them where the bounds begin elsewhere, as
  /// the tiles are counted from there. Returns whether it forgot any.
  private func follow(_ bounds: CGRect) -> Bool {
    guard bounds != tiledBounds else { return false }
    let (old, count) = (tiledBounds, tiles.count)
    tiledBounds = bounds
    tiles =
      bounds.origin == old.origin
      ? tiles.filter { tile, _ in
        let whole = whole(tile)
        return whole.overlap(with: bounds) == whole.overlap(with: old)
      } : [:]
    return tiles.count < count
  }

  /// The part of the bounds that no layer above cuts off, in the layer's space, and how large one of its
  /// points is on the screen.
  private var shown: (rect: CGRect, scale: CGFloat) {
    var rect = bounds
    var root: CALayer = self
    while let layer = root.superlayer {
      if layer.masksToBounds { rect = rect.overlap(with: convert(layer.bounds, from: layer)) }
      root = layer
    }
    rect = rect.overlap(with: convert(root.bounds, from: root))
    let unit = convert(CGRect(x: bounds.midX, y: bounds.midY, width: 1, height: 1), to: root)
    return (rect.isNull || !rect.isFinite ? .zero : rect, max(unit.width, unit.height))
  }

  /// Before a commit: draws what came to be seen.
  func showTiles(isAsked: Bool = false) {
    let (rect, scale) = shown
    guard !rect.isEmpty, scale > 0, scale.isFinite else { return }
    // Within these the arithmetic cannot overflow.
    let finest = min(max(levelsOfDetailBias, -Self.outermostLevel), Self.outermostLevel)
    let coarsest = finest - min(max(levelsOfDetail, 1) - 1, 2 * Self.outermostLevel)
    let wanted = Int(min(max(Foundation.log2(scale).rounded(.up), -30), 30))
    let new = min(max(wanted, coarsest), finest)
    var didChange = follow(bounds) || isAsked
    if new != level {
      (level, tiles) = (new, [:])
      didChange = true
    }
    let size = pointsPerTile
    // With an extreme scale, tiles have no size or an infinite one, and cannot be counted.
    guard size.width > 0, size.height > 0, CGRect(origin: .zero, size: size).isFinite,
      CGRect(origin: .zero, size: pixelSize).isFinite
    else { return }
    let columns = Self.indices(rect.minX - bounds.minX, rect.maxX - bounds.minX, size.width)
    let rows = Self.indices(rect.minY - bounds.minY, rect.maxY - bounds.minY, size.height)
    // Those that are farther away than the screen is wide are forgotten.
    let (across, down) = (columns.count, rows.count)
    let kept = tiles.filter { tile, _ in
      tile.column >= columns.lowerBound - across && tile.column <= columns.upperBound + across
        && tile.row >= rows.lowerBound - down && tile.row <= rows.upperBound + down
    }
    if kept.count < tiles.count { (tiles, didChange) = (kept, true) }
    all: for row in rows {
      for column in columns where tiles[Tile(column: column, row: row)] == nil {
        guard tiles.count < Self.maximumTiles else { break all }
        let tile = Tile(column: column, row: row)
        tiles[tile] = draw(tile)
        didChange = true
      }
    }
    if didChange { compose() }
  }

  /// The tiles from one distance to another, each of a length; at least the first of them.
  private static func indices(_ low: CGFloat, _ high: CGFloat, _ length: CGFloat)
    -> ClosedRange<Int>
  {
    func index(_ distance: CGFloat) -> Int {
      Int(min(max((distance / length).rounded(.down), -1e9), 1e9))
    }
    let first = index(low)
    // A tile that is only touched is not seen, unless there is none besides.
    return first...max(first, index(high - 1e-6))
  }

  private func draw(_ tile: Tile) -> Drawing {
    let scale = scale(of: level)
    let context = CGContext(size: pixelSize)
    context.scaleBy(x: scale, y: scale)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    context.clip(to: whole(tile).overlap(with: bounds))
    draw(in: context)
    return context.drawing
  }

  /// Makes one drawing of all tiles the contents; those that were not in it fade in.
  private func compose() {
    var (items, clips): ([Drawing.Item], [Drawing.Clip]) = ([], [])
    let ordered = tiles.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }
    for (_, drawing) in ordered {
      let first = clips.count
      for var clip in drawing.clips {
        clip.parent = clip.parent.map { $0 + first }
        clips.append(clip)
      }
      for var item in drawing.items {
        item.clip = item.clip.map { $0 + first }
        items.append(item)
      }
    }
    let new = Drawing(size: pixelSize, items: items, clips: clips)
    let old = contents
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    contents = new
    CATransaction.commit()
    let duration = type(of: self).fadeDuration()
    guard duration > 0, slot >= 0, context?.isVisible == true else { return }
    let fade = CABasicAnimation(keyPath: "contents")
    fade.fromValue = old ?? Drawing(size: new.size, items: [])
    fade.duration = duration
    add(fade, forKey: "contents")
  }
}
