// UIView.swift
// A rectangle of the window: a layer, its delegate, and a place among responders.
// Geometry and look live in the layer; the view adds hierarchy, layout, drawing and touches.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import HostInterface
public import QuartzCore

/// A view: the owner and delegate of one layer.
///
/// Setting a property sets the layer's; inside an animation block the layer's change animates,
/// because the layer asks this view for an action (see ``action(for:forKey:)``).
@preconcurrency @MainActor
open class UIView: UIResponder, @MainActor CALayerDelegate {
  /// The class of ``layer``, a `CALayer` class; asked once, when the view is made.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer that shows the view; its delegate is the view.
  public final let layer: CALayer

  final var subviewList = SiblingList<UIView>()
  /// Where the view stands among its siblings; the superview's list alone asks.
  nonisolated(unsafe) package final var lastKnownIndex = 0
  final weak var storedSuperview: UIView?
  final weak var owningController: UIViewController?
  final var storedTintColor: UIColor?
  /// What few views have: see ``UIView/Traits``.
  final var traits: RareState?

  /// Whether ``draw(_:)`` of this class was called, which draws nothing.
  private var drawsNothing = false

  /// How many running animations keep touches away from this view and those in it.
  ///
  /// Source: semantics 16.6; `isUserInteractionEnabled` stays as it is.
  package final var touchBlockCount = 0

  /// How many running animations want touches to find this view where it is seen (semantics 17).
  package final var presentationFollowers = 0

  // MARK: Making one

  /// Creates a view with a frame in its superview's coordinates, in points.
  public init(frame: CGRect) {
    layer = UIView.makeLayer(type(of: self).layerClass)
    super.init()
    setUpLayer()
    layer.frame = frame
  }

  /// Creates a view of no size.
  public convenience override init() { self.init(frame: .zero) }

  /// Creates a view of no size: there are no archives here, so a coder has nothing to say.
  public required init?(coder: NSCoder) {
    layer = UIView.makeLayer(type(of: self).layerClass)
    super.init()
    setUpLayer()
  }

  private static func makeLayer(_ type: AnyClass) -> CALayer {
    guard let layerType = type as? CALayer.Type else {
      preconditionFailure("layerClass must be a class of layers, not \(type)")
    }
    return CALayer.make(layerType)
  }

  private func setUpLayer() {
    layer.delegate = self
    layer.contentsScale = UIScreen.main.scale
    layer.needsDisplayOnBoundsChange = contentMode == .redraw
    // What draws itself is drawn for the first time without being asked to.
    if drawsItself { layer.setNeedsDisplay() }
  }

  /// Whether the class overrides ``draw(_:)``.
  private var drawsItself: Bool {
    MethodSlot.viewDraw.method(in: type(of: self)) != MethodSlot.viewDraw.method(in: UIView.self)
  }

  // MARK: Geometry

  /// Place and size in the superview's coordinates, in points; undefined under a transform that is
  /// not the identity.
  open var frame: CGRect {
    get { layer.frame }
    set {
      let size = layer.bounds.size
      layer.frame = newValue
      sizeDidChange(from: size)
    }
  }

  /// Place and size in the view's own coordinates, in points; a scrolled view has an origin.
  open var bounds: CGRect {
    get { layer.bounds }
    set {
      let size = layer.bounds.size
      layer.bounds = newValue
      sizeDidChange(from: size)
    }
  }

  /// The anchor point's place in the superview's coordinates; the middle unless the layer's anchor
  /// point was moved.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }

  /// The plane transform about the anchor point; identity unless set.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  /// The transform in space about the anchor point; identity unless set.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// Pixels per point of what the view draws; the screen's unless set.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  // MARK: Look

  /// How opaque the view is, 0 invisible to 1; 1 unless set.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }

  /// Whether the view is left out of display and touches; false unless set.
  open var isHidden: Bool {
    get { layer.isHidden }
    set {
      guard newValue != layer.isHidden else { return }
      layer.isHidden = newValue
      storedSuperview?.subviewVisibilityDidChange(self)
    }
  }

  /// A subview was hidden or shown.
  func subviewVisibilityDidChange(_ view: UIView) {}

  /// What is drawn behind everything else; nil, which is nothing, unless set. A colour that knows
  /// appearances is shown as this view's has it.
  open var backgroundColor: UIColor? {
    get { traits?.backgroundColor ?? layer.backgroundColor.map(UIColor.init(cgColor:)) }
    set { setBackgroundColor(newValue) }
  }

  /// Whether subviews are cut off at the bounds; false unless set.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// A promise that the view covers what is behind it; kept, and without effect on drawing.
  open var isOpaque = true

  /// Whether the drawing is emptied before ``draw(_:)``; kept, and without effect: it always is.
  open var clearsContextBeforeDrawing = true

