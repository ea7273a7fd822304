// UIImage.swift
// An image with its scale and rendering mode.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// An immutable image.
///
/// Images are made and drawn on any thread. Those of files are read on the main thread, for which others wait.
open class UIImage: NSObject, @unchecked Sendable {
  /// Whether an image is drawn with its own colours or as a shape in the tint colour.
  public enum RenderingMode: Int, Sendable {
    /// Depends on the context; here, always original.
    case automatic
    /// With its own colours.
    case alwaysOriginal
    /// As a shape in the tint colour.
    case alwaysTemplate
  }

  /// The pixels as they are stored, regardless of ``imageOrientation``; nil for an empty image.
  public final let cgImage: CGImage?
  /// The pixels as they are shown.
  final let uprightImage: CGImage?
  /// The properties beside the pixels.
  final let traits: Traits

  init(_ image: CGImage?, _ traits: Traits) {
    trap(
      unless: traits.scale > 0 && traits.scale.isFinite,
      "an image needs a positive scale, not \(traits.scale)")
    cgImage = image
    uprightImage = image?.upright(from: traits.orientation)
    self.traits = traits
  }

  /// Pixels per point.
  public final var scale: CGFloat { traits.scale }
  /// The rendering mode.
  public final var renderingMode: RenderingMode { traits.mode }
  /// The edges that keep their size when the image is stretched, in points.
  public final var capInsets: UIEdgeInsets { traits.capInsets }

  /// Creates an empty image.
  public override convenience init() { self.init(nil, Traits()) }

  /// Creates an image with one pixel per point.
  public convenience init(cgImage: CGImage) { self.init(cgImage, Traits()) }

  /// Creates an upright image.
  ///
  /// - Precondition: `scale`, in pixels per point, is positive.
  public convenience init(cgImage: CGImage, scale: CGFloat) {
    self.init(cgImage, Traits(scale: scale))
  }

  /// Creates an image from a file of the main bundle. Nil without a file of that name.
  ///
  /// "name@2x.png" has two pixels per point. The file that best matches the screen's scale is used.
  public convenience init?(named name: String) {
    self.init(named: name, in: nil)
  }

  /// Creates an image from a bundle's files; nil without a file of that name. The default bundle is the
  /// main one.
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection? = nil
  ) {
    let folders = ImageFiles.folders(of: bundle ?? .main)
    guard let found = ImageFiles.image(named: name, in: folders) else { return nil }
    self.init(found.image, scale: found.scale)
  }

  /// Creates an image from a file; nil if it cannot be read. The name's suffix, "@2x" or "@3x", sets
  /// the scale.
  public convenience init?(contentsOfFile path: String) {
    let hasExtension = !(path as NSString).pathExtension.isEmpty
    guard
      let found = ImageFiles.image(at: path)
        ?? (hasExtension ? nil : ImageFiles.image(at: path + ".png"))
    else { return nil }
    self.init(found.image, scale: found.scale)
  }

  /// Creates an image from the bytes of a PNG, JPEG, GIF or WebP file; nil if they cannot be decoded.
  ///
  /// An animated file gives an animated image, as ``animatedImage(with:duration:)``; on iOS it gives the first picture.
  public convenience init?(data: Data, scale: CGFloat = 1) {
    guard let image = ImageFileCodecs.standard?.decode(data) else { return nil }
    self.init(image, scale: scale)
  }

  /// The size in points, as the image is shown.
  public final var size: CGSize {
    guard let image = uprightImage else { return .zero }
    return CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
  }

  /// Images are equal when their pixels and properties are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIImage else { return false }
    return self === other || (cgImage == other.cgImage && traits == other.traits)
  }

  /// The hash of the pixels' identity.
  open override var hash: Int { cgImage.hashValue }
}
