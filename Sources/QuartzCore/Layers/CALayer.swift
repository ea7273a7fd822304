// CALayer.swift
// A node of the layer tree: its place in the tree, its properties, and everything that a subclass
// may override. The work behind each method stands in the extensions beside this file.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A rectangle of content with a place, a look, sublayers and animations.
///
/// Lengths are points; y grows downwards. A layer that is live, that is in the tree of a visible
/// window, belongs to the main thread.
///
/// Source: Apple's `CALayer`; semantics 10-15.
open class CALayer: CAMediaTiming {
  // What every change of a property looks at stands first, where the object's count does: a change of
  // one of many layers then waits for one line of memory, and one for the value.

  /// What this layer is a presentation copy of.
  var presentedModel: CALayer?
  /// The context whose tree this layer is in, committed or not. It lives until it has let go of all
  /// its layers; see ``LayerContext/invalidate()``.
  unowned(unsafe) var context: LayerContext?
  /// Whose sublayer or mask this is. It says so to both before it goes, so a counted reference, which
  /// every change of a layer would pay for, is not needed.
  unowned(unsafe) var parent: CALayer?
  /// Where the layer was committed; -1 when it was not.
  var slot: Int32 = -1
  var dirty: LayerDirt = []
  /// See ``traits``; empty until they are asked for.
  var knownTraits: OverrideCache = []
  var needsLayoutFlag = false
  var isLayingOut = false
  /// Whether this layer is in its superlayer's ``layoutBelow``.
  var isListedForLayout = false
  /// Whether the layer's sublayers are being laid out, so that their list has to stay.
  var isLayingOutBelow = false
  var needsDisplayFlag = false
  /// Whether this layer is in its context's list of those to display.
  var isListedForDisplay = false
  /// Whether what is drawn next becomes the contents without an action.
  var displaysQuietly = false
  /// Set to false by a delegate's default body, so that the layer knows that nobody answered.
  var wasAnswered = true
  /// Whether a transaction knows that the layer got an animation.
  var isAwaitingCommit = false
  /// Whether a sublayer may change with this layer's size; see ``resizeSublayers(withOldSize:)``.
  var sublayersFollow = false
  /// Additive animations of a view, added but not resolved until the new value is stored.
  var staged: [CAAnimation] = []
  var attachments: [AttachedAnimation] = []

  /// The stock properties of the model, or of the moment that a presentation copy shows.
  var values = LayerValues()
  /// Values of keys that are not stock ones.
  var customValues: [String: Any] = [:]
  var timing = MediaTiming()
  var childList = SiblingList<CALayer>()
  /// Where the layer stands among its siblings; see ``SiblingList``.
  package final var placeAmongSiblings = 0
  var maskLayer: CALayer?
  /// Sublayers and the mask of a live layer that need layout, or have somebody beneath who does; and
  /// perhaps some that do not any more.
  var layoutBelow: [CALayer] = []
  /// Custom values and tracks as last committed, and how presentation finds them.
  var committedCustom = CommittedCustom()
  /// The context in whose tree the slot is; nil without a slot. It takes the slot back before it goes.
  unowned(unsafe) var committedIn: LayerContext?
  /// What few layers have.
  var extras: LayerExtras?
  /// The slot in the render tree; -1 when the layer was not committed.
  package var slotInTree: Int32 { slot }

  /// Creates a layer with Core Animation's defaults.
  public init() {
    timing.duration = .infinity
    if type(of: self) != CALayer.self { values = ClassDefaults.values(of: type(of: self)) }
  }

