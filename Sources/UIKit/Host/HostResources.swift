// HostResources.swift
// Stage: start. The resources of every host: the system's fonts, the coverage source of canvases,
// and platform services.
//
// SPDX-License-Identifier: MIT

package import Compositor
import CoreGraphics
import Foundation
package import FreeTypeRaster
import HostInterface
import SDLRenderer
import Typesetting

/// The system's fonts, loaded once, and what is installed at start.
@MainActor package enum HostResources {
  // Loaded on the first thread that lays out text; used on one at a time, as every font provider.
  nonisolated(unsafe) private static let system: Result<SystemFontProvider, FontError> =
    Result {
      () throws(FontError) in
      try SystemFontProvider(unverified: ProcessInfo.processInfo.environment)
    }
  private static let systemCoverage = system.map { FreeTypeCoverage(fonts: $0) }

  /// The fonts in place of the system's.
  nonisolated(unsafe) private static var substitute: SystemFontProvider?
  private static var substituteCoverage: FreeTypeCoverage?

  nonisolated fileprivate static var provider: Result<SystemFontProvider, FontError> {
    substitute.map { .success($0) } ?? system
  }

  /// Takes other fonts in place of the system's, for layouts and for hosts that are made from now on.
  ///
  /// - Parameter fonts: Nil for the system's again.
  package static func use(_ fonts: SystemFontProvider?) {
    (substitute, substituteCoverage) = (fonts, fonts.map { FreeTypeCoverage(fonts: $0) })
    if case .success(let fonts) = provider {
      Fonts.provider = fonts
    } else {
      Fonts.provider = PlaceholderFont()
    }
  }

  /// Installs the system's fonts for text layout, and the platform services.
  ///
  /// - Parameter session: SDL's session. Nil for a host without windows.
  static func install(session: SDLSession? = nil) {
    if case .success(let fonts) = provider { Fonts.provider = fonts }
    Platform.services = HostServices(session: session)
  }

  /// Why there are no fonts, as far as it is known without opening one. Nil when there are some.
  static var missingFonts: FontError? {
    if case .failure(let error) = provider { error } else { nil }
  }

  /// Why text cannot be drawn. Nil when it can.
  package static var fontFailure: FontError? {
    switch provider {
    case .success(let fonts): fonts.failure
    case .failure(let error): error
    }
  }

  /// The source of glyph and path coverage. Without any font, neither is drawn.
  package static var coverage: any CoverageSource {
    if let substituteCoverage { return substituteCoverage }
    return switch systemCoverage {
    case .success(let coverage): coverage
    case .failure: EmptyCoverage()
    }
  }

  /// Reports once that there are no fonts, and which packages have some. A program with windows does not start then;
  /// a test off screen would have other sizes and pictures than on a machine with fonts.
  nonisolated static func reportMissingFonts() { missingFontsReport }

  nonisolated private static let missingFontsReport: Void = {
    guard case .failure(let error) = provider else { return }
    StandardError.report(
      "Text has invented widths, and neither text nor paths are drawn: \(error).")
  }()
}

// MARK: - Programs without an application

/// The system's fonts, for text that is measured before an application or without one. Called by name.
@_cdecl("lamella_make_font_provider")
package func makeFontProvider() -> UnsafeMutableRawPointer? {
  guard case .success(let fonts) = HostResources.provider else {
    HostResources.reportMissingFonts()
    return nil
  }
  return Unmanaged.passRetained(fonts).toOpaque()
}

/// The services of a host without windows, for images in a program without an application. Called by name.
@_cdecl("lamella_make_platform_services")
@MainActor package func makePlatformServices() -> UnsafeMutableRawPointer? {
  Unmanaged.passRetained(HostServices(session: nil)).toOpaque()
}

/// Makes pixels of drawings, on any thread. Called by name.
@_cdecl("lamella_make_drawing_rasterizer")
package func makeDrawingRasterizer() -> UnsafeMutableRawPointer? {
  let source: any CoverageSource =
    if case .success(let fonts) = HostResources.provider { FreeTypeCoverage(fonts: fonts) } else {
      EmptyCoverage()
    }
  return Unmanaged<AnyObject>.passRetained(DrawingPixels(source: source)).toOpaque()
}

/// A source without coverage, for tests on machines without fonts. Programs do not start there.
private final class EmptyCoverage: CoverageSource {
  func fill(
    _ path: CGPath, rule: CGPathFillRule, transform: CGAffineTransform, clip: PixelRect
  ) -> Coverage { .empty }
  func stroke(
    _ path: CGPath, style: StrokeStyle, transform: PlaneTransform, clip: PixelRect
  ) -> Coverage { .empty }
  func glyph(_ key: GlyphKey) -> Coverage { .empty }
  func outline(of glyph: UInt32, in face: FontFaceID) -> CGPath? { nil }
}
