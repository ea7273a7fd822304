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

  /// The part that is there is shown. Files without a pixel are refused by name.
  @Test func partsOfTruncatedFilesAreShown() throws {
    let still = GIFSample(
      width: 64, height: 64,
      frames: [.init(rect: (0, 0, 64, 64), indices: (0..<4096).map { UInt8($0 / 64 % 4) })])
    let files = try [
      JPEGFile.encode(ramp(64, 64), quality: 0.9),
      WebPSample.still(noise(64, 64).pixels, 64, 64), still.bytes,
      PNGFile.encode(noise(64, 64)),
    ]
    for file in files {
      let whole = try ImageFile.decode(file, name: "a")
      #expect(whole.isWhole)
      let part = try ImageFile.decode(Array(file.prefix(file.count * 9 / 10)), name: "a")
      #expect(!part.isWhole && part.frames.count == 1, "\(part.format)")
      let (image, right) = (part.frames[0].image, whole.frames[0].image)
      #expect(image.width == 64 && image.height == 64)
      #expect(
        image.pixels.prefix(64 * 4 * 20) == right.pixels.prefix(64 * 4 * 20), "\(part.format)")
      #expect(image.pixels != right.pixels, "\(part.format)")
      let error = refusal(Array(file.prefix(24)))
      #expect(
        error?.description.hasPrefix("picture.gif ") == true, "\(part.format)")
    }
    // Of an animation, the pictures before.
    let gif = sampleGIF(0).bytes
    let begun = try ImageFile.decode(Array(gif.prefix(gif.count - 4)), name: "a")
    #expect(begun.frames.count == 2 && !begun.isWhole && begun.loopCount == 3)
    var animation = AnimatedPNG(framesPerSecond: 4, plays: 5)
    for _ in 0..<3 { try animation.append(noise(9, 9)) }
    let cut = try ImageFile.decode(
      Array(animation.file.prefix(animation.file.count - 40)), name: "a")
    #expect(cut.frames.count == 2 && !cut.isWhole && cut.loopCount == 5)
  }

  private func noise(_ width: Int, _ height: Int) -> CGImage {
    var random = SeededRandom(seed: 5)
    return CGImage(
      width: width, height: height,
      premultipliedRGBA: (0..<width * height * 4).map { index in
        index % 4 == 3 ? 255 : UInt8.random(in: 1...255, using: &random)
      })
  }

  @Test(
    arguments: [
      ("BMP", Array("BM".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0]), ("TIFF", [0x4D, 0x4D, 0, 0x2A]),
      ("ICO", [0, 0, 1, 0]), ("AVIF", [0, 0, 0, 32] + Array("ftypavif".utf8)),
      ("HEIC", [0, 0, 0, 32] + Array("ftypheic".utf8)),
      ("HEIC", [0, 0, 0, 32] + Array("ftypmif1".utf8)), ("JPEG XL", [0xFF, 0x0A, 0]),
      ("PDF", Array("%PDF-1.7".utf8)), ("SVG", Array("<svg xmlns".utf8)),
    ] as [(String, [UInt8])])
  func otherFormatsAreRefusedByTheirNames(format: String, bytes: [UInt8]) {
    let error = refusal(bytes)
    #expect(error == .unknownFormat(path: "picture.gif", format: format))
    #expect(error?.description.contains("is a \(format) file; PNG, JPEG, GIF and WebP") == true)
    #expect(refusal([]) == .unknownFormat(path: "picture.gif", format: nil))
  }

  /// An animated PNG has its pictures, times and repetitions, as other animations.
  @Test func animatedPNGHasItsTimes() throws {
    var animation = AnimatedPNG(framesPerSecond: 4, plays: 3)
    let pictures = [ramp(6, 5), noise(6, 5)]
    for picture in pictures { try animation.append(picture) }
    let decoded = try ImageFile.decode(animation.file, name: "a")
    #expect(decoded.format == .png && decoded.loopCount == 3 && decoded.isWhole)
    #expect(decoded.frames.map(\.image.pixels) == pictures.map(\.pixels))
    #expect(decoded.frames.map(\.duration) == [0.25, 0.25])
    // With a fault in its animation it is the still picture that other programs show.
    var faulty = animation.file
    let control = try #require(faulty.firstRange(of: Array("acTL".utf8)))
    faulty[control.upperBound + 3] = 9
    let still = try ImageFile.decode(faulty, name: "a")
    #expect(still.frames.map(\.image.pixels) == [pictures[0].pixels])
  }

  // MARK: JPEG

  /// A header with a fault that the decoder only warns of.
  @Test func jpegWithAWarningInItsHeaderIsShown() throws {
    let file = try JPEGFile.encode(ramp(24, 16), quality: 0.9)
    let right = try ImageFile.decode(file, name: "a").frames[0].image
    // Bytes between two segments, which the decoder skips with a warning.
    let place = 4 + (Int(file[4]) << 8 | Int(file[5]))
    let warned = Array(file[..<place]) + [0x00, 0x11, 0x22] + Array(file[place...])
    let decoded = try ImageFile.decode(warned, name: "a")
    #expect(decoded.frames[0].image.pixels == right.pixels && decoded.isWhole)
    var later = file
    let end = later.count - 2
    later.insert(contentsOf: [0x12, 0x34], at: end)
    #expect(try ImageFile.decode(later, name: "a").frames[0].image.pixels == right.pixels)
  }

  /// A file of many scans is refused by what they cost: their number times the picture's pixels.
  @Test(.timeLimit(.minutes(1))) func scansOfAJPEGAreLimitedByTheArea() throws {
    func scans(_ count: Int, _ side: Int) throws -> [UInt8] {
      let file = try JPEGFile.encode(ramp(side, side), quality: 0.5)
      let scan = try #require(file.firstRange(of: [0xFF, 0xDA]))
      let header = file[scan.lowerBound...].prefix(14)
      let others = repeatElement(Array(header) + [0], count: count - 1)
      return Array(file.dropLast(2)) + Array(others.joined()) + [0xFF, 0xD9]
    }
    #expect(JPEGScans(try scans(3000, 64)).count == 3000)
    #expect(throws: ImageFileError.self) {
      try JPEGScans(try scans(3000, 64)).check("a", area: 3000 * 3000)
    }
    for (count, area) in [(32, 16_384 * 16_384), (29, 3000 * 3000), (400, 640 * 480)] {
      try JPEGScans(try scans(count, 8)).check("a", area: area)
    }
    let error = refusal(try scans(3000, 1200))
    #expect(error?.description.contains("it has 3000 scans; the limit") == true)
    // A thumbnail in the header is no scan.
    let plain = try JPEGFile.encode(ramp(8, 8), quality: 0.5)
    let comment: [UInt8] = [0xFF, 0xFE, 0, 6, 0xFF, 0xDA, 0xFF, 0xD9]
    let scan = JPEGScans(Array(plain[..<2]) + comment + Array(plain[2...]))
    #expect(scan.count == 1 && scan.hasEnd)
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
    #expect(pictures > 50 && errors > 100, "\(pictures) pictures, \(errors) errors")
  }
}
