// HostServices.swift
// The platform services of every host: drawing, and with SDL also clipboard, text input, pointer and what the user
// wants of every program.
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

  /// Follows the user's wishes, once they were asked for.
  private var monitor: DesktopMonitor?

  init(session: SDLSession?) { self.session = session }

  func followWishes(didChange: @escaping @MainActor (UserWishes) -> Void) -> UserWishes? {
    // Pictures and tests off screen do not depend on the desktop.
    guard session != nil else { return nil }
    let (settings, source) = DesktopSettings.readWithSource()
    monitor = DesktopMonitor(from: settings, source: source) { didChange($0.wishes) }
    return settings.wishes
  }

  var clipboard: String? {
    get { session.map(\.clipboard) ?? ownClipboard }
    set { if let session { session.clipboard = newValue ?? "" } else { ownClipboard = newValue } }
  }

  func startTextInput(at rect: CGRect) {
    session?.startTextInput(at: rect, unitsPerPoint: ApplicationOptions.windowScale ?? 1)
  }

  func stopTextInput() { session?.stopTextInput() }

  func setPointerShape(_ shape: PointerShape) { session?.setPointerShape(shape) }

  // Tests off screen open nothing on the desktop.
  var canOpenURLs: Bool { session != nil && DesktopOpener() != nil }

  func open(_ url: URL, completion: @escaping @MainActor @Sendable (Bool) -> Void) {
    guard let opener = DesktopOpener() else { return completion(false) }
    opener.open(url, completion: completion)
  }

  func rasterize(_ snapshot: LayerSnapshot, scale: CGFloat, isOpaque: Bool) -> CGImage? {
    snapshot.image(scale: scale, isOpaque: isOpaque, source: HostResources.coverage)
  }
}
