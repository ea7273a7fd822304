// UIProgressView.swift
// A horizontal progress bar.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A progress bar.
@preconcurrency @MainActor
open class UIProgressView: UIView {
  /// The style of a progress bar.
  public enum Style: Int, Sendable {
    /// 4 points, with round ends.
    case `default`
    /// 2.5 points, with square ends, for the edge of a bar.
    case bar
  }

  private static let seconds: TimeInterval = 0.25

  private let track = UIImageView()
  private let filled = UIImageView()
  private var storedProgress: Float = 0 { didSet { notifyObservers() } }

  /// Creates an empty progress bar with a style and its height.
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: .zero)
    progressViewStyle = style
    frame.size = intrinsicContentSize(width: 0)
  }

  override func setUp() {
    isUserInteractionEnabled = false
    for view in [track, filled] {
      view.clipsToBounds = true
      addSubview(view)
    }
    showColors()
  }

  // MARK: Progress

  /// The progress, clamped to 0...1. Default 0. NaN is 0, which is reported once.
  open var progress: Float {
    get { storedProgress }
    set { setProgress(newValue, animated: false) }
  }

  /// Sets the progress, within 0.25 s if animated.
  open func setProgress(_ progress: Float, animated: Bool) {
    let progress = nearest(progress, "the progress of a progress view")
    if animated && window != nil { layoutIfNeeded() }
    storedProgress = min(max(progress, 0), 1)
    guard animated, window != nil else {
      layOutBar()
      return
    }
    UIView.animate(
      withDuration: Self.seconds, delay: 0,
      options: [.beginFromCurrentState, .allowUserInteraction, .curveEaseInOut],
      animations: { self.layOutBar() })
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(
      value: UISlider.percent(progress), traits: .updatesFrequently, frame: shownFrame)
  }

  // MARK: Appearance

  /// The style of the bar. Default ``Style/default``.
  open var progressViewStyle = Style.default {
    didSet {
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }

  /// The colour of the filled part; nil for the tint colour.
  open var progressTintColor: UIColor? { didSet { showColors() } }

  /// The colour of the track; nil for a light grey.
  open var trackTintColor: UIColor? { didSet { showColors() } }

  /// The image of the filled part, in place of a colour. Default nil.
  open var progressImage: UIImage? {
    didSet {
      filled.image = progressImage
      showColors()
    }
  }

  /// The image of the track, in place of a colour. Default nil.
  open var trackImage: UIImage? {
    didSet {
      track.image = trackImage
      showColors()
    }
  }

  private func showColors() {
    filled.backgroundColor = progressImage == nil ? progressTintColor ?? tintColor : nil
    track.backgroundColor = trackImage == nil ? trackTintColor ?? .systemFill : nil
  }

  /// Applies the tint colour.
  open override func tintColorDidChange() { showColors() }

  // MARK: Layout

  private func layOutBar() {
    let radius = progressViewStyle == .default ? bounds.height / 2 : 0
    for view in [track, filled] { view.layer.cornerRadius = radius }
    track.frame = bounds
    let width = bounds.width * CGFloat(storedProgress)
    filled.frame = directed(
      CGRect(x: bounds.minX, y: bounds.minY, width: width, height: bounds.height))
  }

  /// Lays out the bar.
  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutBar()
  }

  private func intrinsicContentSize(width: CGFloat) -> CGSize {
    CGSize(width: width, height: progressViewStyle == .default ? 4 : 2.5)
  }

  /// Returns the given width, with the bar's height.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    intrinsicContentSize(width: size.width)
  }

  /// The bar's height, without a width.
  open override var intrinsicContentSize: CGSize {
    intrinsicContentSize(width: UIView.noIntrinsicMetric)
  }
}
