// CGImage+Parts.swift
// Parts of images: a rectangle, a masked part, and an image without one colour.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension CGImage {
  /// Returns a copy of the part in a rectangle, in pixels from the top left, enlarged to whole pixels and cut to the
  /// image; nil when nothing is left.
  public func cropping(to rect: CGRect) -> CGImage? {
    guard rect.isFinite else { return nil }
    let part = rect.standardized.integral
      .overlap(with: CGRect(x: 0, y: 0, width: CGFloat(width), height: CGFloat(height)))
    guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
    let (left, top) = (Int(part.minX), Int(part.minY))
    let (columns, rows) = (Int(part.width), Int(part.height))
    var cropped: [UInt8] = []
    cropped.reserveCapacity(columns * rows * 4)
    for y in top..<top + rows {
      let start = (y * width + left) * 4
      cropped += pixels[start..<start + columns * 4]
    }
    return CGImage(
      width: columns, height: rows, premultipliedRGBA: cropped,
      source: source.describing(cropped, width: columns))
  }

  /// Returns the image where a mask lets it through; nil when the image is a mask, or the mask has colours or alpha.
  ///
  /// The mask is stretched over the image.
  ///
  /// - Parameter mask: An image mask, whose component is how little of the image remains, or a grey image without
  ///   alpha, whose component is how much.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask, mask.isMask || (mask.colorSpace?.model == .monochrome && mask.isOpaque)
    else { return nil }
    var masked = pixels
    let channel = mask.isMask ? 3 : 0
    for y in 0..<height {
      // The middle of a pixel of the image, in pixels of the mask.
      let v = (Double(y) + 0.5) * Double(mask.height) / Double(height) - 0.5
      for x in 0..<width {
        let u = (Double(x) + 0.5) * Double(mask.width) / Double(width) - 0.5
        let share = mask.sample(u, v, channel) / 255
        let at = (y * width + x) * 4
        for index in at..<at + 4 { masked[index] = UInt8(Double(masked[index]) * share + 0.5) }
      }
    }
    return CGImage(
      width: width, height: height, premultipliedRGBA: masked, source: source.withAlpha)
  }

  /// Returns the image with pixels of a range of colours made transparent; nil for a mask, and for a wrong number of
  /// components.
  ///
  /// - Parameter components: The least and the greatest value of red, green and blue, 0...255; of grey alone for a
  ///   grey image. They are compared with the pixels in sRGB.
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    let count = colorSpace?.model == .monochrome ? 1 : 3
    guard !isMask, components.count == 2 * count else { return nil }
    var masked = pixels
    for at in stride(from: 0, to: masked.count, by: 4) {
      let isInRange = (0..<count).allSatisfy { index in
        let value = CGFloat(masked[at + index])
        return components[2 * index] <= value && value <= components[2 * index + 1]
      }
      if isInRange { for index in at..<at + 4 { masked[index] = 0 } }
    }
    return CGImage(
      width: width, height: height, premultipliedRGBA: masked, source: source.withAlpha)
  }

  private var isOpaque: Bool { !alphaInfo.hasAlpha }

  /// A channel between pixels, linearly; beyond the outermost ones, theirs.
  private func sample(_ u: Double, _ v: Double, _ channel: Int) -> Double {
    let (left, top) = (u.rounded(.down), v.rounded(.down))
    func pixel(_ x: Double, _ y: Double) -> Double {
      let column = min(max(Int(x), 0), width - 1), row = min(max(Int(y), 0), height - 1)
      return Double(pixels[(row * width + column) * 4 + channel])
    }
    let (a, b) = (u - left, v - top)
    return (pixel(left, top) * (1 - a) + pixel(left + 1, top) * a) * (1 - b)
      + (pixel(left, top + 1) * (1 - a) + pixel(left + 1, top + 1) * a) * b
  }
}

extension ImageSource {
  /// The description of pixels that were made from the source's: grey and masks have one component of eight bits,
  /// everything else the layout of canvases.
  fileprivate func describing(_ pixels: [UInt8], width: Int) -> ImageSource {
    var result = ImageSource.pixels
    result.shouldInterpolate = shouldInterpolate
    let isGrey = space?.model == .monochrome && info.alphaInfo == CGImageAlphaInfo.none
    guard isMask || isGrey else { return result }
    result.isMask = isMask
    // The pixels are in sRGB, whatever the grey was.
    result.space = isMask ? nil : CGColorSpaceCreateDeviceGray()
    (result.bitsPerPixel, result.bytesPerRow, result.info) = (8, width, [])
    let channel = stride(from: isMask ? 3 : 0, to: pixels.count, by: 4).lazy.map { pixels[$0] }
    result.provider = CGDataProvider(Data(isMask ? channel.map { 255 - $0 } : Array(channel)))
    return result
  }

  /// The description of pixels with alpha.
  fileprivate var withAlpha: ImageSource {
    var result = ImageSource.pixels
    result.shouldInterpolate = shouldInterpolate
    return result
  }
}
