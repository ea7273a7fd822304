// CALayer.swift
// A node of the layer tree: its state, and everything that a subclass may override. Swift lets a
// subclass override only what is declared in the class itself, so all of it is here; the bodies are in
// the extensions beside this file.
//
// This folder: the base class of layers, one extension for each subject. Subclasses are in `Kinds`, layout
// managers in `Layout`, and what replaces an Objective-C runtime in `Runtime`.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A rectangle of content with a geometry, an appearance, sublayers and animations.
///
/// Lengths are points; y grows downwards. A live layer, one in the tree of a visible window, belongs to
/// the main thread.
///
/// Source: Apple's `CALayer`.
open class CALayer: NSObject, CAMediaTiming {
  // The fields that every change of a property reads come first, beside the reference count: changing
  // one of many layers then loads one cache line for the object and one for the value. A check of exclusive access to each
  // would be a tenth of the time that a change takes.

  /// The layer of which this is a presentation copy.
  @exclusivity(unchecked) var presentedModel: CALayer?
  /// The context in whose tree this layer is, committed or not. The context outlives the reference: it
  /// clears it when it is invalidated; see ``LayerContext/invalidate()``.
  @exclusivity(unchecked) unowned(unsafe) var context: LayerContext?
  /// The layer of which this is a sublayer or the mask. It clears the reference when it is deallocated;
  /// a counted reference would slow down every change of a layer.
  @exclusivity(unchecked) unowned(unsafe) var parent: CALayer?
  /// The index in the committed tree; -1 before the commit.
  @exclusivity(unchecked) var slot: Int32 = -1
  @exclusivity(unchecked) var dirty: LayerDirt = []
  /// ``overrideCache`` once it was read; empty before.
  @exclusivity(unchecked) var loadedOverrideCache: OverrideCache = []
  @exclusivity(unchecked) final var layerState: LayerState = []
  /// A view's additive animations, which are resolved once the new value is stored.
  @exclusivity(unchecked) var staged: [CAAnimation] = []
  @exclusivity(unchecked) var attachments: [AttachedAnimation] = []

  /// The stock properties: of the model, or as a presentation copy shows them.
  @exclusivity(unchecked) var values = LayerValues()
  /// The values of keys that are not stock properties.
  @exclusivity(unchecked) var customValues: [String: Any] = [:]
  @exclusivity(unchecked) var childList = SiblingList<CALayer>()
  /// See ``Sibling``.
  @exclusivity(unchecked) package final var lastKnownIndex = 0
  @exclusivity(unchecked) var maskLayer: CALayer?
  /// The sublayers and the mask, of a live layer, that need layout or have descendants that do. May
  /// hold some that no longer do.
  @exclusivity(unchecked) var pendingLayouts: [CALayer] = []
  /// The context in whose tree ``slot`` is; nil without a slot. It takes the slot back before it is
  /// deallocated.
  @exclusivity(unchecked) unowned(unsafe) var committedIn: LayerContext?
  @exclusivity(unchecked) var rare = Rare<RareLayerFields>()
  /// The index in the render tree; -1 before the commit.
  package var slotInTree: Int32 { slot }

  /// Creates a layer with the default values.
  public override init() {
    super.init()
    if type(of: self) != CALayer.self { values = ClassDefaults.values(of: type(of: self)) }
  }

  /// Creates the presentation copy of a layer; called by the system only.
  ///
  /// An override copies its own stored variables. Stock properties and ``Animatable`` ones are filled
  /// in afterwards.
  public init(layer: Any) {
    super.init()
    // The first call is the copy's own; further ones are those of layers that its initialiser makes.
    layerState[.isPresentationInTheMaking] = Self.nextIsPresentation
    Self.nextIsPresentation = false
  }
  // Set for presentation copies only, on the main thread.
  nonisolated(unsafe) static var nextIsPresentation = false

  /// Creates a layer with the default values. Layers are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {}

  deinit {
    for child in children where child.parent === self { child.parent = nil }
    if let maskLayer, maskLayer.parent === self { maskLayer.parent = nil }
    releaseSublayersIteratively()
    AssociatedObjects.release(valuesOf: self)
  }

  // MARK: Actions

  /// Searches the action for a key: the delegate, `actions`, `style`, the class, the built-in one.
  open func action(forKey event: String) -> (any CAAction)? { searchAction(forKey: event) }