  /// How contents are placed when the size changes; stretched unless set.
  open var contentMode = ContentMode.scaleToFill {
    didSet {
      layer.contentsGravity = contentMode.gravity
      layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }
  }

  /// A view whose alpha lets this one show; not a subview.
  open var mask: UIView? {
    didSet { layer.mask = mask?.layer }
  }

  /// The colour of what can be pressed; the superview's unless set, at the top system blue.
  ///
  /// Nil on setting takes the superview's again.
  open var tintColor: UIColor! {
    get { shownTintColor }
    set {
      storedTintColor = newValue
      tintColorTreeDidChange()
    }
  }

  /// The tint colour, here or above, is another one.
  open func tintColorDidChange() {}

  /// Whether the tint colour is shown, here and below, or a grey in its place; as in the superview
  /// unless set, at the top the colour.
  open var tintAdjustmentMode: TintAdjustmentMode {
    get { shownTintAdjustmentMode }
    set { setTintAdjustmentMode(newValue) }
  }

  final func tintColorTreeDidChange() {
    withCurrentTraits { tintColorDidChange() }
    for view in storedSubviews where view.inheritsTint { view.tintColorTreeDidChange() }
  }

  // MARK: Appearance

  /// How the view and those in it look, light or dark, whatever is around them; as around them unless
  /// set.
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { traits?.style ?? .unspecified }
    set { setOverrideUserInterfaceStyle(newValue) }
  }

  /// The surroundings of the view: its own override, else those of its superview or controller, at the
  /// top the screen's.
  open var traitCollection: UITraitCollection { currentTraitCollection }

  /// The surroundings are others.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The surroundings are others; controls show their colours anew here.
  func appearanceDidChange(from previous: UITraitCollection) {
    updateBackgroundColor()
    layer.setNeedsLayout()
    setNeedsDisplay()
  }

  /// A number to find the view by; 0 unless set.
  open var tag = 0

  /// A name for tests and tools; nil unless set.
  open var accessibilityIdentifier: String? {
    get { layer.name }
    set { layer.name = newValue }
  }

  // MARK: Responding

  /// The controller whose view this is, else the superview.
  open override var next: UIResponder? { owningController ?? storedSuperview }

  override var responderWindow: UIWindow? { window }

  /// Whether touches come here; false keeps them from subviews too. True unless set.
  open var isUserInteractionEnabled = true

  /// Whether several touches come at once; kept, and without effect: there is one pointer.
  open var isMultipleTouchEnabled = false

  /// What the pointer looks like over the view.
  var cursor: PointerShape { .arrow }

  /// Whether Tab stops here; false unless overridden.
  open var canBecomeFocused: Bool { false }

  /// Recognisers that see the touches of this view and of those in it.
  open var gestureRecognizers: [UIGestureRecognizer]? {
    didSet {
      for old in oldValue ?? [] where gestureRecognizers?.contains(old) != true {
        old.storedView = nil
      }
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

  /// Asks whether a recogniser may begin; true unless overridden.
  open func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }

  /// Returns the deepest view at a point of this view's coordinates that takes touches, nil for none.
  ///
  /// Hidden views, views without interaction, with an alpha below 0.01, and those that an animation
  /// keeps touches from, are passed over with all that is in them.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, touchBlockCount == 0,
      self.point(inside: presentationFollowers == 0 ? point : unscaled(point), with: event)
    else { return nil }
    for view in storedSubviews.reversed() {
      let inner =
        view.presentationFollowers == 0 ? view.convert(point, from: self) : view.seen(point)
      if let hit = view.hitTest(inner, with: event) { return hit }
    }
    return self
  }

  /// Whether a point of this view's coordinates lies in its bounds; right and bottom edge do not.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  // MARK: Hierarchy

  /// The views in this one, from the back to the front.
  open var subviews: [UIView] { storedSubviews }

  /// The view that this one is in.
  open var superview: UIView? { storedSuperview }

  /// The window that the view is in.
  open var window: UIWindow? { storedSuperview?.window }

  /// Adds a view in front of the others, taking it out of where it was.
  open func addSubview(_ view: UIView) { insert(view, at: .front) }

  /// Adds a view at a place counted from the back.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: .index(index)) }

  /// Adds a view right behind another.
  open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    insert(view, at: .below(sibling))
  }

  /// Adds a view right in front of another.
  open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    insert(view, at: .above(sibling))
  }

  /// Moves a subview in front of the others.
  open func bringSubviewToFront(_ view: UIView) { reorder(view, to: subviewList.count - 1) }

  /// Moves a subview behind the others.
  open func sendSubviewToBack(_ view: UIView) { reorder(view, to: 0) }

  /// Lets two subviews change places, counted from the back.
  open func exchangeSubview(at first: Int, withSubviewAt second: Int) { exchange(first, second) }

  /// Takes the view out of its superview.
  open func removeFromSuperview() { detach() }

  /// Returns the view with a tag: this one or the first below, nil for none.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for view in storedSubviews {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  /// Whether the view is this one's, or its superview's and so on; a view is its own.
  open func isDescendant(of view: UIView) -> Bool {
    var current: UIView? = self
    while let some = current {
      if some === view { return true }
      current = some.storedSuperview
    }
    return false
  }

  /// A view was added.
  open func didAddSubview(_ subview: UIView) {}
  /// A view will be taken out.
  open func willRemoveSubview(_ subview: UIView) {}
  /// The view will move; to nil when it is taken out.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// The view has moved.
  open func didMoveToSuperview() {}
  /// The view's window will be another; nil when it leaves one.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// The view's window is another.
  open func didMoveToWindow() {}
  /// The view's window, which was hidden, is shown; what ran before was lost with its hiding.
  func windowDidShow() {}

  // MARK: Layout

  /// How the view follows its superview's size; not at all unless set.
  open var autoresizingMask: AutoresizingMask = []

  /// Whether subviews follow this view's size as their masks say; true unless set.
  open var autoresizesSubviews = true

  /// Kept for code that sets it; there are no constraints here.
  open var translatesAutoresizingMaskIntoConstraints = true

  /// Points that contents should keep from the edges; 8 each unless set.
  open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
    didSet {
      if layoutMargins != oldValue { layoutMarginsDidChange() }
    }
  }

  /// Points covered by parts of the system: none here.
  open var safeAreaInsets: UIEdgeInsets { .zero }

  /// The margins are others.
  open func layoutMarginsDidChange() { setNeedsLayout() }

  /// Places the subviews; asked for by ``setNeedsLayout()`` and by changes of size.
  open func layoutSubviews() {}

  /// Asks for ``layoutSubviews()`` before the next frame.
  open func setNeedsLayout() { layer.setNeedsLayout() }

  /// Lays out now whatever was asked for.
  open func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Returns the size, in points, that suits the view when it may be as large as `size`; the present
  /// one unless overridden.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Takes the size that suits; the centre moves so that the top left corner stays.
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    // Under a transform the frame says nothing, so the corner is kept by hand.
    let anchor = layer.anchorPoint
    let old = bounds.size
    bounds.size = size
    center.x += (size.width - old.width) * anchor.x
    center.y += (size.height - old.height) * anchor.y
  }

  /// The size of a direction in which the view has none of its own.
  public nonisolated static let noIntrinsicMetric: CGFloat = -1

  /// The size that the content asks for; none unless overridden.
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }

  /// The intrinsic size is another.
  open func invalidateIntrinsicContentSize() { superview?.setNeedsLayout() }

  // MARK: Drawing

  /// Draws the view; the context is `UIGraphicsGetCurrentContext()`.
  ///
  /// - Parameter rect: What has to be drawn, in points: always the bounds.
  open func draw(_ rect: CGRect) { drawsNothing = true }

  /// Asks for ``draw(_:)`` before the next frame.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// Asks for ``draw(_:)``; the whole view is drawn again.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay() }

  // MARK: Layer's delegate

  /// Provides the layer's contents; a view that does nothing here draws instead.
  open func display(_ layer: CALayer) { layer.noteUnimplemented() }

  /// Draws the layer: calls ``draw(_:)`` with the context as the current one.
  open func draw(_ layer: CALayer, in context: CGContext) {
    drawsNothing = false
    UIGraphicsPushContext(context)
    withCurrentTraits { draw(layer.bounds) }
    UIGraphicsPopContext()
    // An override may call super and draw all the same.
    if drawsNothing, context.isEmpty { layer.noteUnimplemented() }
  }

  /// The layer is about to be drawn.
  open func layerWillDraw(_ layer: CALayer) {}

  /// Lays the layer out: calls ``layoutSubviews()``.
  open func layoutSublayers(of layer: CALayer) {
    guard layer === self.layer else { return }
    owningController?.viewWillLayoutSubviews()
    withCurrentTraits { layoutSubviews() }
    owningController?.viewDidLayoutSubviews()
  }

  /// Returns what a change of the layer's property runs: an animation inside an animation block,
  /// `NSNull`, which means nothing, outside.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    UIAnimationContext.action(for: self, layer: layer, forKey: event)
  }

  /// Whether a key that views do not animate is animated by this one, replacing.
  func animatesInBlocks(_ key: String) -> Bool { false }

  // MARK: Key-value coding

  /// Returns the value of a key, as the layer keeps it.
  open func value(forKey key: String) -> Any? { layer.value(forKey: key) }

  /// Sets the value of a key, as the layer keeps it.
  open func setValue(_ value: Any?, forKey key: String) { layer.setValue(value, forKey: key) }

  /// Called on views from archives; there are none here.
  open func awakeFromNib() {}

  /// Called by design tools; there are none here.
  open func prepareForInterfaceBuilder() {}
}
