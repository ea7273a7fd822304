// HostServices.swift
// The platform services of every host: image files and drawing, and with SDL also clipboard, text
// input and pointer.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import HostInterface
import ImageCodecs
import PNGFiles
import QuartzCore
import SDLRenderer

/// The services of a host, with or without windows.
@MainActor final class HostServices: PlatformServices {
  /// SDL's session. Nil for a host without windows.
  private let session: SDLSession?
  /// The clipboard of a host without windows.
  private var ownClipboard: String?

  init(session: SDLSession?) { self.session = session }

  var clipboard: String? {
    get { session.map(\.clipboard) ?? ownClipboard }
    set { if let session { session.clipboard = newValue ?? "" } else { ownClipboard = newValue } }
  }

  func startTextInput(at rect: CGRect) {
    session?.startTextInput(at: rect, unitsPerPoint: ApplicationOptions.scale ?? 1)
  }

  func stopTextInput() { session?.stopTextInput() }

  func setPointerShape(_ shape: PointerShape) { session?.setPointerShape(shape) }

  // As with Apple's, undecodable bytes give nil, without a reason.
  func decodeImageFile(_ data: Data) -> DecodedImage? {
    try? ImageFile.decode([UInt8](data), name: "image data")
  }

  func decodeImage(_ data: Data) -> CGImage? { decodeImageFile(data)?.frames.first?.image }

  func encodeJPEG(_ image: CGImage, quality: CGFloat) -> Data? {
    (try? JPEGFile.encode(image, quality: Double(quality))).map { Data($0) }
  }

  func encodeImage(_ image: CGImage) -> Data? { (try? PNGFile.encode(image)).map { Data($0) } }

  func rasterize(_ snapshot: LayerSnapshot, scale: CGFloat, isOpaque: Bool) -> CGImage? {
    snapshot.image(scale: scale, isOpaque: isOpaque, source: HostResources.coverage)
  }
}
