// CATiledLayer.swift
// A layer that draws the visible part of its contents, tile by tile.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// A layer for contents far larger than the screen: tiles are drawn when they become visible, and fade in.
///
/// `draw(in:)`, or the delegate's method, is called for each tile, with the context clipped to the tile and
/// scaled to its level of detail. Tiles are drawn on the layers' thread, before the commit that shows them;
/// those far from the visible part are discarded.
///
/// Source: Apple's `CATiledLayer`.
open class CATiledLayer: CALayer {
  /// The duration in which new tiles fade in, in seconds; 0 shows them at once. Default 0.25.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The number of levels of detail, each with half the scale of the previous one. Default 1.
  open var levelsOfDetail = 1 {
    didSet { if levelsOfDetail != oldValue { discardTiles() } }
  }

  /// The number of levels that are finer than the layer's own scale. Default 0.
  open var levelsOfDetailBias = 0 {
    didSet { if levelsOfDetailBias != oldValue { discardTiles() } }
  }

  /// The maximum size of a tile, in pixels, at least 1 x 1. Default 256 x 256.
  open var tileSize = CGSize(width: 256, height: 256) {
    didSet { if tileSize != oldValue { discardTiles() } }
  }

  /// The finest level; its negative is the lowest bias.
  private static let maximumLevel = 100

  /// The maximum number of tiles; further visible ones are not drawn.
  private static let maximumTiles = 4096

  private struct Tile: Hashable { var column: Int, row: Int }

  private var tiles: [Tile: Drawing] = [:]
  private var level = 0
  /// The bounds for which the tiles were drawn.
  private var tiledBounds = CGRect.zero

  /// Creates a layer without tiles.
  public override init() {
    super.init()
    values.subclass = .tiled
  }

