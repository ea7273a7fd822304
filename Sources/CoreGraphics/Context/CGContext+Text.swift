// CGContext+Text.swift
// The settings of text in a context.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension CGContext {
  /// The place of ``textMatrix``: its `tx` and `ty`. Without an effect, as that is.
  public var textPosition: CGPoint {
    get { CGPoint(x: textMatrix.tx, y: textMatrix.ty) }
    set { (textMatrix.tx, textMatrix.ty) = (newValue.x, newValue.y) }
  }

  // MARK: Without an effect: glyphs are anti-aliased in grey, at quarters of a pixel

  /// Without an effect: glyphs are anti-aliased in grey.
  public func setShouldSmoothFonts(_ shouldSmooth: Bool) {}
  /// Without an effect: glyphs are anti-aliased in grey.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) {}
  /// Without an effect: glyphs are at quarters of a pixel.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {}
  /// Without an effect: glyphs are at quarters of a pixel.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {}
  /// Without an effect: glyphs are at quarters of a pixel.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {}
  /// Without an effect: glyphs are at quarters of a pixel.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {}
}
