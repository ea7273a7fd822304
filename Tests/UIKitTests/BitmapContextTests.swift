// BitmapContextTests.swift
// Contexts that draw into memory: spaces, layouts, and when the bytes are there.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import UIKit

@Suite struct BitmapContextTests {
  private let rgb = CGColorSpaceCreateDeviceRGB()
  /// Premultiplied alpha, last.
  private let last: UInt32 = 1

  /// The origin is the bottom left pixel, and images are upright.
  @Test func bitmapsHaveYUp() throws {
    let context = try #require(
      CGContext(
        data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0, space: rgb,
        bitmapInfo: last))
    #expect(context.ctm.isIdentity && context.width == 4 && context.bytesPerRow == 16)
    context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let image = CGImage(width: 1, height: 2, premultipliedRGBA: [0, 255, 0, 255, 0, 0, 255, 255])
    context.interpolationQuality = .none
    context.draw(image, in: CGRect(x: 2, y: 0, width: 2, height: 4))
    let result = try #require(context.makeImage())
    #expect(result.pixel(0, 3) == [255, 0, 0, 255] && result.pixel(0, 0) == [0, 0, 0, 0])
    #expect(result.pixel(3, 0) == [0, 255, 0, 255] && result.pixel(3, 3) == [0, 0, 255, 255])
  }

  /// The mean colour of an image by drawing it into one pixel: the bytes are there after the call.
  @Test func borrowedMemoryIsDrawnAtOnce() throws {
    let image = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    var pixel = [UInt8](repeating: 0, count: 4)
    try pixel.withUnsafeMutableBytes { bytes in
      let context = try #require(
        CGContext(
          data: bytes.baseAddress, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4,
          space: rgb, bitmapInfo: last))
      context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(bytes[3] == 255 && abs(Int(bytes[0]) - 128) < 3 && abs(Int(bytes[2]) - 128) < 3)
      context.setBlendMode(.copy)
      context.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 0.5))
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(Array(bytes) == [0, 128, 0, 128])
    }
  }

  private static let layouts: [(UInt32, [UInt8])] = [
    (1, [128, 64, 0, 128]), (2, [128, 128, 64, 0]),
    (1 | 0x2000, [128, 0, 64, 128]), (2 | 0x2000, [0, 64, 128, 128]), (5, [128, 64, 0, 0]),
    (6, [0, 128, 64, 0]), (6 | 0x2000, [0, 64, 128, 0]),
  ]

  /// The same colour in each layout that contexts have.
  @Test(arguments: layouts) func layoutsOrderTheirBytes(_ info: UInt32, _ expected: [UInt8]) throws
  {
    let context = try #require(
      CGContext(
        data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: rgb,
        bitmapInfo: info))
    context.setFillColor(CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5))
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    let data = try #require(context.data)
    let bytes = Array(UnsafeRawBufferPointer(start: data + 12, count: 4))
    for (byte, wanted) in zip(bytes, expected) {
      #expect(abs(Int(byte) - Int(wanted)) <= 1, "\(info): \(bytes)")
    }
  }

  @Test func greyAndAlphaHaveOneByte() throws {
    let grey = try #require(
      CGContext(
        data: nil, width: 3, height: 1, bitsPerComponent: 8, bytesPerRow: 8,
        space: CGColorSpaceCreateDeviceGray(), bitmapInfo: 0))
    grey.setFillColor(CGColor(gray: 0.5, alpha: 1))
    grey.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
    let greyBytes = try #require(grey.data)
    #expect(Array(UnsafeRawBufferPointer(start: greyBytes, count: 3)) == [0, 128, 0])
    #expect(grey.bytesPerRow == 8 && grey.bitsPerPixel == 8)
    let alpha = try #require(
      CGContext(
        data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: nil,
        bitmapInfo: 7))
    alpha.setFillColor(CGColor(gray: 0, alpha: 0.25))
    alpha.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(alpha.data?.load(as: UInt8.self) == 64)
  }

  @Test func unsupportedLayoutsAreNil() {
    func context(
      _ width: Int, _ height: Int, bits: Int = 8, row: Int = 0, info: UInt32 = 1
    ) -> CGContext? {
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: row,
        space: rgb, bitmapInfo: info)
    }
    #expect(context(1, 1) != nil)
    #expect(context(0, 1) == nil && context(1, -1) == nil && context(100_000, 1) == nil)
    #expect(context(Int.max, Int.max) == nil && context(30000, 30000) == nil)
    #expect(context(10, 1, row: 39) == nil && context(1, 1, bits: 16) == nil)
    // Alpha that is not premultiplied, as on iOS; 16-bit orders.
    #expect(context(1, 1, info: 3) == nil && context(1, 1, info: 1 | 0x1000) == nil)
  }

  /// Images are copies: drawing goes on without them.
  @Test func imagesAreCopies() throws {
    let context = try #require(
      CGContext(
        data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: rgb,
        bitmapInfo: last))
    let all = CGRect(x: 0, y: 0, width: 1, height: 1)
    context.setFillColor(.white)
    context.fill(all)
    let before = try #require(context.makeImage())
    context.clear(all)
    #expect(before.pixel(0, 0) == [255, 255, 255, 255])
    #expect(context.makeImage()?.pixel(0, 0) == [0, 0, 0, 0])
  }

  /// Shadows of a bitmap fall upwards with a positive height.
  @Test func shadowsOfBitmapsHaveYUp() throws {
    let context = try #require(
      CGContext(
        data: nil, width: 10, height: 10, bitsPerComponent: 8, bytesPerRow: 0, space: rgb,
        bitmapInfo: last))
    context.setShadow(offset: CGSize(width: 0, height: 4), blur: 0, color: .black)
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 2))
    let image = try #require(context.makeImage())
    #expect(image.pixel(5, 9) == [255, 255, 255, 255])
    #expect(image.pixel(5, 5) == [0, 0, 0, 255] && image.pixel(5, 7).w == 0)
  }

  /// Many threads draw at once, text too.
  @Test func anyThreadDraws() async {
    await withTaskGroup(of: Bool.self) { group in
      for seed in 0..<8 {
        group.addTask {
          let renderer = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 20))
          let image = renderer.image { context in
            context.cgContext.setShadow(offset: CGSize(width: 1, height: 1), blur: 2)
            ("\(seed)" as NSString).draw(at: .zero, withAttributes: nil)
            UIBezierPath(ovalIn: CGRect(x: 10, y: 5, width: 10, height: 10)).fill()
          }
          return image.cgImage?.pixels.contains { $0 > 0 } == true
        }
      }
      for await isDrawn in group { #expect(isDrawn) }
    }
  }
}
