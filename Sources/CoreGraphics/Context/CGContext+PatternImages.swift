// CGContext+PatternImages.swift
// Fills and strokes with an image that repeats: the pattern colours of UIKit.
//
// SPDX-License-Identifier: MIT

package import Foundation

extension CGContext {
  /// Fills further shapes with an image that repeats from the origin of the space in which the context began.
  package func setFillPattern(_ pattern: PatternImage) { state.fill = .image(pattern) }

  /// Strokes further paths with an image that repeats from the origin of the space in which the context began.
  package func setStrokePattern(_ pattern: PatternImage) { state.stroke = .image(pattern) }

  /// Draws the cells of a pattern over a rectangle; a cell begins at the origin of user space.
  package func draw(_ pattern: PatternImage, over rect: CGRect) {
    pattern.forEachBlock(covering: rect) { image, source, place in
      saveGState()
      clip(to: place)
      // The whole block, of which the clip leaves a part.
      let origin = CGPoint(
        x: place.minX - source.minX / pattern.scale, y: place.minY - source.minY / pattern.scale)
      let size = CGSize(
        width: CGFloat(image.width) / pattern.scale, height: CGFloat(image.height) / pattern.scale)
      drawUpright(image, in: CGRect(origin: origin, size: size))
      restoreGState()
    }
  }

  func fill(_ path: CGPath, _ rule: CGPathFillRule, with pattern: PatternImage) {
    let isWhole = state.effects != nil
    if isWhole { beginTransparencyLayer(auxiliaryInfo: nil) }
    saveGState()
    clip(path, rule)
    drawInBase(pattern)
    restoreGState()
    if isWhole { endTransparencyLayer() }
  }

  func stroke(_ path: CGPath, with pattern: PatternImage) {
    let style = state.style
    beginTransparencyLayer(auxiliaryInfo: nil)
    let transform = state.transform
    drawInBase(pattern)
    // What the stroke does not cover is erased.
    setBlendMode(.destinationIn)
    setAlpha(1)
    beginTransparencyLayer(auxiliaryInfo: nil)
    state.transform = transform
    record(.stroke(path, style, .black))
    endTransparencyLayer()
    endTransparencyLayer()
  }

  /// Draws all cells that the clip can show, in the space in which the context began.
  private func drawInBase(_ pattern: PatternImage) {
    saveGState()
    state.transform = CGAffineTransform(
      translationX: state.patternPhase.width, y: state.patternPhase.height)
    let box = clipBox.applying(drawingTransform.inverted())
    if box.isFinite, !box.isEmpty { draw(pattern, over: box) }
    restoreGState()
  }
}
