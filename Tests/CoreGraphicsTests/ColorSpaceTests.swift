// ColorSpaceTests.swift
// Colour spaces by published figures, and colours that are converted between them.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import CoreGraphics

@Suite struct ColorSpaceTests {
  private static let names = [
    CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.linearSRGB,
    CGColorSpace.extendedLinearSRGB, CGColorSpace.genericRGBLinear, CGColorSpace.displayP3,
    CGColorSpace.extendedDisplayP3, CGColorSpace.linearDisplayP3,
    CGColorSpace.extendedLinearDisplayP3, CGColorSpace.adobeRGB1998, CGColorSpace.itur_709,
    CGColorSpace.itur_2020, CGColorSpace.extendedITUR_2020, CGColorSpace.linearITUR_2020,
    CGColorSpace.extendedLinearITUR_2020, CGColorSpace.genericGrayGamma2_2,
    CGColorSpace.extendedGray, CGColorSpace.linearGray, CGColorSpace.extendedLinearGray,
    CGColorSpace.genericCMYK,
  ].map { $0 as String }

  private func space(_ name: CFString) throws -> CGColorSpace {
    try #require(CGColorSpace(name: name))
  }

  private func components(_ name: CFString, _ components: CGFloat...) throws -> [CGFloat] {
    let color = try CGColor(colorSpace: space(name), components: components + [1])
    return try #require(color?.components?.dropLast().map { $0 })
  }

