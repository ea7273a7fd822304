// BoxShadowTests.swift
// Box and group shadows compared with a Gaussian summed pixel by pixel.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct BoxShadowTests {
  /// Blurs a picture's alpha by summing a Gaussian's weights, directly.
  private static func gaussian(
    _ alpha: [Double], _ width: Int, _ height: Int, _ deviation: Double
  ) -> [Double] {
    let reach = Int((5 * deviation).rounded(.up))
    // The weight of a pixel is the integral over it.
    func below(_ x: Double) -> Double { erf(x / deviation / 2.0.squareRoot()) / 2 }
    let weights = (-reach...reach).map { (step: Int) -> Double in
      below(Double(step) + 0.5) - below(Double(step) - 0.5)
    }
    func blur(_ values: [Double], _ count: Int, _ index: (Int, Int) -> Int, _ lines: Int)
      -> [Double]
    {
      var result = values
      for line in 0..<lines {
        for at in 0..<count {
          var sum = 0.0
          for offset in max(-reach, -at)...min(reach, count - 1 - at) {
            sum += weights[offset + reach] * values[index(at + offset, line)]
          }
          result[index(at, line)] = sum
        }
      }
      return result
    }
    let across = blur(alpha, width, { $1 * width + $0 }, height)
    return blur(across, height, { $0 * width + $1 }, width)
  }

  private static func alpha(_ image: CGImage) -> [Double] {
    stride(from: 3, to: image.pixels.count, by: 4).map { Double(image.pixels[$0]) / 255 }
  }

  private static func largestDifference(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).map { abs($0 - $1) }.max() ?? 0
  }

  @Test(arguments: [
    // radii, deviation, tolerance in 1/255: rounding alone, and the strips' error with it
    (SIMD4(0.0, 0, 0, 0), 1.0, 1.0),
    (SIMD4(0.0, 0, 0, 0), 4, 1),
    (SIMD4(0.0, 0, 0, 0), 15, 1),
    (SIMD4(8.0, 8, 8, 8), 1, 1.5),
    (SIMD4(8.0, 8, 8, 8), 4, 1.5),
    (SIMD4(20.0, 20, 20, 20), 3, 1.5),
    (SIMD4(20.0, 20, 20, 20), 10, 1.5),
    (SIMD4(20.0, 0, 8, 3), 5, 1.5),
  ])
  func boxShadowMatchesGaussian(radii: SIMD4<Double>, deviation: Double, tolerance: Double) throws {
    let rect = CGRect(x: 50, y: 50, width: 60, height: 40)
    // A pixel's mean is softer than its centre; thirds of a pixel are accurate enough for a
    // deviation of 1.
    let fine = deviation < 2 ? 3 : 1
    let box = try picture(
      160 * fine, 140 * fine, background: .clear,
      [
        DrawItem(
          .box(Box(rect: rect, radii: radii, fill: .black)),
          PlaneTransform(a: Double(fine), d: Double(fine)))
      ])
    let blurred = Self.gaussian(
      Self.alpha(box), 160 * fine, 140 * fine, deviation * Double(fine))
    let expected = (0..<(160 * 140)).map { (index: Int) -> Double in
      let (x, y) = (index % 160 * fine + fine / 2, index / 160 * fine + fine / 2)
      return blurred[y * 160 * fine + x]
    }
    let shadow = try picture(
      160, 140, background: .clear,
      [DrawItem(.shadow(BoxShadow(rect: rect, radii: radii, deviation: deviation, color: .black)))])
    let difference = Self.largestDifference(expected, Self.alpha(shadow)) * 255
    #expect(difference <= tolerance)
  }

  @Test func scaledBoxShadowMatchesScaledDeviation() throws {
    let small = BoxShadow(
      rect: CGRect(x: 20, y: 20, width: 30, height: 20), radii: SIMD4(repeating: 4), deviation: 3,
      color: .black)
    let large = BoxShadow(
      rect: CGRect(x: 40, y: 40, width: 60, height: 40), radii: SIMD4(repeating: 8), deviation: 6,
      color: .black)
    let scaled = try picture(140, 120, [DrawItem(.shadow(small), PlaneTransform(a: 2, d: 2))])
    let plain = try picture(140, 120, [DrawItem(.shadow(large))])
    #expect(PictureDifference(scaled, plain).maximum <= 1)
  }

  @Test func rotatedBoxShadowMatchesUprightOne() throws {
    let shadow = BoxShadow(
      rect: CGRect(x: -30, y: -20, width: 60, height: 40), radii: SIMD4(12, 4, 12, 4), deviation: 5,
      color: .black)
    let upright = try picture(
      120, 120, [DrawItem(.shadow(shadow), PlaneTransform(tx: 60, ty: 60))])
    // Half a turn swaps opposite corners, which are equal.
    let turned = try picture(
      120, 120,
      [
        DrawItem(.shadow(shadow), PlaneTransform(a: -1, b: 1e-12, c: -1e-12, d: -1, tx: 60, ty: 60))
      ])
    #expect(PictureDifference(upright, turned).maximum <= 3)
  }

  @Test func boxShadowWithoutDeviationIsABox() throws {
    let rect = CGRect(x: 5.25, y: 5.5, width: 20, height: 10)
    let shadow = try picture(
      40, 30,
      [DrawItem(.shadow(BoxShadow(rect: rect, radii: .zero, deviation: 0, color: .black)))])
    let box = try picture(40, 30, [DrawItem(.box(Box(rect: rect, fill: .black)))])
    #expect(PictureDifference(shadow, box).maximum == 0)
  }

  @Test(arguments: [(1.0, 2.0), (2.0, 2.0), (3.0, 8.0), (6.0, 8.0), (12.0, 8.0)])
  func groupShadowMatchesGaussian(deviation: Double, tolerance: Double) throws {
    let rect = CGRect(x: 60, y: 50, width: 40, height: 30)
    let bounds = PixelRect(minX: 0, minY: 0, maxX: 160, maxY: 130)
    func group() -> [DrawItem] {
      [
        DrawItem(
          .beginGroup(
            Group(
              bounds: bounds,
              shadow: GroupShadow(
                offset: CGVector(dx: 0, dy: 0), deviation: deviation, color: blue)))),
        DrawItem(.box(Box(rect: rect, radii: SIMD4(repeating: 10), fill: red))),
        DrawItem(.endGroup),
      ]
    }
    let image = try picture(160, 130, background: .clear, group())
    let box = try picture(
      160, 130, background: .clear,
      [DrawItem(.box(Box(rect: rect, radii: SIMD4(repeating: 10), fill: .black)))])
    let expected = Self.gaussian(Self.alpha(box), 160, 130, deviation)
    var largest = 0.0
    for y in 0..<130 {
      for x in 0..<160 where box.pixel(x, y).w == 0 {
        largest = max(largest, abs(Double(image.pixel(x, y).w) - 255 * expected[y * 160 + x]))
      }
    }
    #expect(largest <= tolerance)
    #expect(image.pixel(80, 65) == SIMD4(255, 0, 0, 255))
  }

  @Test func groupShadowHasSubpixelOffset() throws {
    func shadow(_ dx: Double) throws -> CGImage {
      try picture(
        60, 40, background: .clear,
        [
          DrawItem(
            .beginGroup(
              Group(
                bounds: PixelRect(minX: 0, minY: 0, maxX: 60, maxY: 40),
                shadow: GroupShadow(
                  offset: CGVector(dx: dx, dy: 0), deviation: 0, color: .black)))),
          .box(10, 10, 10, 10, red), DrawItem(.endGroup),
        ])
    }
    #expect(try shadow(20).pixel(29, 15).w == 0)
    #expect(try shadow(20).pixel(30, 15).w == 255)
    let between = try shadow(20.25)
    #expect(abs(between.pixel(30, 15).w - 191) <= 1)
    #expect(abs(between.pixel(40, 15).w - 64) <= 1)
  }

  @Test func groupShadowReachesInFromOutsideTheTarget() throws {
    let items = [
      DrawItem(
        .beginGroup(
          Group(
            bounds: PixelRect(minX: -40, minY: -10, maxX: 60, maxY: 60),
            shadow: GroupShadow(offset: CGVector(dx: 30, dy: 0), deviation: 0, color: .black)))),
      .box(-30, 5, 20, 20, red), DrawItem(.endGroup),
    ]
    let image = try picture(40, 40, items)
    #expect(image.pixel(10, 15) == SIMD4(0, 0, 0, 255))
    #expect(image.pixel(25, 15) == SIMD4(repeating: 255))
  }
}
