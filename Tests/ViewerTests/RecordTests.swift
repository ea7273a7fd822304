// RecordTests.swift
// `lamella record`: GIFs, and recordings that are interrupted.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import ImageCodecs
import PNGFiles
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct RecordTests {
  @Test func gifHasTheFramesOfTheAnimatedPNG() throws {
    func arguments(_ format: String) -> [String] {
      [
        "record", "Pop", "--to", "0.3", "--fps", "30", "--size", "160x100", "--loop", "2",
        "--format", format, "-o", "-",
      ]
    }
    let first = try Program.run(arguments("gif"))
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output == (try Program.run(arguments("gif"))).output)
    let gif = try ImageFile.decode([UInt8](first.output), name: "gif")
    let bytes = [UInt8](try Program.run(arguments("apng")).output)
    let exact = try #require(try AnimatedPNG.decode(bytes, name: "apng")).frames
    // Played once, and repeated once.
    #expect(gif.format == .gif && gif.loopCount == 1)
    try #require(gif.frames.count == 10 && exact.count == 10)
    // Ten thirtieths of a second, in hundredths.
    #expect(Set(gif.frames.map(\.duration)) == [0.03, 0.04])
    #expect(abs(gif.frames.map(\.duration).reduce(0, +) - 0.33) < 1e-9)
    for (found, wanted) in zip(gif.frames, exact) {
      let differences = zip(found.image.pixels, wanted.image.pixels).map { abs(Int($0) - Int($1)) }
      #expect((differences.max() ?? 255) <= 16)
    }
    #expect(exact[0].image.pixels != exact[5].image.pixels, "something moves")
  }

  @Test func gifHasAtMostFiftyFramesASecond() throws {
    let tooMany = try Program.run(
      ["record", "Pop", "--format", "gif", "--fps", "60", "-o", "/dev/null"])
    #expect(tooMany.status == 64 && tooMany.errors.contains("50"), "\(tooMany.errors)")
    let usual = try Program.run(
      ["record", "Pop", "--to", "0.1", "--size", "40x30", "--format", "gif", "-o", "-"])
    let gif = try ImageFile.decode([UInt8](usual.output), name: "gif")
    #expect(gif.frames.count == 6 && gif.frames.allSatisfy { $0.duration == 0.02 })
  }

  /// The recording ends after the frame at which it was interrupted.
  @Test func interruptedRecordingKeepsWhatItHas() throws {
    let directory = try TemporaryDirectory()
    let errors = directory.path + "/errors"
    try Data().write(to: URL(fileURLWithPath: errors))
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.path())
    process.currentDirectoryURL = directory.url
    process.arguments = ["record", "Stress", "--to", "59", "--format", "png", "-o", "frames"]
    process.standardError = try #require(FileHandle(forWritingAtPath: errors))
    try process.run()
    defer { process.end() }
    let first = directory.path + "/frames/frame-0000.png"
    #expect(wait(RunningViewer.patience) { FileManager.default.fileExists(atPath: first) })
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let text = try String(contentsOfFile: errors, encoding: .utf8)
    let count = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/frames")
      .count
    #expect(count > 0 && count < 3541)
    #expect(text.contains("frames has the first \(count) of 3541 frames"), "\(text)")
  }

  /// Whatever the format, the frames so far are a whole file.
  @Test(arguments: [RecordCommand.Format.apng, .gif])
  func recordingIsAFileAfterEachFrame(format: RecordCommand.Format) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out"
    var recording = try RecordingFile(format, to: path, framesPerSecond: 20, plays: 0)
    try recording.write()
    #expect(!FileManager.default.fileExists(atPath: path), "no file without a frame")
    for frame in 1...3 {
      let pixels = [UInt8](repeating: 0, count: 12 * 8 * 4).enumerated().map {
        $0.offset % 4 == 3 ? 255 : UInt8(frame * 30)
      }
      try recording.append(CGImage(width: 12, height: 8, premultipliedRGBA: pixels))
      try recording.write()
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let found =
        try format == .gif
        ? ImageFile.decode(bytes, name: "gif").frames.map(\.image)
        : AnimatedPNG.decode(bytes, name: "apng")?.frames.map(\.image) ?? []
      #expect(found.count == frame && recording.count == frame)
      #expect(found.last?.pixels == pixels)
    }
  }
}