  /// Creates the presentation copy of a layer; called by the system only.
  public override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CATiledLayer {
      (levelsOfDetail, levelsOfDetailBias) = (layer.levelsOfDetail, layer.levelsOfDetailBias)
      tileSize = layer.tileSize
    }
  }

  /// Creates a layer without tiles. Layers are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .tiled
  }

  /// Redraws all visible tiles.
  open override func setNeedsDisplay() {
    tiles = [:]
    super.setNeedsDisplay()
  }

  /// Redraws the tiles that intersect a rectangle.
  open override func setNeedsDisplay(_ rect: CGRect) {
    tiles = tiles.filter { tile, _ in fullRect(of: tile).overlap(with: rect).isNull }
    super.setNeedsDisplay(rect)
  }

  /// Draws the visible tiles that are not drawn yet.
  open override func display() {
    // Visibility is known in a live tree only, where the commit displays the layer.
    if context != nil { showTiles(isForced: true) }
  }

  private func discardTiles() {
    guard !tiles.isEmpty else { return }
    setNeedsDisplay()
  }

  // MARK: Tiles

  /// Pixels per point of a level; level 0 has the layer's own scale.
  private func scale(of level: Int) -> CGFloat {
    contentsScale * CGFloat(sign: .plus, exponent: level, significand: 1)
  }

  /// The size of the bounds, in pixels of the level.
  private var pixelSize: CGSize {
    let scale = scale(of: level)
    return CGSize(width: bounds.width * scale, height: bounds.height * scale)
  }

  private var pointsPerTile: CGSize {
    let scale = scale(of: level)
    func points(_ pixels: CGFloat) -> CGFloat { max(pixels.isFinite ? pixels : 256, 1) / scale }
    return CGSize(width: points(tileSize.width), height: points(tileSize.height))
  }

  /// A tile in the layer's space, not clipped to the bounds.
  private func fullRect(of tile: Tile) -> CGRect {
    let size = pointsPerTile
    return CGRect(
      x: bounds.minX + CGFloat(tile.column) * size.width,
      y: bounds.minY + CGFloat(tile.row) * size.height, width: size.width, height: size.height)
  }

  /// Discards the tiles that new bounds clip differently; all of them if the origin changed, as tiles are
  /// counted from there. Returns whether any were discarded.
  private func updateTiles(for bounds: CGRect) -> Bool {
    guard bounds != tiledBounds else { return false }
    let (old, count) = (tiledBounds, tiles.count)
    tiledBounds = bounds
    tiles =
      bounds.origin == old.origin
      ? tiles.filter { tile, _ in
        let rect = fullRect(of: tile)
        return rect.overlap(with: bounds) == rect.overlap(with: old)
      } : [:]
    return tiles.count < count
  }

  /// The part of the bounds that no layer above clips, in the layer's space, and the size of a point on the
  /// screen.
  private var visiblePart: (rect: CGRect, scale: CGFloat) {
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

  /// Draws the tiles that became visible; called before a commit.
  func showTiles(isForced: Bool = false) {
    let (rect, scale) = visiblePart
    guard !rect.isEmpty, scale > 0, scale.isFinite else { return }
    // Clamped, so the arithmetic cannot overflow.
    let finestLevel = min(max(levelsOfDetailBias, -Self.maximumLevel), Self.maximumLevel)
    let coarsest = finestLevel - min(max(levelsOfDetail, 1) - 1, 2 * Self.maximumLevel)
    let wantedLevel = Int(min(max(Foundation.log2(scale).rounded(.up), -30), 30))
    let new = min(max(wantedLevel, coarsest), finestLevel)
    var didChange = updateTiles(for: bounds) || isForced
    if new != level {
      (level, tiles) = (new, [:])
      didChange = true
    }
    let size = pointsPerTile
    // At an extreme scale, tiles have no size or an infinite one.
    guard size.width > 0, size.height > 0, CGRect(origin: .zero, size: size).isFinite,
      CGRect(origin: .zero, size: pixelSize).isFinite
    else { return }
    let columns = Self.indices(rect.minX - bounds.minX, rect.maxX - bounds.minX, size.width)
    let rows = Self.indices(rect.minY - bounds.minY, rect.maxY - bounds.minY, size.height)
    // Tiles more than the visible part's size away are discarded.
    let (across, down) = (columns.count, rows.count)
    let near = tiles.filter { tile, _ in
      tile.column >= columns.lowerBound - across && tile.column <= columns.upperBound + across
        && tile.row >= rows.lowerBound - down && tile.row <= rows.upperBound + down
    }
    if near.count < tiles.count { (tiles, didChange) = (near, true) }
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

  /// The indices of the tiles from one distance to another, at least one.
  private static func indices(_ low: CGFloat, _ high: CGFloat, _ length: CGFloat)
    -> ClosedRange<Int>
  {
    func index(_ distance: CGFloat) -> Int {
      Int(min(max((distance / length).rounded(.down), -1e9), 1e9))
    }
    let first = index(low)
    // A tile that only touches the range is not visible, unless it is the only one.
    return first...max(first, index(high - 1e-6))
  }

  private func draw(_ tile: Tile) -> Drawing {
    let scale = scale(of: level)
    let context = CGContext(size: pixelSize)
    context.scaleBy(x: scale, y: scale)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    context.clip(to: fullRect(of: tile).overlap(with: bounds))
    draw(in: context)
    let drawing = context.drawing
    return drawing.isPlain ? drawing : pixels(of: drawing, tile)
  }

  /// Returns a drawing of a tile's pixels, for commands that canvases cannot draw.
  private func pixels(of drawing: Drawing, _ tile: Tile) -> Drawing {
    let scale = scale(of: level)
    let rect = fullRect(of: tile).offsetBy(dx: -bounds.minX, dy: -bounds.minY)
    let origin = CGPoint(x: rect.minX * scale, y: rect.minY * scale)
    let cut = CGContext(
      size: CGSize(width: rect.width * scale, height: rect.height * scale))
    cut.translateBy(x: -origin.x, y: -origin.y)
    cut.draw(drawing)
    guard let image = cut.drawing.image(scale: 1) else { return drawing }
    let result = CGContext(size: pixelSize)
    result.drawUpright(
      image, in: CGRect(origin: origin, size: CGSize(width: image.width, height: image.height)))
    return result.drawing
  }

  /// Sets the contents to one drawing of all tiles; new tiles fade in.
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
