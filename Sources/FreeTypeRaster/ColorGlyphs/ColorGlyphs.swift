// ColorGlyphs.swift
// Stage: display. Glyphs in colour of a face: pictures (CBDT, sbix), and layers or paint graphs of outlines (COLR).
//
// This folder: glyphs in colour: pictures and layers, and paint graphs, read (`ColorPaintTable`) and drawn
// (`ColorPaint`).
//
// SPDX-License-Identifier: MIT

internal import CFreeType
import CoreGraphics
import Foundation
import Typesetting

/// The glyphs in colour of a face. Used under ``FreeTypeLibrary/lock``.
final class ColorGlyphs {
  struct Key: Hashable {
    var glyph: UInt32
    /// Pixels per em.
    var pixels: Int
    /// The text's colour, for a picture that contains it.
    var textColor: CGColor?
  }

  /// What a glyph has.
  enum Found {
    /// Nil for a glyph without colours.
    case picture(GlyphPicture?)
    /// A paint graph. The caller draws its picture, and keeps it with ``keep(_:for:)``.
    case paint(ColorPaint, Key)
  }

  private let face: FT_Face
  private var pictures: [Key: GlyphPicture?] = [:]
  private var paints: [UInt32: (paint: ColorPaint, usesTextColor: Bool)?] = [:]
  private lazy var table = paintTable()

  /// - Parameter face: An open face, which lives at least as long.
  init(face: FT_Face) { self.face = face }

  /// Returns what a glyph has for a font size in points.
  func find(_ glyph: UInt32, size: CGFloat, textColor: CGColor) -> Found {
    guard size > 0, size.isFinite else { return .picture(nil) }
    // Enough for two pixels a point; pictures are enlarged beyond.
    var key = Key(glyph: glyph, pixels: Int(min(max((size * 2).rounded(.up), 1), 512)))
    if let painted = paint(of: glyph) {
      if painted.usesTextColor { key.textColor = textColor }
      if let known = pictures[key] { return .picture(known) }
      return .paint(painted.paint, key)
    }
    if let known = pictures[key] { return .picture(known) }
    let picture = layers(of: glyph) ?? bitmap(of: glyph, pixels: key.pixels)
    keep(picture, for: key)
    return .picture(picture)
  }

  func keep(_ picture: GlyphPicture?, for key: Key) {
    // Sizes that are animated must not exhaust memory.
    if pictures.count >= 1024 { pictures.removeAll() }
    pictures[key] = .some(picture)
  }

  // MARK: Paint graphs

  private func paint(of glyph: UInt32) -> (paint: ColorPaint, usesTextColor: Bool)? {
    guard let table else { return nil }
    if let known = paints[glyph] { return known }
    if paints.count >= 1024 { paints.removeAll() }
    let paint = table.paint(of: glyph).map { (paint: $0, usesTextColor: $0.usesTextColor) }
    paints[glyph] = .some(paint)
    return paint
  }

  /// The largest table that is read, in bytes.
  private static let largestTable = 32 << 20

  private func paintTable() -> ColorPaintTable? {
    let tag = FT_ULong(0x434F_4C52)  // COLR
    var length: FT_ULong = 0
    guard FT_Load_Sfnt_Table(face, tag, 0, nil, &length) == 0, length > 0,
      length <= FT_ULong(Self.largestTable)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    guard FT_Load_Sfnt_Table(face, tag, 0, &bytes, &length) == 0 else { return nil }
    return ColorPaintTable(bytes, palette: palette)
  }

  /// The colours of the first palette.
  private lazy var palette: [CGColor] = {
    var data = FT_Palette_Data()
    var colors: UnsafeMutablePointer<FT_Color>?
    guard FT_Palette_Data_Get(face, &data) == 0, data.num_palettes > 0,
      FT_Palette_Select(face, 0, &colors) == 0, let colors
    else { return [] }
    return (0..<Int(data.num_palette_entries)).map { colors[$0].color }
  }()

  // MARK: Layers

  /// A damaged table may contain any number of layers.
  private static let mostLayers = 256

  private func layers(of glyph: UInt32) -> GlyphPicture? {
    var iterator = FT_LayerIterator()
    iterator.p = nil
    var (layer, index) = (FT_UInt(0), FT_UInt(0))
    if palette.isEmpty { return nil }
    var result: [(glyph: UInt32, color: CGColor?)] = []
    while result.count < Self.mostLayers,
      FT_Get_Color_Glyph_Layer(face, FT_UInt(glyph), &layer, &index, &iterator) != 0
    {
      // The last index is the colour of the text.
      let color = Int(index) < palette.count ? palette[Int(index)] : nil
      result.append((UInt32(layer), color))
    }
    return result.isEmpty ? nil : .layers(result)
  }

