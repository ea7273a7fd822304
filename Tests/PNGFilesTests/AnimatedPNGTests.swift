// AnimatedPNGTests.swift
// Animated PNGs: what is encoded is decoded, also from files of other programs with parts of pictures.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import TestSupport
import Testing

@testable import PNGFiles

@Suite struct AnimatedPNGTests {
  private func picture(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> CGImage {
    CGImage(
      width: width, height: height,
      premultipliedRGBA: (0..<width * height).flatMap { _ in pixel })
  }

  private func noise(_ width: Int, _ height: Int, seed: UInt64) -> CGImage {
    var random = SeededRandom(seed: seed)
    return CGImage(
      width: width, height: height,
      premultipliedRGBA: (0..<width * height * 4).map { index in
        index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
      })
  }

  @Test func picturesAndTimesAreThoseThatWereEncoded() throws {
    let frames = (0..<4).map { noise(13, 9, seed: $0) }
    var animation = AnimatedPNG(framesPerSecond: 20, plays: 2)
    #expect(animation.file.isEmpty)
    for (index, frame) in frames.enumerated() {
      try animation.append(frame)
      // The file so far is whole.
      let found = try #require(try AnimatedPNG.decode(animation.file, name: "test"))
      #expect(found.frames.map(\.image.pixels) == frames[...index].map(\.pixels))
      #expect(found.frames.allSatisfy { $0.duration == 0.05 })
      #expect(found.plays == 2 && found.isWhole)
    }
    #expect(animation.count == 4)
  }

  @Test func stillPictureIsNoAnimation() throws {
    let file = try PNGFile.encode(noise(3, 3, seed: 1))
    #expect(try AnimatedPNG.decode(file, name: "test") == nil)
  }

  /// A file of three pictures, the later ones of a part of the canvas.
  private func partial(disposal: UInt8, blend: UInt8, second: [UInt8]) throws -> [UInt8] {
    let parts = [
      picture(3, 1, [255, 0, 0, 255]), picture(1, 1, second), picture(1, 1, [0, 0, 255, 255]),
    ]
    let places = [0, 1, 2]
    var file: [UInt8] = []
    var sequence: UInt32 = 0
    for (index, part) in parts.enumerated() {
      let whole = try PNGFile.encode(part)
      if index == 0 {
        file = whole[..<33] + PNGChunk.encode("acTL", [0, 0, 0, 3, 0, 0, 0, 0])
      }
      let number = PNGChunk.bigEndian
      file += PNGChunk.encode(
        "fcTL",
        number(sequence) + number(UInt32(part.width)) + number(1) + number(UInt32(places[index]))
          + number(0) + [0, 1, 0, 0, index == 1 ? disposal : 0, index == 1 ? blend : 0])
      sequence += 1
      for chunk in PNGChunk.all(in: whole) where chunk.name == "IDAT" {
        file +=
          index == 0
          ? PNGChunk.encode("IDAT", whole[chunk.data])
          : PNGChunk.encode("fdAT", number(sequence) + whole[chunk.data])
        if index > 0 { sequence += 1 }
      }
    }
    return file + PNGChunk.encode("IEND", [])
  }

  @Test(
    arguments: [
      // disposal, blend → the middle pixel of the second picture, and of the third
      (0, 0, [128, 64, 0, 128], [128, 64, 0, 128]), (0, 1, [255, 64, 0, 255], [255, 64, 0, 255]),
      (1, 0, [128, 64, 0, 128], [0, 0, 0, 0]), (2, 0, [128, 64, 0, 128], [255, 0, 0, 255]),
    ] as [(UInt8, UInt8, [UInt8], [UInt8])])
  func partsAreDrawnOnTheCanvas(
    disposal: UInt8, blend: UInt8, second: [UInt8], third: [UInt8]
  ) throws {
    let file = try partial(disposal: disposal, blend: blend, second: [128, 64, 0, 128])
    let found = try #require(try AnimatedPNG.decode(file, name: "test"))
    let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255])
    #expect(
      found.frames.map(\.image.pixels) == [red + red + red, red + second + red, red + third + blue])
    // Without a divisor, hundredths.
    #expect(found.frames.map(\.duration) == [0.01, 0.01, 0.01])
  }

  @Test func brokenAnimationsAreErrors() throws {
    var animation = AnimatedPNG(framesPerSecond: 20)
    for seed in 0..<2 { try animation.append(noise(5, 5, seed: UInt64(seed))) }
    let file = animation.file
    // Wherever it is cut off: an error, or the pictures before.
    for length in stride(from: 0, to: file.count, by: 7) {
      do {
        let found = try AnimatedPNG.decode(Array(file[..<length]), name: "test")
        #expect((found?.frames.count ?? 0) <= 2 && found?.isWhole != true)
      } catch { #expect("\(error)".contains("test")) }
    }
    // A picture beside the canvas, and one without data.
    let chunks = PNGChunk.all(in: file)
    let last = try #require(chunks.last { $0.name == "fcTL" })
    var beside = file
    beside[last.data.lowerBound + 15] = 9
    #expect(throws: PNGError.self) { try AnimatedPNG.decode(beside, name: "test") }
    let data = try #require(chunks.last { $0.name == "fdAT" })
    let empty = file[..<(data.data.lowerBound - 8)] + PNGChunk.encode("IEND", [])
    #expect(throws: PNGError.self) { try AnimatedPNG.decode(Array(empty), name: "test") }
    // Another number of pictures than it states, and a part that is missing.
    let control = try #require(chunks.first { $0.name == "acTL" })
    for stated: UInt8 in [0, 1, 3, 255] {
      var other = file
      other[control.data.lowerBound + 3] = stated
      #expect(throws: PNGError.self) { try AnimatedPNG.decode(other, name: "test") }
    }
    var gap = file
    gap[data.data.lowerBound + 3] += 1
    #expect(throws: PNGError.self) { try AnimatedPNG.decode(gap, name: "test") }
  }

  /// The first pictures are a file by themselves, equal to one that was ended there.
  @Test func firstPicturesAreAFile() throws {
    let (rate, size) = (20, 5)
    var animation = AnimatedPNG(framesPerSecond: rate)
    var shorter: [[UInt8]] = [[]]
    for seed in 0..<3 {
      try animation.append(noise(size, size, seed: UInt64(seed)))
      shorter.append(animation.file)
    }
    for count in 0...3 { #expect(animation.file(first: count) == shorter[count]) }
  }
}
