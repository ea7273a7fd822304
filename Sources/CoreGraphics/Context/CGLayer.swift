// CGLayer.swift
// A drawing that is recorded once and drawn many times.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A drawing that is recorded once and drawn many times.
///
/// Source: Apple's `CGLayer`.
public final class CGLayer {
  /// The size in points.
  public let size: CGSize
  /// The destination of what the layer shows.
  public let context: CGContext?

  /// Creates an empty layer. Nil where the size is empty or not finite.
  ///
  /// - Parameters:
  ///   - context: The context in which the layer is going to be drawn.
  ///   - size: In points.
  ///   - auxiliaryInfo: Not used.
  public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      return nil
    }
    self.size = size
    self.context = CGContext(size: size)
    self.context?.clip(to: CGRect(origin: .zero, size: size))
  }
}

extension CGContext {
  /// Draws a layer with its origin at a point of user space.
  public func draw(_ layer: CGLayer, at point: CGPoint) {
    draw(layer, in: CGRect(origin: point, size: layer.size))
  }

  /// Draws a layer, stretched to a rectangle of user space.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    guard let drawing = layer.context?.drawing, !rect.isEmpty, rect.isFinite else { return }
    saveGState()
    let isWhole = state.alpha < 1 || state.effects != nil
    if isWhole { beginTransparencyLayer(auxiliaryInfo: nil) }
    translateBy(x: rect.minX, y: rect.minY)
    scaleBy(x: rect.width / layer.size.width, y: rect.height / layer.size.height)
    draw(drawing)
    if isWhole { endTransparencyLayer() }
    restoreGState()
  }
}
