// CGContext+Bitmap.swift
// Contexts that draw into memory, and images of what was drawn.
//
// SPDX-License-Identifier: MIT

import Foundation

extension CGContext {
  /// The memory of a bitmap context.
  final class Bitmap {
    let layout: BitmapLayout
    let space: CGColorSpace?
    let info: UInt32
    let memory: UnsafeMutableRawPointer
    /// Whether the memory is the program's, which may read it after any call.
    let isBorrowed: Bool

    init(
      _ layout: BitmapLayout, _ space: CGColorSpace?, _ info: UInt32,
      _ data: UnsafeMutableRawPointer?
    ) {
      (self.layout, self.space, self.info) = (layout, space, info)
      isBorrowed = data != nil
      if let data {
        memory = data
      } else {
        memory = .allocate(byteCount: layout.byteCount, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: layout.byteCount)
      }
    }

    deinit { if !isBorrowed { memory.deallocate() } }
  }

  /// Creates a context that draws into memory, in pixels with the origin at the bottom left and y up.
  ///
  /// Nil for a layout that iOS does not draw into either, and in a program that does not link UIKit, which
  /// contains the rasteriser. Supported are eight bits a component with premultiplied alpha, or a skipped byte,
  /// first or last, in either order of bytes; grey without alpha; and alpha alone. Components are in sRGB.
  ///
  /// - Parameters:
  ///   - data: At least `bytesPerRow` × `height` bytes, which every call draws into at once. They must outlive
  ///     the context. Nil for memory of the context's own, transparent at first.
  ///   - width: In pixels, 1 to 32,768.
  ///   - height: In pixels, 1 to 32,768.
  ///   - bitsPerComponent: 8.
  ///   - bytesPerRow: 0 for the least; only without `data`.
  ///   - space: RGB or grey; nil for alpha alone.
  ///   - bitmapInfo: The raw value of a `CGImageAlphaInfo`, with one of a `CGImageByteOrderInfo` added.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
    bytesPerRow: Int, space: CGColorSpace?, bitmapInfo: UInt32
  ) {
    guard Drawing.canRasterize,
      let layout = BitmapLayout(
        width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
        components: space?.numberOfComponents ?? 0, info: bitmapInfo)
    else { return nil }
    self.init(
      size: CGSize(width: width, height: height),
      base: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height)))
    bitmap = Bitmap(layout, space, bitmapInfo, data)
  }

  /// The pixels of a bitmap context, from the top row; nil for any other. Valid while the context exists.
  public var data: UnsafeMutableRawPointer? {
    flush()
    return bitmap?.memory
  }

  /// The width in pixels.
  public var width: Int { bitmap?.layout.width ?? pixels(size.width) }
  /// The height in pixels.
  public var height: Int { bitmap?.layout.height ?? pixels(size.height) }
  /// The distance of rows of a bitmap context, in bytes; 0 for any other.
  public var bytesPerRow: Int { bitmap?.layout.bytesPerRow ?? 0 }
  /// Bits of a component of a bitmap context; 0 for any other.
  public var bitsPerComponent: Int { bitmap == nil ? 0 : 8 }
  /// Bits of a pixel of a bitmap context; 0 for any other.
  public var bitsPerPixel: Int { (bitmap?.layout.bytesPerPixel ?? 0) * 8 }
  /// The colour space of a bitmap context; nil for any other, and for alpha alone.
  public var colorSpace: CGColorSpace? { bitmap?.space }

  private func pixels(_ length: CGFloat) -> Int {
    let count = (length * scale).rounded(.up)
    return count.isFinite ? Int(min(max(count, 0), 1e9)) : 0
  }

  /// Returns a copy of what was drawn so far; nil without pixels, or without a rasteriser.
  public func makeImage() -> CGImage? {
    guard let bitmap else { return drawing.image(scale: scale) }
    flush()
    return bitmap.layout.image(of: bitmap.memory)
  }

  /// Makes pixels of all that was drawn. Transparency layers that are open are drawn when they end.
  public func flush() {
    guard let bitmap, openLayers.isEmpty, !isEmpty else { return }
    let pending = drawing
    removeCommands()
    let before = bitmap.layout.image(of: bitmap.memory)
    guard let after = pending.image(on: before) else { return }
    bitmap.layout.write(after, to: bitmap.memory)
  }

  /// Does what ``flush()`` does.
  public func synchronize() { flush() }

  /// Called after each command.
  func noteDrawing() {
    if bitmap?.isBorrowed == true { flush() }
  }
}
