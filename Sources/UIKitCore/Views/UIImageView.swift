// UIImageView.swift
// A view whose layer's contents are an image, or a sequence of them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A view that shows an image.
///
/// A sequence of images is one discrete keyframe animation of the layer's contents.
@preconcurrency @MainActor
open class UIImageView: UIView {
  private static let animationKey = "contents"

  /// Creates a view without an image, with a frame in its superview's coordinates.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// Creates a view without an image.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    isUserInteractionEnabled = false
  }

  /// Creates a view as large as an image.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    show()
  }

  /// Creates a view as large as an image, with another for when it is highlighted.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }

  /// The image; nil, for none, unless set.
  open var image: UIImage? { didSet { if image != oldValue { show() } } }

  /// The image while highlighted; nil for no difference.
  open var highlightedImage: UIImage? { didSet { show() } }

  /// Whether the highlighted image is shown; false unless set.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { show() } } }

  private func show() {
    let shown = isHighlighted ? highlightedImage ?? image : image
    layer.contentsScale = shown?.scale ?? UIScreen.main.scale
    if let shown, let pixels = shown.cgImage {
      layer.contentsCenter = shown.stretchedPart
      layer.contents = shown.renderingMode == .alwaysTemplate ? pixels.filled(tintColor) : pixels
    } else {
      layer.contents = nil
    }
    invalidateIntrinsicContentSize()
  }

  /// An image that is changed in an animation block fades over into the next one.
  override func animatesInBlocks(_ key: String) -> Bool { key == "contents" }

  /// Takes the tint colour over into an image that is only a shape.
  open override func tintColorDidChange() {
    if image?.renderingMode == .alwaysTemplate { show() }
  }

  /// Keeps the image: it is set, not drawn.
  open override func setNeedsDisplay() {}

  /// The pixels per point of the image, which a window's scale does not change.
  open override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set { if image == nil { super.contentScaleFactor = newValue } }
  }

  /// Returns the image's size.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

  /// The image's size; none without an image.
  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

  // MARK: Sequences

  /// The images to show one after the other; nil unless set.
  open var animationImages: [UIImage]? { didSet { stopAnimating() } }

  /// Seconds for all images; 0, unless set, for a thirtieth of a second each.
  open var animationDuration: TimeInterval = 0

  /// How often the images are shown, 0 for ever; 0 unless set.
  open var animationRepeatCount = 0

  /// Whether images are shown one after the other.
  open var isAnimating: Bool { layer.animation(forKey: Self.animationKey) != nil }

  /// Shows the images from the first one on.
  open func startAnimating() {
    let values = (animationImages ?? []).compactMap(\.cgImage)
    guard !values.isEmpty else { return }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.calculationMode = .discrete
    animation.values = values
    animation.duration = animationDuration > 0 ? animationDuration : Double(values.count) / 30
    animation.repeatCount = animationRepeatCount > 0 ? Float(animationRepeatCount) : .infinity
    animation.isRemovedOnCompletion = animationRepeatCount > 0
    layer.add(animation, forKey: Self.animationKey)
  }

  /// Shows the image again.
  open func stopAnimating() { layer.removeAnimation(forKey: Self.animationKey) }
}

extension UIImage {
  /// What of the image is stretched, in unit coordinates: all of it without cap insets.
  fileprivate var stretchedPart: CGRect {
    guard capInsets != .zero, size.width > 0, size.height > 0 else {
      return CGRect(x: 0, y: 0, width: 1, height: 1)
    }
    let inner = CGRect(origin: .zero, size: size).inset(by: capInsets)
    return CGRect(
      x: inner.minX / size.width, y: inner.minY / size.height, width: inner.width / size.width,
      height: inner.height / size.height)
  }
}

extension CGImage {
  /// Returns a picture of one colour with this one's alpha.
  fileprivate func filled(_ color: UIColor) -> CGImage {
    let lanes = color.cgColor.lanes.clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    var filled = pixels
    for index in stride(from: 0, to: filled.count, by: 4) {
      let alpha = Double(pixels[index + 3]) * lanes.w
      filled[index] = UInt8((lanes.x * alpha).rounded())
      filled[index + 1] = UInt8((lanes.y * alpha).rounded())
      filled[index + 2] = UInt8((lanes.z * alpha).rounded())
      filled[index + 3] = UInt8(alpha.rounded())
    }
    return CGImage(width: width, height: height, premultipliedRGBA: filled)
  }
}
