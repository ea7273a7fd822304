// UIActivityIndicatorView.swift
// An indeterminate progress spinner.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A spinner with eight spokes.
///
/// A single discrete layer animation rotates it, so no code runs per frame. A stopped spinner has no
/// animation.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
  /// The size of a spinner.
  public enum Style: Int, Sendable {
    /// 20 points.
    case medium = 100
    /// 37 points.
    case large = 101

    fileprivate var size: CGFloat { self == .medium ? 20 : 37 }
  }

  private static let spokeCount = 8
  private static let secondsPerTurn: TimeInterval = 1
  private static let key = "turn"

  private let wheel = CALayer()
  private var isSpinning = false

  /// Creates a stopped spinner of medium size. A frame of no size gets the spinner's.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    if frame.size == .zero { bounds.size = intrinsicContentSize }
    addParts()
  }

  /// Creates a stopped spinner of medium size.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    bounds.size = intrinsicContentSize
    addParts()
  }

  /// Creates a stopped spinner.
  public convenience init(style: Style) {
    self.init(frame: CGRect(x: 0, y: 0, width: style.size, height: style.size))
    self.style = style
  }

  private func addParts() {
    isUserInteractionEnabled = false
    isHidden = true
    wheel.delegate = self
    layer.addSublayer(wheel)
    for _ in 0..<Self.spokeCount {
      let spoke = CALayer()
      spoke.delegate = self
      wheel.addSublayer(spoke)
    }
    showColor()
    layOutSpokes()
  }

  // MARK: Animation

  /// Whether the spinner is animating.
  open var isAnimating: Bool { isSpinning }

  /// Starts the spinner and shows it.
  open func startAnimating() {
    isSpinning = true
    isHidden = false
    updateAnimation()
  }

  /// Stops the spinner, and hides it if ``hidesWhenStopped``.
  open func stopAnimating() {
    isSpinning = false
    isHidden = hidesWhenStopped
    wheel.removeAnimation(forKey: Self.key)
  }

  /// Whether a stopped spinner is hidden. Default true.
  open var hidesWhenStopped = true { didSet { if !isSpinning { isHidden = hidesWhenStopped } } }

  private func updateAnimation() {
    guard isSpinning, window != nil, wheel.animation(forKey: Self.key) == nil else { return }
    let rotation = CAKeyframeAnimation(keyPath: "transform.rotation.z")
    rotation.calculationMode = .discrete
    rotation.values = (0..<Self.spokeCount).map {
      2 * Double.pi * Double($0) / Double(Self.spokeCount)
    }
    rotation.duration = Self.secondsPerTurn
    rotation.repeatCount = .infinity
    wheel.add(rotation, forKey: Self.key)
  }

  /// Restarts the animation, as layers that leave a window lose theirs.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    updateAnimation()
  }

  override func windowDidShow() { updateAnimation() }

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(
      label: isAnimating ? "In progress" : "Progress halted", traits: .updatesFrequently,
      frame: shownFrame)
  }

  // MARK: Appearance

  /// The size of the spinner. Default medium. The view's size does not change.
  open var style = Style.medium {
    didSet {
      invalidateIntrinsicContentSize()
      layOutSpokes()
    }
  }

  /// The colour of the spokes. Default system grey.
  open var color: UIColor! = .systemGray { didSet { showColor() } }

  private func showColor() {
    for (index, spoke) in (wheel.sublayers ?? []).enumerated() {
      spoke.backgroundColor = color.resolvedColor(with: traitCollection).cgColor
      // The spoke at the top is the newest; those before it fade.
      let age = (Self.spokeCount - index) % Self.spokeCount
      spoke.opacity = Float(max(0.15, 1 - 0.17 * Double(age)))
    }
  }

  override func appearanceDidChange(from previous: UITraitCollection) {
    super.appearanceDidChange(from: previous)
    showColor()
  }

  private func layOutSpokes() {
    let size = style.size
    wheel.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    wheel.position = CGPoint(x: bounds.midX, y: bounds.midY)
    let (width, length) = (size * 0.12, size * 0.27)
    for (index, spoke) in (wheel.sublayers ?? []).enumerated() {
      let angle = 2 * CGFloat.pi * CGFloat(index) / CGFloat(Self.spokeCount)
      spoke.bounds = CGRect(x: 0, y: 0, width: width, height: length)
      spoke.cornerRadius = width / 2
      let radius = (size - length) / 2
      spoke.position = CGPoint(x: size / 2 + radius * sin(angle), y: size / 2 - radius * cos(angle))
      spoke.setAffineTransform(CGAffineTransform(rotationAngle: angle))
    }
  }

  /// Centres the spinner.
  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutSpokes()
  }

  /// Returns the spinner's size.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// The spinner's size.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: style.size, height: style.size)
  }
}
