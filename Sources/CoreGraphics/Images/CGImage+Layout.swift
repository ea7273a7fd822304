// CGImage+Layout.swift
// Images from bytes in the layouts that iOS code uses, and the description of an image's layout.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension CGImage {
  /// Creates an image from bytes.
  ///
  /// Supported are components of 8 and 16 bits, and grey of 1, 2 and 4, without alpha or with it first or last,
  /// multiplied or not, or with an unused component in its place; 8-bit pixels of four components in both orders, and
  /// 16-bit components in both orders. Nil for every other layout, for rows or data that are too short, and for an
  /// image of more than 1 GiB, in its own layout or at four bytes per pixel.
  ///
  /// The pixels are converted to sRGB once; ``dataProvider`` keeps the bytes.
  ///
  /// - Parameters:
  ///   - width: Pixels.
  ///   - height: Pixels.
  ///   - bitsPerComponent: Bits of each component.
  ///   - bitsPerPixel: All components, also an unused one.
  ///   - bytesPerRow: The distance of rows, the first at the top.
  ///   - space: The meaning of the colour components.
  ///   - bitmapInfo: The order of components and bytes, and where alpha is.
  ///   - provider: The bytes of the rows.
  ///   - decode: Two numbers for each colour component, the values of its least and its greatest bits: 1 and 0 for an
  ///     inverted one. Nil for 0 and 1.
  ///   - shouldInterpolate: Whether a larger picture is smooth.
  ///   - intent: Without effect.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    var source = ImageSource(
      bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
      space: space, info: bitmapInfo)
    (source.shouldInterpolate, source.intent) = (shouldInterpolate, intent)
    source.provider = provider
    self.init(width, height, source, decode)
  }

  /// Creates an image mask: its component is how little is painted, 0 all to 1 nothing.
  ///
  /// - Parameters:
  ///   - maskWidth: Pixels.
  ///   - height: Pixels.
  ///   - bitsPerComponent: 1, 2, 4, 8 or 16, as `bitsPerPixel`.
  ///   - bitsPerPixel: As `bitsPerComponent`.
  ///   - bytesPerRow: The distance of rows, the first at the top.
  ///   - provider: The bytes of the rows.
  ///   - decode: Two numbers, 1 and 0 for an inverted mask.
  ///   - shouldInterpolate: Whether a larger mask is smooth.
  public convenience init?(
    maskWidth: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
  ) {
    var source = ImageSource(
      bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow,
      space: nil, info: [], isMask: true)
    source.shouldInterpolate = shouldInterpolate
    source.provider = provider
    self.init(maskWidth, height, source, decode)
  }

  private convenience init?(
    _ width: Int, _ height: Int, _ source: ImageSource, _ decode: UnsafePointer<CGFloat>?
  ) {
    let count = source.space?.numberOfComponents ?? 1
    let decode = decode.map { pointer in (0..<2 * count).map { Double(pointer[$0]) } }
    guard let provider = source.provider,
      let layout = PixelLayout(width: width, height: height, source, decode: decode),
      let pixels = layout.convert(provider.bytes, isMask: source.isMask)
    else { return nil }
    self.init(width: width, height: height, premultipliedRGBA: pixels, source: source)
  }

  // MARK: Description

  /// The bits of a component in ``dataProvider``.
  public var bitsPerComponent: Int { source.bitsPerComponent }
  /// The bits of a pixel in ``dataProvider``.
  public var bitsPerPixel: Int { source.bitsPerPixel }
  /// The distance between rows in ``dataProvider``, in bytes.
  public var bytesPerRow: Int { source.bytesPerRow > 0 ? source.bytesPerRow : width * 4 }
  /// The colour space of ``dataProvider``; nil for a mask.
  public var colorSpace: CGColorSpace? { source.space }
  /// Where ``dataProvider`` has alpha.
  public var alphaInfo: CGImageAlphaInfo { source.info.alphaInfo ?? .none }
  /// The layout of ``dataProvider``.
  public var bitmapInfo: CGBitmapInfo { source.info }
  /// The order of bytes in ``dataProvider``.
  public var byteOrderInfo: CGImageByteOrderInfo { source.info.byteOrder ?? .orderDefault }
  /// Whether this is an image mask.
  public var isMask: Bool { source.isMask }
  /// Whether a larger picture is smooth, as the image was created.
  public var shouldInterpolate: Bool { source.shouldInterpolate }
  /// How the image was created to be converted. Without effect.
  public var renderingIntent: CGColorRenderingIntent { source.intent }

  /// The image's bytes in its layout: those that it was created from, else its pixels.
  public var dataProvider: CGDataProvider? { source.provider ?? CGDataProvider(Data(pixels)) }

  /// Returns an equal image.
  public func copy() -> CGImage? {
    CGImage(width: width, height: height, premultipliedRGBA: pixels, source: source)
  }
}
