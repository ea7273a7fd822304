// PlatformServices.swift
// The interface of views to the program that shows their windows: clipboard, text input, pointer
// and pixels.
//
// This folder: what views and a host exchange: input, keys, pointer shapes, files of images.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// The services of a host: the program that shows windows, or a test.
///
/// Only the clipboard has no default implementation; the other defaults do nothing and return nil, so
/// that views work without a host.
@MainActor package protocol PlatformServices: AnyObject {
  /// The clipboard's text. Nil or empty without text.
  var clipboard: String? { get set }

  /// Starts text input, or moves it with the caret.
  ///
  /// - Parameter rect: The caret in points of the window with the keyboard focus. Input methods place
  ///   their own window beside it.
  func startTextInput(at rect: CGRect)

  /// Stops text input.
  func stopTextInput()

  /// Sets the pointer's shape.
  func setPointerShape(_ shape: PointerShape)

  /// Whether ``open(_:completion:)`` can be tried.
  var canOpenURLs: Bool { get }

  /// Opens a URL with the desktop's program for it.
  ///
  /// - Parameter completion: Called on the main thread with whether there is one.
  func open(_ url: URL, completion: @escaping @MainActor @Sendable (Bool) -> Void)

  /// Reads what the user wants of every program, and follows it; nil for a host that has no user.
  ///
  /// - Parameter didChange: Called on the main thread with each later change, while the host lives.
  func followWishes(didChange: @escaping @MainActor (UserWishes) -> Void) -> UserWishes?

  /// Draws layers into an image.
  ///
  /// - Parameters:
  ///   - scale: Pixels per point.
  ///   - isOpaque: Whether the background is black. A transparent one otherwise.
  func rasterize(_ snapshot: LayerSnapshot, scale: CGFloat, isOpaque: Bool) -> CGImage?
}

extension PlatformServices {
  package func startTextInput(at rect: CGRect) {}
  package func stopTextInput() {}
  package func setPointerShape(_ shape: PointerShape) {}
  package var canOpenURLs: Bool { false }
  package func open(_ url: URL, completion: @escaping @MainActor @Sendable (Bool) -> Void) {
    completion(false)
  }
  package func followWishes(didChange: @escaping @MainActor (UserWishes) -> Void) -> UserWishes? {
    nil
  }
  package func rasterize(_ snapshot: LayerSnapshot, scale: CGFloat, isOpaque: Bool) -> CGImage? {
    nil
  }
}

/// The user's preferences for every program, from the desktop's settings. Without a desktop, none.
package struct UserWishes: Hashable, Sendable {
  /// Whether there should be less motion. Default false.
  package var lessMotion: Bool
  /// Whether there should be more contrast. Default false.
  package var contrast: Bool

  package init(lessMotion: Bool = false, contrast: Bool = false) {
    (self.lessMotion, self.contrast) = (lessMotion, contrast)
  }
}

/// The services of a process without UIKit: a clipboard of its own and the defaults.
@MainActor package final class InProcessServices: PlatformServices {
  package var clipboard: String?

  package init() {}
}

/// The platform that views run on.
@MainActor package enum Platform {
  /// The host's services. Until a host installs its own: those of a host without windows.
  package static var services: any PlatformServices =
    hostDefault(makePlatformServices(), as: (any PlatformServices).self) ?? InProcessServices()
}

// Not weak, as in ImageFileCodec.swift. The part of UIKit that has it makes the fonts and the rasteriser, too.
@_silgen_name("lamella_make_platform_services")
private func makePlatformServices() -> UnsafeMutableRawPointer?
