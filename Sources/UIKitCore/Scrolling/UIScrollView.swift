// UIScrollView.swift
// A view onto a larger one: its bounds' origin moves by wheel, drag, keys and code. How content moves
// by itself is ScrollDeceleration's, when it does FrameTicker's.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A view that shows part of its content and can be moved over it.
///
/// Content that is let go while it moves goes on, ever slower; beyond its edges it follows a drag less
/// and less, and comes back when let go. All of it goes by the time of the frame that shows it.
@preconcurrency @MainActor
open class UIScrollView: UIView {
  private static let animationSeconds: TimeInterval = 0.3
  /// What an arrow key moves, in points: as a notch of a wheel does.
  private static let keyStep: CGFloat = 48

  private let indicators = ScrollIndicators()
  private let pan = ScrollPanGestureRecognizer()
  /// Moves content by itself; made when it is first needed.
  private var driver: FrameTicker?
  private var isMovingItself = false
  /// Whether the touch on the content stopped what moved by itself.
  private var wasCaught = false
  private var dragStart = CGPoint.zero
  private var zoomer: ScrollZoom?

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
    for indicator in indicators.views { addSubview(indicator) }
    pan.addHandler { [weak self] _ in self?.panned() }
    pan.touchesDidChange = { [weak self] in self?.touched($0) }
    addGestureRecognizer(pan)
  }

  /// Sees the drags that move the content.
  public final var panGestureRecognizer: UIPanGestureRecognizer { pan }

  // MARK: Content

  /// Who is told of moves.
  open weak var delegate: (any UIScrollViewDelegate)?

  /// The size of the content in points; none unless set.
  open var contentSize = CGSize.zero {
    didSet {
      guard contentSize != oldValue else { return }
      setNeedsLayout()
      // What fits goes on if it is on its way.
      let fitting = clamped(contentOffset)
      if !isDragging && !isDecelerating && fitting != contentOffset { contentOffset = fitting }
    }
  }

  /// Points by which the content may be moved beyond its edges; none unless set.
  open var contentInset = UIEdgeInsets.zero { didSet { setNeedsLayout() } }

  /// Points by which the content may be moved beyond its edges, with those that the system adds: none.
  open var adjustedContentInset: UIEdgeInsets { contentInset }

  /// The content's point in the top left corner; code may set any. What moves by itself stops.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      if !isMovingItself { halt() }
      guard newValue != bounds.origin else { return }
      bounds.origin = newValue
      setNeedsLayout()
      delegate?.scrollViewDidScroll(self)
    }
  }

  /// Moves the content to a point, within 0.3 s if animated.
  ///
  /// The offset is on its way meanwhile, and the delegate is told of each frame's; not so in an
  /// animation block, where it is at its end at once.
  open func setContentOffset(_ offset: CGPoint, animated: Bool) {
    guard animated, isOnScreen, UIView.areAnimationsEnabled else {
      contentOffset = offset
      return
    }
    halt()
    let start = contentOffset
    guard offset != start else { return }
    move(for: Self.animationSeconds) { time in
      let part = CGFloat(0.5 - 0.5 * cos(.pi * time / Self.animationSeconds))
      return CGPoint(
        x: start.x + (offset.x - start.x) * part, y: start.y + (offset.y - start.y) * part)
    } end: { [weak self] isOver in
      guard let self else { return }
      if isOver { place(at: offset) }
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  /// Moves the content as little as it takes to show a rectangle of it; an empty one moves nothing.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    guard !rect.isEmpty else { return }
    func moved(_ origin: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
      if low < origin || high - low > length { return low }
      return high > origin + length ? high - length : origin
    }
    let offset = CGPoint(
      x: moved(bounds.minX, bounds.width, rect.minX, rect.maxX),
      y: moved(bounds.minY, bounds.height, rect.minY, rect.maxY))
    setContentOffset(clamped(offset), animated: animated)
  }

  /// Whether wheel, drag and keys move the content; true unless set.
  open var isScrollEnabled = true { didSet { pan.isEnabled = isScrollEnabled } }

  // MARK: Behaviour

  /// Whether content can be dragged beyond its edges, and comes back; true unless set.
  open var bounces = true

  /// Whether content that is not wide enough to move can be dragged beyond its edges all the same.
  open var alwaysBounceHorizontal = false

  /// Whether content that is not high enough to move can be dragged beyond its edges all the same.
  open var alwaysBounceVertical = false

  /// Whether content comes to stand only at multiples of the view's size; false unless set.
  open var isPagingEnabled = false

  /// Whether a drag moves the content only along the axis on which it began; false unless set.
  open var isDirectionalLockEnabled = false

  /// How fast content that was let go comes to stand; normal unless set.
  ///
  /// - Precondition: Between 0 and 1.
  open var decelerationRate = DecelerationRate.normal {
    willSet {
      precondition(
        newValue.rawValue > 0 && newValue.rawValue < 1,
        "a deceleration rate lies between 0 and 1, which \(newValue.rawValue) does not")
    }
  }

  /// Kept for code that sets it: content learns of touches at once.
  open var delaysContentTouches = true

  /// Whether a drag takes touches away from the content; true unless set.
  open var canCancelContentTouches: Bool {
    get { pan.cancelsTouchesInView }
    set { pan.cancelsTouchesInView = newValue }
  }

  /// Kept for code that sets it; there is no status bar to tap.
  open var scrollsToTop = true

  /// Whether the button is down on the content, dragging it or not yet.
  public private(set) final var isTracking = false

  /// Whether the content is being dragged.
  open var isDragging: Bool { pan.state == .began || pan.state == .changed }

  /// Whether the content still moves after a drag.
  public private(set) final var isDecelerating = false

  // MARK: Limits

  private var horizontalLimits: ClosedRange<CGFloat> {
    let inset = adjustedContentInset
    let low = -inset.left
    return low...max(low, contentSize.width + inset.right - bounds.width)
  }

  private var verticalLimits: ClosedRange<CGFloat> {
    let inset = adjustedContentInset
    let low = -inset.top
    return low...max(low, contentSize.height + inset.bottom - bounds.height)
  }

  private func clamped(_ offset: CGPoint) -> CGPoint {
    let (x, y) = (horizontalLimits, verticalLimits)
    return CGPoint(
      x: min(max(offset.x, x.lowerBound), x.upperBound),
      y: min(max(offset.y, y.lowerBound), y.upperBound))
  }

  private var movesHorizontally: Bool {
    !horizontalLimits.isEmptyRange || bounces && alwaysBounceHorizontal
  }

  private var movesVertically: Bool {
    !verticalLimits.isEmptyRange || bounces && alwaysBounceVertical
  }

  private var isOnScreen: Bool { window?.context != nil }

  // MARK: Moving by itself

  /// Moves the content in every frame.
  private func move(
    for seconds: TimeInterval, to offset: @escaping (TimeInterval) -> CGPoint,
    end: @escaping (Bool) -> Void
  ) {
    let driver = driver ?? FrameTicker(in: self)
    self.driver = driver
    driver.run(
      for: seconds, step: { [weak self] in self?.place(at: offset($0)) }, end: end)
  }

  private func place(at offset: CGPoint) {
    isMovingItself = true
    contentOffset = offset
    isMovingItself = false
  }

  /// Stops what moves by itself, where it is.
  private func halt() {
    driver?.stop()
    guard isDecelerating else { return }
    isDecelerating = false
    delegate?.scrollViewDidEndDecelerating(self)
  }

  /// Lets the content go on from where it is.
  private func coast(_ x: ScrollDeceleration, _ y: ScrollDeceleration) {
    let seconds = max(x.duration, y.duration)
    let end = CGPoint(x: x.end, y: y.end)
    guard isOnScreen else {
      place(at: end)
      return
    }
    isDecelerating = true
    delegate?.scrollViewWillBeginDecelerating(self)
    move(for: seconds) {
      CGPoint(x: x.offset(at: $0), y: y.offset(at: $0))
    } end: {
      [weak self] isOver in
      guard let self else { return }
      if isOver { place(at: end) }
      isDecelerating = false
      delegate?.scrollViewDidEndDecelerating(self)
      // The content may have become smaller meanwhile.
      if isOver, driver?.isRunning != true, clamped(end) != end, contentOffset == end {
        letGo(velocity: .zero)
      }
    }
  }

  // MARK: Wheel and keys

  /// Moves the content by a wheel's points; false when it is at its end, so that a view around this
  /// one may move instead.
  final func scrollByWheel(_ delta: CGVector) -> Bool {
    guard isScrollEnabled else { return false }
    let offset = clamped(CGPoint(x: contentOffset.x - delta.dx, y: contentOffset.y - delta.dy))
    guard offset != contentOffset else { return false }
    contentOffset = offset
    return true
  }

  /// Moves the content with the arrow keys, Page Up and Down, Home and End, unless it is at its end.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isScrollEnabled, let key = presses.first?.key, key.modifierFlags.isEmpty,
      let target = target(of: key.key), clamped(target) != contentOffset
    else { return super.pressesBegan(presses, with: event) }
    setContentOffset(clamped(target), animated: true)
  }

  private func target(of key: Key) -> CGPoint? {
    let (offset, page) = (contentOffset, max(bounds.height - Self.keyStep, Self.keyStep))
    return switch key {
    case .left: CGPoint(x: offset.x - Self.keyStep, y: offset.y)
    case .right: CGPoint(x: offset.x + Self.keyStep, y: offset.y)
    case .up: CGPoint(x: offset.x, y: offset.y - Self.keyStep)
    case .down: CGPoint(x: offset.x, y: offset.y + Self.keyStep)
    case .pageUp: CGPoint(x: offset.x, y: offset.y - page)
    case .pageDown: CGPoint(x: offset.x, y: offset.y + page)
    case .home: CGPoint(x: offset.x, y: verticalLimits.lowerBound)
    case .end: CGPoint(x: offset.x, y: verticalLimits.upperBound)
    default: nil
    }
  }

  // MARK: Dragging

  /// Begins a drag only along an axis on which there is content to move.
  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    guard recognizer === pan else { return super.gestureRecognizerShouldBegin(recognizer) }
    let moved = pan.translation(in: nil)
    return abs(moved.x) > abs(moved.y) ? movesHorizontally : movesVertically
  }

  /// A touch on the content catches what moves by itself; when it ends without a drag, content that
  /// was caught beyond its edges comes back.
  private func touched(_ isDown: Bool) {
    isTracking = isDown
    if isDown {
      wasCaught = driver?.isRunning ?? false
      halt()
    } else if wasCaught, driver?.isRunning != true, clamped(contentOffset) != contentOffset {
      letGo(velocity: .zero)
    }
  }

  private func panned() {
    switch pan.state {
    case .began:
      halt()
      dragStart = CGPoint(
        x: ScrollDeceleration.drag(
          showing: contentOffset.x, limits: horizontalLimits, length: bounds.width),
        y: ScrollDeceleration.drag(
          showing: contentOffset.y, limits: verticalLimits, length: bounds.height))
      pan.lockAxis(isDirectionalLockEnabled)
      delegate?.scrollViewWillBeginDragging(self)
      drag()
    case .changed: drag()
    case .ended: endDrag(velocity: pan.velocity(in: nil))
    case .cancelled: endDrag(velocity: .zero)
    case .possible, .failed: break
    }
  }

  private func drag() {
    // Measured in the window: this view's own coordinates move with the content.
    let moved = pan.lockedTranslation
    func dragged(
      _ to: CGFloat, _ limits: ClosedRange<CGFloat>, _ length: CGFloat, _ bounces: Bool
    ) -> CGFloat {
      bounces
        ? ScrollDeceleration.dragged(to: to, limits: limits, length: length)
        : min(max(to, limits.lowerBound), limits.upperBound)
    }
    var offset = contentOffset
    if movesHorizontally {
      offset.x = dragged(dragStart.x - moved.x, horizontalLimits, bounds.width, bounces)
    }
    if movesVertically {
      offset.y = dragged(dragStart.y - moved.y, verticalLimits, bounds.height, bounces)
    }
    place(at: offset)
  }

  private func endDrag(velocity: CGPoint) {
    let axes = pan.lockedAxes
    let speed = CGPoint(
      x: movesHorizontally ? -velocity.x * axes.dx : 0,
      y: movesVertically ? -velocity.y * axes.dy : 0)
    let (x, y) = motions(velocity: speed)
    let natural = CGPoint(x: x.end, y: y.end)
    var target = isPagingEnabled ? page(velocity: speed) : natural
    withUnsafeMutablePointer(to: &target) {
      delegate?.scrollViewWillEndDragging(
        self, withVelocity: CGPoint(x: speed.x / 1000, y: speed.y / 1000),
        targetContentOffset: $0)
    }
    let motions =
      target == natural
      ? (x, y)
      : (
        ScrollDeceleration(springFrom: contentOffset.x, velocity: speed.x, to: target.x),
        ScrollDeceleration(springFrom: contentOffset.y, velocity: speed.y, to: target.y)
      )
    let goesOn = max(motions.0.duration, motions.1.duration) > 0
    delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
    if goesOn { coast(motions.0, motions.1) }
  }

  private func letGo(velocity: CGPoint) {
    let (x, y) = motions(velocity: velocity)
    if max(x.duration, y.duration) > 0 { coast(x, y) }
  }

  private func motions(velocity: CGPoint) -> (ScrollDeceleration, ScrollDeceleration) {
    let rate = decelerationRate.rawValue
    return (
      ScrollDeceleration(
        from: contentOffset.x, velocity: velocity.x, limits: horizontalLimits,
        decelerationRate: rate, bounces: bounces),
      ScrollDeceleration(
        from: contentOffset.y, velocity: velocity.y, limits: verticalLimits,
        decelerationRate: rate, bounces: bounces)
    )
  }

  /// The page that content with a speed, in points a second, comes to stand at.
  private func page(velocity: CGPoint) -> CGPoint {
    func nearest(_ offset: CGFloat, _ length: CGFloat, _ speed: CGFloat) -> CGFloat {
      guard length > 0 else { return offset }
      let place = offset / length
      let page =
        speed > 300 ? place.rounded(.up) : speed < -300 ? place.rounded(.down) : place.rounded()
      return page * length
    }
    return clamped(
      CGPoint(
        x: nearest(contentOffset.x, bounds.width, velocity.x),
        y: nearest(contentOffset.y, bounds.height, velocity.y)))
  }

  // MARK: Zooming

  private var zoom: ScrollZoom {
    if let zoomer { return zoomer }
    let new = ScrollZoom(self)
    zoomer = new
    return new
  }

  /// Sees the gestures that zoom; nil until the scales allow it.
  open var pinchGestureRecognizer: UIPinchGestureRecognizer? { zoomer?.pinch }

  /// The least scale; 1 unless set.
  open var minimumZoomScale: CGFloat {
    get { zoomer?.minimum ?? 1 }
    set { zoom.minimum = newValue }
  }

  /// The greatest scale; 1 unless set, which allows no zooming.
  open var maximumZoomScale: CGFloat {
    get { zoomer?.maximum ?? 1 }
    set { zoom.maximum = newValue }
  }

  /// How large the delegate's view is shown; 1 unless set. What lies beyond the ends is cut.
  open var zoomScale: CGFloat {
    get { zoomer?.scale ?? 1 }
    set { setZoomScale(newValue, animated: false) }
  }

  /// Whether a gesture zooms.
  open var isZooming: Bool { zoomer?.isZooming ?? false }

  /// Shows the delegate's view in another size, its middle staying.
  open func setZoomScale(_ scale: CGFloat, animated: Bool) {
    let change = { self.zoom.set(scale, around: CGPoint(x: self.bounds.midX, y: self.bounds.midY)) }
    if animated {
      UIView.animate(withDuration: Self.animationSeconds, animations: change)
    } else {
      change()
    }
  }

  /// Lets the content keep to its limits after it changed its size.
  final func zoomDidChange(offset: CGPoint) {
    contentOffset = clamped(offset)
    delegate?.scrollViewDidZoom(self)
  }

  // MARK: Indicators

  /// Whether a bar shows how far the content is moved from left to right; true unless set.
  open var showsHorizontalScrollIndicator = true { didSet { setNeedsLayout() } }

  /// Whether a bar shows how far the content is moved from top to bottom; true unless set.
  open var showsVerticalScrollIndicator = true { didSet { setNeedsLayout() } }

  /// The colour of the bars; grey unless set.
  open var indicatorStyle = IndicatorStyle.default {
    didSet { indicators.style = indicatorStyle }
  }

  /// Points by which the bars keep from the edges; none unless set.
  open var scrollIndicatorInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }

  /// Kept for code that calls it: the bars are there as long as there is something to move.
  open func flashScrollIndicators() {}

  /// Places the bars that show how far the content is moved.
  open override func layoutSubviews() {
    super.layoutSubviews()
    indicators.place(
      in: bounds, visible: bounds.inset(by: scrollIndicatorInsets), content: contentSize,
      shown: (showsHorizontalScrollIndicator, showsVerticalScrollIndicator))
  }
}

extension ClosedRange<CGFloat> {
  /// Whether there is nowhere to go.
  fileprivate var isEmptyRange: Bool { lowerBound >= upperBound }
}
