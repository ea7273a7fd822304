// RecordingFile.swift
// The frames of a recording as a file of any format, or as files. RecordCommand plays the sample that is recorded.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ImageCodecs
import PNGFiles
import UIKit

/// Frames that are encoded one after the other, so that memory holds no picture longer than needed.
struct RecordingFile {
  private enum Encoder {
    case apng(AnimatedPNG)
    /// Nil before the first frame, which has the size.
    case gif(GIFEncoder?)
    /// Files in a directory, each written at once.
    case png
  }

  private var encoder = Encoder.png
  private let output: String
  private let framesPerSecond: Int
  private let plays: Int
  private let from: TimeInterval
  private let text: [(key: String, value: String)]
  /// The number of frames so far.
  private(set) var count = 0

  /// - Parameters:
  ///   - output: A file, "-" for standard output, or a directory for numbered pictures, which is made.
  ///   - framesPerSecond: 1...240, for a GIF at most ``GIFEncoder/maximumRate``.
  ///   - plays: How often the animation is played, 0...65535; 0 is for ever.
  ///   - from: The time of the first frame, in seconds.
  ///   - text: Keys and values of the texts of a PNG file, to which its time is added; empty for none.
  init(
    _ format: RecordCommand.Format, to output: String, framesPerSecond: Int, plays: Int,
    from: TimeInterval = 0, text: [(key: String, value: String)] = []
  ) throws(CommandFailure) {
    (self.output, self.framesPerSecond, self.plays) = (output, framesPerSecond, plays)
    (self.from, self.text) = (from, text)
    switch format {
    case .apng:
      encoder = .apng(
        AnimatedPNG(
          framesPerSecond: framesPerSecond, plays: plays,
          text: self.text(at: "from \(Wording.seconds(from))")))
    case .gif: encoder = .gif(nil)
    case .png:
      encoder = .png
      do {
        try FileManager.default.createDirectory(
          atPath: output, withIntermediateDirectories: true)
      } catch {
        throw CommandFailure(
          status: .cannotWrite, message: "The directory \(output) cannot be made; choose another.")
      }
    }
  }

  mutating func append(_ frame: CGImage) throws(CommandFailure) {
    switch encoder {
    case .apng(var file):
      // Otherwise the bytes so far have two owners, and are copied.
      encoder = .gif(nil)
      do {
        try file.append(frame)
      } catch {
        throw CommandFailure(
          status: .cannotWrite, message: "The animation cannot be written: \(error).")
      }
      encoder = .apng(file)
    case .gif(let begun):
      encoder = .gif(nil)
      var file = begun ?? GIFEncoder(width: frame.width, height: frame.height, plays: plays)
      file.append(frame, delay: GIFEncoder.delay(ofFrame: count, framesPerSecond: framesPerSecond))
      encoder = .gif(file)
    case .png:
      let time = from + Double(count) / Double(framesPerSecond)
      do {
        try PNGFile.write(frame, to: path(ofFrame: count), text: text(at: Wording.seconds(time)))
      } catch {
        throw CommandFailure(
          status: .cannotWrite,
          message: "The picture cannot be written: \(error). \(output) has the first \(count) "
            + "frames.")
      }
    }
    count += 1
  }

  /// The texts of a file that has pictures of a time.
  private func text(at time: String) -> [(key: String, value: String)] {
    text.isEmpty ? [] : text + [("Time", time)]
  }

  private func path(ofFrame number: Int) -> String {
    let text = String(number)
    return "\(output)/frame-\(String(repeating: "0", count: max(0, 4 - text.count)))\(text).png"
  }

  /// The beginning of a sentence about the file's contents: "x.png has".
  var place: String { output == "-" ? "Standard output has" : "\(output) has" }

  /// Writes the frames so far. Without any, there is no file.
  ///
  /// A file for which there is no room gets as many of the first frames as there is room for.
  func write() throws(CommandFailure) {
    switch encoder {
    case .apng(let file) where count > 0: try write(file.file(first:))
    case .gif(let file?): try write(file.file(first:))
    case .png:
      removeFramesOfLongerRecording()
      Notices.explain("Wrote \(Wording.count(count, "picture")) into \(output).")
    case .apng, .gif: break
    }
  }

  private func write(_ file: (_ first: Int) -> [UInt8]) throws(CommandFailure) {
    let bytes = file(count)
    if output == "-" { try StandardOutput.write(bytes) }
    guard var failure = output == "-" ? nil : WholeFile.write(bytes, to: output) else {
      return Notices.explain(
        writingTo: output, bytes: bytes.count, of: Wording.count(count, "frame"))
    }
    let reason = failure.reason
    var kept = count
    // The room may shrink between two attempts.
    while failure.isFull, kept > 0 {
      let room = failure.written
      kept -= 1
      while kept > 0, file(kept).count > room { kept = kept * 7 / 8 }
      guard kept > 0 else { break }
      guard let next = WholeFile.write(file(kept), to: output) else {
        throw CommandFailure(
          status: .cannotWrite,
          message: "\(place) the first \(kept) of \(count) frames, as there is no room for more "
            + "(\(reason)); make room and repeat.")
      }
      failure = next
    }
    throw CommandFailure(
      status: .cannotWrite,
      message: "\(output) cannot be written (\(reason)); "
        + (failure.isFull ? "make room for it." : "choose another file."))
  }

  /// Removes the numbered pictures that follow those of this recording: an earlier one was longer.
  private func removeFramesOfLongerRecording() {
    for number in count... where unlink(path(ofFrame: number)) != 0 { break }
  }
}
