// PictureComparison.swift
// Two pictures or recordings, pixel by pixel.
//
// SPDX-License-Identifier: MIT

import Foundation
import ImageCodecs
import PNGFiles
import UIKit

/// The pictures of a file or of a directory.
struct PictureFile {
  var frames: [DecodedImage.Frame]

  /// Reads the pictures of a file that begins like one; nil for other files.
  init?(_ file: InputFile) throws(CommandFailure) {
    guard ImageFile.isPicture(file.bytes) else { return nil }
    let contents: DecodedImage
    do {
      contents = try ImageFile.decode(file.bytes, name: file.path)
    } catch {
      throw CommandFailure(status: .badInput, message: "\(error).")
    }
    guard contents.isWhole else {
      throw CommandFailure(
        status: .badInput, message: "\(file.path) has no end: it was cut off, or is damaged.")
    }
    frames = contents.frames
  }

  /// The indices of the pictures that begin in a range of seconds, and when; nil for all.
  func frames(in range: ClosedRange<TimeInterval>?) -> [(index: Int, time: TimeInterval)] {
    var time = 0.0
    return frames.indices.compactMap { index in
      defer { time += frames[index].duration }
      // Times are sums of fractions.
      let isIn = range.map { $0.lowerBound - 1e-6 <= time && time <= $0.upperBound + 1e-6 } ?? true
      return isIn ? (index, time) : nil
    }
  }

  /// Reads the PNG files of a directory in the order of their names, as `lamella record --format png` writes them.
  init(directory: String) throws(CommandFailure) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    frames = []
    for name in names.sorted() where name.lowercased().hasSuffix(".png") {
      do {
        frames.append(
          DecodedImage.Frame(image: try PNGFile.read("\(directory)/\(name)"), duration: 0))
      } catch {
        throw CommandFailure(status: .badInput, message: "\(error).")
      }
    }
    if frames.isEmpty {
      throw CommandFailure(
        status: .badInput, message: "The directory \(directory) has no PNG files.")
    }
  }

  /// "84 pictures of 720 x 420 pixels, 1.40 s".
  var title: String {
    let image = frames[0].image
    let size = "\(image.width) x \(image.height) pixels"
    guard frames.count > 1 else { return "a picture of \(size)" }
    let duration = frames.map(\.duration).reduce(0, +)
    let time = duration > 0 ? ", \(Wording.fixed(duration, 2)) s" : ""
    return "\(frames.count) pictures of \(size)\(time)"
  }
}

/// How two pictures differ.
struct PictureDifference: Encodable, Hashable {
  /// The number of the picture in the recording, from 0, and its time in seconds.
  var frame: Int
  var time: Double
  /// Pixels of which a channel differs by more than is allowed.
  var pixels: Int
  /// The largest difference of a channel, 1...255.
  var largest: Int
  /// The place of the pixels: left, top, width, height.
  var box: [Int]

