// UIWindow.swift
// Stage: events. Input events come in; touches, key presses and text go out to responders.
// A window that is not hidden makes its layers live.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
package import HostInterface
package import QuartzCore

/// The root of a tree of views.
///
///     let window = UIWindow(frame: UIScreen.main.bounds)
///     window.rootViewController = controller
///     window.makeKeyAndVisible()
///
/// A window that is added to another view behaves as a plain view there: its own layer tree ends, it belongs
/// to that view's window, and it cannot become the key window. After its removal it is a hidden window.
///
/// A shown window is retained by nothing but the program, as on iOS: it is closed when its last reference is released.
@preconcurrency @MainActor
open class UIWindow: UIView {
  /// The context of the live layer tree; nil while the window is hidden or its layer is in another tree.
  package final var context: LayerContext? {
    if isOverlay { return base?.context }
    guard let context = hold?.context, context.isAlive else { return nil }
    return context
  }

  private var hold: LayerContext.Hold?

  /// The traits that were asked for last, and what they are in the window: every view of it asks for the same ones.
  private final var lastTraits: (given: UITraitCollection, size: CGSize, sized: UITraitCollection)?

  /// Traits with the size classes of the window.
  final func sized(_ traits: UITraitCollection) -> UITraitCollection {
    if let lastTraits, lastTraits.given === traits, lastTraits.size == bounds.size {
      return lastTraits.sized
    }
    let sized = traits.inWindow(bounds.size)
    lastTraits = (traits, bounds.size, sized)
    return sized
  }

  /// The window that this one is shown above; see ``windowLevel``. Nil for one with a frame of the desktop's own.
  private(set) final weak var base: UIWindow?
  private final var overlayHold: OverlayHold?
  /// Whether the window is shown within another one.
  package final var isOverlay: Bool { overlayHold != nil }
  /// The windows that are shown above this one.
  final var overlays: [WeakOverlay] = []
  /// The window that was pressed, until the pointer is released.
  final weak var pointerOwner: UIWindow?
  /// Whether the program has not set the background.
  private final var hasDefaultBackground = false

  /// The first receiver of keys and text.
  final weak var currentFirstResponder: UIResponder? {
    didSet { if currentFirstResponder !== oldValue { firstResponderDidChange?() } }
  }

  /// Called when the first responder has changed.
  package final var firstResponderDidChange: (@MainActor () -> Void)?

  /// The colour of the keyboard focus ring. Default system blue.
  package final var focusRingColor = UIColor.systemBlue

  /// Whether the window system sends keys to this window.
  package private(set) final var hasKeyboardFocus = true

  /// Whether any part of the window is visible on the screen. Default true, until the host reports.
  package private(set) final var isVisible = true

  /// Called with each input event before it is delivered. Default nil.
  package final var inputObserver: ((InputEvent.Kind) -> Void)?

  /// The title of the host's window frame. Default nil, which is the scene's.
  package final var title: String? { didSet { if title != oldValue { frameObserver?() } } }

  /// Called when the title or the limits of the host's window frame have changed.
  package final var frameObserver: (@MainActor () -> Void)?

  private final let touches = TouchTracker()
  private var cursorKind = PointerShape.arrow
  /// Whether the key that is down moved the focus. Its text must not reach the new first responder.
  private final var textBelongsElsewhere = false
  private final let hovering = HoverTracker()

