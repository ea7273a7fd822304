// ImageFileTests.swift
// JPEG, GIF and WebP files: pictures, times, orientations, and what is refused.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import PNGFiles
import TestSupport
import Testing

@testable import ImageCodecs

@Suite struct ImageFileTests {
  /// A picture of soft colours, as a JPEG likes them.
  private func ramp(_ width: Int, _ height: Int) -> CGImage {
    CGImage(
      width: width, height: height,
      premultipliedRGBA: (0..<width * height).flatMap { index -> [UInt8] in
        let (x, y) = (index % width, index / width)
        return [UInt8(x * 255 / width), UInt8(y * 255 / height), 90, 255]
      })
  }

  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    let at = (y * image.width + x) * 4
    return Array(image.pixels[at..<at + 4])
  }

  private func sampleGIF(_ disposal: Int) -> GIFSample {
    GIFSample(
      width: 2, height: 1,
      frames: [
        .init(rect: (0, 0, 2, 1), indices: [0, 0], delay: 5, disposal: 0),
        .init(rect: (1, 0, 1, 1), indices: [1], delay: 10, disposal: disposal),
        .init(rect: (0, 0, 1, 1), indices: [2], delay: 0),
      ], loops: 3)
  }

  // MARK: Formats

  @Test func jpegIsCloseToWhatWasEncoded() throws {
    let image = ramp(40, 24)
    for quality in [1, 0.8] {
      let file = try JPEGFile.encode(image, quality: quality)
      let decoded = try ImageFile.decode(file, name: "a")
      #expect(decoded.format == .jpeg && decoded.frames.count == 1 && decoded.orientation == 1)
      let back = decoded.frames[0].image
      #expect(back.width == 40 && back.height == 24)
      let worst = zip(back.pixels, image.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(worst < (quality == 1 ? 6 : 24), "\(worst)")
    }
    let sizes = try [0, 0.5, 1].map { try JPEGFile.encode(image, quality: $0).count }
    #expect(sizes == sizes.sorted() && sizes[0] < sizes[2])
    for quality in [-3, 7, Double.nan] { _ = try JPEGFile.encode(image, quality: quality) }
    // Transparent parts are white.
    let clear = CGImage(width: 8, height: 8, premultipliedRGBA: Array(repeating: 0, count: 256))
    let white = try ImageFile.decode(JPEGFile.encode(clear, quality: 1), name: "a")
    #expect(white.frames[0].image.pixels.allSatisfy { $0 > 252 })
  }

  @Test func webPIsExactlyWhatWasEncoded() throws {
    var random = SeededRandom(seed: 73)
    let rgba = (0..<15 * 7 * 4).map { index in
      index % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
    }
    let decoded = try ImageFile.decode(WebPSample.still(rgba, 15, 7), name: "a")
    #expect(decoded.format == .webP && decoded.frames.map(\.image.pixels) == [rgba])
    // Alpha is multiplied.
    let half = try ImageFile.decode(WebPSample.still([200, 100, 0, 128], 1, 1), name: "a")
    #expect(pixel(half.frames[0].image, 0, 0) == [100, 50, 0, 128])
  }

  @Test func animatedWebPHasItsTimes() throws {
    let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0, 255], [0, 0, 255, 255])
    let file = WebPSample.animation([(red, 40), (blue, 250)], 1, 1, loops: 4, orientation: 6)
    let decoded = try ImageFile.decode(file, name: "a")
    #expect(decoded.frames.map(\.image.pixels) == [red, blue])
    #expect(decoded.frames.map(\.duration) == [0.04, 0.25])
    #expect(decoded.loopCount == 4 && decoded.orientation == 6)
  }

  /// The file's times are sums of milliseconds in 32 bits.
  @Test func animatedWebPMayLastLongerThanItsTimesCanCount() throws {
    let longest = 0xFF_FFFF
    let frames = (0..<140).map { index in
      (rgba: [UInt8(index), 0, 0, 255], milliseconds: longest)
    }
    let decoded = try ImageFile.decode(
      WebPSample.animation(frames, 1, 1, loops: 0), name: "a")
    #expect(decoded.frames.count == 140)
    #expect(decoded.frames.allSatisfy { $0.duration == Double(longest) / 1000 })
  }

  @Test func gifPicturesAreDrawnOnEachOther() throws {
    let (red, green, blue, clear): ([UInt8], [UInt8], [UInt8], [UInt8]) = (
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]
    )
    for (disposal, right) in [(0, green), (1, green), (2, clear), (3, red)] {
      let decoded = try ImageFile.decode(sampleGIF(disposal).bytes, name: "a")
      #expect(decoded.frames.map(\.image.pixels) == [red + red, red + green, blue + right])
      #expect(decoded.frames.map(\.duration) == [0.05, 0.1, 0])
      #expect(decoded.loopCount == 3 && decoded.format == .gif)
    }
    // Without the block of repetitions an animation plays once.
    #expect(
      try ImageFile.decode(
        GIFSample(width: 1, height: 1, frames: [.init(rect: (0, 0, 1, 1), indices: [3])]).bytes,
        name: "a"
      ).loopCount == 1)
  }

  @Test func gifWithoutASizeHasThatOfItsFirstPicture() throws {
    var sample = sampleGIF(0)
    (sample.width, sample.height) = (0, 0)
    let decoded = try ImageFile.decode(sample.bytes, name: "a")
    #expect(decoded.frames.count == 3)
    #expect(decoded.frames.allSatisfy { $0.image.width == 2 && $0.image.height == 1 })
    #expect(pixel(decoded.frames[0].image, 0, 0) == [255, 0, 0, 255])
  }

  @Test func gifColoursAndRows() throws {
    var sample = GIFSample(
      width: 1, height: 5,
      frames: [.init(rect: (0, 0, 1, 5), indices: [0, 1, 2, 3, 0], isInterlaced: true)])
    sample.frames[0].transparent = 2
    sample.frames[0].colors = [10, 10, 10, 20, 20, 20, 30, 30, 30, 40, 40, 40]
    let image = try ImageFile.decode(sample.bytes, name: "a").frames[0].image
    // Rows 0, then 4, then 2, then 1 and 3.
    #expect((0..<5).map { pixel(image, 0, $0)[0] } == [10, 40, 0, 10, 20])
    #expect(pixel(image, 0, 2) == [0, 0, 0, 0])
    // A picture that is partly outside of the canvas.
    let outside = GIFSample(
      width: 2, height: 2,
      frames: [.init(rect: (1, 1, 3, 3), indices: Array(repeating: 1, count: 9))])
    let cut = try ImageFile.decode(outside.bytes, name: "a").frames[0].image
    #expect(pixel(cut, 1, 1) == [0, 255, 0, 255] && pixel(cut, 0, 1) == [0, 0, 0, 0])
  }

  /// 700 pixels need codes of several lengths and the code of the string that is being added.
  @Test func gifCodesGrow() throws {
    // Red, then ever longer runs: clear, 0, 6, 7, 8… with codes of 3 to 6 bits; see the decoder's comment.
    var (bits, count, packed, next, size) = (0, 0, [UInt8](), 6, 3)
    func put(_ code: Int) {
      bits |= code << count
      count += size
      while count >= 8 {
        packed.append(UInt8(bits & 0xFF))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    put(4)
    put(0)
    var length = 1
    for run in 2...37 {
      put(next)
      next += 1
      length += run
      if next == 1 << size { size += 1 }
    }
    put(5)
    packed.append(UInt8(bits & 0xFF))
    #expect(length == 703)
    var file = Array("GIF89a".utf8) + littleEndian(703, 2) + [1, 0, 0x81, 0, 0]
    file += [7, 8, 9] + [UInt8](repeating: 0, count: 9) + [0x2C, 0, 0, 0, 0]
    file += littleEndian(703, 2) + [1, 0, 0, 2, UInt8(packed.count)] + packed + [0, 0x3B]
    let image = try ImageFile.decode(file, name: "a").frames[0].image
    #expect(image.width == 703)
    #expect((0..<703).allSatisfy { pixel(image, $0, 0) == [7, 8, 9, 255] })
  }

  @Test(arguments: 1...8) func orientationsOfCameras(_ orientation: Int) throws {
    let jpeg = try JPEGFile.encode(ramp(8, 8), quality: 0.9)
    let turned = withOrientation(UInt8(orientation), jpeg)
    #expect(try ImageFile.decode(turned, name: "a").orientation == orientation)
    let nonsense = withOrientation(99, jpeg)
    #expect(try ImageFile.decode(nonsense, name: "a").orientation == 1)
    var png = try PNGFile.encode(ramp(2, 2))
    let body = Array("eXIf".utf8) + exif(UInt8(orientation))
    let length = body.count - 4
    png.insert(contentsOf: [0, 0, 0, UInt8(length)] + body + [0, 0, 0, 0], at: 33)
    #expect(EXIFOrientation.inPNG(png) == orientation)
  }

  // MARK: Refusals

  private func refusal(_ bytes: [UInt8]) -> ImageFileError? {
    do throws(ImageFileError) {
      _ = try ImageFile.decode(bytes, name: "picture.gif")
      return nil
    } catch { return error }
  }

  @Test func truncatedFilesAreRefusedByName() throws {
    let jpeg = try JPEGFile.encode(ramp(64, 64), quality: 0.9)
    let webP = WebPSample.still(ramp(64, 64).pixels, 64, 64)
    let gif = sampleGIF(0).bytes
    for file in [jpeg, webP, gif, try PNGFile.encode(ramp(64, 64))] {
      for share in [0.3, 0.6, 0.9] {
        let part = Array(file.prefix(Int(Double(file.count) * share)))
        let error = refusal(part)
        #expect(
          error?.description.hasPrefix("picture.gif cannot be read as a ") == true, "\(share)")
      }
    }
    #expect(refusal([]) == .unknownFormat(path: "picture.gif"))
    #expect(refusal(Array("BM".utf8)) == .unknownFormat(path: "picture.gif"))
  }

  /// Headers that promise 65,535 x 65,535 pixels, or many large pictures, in a few bytes.
  @Test func enormousPicturesAreRefusedBeforeTheirMemoryIsTaken() throws {
    var gif = sampleGIF(0)
    (gif.width, gif.height) = (65_535, 65_535)
    #expect(
      refusal(gif.bytes) == .tooLarge(path: "picture.gif", width: 65_535, height: 65_535, frames: 3)
    )
    (gif.width, gif.height) = (16_000, 16_000)
    #expect(
      refusal(gif.bytes) == .tooLarge(path: "picture.gif", width: 16_000, height: 16_000, frames: 3)
    )
    // Of a small canvas.
    (gif.width, gif.height) = (1, 1)
    gif.frames = (0..<3).map { _ in .init(rect: (0, 0, 16_000, 16_000), indices: [0]) }
    #expect(
      refusal(gif.bytes) == .tooLarge(path: "picture.gif", width: 16_000, height: 16_000, frames: 3)
    )
    var jpeg = try JPEGFile.encode(ramp(8, 8), quality: 0.9)
    // The frame header: length, precision, height, width.
    let header = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    for index in 5...8 { jpeg[header + index] = 0xF0 }
    #expect(
      refusal(jpeg) == .tooLarge(path: "picture.gif", width: 61_680, height: 61_680, frames: 1))
    var webP = WebPSample.animation([([1, 2, 3, 255], 40)], 1, 1, loops: 0)
    // The canvas of the first chunk.
    for index in 24...29 { webP[index] = 0xFF }
    #expect(refusal(webP) != nil)
    #expect(refusal(gif.bytes)?.description.contains("1 GiB") == true)
  }

  /// Flipped bits and cut ends: an error or a picture, never a crash, and never long.
  @Test func mutatedFilesEndInAPictureOrAnError() throws {
    var random = SeededRandom(seed: 79)
    let gif = GIFSample(
      width: 16, height: 16,
      frames: (0..<3).map { frame in
        .init(
          rect: (frame, frame, 12, 12), indices: (0..<144).map { UInt8($0 % 4) }, delay: 5,
          disposal: frame + 1, transparent: 1, isInterlaced: frame == 1)
      }, loops: 0)
    let files = try [
      gif.bytes, withOrientation(5, JPEGFile.encode(ramp(24, 24), quality: 0.8)),
      WebPSample.still(ramp(24, 24).pixels, 24, 24),
      WebPSample.animation([(ramp(9, 9).pixels, 20), (ramp(9, 9).pixels, 30)], 9, 9, loops: 1),
      PNGFile.encode(ramp(24, 24)),
    ]
    var (pictures, errors) = (0, 0)
    for file in files {
      for _ in 0..<300 {
        var bytes = file
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
            1 << UInt8.random(in: 0..<8, using: &random)
        }
        if Bool.random(using: &random) {
          bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        }
        if refusal(bytes) == nil { pictures += 1 } else { errors += 1 }
      }
    }
    #expect(pictures > 50 && errors > 200, "\(pictures) pictures, \(errors) errors")
  }
}
