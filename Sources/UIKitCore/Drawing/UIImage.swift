// UIImage.swift
// A picture with its scale and the way it is drawn.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import HostInterface

/// An immutable picture.
open class UIImage: Hashable, @unchecked Sendable {
  /// Whether a picture is drawn as it is or only as a shape in the tint colour.
  public enum RenderingMode: Int, Sendable {
    /// As the place where it is shown has it; as it is, here.
    case automatic
    /// As it is.
    case alwaysOriginal
    /// As a shape in the tint colour.
    case alwaysTemplate
  }

  /// The pixels; nil for an empty image.
  public final let cgImage: CGImage?
  /// Pixels per point.
  public final let scale: CGFloat
  /// How the picture is drawn.
  public final let renderingMode: RenderingMode
  /// What of the picture stays its size when it is stretched, in points.
  public final let capInsets: UIEdgeInsets

  private init(
    _ image: CGImage?, scale: CGFloat, mode: RenderingMode, capInsets: UIEdgeInsets
  ) {
    precondition(
      scale > 0 && scale.isFinite, "an image needs pixels per point above zero, not \(scale)")
    cgImage = image
    self.scale = scale
    renderingMode = mode
    self.capInsets = capInsets
  }

  /// Creates an empty image.
  public convenience init() { self.init(nil, scale: 1, mode: .automatic, capInsets: .zero) }

  /// Creates an image of one pixel per point.
  public convenience init(cgImage: CGImage) {
    self.init(cgImage, scale: 1, mode: .automatic, capInsets: .zero)
  }

  /// Creates an image; orientations other than up do not exist here.
  ///
  /// - Precondition: `scale`, in pixels per point, is positive.
  public convenience init(cgImage: CGImage, scale: CGFloat) {
    self.init(cgImage, scale: scale, mode: .automatic, capInsets: .zero)
  }

  /// Creates an image from a file of the main bundle. Nil without a file of that name.
  ///
  /// "name@2x.png" has two pixels per point; the file that suits the screen is taken.
  @MainActor public convenience init?(named name: String) {
    self.init(named: name, in: nil)
  }

  /// Creates an image from a bundle's files; nil, as without a bundle, for the main one's.
  @MainActor public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection? = nil
  ) {
    let folders = ImageFiles.folders(of: bundle ?? .main)
    guard let found = ImageFiles.image(named: name, in: folders) else { return nil }
    self.init(found.image, scale: found.scale, mode: .automatic, capInsets: .zero)
  }

  /// Creates an image from a file; nil when there is none, or none that can be read. The scale is what
  /// the name's end says: "@2x", "@3x".
  @MainActor public convenience init?(contentsOfFile path: String) {
    guard
      let found = ImageFiles.image(at: path)
        ?? ((path as NSString).pathExtension.isEmpty ? ImageFiles.image(at: path + ".png") : nil)
    else { return nil }
    self.init(found.image, scale: found.scale, mode: .automatic, capInsets: .zero)
  }

  /// Creates an image from a file's bytes; nil when they are none that the host can read.
  @MainActor public convenience init?(data: Data, scale: CGFloat = 1) {
    guard let image = Platform.services.decodeImage(data) else { return nil }
    self.init(image, scale: scale, mode: .automatic, capInsets: .zero)
  }

  /// The size in points.
  public final var size: CGSize {
    guard let cgImage else { return .zero }
    return CGSize(width: CGFloat(cgImage.width) / scale, height: CGFloat(cgImage.height) / scale)
  }

  /// Returns the picture with another way of drawing it.
  public final func withRenderingMode(_ mode: RenderingMode) -> UIImage {
    UIImage(cgImage, scale: scale, mode: mode, capInsets: capInsets)
  }

  /// Returns the picture with edges, in points, that keep their size.
  public final func resizableImage(withCapInsets insets: UIEdgeInsets) -> UIImage {
    UIImage(cgImage, scale: scale, mode: renderingMode, capInsets: insets)
  }

  /// Draws the picture in the current context, its top left corner at a point.
  public final func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the picture in the current context, stretched to a rectangle.
  public final func draw(in rect: CGRect) {
    guard let cgImage, let context = UIGraphicsGetCurrentContext() else { return }
    context.draw(cgImage, in: rect)
  }

  /// Images are equal when they show the same pixels in the same way.
  public static func == (a: UIImage, b: UIImage) -> Bool {
    a === b
      || (a.cgImage == b.cgImage && a.scale == b.scale && a.renderingMode == b.renderingMode
        && a.capInsets == b.capInsets)
  }

  /// Hashes the pixels' identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(cgImage) }
}