  /// Creates a hidden window with a frame, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    layer.isHidden = true
    setDefaultBackground(.black)
  }

  /// Creates a hidden window of a scene, of the screen's size.
  ///
  /// - Parameter windowScene: The scene, whose title is that of the window.
  public init(windowScene: UIWindowScene) {
    super.init(frame: windowScene.screen.bounds)
    layer.isHidden = true
    setDefaultBackground(.black)
    ownScene = windowScene
    windowScene.add(self)
  }

  /// Creates a hidden window of the screen's size.
  public convenience init() { self.init(frame: UIScreen.main.bounds) }

  /// Creates a hidden window of no size.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    layer.isHidden = true
  }

  /// The background. Default black; none where the window is shown above another.
  open override var backgroundColor: UIColor? {
    get { super.backgroundColor }
    set {
      hasDefaultBackground = false
      super.backgroundColor = newValue
    }
  }

  private func setDefaultBackground(_ color: UIColor?) {
    backgroundColor = color
    hasDefaultBackground = true
  }

  // MARK: Scene

  /// The scene that the window was assigned to.
  private(set) final weak var ownScene: UIWindowScene?

  /// The scene of the window. Default that of a program without scenes, which has all windows; nil in a program with
  /// scenes, where such a window is shown, but counts for no scene.
  open weak var windowScene: UIWindowScene? {
    get { ownScene ?? UIApplication.shared.implicitScene }
    set {
      guard newValue !== ownScene else { return }
      ownScene?.remove(self)
      ownScene = newValue
      newValue?.add(self)
      frameObserver?()
    }
  }

  /// The title of the host's window frame. Nil for the name of the program.
  package final var frameTitle: String? {
    if let title { return title }
    return windowScene?.title.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the window covers its screen, without a frame.
  package final var isFullScreen = false {
    didSet { if isFullScreen != oldValue { frameObserver?() } }
  }

  /// The smallest and the largest size that the scene allows, in points. Nil where it has no limit.
  package final var sizeLimits: (minimum: CGSize?, maximum: CGSize?) {
    guard let limits = windowScene?.sizeRestrictions else { return (nil, nil) }
    func limit(_ size: CGSize) -> CGSize? {
      let isLimit = [size.width, size.height].contains { $0 > 0 && $0 < Self.largestSize }
      return isLimit ? size : nil
    }
    return (limit(limits.minimumSize), limit(limits.maximumSize))
  }

  /// Points beyond which a size is no limit: windows are never as large.
  private static let largestSize: CGFloat = 1e5

  /// The user has closed the window.
  package final func close() {
    isHidden = true
    windowScene?.windowWasClosed()
  }

  // MARK: Visibility

  /// Whether the window is off the screen. Default true. The layers of a visible window are committed,
  /// and their animations run. In another view, this is the view's own `isHidden`.
  open override var isHidden: Bool {
    get { isTop || isOverlay ? context == nil : super.isHidden }
    set {
      guard newValue != isHidden else { return }
      if isTop || isOverlay {
        newValue ? hide() : show()
      } else {
        endTree()
        super.isHidden = newValue
      }
    }
  }

  /// Whether the window's layer has no superlayer, so that it can be the root of a live tree.
  private var isTop: Bool { layer.superlayer == nil }

  /// Shows the window and makes it the key window.
  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }

  /// Makes the window the key window. Has no effect in another view.
  open func makeKey() {
    guard isTop || isOverlay else { return }
    let application = UIApplication.shared
    guard application.keyWindow !== self else { return }
    let old = application.keyWindow
    application.keyWindow = self
    old?.resignKey()
    becomeKey()
  }

  /// The window has become the key window.
  open func becomeKey() {}

  /// The window is no longer the key window.
  open func resignKey() {}

  /// Whether the window is the key window.
  open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  private func show() {
    if AppearanceRules.isInUse { AppearanceRules.apply(to: self) }
    layer.isHidden = false
    let below = windowBelow
    if hasDefaultBackground { setDefaultBackground(below == nil ? .black : nil) }
    if let below {
      attach(above: below)
    } else {
      let context = LayerContext(root: layer)
      context.isFlipped = true
      hold = LayerContext.Hold(context)
    }
    UIApplication.shared.windowDidAppear(self)
    forEachInTree {
      $0.windowDidShow()
      $0.owningController?.appear()
    }
  }

  private func attach(above below: UIWindow) {
    base = below
    below.overlays.removeAll { $0.window == nil }
    below.overlays.append(WeakOverlay(window: self))
    // A window of a phone is as large as its screen.
    if bounds.size == UIScreen.main.bounds.size {
      frame = CGRect(origin: .zero, size: below.bounds.size)
    }
    adoptLevel()
    below.layer.addSublayer(layer)
    overlayHold = OverlayHold(layer)
  }

  /// In front of the views of the window below, also of those that are added later.
  private func adoptLevel() { layer.zPosition = 1e5 + windowLevel.rawValue }

  private func hide() {
    touches.cancel()
    for overlay in overlaysFromFront { overlay.isHidden = true }
    forEachInTree { $0.owningController?.disappear() }
    layer.isHidden = true
    endTree()
  }

  /// Ends the window's own live tree, if any.
  private func endTree() {
    if isOverlay {
      // Removes the layer.
      overlayHold = nil
      base?.overlays.removeAll { $0.window == nil || $0.window === self }
      if base?.pointerOwner === self { base?.pointerOwner = nil }
      base = nil
      layer.zPosition = 0
      UIApplication.shared.windowDidDisappear(self)
      return
    }
    guard let hold else { return }
    hold.context.invalidate()
    self.hold = nil
    UIApplication.shared.windowDidDisappear(self)
  }

  override func willLeaveTop() {
    touches.cancel()
    for overlay in overlaysFromFront { overlay.isHidden = true }
    if let responder = currentFirstResponder {
      responder.resignFirstResponder()
      // As for every view that leaves its window, a refusal has no effect.
      currentFirstResponder = nil
    }
    endTree()
  }

  // MARK: Hierarchy

  /// The controller whose view fills the window. Default nil. The root controller of another window leaves that
  /// window, as its view can be in one only.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      if let old = oldValue?.viewIfLoaded, old.superview === self { old.removeFromSuperview() }
      guard let view = rootViewController?.view else { return }
      if let other = view.superview as? UIWindow, other.rootViewController === rootViewController {
        other.rootViewController = nil
      }
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(view)
    }
  }

  /// The window itself, or inside another view that view's window.
  open override var window: UIWindow? { storedSuperview == nil ? self : super.window }

  override var asWindow: UIWindow? { self }

  /// The scene that it was assigned to, else the application; inside another view that view.
  open override var next: UIResponder? {
    guard storedSuperview == nil else { return super.next }
    return ownScene ?? UIApplication.shared
  }

  /// The screen that the window is on.
  open var screen: UIScreen { .main }

  /// The stacking order of windows.
  public struct Level: RawRepresentable, Hashable, Sendable {
    /// Greater ones are in front.
    public let rawValue: CGFloat
    /// Creates a level.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// Creates a level.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    /// 0.
    public static let normal = Level(0)
    /// 1000.
    public static let statusBar = Level(1000)
    /// 2000.
    public static let alert = Level(2000)
  }

  /// The stacking order of windows. Default normal.
  ///
  /// A window of a higher level than normal lies within another window of its scene, above its content, if one is shown;
  /// it is hidden with that. All others have a frame of the desktop's own, in whose order the user puts them.
  open var windowLevel = Level.normal {
    didSet {
      guard windowLevel != oldValue, storedSuperview == nil, !isHidden else { return }
      if isOverlay, windowLevel > .normal {
        adoptLevel()
      } else if isOverlay != (windowBelow != nil) {
        let wasKey = isKeyWindow
        hide()
        show()
        if wasKey { makeKey() }
      }
    }
  }

  // MARK: Events

  /// Handles an input event of the host.
  package final func deliver(_ event: InputEvent) {
    inputObserver?(event.kind)
    if UIApplication.shared.isIgnoringInteractionEvents, event.kind.isInteraction { return }
    if passOn(event) { return }
    switch event.kind {
    case .pointerDown(let point, let button, let clicks):
      // UIKit has no secondary buttons, except for menus.
      guard button == 1 else {
        if button == 3 { showContextMenu(at: point) }
        return
      }
      currentFirstResponder?.setFocusRingVisible(false)
      touches.begin(at: point, clicks: clicks, time: event.time, in: self)
    case .pointerMoved(let point):
      touches.move(to: point, time: event.time)
      updateCursor(at: point)
    case .pointerUp(let point, let button):
      guard button == 1 else { return }
      touches.end(at: point, time: event.time)
      updateCursor(at: point)
    case .pointerLeft:
      hovering.move(over: nil, at: UITouch())
    case .scroll(let point, let deltaX, let deltaY, let modifiers):
      hovering.hideToolTip()
      scroll(
        at: point, by: CGVector(dx: deltaX, dy: deltaY), modifiers: UIKeyModifierFlags(modifiers))
    case .keyDown(let key, let modifiers, let isRepeat):
      hovering.hideToolTip()
      let press = UIPress(
        phase: .began, key: UIKey(key: key, modifierFlags: UIKeyModifierFlags(modifiers)),
        isRepeat: isRepeat)
      if let key = press.key {
        let isTyping = textTarget != nil && TextEditingCommand(key) != nil
        if keyTarget.sendCommand(of: key, isTyping: isTyping) {
          textBelongsElsewhere = true
          return
        }
      }
      let focus = currentFirstResponder
      keyTarget.pressesBegan([press], with: UIPressesEvent(timestamp: event.time, presses: [press]))
      textBelongsElsewhere = currentFirstResponder !== focus
    case .keyUp(let key, let modifiers):
      textBelongsElsewhere = false
      let press = UIPress(
        phase: .ended, key: UIKey(key: key, modifierFlags: UIKeyModifierFlags(modifiers)))
      keyTarget.pressesEnded([press], with: UIPressesEvent(timestamp: event.time, presses: [press]))
    case .text(let text):
      if !textBelongsElsewhere { textTarget?.insertText(text) }
    case .composition(let text):
      (textTarget as? any TextCompositionClient)?.setComposedText(text)
    case .resized(let size, let scale):
      hovering.hideToolTip()
      resize(to: size, scale: scale)
    case .focusChanged(let hasFocus):
      hasKeyboardFocus = hasFocus
      if !hasFocus { touches.cancel() }
      if hasFocus { makeKey() }
      currentFirstResponder?.windowFocusDidChange()
      UIApplication.shared.updateApplicationState()
    case .visibilityChanged(let isVisible):
      self.isVisible = isVisible
      UIApplication.shared.updateApplicationState()
    case .dropped(let urls, let place):
      if !takeDrop(urls, at: place) { UIApplication.shared.open(urls, in: windowScene) }
    case .exposed, .closeRequested:
      // Handled by the host; views do not change.
      break
    }
  }

  /// The receiver of keys: the first responder, else the root controller's view.
  private var keyTarget: UIResponder {
    currentFirstResponder ?? rootViewController?.viewIfLoaded ?? self
  }

  private var textTarget: (any UIKeyInput)? {
    var responder = currentFirstResponder
    while let some = responder {
      if let target = some as? any UIKeyInput { return target }
      responder = some.next
    }
    return nil
  }

  /// Moves the keyboard focus with Tab; other keys go up the responder chain.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if storedSuperview == nil, let key = presses.first?.key, key.key == .tab,
      key.modifierFlags.isDisjoint(with: [.control, .alternate, .command])
    {
      moveFocus(backwards: key.modifierFlags.contains(.shift))
    } else {
      super.pressesBegan(presses, with: event)
    }
  }

  /// Moves the keyboard focus to the next or previous focusable view, in tree order.
  package final func moveFocus(backwards: Bool = false) {
    var stops: [UIView] = []
    collectFocusStops(into: &stops)
    guard !stops.isEmpty else { return }
    let current = stops.firstIndex { $0 === currentFirstResponder }
    let next =
      switch (current, backwards) {
      case (nil, false): 0
      case (nil, true): stops.count - 1
      case (let index?, false): (index + 1) % stops.count
      case (let index?, true): (index + stops.count - 1) % stops.count
      }
    moveFocus(to: stops[next])
  }

  /// Moves the keyboard focus to the first focusable view within another. Returns false without one.
  package final func moveFocus(into view: UIView) -> Bool {
    var stops: [UIView] = []
    view.collectFocusStops(into: &stops)
    guard let first = stops.first else { return false }
    moveFocus(to: first)
    return true
  }

  /// Moves the keyboard focus to a view, with its ring, and scrolls to it.
  package final func moveFocus(to view: UIView) {
    guard view.becomeFirstResponder() else { return }
    view.setFocusRingVisible(true)
    var ancestor = view.superview
    while let some = ancestor {
      if let scroller = some as? UIScrollView {
        scroller.scrollRectToVisible(view.convert(view.bounds, to: scroller), animated: false)
      }
      ancestor = some.superview
    }
  }

  private func scroll(at point: CGPoint, by delta: CGVector, modifiers: UIKeyModifierFlags) {
    var view = hitTest(point, with: nil)
    while let some = view {
      for recognizer in some.gestureRecognizers ?? []
      where recognizer.wheelMoved(delta, modifiers: modifiers, at: point) { return }
      if some.scrollByWheel(delta) { return }
      view = some.superview
    }
  }

  private func updateCursor(at point: CGPoint) {
    guard !touches.isTracking else { return }
    let view = hitTest(point, with: nil)
    let touch = UITouch()
    touch.window = self
    touch.windowLocation = point
    hovering.move(over: view, at: touch)
    let kind = view?.pointerShape(for: touch) ?? .arrow
    guard kind != cursorKind else { return }
    cursorKind = kind
    Platform.services.setPointerShape(kind)
  }

  private func resize(to size: CGSize, scale: CGFloat) {
    let traits = UITraitCollection.ofScreen
    if scale != UIScreen.main.scale { UIScreen.main.scale = scale }
    if scale != contentScaleFactor {
      forEachInTree { view in
        view.contentScaleFactor = scale
        view.setNeedsDisplay()
      }
    }
    if scale != traits.displayScale { traitsDidChangeInTree(from: traits) }
    let old = bounds.size
    let transition = size == old ? nil : SizeTransition(of: self)
    let before = traitCollection
    let after = before.inWindow(size)
    if let transition {
      if after != before { rootViewController?.willTransition(to: after, with: transition) }
      rootViewController?.viewWillTransition(to: size, with: transition)
    }
    frame.size = size
    if after != before { traitsDidChangeInTree(from: before) }
    setNeedsLayout()
    layoutIfNeeded()
    transition?.complete()
    resizeOverlays(from: old, scale: scale)
    if transition != nil { windowScene?.sizeDidChange(from: old) }
  }
}

