// ColorGlyphs.swift
// Stage: display. Glyphs in colour: pictures (CBDT, sbix) and layers of outlines (COLR) of a face, by FreeType.
//
// SPDX-License-Identifier: MIT

internal import CFreeType
import CoreGraphics
import Foundation
import Typesetting

/// The glyphs in colour of a face. Used under ``FreeTypeLibrary/lock``.
final class ColorGlyphs {
  private struct Key: Hashable {
    var glyph: UInt32
    var pixels: Int
  }

  private let face: FT_Face
  private var pictures: [Key: GlyphPicture?] = [:]

  /// - Parameter face: An open face, which lives at least as long.
  init(face: FT_Face) { self.face = face }

  /// Returns a glyph's picture for a font size in points. Nil for a glyph without colours.
  func picture(of glyph: UInt32, size: CGFloat) -> GlyphPicture? {
    guard size > 0, size.isFinite else { return nil }
    // Enough for two pixels a point; pictures are enlarged beyond.
    let pixels = Int(min(max((size * 2).rounded(.up), 1), 512))
    let key = Key(glyph: glyph, pixels: pixels)
    if let known = pictures[key] { return known }
    // Sizes that are animated must not exhaust memory.
    if pictures.count >= 1024 { pictures.removeAll() }
    let picture = layers(of: glyph) ?? bitmap(of: glyph, pixels: pixels)
    pictures[key] = .some(picture)
    return picture
  }

  // MARK: Layers

  /// A damaged table may contain any number of layers.
  private static let mostLayers = 256

  private func layers(of glyph: UInt32) -> GlyphPicture? {
    var iterator = FT_LayerIterator()
    iterator.p = nil
    var (layer, index) = (FT_UInt(0), FT_UInt(0))
    var data = FT_Palette_Data()
    var palette: UnsafeMutablePointer<FT_Color>?
    guard FT_Palette_Data_Get(face, &data) == 0, data.num_palettes > 0,
      FT_Palette_Select(face, 0, &palette) == 0, let palette
    else { return nil }
    var result: [(glyph: UInt32, color: CGColor?)] = []
    while result.count < Self.mostLayers,
      FT_Get_Color_Glyph_Layer(face, FT_UInt(glyph), &layer, &index, &iterator) != 0
    {
      // The last index is the colour of the text.
      let color = index < data.num_palette_entries ? palette[Int(index)].color : nil
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
