// PixelLayout.swift
// The layout of an image's bytes, checked, and their conversion to premultiplied sRGB.
//
// SPDX-License-Identifier: MIT

import Foundation

/// What an image was made from.
struct ImageSource: @unchecked Sendable {
  var bitsPerComponent = 8
  var bitsPerPixel = 32
  /// Zero for the least.
  var bytesPerRow = 0
  /// Nil for a mask.
  var space: CGColorSpace? = .standard
  var info = CGBitmapInfo(alpha: .premultipliedLast)
  var isMask = false
  var shouldInterpolate = true
  var intent = CGColorRenderingIntent.defaultIntent
  /// The bytes; nil for the pixels. Immutable.
  var provider: CGDataProvider?

  /// Pixels in the layout of canvases.
  static let pixels = ImageSource()
}

/// The layout of an image's bytes.
struct PixelLayout {
  private let width: Int, height: Int
  private let bits: Int
  private let bytesPerRow: Int
  /// Components of a pixel in memory, alpha and unused ones included.
  private let count: Int
  /// The place of each colour component among a pixel's.
  private let colors: [Int]
  private let alpha: Int?
  private let isPremultiplied: Bool
  private let bitsPerPixel: Int
  private let isLittle: Bool
  private let space: CGColorSpace
  /// The lowest and the highest value of each colour component.
  private let ranges: [(low: Double, high: Double)]

  /// The most bytes that an image's own and its converted pixels may each have: 1 GiB.
  static let maximumBytes = 1 << 30

  /// Nil for a layout that is not supported, whose rows are too short, or with too many bytes.
  ///
  /// - Parameter decode: Two numbers for each colour component, the values of its least and its greatest bits.
  init?(
    width: Int, height: Int, _ source: ImageSource, decode: [Double]?
  ) {
    guard width > 0, height > 0, let alphaInfo = source.info.alphaInfo,
      let order = source.info.byteOrder, !source.info.contains(.floatComponents)
    else { return nil }
    let bits = source.bitsPerComponent
    let colorCount = alphaInfo == .alphaOnly ? 0 : source.space?.numberOfComponents ?? 1
    let count = colorCount + (alphaInfo == .none ? 0 : 1)
    // Less than a byte only for grey and masks.
    let isSmall = [1, 2, 4].contains(bits) && count == 1 && alphaInfo == .none
    guard isSmall || bits == 8 || bits == 16, source.bitsPerPixel == bits * count else {
      return nil
    }
    switch order {
    case .orderDefault: break
    case .order32Big, .order32Little: guard bits == 8, count == 4 else { return nil }
    case .order16Big, .order16Little: guard bits == 16 else { return nil }
    case .orderMask: return nil
    }
    let (rowBits, isTooWide) = width.multipliedReportingOverflow(by: source.bitsPerPixel)
    guard !isTooWide, width <= Self.maximumBytes / 4 / height,
      source.bytesPerRow >= (rowBits + 7) / 8,
      source.bytesPerRow <= Self.maximumBytes / height
    else { return nil }
    if let decode, decode.count < 2 * colorCount || !decode.allSatisfy(\.isFinite) { return nil }

    let isReversed = order == .order32Little
    func place(_ index: Int) -> Int { isReversed ? count - 1 - index : index }
    (self.width, self.height, self.bits, self.count) = (width, height, bits, count)
    (bytesPerRow, bitsPerPixel) = (source.bytesPerRow, source.bitsPerPixel)
    colors = (0..<colorCount).map { place($0 + (alphaInfo.isFirst ? 1 : 0)) }
    alpha = alphaInfo.hasAlpha ? place(alphaInfo.isFirst ? 0 : count - 1) : nil
    isPremultiplied = alphaInfo.isPremultiplied
    isLittle = order == .order16Little
    space = source.space ?? .standard
    ranges = (0..<colorCount).map { index in
      decode.map { ($0[2 * index], $0[2 * index + 1]) } ?? (0, 1)
    }
  }

