// UIActivityIndicatorView.swift
// A wheel that turns while something goes on whose end nobody knows.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A wheel of eight spokes.
///
/// It turns in steps by one animation of one layer, so that no code runs while it turns; when it
/// stands, there is no animation and nothing to do.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
  /// How large the wheel is.
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
  private var turns = false

  /// Creates a wheel of medium size that stands; only the frame's origin counts, unless it has a size.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    if frame.size == .zero { bounds.size = intrinsicContentSize }
    setUp()
  }

  /// Creates a wheel of medium size that stands.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    bounds.size = intrinsicContentSize
    setUp()
  }

  /// Creates a wheel that stands.
  public convenience init(style: Style) {
    self.init(frame: CGRect(x: 0, y: 0, width: style.size, height: style.size))
    self.style = style
  }

  private func setUp() {
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
    place()
  }

  // MARK: Turning

  /// Whether the wheel turns.
  open var isAnimating: Bool { turns }

  /// Turns the wheel, and shows it.
  open func startAnimating() {
    turns = true
    isHidden = false
    turn()
  }

  /// Stops the wheel, and hides it unless ``hidesWhenStopped`` says otherwise.
  open func stopAnimating() {
    turns = false
    isHidden = hidesWhenStopped
    wheel.removeAnimation(forKey: Self.key)
  }

  /// Whether a wheel that stands is hidden; true unless set.
  open var hidesWhenStopped = true { didSet { if !turns { isHidden = hidesWhenStopped } } }

  private func turn() {
    guard turns, window != nil, wheel.animation(forKey: Self.key) == nil else { return }
    let turn = CAKeyframeAnimation(keyPath: "transform.rotation.z")
    turn.calculationMode = .discrete
    turn.values = (0..<Self.spokeCount).map { 2 * Double.pi * Double($0) / Double(Self.spokeCount) }
    turn.duration = Self.secondsPerTurn
    turn.repeatCount = .infinity
    wheel.add(turn, forKey: Self.key)
  }

  /// Turns on: layers that leave a window lose their animations.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    turn()
  }

  override func windowDidShow() { turn() }

  // MARK: Look

  /// How large the wheel is; medium unless set. The view's size stays.
  open var style = Style.medium {
    didSet {
      invalidateIntrinsicContentSize()
      place()
    }
  }

  /// The spokes' colour; the system's grey unless set.
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

  private func place() {
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

  /// Puts the wheel in the middle.
  open override func layoutSubviews() {
    super.layoutSubviews()
    place()
  }

  /// Returns the wheel's size.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// The wheel's size.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: style.size, height: style.size)
  }
}
