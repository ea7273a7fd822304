// UIView.swift
// A rectangle of a window: owner and delegate of a layer, and a responder. Geometry and appearance live
// in the layer; the view adds hierarchy, layout, drawing and touches.
//
// This folder: the base class of views, one extension for each subject, and the views without input.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import HostInterface
public import QuartzCore

/// A view: the owner and delegate of one layer.
///
/// Setting a property sets the layer's; inside an animation block the layer's change animates,
/// because the layer requests an action from this view (see ``action(for:forKey:)``).
@preconcurrency @MainActor
open class UIView: UIResponder, @MainActor CALayerDelegate {
  /// The class of ``layer``. Read once, when the view is created.
  open class var layerClass: AnyClass { CALayer.self }

  /// The view's layer. Its delegate is the view.
  open var layer: CALayer { storedLayer }
  final let storedLayer: CALayer

  final var subviewList = SiblingList<UIView>()
  /// The view's index in the superview's list, which alone maintains it.
  nonisolated(unsafe) package final var lastKnownIndex = 0
  final weak var storedSuperview: UIView?
  /// The window of the view, kept as the tree changes: a walk to the root for each view of a deep tree would be
  /// quadratic.
  final weak var storedWindow: UIWindow?
  final weak var owningController: UIViewController?
  final var storedTintColor: UIColor?
  /// Nil until a rare property is set.
  final var rareState: RareState?

  /// Whether ``draw(_:)`` of this class was called, which draws nothing.
  private var drawsNothing = false

  /// The number of running animations that block touches on this view and its subviews.
  ///
  /// `isUserInteractionEnabled` is not changed.
  package final var touchBlockCount = 0

  /// The number of running animations for which hit testing uses the view's presentation geometry.
  package final var presentationFollowers = 0

  // MARK: Creating

  /// Creates a view with a frame in its superview's coordinates, in points.
  public init(frame: CGRect) {
    storedLayer = UIView.makeLayer(type(of: self).layerClass)
    super.init()
    setUpLayer()
    layer.frame = frame
    setUp()
  }

  /// Creates a view of no size.
  public convenience override init() { self.init(frame: .zero) }

