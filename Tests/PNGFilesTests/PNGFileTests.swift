// PNGFileTests.swift
// PNG files: encoding and decoding, and errors with reasons.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import TestSupport
import Testing

@testable import PNGFiles

@Suite struct PNGFileTests {
  private func picture(_ width: Int, _ height: Int, seed: UInt64) -> CGImage {
    var random = SeededRandom(seed: seed)
    var pixels: [UInt8] = []
    for _ in 0..<width * height {
      let alpha = [0, 255, 255, UInt8.random(in: 0...255, using: &random)].randomElement(
        using: &random)
      let top = alpha ?? 255
      pixels += (0..<3).map { _ in UInt8.random(in: 0...top, using: &random) } + [top]
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// What the system cannot provide is found without ending the program.
  @Test func memoryThatCannotBeProvidedIsNotAvailable() {
    #expect(PictureMemory.isAvailable(1) && PictureMemory.isAvailable(1 << 20))
    #expect(!PictureMemory.isAvailable(.max) && !PictureMemory.isAvailable(1 << 56))
  }

  @Test(arguments: [(1, 1), (7, 3), (64, 65), (300, 2)])
  func encodedImageIsDecoded(width: Int, height: Int) throws {
    let image = picture(width, height, seed: UInt64(width))
    let again = try PNGFile.decode(try PNGFile.encode(image), name: "test")
    #expect(again.width == width && again.height == height)
    // Unpremultiplied 8-bit colours represent premultiplied ones exactly.
    #expect(again.pixels == image.pixels)
  }

  // MARK: Kinds of pixels

  private func sample(
    _ width: Int, _ height: Int, depth: Int, colorType: UInt8, transparent: [UInt8] = []
  ) -> PNGSample {
    var random = SeededRandom(seed: UInt64(width) + UInt64(colorType))
    var sample = PNGSample(
      width: width, height: height, depth: depth, colorType: colorType, values: [],
      transparent: transparent)
    sample.values = (0..<width * height * sample.channels).map { index in
      // Some pixels have the colour that is transparent.
      index % 5 < 3 ? UInt16.random(in: 0...(depth == 16 ? 0xFFFF : 0xFF), using: &random) : 7
    }
    return sample
  }

  /// An interlaced file is the plain one in another order, at each depth and kind of colour.
  @Test(arguments: [(1, 1), (3, 2), (8, 8), (13, 21), (200, 37)], [8, 16])
  func interlacedPicturesEqualPlainOnes(size: (Int, Int), depth: Int) throws {
    for colorType: UInt8 in [0, 2, 4, 6] {
      for transparent: [UInt8] in [[], [0, 7], [0, 7, 0, 7, 0, 7]]
      where transparent.isEmpty || transparent.count == [0: 2, 2: 6][colorType] {
        var sample = sample(
          size.0, size.1, depth: depth, colorType: colorType, transparent: transparent)
        let plain = try PNGFile.decode(sample.bytes, name: "plain")
        sample.isInterlaced = true
        let interlaced = try PNGFile.decode(sample.bytes, name: "interlaced")
        #expect(interlaced.pixels == plain.pixels, "\(size), \(depth) bits, kind \(colorType)")
        #expect(interlaced.width == size.0 && interlaced.height == size.1)
      }
    }
  }

  /// 16 bits are cut to 8; a file without a colour space is sRGB at each depth.
  @Test(arguments: [false, true]) func colorsOf16Bits(isInterlaced: Bool) throws {
    var sample = PNGSample(
      width: 3, height: 1, depth: 16, colorType: 2,
      values: [0, 0x8080, 0xFFFF, 0x4040, 0x40C0, 0x1234, 7, 7, 7],
      isInterlaced: isInterlaced)
    #expect(
      try PNGFile.decode(sample.bytes, name: "a").pixels
        == [0, 128, 255, 255, 64, 64, 18, 255, 0, 0, 0, 255])
    sample.transparent = [0, 7, 0, 7, 0, 7]
    #expect(try PNGFile.decode(sample.bytes, name: "a").pixels.suffix(4) == [0, 0, 0, 0])
    let half = PNGSample(
      width: 1, height: 1, depth: 16, colorType: 4, values: [0xFFFF, 0x8080],
      isInterlaced: isInterlaced)
    #expect(try PNGFile.decode(half.bytes, name: "a").pixels == [128, 128, 128, 128])
  }

  /// Of a file that was cut off, or damaged, the rows before are there; strict readers refuse it with the reason.
  @Test func partOfACutFileIsThere() throws {
    let plain = sample(20, 40, depth: 8, colorType: 2)
    let whole = try PNGFile.decode(plain.bytes, name: "a").pixels
    let cut = Array(plain.bytes.prefix(plain.bytes.count / 2))
    let part = try PNGFile.decodePart(cut, name: "a")
    #expect(part.fault == "it ends too early" && part.image.height == 40)
    let rows = (0..<40).filter { row in
      part.image.pixels[row * 80..<row * 80 + 80] == whole[row * 80..<row * 80 + 80]
    }
    #expect((15...20).contains(rows.count) && rows == Array(0..<rows.count))
    #expect(part.image.pixels[(rows.count * 80)...].allSatisfy { $0 == 0 })
    #expect(throws: PNGError.broken(path: "a", reason: "it ends too early")) {
      try PNGFile.decode(cut, name: "a")
    }
    // An interlaced file has all rows, with fewer details.
    var other = plain
    other.isInterlaced = true
    let coarse = try PNGFile.decodePart(Array(other.bytes.prefix(cut.count)), name: "a").image
    #expect(stride(from: 3, to: coarse.pixels.count, by: 4).allSatisfy { coarse.pixels[$0] == 255 })
    // Its header alone is no picture.
    #expect(throws: PNGError.self) { try PNGFile.decodePart(Array(cut.prefix(45)), name: "a") }
    var damaged = plain.bytes
    damaged[damaged.count - 300] ^= 1
    #expect(try PNGFile.decodePart(damaged, name: "a").fault != nil)
  }