  private func isNear(_ a: [CGFloat], _ b: [CGFloat], within tolerance: Double) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { isClose($0, $1, within: tolerance) }
  }

  /// Sources: IEC 61966-2-1; Adobe RGB (1998) Color Image Encoding, 4.3.5.3; ITU-R BT.2407, annex; and the
  /// Display P3 matrix of W3C's CSS Color Module Level 4, section 10.
  @Test func matricesAreThePublishedOnes() {
    let published: [(ColorPrimaries, [[CGFloat]])] = [
      (
        .sRGB, [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
      ),
      (
        .adobeRGB,
        [[0.57667, 0.18556, 0.18823], [0.29734, 0.62736, 0.07529], [0.02703, 0.07069, 0.99134]]
      ),
      (.bt2020, [[0.6370, 0.1446, 0.1689], [0.2627, 0.6780, 0.0593], [0, 0.0281, 1.0610]]),
      (.p3, [[0.48657, 0.26567, 0.19822], [0.22897, 0.69174, 0.07929], [0, 0.04511, 1.04394]]),
    ]
    for (primaries, rows) in published {
      let own = primaries.toXYZ.rows
      for (a, b) in zip([own.0, own.1, own.2], rows) {
        #expect(isNear([a.x, a.y, a.z], b, within: 1e-4), "\(primaries): \(a)")
      }
    }
  }

  /// Source: the examples of W3C's CSS Color Module Level 4 and its tests, for Display P3's corners in sRGB.
  @Test func wideColoursKeepComponentsOutsideOfSRGB() throws {
    let p3 = CGColorSpace.displayP3
    #expect(try isNear(components(p3, 1, 0, 0), [1.0930, -0.2267, -0.1501], within: 1e-3))
    #expect(try isNear(components(p3, 0, 1, 0), [-0.5116, 1.0183, -0.3107], within: 1e-3))
    #expect(try isNear(components(p3, 0.5, 0.5, 0.5), [0.5, 0.5, 0.5], within: 1e-6))
    let red = CGColor(displayP3Red: 1, green: 0, blue: 0, alpha: 0.5)
    #expect(red.alpha == 0.5 && isClose(red.lanes.x, 1.0930, within: 1e-3))
    // In a space that is not extended, components above 1 are 1.
    #expect(try components(p3, 7, 0, 0) == components(p3, 1, 0, 0))
    #expect(try components(CGColorSpace.extendedDisplayP3, 1.2, 0, 0)[0] > 1.2)
  }

  @Test func transferFunctionsAreThePublishedOnes() throws {
    // A middle grey of 18 % is 118 in sRGB; linear 0.5 is 188.
    #expect(
      try isNear(
        components(CGColorSpace.linearGray, 0.18), [118, 118, 118].map { $0 / 255 }, within: 0.002))
    let half = try components(CGColorSpace.linearSRGB, 0.5, 0.25, 0)
    #expect(isNear(half, [0.7354, 0.5371, 0], within: 1e-4))
    let negative = try components(CGColorSpace.extendedLinearSRGB, -0.5, 2, 0)
    #expect(isNear(negative, [-0.7354, 1.3532, 0], within: 1e-3))
    for transfer in [ColorTransfer.linear, .sRGB, .power(2.2), .bt709] {
      for value in stride(from: -1.5, through: 1.5, by: 0.01) {
        #expect(isClose(transfer.encode(transfer.decode(value)), value, within: 2e-3))
      }
    }
  }

  @Test(arguments: names) func everySpaceGivesBackItsOwnComponents(_ name: String) throws {
    let space = try space(name as NSString)
    #expect(space.name == name as NSString)
    var random = SeededRandom(seed: 71)
    for _ in 0..<50 {
      // Less than all ink, of which there is more than one way; the least ink is 0.
      var own = (0..<space.numberOfComponents).map { _ in CGFloat.random(in: 0...1, using: &random)
      }
      if space.model == .cmyk { own[0] = 0 }
      let color = try #require(CGColor(colorSpace: space, components: own + [0.5]))
      let back = space.components(ofSRGB: SIMD3(color.lanes.x, color.lanes.y, color.lanes.z))
      #expect(isNear(back.map { CGFloat($0) }, own, within: 2e-3), "\(name): \(own)")
      let again = try #require(
        color.converted(to: space, intent: .defaultIntent, options: nil)?.components)
      #expect(isNear(again, try #require(color.components), within: 5e-3))
    }
    let broken = Array(repeating: CGFloat.nan, count: 5)
    #expect(CGColor(colorSpace: space, components: broken) == nil)
  }

  @Test func conversionClampsToTheSpace() throws {
    let red = CGColor(displayP3Red: 1, green: 0, blue: 0, alpha: 0.25)
    let srgb = try #require(
      red.converted(to: space(CGColorSpace.sRGB), intent: .perceptual, options: nil))
    #expect(srgb.components == [1, 0, 0, 0.25])
    let grey = try #require(
      CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        .converted(to: space(CGColorSpace.linearGray), intent: .defaultIntent, options: nil))
    // sRGB's red has 0.2126 of white's light.
    #expect(isClose(grey.lanes.x, ColorTransfer.sRGB.encode(0.2126), within: 1e-3))
    #expect(grey.lanes.x == grey.lanes.y && grey.lanes.y == grey.lanes.z)
  }

  @Test func inks() {
    let color = CGColor(genericCMYKCyan: 1, magenta: 0.5, yellow: 0, black: 0.5, alpha: 0.75)
    #expect(color.components == [0, 0.25, 0.5, 0.75])
    #expect(CGColor(genericCMYKCyan: 0, magenta: 0, yellow: 0, black: 1, alpha: 1) == .black)
    #expect(CGColorSpaceCreateDeviceCMYK().numberOfComponents == 4)
    #expect(CGColorSpaceCreateDeviceCMYK().components(ofSRGB: SIMD3(0, 0, 0)) == [0, 0, 0, 1])
  }

  @Test func spacesAreComparedByTheirMeaning() throws {
    #expect(try CGColorSpaceCreateDeviceRGB() == space(CGColorSpace.sRGB))
    #expect(try space(CGColorSpace.genericRGBLinear) == space(CGColorSpace.linearSRGB))
    #expect(try space(CGColorSpace.displayP3) != space(CGColorSpace.sRGB))
    #expect(try space(CGColorSpace.extendedSRGB) != space(CGColorSpace.sRGB))
    #expect(try space(CGColorSpace.displayP3).isWideGamutRGB)
    #expect(try !space(CGColorSpace.sRGB).isWideGamutRGB)
    #expect(CGColorSpace(name: "kCGColorSpaceOfDreams" as NSString) == nil)
  }
}