  /// Creates a view of no size. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {
    storedLayer = UIView.makeLayer(type(of: self).layerClass)
    super.init()
    setUpLayer()
    setUp()
  }

  /// Called once at the end of both initialisers. A class of this module sets itself up here, so that its subclasses
  /// inherit the initialisers.
  func setUp() {}

  deinit {
    // Not within this deinitialiser, which would nest as deep as the tree.
    DeferredRelease.take(&subviewList)
    DeferredRelease.take(&mask)
    DeferredRelease.releaseAll()
  }

  private static func makeLayer(_ type: AnyClass) -> CALayer {
    guard let layerType = type as? CALayer.Type else {
      trap("layerClass must be a class of layers, not \(type)")
    }
    return CALayer.make(layerType)
  }

  private func setUpLayer() {
    layer.delegate = self
    layer.contentsScale = UIScreen.main.scale
    layer.needsDisplayOnBoundsChange = contentMode == .redraw
    // A view that draws itself is displayed once without a request.
    if drawsItself { layer.setNeedsDisplay() }
    // A class that updates constraints is called once without a request.
    if updatesConstraints { markForConstraintUpdate() }
  }

  /// Whether the class overrides ``draw(_:)``.
  private var drawsItself: Bool {
    MethodSlot.viewDraw.isOverridden(in: type(of: self))
  }

  /// Whether the class overrides ``updateConstraints()``.
  private var updatesConstraints: Bool {
    MethodSlot.viewUpdateConstraints.isOverridden(in: type(of: self))
  }

  // MARK: Geometry

  /// The position and size in the superview's coordinates, in points. Undefined under a transform other
  /// than the identity.
  ///
  /// Coordinates of views are limited to ±1e150, so that those that layout derives from them are finite.
  open var frame: CGRect {
    get { layer.frame.limited }
    set {
      let size = layer.bounds.size
      layer.frame = newValue.limited
      sizeDidChange(from: size)
      layoutGeometryDidChange()
      safeAreaMayDifferInSuperview()
    }
  }

  /// The position and size in the view's own coordinates, in points. The origin is the scroll offset.
  open var bounds: CGRect {
    get { layer.bounds.limited }
    set {
      let size = layer.bounds.size
      layer.bounds = newValue.limited
      sizeDidChange(from: size)
      layoutGeometryDidChange()
      if layer.bounds.size != size { safeAreaMayDifferInSuperview() }
    }
  }

  /// The anchor point's position in the superview's coordinates: the centre, unless the layer's anchor
  /// point was moved.
  open var center: CGPoint {
    get { layer.position.limited }
    set {
      layer.position = newValue.limited
      layoutGeometryDidChange()
      safeAreaMayDifferInSuperview()
    }
  }

  /// The two-dimensional transform about the anchor point. Default identity.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  /// The three-dimensional transform about the anchor point. Default identity.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// The outline by which a dynamic animator lets the view collide. Default the bounds.
  open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }

  /// The outline of the type `path`, in points about the centre. Default empty.
  open var collisionBoundingPath: UIBezierPath { UIBezierPath() }

  /// Pixels per point of the view's drawing. Default the screen's.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  // MARK: Appearance

  /// The opacity, 0...1. Default 1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }

  /// Whether the view is hidden, and takes no touches. Default false.
  ///
  /// In an animation block an arranged view of a ``UIStackView`` is squeezed, and its layer is hidden at the end.
  open var isHidden: Bool {
    get { layer.isHidden || rareState?.visibility?.hides == true }
    set {
      guard newValue != isHidden,
        storedSuperview?.animateVisibility(of: self, hides: newValue) != true
      else { return }
      rareState?.visibility = nil
      layer.isHidden = newValue
      storedSuperview?.subviewVisibilityDidChange(self)
      notifyObservers()
    }
  }

  /// Hides or shows a subview with the animations of the block that is open; returns false if nothing animates.
  func animateVisibility(of view: UIView, hides: Bool) -> Bool { false }

  /// Ends an animated change of visibility at once.
  final func endVisibilityChange() {
    guard let change = rareState?.visibility else { return }
    rareState?.visibility = nil
    layer.isHidden = change.hides
  }

  /// A subview was hidden or shown.
  func subviewVisibilityDidChange(_ view: UIView) {}

  /// The background colour. Default nil. A dynamic colour is resolved for this view's traits.
  open var backgroundColor: UIColor? {
    get { rareState?.backgroundColor ?? layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { setBackgroundColor(newValue) }
  }

  /// Whether subviews are clipped to the bounds. Default false.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// A promise that the view covers what is behind it. Stored, without effect on drawing.
  open var isOpaque = true

  /// Whether the context is cleared before ``draw(_:)``. Stored, without effect: it always is.
  open var clearsContextBeforeDrawing = true

  /// The placement of contents when the size changes. Default scaled to fill.
  open var contentMode = ContentMode.scaleToFill {
    didSet {
      layer.contentsGravity = contentMode.gravity
      layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }
  }

  /// A view whose alpha masks this one.
  ///
  /// It is not a subview. A subview that becomes a mask leaves its superview, and a mask that becomes a subview or
  /// the mask of another view masks no longer.
  open var mask: UIView? {
    didSet {
      guard mask !== oldValue else { return }
      mask?.removeFromSuperview()
      mask?.endMasking()
      layer.mask = mask?.layer
    }
  }

  /// Removes this view from the view that it masks.
  final func endMasking() {
    guard let layer = layer.superlayer, let masked = layer.delegate as? UIView,
      layer.mask === self.layer
    else { return }
    masked.mask = nil
  }

  /// The colour of interactive elements. Default the superview's; at the root, system blue.
  ///
  /// Set to nil to inherit again.
  open var tintColor: UIColor! {
    get { shownTintColor }
    set {
      storedTintColor = newValue
      Self.hasTints = true
      tintColorTreeDidChange()
      notifyObservers()
    }
  }

  /// Called when the tint colour of the view or of a superview has changed.
  open func tintColorDidChange() {}

  /// Whether the view and its subviews show the tint colour or a grey in its place. Default as in the
  /// superview; at the root, the colour.
  open var tintAdjustmentMode: TintAdjustmentMode {
    get { shownTintAdjustmentMode }
    set { setTintAdjustmentMode(newValue) }
  }

  final func tintColorTreeDidChange() {
    forEachInTree(where: { $0.inheritsTint }) { view in
      view.withCurrentTraits { view.tintColorDidChange() }
    }
  }

  // MARK: Traits

  /// Light or dark for the view and its subviews, regardless of the superview. Default unspecified,
  /// which inherits.
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { rareState?.style ?? .unspecified }
    set { setOverrideUserInterfaceStyle(newValue) }
  }

  /// The traits of the view: its own override, else those of its controller or superview; at the root,
  /// the screen's. In a window its size classes are those of the window.
  open var traitCollection: UITraitCollection {
    let traits = currentTraitCollection
    return window?.sized(traits) ?? traits
  }

  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The traits have changed; controls update their colours here.
  func appearanceDidChange(from previous: UITraitCollection) {
    updateBackgroundColor()
    layer.setNeedsLayout()
    setNeedsDisplay()
  }

  /// A number that identifies the view. Default 0.
  open var tag = 0 { didSet { notifyObservers() } }

  /// A name for tests and tools. Default nil.
  open override var accessibilityIdentifier: String? {
    get { layer.name }
    set { layer.name = newValue }
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(isElement: false, frame: shownFrame)
  }

  /// The bounds in the screen's coordinates, in points.
  final var shownFrame: CGRect { convert(bounds, to: nil) }

  // MARK: Responding

  /// The view's controller, else the superview.
  open override var next: UIResponder? { owningController ?? storedSuperview }

  override var responderWindow: UIWindow? { window }

  /// Whether the view and its subviews receive touches. Default true.
  open var isUserInteractionEnabled = true

  /// Whether the view receives several touches at once. Stored, without effect: there is one pointer.
  open var isMultipleTouchEnabled = false

  /// Whether touches on the view reach no gesture recogniser of a superview.
  var blocksAncestorGestures: Bool { false }

  /// Scrolls by the wheel, in points; returns false for a view that cannot scroll that far.
  func scrollByWheel(_ delta: CGVector) -> Bool { false }

  /// The pointer's shape over the view.
  var cursor: PointerShape { .arrow }

  /// Whether Tab stops here. Default false.
  open var canBecomeFocused: Bool { false }

  /// The recognisers that receive the touches of this view and its subviews.
  open var gestureRecognizers: [UIGestureRecognizer]? {
    didSet {
      // Each addition compares the lists, which may be long.
      let kept = Set((gestureRecognizers ?? []).map { ObjectIdentifier($0) })
      for old in oldValue ?? [] where !kept.contains(ObjectIdentifier(old)) { old.storedView = nil }
      for new in gestureRecognizers ?? [] { new.storedView = self }
    }
  }

  /// Adds a recogniser.
  open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    gestureRecognizers = (gestureRecognizers ?? []) + [recognizer]
  }

  /// Removes a recogniser.
  open func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    gestureRecognizers?.removeAll { $0 === recognizer }
  }

  /// What the user can do beside gestures.
  open var interactions: [any UIInteraction] {
    get { rareState?.interactions ?? [] }
    set { setInteractions(newValue) }
  }

  /// Adds an interaction, removing it from its previous view.
  open func addInteraction(_ interaction: any UIInteraction) { add(interaction) }

  /// Removes an interaction.
  open func removeInteraction(_ interaction: any UIInteraction) { remove(interaction) }

  /// Asks whether a recogniser may begin. Default true.
  open func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }

  /// Returns the deepest view that takes touches at a point of this view's coordinates; nil for none.
  ///
  /// Skips views that are hidden, disabled for interaction, below an alpha of 0.01 or blocked by an
  /// animation, with their subviews.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, touchBlockCount == 0,
      self.point(
        inside: presentationFollowers == 0 ? point : modelPoint(fromPresented: point), with: event)
    else { return nil }
    for view in storedSubviews.reversed() {
      let inner =
        view.presentationFollowers == 0
        ? view.layer.convertFromSuperlayer(point, layer)
        : view.convertFromSuperviewAsPresented(point)
      if let hit = view.hitTest(inner, with: event) { return hit }
    }
    return self
  }

  /// Whether the bounds contain a point of this view's coordinates. The right and bottom edges are
  /// outside.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  // MARK: Hierarchy

  /// The subviews, from back to front.
  open var subviews: [UIView] { storedSubviews }

  /// The superview.
  open var superview: UIView? { storedSuperview }

  /// The view itself if it is a window without a superview.
  var asWindow: UIWindow? { nil }

  /// Called before a view without a superview is added to one.
  func willLeaveTop() {}

  /// The window of the view.
  open var window: UIWindow? { storedWindow }

  /// Adds a subview in front of the others, removing it from its previous superview.
  open func addSubview(_ view: UIView) { insert(view, at: .front) }

  /// Adds a subview at an index, counted from the back.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: .index(index)) }

  /// Adds a subview directly behind another.
  open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    insert(view, at: .below(sibling))
  }

  /// Adds a subview directly in front of another.
  open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    insert(view, at: .above(sibling))
  }

  /// Moves a subview in front of the others.
  open func bringSubviewToFront(_ view: UIView) { reorder(view, to: subviewList.count - 1) }

  /// Moves a subview behind the others.
  open func sendSubviewToBack(_ view: UIView) { reorder(view, to: 0) }

  /// Exchanges the subviews at two indices, counted from the back.
  open func exchangeSubview(at first: Int, withSubviewAt second: Int) { exchange(first, second) }

  /// Removes the view from its superview.
  open func removeFromSuperview() { detach() }

  /// Returns the first view with a tag, in this view's tree; nil for none.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for view in storedSubviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// Whether a view is this one or one of its superviews.
  open func isDescendant(of view: UIView) -> Bool {
    var current: UIView? = self
    while let some = current {
      if some === view { return true }
      current = some.storedSuperview
    }
    return false
  }

  /// A subview was added.
  open func didAddSubview(_ subview: UIView) {}
  /// A subview is about to be removed.
  open func willRemoveSubview(_ subview: UIView) {}
  /// The superview is about to change; to nil on removal.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// The superview has changed.
  open func didMoveToSuperview() {}
  /// The window is about to change; to nil when the view leaves one.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// The window has changed.
  open func didMoveToWindow() {}
  /// The window was shown again. Hiding it had removed all animations.
  func windowDidShow() {}

  // MARK: Layout

  /// The parts that are resized with the superview. Default empty.
  open var autoresizingMask: AutoresizingMask = []

  /// Whether subviews follow this view's size by their masks. Default true.
  open var autoresizesSubviews = true

  /// Whether the view keeps its frame where constraints refer to it. Default true.
  ///
  /// Set it to false for a view that constraints position.
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet {
      guard translatesAutoresizingMaskIntoConstraints != oldValue, layoutState != nil else {
        return
      }
      LayoutEngine.of(self)?.translationDidChange(of: self)
    }
  }

  // MARK: Direction

  /// What the view's content is, for the direction of its layout. Default unspecified. Subviews do not inherit it.
  ///
  /// From right to left, leading is right: for the constraints between the view and its subviews, the arrangement of a
  /// stack, the margins by direction, the content of a button and the natural alignment of a label.
  open var semanticContentAttribute: UISemanticContentAttribute {
    get { rareState?.semanticContent ?? .unspecified }
    set {
      guard newValue != semanticContentAttribute else { return }
      let wasMirrored = isMirrored
      ownRareState.semanticContent = newValue
      if isMirrored != wasMirrored { directionDidChange() }
    }
  }

  /// The direction of the view's layout.
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    UIView.userInterfaceLayoutDirection(for: semanticContentAttribute)
  }

  /// Returns the direction of a kind of content.
  open class func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection {
    userInterfaceLayoutDirection(
      for: attribute, relativeTo: ProgramDirection.isFromRight ? .rightToLeft : .leftToRight)
  }

  /// Returns the direction of a kind of content, in a program whose language has a direction.
  open class func userInterfaceLayoutDirection(
    for semanticContentAttribute: UISemanticContentAttribute,
    relativeTo layoutDirection: UIUserInterfaceLayoutDirection
  ) -> UIUserInterfaceLayoutDirection {
    switch semanticContentAttribute {
    case .unspecified: layoutDirection
    case .playback, .spatial, .forceLeftToRight: .leftToRight
    case .forceRightToLeft: .rightToLeft
    }
  }

  // MARK: Appearance of a class

  /// The properties of the class's own that its `appearance()` has. Default none.
  ///
  ///     override class func appearanceProperties() -> [UIAppearanceProperty] {
  ///       super.appearanceProperties() + [UIAppearanceProperty(\RingView.ringColor)]
  ///     }
  ///
  /// On iOS these are the properties that Objective-C knows, so that there is no such method. The plug-in `UIKitSource`
  /// writes it for those that are `@objc dynamic`.
  open class func appearanceProperties() -> [UIAppearanceProperty] { [] }

  // MARK: Motion

  /// The effects of the device's motion. Kept, without effect. Default empty.
  open var motionEffects: [UIMotionEffect] {
    get { rareState?.motionEffects ?? [] }
    set { ownRareState.motionEffects = newValue }
  }

  /// Adds an effect of the device's motion.
  open func addMotionEffect(_ effect: UIMotionEffect) { motionEffects.append(effect) }

  /// Removes an effect of the device's motion.
  open func removeMotionEffect(_ effect: UIMotionEffect) {
    motionEffects.removeAll { $0 === effect }
  }

  // MARK: Margins

  /// The margins for content, in points. Default 8 at each edge.
  open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
    didSet {
      if layoutMargins != oldValue { layoutMarginsDidChange() }
    }
  }

  /// The insets of the part that bars leave free, in points. Default zero.
  ///
  /// The bars of navigation and tab bar controllers count, and a controller's
  /// ``UIViewController/additionalSafeAreaInsets``, for the views that reach into them.
  open var safeAreaInsets: UIEdgeInsets { inheritedSafeAreaInsets }

  /// The insets of which subviews get their part: those that the view was last notified of, so that no view looks
  /// further than to its superview.
  var safeAreaInsetsOfSubviews: UIEdgeInsets { rareState?.reportedSafeArea ?? .zero }

  /// Does what the class itself does after a change of the safe area. Default nothing.
  func followSafeArea() {}

  /// Does what the class itself does after a change of the direction. Default nothing.
  func followDirection() {}

  /// The safe area's insets have changed: bars have appeared or gone, or the view has moved below them.
  open func safeAreaInsetsDidChange() {}

  /// The margins have changed.
  open func layoutMarginsDidChange() {
    setNeedsLayout()
    layoutInsetsDidChange()
  }

  /// Lays out the subviews. Requested by ``setNeedsLayout()`` and by changes of size.
  ///
  /// Sets the frames of subviews that constraints position; an override calls super for them.
  open func layoutSubviews() { positionConstrainedSubviews() }

  /// Requests ``layoutSubviews()`` before the next frame.
  open func setNeedsLayout() { layer.setNeedsLayout() }

  /// Performs pending layout now. In an animation block, what it moves animates.
  open func layoutIfNeeded() { layOutWithConstraints() }

  // MARK: Constraints

  /// Whether the class only works with constraints. Stored for source compatibility, without effect.
  open class var requiresConstraintBasedLayout: Bool { false }

  /// Updates the view's constraints before a layout. Overrides call super last.
  ///
  /// Called once for a class that overrides it, and after ``setNeedsUpdateConstraints()``.
  open func updateConstraints() { layoutState?.needsUpdate = false }

  /// Requests ``updateConstraints()`` before the next layout.
  open func setNeedsUpdateConstraints() { markForConstraintUpdate() }

  /// Calls ``updateConstraints()`` now, for this view and its subviews that need it.
  open func updateConstraintsIfNeeded() { LayoutPass.runUpdates(in: self) }

  /// Returns the smallest size, or the largest up to a target, that the view's constraints allow.
  ///
  /// - Parameter targetSize: Points, such as ``layoutFittingCompressedSize``.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    fittingSize(
      targetSize, horizontal: .fittingSizeLevel, vertical: .fittingSizeLevel)
  }

  /// Returns the size that the view's constraints allow and that is nearest to a target, for priorities.
  ///
  ///     // The height of a cell of a given width.
  ///     cell.systemLayoutSizeFitting(
  ///       CGSize(width: 320, height: 0), withHorizontalFittingPriority: .required,
  ///       verticalFittingPriority: .fittingSizeLevel)
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    fittingSize(
      targetSize, horizontal: horizontalFittingPriority, vertical: verticalFittingPriority)
  }

  /// The distance of the frame from the rectangle that constraints align, in points. Default zero.
  open var alignmentRectInsets: UIEdgeInsets { .zero }

  /// Returns the rectangle that constraints align, for a frame.
  open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }

  /// Returns the frame for a rectangle that constraints align.
  open func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
    let insets = alignmentRectInsets
    return CGRect(
      x: alignmentRect.minX - insets.left, y: alignmentRect.minY - insets.top,
      width: alignmentRect.width + insets.left + insets.right,
      height: alignmentRect.height + insets.top + insets.bottom)
  }

  /// The view whose first baseline constraints use. Default the view itself, whose text, or else bottom,
  /// counts.
  open var forFirstBaselineLayout: UIView { self }

  /// The view whose last baseline constraints use. Default the view itself, whose text, or else bottom,
  /// counts.
  open var forLastBaselineLayout: UIView { self }

  /// The size that constraints give the view for its content; negative along an axis without one.
  var layoutContentSize: CGSize { intrinsicContentSize }

  /// Returns the size that best fits the view within `size`, in points. Default the current size.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Resizes the view to fit its content. The top left corner stays in place.
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    // The frame is undefined under a transform, so the corner is kept explicitly.
    let anchor = layer.anchorPoint
    let old = bounds.size
    bounds.size = size
    center.x += (size.width - old.width) * anchor.x
    center.y += (size.height - old.height) * anchor.y
  }

  /// The intrinsic size along an axis that has none.
  public nonisolated static let noIntrinsicMetric: CGFloat = -1

  /// The natural size of the content. Default none.
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  /// Whether the fitting height depends on the width, as with wrapped text.
  var contentDependsOnWidth: Bool { false }

  /// The font of the first line of text, for baseline alignment; nil without text.
  var baselineFont: UIFont? { nil }

  /// The distance of the first or last baseline below the middle of the view, in which its text is centred, in points;
  /// nil without text.
  ///
  /// - Parameter textHeight: The height of the content, which may have several lines.
  final func baselineBelowMiddle(isFirst: Bool, textHeight: CGFloat?) -> CGFloat? {
    guard let font = baselineFont else { return nil }
    let lines = contentDependsOnWidth ? textHeight ?? 0 : 0
    let height = max(lines, font.lineHeight)
    return isFirst
      ? font.ascender - height / 2 : height / 2 - (font.lineHeight - font.ascender)
  }

  /// Reports that the intrinsic size has changed.
  open func invalidateIntrinsicContentSize() {
    superview?.setNeedsLayout()
    layoutContentDidChange()
  }

  // MARK: Drawing

  /// Draws the view into `UIGraphicsGetCurrentContext()`.
  ///
  /// - Parameter rect: The part to draw, in points: always the bounds.
  open func draw(_ rect: CGRect) { drawsNothing = true }

  /// Requests ``draw(_:)`` before the next frame.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// Requests ``draw(_:)`` for the whole view.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay() }

  // MARK: Layer delegate

  /// Provides the layer's contents. Unless overridden, the view draws instead.
  open func display(_ layer: CALayer) { layer.noteUnimplemented() }

  /// Draws the layer: calls ``draw(_:)`` with the context as the current one.
  open func draw(_ layer: CALayer, in context: CGContext) {
    drawsNothing = false
    withCurrentContext(context) { withCurrentTraits { draw(layer.bounds) } }
    // An override may call super and still draw.
    if drawsNothing, context.isEmpty { layer.noteUnimplemented() }
  }

  /// The layer is about to be drawn.
  open func layerWillDraw(_ layer: CALayer) {}

  /// Lays out the layer: calls ``layoutSubviews()``.
  open func layoutSublayers(of layer: CALayer) {
    guard layer === self.layer else { return }
    owningController?.viewWillLayoutSubviews()
    if LayoutPass.isPending { LayoutPass.update(for: self) }
    WorkLog.run("layoutSubviews of \(type(of: self))") { withCurrentTraits { layoutSubviews() } }
    if LayoutPass.isPending { updateConstrainedLayout() }
    owningController?.viewDidLayoutSubviews()
  }

  /// Returns the action of a change of a layer property: an animation inside an animation block;
  /// outside, `NSNull`, which means none. `UIAnimationContext` decides.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    UIAnimationContext.action(for: self, layer: layer, forKey: event)
  }

  /// Whether this view animates a key that other views do not; replacing, not additive.
  func animatesInBlocks(_ key: String) -> Bool { false }

  // MARK: Key-value coding

  /// Returns the value of a property by its name, else the layer's value for the key.
  open func value(forKey key: String) -> Any? { ownValue(forKey: key) ?? layer.value(forKey: key) }

  /// Sets the layer's value for a key.
  open func setValue(_ value: Any?, forKey key: String) { layer.setValue(value, forKey: key) }

  /// Called on views loaded from archives: never.
  open func awakeFromNib() {}

  /// Called by design tools: never.
  open func prepareForInterfaceBuilder() {}

  // MARK: Anchors and layout guides

  /// The left edge; the right one in a layout from right to left.
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }

  /// The right edge; the left one in a layout from right to left.
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }

  /// The left edge.
  open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }

  /// The right edge.
  open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }

  /// The top edge.
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }

  /// The bottom edge.
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }

  /// The width.
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }

  /// The height.
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }

  /// The horizontal centre.
  open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }

  /// The vertical centre.
  open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }

  /// The first line's baseline; without text, the bottom edge.
  open var firstBaselineAnchor: NSLayoutYAxisAnchor {
    NSLayoutYAxisAnchor(self, .firstBaseline)
  }

  /// The last line's baseline; without text, the bottom edge.
  open var lastBaselineAnchor: NSLayoutYAxisAnchor {
    NSLayoutYAxisAnchor(self, .lastBaseline)
  }

  /// The guides that were added to the view.
  open var layoutGuides: [UILayoutGuide] { layoutState?.guides ?? [] }

  /// Adds a guide, removing it from its previous owner.
  open func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
    if let owner = layoutGuide.owningView {
      if owner === self { return }
      owner.removeLayoutGuide(layoutGuide)
    }
    ownLayoutState.guides.append(layoutGuide)
    layoutGuide.owningView = self
  }

  /// Removes a guide, and deactivates the constraints that use it.
  open func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
    guard layoutGuide.owningView === self, layoutGuide.kind == .custom else { return }
    var view: UIView? = self
    while let some = view {
      for constraint in some.constraints where constraint.uses(layoutGuide) {
        some.release(constraint)
      }
      view = some.storedSuperview
    }
    layoutState?.guides.removeAll { $0 === layoutGuide }
    layoutGuide.owningView = nil
  }

  /// The rectangle inside ``layoutMargins``.
  open var layoutMarginsGuide: UILayoutGuide {
    provided(.margins, "layoutMarginsGuide") { UILayoutGuide($0, of: self) }
  }

  /// The rectangle inside ``safeAreaInsets``.
  open var safeAreaLayoutGuide: UILayoutGuide {
    provided(.safeArea, "safeAreaLayoutGuide") { UILayoutGuide($0, of: self) }
  }

  /// The rectangle inside ``layoutMargins``, in the middle and at most 672 points wide.
  open var readableContentGuide: UILayoutGuide {
    provided(.readable, "readableContentGuide") { UILayoutGuide($0, of: self) }
  }

  /// ``layoutMargins`` by their names in the direction of text.
  open var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let margins = layoutMargins
      let (leading, trailing) =
        isMirrored ? (margins.right, margins.left) : (margins.left, margins.right)
      return NSDirectionalEdgeInsets(
        top: margins.top, leading: leading, bottom: margins.bottom, trailing: trailing)
    }
    set {
      let (left, right) =
        isMirrored ? (newValue.trailing, newValue.leading) : (newValue.leading, newValue.trailing)
      layoutMargins = UIEdgeInsets(
        top: newValue.top, left: left, bottom: newValue.bottom, right: right)
    }
  }

  // MARK: Constraints

  /// The active constraints that this view holds: as the nearest view that is or contains their items.
  open var constraints: [NSLayoutConstraint] { layoutState?.constraints ?? [] }

  /// Activates a constraint, held by this view.
  ///
  /// - Precondition: The view is or contains both items.
  open func addConstraint(_ constraint: NSLayoutConstraint) {
    guard constraint.holder !== self else { return }
    trap(
      unless: constraint.views.allSatisfy { $0?.isDescendant(of: self) ?? false },
      "\(constraint) cannot be added to \(layoutName): its items must be this view or in it")
    constraint.holder?.release(constraint)
    hold(constraint)
  }

  /// Activates constraints, held by this view.
  open func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }

  /// Deactivates a constraint that this view holds.
  open func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { release(constraint) }
  }

  /// Deactivates constraints that this view holds.
  open func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  /// Returns the active constraints along an axis that mention the view.
  open func constraintsAffectingLayout(
    for axis: NSLayoutConstraint.Axis
  ) -> [NSLayoutConstraint] {
    constraintsAffecting(self, axis)
  }

  /// Whether the view's rectangle could be another with the same constraints.
  open var hasAmbiguousLayout: Bool {
    [NSLayoutConstraint.Attribute.left, .top, .width, .height].contains {
      NSLayoutAnchor<NSLayoutDimension>(self, $0).hasAmbiguousLayout
    }
  }

  /// Whether ``updateConstraints()`` is called before the next layout.
  open func needsUpdateConstraints() -> Bool { layoutState?.needsUpdate ?? false }

  // MARK: Coordinates

  /// Converts a point from this view's coordinates to another's, or the window's for nil.
  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? root).layer)
  }

  /// Converts a point to this view's coordinates from another's, or the window's for nil.
  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? root).layer)
  }

  /// Converts a rectangle from this view's coordinates to another's, or the window's for nil.
  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    layer.convert(rect, to: (view ?? root).layer)
  }

  /// Converts a rectangle to this view's coordinates from another's, or the window's for nil.
  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? root).layer)
  }

  // Calls with a view take the methods above.

  /// Converts a point from this view's coordinates to another space.
  @_disfavoredOverload
  open func convert(
    _ point: CGPoint, to coordinateSpace: any UICoordinateSpace
  ) -> CGPoint { convert(point, to: coordinateSpace as? UIView) }

  /// Converts a point of another space to this view's coordinates.
  @_disfavoredOverload
  open func convert(
    _ point: CGPoint, from coordinateSpace: any UICoordinateSpace
  ) -> CGPoint { convert(point, from: coordinateSpace as? UIView) }

  /// Converts a rectangle from this view's coordinates to another space.
  @_disfavoredOverload
  open func convert(
    _ rect: CGRect, to coordinateSpace: any UICoordinateSpace
  ) -> CGRect { convert(rect, to: coordinateSpace as? UIView) }

  /// Converts a rectangle of another space to this view's coordinates.
  @_disfavoredOverload
  open func convert(
    _ rect: CGRect, from coordinateSpace: any UICoordinateSpace
  ) -> CGRect { convert(rect, from: coordinateSpace as? UIView) }

  // MARK: Content priorities

  /// The resistance to growing beyond the intrinsic size. Default 250. Stack views and
  /// constraints distribute space by it.
  open func contentHuggingPriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority {
    guard let rareState else { return .defaultLow }
    return axis == .horizontal ? rareState.hugging.horizontal : rareState.hugging.vertical
  }

  /// Sets the resistance to growing beyond the intrinsic size.
  open func setContentHuggingPriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    let rareState = ownRareState
    if axis == .horizontal {
      rareState.hugging.horizontal = priority
    } else {
      rareState.hugging.vertical = priority
    }
    superview?.setNeedsLayout()
    layoutContentDidChange()
  }

  /// The resistance to shrinking below the intrinsic size. Default 750.
  open func contentCompressionResistancePriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority {
    guard let rareState else { return .defaultHigh }
    return axis == .horizontal ? rareState.resistance.horizontal : rareState.resistance.vertical
  }

  /// Sets the resistance to shrinking below the intrinsic size.
  open func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    let rareState = ownRareState
    if axis == .horizontal {
      rareState.resistance.horizontal = priority
    } else {
      rareState.resistance.vertical = priority
    }
    superview?.setNeedsLayout()
    layoutContentDidChange()
  }

  // MARK: Editing

  /// Makes the view or a descendant resign first responder.
  ///
  /// - Parameter force: Ignored: a view that refuses remains first responder.
  /// - Returns: Whether none of them is first responder now.
  @discardableResult
  open func endEditing(_ force: Bool) -> Bool {
    if isFirstResponder { return resignFirstResponder() }
    return subviews.allSatisfy { $0.endEditing(force) }
  }

  // MARK: Snapshots

  /// Returns a static copy of the view's appearance, with the same size, at the origin.
  ///
  /// - Parameter afterUpdates: Whether uncommitted changes are included. A view without a window is
  ///   always copied as it is.
  open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    makeSnapshotView(afterUpdates: afterUpdates)
  }

  /// Draws the view and its subviews, as they are presented, into a rectangle of the current context, at the context's
  /// scale.
  ///
  /// - Parameters:
  ///   - rect: Points of the context; the view is stretched to it.
  ///   - afterUpdates: Whether uncommitted changes are included. A view without a window is
  ///     always drawn as it is.
  /// - Returns: Whether all of it was drawn.
  @discardableResult
  open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    drawSnapshot(in: rect, afterUpdates: afterUpdates)
  }
}
