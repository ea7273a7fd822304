// DrawingRasterizer.swift
// The interface of drawings to the module that makes pixels of them.
//
// SPDX-License-Identifier: MIT

internal import CHostDefaults
package import Foundation

/// Makes pixels of drawings. Any thread may call it.
package protocol DrawingRasterizer: AnyObject, Sendable {
  /// Returns a drawing's pixels.
  ///
  /// - Parameters:
  ///   - drawing: Its origin is the top left corner of the first pixel.
  ///   - size: Pixels of the result; at least 1 by 1.
  ///   - scale: Pixels per point.
  ///   - background: What is drawn on.
  func rasterize(
    _ drawing: Drawing, width: Int, height: Int, scale: CGFloat, on background: DrawingBackground
  ) -> CGImage
}

/// The pixels beneath a drawing.
package enum DrawingBackground {
  /// Transparent pixels.
  case clear
  /// Opaque black pixels.
  case black
  /// An image of the size of the result.
  case image(CGImage)
}

extension Drawing {
  /// The most pixels of a picture along a side.
  private static let longestSide: CGFloat = 16384

  /// The rasteriser of a program that links UIKit; nil in any other.
  private static let rasterizer: (any DrawingRasterizer)? = hostDefault(
    default_drawing_rasterizer(), as: (any DrawingRasterizer).self)

  /// Whether the program can make pixels of drawings: one that links UIKit.
  package static var canRasterize: Bool { rasterizer != nil }

  /// Returns the drawing's pixels. Partial pixels at the far edges become whole ones.
  ///
  /// Nil where the picture would have no pixels or more than 16,384 along a side, and in a program without a
  /// rasteriser.
  ///
  /// - Parameters:
  ///   - scale: Pixels per point.
  ///   - isOpaque: Whether the background is black instead of transparent.
  package func image(scale: CGFloat, isOpaque: Bool = false) -> CGImage? {
    func pixels(_ length: CGFloat) -> CGFloat { (length * scale - 1e-6).rounded(.up) }
    let (width, height) = (pixels(size.width), pixels(size.height))
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
      return nil
    }
    return Self.rasterizer?.rasterize(
      self, width: Int(width), height: Int(height), scale: scale, on: isOpaque ? .black : .clear)
  }

  /// Returns an image with the drawing on top, one pixel per point.
  package func image(on background: CGImage) -> CGImage? {
    Self.rasterizer?.rasterize(
      self, width: background.width, height: background.height, scale: 1, on: .image(background))
  }
}
