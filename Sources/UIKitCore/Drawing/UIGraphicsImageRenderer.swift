// UIGraphicsImageRenderer.swift
// Drawing into images: a renderer, and what its drawing code is given.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// What a renderer of images makes.
///
/// Source: Apple's `UIGraphicsImageRendererFormat`.
open class UIGraphicsImageRendererFormat {
  /// Which colours an image can hold.
  public enum Range: Int, Sendable {
    /// What the system cannot tell.
    case unspecified = -1
    /// As the screen's.
    case automatic
    /// More than the standard ones.
    case extended
    /// The standard ones, which images always have here.
    case standard
  }

  /// Pixels per point. Default the screen's.
  open var scale: CGFloat = UITraitCollection.scaleOfScreen
  /// Whether the image stands on black and has no alpha. Default false.
  open var opaque = false
  /// Kept; images hold the standard colours. Default automatic.
  open var preferredRange = Range.automatic
  /// What the renderer draws, in points; empty until it has this format.
  open internal(set) var bounds = CGRect.zero

  /// Creates a format with the defaults.
  public required init() {}

  /// Creates a format with the scale of a view's traits.
  public convenience init(for traitCollection: UITraitCollection) {
    self.init()
    if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
  }

  /// Returns a format that suits the screen.
  open class func `default`() -> Self { self.init() }

  /// Returns a format that suits the screen.
  open class func preferred() -> Self { self.init() }

  func with(_ bounds: CGRect) -> UIGraphicsImageRendererFormat {
    let copy = UIGraphicsImageRendererFormat()
    (copy.scale, copy.opaque, copy.preferredRange) = (scale, opaque, preferredRange)
    copy.bounds = bounds
    return copy
  }
}

/// What code that draws an image is given. Its context is the current one meanwhile.
///
/// Source: Apple's `UIGraphicsImageRendererContext`.
open class UIGraphicsImageRendererContext {
  /// What is drawn into; its space is that of the renderer's bounds.
  public let cgContext: CGContext
  /// What the image will be like.
  public let format: UIGraphicsImageRendererFormat

  init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
    (cgContext, self.format) = (context, format)
  }

  /// What was drawn so far.
  open var currentImage: UIImage {
    UIImage(cgContext.drawing, scale: format.scale, isOpaque: format.opaque) ?? UIImage()
  }

  /// Fills a rectangle with the fill colour.
  open func fill(_ rect: CGRect) { cgContext.fill(rect) }

  /// Draws a line of one point just inside a rectangle with the stroke colour.
  open func stroke(_ rect: CGRect) {
    cgContext.saveGState()
    cgContext.setLineWidth(1)
    cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5))
    cgContext.restoreGState()
  }

  /// Keeps further drawing inside a rectangle.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes images by drawing them.
///
///     let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40)).image { context in
///       UIColor.red.setFill()
///       context.fill(CGRect(x: 0, y: 0, width: 20, height: 40))
///     }
///
/// Off the main thread the pixels are made by the main one, which must not wait for that meanwhile.
///
/// Source: Apple's `UIGraphicsImageRenderer`.
open class UIGraphicsImageRenderer {
  /// What the images are like.
  public let format: UIGraphicsImageRendererFormat

  /// Creates a renderer of images of a size, in points.
  public convenience init(size: CGSize) { self.init(bounds: CGRect(origin: .zero, size: size)) }

  /// Creates a renderer of images of a size, in points.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// Creates a renderer of a rectangle of what is drawn, in points.
  public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

  /// Creates a renderer of a rectangle of what is drawn, in points.
  ///
  /// - Precondition: Every number is finite, and the format's scale positive.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    precondition(
      bounds.minX.isFinite && bounds.minY.isFinite && bounds.width.isFinite
        && bounds.height.isFinite && format.scale > 0 && format.scale.isFinite,
      "an image needs finite bounds and pixels per point above zero, not \(bounds) at \(format.scale)"
    )
    self.format = format.with(bounds.standardized)
  }

  /// Whether drawing gives an image, as it always does.
  open var allowsImageOutput: Bool { true }

  /// Returns what is drawn as an image; an empty one where it has no size.
  open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    let bounds = format.bounds
    let context = UIGraphicsImageRendererContext(CGContext(size: bounds.size), format)
    context.cgContext.translateBy(x: -bounds.minX, y: -bounds.minY)
    UIGraphicsPushContext(context.cgContext)
    actions(context)
    UIGraphicsPopContext()
    return context.currentImage
  }

  /// Returns what is drawn as the bytes of a PNG file; none where it has no size.
  open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }
}

extension UIImage {
  /// Creates the image of a drawing; nil where it has no pixels, or the program no host that makes some.
  convenience init?(_ drawing: Drawing, scale: CGFloat, isOpaque: Bool) {
    let image = MainThread.run {
      Platform.services.rasterize(drawing.asSnapshot, scale: scale, isOpaque: isOpaque)
    }
    guard let image else { return nil }
    self.init(cgImage: image, scale: scale)
  }

  /// Returns the bytes of a PNG file of the picture; nil for an empty one.
  public final func pngData() -> Data? {
    guard let cgImage else { return nil }
    return MainThread.run { Platform.services.encodeImage(cgImage) }
  }
}