  /// Creates the copy that presents a layer; used by the system alone.
  ///
  /// An override copies its own stored variables; stock properties and animatable ones are filled in
  /// afterwards (semantics 13).
  public init(layer: Any) {
    timing.duration = .infinity
  }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    timing.duration = .infinity
  }

  deinit {
    for child in children where child.parent === self { child.parent = nil }
    if let maskLayer, maskLayer.parent === self { maskLayer.parent = nil }
    letGoOfTree()
  }

  // MARK: Actions

  /// Searches the action for a key: delegate, `actions`, `style`, class, implicit (semantics 11.1).
  open func action(forKey event: String) -> (any CAAction)? { searchAction(forKey: event) }

  /// Returns the class's own answer to the search; nil in the stock classes.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// Returns the value of a key that was never set; nil in the stock classes.
  open class func defaultValue(forKey key: String) -> Any? { nil }

  /// Returns whether a key would be written to an archive; layers are not archived here, so that this
  /// says no more than whether the key holds something else than its default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let value = value(forKey: key) else { return false }
    let usual = type(of: self) == CALayer.self ? CALayer() : CALayer.make(type(of: self))
    return !AnimatableValue(value).isEqual(to: AnimatableValue(usual.value(forKey: key)))
  }

  /// Returns whether a change of a key makes the layer draw itself again. False in the stock classes.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  // MARK: Animations

  /// Adds a copy of an animation; one that runs under the same key is replaced (semantics 1.8).
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, forKey: key) }

  /// Removes an animation before its end.
  open func removeAnimation(forKey key: String) { detachAnimation(forKey: key) }

  /// Removes all animations before their end.
  open func removeAllAnimations() { detachAllAnimations() }

  /// Returns the running copy of an animation.
  open func animation(forKey key: String) -> CAAnimation? {
    (presentedModel ?? self).attachments.last { $0.key == key }?.animation
  }

  /// The keys of the animations that run, in order of addition; nil when there are none.
  open func animationKeys() -> [String]? {
    let keys = (presentedModel ?? self).attachments.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  // MARK: Display and layout

  /// Asks for the contents to be drawn again before the next commit.
  open func setNeedsDisplay() { markNeedsDisplay() }

  /// Asks for the contents to be drawn again; all of them, as contents are kept as drawing commands.
  open func setNeedsDisplay(_ rect: CGRect) { markNeedsDisplay() }

  /// Whether the contents will be drawn again.
  open func needsDisplay() -> Bool { needsDisplayFlag }

  /// Draws the contents if that was asked for.
  open func displayIfNeeded() {
    guard needsDisplayFlag else { return }
    needsDisplayFlag = false
    display()
  }

  /// Makes the contents: by the delegate, else by ``draw(in:)`` (semantics 13).
  open func display() { displayByDrawing() }

  /// Draws the contents; the stock layer asks its delegate.
  open func draw(in ctx: CGContext) {
    if let delegate { delegate.draw(self, in: ctx) } else { noteUnanswered() }
  }

  /// Draws the layer and its sublayers into a context, in the layer's own space and as its model is.
  ///
  /// Masks, shadows, what is turned in space, and opacity of a group as a whole are left out.
  open func render(in ctx: CGContext) { record(in: ctx) }

  /// Asks for the sublayers to be placed again before the next commit.
  open func setNeedsLayout() { markNeedsLayout() }

  /// Whether the sublayers will be placed again.
  open func needsLayout() -> Bool { needsLayoutFlag }

  /// Places sublayers now where that was asked for, from the highest such superlayer down.
  open func layoutIfNeeded() { layOutTree() }

  /// Places the sublayers; the stock layer asks its delegate, and without its answer the layout manager.
  open func layoutSublayers() { layOutByOthers() }

  /// The size the layer would like to have in its superlayer: the layout manager's answer, else its
  /// frame's.
  open func preferredFrameSize() -> CGSize { preferredSizeByOthers() ?? frame.size }

  /// Has every sublayer follow a change of this layer's size; called when the bounds change it.
  open func resizeSublayers(withOldSize size: CGSize) { resizeFollowers(from: size) }

  /// Follows a change of the superlayer's size, as ``autoresizingMask`` says.
  open func resize(withOldSuperlayerSize size: CGSize) { follow(from: size) }

  /// Whether contents are drawn upside down: whether an odd number of layers, from this one up, is
  /// flipped.
  open func contentsAreFlipped() -> Bool { isFlippedInTree }

  /// How much further from the corner a curve begins than a circle of the same radius.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CGPath.continuousExtent : 1
  }

  // MARK: Geometry

  /// Returns the topmost layer at a point of the superlayer's space; nil when there is none.
  open func hitTest(_ p: CGPoint) -> CALayer? { findLayer(at: p) }

  /// Returns whether a point of the layer's own space lies in the bounds; far edges do not.
  open func contains(_ p: CGPoint) -> Bool {
    let box = bounds
    return p.x >= box.minX && p.x < box.maxX && p.y >= box.minY && p.y < box.maxY
  }

  /// Scrolls the nearest scroll layer above so that a point of this layer is at its origin.
  open func scroll(_ p: CGPoint) { scrollAbove(to: p) }

  /// Converts a point from another layer's space, or with nil the root's, to this layer's.
  open func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
    p.applying(CATransform3DInvert(map(to: layer)))
  }

  /// Converts a point of this layer to another layer's space, or with nil to the root's.
  open func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint { p.applying(map(to: layer)) }

  /// Converts a rectangle from another layer's space; the result is the upright box around it.
  open func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
    r.applying(CATransform3DInvert(map(to: layer)))
  }

  /// Converts a rectangle of this layer to another layer's space; the result is the upright box.
  open func convert(_ r: CGRect, to layer: CALayer?) -> CGRect { r.applying(map(to: layer)) }

  // MARK: The tree

  /// The sublayers, back to front; nil when there are none.
  open var sublayers: [CALayer]? {
    get { shownSublayers }
    set { setSublayers(newValue ?? []) }
  }

  /// The layer whose sublayer or mask this is.
  open var superlayer: CALayer? {
    if let presentedModel { return presentedModel.parent?.presentation() }
    return parent
  }

  /// A layer whose alpha cuts this one and its sublayers out. Default nil.
  ///
  /// - Precondition: The mask is not this layer, above it, or anybody's sublayer.
  open var mask: CALayer? {
    get { presentedModel.map { $0.maskLayer?.presentation() } ?? maskLayer }
    set { setMask(newValue) }
  }

  /// Adds a layer in front of all others, taking it from where it was.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: childList.count) }

  /// Adds a layer at an index, 0 behind all others.
  ///
  /// - Precondition: The index is at most the number of sublayers.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) { insert(layer, checked: index) }

  /// Adds a layer directly behind a sublayer; without one, behind all.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, below: sibling)
  }

  /// Adds a layer directly in front of a sublayer; without one, in front of all.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, above: sibling)
  }

  /// Puts a layer in a sublayer's place.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    replace(oldLayer, with: newLayer)
  }

  /// Takes the layer out of its superlayer; its animations end when that is committed.
  open func removeFromSuperlayer() { leaveSuperlayer() }

  // MARK: Key-value coding

  /// Returns the value of a key: a property, what was set, else the class's default.
  open func value(forKey key: String) -> Any? { told(storedValue(forKey: key), forKey: key) }

  /// Sets the value of a key; any key can be set, and is searched an action for.
  open func setValue(_ value: Any?, forKey key: String) { storeValue(value, forKey: key) }

  /// Sets a property of a stock subclass, by its setter, which a subclass of that may override.
  func storeOwn(_ value: AnimatableValue, in property: LayerProperty) {
    preconditionFailure("\(label) has no \(property.key)")
  }

  /// Returns the value at a key path such as "transform.rotation.z" (semantics 14).
  open func value(forKeyPath keyPath: String) -> Any? { storedValue(forKeyPath: keyPath) }

  /// Sets the value at a key path.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    storeValue(value, forKeyPath: keyPath)
  }

  // MARK: Descriptions

  /// The class and the object's address.
  open var description: String { "<\(type(of: self)): \(ObjectIdentifier(self).asText)>" }

  /// The class, the address and everything that differs from its default, a line each.
  open var debugDescription: String { describedAtLength }

  // MARK: Properties

  /// Answers for contents, layout and actions. Not kept alive.
  open weak var delegate: (any CALayerDelegate)? {
    willSet { refuseOnPresentation("delegate") }
  }

  /// The bounds in the layer's own space. Default zero; animatable.
  ///
  /// Negative sizes are standardized.
  /// - Precondition: No number is NaN or infinite.
  open var bounds: CGRect {
    get { values.bounds }
    set {
      precondition(newValue.isFinite, "bounds must be finite, not \(newValue)")
      let new = newValue.standardized
      guard values.bounds != new else { return }
      let size = values.bounds.size
      willChange(.bounds)
      values.bounds = new
      didChange(.bounds)
      boundsDidChange(from: size)
    }
  }

  /// Where the anchor point lies in the superlayer's space. Default zero; animatable.
  ///
  /// - Precondition: No number is NaN or infinite.
  open var position: CGPoint {
    get { values.position }
    set {
      precondition(
        newValue.x.isFinite && newValue.y.isFinite, "position must be finite, not \(newValue)")
      guard values.position != newValue else { return }
      willChange(.position)
      values.position = newValue
      didChange(.position)
    }
  }

  /// The smallest upright rectangle around the layer in its superlayer's space. Derived.
  open var frame: CGRect {
    get { derivedFrame }
    set { setFrame(newValue) }
  }

  /// The transform about the anchor point. Default identity; animatable.
  open var transform: CATransform3D {
    get { values.transform }
    set {
      precondition(newValue.isFinite, "transform must be finite, not \(newValue)")
      guard values.transform != newValue else { return }
      willChange(.transform)
      values.transform = newValue
      didChange(.transform)
      setNeedsLayout()
      parent?.markNeedsLayout()
    }
  }

  /// Opacity, 0 transparent to 1 opaque; values outside are kept and clamped when drawn. Default 1.
  open var opacity: Float {
    get { Float(values.opacity) }
    set {
      let new = newValue.isNaN ? 0 : Double(newValue)
      guard values.opacity != new else { return }
      willChange(.opacity)
      values.opacity = new
      didChange(.opacity)
    }
  }

  /// What the layer shows: a `CGImage`, or what ``draw(in:)`` drew. Default nil; animatable.
  open var contents: Any? {
    get { values.contents.flatMap { AnimatableValue.contents($0).any } }
    set {
      var new: LayerContents?
      if case .contents(let value) = AnimatableValue(newValue) { new = value }
      store(contents: new)
    }
  }

  /// The colour behind everything else. Default none; animatable.
  open var backgroundColor: CGColor? {
    get { values.backgroundColor }
    set {
      guard values.backgroundColor != newValue else { return }
      willChange(.backgroundColor)
      values.backgroundColor = newValue
      didChange(.backgroundColor)
    }
  }

  /// The radius of the background's and the border's corners, in points. Default 0; animatable.
  open var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set {
      let new = newValue.isNaN ? 0 : newValue
      guard values.cornerRadius != new else { return }
      willChange(.cornerRadius)
      values.cornerRadius = new
      didChange(.cornerRadius)
    }
  }

  /// Whether the layer and its sublayers are left out. Default false.
  open var isHidden: Bool {
    get { values.isHidden }
    set {
      guard values.isHidden != newValue else { return }
      willChange(.hidden)
      values.isHidden = newValue
      didChange(.hidden)
    }
  }

  /// Whether sublayers and contents are cut off at the bounds. Default false.
  open var masksToBounds: Bool {
    get { values.masksToBounds }
    set {
      guard values.masksToBounds != newValue else { return }
      willChange(.masksToBounds)
      values.masksToBounds = newValue
      didChange(.masksToBounds)
    }
  }

  /// A name for people and messages.
  open var name: String? {
    willSet { refuseOnPresentation("name") }
    didSet { if slot >= 0 { context?.mark(self, .values) } }
  }

  /// Actions by key, the second place in which an action is searched.
  open var actions: [String: any CAAction]? {
    willSet { refuseOnPresentation("actions") }
  }

  /// Values by key for what was never set; its "actions" are the third place of the search.
  open var style: [AnyHashable: Any]? {
    willSet { refuseOnPresentation("style") }
    didSet { styleDidChange(from: oldValue) }
  }

  /// Whether a change of the bounds' size makes the layer draw itself again. Default false.
  open var needsDisplayOnBoundsChange = false

  /// Distance towards the viewer, in points; orders siblings. Default 0; animatable.
  open var zPosition: CGFloat {
    get { values.zPosition }
    set { change(.zPosition, \.zPosition, finite(newValue, .zPosition)) }
  }

  /// The point of the bounds, 0...1 of its size, that lies at ``position``. Default the middle.
  open var anchorPoint: CGPoint {
    get { values.anchorPoint }
    set {
      let point = CGPoint(x: finite(newValue.x, .anchorPoint), y: finite(newValue.y, .anchorPoint))
      change(.anchorPoint, \.anchorPoint, point)
    }
  }

  /// The anchor's distance in z, in points. Default 0; animatable.
  open var anchorPointZ: CGFloat {
    get { values.anchorPointZ }
    set { change(.anchorPointZ, \.anchorPointZ, finite(newValue, .anchorPointZ)) }
  }

  /// A transform for all sublayers, about this layer's anchor point. Default identity; animatable.
  open var sublayerTransform: CATransform3D {
    get { values.sublayerTransform }
    set {
      precondition(newValue.isFinite, "sublayerTransform must be finite, not \(newValue)")
      change(.sublayerTransform, \.sublayerTransform, newValue)
    }
  }

  /// The width of the border inside the bounds, in points. Default 0; animatable.
  open var borderWidth: CGFloat {
    get { values.borderWidth }
    set { change(.borderWidth, \.borderWidth, finite(newValue, .borderWidth)) }
  }

  /// The border's colour. Default opaque black; animatable.
  open var borderColor: CGColor? {
    get { values.borderColor }
    set { change(.borderColor, \.borderColor, newValue) }
  }

  /// The shadow's colour. Default opaque black; animatable.
  open var shadowColor: CGColor? {
    get { values.shadowColor }
    set { change(.shadowColor, \.shadowColor, newValue) }
  }

  /// The shadow's opacity, 0...1. Default 0; animatable.
  open var shadowOpacity: Float {
    get { Float(values.shadowOpacity) }
    set { change(.shadowOpacity, \.shadowOpacity, newValue.isNaN ? 0 : Double(newValue)) }
  }

  /// How far the shadow is moved, in points. Default (0, -3); animatable.
  open var shadowOffset: CGSize {
    get { values.shadowOffset }
    set {
      let size = CGSize(
        width: finite(newValue.width, .shadowOffset), height: finite(newValue.height, .shadowOffset)
      )
      change(.shadowOffset, \.shadowOffset, size)
    }
  }

  /// The standard deviation of the shadow's blur, in points. Default 3; animatable.
  open var shadowRadius: CGFloat {
    get { values.shadowRadius }
    set { change(.shadowRadius, \.shadowRadius, finite(newValue, .shadowRadius)) }
  }

  /// What casts the shadow instead of the layer's look. Default nil; animatable.
  open var shadowPath: CGPath? {
    get { values.shadowPath }
    set { change(.shadowPath, \.shadowPath, newValue) }
  }

  /// The part of the contents to show, in fractions of them. Default all; animatable.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      precondition(newValue.isFinite, "contentsRect must be finite, not \(newValue)")
      change(.contentsRect, \.contentsRect, newValue)
    }
  }

  /// The part of the contents that stretches, in fractions of them. Default all; animatable.
  open var contentsCenter: CGRect {
    get { values.contentsCenter }
    set {
      precondition(newValue.isFinite, "contentsCenter must be finite, not \(newValue)")
      change(.contentsCenter, \.contentsCenter, newValue)
    }
  }

  /// Pixels of the contents per point. Default 1; animatable.
  ///
  /// - Precondition: Positive and finite.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set {
      precondition(
        newValue > 0 && newValue.isFinite, "contentsScale must be positive, not \(newValue)")
      change(.contentsScale, \.contentsScale, newValue)
    }
  }

  /// How the contents are fitted into the bounds. Default resize.
  open var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { change(.contentsGravity, \.contentsGravity, newValue) }
  }

  /// How contents are filtered when they shrink. Default linear.
  open var minificationFilter: CALayerContentsFilter {
    get { values.minificationFilter }
    set { change(.minificationFilter, \.minificationFilter, newValue) }
  }

  /// How contents are filtered when they grow. Default linear.
  open var magnificationFilter: CALayerContentsFilter {
    get { values.magnificationFilter }
    set { change(.magnificationFilter, \.magnificationFilter, newValue) }
  }

  /// How much sharper, in levels of half the size, contents are taken when they shrink. Default 0;
  /// animatable.
  open var minificationFilterBias: Float {
    get { Float(values.minificationFilterBias) }
    set {
      let bias = finite(CGFloat(newValue), .minificationFilterBias)
      change(.minificationFilterBias, \.minificationFilterBias, bias)
    }
  }

  /// The line that rounded corners follow: background, border, clip, gradient and shadow. Default
  /// circular.
  open var cornerCurve: CALayerCornerCurve {
    get { values.cornerCurve }
    set { change(.cornerCurve, \.cornerCurve, newValue) }
  }

  /// The edges that are smoothed where ``allowsEdgeAntialiasing`` asks for it. Default all four.
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { values.edgeAntialiasingMask }
    set { change(.edgeAntialiasingMask, \.edgeAntialiasingMask, newValue) }
  }

  /// Whether edges that lie across pixels are to be smoothed. Default false.
  open var allowsEdgeAntialiasing: Bool {
    get { values.allowsEdgeAntialiasing }
    set { change(.allowsEdgeAntialiasing, \.allowsEdgeAntialiasing, newValue) }
  }

  /// The corners that are rounded. Default all four.
  open var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { change(.maskedCorners, \.maskedCorners, newValue) }
  }

  /// Whether the layer shows when it faces away. Default true.
  open var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set { change(.doubleSided, \.isDoubleSided, newValue) }
  }

  /// Whether sublayers are placed with y mirrored about the bounds. Default false.
  open var isGeometryFlipped: Bool {
    get { values.isGeometryFlipped }
    set { change(.geometryFlipped, \.isGeometryFlipped, newValue) }
  }

  /// Whether opacity fades the layer and its sublayers as one picture. Default true.
  open var allowsGroupOpacity: Bool {
    get { values.allowsGroupOpacity }
    set { change(.allowsGroupOpacity, \.allowsGroupOpacity, newValue) }
  }

  /// Whether the layer is drawn into a bitmap first. Default false.
  open var shouldRasterize: Bool {
    get { values.shouldRasterize }
    set { change(.shouldRasterize, \.shouldRasterize, newValue) }
  }

  /// Pixels per point of that bitmap. Default 1; animatable.
  open var rasterizationScale: CGFloat {
    get { values.rasterizationScale }
    set { change(.rasterizationScale, \.rasterizationScale, finite(newValue, .rasterizationScale)) }
  }

  /// A promise that the contents are opaque. Default false.
  open var isOpaque: Bool {
    get { values.isOpaque }
    set { change(.opaque, \.isOpaque, newValue) }
  }

  // MARK: Properties without an effect

  /// How the contents are stored. Default RGBA8; kept without an effect.
  open var contentsFormat: CALayerContentsFormat {
    get { kept(.contentsFormat, else: .RGBA8Uint) }
    set { keep(newValue, .contentsFormat) }
  }

  /// Whether `draw(in:)` may run later and elsewhere. Default false; kept without an effect.
  open var drawsAsynchronously: Bool {
    get { kept(.drawsAsynchronously, else: false) }
    set { keep(NSNumber(value: newValue), .drawsAsynchronously) }
  }

  /// What mixes the layer with what is behind it. Default nil; kept without an effect.
  open var compositingFilter: Any? {
    get { storedValue(forKey: "compositingFilter") }
    set { keep(newValue, .compositingFilter) }
  }

  /// What is applied to the layer and its sublayers. Default nil; kept without an effect.
  open var filters: [Any]? {
    get { storedValue(forKey: "filters") as? [Any] }
    set { keep(newValue, .filters) }
  }

  /// What is applied to whatever is behind the layer. Default nil; kept without an effect.
  open var backgroundFilters: [Any]? {
    get { storedValue(forKey: "backgroundFilters") as? [Any] }
    set { keep(newValue, .backgroundFilters) }
  }

  /// Whether colours may be brighter than white. Default false; kept without an effect.
  open var wantsExtendedDynamicRangeContent: Bool {
    get { kept(.wantsExtendedDynamicRangeContent, else: false) }
    set { keep(NSNumber(value: newValue), .wantsExtendedDynamicRangeContent) }
  }

  /// How such colours are brought down. Default automatic; kept without an effect.
  open var toneMapMode: CAToneMapMode {
    get { kept(.toneMapMode, else: .automatic) }
    set { keep(newValue, .toneMapMode) }
  }

  /// How much brighter than white the contents are; 0, the default, leaves it to them. Kept without
  /// an effect.
  open var contentsHeadroom: CGFloat {
    get { kept(.contentsHeadroom, else: 0) }
    set { keep(NSNumber(value: Double(newValue)), .contentsHeadroom) }
  }

  // MARK: Time

  /// When the layer's time begins, in its superlayer's. Default 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming { $0.beginTime = MediaTiming.checked(newValue, "beginTime") } }
  }

  /// The layer's active duration. Default infinite.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming { $0.duration = newValue } }
  }

  /// Seconds of the layer's time per second of its superlayer's. Default 1.
  open var speed: Float {
    get { timing.speed }
    set { changeTiming { $0.speed = Float(MediaTiming.checked(Double(newValue), "speed")) } }
  }

  /// The layer's time at ``beginTime``. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming { $0.timeOffset = MediaTiming.checked(newValue, "timeOffset") } }
  }

  /// Kept, without an effect on a layer. Default 0.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { changeTiming { $0.repeatCount = newValue } }
  }

  /// Kept, without an effect on a layer. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { changeTiming { $0.repeatDuration = newValue } }
  }

  /// Kept, without an effect on a layer. Default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming { $0.autoreverses = newValue } }
  }

  /// Kept, without an effect on a layer. Default removed.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { changeTiming { $0.fillMode = newValue } }
  }

  /// Converts a time from another layer's, or with nil the clock's, to this layer's (semantics 1.11).
  open func convertTime(_ t: CFTimeInterval, from other: CALayer?) -> CFTimeInterval {
    localTime(at: other?.convertTime(t, to: nil) ?? t)
  }

  /// Converts a time of this layer to another layer's, or with nil to the clock's.
  open func convertTime(_ t: CFTimeInterval, to other: CALayer?) -> CFTimeInterval {
    time(of: t, in: other)
  }
}

extension CALayer: Sibling {}

extension CALayer: CustomStringConvertible, CustomDebugStringConvertible {}

extension CALayer: Hashable {
  /// Layers are equal when they are the same object.
  public static func == (a: CALayer, b: CALayer) -> Bool { a === b }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What about a layer has to be committed.
struct LayerDirt: OptionSet {
  let rawValue: UInt8
  static let values = LayerDirt(rawValue: 1)
  static let children = LayerDirt(rawValue: 2)
  static let animations = LayerDirt(rawValue: 4)
  static let custom = LayerDirt(rawValue: 8)
  /// In the context's list of layers to commit.
  static let listed = LayerDirt(rawValue: 128)
}

extension LayerDirt: CustomStringConvertible {
  /// What has to be committed, in words.
  var description: String {
    let names: [(LayerDirt, String)] = [
      (.values, "values"), (.children, "sublayers"), (.animations, "animations"),
      (.custom, "own keys"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
