// WebPFile.swift
// Stage: start. Decodes WebP files, still and animated, with libwebp.
//
// SPDX-License-Identifier: MIT

internal import CWebP
import CoreGraphics

/// WebP files as images.
enum WebPFile {
  static func decode(_ bytes: [UInt8], name: String) throws(ImageFileError) -> DecodedImage {
    var features = WebPBitstreamFeatures()
    let found = WebPGetFeatures(bytes, bytes.count, &features)
    guard found == VP8_STATUS_OK else {
      throw .broken(path: name, format: "WebP", reason: reason(found))
    }
    let (width, height) = (Int(features.width), Int(features.height))
    try ImageLimits.check(name, width: width, height: height)
    if features.has_animation != 0 { return try decodeAnimation(bytes, name, width, height) }
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else {
      throw .broken(path: name, format: "WebP", reason: "libwebp has another version")
    }
    config.output.colorspace = MODE_rgbA
    config.output.is_external_memory = 1
    var status = VP8_STATUS_OUT_OF_MEMORY
    var rows: Int32 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      config.output.u.RGBA.rgba = buffer.baseAddress
      config.output.u.RGBA.stride = Int32(width * 4)
      config.output.u.RGBA.size = buffer.count
      // Row by row: of a file that was cut off, those that are there.
      guard let decoder = WebPIDecode(nil, 0, &config) else { return }
      defer { WebPIDelete(decoder) }
      status = WebPIUpdate(decoder, bytes, bytes.count)
      _ = WebPIDecGetRGB(decoder, &rows, nil, nil, nil)
      if status == VP8_STATUS_OK { rows = Int32(height) }
      guard rows > 0 else { return }
      buffer[(Int(rows) * width * 4)...].update(repeating: 0)
      count = buffer.count
    }
    WebPFreeDecBuffer(&config.output)
    guard rows > 0 else {
      throw .broken(path: name, format: "WebP", reason: reason(status))
    }
    let image = CGImage(width: width, height: height, premultipliedRGBA: pixels)
    return DecodedImage(
      format: .webP, frames: [DecodedImage.Frame(image: image, duration: 0)],
      orientation: EXIFOrientation.inWebP(bytes), isWhole: status == VP8_STATUS_OK)
  }

  private static func decodeAnimation(
    _ bytes: [UInt8], _ name: String, _ width: Int, _ height: Int
  ) throws(ImageFileError) -> DecodedImage {
    var options = WebPAnimDecoderOptions()
    _ = WebPAnimDecoderOptionsInit(&options)
    options.color_mode = MODE_rgbA
    options.use_threads = 0
    let result: Result<DecodedImage, ImageFileError> = bytes.withUnsafeBufferPointer { buffer in
      var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
      guard let decoder = WebPAnimDecoderNew(&data, &options) else {
        return .failure(.broken(path: name, format: "WebP", reason: "its chunks are broken"))
      }
      defer { WebPAnimDecoderDelete(decoder) }
      var info = WebPAnimInfo()
      guard WebPAnimDecoderGetInfo(decoder, &info) != 0 else {
        return .failure(.broken(path: name, format: "WebP", reason: "its header is broken"))
      }
      do throws(ImageFileError) {
        try ImageLimits.check(
          name, width: Int(info.canvas_width), height: Int(info.canvas_height),
          frames: Int(info.frame_count))
        return .success(try frames(decoder, info, name))
      } catch {
        return .failure(error)
      }
    }
    var decoded = try result.get()
    decoded.orientation = EXIFOrientation.inWebP(bytes)
    return decoded
  }

  private static func frames(
    _ decoder: OpaquePointer, _ info: WebPAnimInfo, _ name: String
  ) throws(ImageFileError) -> DecodedImage {
    let (width, height) = (Int(info.canvas_width), Int(info.canvas_height))
    var frames: [DecodedImage.Frame] = []
    var before: Int32 = 0
    while WebPAnimDecoderHasMoreFrames(decoder) != 0 {
      var canvas: UnsafeMutablePointer<UInt8>?
      var end: Int32 = 0
      guard WebPAnimDecoderGetNext(decoder, &canvas, &end) != 0, let canvas else {
        throw .broken(
          path: name, format: "WebP", reason: "picture \(frames.count + 1) is broken or missing")
      }
      let pixels = Array(UnsafeBufferPointer(start: canvas, count: width * height * 4))
      frames.append(
        DecodedImage.Frame(
          image: CGImage(width: width, height: height, premultipliedRGBA: pixels),
          // The times of a long animation are beyond 32 bits, and go round.
          duration: Double(max(end &- before, 0)) / 1000))
      before = end
    }
    guard frames.count == Int(info.frame_count), !frames.isEmpty else {
      throw .broken(path: name, format: "WebP", reason: "pictures are missing")
    }
    return DecodedImage(format: .webP, frames: frames, loopCount: Int(info.loop_count))
  }

  private static func reason(_ status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: "it ends too early"
    case VP8_STATUS_OUT_OF_MEMORY: "there is no memory for it"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses a feature that libwebp does not know"
    default: "its data are broken"
    }
  }
}
