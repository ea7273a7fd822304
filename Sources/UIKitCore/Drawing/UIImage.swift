// UIImage.swift
// An image with its scale and rendering mode.
//
// This folder: images, bezier paths, drawing contexts.
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

  /// Set by initialisers alone.
  @exclusivity(unchecked) private(set) final var contents = Contents(nil, Traits())

  /// The pixels as they are stored, regardless of ``imageOrientation``; nil for an empty image.
  ///
  /// Of an image with a dark variant, those for `UITraitCollection.current`.
  open var cgImage: CGImage? { variant?.cgImage ?? contents.image }
  /// The pixels as they are shown.
  final var uprightImage: CGImage? { variant?.uprightImage ?? contents.upright }
  /// The dark variant where it applies: for `UITraitCollection.current`.
  private final var variant: UIImage? {
    traits.dark.flatMap { UITraitCollection.current.userInterfaceStyle == .dark ? $0 : nil }
  }
  /// The properties beside the pixels.
  final var traits: Traits { contents.traits }

  /// Pixels per point.
  open var scale: CGFloat { traits.scale }
  /// The rendering mode.
  open var renderingMode: RenderingMode { traits.mode }
  /// The edges that keep their size when the image is stretched, in points.
  open var capInsets: UIEdgeInsets { traits.capInsets }

  /// Whether the image is of a symbol.
  open var isSymbolImage: Bool { traits.symbol != nil }

  /// The image as a symbol of another size and weight; an image that is no symbol, as it is.
  open func withConfiguration(_ configuration: SymbolConfiguration) -> UIImage {
    symbol(with: configuration)
  }

  /// As ``withConfiguration(_:)``.
  open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    withConfiguration(configuration)
  }

  // MARK: Creating

  /// Creates an empty image.
  public override init() {}

  /// Creates an image with one pixel per point.
  public init(cgImage: CGImage) { contents = Contents(cgImage, Traits()) }

  /// Creates an upright image.
  ///
  /// - Precondition: `scale`, in pixels per point, is positive.
  public init(cgImage: CGImage, scale: CGFloat) {
    contents = Contents(cgImage, Traits(scale: scale))
  }

  /// Creates an image of turned pixels.
  ///
  /// - Precondition: `scale`, in pixels per point, is positive.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    contents = Contents(cgImage, Traits(scale: scale, orientation: orientation))
  }

  /// Creates an image from an image set or a file of the main bundle, which is the program with the resources of its
  /// targets. Nil without one of that name, which is reported once with the places that were searched.
  ///
  /// An image set is one of an asset catalogue, with files by scale and for light and dark. Of files, "name@2x.png" has
  /// two pixels per point. The file that best matches the screen's scale is used.
  public init?(named name: String) {
    guard let found = Contents(named: name, in: .main) else { return nil }
    contents = found
  }

  /// Creates an image of the main bundle that need not be there: without one, no line of the log says so.
  init?(silentlyNamed name: String) {
    guard let found = Contents(named: name, in: .main, isReported: false) else { return nil }
    contents = found
  }

  /// Creates an image from an image set or a file of a bundle, nil for the main one; see ``init(named:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the image set or file.
  ///   - bundle: The bundle. Nil for the main one.
  ///   - traitCollection: The traits for which the variant is chosen; nil, or without a style, for an image that follows the
  ///     traits.
  public init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection? = nil
  ) {
    guard let found = Contents(named: name, in: bundle ?? .main) else { return nil }
    contents =
      traitCollection.map { found.resolved(for: $0.userInterfaceStyle) } ?? found
  }

  private convenience init?(quietlyNamed name: String) {
    guard let found = Contents(named: name, in: .main, isReported: false) else { return nil }
    self.init(found.image, found.traits)
  }

  /// Creates an image from a file; nil if it cannot be read. The name's suffix, "@2x" or "@3x", sets
  /// the scale.
  public init?(contentsOfFile path: String) {
    let hasExtension = !(path as NSString).pathExtension.isEmpty
    guard
      let found = ImageFiles.image(at: path)
        ?? (hasExtension ? nil : ImageFiles.image(at: path + ".png"))
    else { return nil }
    contents = Contents(found.image, scale: found.scale)
  }

  /// Creates an image from the bytes of a PNG, JPEG, GIF or WebP file, with one pixel per point; nil if they cannot
  /// be decoded.
  ///
  /// An animated file gives an animated image, as ``animatedImage(with:duration:)``; on iOS it gives the first picture.
  public init?(data: Data) {
    guard let image = ImageFileCodecs.standard?.decode(data) else { return nil }
    contents = Contents(image, scale: 1)
  }

  /// Creates an image from the bytes of a file; see ``init(data:)``.
  ///
  /// - Precondition: `scale`, in pixels per point, is positive.
  public init?(data: Data, scale: CGFloat) {
    guard let image = ImageFileCodecs.standard?.decode(data) else { return nil }
    contents = Contents(image, scale: scale)
  }

  convenience init(_ image: CGImage?, _ traits: Traits) {
    self.init()
    contents = Contents(image, traits)
  }

  /// The size in points, as the image is shown.
  open var size: CGSize {
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

  // MARK: Traits

  /// How ``cgImage`` is turned to be shown. Default up; that of the camera for a photo.
  open var imageOrientation: Orientation { traits.orientation }

  /// How the part within the cap insets fills a larger area. Default stretch. Stored: images are always stretched.
  open var resizingMode: ResizingMode { traits.resizingMode }

  /// Whether the image is mirrored in a layout from right to left. Default false. Stored, without effect.
  open var flipsForRightToLeftLayoutDirection: Bool { traits.flips }

  /// The images of an animated image, each shown as long; nil for a still one.
  open var images: [UIImage]? { traits.images }

  /// The duration of one round of an animated image, in seconds; 0 for a still one.
  open var duration: TimeInterval { traits.duration }

  /// Returns the image with another rendering mode.
  open func withRenderingMode(_ mode: RenderingMode) -> UIImage { with { $0.mode = mode } }

  /// Returns a stretchable image with edges, in points, that keep their size.
  open func resizableImage(withCapInsets insets: UIEdgeInsets) -> UIImage {
    resizableImage(withCapInsets: insets, resizingMode: .stretch)
  }

  /// Returns a resizable image with edges, in points, that keep their size; see ``resizingMode``.
  open func resizableImage(
    withCapInsets insets: UIEdgeInsets, resizingMode: ResizingMode
  ) -> UIImage {
    with { ($0.capInsets, $0.resizingMode) = (insets, resizingMode) }
  }

  /// Returns the image as to be mirrored in a layout from right to left; see
  /// ``flipsForRightToLeftLayoutDirection``.
  open func imageFlippedForRightToLeftLayoutDirection() -> UIImage {
    with { $0.flips = true }
  }

  /// Returns the image mirrored from left to right, with the same ``cgImage``.
  open func withHorizontallyFlippedOrientation() -> UIImage {
    with { $0.orientation = $0.orientation.mirrored }
  }

  /// Returns the image's shape in a colour, resolved for the current traits.
  open func withTintColor(_ color: UIColor) -> UIImage {
    UIImage(cgImage?.filled(color), traits)
  }

  /// Returns the image's shape in a colour, resolved for the current traits, with another rendering mode.
  open func withTintColor(
    _ color: UIColor, renderingMode: RenderingMode
  ) -> UIImage {
    withTintColor(color).withRenderingMode(renderingMode)
  }

  // MARK: Drawing

  /// Draws the image in the current context, with its top left corner at a point.
  open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// Draws the image in the current context, stretched to a rectangle. The edges of ``capInsets`` keep their
  /// size, unless the rectangle is smaller than they are.
  open func draw(in rect: CGRect) {
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
  ///   - point: In points of the context.
  ///   - blendMode: How the image is combined with what lies beneath it.
  ///   - alpha: 0...1, on top of the context's.
  open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the image in the current context, stretched to a rectangle; see
  /// ``draw(at:blendMode:alpha:)``.
  open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    UIGraphicsGetCurrentContext()?.blending(blendMode, alpha: alpha) { draw(in: rect) }
  }

  // MARK: Animated images and files

  /// Returns an image that image views play for ever; nil without images.
  ///
  /// - Parameters:
  ///   - images: The pictures in their order, each shown as long as the others.
  ///   - duration: Of one round, in seconds. 0 shows 30 images per second.
  open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    var traits = first.traits
    traits.images = images.flatMap { $0.images ?? [$0] }
    traits.duration = duration > 0 ? duration : Double(images.count) / 30
    return UIImage(first.cgImage, traits)
  }

  /// Returns an animated image of the files of the main bundle with a name and a number, from 0 or 1 to at most 1024;
  /// nil without any.
  @MainActor open class func animatedImageNamed(
    _ name: String, duration: TimeInterval
  ) -> UIImage? {
    var images: [UIImage] = []
    for number in 0...1024 {
      if let image = UIImage(quietlyNamed: "\(name)\(number)") {
        images.append(image)
      } else if number > 0 {
        break
      }
    }
    return animatedImage(with: images, duration: duration)
  }

  /// Returns the image, as it is shown, as the bytes of a JPEG file; nil for an empty image.
  ///
  /// Transparent parts become white.
  ///
  /// - Parameter compressionQuality: 0 the smallest file to 1 the best picture.
  open func jpegData(compressionQuality: CGFloat) -> Data? {
    uprightImage.flatMap {
      ImageFileCodecs.standard?.encodeJPEG($0, quality: compressionQuality)
    }
  }

  /// Returns the image, as it is shown, as the bytes of a PNG file; nil for an empty image.
  open func pngData() -> Data? {
    uprightImage.flatMap { ImageFileCodecs.standard?.encodePNG($0) }
  }
}
