// UIScrollView.swift
// A view onto a larger one: its bounds' origin moves by wheel, drag and code.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// What a scroll view tells; every method has a body that does nothing.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: AnyObject {
  /// The content has moved.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// A drag begins.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// A drag has ended.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// A move by code has reached its end.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndDragging(
    _ scrollView: UIScrollView, willDecelerate decelerate: Bool
  ) {}
  /// Does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}

/// A view that shows part of its content and can be moved over it.
///
/// There is no bounce and no coasting: content stops where the drag or the wheel leaves it.
@preconcurrency @MainActor
open class UIScrollView: UIView {
  private static let indicatorThickness: CGFloat = 4
  private static let indicatorGap: CGFloat = 2
  private static let animationSeconds: TimeInterval = 0.25

  private let horizontalIndicator = UIView()
  private let verticalIndicator = UIView()
  private var dragStart = CGPoint.zero

  /// Sees the drags that move the content.
  public final let panGestureRecognizer = UIPanGestureRecognizer()

  /// Creates a view with a frame in its superview's coordinates.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Creates a view of no size.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    clipsToBounds = true
    for indicator in [horizontalIndicator, verticalIndicator] {
      indicator.backgroundColor = UIColor(white: 0.5, alpha: 0.6)
      indicator.layer.cornerRadius = Self.indicatorThickness / 2
      indicator.layer.zPosition = 1
      indicator.isUserInteractionEnabled = false
      indicator.isHidden = true
      addSubview(indicator)
    }
    panGestureRecognizer.addHandler { [weak self] _ in self?.pan() }
    addGestureRecognizer(panGestureRecognizer)
  }

  // MARK: Content

  /// Who is told of moves.
  open weak var delegate: (any UIScrollViewDelegate)?

  /// The size of the content in points; none unless set.
  open var contentSize = CGSize.zero {
    didSet {
      guard contentSize != oldValue else { return }
      setNeedsLayout()
      contentOffset = clamped(contentOffset)
    }
  }

  /// Points by which the content may be moved beyond its edges; none unless set.
  open var contentInset = UIEdgeInsets.zero { didSet { setNeedsLayout() } }

  /// The content's point in the top left corner; code may set any.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      guard newValue != bounds.origin else { return }
      bounds.origin = newValue
      setNeedsLayout()
      delegate?.scrollViewDidScroll(self)
    }
  }

  /// Moves the content to a point, within a quarter of a second if animated.
  open func setContentOffset(_ offset: CGPoint, animated: Bool) {
    guard animated else {
      contentOffset = offset
      return
    }
    UIView.animate(
      withDuration: Self.animationSeconds,
      animations: {
        self.contentOffset = offset
        self.layoutIfNeeded()
      },
      completion: { [weak self] _ in
        guard let self else { return }
        delegate?.scrollViewDidEndScrollingAnimation(self)
      })
  }

  /// Moves the content as little as it takes to show a rectangle of it.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    func moved(_ origin: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
      if low < origin || high - low > length { return low }
      return high > origin + length ? high - length : origin
    }
    let offset = CGPoint(
      x: moved(bounds.minX, bounds.width, rect.minX, rect.maxX),
      y: moved(bounds.minY, bounds.height, rect.minY, rect.maxY))
    setContentOffset(clamped(offset), animated: animated)
  }

  /// Whether wheel and drag move the content; true unless set.
  open var isScrollEnabled = true {
    didSet { panGestureRecognizer.isEnabled = isScrollEnabled }
  }

  /// Whether a bar shows how far the content is moved from left to right; true unless set.
  open var showsHorizontalScrollIndicator = true { didSet { setNeedsLayout() } }

  /// Whether a bar shows how far the content is moved from top to bottom; true unless set.
  open var showsVerticalScrollIndicator = true { didSet { setNeedsLayout() } }

  /// Whether the content is being dragged.
  open var isDragging: Bool { panGestureRecognizer.state == .changed }

  /// Whether the content still moves after a drag: never.
  open var isDecelerating: Bool { false }

  // MARK: Moving

  private func clamped(_ offset: CGPoint) -> CGPoint {
    let low = CGPoint(x: -contentInset.left, y: -contentInset.top)
    let high = CGPoint(
      x: max(low.x, contentSize.width + contentInset.right - bounds.width),
      y: max(low.y, contentSize.height + contentInset.bottom - bounds.height))
    return CGPoint(
      x: min(max(offset.x, low.x), high.x), y: min(max(offset.y, low.y), high.y))
  }

  /// Moves the content by a wheel's points; false when it is at its end, so that a view around this
  /// one may move instead.
  final func scrollByWheel(_ delta: CGVector) -> Bool {
    guard isScrollEnabled else { return false }
    let offset = clamped(CGPoint(x: contentOffset.x - delta.dx, y: contentOffset.y - delta.dy))
    guard offset != contentOffset else { return false }
    contentOffset = offset
    return true
  }

  /// Begins a drag only where there is content to move.
  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    guard recognizer === panGestureRecognizer else {
      return super.gestureRecognizerShouldBegin(recognizer)
    }
    return contentSize.width > bounds.width || contentSize.height > bounds.height
  }

  private func pan() {
    switch panGestureRecognizer.state {
    case .began:
      dragStart = contentOffset
      delegate?.scrollViewWillBeginDragging(self)
      drag()
    case .changed: drag()
    case .ended, .cancelled: delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
    case .possible, .failed: break
    }
  }

  private func drag() {
    // Measured in the window: this view's own coordinates move with the content.
    let moved = panGestureRecognizer.translation(in: nil)
    contentOffset = clamped(CGPoint(x: dragStart.x - moved.x, y: dragStart.y - moved.y))
  }

  // MARK: Indicators

  /// Places the bars that show how far the content is moved.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let thickness = Self.indicatorThickness
    let gap = Self.indicatorGap
    func bar(_ length: CGFloat, _ content: CGFloat, _ offset: CGFloat) -> (CGFloat, CGFloat)? {
      guard content > length, length > 0 else { return nil }
      let room = length - 2 * gap
      let size = max(24, room * length / content)
      let part = min(max(offset / (content - length), 0), 1)
      return (gap + (room - size) * part, size)
    }
    let vertical = bar(bounds.height, contentSize.height, contentOffset.y)
    verticalIndicator.isHidden = vertical == nil || !showsVerticalScrollIndicator
    if let (start, length) = vertical {
      verticalIndicator.frame = CGRect(
        x: bounds.maxX - thickness - gap, y: bounds.minY + start, width: thickness, height: length)
    }
    let horizontal = bar(bounds.width, contentSize.width, contentOffset.x)
    horizontalIndicator.isHidden = horizontal == nil || !showsHorizontalScrollIndicator
    if let (start, length) = horizontal {
      horizontalIndicator.frame = CGRect(
        x: bounds.minX + start, y: bounds.maxY - thickness - gap, width: length, height: thickness)
    }
  }
}