  @Test func textChunksDoNotChangeTheImage() throws {
    let image = picture(9, 9, seed: 1)
    let plain = try PNGFile.encode(image)
    let noted = try PNGFile.encode(image, text: [("Software", "lamella"), ("time", "0.35 s")])
    #expect(noted.count == plain.count + 12 * 2 + 16 + 11)
    #expect(try PNGFile.decode(noted, name: "test").pixels == image.pixels)
    #expect(String(decoding: noted, as: UTF8.self).contains("tEXtSoftware\0lamella"))
    #expect(try PNGFile.encode(image) == plain)
  }

  @Test func checksumOfPNG() {
    #expect(PNGFile.crc32(Array("IEND".utf8)) == 0xAE42_6082)
  }

  @Test func writtenFileIsRead() throws {
    let directory = try TemporaryDirectory()
    let image = picture(12, 5, seed: 3)
    try PNGFile.write(image, to: directory.path + "/a.png")
    #expect(try PNGFile.read(directory.path + "/a.png").pixels == image.pixels)
  }

  /// A write that fails leaves the earlier file and nothing else; a link is followed, and the mode is kept.
  @Test func fileIsReplacedWholeOrNotAtAll() throws {
    let directory = try TemporaryDirectory()
    let (path, link) = (directory.path + "/a.png", directory.path + "/link.png")
    try PNGFile.write(picture(4, 4, seed: 1), to: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    chmod(path, 0o600)
    try PNGFile.write(picture(12, 5, seed: 2), to: link)
    #expect(try PNGFile.read(path).width == 12)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(throws: PNGError.self) {
      try PNGFile.write(picture(4, 4, seed: 1), to: directory.path + "/none/a.png")
    }
    #expect(throws: PNGError.self) { try PNGFile.write(picture(4, 4, seed: 1), to: "/dev/full") }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.sorted() == ["a.png", "link.png"])
  }

  /// What a link means is made, also where it is missing; a circle of links means nothing.
  @Test func targetsOfLinksAreMade() throws {
    let directory = try TemporaryDirectory()
    let files = FileManager.default
    func link(_ name: String, _ target: String) throws {
      try files.createSymbolicLink(
        atPath: directory.path + "/" + name, withDestinationPath: target)
    }
    try link("first", "second")
    try link("second", directory.path + "/new.png")
    try link("a", "b")
    try link("b", "a")
    try PNGFile.write(picture(4, 4, seed: 1), to: directory.path + "/first")
    #expect(try PNGFile.read(directory.path + "/new.png").width == 4)
    #expect(try files.destinationOfSymbolicLink(atPath: directory.path + "/first") == "second")
    #expect(throws: PNGError.self) {
      try PNGFile.write(picture(4, 4, seed: 1), to: directory.path + "/a")
    }
    #expect(try files.destinationOfSymbolicLink(atPath: directory.path + "/a") == "b")
  }

  @Test(.timeLimit(.minutes(1))) func pipesAndDevicesAreNotRead() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/pipe.png"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero", directory.path] {
      #expect(throws: PNGError.broken(path: path, reason: "it is not a regular file")) {
        try PNGFile.read(path)
      }
    }
  }

  @Test func unreadableFileThrowsWithReason() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/a.png"
    #expect(throws: PNGError.missing(path: path)) { try PNGFile.read(path) }
    let good = try PNGFile.encode(picture(40, 40, seed: 5))
    for bad in [[], Array("GIF89a".utf8), Array(good.prefix(60)), Array(good.prefix(20))] {
      try Data(bad).write(to: URL(fileURLWithPath: path))
      #expect {
        try PNGFile.read(path)
      } throws: { error in
        if case PNGError.broken(path, _) = error { true } else { false }
      }
    }
    #expect {
      try PNGFile.read(directory.path)
    } throws: { error in
      if case PNGError.broken = error { true } else { false }
    }
  }

  @Test func hugeImageIsRejectedByItsHeader() throws {
    var bytes = try PNGFile.encode(picture(4, 4, seed: 5))
    // A width of 20000 in the header, with the header's CRC corrected.
    bytes.replaceSubrange(16..<20, with: [0, 0, 0x4E, 0x20])
    let sum = PNGFile.crc32(Array(bytes[12..<29]))
    bytes.replaceSubrange(29..<33, with: [24, 16, 8, 0].map { UInt8(sum >> $0 & 255) })
    #expect(throws: PNGError.tooLarge(path: "huge", width: 20_000, height: 4)) {
      try PNGFile.decode(bytes, name: "huge")
    }
  }

  @Test(arguments: ["/nowhere/at/all.png", "/", "/dev/full"])
  func unwritablePathThrowsWithReason(path: String) {
    #expect {
      try PNGFile.write(picture(2, 2, seed: 9), to: path)
    } throws: { error in
      if case PNGError.cannotWrite(path, let reason) = error { !reason.isEmpty } else { false }
    }
  }
}
