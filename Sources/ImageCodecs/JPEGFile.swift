// JPEGFile.swift
// Stage: start. Decodes and encodes JPEG files, with libjpeg-turbo.
//
// SPDX-License-Identifier: MIT

internal import CJPEG
package import CoreGraphics

/// JPEG files as images.
package enum JPEGFile {
  static func decode(_ bytes: [UInt8], name: String) throws(ImageFileError) -> DecodedImage {
    guard let decoder = tjInitDecompress() else {
      throw .broken(path: name, format: "JPEG", reason: "there is no decoder")
    }
    defer { tjDestroy(decoder) }
    var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let size = UInt(bytes.count)
    guard
      tjDecompressHeader3(decoder, bytes, size, &width, &height, &subsampling, &space) == 0
        || onlyWarned(decoder)
    else { throw .broken(path: name, format: "JPEG", reason: message(decoder)) }
    let (columns, rows) = (Int(width), Int(height))
    try ImageLimits.check(name, width: columns, height: rows)
    let scans = JPEGScans(bytes)
    try scans.check(name, area: columns * rows)
    let isInk = space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue)
    let format = Int32(isInk ? TJPF_CMYK.rawValue : TJPF_RGBX.rawValue)
    var isUsable = false
    // Not filled: what the file does not deliver, if its header lies, takes no memory.
    var pixels = [UInt8](unsafeUninitializedCapacity: columns * rows * 4) { buffer, count in
      let result = tjDecompress2(
        decoder, bytes, size, buffer.baseAddress, width, 0, height, format, 0)
      // The decoder fills what is missing with grey.
      isUsable = result == 0 || onlyWarned(decoder)
      count = isUsable ? buffer.count : 0
    }
    guard isUsable else { throw .broken(path: name, format: "JPEG", reason: message(decoder)) }
    for at in stride(from: 0, to: pixels.count, by: 4) {
      if isInk {
        // Such files store how much light the inks leave.
        let black = Int(pixels[at + 3])
        for index in at..<at + 3 { pixels[index] = UInt8((Int(pixels[index]) * black + 127) / 255) }
      }
      pixels[at + 3] = 255
    }
    let image = CGImage(width: columns, height: rows, premultipliedRGBA: pixels)
    return DecodedImage(
      format: .jpeg, frames: [DecodedImage.Frame(image: image, duration: 0)],
      orientation: EXIFOrientation.inJPEG(bytes), isWhole: scans.hasEnd)
  }

  /// Whether the decoder only warned: there is a picture.
  private static func onlyWarned(_ decoder: tjhandle) -> Bool {
    tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue)
  }

  private static func message(_ codec: tjhandle) -> String {
    String(cString: tjGetErrorStr2(codec))
  }

  /// Encodes an image over white. Equal images give equal bytes.
  ///
  /// - Parameter quality: 0 the smallest file to 1 the best picture.
  package static func encode(
    _ image: CGImage, quality: Double
  ) throws(ImageFileError) -> [UInt8] {
    guard let encoder = tjInitCompress() else {
      throw .cannotEncode(reason: "there is no encoder")
    }
    defer { tjDestroy(encoder) }
    var pixels = image.pixels
    for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] != 255 {
      let white = 255 - Int(pixels[at + 3])
      for index in at..<at + 3 { pixels[index] = UInt8(min(Int(pixels[index]) + white, 255)) }
    }
    let percent = Int32((min(max(quality.isNaN ? 1 : quality, 0), 1) * 99).rounded()) + 1
    // Sharp colours at high quality; else half of their resolution, as in photos.
    let sampling = Int32(percent >= 90 ? TJSAMP_444.rawValue : TJSAMP_420.rawValue)
    var file: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(file) }
    guard
      tjCompress2(
        encoder, pixels, Int32(image.width), 0, Int32(image.height), Int32(TJPF_RGBX.rawValue),
        &file, &size, sampling, percent, 0) == 0, let file
    else { throw .cannotEncode(reason: message(encoder)) }
    return Array(UnsafeBufferPointer(start: file, count: Int(size)))
  }
}