  // MARK: Bitmaps

  private func bitmap(of glyph: UInt32, pixels: Int) -> GlyphPicture? {
    guard let strike = strike(atLeast: pixels), FT_Select_Size(face, FT_Int(strike)) == 0,
      FT_Load_Glyph(face, FT_UInt(glyph), FT_Int32(FT_LOAD_COLOR)) == 0,
      let slot = face.pointee.glyph, slot.pointee.bitmap.pixel_mode == FT_PIXEL_MODE_BGRA.rawValue,
      let bytes = slot.pointee.bitmap.buffer
    else { return nil }
    let bitmap = slot.pointee.bitmap
    let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
    let perEm = Double(face.pointee.available_sizes[strike].y_ppem) / 64
    guard width > 0, height > 0, width <= 2048, height <= 2048, pitch >= width * 4, perEm > 0 else {
      return nil
    }
    var rgba = [UInt8](repeating: 0, count: width * height * 4)
    for row in 0..<height {
      for column in 0..<width {
        let (from, to) = (row * pitch + column * 4, (row * width + column) * 4)
        (rgba[to], rgba[to + 1]) = (bytes[from + 2], bytes[from + 1])
        (rgba[to + 2], rgba[to + 3]) = (bytes[from], bytes[from + 3])
      }
    }
    let image = CGImage(width: width, height: height, premultipliedRGBA: rgba)
    let factor = Double(pixels) / perEm
    return .image(
      factor < 1
        ? image.reduced(
          width: Int((Double(width) * factor).rounded(.up)),
          height: Int((Double(height) * factor).rounded(.up))) : image,
      CGRect(
        x: Double(slot.pointee.bitmap_left) / perEm, y: -Double(slot.pointee.bitmap_top) / perEm,
        width: Double(width) / perEm, height: Double(height) / perEm))
  }

  /// The smallest set of bitmaps of at least some pixels per em; the largest when all are smaller.
  private func strike(atLeast pixels: Int) -> Int? {
    guard face.pointee.num_fixed_sizes > 0, let sizes = face.pointee.available_sizes else {
      return nil
    }
    let all = (0..<Int(face.pointee.num_fixed_sizes)).map { ($0, Int(sizes[$0].y_ppem) / 64) }
    return (all.filter { $0.1 >= pixels }.min { $0.1 < $1.1 } ?? all.max { $0.1 < $1.1 })?.0
  }
}

extension FT_Color {
  fileprivate var color: CGColor {
    CGColor(
      red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255,
      alpha: CGFloat(alpha) / 255)
  }
}

extension CGImage {
  /// Returns the image with fewer pixels, each the mean of those that it covers.
  fileprivate func reduced(width newWidth: Int, height newHeight: Int) -> CGImage {
    let (newWidth, newHeight) = (max(newWidth, 1), max(newHeight, 1))
    let columns = Self.spans(width, newWidth)
    let rows = Self.spans(height, newHeight)
    var result: [UInt8] = []
    result.reserveCapacity(newWidth * newHeight * 4)
    for row in rows {
      for column in columns {
        var sum = SIMD4<Float>.zero
        for (y, tall) in row {
          for (x, wide) in column {
            let at = (y * width + x) * 4
            sum +=
              SIMD4(
                Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]),
                Float(pixels[at + 3])) * (tall * wide)
          }
        }
        for lane in 0..<4 { result.append(UInt8(min(sum[lane] + 0.5, 255))) }
      }
    }
    return CGImage(width: newWidth, height: newHeight, premultipliedRGBA: result)
  }

  /// The pixels that each of fewer ones covers, with their shares, which add up to 1.
  private static func spans(_ old: Int, _ new: Int) -> [[(index: Int, share: Float)]] {
    let step = Double(old) / Double(new)
    return (0..<new).map { index in
      let (low, high) = (Double(index) * step, Double(index + 1) * step)
      return (Int(low)..<min(Int(high.rounded(.up)), old)).map { pixel in
        let covered = min(high, Double(pixel + 1)) - max(low, Double(pixel))
        return (pixel, Float(covered / step))
      }
    }
  }
}
