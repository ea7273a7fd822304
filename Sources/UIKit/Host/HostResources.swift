// HostResources.swift
// Stage: start. What every host gives the engine, with a window or without: the system's fonts, what
// canvases draw glyphs and paths with, and images from the bytes of files.
//
// SPDX-License-Identifier: MIT

package import Compositor
import CoreGraphics
import Foundation
package import FreeTypeRaster
import PNGFiles
import QuartzCore
import SDLRenderer
import Typesetting
import UIKitCore

/// The system's fonts and image files, for windows and for pictures in memory; loaded once.
@MainActor package enum HostResources {
  private static let provider: Result<SystemFontProvider, FontError> = Result {
    () throws(FontError) in try SystemFontProvider(unproven: ProcessInfo.processInfo.environment)
  }

  private static let loaded = provider.map { FreeTypeCoverage(fonts: $0) }

  /// Makes the system's fonts those that text is laid out with, PNG files readable, and drawings
  /// pictures.
  static func install() {
    if case .success(let fonts) = provider { Fonts.provider = fonts }
    // As at Apple's, an image of bytes that are none is nil, without a reason.
    PlatformServices.decodeImage = { data in try? PNGFile.decode([UInt8](data), name: "image data")
    }
    PlatformServices.encodeImage = { image in (try? PNGFile.encode(image)).map { Data($0) } }
    PlatformServices.rasterise = { $0.image(scale: $1, isOpaque: $2, source: coverage) }
  }

  /// Why there are no fonts, as far as it can be said without opening one; nil when there are some.
  static var missingFonts: FontError? {
    if case .failure(let error) = provider { error } else { nil }
  }

  /// What is wrong with the fonts; nil when text can be drawn.
  package static var fontFailure: FontError? {
    switch provider {
    case .success(let fonts): fonts.failure
    case .failure(let error): error
    }
  }

  /// What canvases draw glyphs and paths with; without any font, nothing is drawn of either.
  package static var coverage: any CoverageSource {
    switch loaded {
    case .success(let coverage): coverage
    case .failure: EmptyCoverage()
    }
  }
}

/// Covers nothing: for tests on machines without a font. Programs refuse to start there.
private final class EmptyCoverage: CoverageSource {
  func fill(
    _ path: CGPath, rule: CGPathFillRule, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage { .empty }
  func stroke(
    _ path: CGPath, style: StrokeStyle, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage { .empty }
  func glyph(_ key: GlyphKey) -> Coverage { .empty }
  func outline(of glyph: UInt32, in face: FontFaceID) -> CGPath? { nil }
}