extension UIWindow.Level: Comparable {
  /// Whether the first level is behind.
  public static func < (lhs: UIWindow.Level, rhs: UIWindow.Level) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
  /// A level that is in front by a number.
  public static func + (lhs: UIWindow.Level, rhs: CGFloat) -> UIWindow.Level {
    UIWindow.Level(lhs.rawValue + rhs)
  }
  /// A level that is behind by a number.
  public static func - (lhs: UIWindow.Level, rhs: CGFloat) -> UIWindow.Level {
    UIWindow.Level(lhs.rawValue - rhs)
  }
  /// The difference between two levels.
  public static func - (lhs: UIWindow.Level, rhs: UIWindow.Level) -> CGFloat {
    lhs.rawValue - rhs.rawValue
  }
  /// Adds a number.
  public static func += (lhs: inout UIWindow.Level, rhs: CGFloat) { lhs = lhs + rhs }
  /// Subtracts a number.
  public static func -= (lhs: inout UIWindow.Level, rhs: CGFloat) { lhs = lhs - rhs }
}

extension InputEvent.Kind {
  /// Whether the user begins to press something. The end of a press does not count.
  fileprivate var isInteraction: Bool {
    switch self {
    case .pointerDown, .scroll, .keyDown, .text, .composition, .dropped: true
    default: false
    }
  }
}