  /// The least number of bytes: the last row needs no padding.
  var byteCount: Int { bytesPerRow * (height - 1) + (width * bitsPerPixel + 7) / 8 }

  /// Returns premultiplied sRGB, eight bits a component; nil when there are too few bytes.
  ///
  /// - Parameter isMask: The only component is how little is painted.
  func convert(_ data: Data, isMask: Bool) -> [UInt8]? {
    guard data.count >= byteCount else { return nil }
    if isCanvasLayout, data.count >= width * height * 4 {
      return clamped(Array(data.prefix(width * height * 4)))
    }
    return data.withUnsafeBytes { bytes in
      var pixels = [UInt8](repeating: 0, count: width * height * 4)
      var known: [UInt64: SIMD4<UInt8>] = [:]
      for y in 0..<height {
        for x in 0..<width {
          let samples = samples(bytes, x, y)
          let key = samples.key
          let pixel = key.flatMap { known[$0] } ?? convert(samples.values, isMask: isMask)
          // The conversion of a colour space is long; few images have more colours than this.
          if let key, !space.isSRGB, known.count < 65_536 { known[key] = pixel }
          let at = (y * width + x) * 4
          (pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]) = (
            pixel.x, pixel.y, pixel.z, pixel.w
          )
        }
      }
      return pixels
    }
  }

  /// Whether the bytes are what canvases use.
  private var isCanvasLayout: Bool {
    bits == 8 && colors == [0, 1, 2] && alpha == 3 && isPremultiplied && space.isSRGB
      && bytesPerRow == width * 4 && ranges.allSatisfy { $0 == (0, 1) }
  }

  /// Premultiplied colours are not above their alpha.
  private func clamped(_ pixels: [UInt8]) -> [UInt8] {
    var pixels = pixels
    for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] != 255 {
      for index in at..<at + 3 { pixels[index] = min(pixels[index], pixels[at + 3]) }
    }
    return pixels
  }

  /// A pixel's components in memory, 0...1, and a key that only equal ones have, when they are short.
  private func samples(
    _ bytes: UnsafeRawBufferPointer, _ x: Int, _ y: Int
  ) -> (values: SIMD8<Double>, key: UInt64?) {
    var values = SIMD8<Double>()
    var key: UInt64 = 0
    let row = y * bytesPerRow
    for index in 0..<count {
      let raw: Int
      if bits == 16 {
        let at = row + (x * count + index) * 2
        let (first, second) = (Int(bytes[at]), Int(bytes[at + 1]))
        raw = isLittle ? second << 8 | first : first << 8 | second
      } else if bits == 8 {
        raw = Int(bytes[row + x * count + index])
      } else {
        let bit = x * bits
        raw = Int(bytes[row + bit / 8]) >> (8 - bits - bit % 8) & ((1 << bits) - 1)
      }
      key = key << 16 | UInt64(raw)
      values[index] = Double(raw) / Double((1 << bits) - 1)
    }
    return (values, count <= 4 ? key : nil)
  }

  private func convert(_ samples: SIMD8<Double>, isMask: Bool) -> SIMD4<UInt8> {
    let alpha = alpha.map { samples[$0] } ?? 1
    var own = SIMD4<Double>()
    for (index, place) in colors.enumerated() {
      var value = samples[place]
      if isPremultiplied { value = alpha > 0 ? min(value / alpha, 1) : 0 }
      let range = ranges[index]
      own[index] = min(max(range.low + (range.high - range.low) * value, 0), 1)
    }
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value * 255 + 0.5, 0), 255)) }
    if isMask { return SIMD4(0, 0, 0, byte(1 - own.x)) }
    if colors.isEmpty { return SIMD4(0, 0, 0, byte(alpha)) }
    let color = space.toSRGB(own)
    func premultiplied(_ value: Double) -> UInt8 { byte(min(max(value, 0), 1) * alpha) }
    return SIMD4(
      premultiplied(color.x), premultiplied(color.y), premultiplied(color.z), byte(alpha))
  }
}
