// CGContext+Effects.swift
// Blend modes, shadows, transparency layers, masks and erasing.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The filtering of images that are drawn at another size.
public enum CGInterpolationQuality: Int32, Sendable {
  /// Linear.
  case `default`
  /// The nearest pixel.
  case none
  /// Linear.
  case low
  /// Linear.
  case medium = 4
  /// Linear.
  case high = 3
}

extension CGContext {
  // MARK: State

  /// Sets how further drawing is combined with what lies beneath it. Default ``CGBlendMode/normal``.
  ///
  /// A layer whose drawing uses another mode is drawn in pixels at its `contentsScale`, as on iOS.
  public func setBlendMode(_ mode: CGBlendMode) { changeEffects(blendMode: mode) }

  /// Sets a black shadow of further drawing, with an alpha of a third.
  ///
  /// - Parameters:
  ///   - offset: In points of the space in which the context began, whatever the transform. Positive heights
  ///     go down in the context of a view and up in a bitmap context.
  ///   - blur: The blur in points, twice the standard deviation; at least 0.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }

  /// Sets a shadow of further drawing; nil removes it.
  ///
  /// - Parameters:
  ///   - offset: In points of the space in which the context began, whatever the transform. Positive heights
  ///     go down in the context of a view and up in a bitmap context.
  ///   - blur: The blur in points, twice the standard deviation; at least 0.
  ///   - color: The shadow's colour; nil for no shadow.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    let offset = CGVector(
      dx: offset.width * base.a + offset.height * base.c,
      dy: offset.width * base.b + offset.height * base.d)
    guard let color, color.alpha > 0, offset.dx.isFinite, offset.dy.isFinite, blur.isFinite else {
      return changeEffects(shadow: .some(nil))
    }
    changeEffects(
      shadow: .some(DrawingShadow(offset: offset, deviation: max(blur, 0) / 2, color: color)))
  }

  /// Sets whether the edges of further drawing are anti-aliased. Default true.
  public func setShouldAntialias(_ antialiases: Bool) { changeEffects(antialiases: antialiases) }

  /// Sets whether the context may draw anti-aliased edges; the same as ``setShouldAntialias(_:)``.
  public func setAllowsAntialiasing(_ allows: Bool) { setShouldAntialias(allows) }

  private func changeEffects(
    blendMode: CGBlendMode? = nil, shadow: DrawingShadow?? = nil, antialiases: Bool? = nil
  ) {
    let old = state.effects
    let new = DrawingEffects(
      blendMode: blendMode ?? old?.blendMode ?? .normal, shadow: shadow ?? old?.shadow,
      isAntialiased: antialiases ?? old?.isAntialiased ?? true)
    state.effects = new.isPlain ? nil : new
  }

  /// The filtering of images that are drawn at another size. Default linear.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.quality }
    set { state.quality = newValue }
  }

  // MARK: Transparency layers

  /// Begins a transparent picture of its own, to which the current alpha, blend mode, shadow and clip apply
  /// as a whole when it ends.
  ///
  /// Inside of it, drawing begins with an alpha of 1, the normal blend mode and no shadow.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    openLayers.append((state, savedCount))
    record(.beginLayer)
    state.alpha = 1
    state.clip = nil
    let isAntialiased = state.effects?.isAntialiased ?? true
    state.effects = isAntialiased ? nil : DrawingEffects(isAntialiased: false)
  }

  /// Begins a transparent picture of its own, clipped to a rectangle; see
  /// ``beginTransparencyLayer(auxiliaryInfo:)``.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }

  /// Ends the transparency layer begun last, and restores the state before it. Does nothing without one.
  public func endTransparencyLayer() {
    guard let outer = openLayers.popLast() else { return }
    removeSavedStates(after: outer.savedCount)
    state = outer.state
    record(.endLayer)
  }

  // MARK: Masks and erasing

  /// Clips further drawing to a rectangle and by a mask that covers it.
  ///
  /// The mask is oriented as `draw(_:in:)` would draw it.
  ///
  /// - Parameters:
  ///   - rect: In user space.
  ///   - mask: An image with alpha clips by its alpha; one without, such as a grey one, lets through
  ///     where it is white.
  public func clip(to rect: CGRect, mask: CGImage) {
    let rect = rect.standardized
    let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: rect.minY + rect.maxY)
    append(
      Drawing.Clip(
        parent: state.clip, path: CGPath(rect: rect), rule: .winding,
        transform: flip.concatenating(drawingTransform), mask: mask.asMask))
  }

  /// Removes every clip, so that all of the context can be drawn again.
  public func resetClip() { state.clip = nil }

  /// Makes a rectangle transparent, within the clip.
  public func clear(_ rect: CGRect) {
    // A view that clears itself before it draws needs no pixels for that.
    if items.isEmpty && bitmap == nil { return }
    saveGState()
    state.effects = DrawingEffects(blendMode: .clear)
    setFillColor(.black)
    fill(rect)
    restoreGState()
  }
}

extension CGImage {
  /// The image as a mask: its alpha, or the luminance of an image without any transparency. The alpha of an image
  /// mask is the alpha that it lets through.
  fileprivate var asMask: CGImage {
    if isMask { return self }
    let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    guard isOpaque else { return self }
    var mask = pixels
    for at in stride(from: 0, to: mask.count, by: 4) {
      let red = 0.299 * Double(pixels[at]), green = 0.587 * Double(pixels[at + 1])
      let value = UInt8(min(red + green + 0.114 * Double(pixels[at + 2]) + 0.5, 255))
      for byte in 0..<4 { mask[at + byte] = value }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: mask)
  }
}
