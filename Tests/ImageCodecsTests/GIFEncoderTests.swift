// GIFEncoderTests.swift
// Animated GIFs: what is encoded is what the decoder finds, in pictures and in time.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import TestSupport
import Testing

@testable import ImageCodecs

@Suite struct GIFEncoderTests {
  private func picture(
    _ width: Int, _ height: Int, _ color: (Int, Int) -> (Int, Int, Int)
  ) -> CGImage {
    CGImage(
      width: width, height: height,
      premultipliedRGBA: (0..<width * height).flatMap { index -> [UInt8] in
        let (red, green, blue) = color(index % width, index / width)
        return [UInt8(red), UInt8(green), UInt8(blue), 255]
      })
  }

  private func decoded(_ frames: [CGImage], delay: Int = 2) throws -> [DecodedImage.Frame] {
    var encoder = GIFEncoder(width: frames[0].width, height: frames[0].height)
    for frame in frames { encoder.append(frame, delay: delay) }
    return try ImageFile.decode(encoder.file, name: "test").frames
  }

  @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 127, 128, 254, 255])
  func picturesOfFewColoursAreExact(colors: Int) throws {
    let frames = (0..<3).map { frame in
      picture(31, 17) { x, y in
        let color = (x * 7 + y * 31 + frame * 5) % colors
        return (color, 255 - color, (color * 13) % 256)
      }
    }
    let found = try decoded(frames)
    #expect(found.map(\.image.pixels) == frames.map(\.pixels))
  }

  /// Noise has no strings that come again, so that every code is used and the table is forgotten many times.
  @Test(arguments: [2, 4, 200]) func noiseIsExact(colors: Int) throws {
    var random = SeededRandom(seed: UInt64(colors))
    let noise = (0..<200 * 90).map { _ in Int.random(in: 0..<colors, using: &random) }
    let frame = picture(200, 90) { x, y in (noise[y * 200 + x], 7, 9) }
    #expect(try decoded([frame])[0].image.pixels == frame.pixels)
  }

  @Test func oneColourOfAnySizeIsExact() throws {
    for (width, height) in [(1, 1), (2, 1), (1, 300), (640, 480)] {
      let frame = picture(width, height) { _, _ in (10, 20, 30) }
      let found = try decoded([frame, frame])
      #expect(found.map(\.image.pixels) == [frame.pixels, frame.pixels])
    }
  }

  /// Where there are more colours, near ones become one: no channel of a smooth picture is far from what it was.
  @Test func manyColoursAreNear() throws {
    let frame = picture(160, 120) { x, y in (x * 255 / 159, y * 255 / 119, (x + y) / 2) }
    let found = try decoded([frame])[0].image
    let differences = zip(found.pixels, frame.pixels).map { abs(Int($0) - Int($1)) }
    #expect((differences.max() ?? 255) <= 24)
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 5)
  }

  /// A few pixels of another colour keep it beside a gradient.
  @Test func rareColourIsKept() throws {
    let frame = picture(256, 128) { x, y in
      x < 2 && y < 2 ? (255, 0, 0) : (x / 4, 100 + y / 2, 128 + x / 4)
    }
    let found = try decoded([frame])[0].image
    #expect(found.pixels[0] > 230 && found.pixels[1] < 30 && found.pixels[2] < 30)
  }

  /// What does not change is neither written nor altered, whatever the colours of the rest.
  @Test func onlyChangesAreWritten() throws {
    let first = picture(200, 100) { x, y in (x, y, 50) }
    let second = picture(200, 100) { x, y in
      (20..<30).contains(x) && (40..<45).contains(y) ? (255, 255, 255) : (x, y, 50)
    }
    var encoder = GIFEncoder(width: 200, height: 100)
    encoder.append(first, delay: 2)
    let before = encoder.file.count
    encoder.append(second, delay: 2)
    #expect(encoder.file.count - before < 100)
    encoder.append(second, delay: 2)
    #expect(encoder.count == 3)
    let found = try ImageFile.decode(encoder.file, name: "test").frames.map(\.image.pixels)
    #expect(found[1] == found[2])
    for pixel in 0..<200 * 100 {
      let (x, y) = (pixel % 200, pixel / 200)
      let isChanged = (20..<30).contains(x) && (40..<45).contains(y)
      let wanted = isChanged ? [255, 255, 255, 255] : Array(found[0][pixel * 4..<pixel * 4 + 4])
      guard Array(found[1][pixel * 4..<pixel * 4 + 4]) != wanted else { continue }
      Issue.record("pixel \(x), \(y)")
      return
    }
  }

  @Test func fileIsWholeAfterEachPicture() throws {
    var encoder = GIFEncoder(width: 20, height: 10, plays: 3)
    for frame in 0..<5 {
      encoder.append(picture(20, 10) { x, y in (x, y, frame * 40) }, delay: 3 + frame)
      let found = try ImageFile.decode(encoder.file, name: "test")
      #expect(found.frames.count == frame + 1 && found.loopCount == 2)
      #expect(found.frames[frame].duration == Double(3 + frame) / 100)
    }
    #expect(encoder.count == 5)
  }

  /// The extension counts repetitions: for ever, none as without it, and one less than the plays.
  @Test(arguments: [(0, true), (1, false), (2, true), (65_535, true)])
  func playsAreRepetitions(plays: Int, hasExtension: Bool) throws {
    var encoder = GIFEncoder(width: 2, height: 2, plays: plays)
    encoder.append(picture(2, 2) { x, y in (x, y, 0) }, delay: 4)
    #expect(
      String(decoding: encoder.file, as: Unicode.ASCII.self).contains("NETSCAPE2.0") == hasExtension
    )
    let count = try ImageFile.decode(encoder.file, name: "test").loopCount
    #expect(count == (plays < 2 ? plays : plays - 1))
  }

  @Test(arguments: [1, 7, 24, 25, 29, 30, 33, 50, 60, 99])
  func delaysAddUpWithoutDrift(framesPerSecond: Int) {
    var sum = 0
    for frame in 0..<1000 {
      sum += GIFEncoder.delay(ofFrame: frame, framesPerSecond: framesPerSecond)
      let time = Double(frame + 1) / Double(framesPerSecond)
      #expect(abs(Double(sum) / 100 - time) <= 0.005 + 1e-9)
    }
  }

  @Test func noPictureAtTheLargestRateIsTooShortForViewers() {
    for rate in 1...GIFEncoder.maximumRate {
      for frame in 0..<200 {
        #expect(GIFEncoder.delay(ofFrame: frame, framesPerSecond: rate) >= 2)
      }
    }
  }

  @Test func transparencyIsBlack() throws {
    let half = CGImage(width: 2, height: 1, premultipliedRGBA: [100, 50, 0, 128, 0, 0, 0, 0])
    #expect(try decoded([half])[0].image.pixels == [100, 50, 0, 255, 0, 0, 0, 255])
  }
}
