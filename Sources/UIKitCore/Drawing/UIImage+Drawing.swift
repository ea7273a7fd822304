// UIImage+Drawing.swift
// Draws an image in the current context; a stretchable one in nine parts.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

extension UIImage {
  /// Draws the image in the current context, with its top left corner at a point.
  public final func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the image in the current context, stretched to a rectangle. The edges of ``capInsets`` keep their
  /// size, unless the rectangle is smaller than they are.
  public final func draw(in rect: CGRect) {
    guard let cgImage = uprightImage, let context = UIGraphicsGetCurrentContext() else { return }
    guard capInsets != .zero else { return context.drawUpright(cgImage, in: rect) }
    let (width, height) = (max(size.width, 1e-9), max(size.height, 1e-9))
    let centre = CGRect(
      x: capInsets.left / width, y: capInsets.top / height,
      width: 1 - (capInsets.left + capInsets.right) / width,
      height: 1 - (capInsets.top + capInsets.bottom) / height)
    context.drawStretched(cgImage, in: rect, centre: centre, size: size)
  }

  /// Draws the image in the current context, with its top left corner at a point.
  ///
  /// - Parameters:
  ///   - blendMode: How the image is combined with what lies beneath it.
  ///   - alpha: 0...1, on top of the context's.
  public final func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the image in the current context, stretched to a rectangle; see
  /// ``draw(at:blendMode:alpha:)``.
  public final func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    UIGraphicsGetCurrentContext()?.blending(blendMode, alpha: alpha) { draw(in: rect) }
  }
}