  /// Returns the class's action for a key. Nil in the stock classes.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// Returns the value of a key that was never set: in the stock classes, the default of a property, and nil for
  /// any other key.
  open class func defaultValue(forKey key: String) -> Any? { stockDefault(forKey: key) }

  /// Returns whether the value of a key differs from its default. Layers are not archived.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let value = value(forKey: key) else { return false }
    let usual = type(of: self) == CALayer.self ? CALayer() : CALayer.make(type(of: self))
    return !AnimatableValue(value).isEqual(to: AnimatableValue(usual.value(forKey: key)))
  }

  /// Returns whether a change of a key redraws the layer. False in the stock classes.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  // MARK: Animations

  /// Adds a copy of an animation, replacing one of the same key.
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, forKey: key) }

  /// Removes an animation before its end.
  open func removeAnimation(forKey key: String) { detachAnimation(forKey: key) }

  /// Removes all animations before their end.
  open func removeAllAnimations() { detachAllAnimations() }

  /// Returns the running copy of an animation.
  open func animation(forKey key: String) -> CAAnimation? {
    (presentedModel ?? self).attachments.last { $0.key == key }?.animation
  }

  /// The keys of the running animations, in order of addition; nil when there are none.
  open func animationKeys() -> [String]? {
    let keys = (presentedModel ?? self).attachments.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  // MARK: Display and layout

  /// Marks the contents to be redrawn before the next commit.
  open func setNeedsDisplay() { markNeedsDisplay() }

  /// Marks all of the contents to be redrawn; they are stored as drawing commands.
  open func setNeedsDisplay(_ rect: CGRect) { markNeedsDisplay() }

  /// Whether the contents are marked to be redrawn.
  open func needsDisplay() -> Bool { layerState[.needsDisplay] }

  /// Draws the contents if they are marked.
  open func displayIfNeeded() {
    guard layerState[.needsDisplay], !layerState[.isDisplaying] else { return }
    (layerState[.needsDisplay], layerState[.isDisplaying]) = (false, true)
    defer { layerState[.isDisplaying] = false }
    display()
  }

  /// Makes the contents: by the delegate, else by ``draw(in:)``.
  ///
  /// Sent to the model only. While an animation redraws the layer, an override reads the animated values from
  /// ``presentation()``, and the stock method lets a presentation copy draw. What an override sets on the layer itself
  /// changes the model without an action.
  open func display() { displayByDrawing() }

  /// Draws the contents. A stock layer calls its delegate.
  ///
  /// While an animation redraws the layer, this is sent to a presentation copy, whose values are the animated ones.
  open func draw(in ctx: CGContext) {
    if let delegate { delegate.draw(self, in: ctx) } else { noteUnimplemented() }
  }

  /// Draws the layer and its sublayers into a context, in the layer's own space: with the values of the model, or,
  /// sent to a copy from ``presentation()``, with the values that are presented.
  ///
  /// What is drawn looks as in a window, at the context's scale. Left out, as on Apple's systems, are transforms in
  /// space, copies of replicators, particles, ``filters``, ``backgroundFilters``, and the compositing filters for hue,
  /// saturation, colour and luminosity.
  open func render(in ctx: CGContext) { record(in: ctx) }

  /// Marks the sublayers to be laid out before the next commit.
  open func setNeedsLayout() { markNeedsLayout() }

  /// Whether the sublayers are marked to be laid out.
  open func needsLayout() -> Bool { layerState[.needsLayout] }

  /// Lays out marked sublayers now, from the highest marked superlayer down.
  open func layoutIfNeeded() { layOutTree() }

  /// Lays out the sublayers. A stock layer calls its delegate, else its layout manager.
  open func layoutSublayers() { layOutByDelegateOrManager() }

  /// The preferred size in the superlayer: the layout manager's, else the frame's.
  open func preferredFrameSize() -> CGSize { managedPreferredSize() ?? frame.size }

  /// Resizes the sublayers after a change of this layer's size; called when the bounds change it.
  open func resizeSublayers(withOldSize size: CGSize) { autoresizeSublayers(from: size) }

  /// Applies ``autoresizingMask`` after a change of the superlayer's size.
  open func resize(withOldSuperlayerSize size: CGSize) { autoresize(from: size) }

  /// Whether contents are drawn upside down, with y growing downwards: in a window. Each layer with flipped
  /// geometry, from this one up, inverts it.
  open func contentsAreFlipped() -> Bool { isFlippedInTree != (context?.isFlipped == true) }

  /// The distance from the corner at which a curve begins, divided by the radius.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CGPath.continuousExtent : 1
  }

  // MARK: Geometry

  /// Returns the topmost layer at a point of the superlayer's space; nil when there is none.
  open func hitTest(_ p: CGPoint) -> CALayer? { findLayer(at: p) }

  /// Returns whether a point of the layer's own space is in the bounds, the maximum edges excluded.
  open func contains(_ p: CGPoint) -> Bool {
    let box = bounds
    return p.x >= box.minX && p.x < box.maxX && p.y >= box.minY && p.y < box.maxY
  }

  /// Scrolls the nearest scroll layer above to put a point of this layer at its origin.
  open func scroll(_ p: CGPoint) { scrollAbove(to: p) }

  /// Converts a point from another layer's space to this layer's. Nil is the root layer's space.
  open func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
    p.applying(CATransform3DInvert(map(to: layer)))
  }

  /// Converts a point of this layer to another layer's space. Nil is the root layer's space.
  open func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint { p.applying(map(to: layer)) }

  /// Converts a rectangle from another layer's space; returns the upright box around it.
  open func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
    r.applying(CATransform3DInvert(map(to: layer)))
  }

  /// Converts a rectangle of this layer to another layer's space; returns the upright box around it.
  open func convert(_ r: CGRect, to layer: CALayer?) -> CGRect { r.applying(map(to: layer)) }

  // MARK: The tree

  /// The sublayers, back to front; nil when there are none.
  open var sublayers: [CALayer]? {
    get { presentedSublayers }
    set { setSublayers(newValue ?? []) }
  }

  /// The layer of which this is a sublayer or the mask.
  open var superlayer: CALayer? {
    if let presentedModel { return presentedModel.parent?.presentation() }
    return parent
  }

  /// A layer whose alpha masks this one and its sublayers. Default nil.
  ///
  /// A layer that becomes a mask leaves its superlayer.
  ///
  /// - Precondition: The mask is not this layer or above it.
  open var mask: CALayer? {
    get { presentedModel.map { $0.maskLayer?.presentation() } ?? maskLayer }
    set { setMask(newValue) }
  }

  /// Adds a layer in front of all others, removing it from its previous superlayer.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: childList.count) }

  /// Inserts a layer at an index, 0 behind all others. Beyond the last sublayer, the layer is in front of all.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) { insert(layer, checked: index) }

  /// Inserts a layer directly behind a sublayer; without one, behind all.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, below: sibling)
  }

  /// Inserts a layer directly in front of a sublayer; without one, in front of all.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, above: sibling)
  }

  /// Replaces a sublayer with another layer.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    replace(oldLayer, with: newLayer)
  }

  /// Removes the layer from its superlayer; its animations end with the commit.
  open func removeFromSuperlayer() { detachFromSuperlayer() }

  // MARK: Key-value coding

  /// Returns the value of a key: a property, a value that was set, else the class's default.
  open func value(forKey key: String) -> Any? { withoutNull(storedValue(forKey: key), forKey: key) }

  /// Sets the value of a key. Any key can be set, and each searches an action.
  open func setValue(_ value: Any?, forKey key: String) { storeValue(value, forKey: key) }

  /// Returns the value at a key path such as "transform.rotation.z".
  open func value(forKeyPath keyPath: String) -> Any? { storedValue(forKeyPath: keyPath) }

  /// Sets the value at a key path.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    storeValue(value, forKeyPath: keyPath)
  }

  /// Called after a change of what the layer observes by `addObserver(_:forKeyPath:options:context:)`.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  // MARK: Descriptions

  /// The class and the object's address.
  open override var description: String { "<\(type(of: self)): \(ObjectIdentifier(self).asText)>" }

  /// The class, the address, and every value that differs from its default, a line each.
  open override var debugDescription: String { longDescription }

  // MARK: Properties

  /// The source of contents, layout and actions. Not retained.
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
      let size = values.bounds.size
      if change(.bounds, \.bounds, finite(newValue, .bounds).standardized) {
        boundsDidChange(from: size)
      }
    }
  }

  /// The anchor point in the superlayer's space. Default zero; animatable.
  ///
  /// - Precondition: No number is NaN or infinite.
  open var position: CGPoint {
    get { values.position }
    set { change(.position, \.position, finite(newValue, .position)) }
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
      if change(.transform, \.transform, finite(newValue, .transform)) { transformDidChange() }
    }
  }

  /// The opacity, 0 transparent to 1 opaque. Values outside are stored, and clamped when drawn; NaN is
  /// 0. Default 1; animatable.
  open var opacity: Float {
    get { Float(nearest: values.opacity) }
    set { change(.opacity, \.opacity, Double(number(CGFloat(newValue), .opacity))) }
  }

  /// The contents: a `CGImage`, or the drawing of ``draw(in:)``. Default nil; animatable.
  open var contents: Any? {
    get { values.contents.flatMap { AnimatableValue.contents($0).any } }
    set {
      var new: LayerContents?
      switch AnimatableValue(newValue) {
      case .contents(let value): new = value
      case .none: break
      default: new = newValue.map { .object(ContentsObject(value: $0)) }
      }
      store(contents: new)
    }
  }

  /// The background colour. Default nil; animatable.
  open var backgroundColor: CGColor? {
    get { values.backgroundColor }
    set { change(.backgroundColor, \.backgroundColor, newValue) }
  }

  /// The radius of the corners of background and border, in points; NaN is 0. Default 0; animatable.
  open var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set { change(.cornerRadius, \.cornerRadius, number(newValue, .cornerRadius)) }
  }

  /// Whether the layer and its sublayers are hidden. Default false.
  open var isHidden: Bool {
    get { values.isHidden }
    set { change(.hidden, \.isHidden, newValue) }
  }

  /// Whether sublayers and contents are clipped to the bounds. Default false.
  open var masksToBounds: Bool {
    get { values.masksToBounds }
    set { change(.masksToBounds, \.masksToBounds, newValue) }
  }

  /// The name, for descriptions and messages. Default nil.
  open var name: String? {
    get { rare[\.name] }
    set {
      changeRare("name") { $0.name = newValue }
      if slot >= 0 { context?.mark(self, .values) }
    }
  }

  /// Actions by key: the second step of the action search. Default nil.
  open var actions: [String: any CAAction]? {
    get { rare[\.actions] }
    set { changeRare("actions") { $0.actions = newValue } }
  }

  /// Values of keys that were never set; its "actions" are the third step of the action search.
  /// Default nil.
  open var style: [AnyHashable: Any]? {
    get { rare[\.style] }
    set {
      let old = rare[\.style]
      changeRare("style") { $0.style = newValue }
      styleDidChange(from: old)
    }
  }

  /// Whether a change of the bounds' size redraws the layer. Default false.
  open var needsDisplayOnBoundsChange: Bool {
    get { layerState[.displaysOnBoundsChange] }
    set { layerState[.displaysOnBoundsChange] = newValue }
  }

  /// The distance towards the viewer, in points; orders siblings. Default 0; animatable.
  open var zPosition: CGFloat {
    get { values.zPosition }
    set { change(.zPosition, \.zPosition, finite(newValue, .zPosition)) }
  }

  /// The point of the bounds, 0...1 of its size, that is at ``position``. Default the middle;
  /// animatable.
  open var anchorPoint: CGPoint {
    get { values.anchorPoint }
    set { change(.anchorPoint, \.anchorPoint, finite(newValue, .anchorPoint)) }
  }

  /// The anchor's distance in z, in points. Default 0; animatable.
  open var anchorPointZ: CGFloat {
    get { values.anchorPointZ }
    set { change(.anchorPointZ, rare: \.anchorPointZ, finite(newValue, .anchorPointZ)) }
  }

  /// A transform of all sublayers about this layer's anchor point. Default identity; animatable.
  open var sublayerTransform: CATransform3D {
    get { values.sublayerTransform }
    set {
      change(.sublayerTransform, rare: \.sublayerTransform, finite(newValue, .sublayerTransform))
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
    set { change(.borderColor, rare: \.borderColor, newValue) }
  }

  /// The shadow's colour. Default opaque black; animatable.
  open var shadowColor: CGColor? {
    get { values.shadowColor }
    set { change(.shadowColor, rare: \.shadowColor, newValue) }
  }

  /// The shadow's opacity, 0...1; NaN is 0. Default 0; animatable.
  open var shadowOpacity: Float {
    get { Float(nearest: values.shadowOpacity) }
    set {
      change(
        .shadowOpacity, rare: \.shadowOpacity, Double(number(CGFloat(newValue), .shadowOpacity)))
    }
  }

  /// The shadow's offset, in points. Default (0, -3); animatable.
  open var shadowOffset: CGSize {
    get { values.shadowOffset }
    set { change(.shadowOffset, rare: \.shadowOffset, finite(newValue, .shadowOffset)) }
  }

  /// The standard deviation of the shadow's blur, in points. Default 3; animatable.
  open var shadowRadius: CGFloat {
    get { values.shadowRadius }
    set { change(.shadowRadius, rare: \.shadowRadius, finite(newValue, .shadowRadius)) }
  }

  /// The outline that casts the shadow in place of the layer's own. Default nil; animatable.
  open var shadowPath: CGPath? {
    get { values.shadowPath }
    set { change(.shadowPath, rare: \.shadowPath, newValue) }
  }

  /// The visible part of the contents, in fractions of them. Default all; animatable.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set { change(.contentsRect, rare: \.contentsRect, finite(newValue, .contentsRect)) }
  }

  /// The part of the contents that stretches, in fractions of them. Default all; animatable.
  open var contentsCenter: CGRect {
    get { values.contentsCenter }
    set { change(.contentsCenter, rare: \.contentsCenter, finite(newValue, .contentsCenter)) }
  }

  /// Pixels of the contents per point: positive and finite. Any other number acts as 1, and is reported once.
  /// Default 1; animatable.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set {
      change(.contentsScale, \.contentsScale, positive(newValue, "contentsScale"))
    }
  }

  /// The placement of the contents in the bounds. Default resize.
  open var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { change(.contentsGravity, rare: \.contentsGravity, newValue) }
  }

  /// The filter for contents that are scaled down. Default linear.
  open var minificationFilter: CALayerContentsFilter {
    get { values.minificationFilter }
    set { change(.minificationFilter, rare: \.minificationFilter, newValue) }
  }

  /// The filter for contents that are scaled up. Default linear.
  open var magnificationFilter: CALayerContentsFilter {
    get { values.magnificationFilter }
    set { change(.magnificationFilter, rare: \.magnificationFilter, newValue) }
  }

  /// A bias of the mipmap level of contents that are scaled down; each level has half the size.
  /// Default 0; animatable. Stored without an effect.
  open var minificationFilterBias: Float {
    get { Float(nearest: values.minificationFilterBias) }
    set {
      let bias = finite(CGFloat(newValue), .minificationFilterBias)
      change(.minificationFilterBias, rare: \.minificationFilterBias, bias)
    }
  }

  /// The curve of rounded corners: of background, border, clip, gradient and shadow. Default circular.
  open var cornerCurve: CALayerCornerCurve {
    get { values.cornerCurve }
    set { change(.cornerCurve, rare: \.cornerCurve, newValue) }
  }

  /// The edges that ``allowsEdgeAntialiasing`` smooths. Default all four. Stored without an effect.
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { values.edgeAntialiasingMask }
    set { change(.edgeAntialiasingMask, rare: \.edgeAntialiasingMask, newValue) }
  }

  /// Whether edges that cross pixels are smoothed. Default false. Stored without an effect: they always are.
  open var allowsEdgeAntialiasing: Bool {
    get { values.allowsEdgeAntialiasing }
    set { change(.allowsEdgeAntialiasing, rare: \.allowsEdgeAntialiasing, newValue) }
  }

  /// The corners that are rounded. Default all four.
  open var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { change(.maskedCorners, rare: \.maskedCorners, newValue) }
  }

  /// Whether the layer is visible from behind. Default true.
  open var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set { change(.doubleSided, \.isDoubleSided, newValue) }
  }

  /// Whether the y of sublayers is mirrored about the bounds. Default false.
  open var isGeometryFlipped: Bool {
    get { values.isGeometryFlipped }
    set { change(.geometryFlipped, \.isGeometryFlipped, newValue) }
  }

  /// Whether opacity applies to the layer and its sublayers as a group. Default true.
  open var allowsGroupOpacity: Bool {
    get { values.allowsGroupOpacity }
    set { change(.allowsGroupOpacity, \.allowsGroupOpacity, newValue) }
  }

  /// Whether the layer is rendered into a bitmap first. Default false.
  open var shouldRasterize: Bool {
    get { values.shouldRasterize }
    set { change(.shouldRasterize, \.shouldRasterize, newValue) }
  }

  /// Pixels per point of that bitmap. Default 1; animatable.
  open var rasterizationScale: CGFloat {
    get { values.rasterizationScale }
    set {
      let scale = finite(newValue, .rasterizationScale, ifNaN: 1)
      change(.rasterizationScale, rare: \.rasterizationScale, scale)
    }
  }

  /// A promise that the contents are opaque. Default false. Stored without an effect.
  open var isOpaque: Bool {
    get { values.isOpaque }
    set { change(.opaque, \.isOpaque, newValue) }
  }

  /// The standard deviation, in points, of a blur of what is behind the layer, within its bounds and corners.
  /// Default 0; animatable. For visual effect views.
  package var backdropRadius: CGFloat {
    get { values.backdropRadius }
    set { change(.backdropRadius, rare: \.backdropRadius, finite(newValue, .backdropRadius)) }
  }

  /// The image that repeats from the bounds' origin on, over the background colour and under everything else; nil for
  /// none. It changes without an animation. For the pattern colours of views.
  package var backgroundPattern: PatternImage? {
    get { values.backgroundPattern }
    set {
      guard values.backgroundPattern != newValue else { return }
      refuseOnPresentation("its background")
      ensureTransaction()
      values.backgroundPattern = newValue
      context?.mark(self, .values)
    }
  }

  /// The numbers that the layer's filters read, for the table of properties.
  package var filterInputs: [Double]? {
    get { values.filterInputs }
    set { change(.filterInputs, \.filterInputs, newValue) }
  }

  // MARK: Filters, and properties without an effect

  /// The pixel format of the contents. Default RGBA8; stored without an effect.
  open var contentsFormat: CALayerContentsFormat {
    get { stored(.contentsFormat, default: .RGBA8Uint) }
    set { store(newValue, in: .contentsFormat) }
  }

  /// Whether `draw(in:)` may run later on another thread. Default false; stored without an effect.
  open var drawsAsynchronously: Bool {
    get { stored(.drawsAsynchronously, default: false) }
    set { store(NSNumber(value: newValue), in: .drawsAsynchronously) }
  }

  /// The filter that composites the layer with its background: a ``CIFilter`` of a blend mode, or its name,
  /// such as "multiplyBlendMode". Default nil.
  open var compositingFilter: Any? {
    get { storedValue(forKey: "compositingFilter") }
    set { store(newValue, in: .compositingFilter) }
  }

  /// Filters of the layer and its sublayers, the first one first; see ``CIFilter``. Default nil.
  ///
  /// An input changes by its key path, such as "filters.blur.inputRadius", at once; an animation with that key
  /// path animates it. Animatable are the inputs that are numbers.
  open var filters: [Any]? {
    get { storedValue(forKey: "filters") as? [Any] }
    set { store(newValue, in: .filters) }
  }

  /// Filters of what is behind the layer, within its bounds and corners; see ``CIFilter``. Default nil.
  open var backgroundFilters: [Any]? {
    get { storedValue(forKey: "backgroundFilters") as? [Any] }
    set { store(newValue, in: .backgroundFilters) }
  }

  /// Whether colours may be brighter than white. Default false; stored without an effect.
  open var wantsExtendedDynamicRangeContent: Bool {
    get { stored(.wantsExtendedDynamicRangeContent, default: false) }
    set { store(NSNumber(value: newValue), in: .wantsExtendedDynamicRangeContent) }
  }

  /// The tone mapping of such colours. Default automatic; stored without an effect.
  open var toneMapMode: CAToneMapMode {
    get { stored(.toneMapMode, default: .automatic) }
    set { store(newValue, in: .toneMapMode) }
  }

  /// The brightness of the contents relative to white; 0 takes it from the contents. Default 0; stored
  /// without an effect.
  open var contentsHeadroom: CGFloat {
    get { stored(.contentsHeadroom, default: 0) }
    set { store(NSNumber(value: Double(newValue)), in: .contentsHeadroom) }
  }

  // MARK: Time

  /// The start of the layer's time, in its superlayer's. Default 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming { $0.beginTime = MediaTiming.finite(newValue, "\(label): beginTime") } }
  }

  /// The layer's active duration, in seconds. Default infinite.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming { $0.duration = MediaTiming.number(newValue, "\(label): duration") } }
  }

  /// Seconds of the layer's time per second of its superlayer's. Default 1.
  open var speed: Float {
    get { timing.speed }
    set { changeTiming { $0.speed = MediaTiming.speed(newValue, of: label) } }
  }

  /// The layer's time at ``beginTime``, in seconds. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming { $0.timeOffset = MediaTiming.finite(newValue, "\(label): timeOffset") } }
  }

  /// Stored, without an effect on a layer. Default 0.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { changeTiming { $0.repeatCount = MediaTiming.number(newValue, "\(label): repeatCount") } }
  }

  /// Stored, without an effect on a layer. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set {
      changeTiming { $0.repeatDuration = MediaTiming.number(newValue, "\(label): repeatDuration") }
    }
  }

  /// Stored, without an effect on a layer. Default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming { $0.autoreverses = newValue } }
  }

  /// Stored, without an effect on a layer. Default removed.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { changeTiming { $0.fillMode = newValue } }
  }

  /// Converts a time of another layer to this layer's: 0 before ``beginTime``. Nil is the clock's time.
  open func convertTime(_ t: CFTimeInterval, from other: CALayer?) -> CFTimeInterval {
    time(t, from: other)
  }

  /// Converts a time of this layer to another layer's. Nil is the clock's time.
  open func convertTime(_ t: CFTimeInterval, to other: CALayer?) -> CFTimeInterval {
    time(of: t, in: other)
  }

  // MARK: Model and presentation

  /// Returns a read-only copy of the layer with the presented values: those last committed, with the running
  /// animations applied at the begin of the current transaction, in a frame at the frame's time. All copies of a
  /// turn of the run loop thus agree, however much time passes. An ``Animatable`` property
  /// without an animation has its current value.
  ///
  /// Nil until the layer is committed.
  open func presentation() -> Self? {
    presentationCopy().map { unsafeDowncast($0, to: Self.self) }
  }

  /// Returns the layer of which this is a presentation copy; any other layer returns itself.
  open func model() -> Self {
    presentedModel.map { unsafeDowncast($0, to: Self.self) } ?? self
  }

  // MARK: Affine transform

  /// Returns the transform as an affine one; the identity if it is not affine.
  open func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? transform.affine : .identity
  }

  /// Sets the transform to an affine one.
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3D(m) }

  // MARK: Scrolling

  /// Scrolls the nearest scroll layer to make a rectangle of this layer visible. Does nothing without one.
  open func scrollRectToVisible(_ r: CGRect) {
    guard let scroller = scrollLayer else { return }
    scroller.scroll(to: scroller.convert(r, from: self))
  }

  /// The part of the bounds that is visible in the nearest scroll layer; all of them without one.
  open var visibleRect: CGRect {
    guard let scroller = scrollLayer, scroller !== self else { return bounds }
    let shown = bounds.overlap(with: convert(scroller.bounds, from: scroller))
    return shown.isNull ? .zero : shown
  }

  // MARK: Layout by masks, constraints and managers

  /// The parts that are resized with the superlayer. Default none: the frame does not change.
  ///
  /// The flexible parts share a change of size in proportion to their lengths, or equally where all
  /// lengths are 0. The frame changes when the superlayer's bounds are set.
  open var autoresizingMask: CAAutoresizingMask {
    get { model().rare[\.autoresizingMask] ?? [] }
    set {
      changeRare("autoresizingMask") { $0.autoresizingMask = newValue }
      if isAutoresizing { parent?.layerState[.hasAutoresizingSublayers] = true }
    }
  }

  /// The constraints of the layer's frame, applied where the superlayer's layout manager is a
  /// ``CAConstraintLayoutManager``. Default nil.
  open var constraints: [CAConstraint]? {
    get {
      let own = model().rare[\.constraints] ?? []
      return own.isEmpty ? nil : own
    }
    set {
      changeRare("constraints") { $0.constraints = newValue ?? [] }
      parent?.setNeedsLayout()
    }
  }

  /// Adds to ``constraints``.
  open func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }

  /// Lays out the sublayers when the delegate does not. Retained. Default nil.
  open var layoutManager: (any CALayoutManager)? {
    get { model().rare[\.layoutManager] }
    set {
      changeRare("layoutManager") { $0.layoutManager = newValue }
      setNeedsLayout()
    }
  }
}

extension CALayer: Sibling, AssociationOwner {}

/// The parts of a layer that have to be committed.
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
  /// The parts to commit, in words.
  var description: String {
    let names: [(LayerDirt, String)] = [
      (.values, "values"), (.children, "sublayers"), (.animations, "animations"),
      (.custom, "own keys"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
