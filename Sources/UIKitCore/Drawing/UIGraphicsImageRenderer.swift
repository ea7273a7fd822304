// UIGraphicsImageRenderer.swift
// Drawing into images: renderer, format and context.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// The properties of a renderer's images.
///
/// Source: Apple's `UIGraphicsImageRendererFormat`.
open class UIGraphicsImageRendererFormat: NSObject {
  /// The colour range of an image.
  public enum Range: Int, Sendable {
    /// Unspecified.
    case unspecified = -1
    /// The screen's range.
    case automatic
    /// The extended range.
    case extended
    /// The standard range, which images always have.
    case standard
  }

  /// Pixels per point. Default the screen's.
  open var scale: CGFloat = UITraitCollection.scaleOfScreen
  /// Whether the image has a black background and no alpha. Default false.
  open var opaque = false
  /// The preferred colour range. Default automatic. Stored, without effect.
  open var preferredRange = Range.automatic
  /// The renderer's bounds, in points; empty before a renderer uses the format.
  open internal(set) var bounds = CGRect.zero

  /// Creates a format with the defaults.
  public required override init() {}

  /// Creates a format with the scale of a view's traits.
  public convenience init(for traitCollection: UITraitCollection) {
    self.init()
    if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
  }

  /// Returns a format for the main screen.
  open class func `default`() -> Self { self.init() }

  /// Returns a format for the main screen.
  open class func preferred() -> Self { self.init() }

  func with(_ bounds: CGRect) -> UIGraphicsImageRendererFormat {
    let copy = UIGraphicsImageRendererFormat()
    (copy.scale, copy.opaque, copy.preferredRange) = (scale, opaque, preferredRange)
    copy.bounds = bounds
    return copy
  }
}

/// The drawing environment of a renderer. Its context is current while the actions run.
///
/// Source: Apple's `UIGraphicsImageRendererContext`.
open class UIGraphicsImageRendererContext: NSObject {
  /// The drawing context, in the coordinates of the renderer's bounds.
  open private(set) var cgContext: CGContext
  /// The format of the image.
  open private(set) var format: UIGraphicsImageRendererFormat

  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    (cgContext, self.format) = (context, format)
  }

  /// The image as drawn so far.
  open var currentImage: UIImage {
    UIImage(cgContext.drawing, scale: format.scale, isOpaque: format.opaque) ?? UIImage()
  }

  /// Fills a rectangle with the fill colour.
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }

  /// Draws a line of one point inside a rectangle with the stroke colour.
  open func stroke(_ rect: CGRect) {
    cgContext.saveGState()
    cgContext.setLineWidth(1)
    cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5))
    cgContext.restoreGState()
  }

  /// Clips drawing to a rectangle.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Creates images by drawing.
///
///     let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40)).image { context in
///       UIColor.red.setFill()
///       context.fill(CGRect(x: 0, y: 0, width: 20, height: 40))
///     }
///
/// Any thread may draw.
///
/// Source: Apple's `UIGraphicsImageRenderer`.
open class UIGraphicsImageRenderer: NSObject {
  /// The format of the images.
  open private(set) var format: UIGraphicsImageRendererFormat

  /// Creates a renderer of images of a size, in points.
  public convenience init(size: CGSize) { self.init(bounds: CGRect(origin: .zero, size: size)) }

  /// Creates a renderer of images of a size, in points.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// Creates a renderer of a rectangle of the drawing, in points.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

  /// Creates a renderer of a rectangle of the drawing, in points.
  ///
  /// - Precondition: Every number is finite, and the format's scale positive.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    trap(
      unless: bounds.minX.isFinite && bounds.minY.isFinite && bounds.width.isFinite
        && bounds.height.isFinite && format.scale > 0 && format.scale.isFinite,
      "an image needs finite bounds and a positive scale, not \(bounds) at \(format.scale)"
    )
    self.format = format.with(bounds.standardized)
  }

  /// Whether the renderer produces images: always.
  open var allowsImageOutput: Bool { true }

  /// Returns the drawing as an image; an empty one without a size.
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let bounds = format.bounds
    let context = UIGraphicsImageRendererContext(CGContext(size: bounds.size), format)
    context.cgContext.scale = format.scale
    context.cgContext.translateBy(x: -bounds.minX, y: -bounds.minY)
    withCurrentContext(context.cgContext) { actions(context) }
    return context.currentImage
  }

  /// Returns the drawing as the bytes of a PNG file; empty without a size.
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }
}

extension UIImage {
  /// Creates an image of a drawing; nil without pixels, or without a host that rasterises.
  convenience init?(_ drawing: Drawing, scale: CGFloat, isOpaque: Bool) {
    guard let image = drawing.image(scale: scale, isOpaque: isOpaque) else { return nil }
    self.init(cgImage: image, scale: scale)
  }
}