  /// Nil for pictures that are equal. Both have the same size.
  ///
  /// - Parameter allowed: The largest difference of a channel that does not count, 0...255.
  init?(_ a: CGImage, _ b: CGImage, allowed: Int, frame: Int, time: Double) {
    (self.frame, self.time, pixels, largest) = (frame, time, 0, 0)
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    for y in 0..<a.height {
      for x in 0..<a.width {
        let difference = Self.difference(a, b, y * a.width + x)
        guard difference > allowed else { continue }
        pixels += 1
        largest = max(largest, difference)
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), y)
      }
    }
    guard pixels > 0 else { return nil }
    box = [left, top, right - left + 1, bottom - top + 1]
  }

  /// The largest difference of a channel of a pixel.
  static func difference(_ a: CGImage, _ b: CGImage, _ pixel: Int) -> Int {
    var largest = 0
    for channel in pixel * 4..<pixel * 4 + 4 {
      largest = max(largest, abs(Int(a.pixels[channel]) - Int(b.pixels[channel])))
    }
    return largest
  }

  /// "frame 12 at 0.200 s: 35 pixels differ by at most 8 of 255, in 10 x 4 at 20, 30".
  var line: String {
    "frame \(frame) at \(Wording.seconds(time)): \(Wording.count(pixels, "pixel")) "
      + "\(pixels == 1 ? "differs" : "differ") by at most \(largest) of 255, "
      + "in \(box[2]) x \(box[3]) at \(box[0]), \(box[1])"
  }

  /// A picture of what differs: those pixels red, the others pale.
  static func picture(_ a: CGImage, _ b: CGImage, allowed: Int) -> CGImage {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(a.pixels.count)
    for pixel in 0..<a.width * a.height {
      if difference(a, b, pixel) > allowed {
        pixels += [220, 0, 40, 255]
      } else {
        let (red, green, blue) = (
          Int(a.pixels[pixel * 4]), Int(a.pixels[pixel * 4 + 1]), Int(a.pixels[pixel * 4 + 2])
        )
        let gray = UInt8(192 + (red * 30 + green * 59 + blue * 11) / 400)
        pixels += [gray, gray, gray, 255]
      }
    }
    return CGImage(width: a.width, height: a.height, premultipliedRGBA: pixels)
  }
}

/// The differences of two recordings. A still picture is one of one frame.
struct PictureComparison {
  var differences: [PictureDifference] = []
  /// Why the rest cannot be compared: other sizes, or other numbers of pictures.
  var problem: String?
  /// The number of pictures that were compared.
  var compared = 0
  /// The picture that differs most, as ``PictureDifference/picture(_:_:allowed:)`` draws it; nil without one.
  var picture: CGImage?

  var isEqual: Bool { differences.isEmpty && problem == nil }

  /// - Parameters:
  ///   - allowed: The largest difference of a channel that does not count, 0...255.
  ///   - range: The times of the pictures to compare, in seconds of each recording; nil for all.
  init(
    _ a: PictureFile, _ b: PictureFile, allowed: Int, range: ClosedRange<TimeInterval>?
  ) {
    func size(_ image: CGImage) -> String { "\(image.width) x \(image.height)" }
    let sizes = (size(a.frames[0].image), size(b.frames[0].image))
    guard sizes.0 == sizes.1 else {
      problem = "One has \(sizes.0) pixels, the other \(sizes.1)"
      return
    }
    let (chosen, others) = (a.frames(in: range), b.frames(in: range))
    if chosen.count != others.count {
      problem = "One has \(chosen.count) pictures, the other \(others.count)"
    }
    var most = 0
    for (place, other) in zip(chosen, others) {
      let (frame, time) = (place.index, place.time)
      let pair = (a.frames[frame], b.frames[other.index])
      compared += 1
      let (first, second) = (size(pair.0.image), size(pair.1.image))
      guard first == second else {
        problem = "Of pictures \(frame) one has \(first) pixels, the other \(second)"
        return
      }
      guard
        let difference = PictureDifference(
          pair.0.image, pair.1.image, allowed: allowed, frame: frame, time: time)
      else { continue }
      differences.append(difference)
      guard difference.pixels > most else { continue }
      most = difference.pixels
      picture = PictureDifference.picture(pair.0.image, pair.1.image, allowed: allowed)
    }
  }

  /// A line for each of the first differences, and a summary.
  var text: String {
    let shown = 20
    var lines = differences.prefix(shown).map(\.line)
    if differences.count > shown { lines.append("… and \(differences.count - shown) more") }
    if let problem { lines.append("\(problem).") }
    let verb = differences.count == 1 ? "differs" : "differ"
    lines.append(
      differences.isEmpty
        ? "\(Wording.count(compared, "picture")) compared, no difference."
        : "\(differences.count) of \(Wording.count(compared, "picture")) \(verb).")
    return lines.joined(separator: "\n")
  }
}
