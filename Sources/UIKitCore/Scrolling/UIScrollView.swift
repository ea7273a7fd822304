// UIScrollView.swift
// A scrolling view: its bounds' origin moves by wheel, drag, keys and code. ScrollMotion computes
// the motion after a drag and beyond the edges; FrameTicker drives it.
//
// This folder: scroll views: deceleration, springs and zooming.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface
import QuartzCore

/// A view that scrolls over content larger than itself.
///
/// Content that is released while moving decelerates. Beyond its edges it follows a drag less and less,
/// and springs back when released. All motion uses the time of the frame that shows it.
@preconcurrency @MainActor
open class UIScrollView: UIView {
  private static let animationSeconds: TimeInterval = 0.3
  /// Points that an arrow key scrolls, the same as a notch of the wheel.
  private static let keyStep: CGFloat = 48

  private let indicators = ScrollIndicators()
  private let pan = ScrollPanGestureRecognizer()
  /// Drives motion without touches; created on first use.
  private var ticker: FrameTicker?
  private var isAutoScrolling = false
  /// Whether the touch stopped moving content.
  private var didCatch = false

  /// Whether the touch on the content stopped its motion, so that it is no press.
  final var didCatchMotion: Bool { isTracking && didCatch }

  private var dragStart = CGPoint.zero
  private var zoomer: ScrollZoom?

  override func setUp() {
    clipsToBounds = true
    for indicator in indicators.views { addSubview(indicator) }
    pan.addHandler { [weak self] _ in self?.panDidChange() }
    pan.touchesDidChange = { [weak self] in self?.touchDidChange($0) }
    addGestureRecognizer(pan)
  }

  /// The recogniser of drags.
  open var panGestureRecognizer: UIPanGestureRecognizer { pan }

  // MARK: Content

  /// The delegate. Default nil.
  open weak var delegate: (any UIScrollViewDelegate)?

  /// The size of the content, in points. Default zero.
  open var contentSize = CGSize.zero {
    didSet {
      contentSize = CGSize(
        width: nearest(contentSize.width, "contentSize of a \(type(of: self))"),
        height: nearest(contentSize.height, "contentSize of a \(type(of: self))"))
      guard contentSize != oldValue else { return }
      setNeedsLayout()
      // Content in motion is clamped at its end.
      let fitting = clamped(contentOffset)
      if !isDragging && !isDecelerating && fitting != contentOffset { contentOffset = fitting }
      notifyObservers()
    }
  }

  /// The scrollable margin around the content, in points. Default zero.
  open var contentInset = UIEdgeInsets.zero {
    didSet {
      func finite(_ side: CGFloat) -> CGFloat {
        nearest(side, "contentInset of a \(type(of: self))")
      }
      contentInset = UIEdgeInsets(
        top: finite(contentInset.top), left: finite(contentInset.left),
        bottom: finite(contentInset.bottom), right: finite(contentInset.right))
      setNeedsLayout()
      notifyObservers()
    }
  }

  /// ``contentInset`` with what ``contentInsetAdjustmentBehavior`` adds of the safe area, and the height of a
  /// ``refreshControl`` that refreshes.
  open var adjustedContentInset: UIEdgeInsets {
    let (added, refresh) = (safeContentInset, refreshControl?.inset ?? 0)
    return added == .zero && refresh == 0
      ? contentInset
      : UIEdgeInsets(
        top: contentInset.top + added.top + refresh, left: contentInset.left + added.left,
        bottom: contentInset.bottom + added.bottom, right: contentInset.right + added.right)
  }

