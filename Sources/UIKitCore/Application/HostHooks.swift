// HostHooks.swift
// What views ask of the program that shows their windows. A host installs its answers at start;
// without a host everything still works inside the process.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import HostInterface
package import QuartzCore

/// The host's side of clipboard, text input, pointer and image files.
@MainActor
package enum PlatformServices {
  /// Text on the clipboard; nil when there is none.
  package static var readClipboard: @MainActor () -> String? = { localClipboard }

  /// Puts text on the clipboard.
  package static var writeClipboard: @MainActor (String) -> Void = { localClipboard = $0 }

  /// Tells the host that text may be typed into a rectangle of a window (points), so that input
  /// methods can place their own window; called again when the caret moves.
  package static var startTextInput: @MainActor (CGRect, UIWindow) -> Void = { _, _ in }

  /// Tells the host that no text is wanted any more.
  package static var stopTextInput: @MainActor () -> Void = {}

  /// Changes the pointer's look.
  package static var setCursor: @MainActor (PointerShape) -> Void = { _ in }

  /// Finds the image of a name, and says how many pixels it has per point.
  package static var loadImage: @MainActor (String) -> (image: CGImage, scale: CGFloat)? = { _ in
    nil
  }

  /// Reads an image file's bytes.
  package static var decodeImage: @MainActor (Data) -> CGImage? = { _ in nil }

  /// Makes the pixels of layers or a drawing, so many for a point, on black or on nothing.
  package static var rasterise: @MainActor (LayerSnapshot, CGFloat, Bool) -> CGImage? = { _, _, _ in
    nil
  }

  /// Returns a picture as the bytes of a PNG file.
  package static var encodeImage: @MainActor (CGImage) -> Data? = { _ in nil }

  private static var localClipboard: String?
}

/// The clipboard.
@preconcurrency @MainActor
public final class UIPasteboard {
  /// The system's clipboard.
  public static let general = UIPasteboard()

  private init() {}

  /// The text on it; setting nil empties it.
  public var string: String? {
    get { PlatformServices.readClipboard() }
    set { PlatformServices.writeClipboard(newValue ?? "") }
  }

  /// Whether there is text on it.
  public var hasStrings: Bool { !(string ?? "").isEmpty }
}
