// PictureFile.swift
// The comparison of a scene's pictures with reference files (golden pictures).
//
// SPDX-License-Identifier: MIT

import PNGFiles
public import UIKit

extension OffscreenScene {
  /// The environment variable that records pictures instead of comparing them, when it is not empty:
  /// `LAMELLA_RECORD_PICTURES=1`.
  public nonisolated static let recordingVariable = "LAMELLA_RECORD_PICTURES"

  /// Verifies that the last frame looks like a PNG file.
  ///
  /// The file is `NAME.png` in a folder `Pictures` beside the test's source file. When it differs, or does not
  /// exist, two files are written beside it: `NAME.actual.png`, and `NAME.difference.png`, in which pixels that
  /// are equal are pale and others red. With ``recordingVariable`` set the file itself is written.
  ///
  /// Text is drawn with the fonts of the machine, so a picture with text may differ on another one.
  ///
  /// - Parameters:
  ///   - name: The file's name without its extension.
  ///   - view: The part to compare; it must be in the window. Default nil, for the whole window.
  ///   - tolerance: The largest difference of a channel that counts as equal, 0...255. Default 0.
  ///   - share: The largest part of the pixels that may differ by more, 0...1. Default 0.
  ///   - folder: The folder of the file. Default nil, for `Pictures` beside the source file.
  ///   - sourceFile: The test's source file.
  ///   - line: The call's line in it, with which a failure begins.
  /// - Throws: A ``SceneFailure`` with the call's place, the difference and the paths of the files.
  public func verifyPicture(
    _ name: String, of view: UIView? = nil, tolerance: Int = 0, share: Double = 0,
    in folder: String? = nil, sourceFile: String = #filePath, line: Int = #line
  ) throws(SceneFailure) {
    let folder =
      folder
      ?? URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
      .appendingPathComponent("Pictures").path
    let file = PictureFile(folder: folder, name: name)
    let actual = pixels(of: view)
    do {
      if ProcessInfo.processInfo.environment[Self.recordingVariable]?.isEmpty == false {
        return try file.record(actual)
      }
      try file.verify(actual, tolerance: tolerance, share: share)
    } catch {
      // A test reports a thrown error at its own line.
      throw SceneFailure("\(sourceFile):\(line): \(error.description)")
    }
  }
}

/// A picture as it must be, and what is written beside it.
struct PictureFile {
  let folder: String
  let name: String

  private func path(_ kind: String = "") -> String { "\(folder)/\(name)\(kind).png" }

  func record(_ picture: CGImage) throws(SceneFailure) {
    try write(picture, to: path())
    for kind in [".actual", ".difference"] {
      try? FileManager.default.removeItem(atPath: path(kind))
    }
  }

  func verify(_ actual: CGImage, tolerance: Int, share: Double) throws(SceneFailure) {
    guard FileManager.default.fileExists(atPath: path()) else {
      try write(actual, to: path(".actual"))
      throw SceneFailure(
        "There is no reference picture \(path()). \(path(".actual")) has the scene as it looks now; run the test "
          + "with \(OffscreenScene.recordingVariable)=1 to make it the reference.")
    }
    let expected: CGImage
    do {
      expected = try PNGFile.read(path())
    } catch {
      throw SceneFailure("\(path()) cannot be read: \(error).")
    }
    let difference = PictureDifference(expected, actual, tolerance: tolerance, share: share)
    guard let message = difference.message else {
      for kind in [".actual", ".difference"] {
        try? FileManager.default.removeItem(atPath: path(kind))
      }
      return
    }
    try write(actual, to: path(".actual"))
    if let picture = difference.picture { try write(picture, to: path(".difference")) }
    throw SceneFailure("\(path()) differs: \(message). See \(path(".actual")).")
  }

  private func write(_ picture: CGImage, to path: String) throws(SceneFailure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try PNGFile.write(picture, to: path)
    } catch {
      throw SceneFailure("\(path) cannot be written: \(error).")
    }
  }
}

/// The difference of two pictures.
struct PictureDifference {
  /// What differs; nil for nothing.
  private(set) var message: String?
  /// Equal pixels pale, others red; nil for pictures of different sizes, or without a difference.
  private(set) var picture: CGImage?

  init(_ expected: CGImage, _ actual: CGImage, tolerance: Int, share: Double) {
    guard expected.width == actual.width, expected.height == actual.height else {
      message =
        "\(actual.width) x \(actual.height) pixels instead of "
        + "\(expected.width) x \(expected.height)"
      return
    }
    var (count, most, place) = (0, 0, 0)
    var pixels = [UInt8](repeating: 255, count: actual.pixels.count)
    for index in stride(from: 0, to: actual.pixels.count, by: 4) {
      var largest = 0
      for channel in index..<(index + 4) {
        largest = max(
          largest, abs(Int(expected.pixels[channel]) - Int(actual.pixels[channel])))
      }
      if largest > tolerance {
        count += 1
        if largest > most { (most, place) = (largest, index / 4) }
        (pixels[index], pixels[index + 1], pixels[index + 2]) = (255, 0, 0)
      } else {
        // A quarter of the picture's brightness, on white.
        for channel in index..<(index + 3) { pixels[channel] = 191 + actual.pixels[channel] / 4 }
      }
    }
    guard Double(count) > share * Double(actual.width * actual.height) else { return }
    message =
      "\(count) pixels differ, by at most \(most) of 255, at \(place % actual.width), "
      + "\(place / actual.width)"
    picture = CGImage(width: actual.width, height: actual.height, premultipliedRGBA: pixels)
  }
}
