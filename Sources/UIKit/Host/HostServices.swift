// HostServices.swift
// The platform services of every host: drawing, and with SDL also clipboard, text
// input and pointer.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import HostInterface
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

  func rasterize(_ snapshot: LayerSnapshot, scale: CGFloat, isOpaque: Bool) -> CGImage? {
    snapshot.image(scale: scale, isOpaque: isOpaque, source: HostResources.coverage)
  }
}
