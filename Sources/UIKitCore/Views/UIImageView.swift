// UIImageView.swift
// A view of an image, or of a sequence of images.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A view of an image.
///
/// A sequence of images is one discrete keyframe animation of the layer's contents.
@preconcurrency @MainActor
open class UIImageView: UIView {
  private static let animationKey = "contents"
  /// The animation of an animated image.
  private static let imageKey = "image"

  override func setUp() { isUserInteractionEnabled = false }

  /// Creates a view as large as an image.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    updateContents()
  }

  /// Creates a view as large as an image, with another image while highlighted.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }

  /// The image. Default nil.
  open var image: UIImage? {
    didSet {
      guard image != oldValue else { return }
      updateContents()
      notifyObservers()
    }
  }

  /// The image while highlighted; nil for ``image``.
  open var highlightedImage: UIImage? { didSet { updateContents() } }

  /// Whether the highlighted image is shown. Default false.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { updateContents() } } }

  private func updateContents() {
    let shown = isHighlighted ? highlightedImage ?? image : image
    layer.contentsScale = shown?.scale ?? UIScreen.main.scale
    if let shown, let pixels = pixels(of: shown) {
      layer.contentsCenter = shown.stretchedPart
      layer.contents = pixels
    } else {
      layer.contents = nil
    }
    layer.removeAnimation(forKey: Self.imageKey)
    playAnimatedImage()
    invalidateIntrinsicContentSize()
  }

  private func playAnimatedImage() {
    let shown = isHighlighted ? highlightedImage ?? image : image
    guard let shown, let images = shown.images, !images.isEmpty else { return }
    let animation = sequence(images, duration: shown.duration)
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: Self.imageKey)
  }

  /// The pixels of an image as they are shown.
  private func pixels(of image: UIImage) -> CGImage? {
    var upright = image.uprightImage
    if image.traits.dark != nil {
      traitCollection.performAsCurrent { upright = image.uprightImage }
    }
    return image.renderingMode == .alwaysTemplate ? upright?.filled(tintColor) : upright
  }

  /// Shows the variant of the image for the new traits.
  override func appearanceDidChange(from previous: UITraitCollection) {
    super.appearanceDidChange(from: previous)
    if [image, highlightedImage].contains(where: { $0?.traits.dark != nil }) { updateContents() }
  }

  /// One round of images for ever.
  private func sequence(_ images: [UIImage], duration: TimeInterval) -> CAKeyframeAnimation {
    let values = images.compactMap { pixels(of: $0) }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.calculationMode = .discrete
    animation.values = values
    animation.duration = duration > 0 ? duration : Double(values.count) / 30
    animation.repeatCount = .infinity
    return animation
  }

  /// In an animation block, a changed image cross-fades.
  override func animatesInBlocks(_ key: String) -> Bool { key == "contents" }

  /// Applies the tint colour to a template image.
  open override func tintColorDidChange() {
    if image?.renderingMode == .alwaysTemplate { updateContents() }
  }

  /// Does nothing: the image is set, not drawn.
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

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(isElement: false, traits: .image, frame: shownFrame)
  }

  // MARK: Sequences

  /// The images of a sequence. Default nil.
  open var animationImages: [UIImage]? {
    didSet { layer.removeAnimation(forKey: Self.animationKey) }
  }

  /// The duration of the sequence in seconds. Default 0, which shows 30 images per second.
  open var animationDuration: TimeInterval = 0

  /// The number of repetitions. Default 0, which repeats indefinitely.
  open var animationRepeatCount = 0

  /// Whether the sequence or an animated image is running.
  open var isAnimating: Bool {
    layer.animation(forKey: Self.animationKey) != nil
      || layer.animation(forKey: Self.imageKey) != nil
  }

  /// Starts the sequence; without one an animated image, which also starts by itself.
  open func startAnimating() {
    let images = animationImages ?? []
    guard images.contains(where: { $0.cgImage != nil }) else { return playAnimatedImage() }
    let animation = sequence(images, duration: animationDuration)
    animation.repeatCount = animationRepeatCount > 0 ? Float(animationRepeatCount) : .infinity
    animation.isRemovedOnCompletion = animationRepeatCount > 0
    layer.add(animation, forKey: Self.animationKey)
  }

  /// Stops the sequence and an animated image, and shows the image again.
  open func stopAnimating() {
    layer.removeAnimation(forKey: Self.animationKey)
    layer.removeAnimation(forKey: Self.imageKey)
  }
}

extension UIImage {
  /// The stretched part of the image, in unit coordinates; all of it without cap insets.
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
