// CGImageTests.swift
// Images from bytes of many layouts, and parts of images.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import CoreGraphics

@Suite struct CGImageTests {
  private let rgb = CGColorSpaceCreateDeviceRGB()
  private let gray = CGColorSpaceCreateDeviceGray()

  private func image(
    _ bytes: [UInt8], _ width: Int, _ height: Int, bits: Int = 8, pixel: Int, row: Int? = nil,
    _ space: CGColorSpace, _ alpha: CGImageAlphaInfo,
    _ order: CGImageByteOrderInfo = .orderDefault, decode: [CGFloat]? = nil
  ) throws -> CGImage? {
    let provider = try #require(CGDataProvider(data: Data(bytes) as NSData))
    func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
      CGImage(
        width: width, height: height, bitsPerComponent: bits, bitsPerPixel: pixel,
        bytesPerRow: row ?? (width * pixel + 7) / 8, space: space,
        bitmapInfo: CGBitmapInfo(alpha: alpha, byteOrder: order), provider: provider,
        decode: decode, shouldInterpolate: true, intent: .defaultIntent)
    }
    return decode.map { $0.withUnsafeBufferPointer { make($0.baseAddress) } } ?? make(nil)
  }

  /// Red 200, green 100, blue 40, in every place, with alpha 128 where there is one.
  @Test func componentsAreWhereTheLayoutSays() throws {
    let (r, g, b, a): (UInt8, UInt8, UInt8, UInt8) = (200, 100, 40, 128)
    let cases: [([UInt8], Int, CGImageAlphaInfo, CGImageByteOrderInfo, [UInt8])] = [
      ([r, g, b], 24, .none, .orderDefault, [r, g, b, 255]),
      ([r, g, b, 9], 32, .noneSkipLast, .orderDefault, [r, g, b, 255]),
      ([9, r, g, b], 32, .noneSkipFirst, .order32Big, [r, g, b, 255]),
      ([b, g, r, 9], 32, .noneSkipFirst, .order32Little, [r, g, b, 255]),
      ([9, b, g, r], 32, .noneSkipLast, .order32Little, [r, g, b, 255]),
      ([100, 50, 20, a], 32, .premultipliedLast, .orderDefault, [100, 50, 20, a]),
      ([100, 50, 20, a], 32, .premultipliedLast, .order32Big, [100, 50, 20, a]),
      ([20, 50, 100, a], 32, .premultipliedFirst, .order32Little, [100, 50, 20, a]),
      ([a, 100, 50, 20], 32, .premultipliedFirst, .orderDefault, [100, 50, 20, a]),
      ([r, g, b, a], 32, .last, .orderDefault, [100, 50, 20, a]),
      ([a, r, g, b], 32, .first, .orderDefault, [100, 50, 20, a]),
      ([b, g, r, a], 32, .first, .order32Little, [100, 50, 20, a]),
    ]
    for (bytes, pixel, alpha, order, expected) in cases {
      let made = try #require(try image(bytes, 1, 1, pixel: pixel, rgb, alpha, order))
      #expect(made.pixels == expected, "\(alpha), \(order)")
      #expect(made.alphaInfo == alpha && made.byteOrderInfo == order && made.bitsPerPixel == pixel)
      #expect(made.bitmapInfo.contains(CGBitmapInfo(rawValue: order.rawValue)))
      #expect(made.dataProvider?.data as Data? == Data(bytes) && made.colorSpace == rgb)
    }
  }

  @Test func greyAndSixteenBits() throws {
    #expect(
      try image([7, 250], 2, 1, pixel: 8, gray, .none)?.pixels == [
        7, 7, 7, 255, 250, 250, 250, 255,
      ])
    #expect(try image([200, 128], 1, 1, pixel: 16, gray, .last)?.pixels == [100, 100, 100, 128])
    #expect(
      try image([0b1010_0000], 3, 1, bits: 1, pixel: 1, gray, .none)?.pixels.prefix(12)
        == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
    #expect(try image([0x0F], 2, 1, bits: 4, pixel: 4, gray, .none)?.pixels[4] == 255)
    let wide: [UInt8] = [0xC8, 0xC8, 0x64, 0x64, 0x28, 0x28]
    #expect(try image(wide, 1, 1, bits: 16, pixel: 48, rgb, .none)?.pixels == [200, 100, 40, 255])
    let little: [UInt8] = [0x00, 0xC8, 0x00, 0x64, 0x00, 0x28, 0xFF, 0xFF]
    #expect(
      try image(little, 1, 1, bits: 16, pixel: 64, rgb, .last, .order16Little)?.pixels
        == [199, 100, 40, 255])
    #expect(try image([77], 1, 1, pixel: 8, gray, .alphaOnly)?.pixels == [0, 0, 0, 77])
  }

  @Test func decodeInvertsAndSpacesConvert() throws {
    #expect(
      try image([255, 0, 55], 1, 1, pixel: 24, rgb, .none, decode: [1, 0, 1, 0, 1, 0])?.pixels == [
        0, 255, 200, 255,
      ])
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    // Half of the light is 188 in sRGB.
    #expect(
      try image([128, 0, 255], 1, 1, pixel: 24, linear, .none)?.pixels == [188, 0, 255, 255])
    let inks = CGColorSpaceCreateDeviceCMYK()
    #expect(
      try image([0, 128, 255, 0], 1, 1, pixel: 32, inks, .none)?.pixels == [255, 127, 0, 255])
  }

  @Test func rowsMayHavePadding() throws {
    let bytes: [UInt8] = [1, 2, 9, 9, 3, 4]
    let made = try #require(try image(bytes, 2, 2, pixel: 8, row: 4, gray, .none))
    #expect(stride(from: 0, to: 16, by: 4).map { made.pixels[$0] } == [1, 2, 3, 4])
    #expect(made.bytesPerRow == 4)
    #expect(try image(Array(bytes.dropLast()), 2, 2, pixel: 8, row: 4, gray, .none) == nil)
  }

  @Test func impossibleLayoutsAreNil() throws {
    let bytes = [UInt8](repeating: 0, count: 4096)
    let huge = Int.max
    for (width, height) in [
      (0, 1), (1, 0), (-1, 4), (huge, 1), (1, huge), (huge, huge), (1 << 20, 1 << 20),
    ] {
      #expect(try image(bytes, width, height, pixel: 32, row: 4096, rgb, .last) == nil)
    }
    #expect(try image(bytes, 2, 2, pixel: 32, row: 7, rgb, .last) == nil, "short rows")
    #expect(try image(bytes, 2, 2, pixel: 32, row: -8, rgb, .last) == nil)
    #expect(try image(bytes, 1, 2, pixel: 32, row: huge, rgb, .last) == nil)
    #expect(try image(bytes, 2, 2, pixel: 32, rgb, .none) == nil, "a component without a meaning")
    #expect(try image(bytes, 2, 2, pixel: 24, rgb, .last) == nil)
    #expect(try image(bytes, 2, 2, bits: 5, pixel: 16, rgb, .noneSkipFirst) == nil)
    #expect(try image(bytes, 2, 2, bits: 16, pixel: 64, rgb, .last, .order32Little) == nil)
    #expect(try image(bytes, 2, 2, pixel: 24, rgb, .none, .order32Little) == nil)
    #expect(try image(bytes, 2, 2, pixel: 8, gray, .none, decode: [.nan, 1]) == nil)
    for bits: UInt32 in [.max, 0x1F, 0x7001, 0x101] {
      let provider = try #require(CGDataProvider(data: Data(bytes) as NSData))
      #expect(
        CGImage(
          width: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8, space: rgb,
          bitmapInfo: CGBitmapInfo(rawValue: bits), provider: provider, decode: nil,
          shouldInterpolate: true, intent: .defaultIntent) == nil)
    }
  }

  @Test func providersReadFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("bytes")
    try Data([1, 2, 3]).write(to: file)
    #expect(CGDataProvider(url: file as NSURL)?.data as Data? == Data([1, 2, 3]))
    #expect(CGDataProvider(filename: file.path)?.data?.length == 3)
    #expect(CGDataProvider(url: folder as NSURL) == nil, "a folder")
    #expect(CGDataProvider(filename: "/dev/zero") == nil, "without an end")
    #expect(CGDataProvider(filename: file.path + "?") == nil)
  }

  // MARK: Parts

  private var ramp: CGImage {
    CGImage(
      width: 4, height: 2,
      premultipliedRGBA: (0..<8).flatMap { [UInt8($0 * 10), 0, UInt8($0), 255] })
  }

  @Test func croppingIsToWholePixelsOfTheImage() {
    let cropped = ramp.cropping(to: CGRect(x: 1.5, y: -3, width: 1, height: 4))
    #expect(cropped?.width == 2 && cropped?.height == 1)
    #expect(cropped?.pixels == [10, 0, 1, 255, 20, 0, 2, 255])
    #expect(
      ramp.cropping(to: CGRect(x: -1e300, y: 0, width: .greatestFiniteMagnitude, height: 9))?.width
        == 4)
    for rect in [
      CGRect(x: 4, y: 0, width: 3, height: 3), .null, .infinite, .zero,
      CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
    ] { #expect(ramp.cropping(to: rect) == nil || rect == .infinite, "\(rect)") }
    let copy = ramp.copy()
    #expect(copy?.pixels == ramp.pixels)
  }

  @Test func masksLetThrough() throws {
    let bytes = try #require(CGDataProvider(data: Data([0, 255, 128, 0]) as NSData))
    let mask = try #require(
      CGImage(
        maskWidth: 4, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4,
        provider: bytes, decode: nil, shouldInterpolate: false))
    #expect(mask.isMask && mask.colorSpace == nil && mask.pixels[3] == 255 && mask.pixels[7] == 0)
    let white = CGImage(width: 4, height: 1, premultipliedRGBA: Array(repeating: 255, count: 16))
    func alphas(_ image: CGImage?) -> [UInt8] {
      stride(from: 3, to: image?.pixels.count ?? 0, by: 4).map { image?.pixels[$0] ?? 0 }
    }
    #expect(alphas(white.masking(mask)) == [255, 0, 127, 255])
    #expect(
      alphas(
        white.masking(try #require(mask.cropping(to: CGRect(x: 1, y: 0, width: 1, height: 1)))))
        == [0, 0, 0, 0])
    // A grey image lets through as much as it is white.
    let grey = try #require(try image([0, 255, 128, 0], 4, 1, pixel: 8, gray, .none))
    #expect(alphas(white.masking(grey)) == [0, 255, 128, 0])
    #expect(white.masking(white) == nil && mask.masking(grey) == nil)
    // A mask of another size is stretched.
    let half = try #require(grey.cropping(to: CGRect(x: 0, y: 0, width: 2, height: 1)))
    #expect(alphas(white.masking(half)) == [0, 64, 191, 255])
  }

  @Test func aRangeOfColoursBecomesTransparent() {
    let masked = ramp.copy(maskingColorComponents: [20, 40, 0, 255, 0, 255])
    let alphas = stride(from: 3, to: 32, by: 4).map { masked?.pixels[$0] }
    #expect(alphas == [255, 255, 0, 0, 0, 255, 255, 255])
    #expect(ramp.copy(maskingColorComponents: [1, 2]) == nil)
  }
}
