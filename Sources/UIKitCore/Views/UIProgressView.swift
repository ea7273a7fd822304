// UIProgressView.swift
// A line that shows how much is done.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A line of which a part is filled.
@preconcurrency @MainActor
open class UIProgressView: UIView {
  /// How thick the line is.
  public enum Style: Int, Sendable {
    /// 4 points, with round ends.
    case `default`
    /// 2.5 points, with square ends, for the edge of a bar.
    case bar
  }

  private static let seconds: TimeInterval = 0.25

  private let track = UIImageView()
  private let filled = UIImageView()
  private var part: Float = 0

  /// Creates a view that shows that nothing is done, with a frame in its superview's coordinates.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Creates a view that shows that nothing is done.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  /// Creates a view of a style and its height.
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: .zero)
    progressViewStyle = style
    frame.size = intrinsicContentSize(width: 0)
  }

  private func setUp() {
    isUserInteractionEnabled = false
    for view in [track, filled] {
      view.clipsToBounds = true
      addSubview(view)
    }
    showColors()
  }

  // MARK: Progress

  /// How much is done, 0...1; 0 unless set. What lies beyond is cut.
  ///
  /// - Precondition: Not NaN.
  open var progress: Float {
    get { part }
    set { setProgress(newValue, animated: false) }
  }

  /// Sets how much is done; the line grows there within a quarter of a second if animated.
  open func setProgress(_ progress: Float, animated: Bool) {
    precondition(!progress.isNaN, "progress has to be a number")
    if animated && window != nil { layoutIfNeeded() }
    part = min(max(progress, 0), 1)
    guard animated, window != nil else {
      place()
      return
    }
    UIView.animate(
      withDuration: Self.seconds, delay: 0,
      options: [.beginFromCurrentState, .allowUserInteraction, .curveEaseInOut],
      animations: { self.place() })
  }

  // MARK: Look

  /// How thick the line is; the default one unless set.
  open var progressViewStyle = Style.default {
    didSet {
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }

  /// The colour of what is done; nil for the tint colour.
  open var progressTintColor: UIColor? { didSet { showColors() } }

  /// The colour of what is not; nil for a light grey.
  open var trackTintColor: UIColor? { didSet { showColors() } }

  /// What is stretched over what is done in place of a colour; nil unless set.
  open var progressImage: UIImage? {
    didSet {
      filled.image = progressImage
      showColors()
    }
  }

  /// What is stretched over the whole line in place of a colour; nil unless set.
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

  /// Takes the tint colour over.
  open override func tintColorDidChange() { showColors() }

  // MARK: Layout

  private func place() {
    let radius = progressViewStyle == .default ? bounds.height / 2 : 0
    for view in [track, filled] { view.layer.cornerRadius = radius }
    track.frame = bounds
    let width = bounds.width * CGFloat(part)
    filled.frame = CGRect(x: bounds.minX, y: bounds.minY, width: width, height: bounds.height)
  }

  /// Places the line.
  open override func layoutSubviews() {
    super.layoutSubviews()
    place()
  }

  private func intrinsicContentSize(width: CGFloat) -> CGSize {
    CGSize(width: width, height: progressViewStyle == .default ? 4 : 2.5)
  }

  /// Returns the width given and the line's height.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    intrinsicContentSize(width: size.width)
  }

  /// The line's height, and no width.
  open override var intrinsicContentSize: CGSize {
    intrinsicContentSize(width: UIView.noIntrinsicMetric)
  }
}