  /// Where the safe area is added to the content's insets. Default automatic.
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
    didSet {
      guard contentInsetAdjustmentBehavior != oldValue else { return }
      followSafeArea()
      for view in subviewList.elements where Self.hasSafeAreas { view.safeAreaMayDiffer() }
    }
  }

  /// ``safeContentInset`` at the last notification.
  final var reportedSafeContentInset = UIEdgeInsets.zero

  /// ``adjustedContentInset`` has changed with the safe area. An override calls super.
  open func adjustedContentInsetDidChange() {}

  override var safeAreaInsetsOfSubviews: UIEdgeInsets { safeAreaBesideContent }

  override func followSafeArea() { safeContentInsetMayDiffer() }

  /// The content's point in the top left corner. Code may set any point; doing so stops content in
  /// motion.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      if !isAutoScrolling { stopMoving() }
      guard newValue != bounds.origin else { return }
      bounds.origin = newValue
      setNeedsLayout()
      delegate?.scrollViewDidScroll(self)
    }
  }

  /// Scrolls to a point, within 0.3 s if animated.
  ///
  /// The offset changes in each frame, and the delegate is notified. In an animation block, instead,
  /// the offset is final at once.
  open func setContentOffset(_ offset: CGPoint, animated: Bool) {
    guard animated, isOnScreen, UIView.areAnimationsEnabled else {
      contentOffset = offset
      return
    }
    stopMoving()
    let start = contentOffset
    guard offset != start else { return }
    move(for: Self.animationSeconds) { time in
      let part = CGFloat(0.5 - 0.5 * cos(.pi * time / Self.animationSeconds))
      return CGPoint(
        x: start.x + (offset.x - start.x) * part, y: start.y + (offset.y - start.y) * part)
    } end: { [weak self] isOver in
      guard let self else { return }
      if isOver { scroll(toOffset: offset) }
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  /// Scrolls as little as needed to show a rectangle of the content. No effect for an empty one.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    guard !rect.isEmpty else { return }
    func moved(_ origin: CGFloat, _ length: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
      if low < origin || high - low > length { return low }
      return high > origin + length ? high - length : origin
    }
    let inset = adjustedContentInset
    let shown = bounds.inset(by: inset)
    let offset = CGPoint(
      x: moved(shown.minX, shown.width, rect.minX, rect.maxX) - inset.left,
      y: moved(shown.minY, shown.height, rect.minY, rect.maxY) - inset.top)
    setContentOffset(clamped(offset), animated: animated)
  }

  /// Whether wheel, drags and keys scroll. Default true.
  open var isScrollEnabled = true { didSet { pan.isEnabled = isScrollEnabled } }

  // MARK: Behaviour

  /// Whether content can be dragged beyond its edges and springs back. Default true.
  open var bounces = true

  /// Whether content that is too narrow to scroll can still be dragged horizontally. Default false.
  open var alwaysBounceHorizontal = false { didSet { setNeedsLayout() } }

  /// Whether content that is too low to scroll can still be dragged vertically. Default false.
  open var alwaysBounceVertical = false { didSet { setNeedsLayout() } }

  /// Whether content stops only at multiples of the view's size. Default false.
  open var isPagingEnabled = false

  /// Whether a drag scrolls only along the axis on which it began. Default false.
  open var isDirectionalLockEnabled = false

  /// The deceleration after a drag: between 0 and 1. Default normal.
  open var decelerationRate = DecelerationRate.normal {
    didSet {
      let rate = nearest(
        decelerationRate.rawValue, in: 1e-3...0.9999, ifNaN: DecelerationRate.normal.rawValue,
        "the deceleration rate of a scroll view")
      if rate != decelerationRate.rawValue { decelerationRate = DecelerationRate(rawValue: rate) }
    }
  }

  /// Stored for source compatibility: touches are delivered at once.
  open var delaysContentTouches = true

  /// Whether a drag cancels touches of the content. Default true.
  open var canCancelContentTouches: Bool {
    get { pan.cancelsTouchesInView }
    set { pan.cancelsTouchesInView = newValue }
  }

  /// What a drag does to an on-screen keyboard.
  public enum KeyboardDismissMode: Int, Sendable {
    /// Nothing.
    case none
    /// Its begin hides it.
    case onDrag
    /// It moves the keyboard along.
    case interactive
    /// As `onDrag`, with the view above the keyboard.
    case onDragWithAccessory
    /// As `interactive`, with the view above the keyboard.
    case interactiveWithAccessory
  }

  /// What a drag does to an on-screen keyboard. Default nothing. Stored, without effect: there is none.
  open var keyboardDismissMode = KeyboardDismissMode.none

  /// Stored for source compatibility: there is no status bar.
  open var scrollsToTop = true

  /// Whether the button is held down on the content.
  open private(set) var isTracking = false

  /// Whether the content is being dragged.
  open var isDragging: Bool { pan.state == .began || pan.state == .changed }

  /// Whether the content moves after a drag.
  open private(set) var isDecelerating = false

  // MARK: Refreshing

  /// The control that begins a refresh when the content is dragged down. Default nil.
  open var refreshControl: UIRefreshControl? {
    didSet {
      guard refreshControl !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let refreshControl { insertSubview(refreshControl, at: 0) }
      refreshInsetDidChange()
    }
  }

  /// The control's part of the insets has changed: at the end of a refresh the content goes to its start.
  final func refreshInsetDidChange() {
    setNeedsLayout()
    let start = verticalLimits.lowerBound
    if refreshControl?.inset == 0, !isDragging, contentOffset.y < start { contentOffset.y = start }
    adjustedContentInsetDidChange()
    delegate?.scrollViewDidChangeAdjustedContentInset(self)
  }

  // MARK: Limits

  private var horizontalLimits: ClosedRange<CGFloat> { limits(for: bounds.size).x }

  private var verticalLimits: ClosedRange<CGFloat> { limits(for: bounds.size).y }

  /// The offsets of content that fills a size as far as there is content.
  private func limits(for size: CGSize) -> (x: ClosedRange<CGFloat>, y: ClosedRange<CGFloat>) {
    let inset = adjustedContentInset
    let (left, top) = (-inset.left, -inset.top)
    return (
      left...max(left, contentSize.width + inset.right - size.width),
      top...max(top, contentSize.height + inset.bottom - size.height)
    )
  }

  final func clamped(_ offset: CGPoint) -> CGPoint {
    let (x, y) = (horizontalLimits, verticalLimits)
    return CGPoint(
      x: min(max(offset.x, x.lowerBound), x.upperBound),
      y: min(max(offset.y, y.lowerBound), y.upperBound))
  }

  /// After a change of size, keeps the content at its end where it was within its limits. Content in motion is clamped
  /// at its end.
  private func followSize() {
    guard bounds.size != laidOutSize else { return }
    let old = limits(for: laidOutSize)
    laidOutSize = bounds.size
    guard !isDragging, !isDecelerating, old.x.contains(contentOffset.x),
      old.y.contains(contentOffset.y)
    else { return }
    let fitting = clamped(contentOffset)
    if fitting != contentOffset { contentOffset = fitting }
  }

  private var movesHorizontally: Bool {
    !horizontalLimits.isEmptyRange || bounces && alwaysBounceHorizontal
  }

  private var movesVertically: Bool {
    !verticalLimits.isEmptyRange || bounces && (alwaysBounceVertical || refreshControl != nil)
  }

  private var isOnScreen: Bool { window?.context != nil }

  // MARK: Motion

  /// Scrolls in every frame.
  private func move(
    for seconds: TimeInterval, to offset: @escaping (TimeInterval) -> CGPoint,
    end: @escaping (Bool) -> Void
  ) {
    let ticker = ticker ?? FrameTicker(in: self)
    self.ticker = ticker
    ticker.run(
      for: seconds, step: { [weak self] in self?.scroll(toOffset: offset($0)) }, end: end)
  }

  private func scroll(toOffset offset: CGPoint) {
    isAutoScrolling = true
    contentOffset = offset
    isAutoScrolling = false
  }

  /// Stops motion in place.
  private func stopMoving() {
    ticker?.stop()
    guard isDecelerating else { return }
    isDecelerating = false
    delegate?.scrollViewDidEndDecelerating(self)
  }

  /// Starts deceleration from the current offset.
  private func coast(_ x: ScrollMotion, _ y: ScrollMotion) {
    let seconds = max(x.duration, y.duration)
    let end = CGPoint(x: x.end, y: y.end)
    guard isOnScreen else {
      scroll(toOffset: end)
      return
    }
    isDecelerating = true
    delegate?.scrollViewWillBeginDecelerating(self)
    move(for: seconds) {
      CGPoint(x: x.offset(at: $0), y: y.offset(at: $0))
    } end: {
      [weak self] isOver in
      guard let self else { return }
      if isOver { scroll(toOffset: end) }
      isDecelerating = false
      delegate?.scrollViewDidEndDecelerating(self)
      // The content may have shrunk meanwhile.
      if isOver, ticker?.isRunning != true, clamped(end) != end, contentOffset == end {
        release(velocity: .zero)
      }
    }
  }

  // MARK: Wheel and keys

  /// Scrolls by the wheel, in points. Returns false at the end of the content, so that an enclosing
  /// view may scroll instead.
  final override func scrollByWheel(_ delta: CGVector) -> Bool {
    guard isScrollEnabled else { return false }
    let offset = clamped(CGPoint(x: contentOffset.x - delta.dx, y: contentOffset.y - delta.dy))
    guard offset != contentOffset else { return false }
    contentOffset = offset
    return true
  }

  /// Scrolls with the arrow keys, Page Up and Down, Home and End, unless at the end of the content.
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

  /// Begins a drag only along an axis that can scroll.
  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    guard recognizer === pan else { return super.gestureRecognizerShouldBegin(recognizer) }
    let moved = pan.translation(in: nil)
    return abs(moved.x) > abs(moved.y) ? movesHorizontally : movesVertically
  }

  /// A touch stops moving content. When it ends without a drag, content beyond its edges springs back.
  private func touchDidChange(_ isDown: Bool) {
    isTracking = isDown
    if isDown {
      didCatch = ticker?.isRunning ?? false
      stopMoving()
    } else if didCatch, ticker?.isRunning != true, clamped(contentOffset) != contentOffset {
      release(velocity: .zero)
    }
  }

  private func panDidChange() {
    switch pan.state {
    case .began:
      stopMoving()
      dragStart = CGPoint(
        x: ScrollMotion.drag(
          showing: contentOffset.x, limits: horizontalLimits, length: bounds.width),
        y: ScrollMotion.drag(
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
    // Measured in the window, as this view's own coordinates move with the content.
    let moved = pan.lockedTranslation
    func dragged(
      _ to: CGFloat, _ limits: ClosedRange<CGFloat>, _ length: CGFloat, _ bounces: Bool
    ) -> CGFloat {
      bounces
        ? ScrollMotion.rubberBanded(at: to, limits: limits, length: length)
        : min(max(to, limits.lowerBound), limits.upperBound)
    }
    var offset = contentOffset
    if movesHorizontally {
      offset.x = dragged(dragStart.x - moved.x, horizontalLimits, bounds.width, bounces)
    }
    if movesVertically {
      offset.y = dragged(dragStart.y - moved.y, verticalLimits, bounds.height, bounces)
    }
    scroll(toOffset: offset)
    refreshControl?.contentWasPulled(by: verticalLimits.lowerBound - contentOffset.y)
  }

  private func endDrag(velocity: CGPoint) {
    refreshControl?.contentWasReleased()
    let axes = pan.lockedAxes
    let speed = CGPoint(
      x: movesHorizontally ? -velocity.x * axes.dx : 0,
      y: movesVertically ? -velocity.y * axes.dy : 0)
    let (x, y) = decelerations(velocity: speed)
    let natural = CGPoint(x: x.end, y: y.end)
    var target =
      isPagingEnabled
      ? page(velocity: speed)
      : proposedOffset(natural, velocity: CGPoint(x: speed.x / 1000, y: speed.y / 1000))
    withUnsafeMutablePointer(to: &target) {
      delegate?.scrollViewWillEndDragging(
        self, withVelocity: CGPoint(x: speed.x / 1000, y: speed.y / 1000),
        targetContentOffset: $0)
    }
    target = usable(target) ?? natural
    let decelerations =
      target == natural
      ? (x, y)
      : (
        ScrollMotion(springFrom: contentOffset.x, velocity: speed.x, to: target.x),
        ScrollMotion(springFrom: contentOffset.y, velocity: speed.y, to: target.y)
      )
    let decelerates = max(decelerations.0.duration, decelerations.1.duration) > 0
    delegate?.scrollViewDidEndDragging(self, willDecelerate: decelerates)
    if decelerates { coast(decelerations.0, decelerations.1) }
  }

  /// The farthest target of a drag, in points.
  private static let farthestTarget: CGFloat = 1e9

  /// A target that a delegate chose, within reach; nil, with a report, for one that is no place.
  private func usable(_ target: CGPoint) -> CGPoint? {
    guard target.x.isFinite, target.y.isFinite else {
      Diagnostics.reportOnce(
        "targetContentOffset",
        "\(type(of: self)): targetContentOffset must be finite, not \(target); the drag ends where "
          + "it would have")
      return nil
    }
    let far = Self.farthestTarget
    return CGPoint(x: min(max(target.x, -far), far), y: min(max(target.y, -far), far))
  }

  /// Returns the offset at which a drag is to end; the velocity is in points per millisecond. Default the
  /// natural one.
  func proposedOffset(_ offset: CGPoint, velocity: CGPoint) -> CGPoint { offset }

  private func release(velocity: CGPoint) {
    let (x, y) = decelerations(velocity: velocity)
    if max(x.duration, y.duration) > 0 { coast(x, y) }
  }

  private func decelerations(velocity: CGPoint) -> (ScrollMotion, ScrollMotion) {
    let rate = decelerationRate.rawValue
    return (
      ScrollMotion(
        from: contentOffset.x, velocity: velocity.x, limits: horizontalLimits,
        decelerationRate: rate, bounces: bounces),
      ScrollMotion(
        from: contentOffset.y, velocity: velocity.y, limits: verticalLimits,
        decelerationRate: rate, bounces: bounces)
    )
  }

  /// Returns the offset of the page to stop at, for a velocity in points per second.
  private func page(velocity: CGPoint) -> CGPoint {
    func nearest(_ offset: CGFloat, _ length: CGFloat, _ speed: CGFloat) -> CGFloat {
      guard length > 0 else { return offset }
      let position = offset / length
      let page =
        speed > 300
        ? position.rounded(.up) : speed < -300 ? position.rounded(.down) : position.rounded()
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

  /// The recogniser of pinches; nil until a zoom scale is set.
  open var pinchGestureRecognizer: UIPinchGestureRecognizer? { zoomer?.pinch }

  /// The smallest zoom scale. Default 1.
  open var minimumZoomScale: CGFloat {
    get { zoomer?.minimum ?? 1 }
    set { zoom.minimum = newValue }
  }

  /// The largest zoom scale. Default 1, which disables zooming.
  open var maximumZoomScale: CGFloat {
    get { zoomer?.maximum ?? 1 }
    set { zoom.maximum = newValue }
  }

  /// The zoom scale of the delegate's view, clamped to the limits. Default 1.
  open var zoomScale: CGFloat {
    get { zoomer?.scale ?? 1 }
    set { setZoomScale(newValue, animated: false) }
  }

  /// Whether a pinch is in progress.
  open var isZooming: Bool { zoomer?.isZooming ?? false }

  /// Zooms around the centre of the visible content.
  open func setZoomScale(_ scale: CGFloat, animated: Bool) {
    let change = { self.zoom.set(scale, around: CGPoint(x: self.bounds.midX, y: self.bounds.midY)) }
    if animated {
      UIView.animate(withDuration: Self.animationSeconds, animations: change)
    } else {
      change()
    }
  }

  /// Clamps the offset after a change of the content's size.
  final func zoomDidChange(offset: CGPoint) {
    contentOffset = clamped(offset)
    delegate?.scrollViewDidZoom(self)
  }

  // MARK: Indicators

  /// Whether a bar shows the horizontal position. Default true.
  open var showsHorizontalScrollIndicator = true { didSet { setNeedsLayout() } }

  /// Whether a bar shows the vertical position. Default true.
  open var showsVerticalScrollIndicator = true { didSet { setNeedsLayout() } }

  /// The colour of the bars. Default grey.
  open var indicatorStyle = IndicatorStyle.default {
    didSet { indicators.style = indicatorStyle }
  }

  /// Insets of the bars, in points. Default zero.
  open var scrollIndicatorInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }

  /// Does nothing: the bars are visible whenever the content can scroll.
  open func flashScrollIndicators() {}

  /// Returns the scroll bar at a point, which is above the content, else what a view returns.
  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let found = super.hitTest(point, with: event)
    return found == nil ? nil : indicators.bar(at: point) ?? found
  }

  /// Scrolls to an offset, or as near to it as the content allows.
  final func scroll(toNearestOf offset: CGPoint) {
    setContentOffset(clamped(offset), animated: false)
  }

  /// The size at the last layout.
  private var laidOutSize = CGSize.zero

  /// Lays out the scroll bars.
  open override func layoutSubviews() {
    super.layoutSubviews()
    safeContentInsetMayDiffer()
    followSize()
    refreshControl?.place(in: bounds)
    indicators.layOut(
      in: bounds, visible: bounds.inset(by: scrollIndicatorInsets).inset(by: safeContentInset),
      content: contentSize,
      shown: (showsHorizontalScrollIndicator, showsVerticalScrollIndicator),
      isMirrored: isMirrored)
  }

  // MARK: Layout guides

  /// The content. Its size, by constraints, becomes ``contentSize``.
  ///
  /// The edges of the scroll view itself are those of the content in constraints to its subviews.
  open var contentLayoutGuide: UILayoutGuide {
    provided(.scrolledContent, "contentLayoutGuide") { UILayoutGuide($0, of: self) }
  }

  /// The part of the content that is visible: what is aligned to it does not scroll.
  open var frameLayoutGuide: UILayoutGuide {
    provided(.scrollFrame, "frameLayoutGuide") { UILayoutGuide($0, of: self) }
  }
}

extension ClosedRange<CGFloat> {
  /// Whether the range is a single value.
  fileprivate var isEmptyRange: Bool { lowerBound >= upperBound }
}

// MARK: Types

extension UIScrollView {
  /// A deceleration: the fraction of the velocity left after a millisecond.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The fraction, between 0 and 1.
    public let rawValue: CGFloat
    /// Creates a rate.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// 0.998.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  /// The colour of the bars.
  public enum IndicatorStyle: Int, Sendable {
    /// Grey.
    case `default`
    /// Black.
    case black
    /// White.
    case white
  }
}
