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
/// A window that is put into another view is a view like others there: its own tree ends, it belongs to that
/// view's window, and it cannot have the keys. Taken out, it is a hidden window until it is shown.
@preconcurrency @MainActor
open class UIWindow: UIView {
  /// What makes the layers live; nil while the window is hidden, or its layer is in another tree.
  package final var context: LayerContext? {
    guard let context = hold?.context, context.isAlive else { return nil }
    return context
  }

  private var hold: LayerContext.Hold?

  /// Who gets keys and text first.
  final weak var currentFirstResponder: UIResponder? {
    didSet { if currentFirstResponder !== oldValue { firstResponderDidChange?() } }
  }

  /// Called when another responder, or none, has become the first.
  package final var firstResponderDidChange: (@MainActor () -> Void)?

  /// The colour of the ring around a control that the keyboard has reached; system blue unless set.
  package final var focusRingColor = UIColor.systemBlue

  /// Whether the user's window system sends keys to this window.
  package private(set) final var hasKeyboardFocus = true

  /// Whether any of the window can be seen on the user's screen; true until the host says otherwise.
  package private(set) final var isSeen = true

  /// A title for the host's window frame; nil unless set.
  package final var title: String?

  private final let touches = TouchTracker()
  private var cursorKind = PointerShape.arrow

  /// Creates a hidden window; its size is that of the frame, in points.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    layer.isHidden = true
    backgroundColor = .black
  }

  /// Creates a hidden window of no size.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    layer.isHidden = true
  }

  // MARK: Showing

  /// Whether the window is off the screen; true unless set. A window that is not hidden is live:
  /// its layers are committed, and animations run. In another view it means what it does for any view.
  open override var isHidden: Bool {
    get { isTop ? context == nil : super.isHidden }
    set {
      guard newValue != isHidden else { return }
      if isTop {
        newValue ? hide() : show()
      } else {
        endTree()
        super.isHidden = newValue
      }
    }
  }

  /// Whether the window's layer is in no other, so that it can be the root of a live tree.
  private var isTop: Bool { layer.superlayer == nil }

  /// Shows the window and gives it the keys.
  open func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }

  /// Gives the window the keys, and takes them from the window that had them; without effect in another
  /// view.
  open func makeKey() {
    guard isTop else { return }
    let application = UIApplication.shared
    guard application.keyWindow !== self else { return }
    let old = application.keyWindow
    application.keyWindow = self
    old?.resignKey()
    becomeKey()
  }

  /// The window has got the keys.
  open func becomeKey() {}

  /// The window has lost the keys.
  open func resignKey() {}

  /// Whether the window has the keys.
  open var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }

  private func show() {
    layer.isHidden = false
    hold = LayerContext.Hold(LayerContext(root: layer))
    UIApplication.shared.windowDidAppear(self)
    forEachInTree {
      $0.windowDidShow()
      $0.owningController?.appear()
    }
  }

  private func hide() {
    touches.cancel()
    forEachInTree { $0.owningController?.disappear() }
    layer.isHidden = true
    endTree()
  }

  /// Ends the window's own tree, if it has one.
  private func endTree() {
    guard let hold else { return }
    hold.context.invalidate()
    self.hold = nil
    UIApplication.shared.windowDidDisappear(self)
  }

  override func willLeaveTop() {
    touches.cancel()
    if let responder = currentFirstResponder {
      responder.resignFirstResponder()
      // As in every view that leaves its window, it has no say in it.
      currentFirstResponder = nil
    }
    endTree()
  }

  // MARK: Tree

  /// The controller whose view fills the window.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.viewIfLoaded?.removeFromSuperview()
      guard let view = rootViewController?.view else { return }
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(view)
    }
  }

  /// The window itself, or the one that it is in as a view.
  open override var window: UIWindow? { storedSuperview == nil ? self : super.window }

  override var asWindow: UIWindow? { self }

  /// The application; for a window in another view that view.
  open override var next: UIResponder? {
    storedSuperview == nil ? UIApplication.shared : super.next
  }

  /// The screen that the window is on.
  open var screen: UIScreen { .main }

  /// The order of windows above one another; kept, and without effect.
  open var windowLevel: CGFloat = 0

  // MARK: Events

  /// Takes what the host says happened.
  package final func deliver(_ event: InputEvent) {
    switch event.kind {
    case .pointerDown(let point, let button, let clicks):
      // Only the first button presses things; the others have no meaning on a phone.
      guard button == 1 else { return }
      (currentFirstResponder as? UIControl)?.isFocusRingVisible = false
      touches.begin(at: point, clicks: clicks, time: event.time, in: self)
    case .pointerMoved(let point):
      touches.move(to: point, time: event.time)
      updateCursor(at: point)
    case .pointerUp(let point, let button):
      guard button == 1 else { return }
      touches.end(at: point, time: event.time)
    case .scroll(let point, let deltaX, let deltaY, let modifiers):
      scroll(
        at: point, by: CGVector(dx: deltaX, dy: deltaY), modifiers: UIKeyModifierFlags(modifiers))
    case .keyDown(let key, let modifiers, let isRepeat):
      let press = UIPress(
        phase: .began, key: UIKey(key: key, modifierFlags: UIKeyModifierFlags(modifiers)),
        isRepeat: isRepeat)
      keyTarget.pressesBegan([press], with: UIPressesEvent(timestamp: event.time, presses: [press]))
    case .keyUp(let key, let modifiers):
      let press = UIPress(
        phase: .ended, key: UIKey(key: key, modifierFlags: UIKeyModifierFlags(modifiers)))
      keyTarget.pressesEnded([press], with: UIPressesEvent(timestamp: event.time, presses: [press]))
    case .text(let text):
      textTarget?.insertText(text)
    case .composition(let text):
      (textTarget as? any TextCompositionClient)?.setComposedText(text)
    case .resized(let size, let scale):
      resize(to: size, scale: scale)
    case .focusChanged(let hasFocus):
      hasKeyboardFocus = hasFocus
      if !hasFocus { touches.cancel() }
      if hasFocus { makeKey() }
      (currentFirstResponder as? UITextField)?.windowFocusDidChange()
      UIApplication.shared.noteActivity()
    case .visibilityChanged(let isVisible):
      isSeen = isVisible
      UIApplication.shared.noteActivity()
    case .exposed, .closeRequested:
      // The host's business: nothing changes for views.
      break
    }
  }

  /// Where keys go: to the first responder, else to the root controller's view and up from there.
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

  /// Moves the keyboard's focus with Tab; hands other keys on.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if storedSuperview == nil, let key = presses.first?.key, key.key == .tab,
      key.modifierFlags.isDisjoint(with: [.control, .alternate, .command])
    {
      moveFocus(backwards: key.modifierFlags.contains(.shift))
    } else {
      super.pressesBegan(presses, with: event)
    }
  }

  /// Gives the keyboard's focus to the next view that takes it, in the order of the tree.
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
    guard stops[next].becomeFirstResponder() else { return }
    (stops[next] as? UIControl)?.isFocusRingVisible = true
  }

  private func scroll(at point: CGPoint, by delta: CGVector, modifiers: UIKeyModifierFlags) {
    var view = hitTest(point, with: nil)
    while let some = view {
      for recognizer in some.gestureRecognizers ?? []
      where recognizer.wheelMoved(delta, modifiers: modifiers, at: point) { return }
      if let scrollView = some as? UIScrollView, scrollView.scrollByWheel(delta) { return }
      view = some.superview
    }
  }

  private func updateCursor(at point: CGPoint) {
    guard !touches.isTracking else { return }
    let kind = hitTest(point, with: nil)?.cursor ?? .arrow
    guard kind != cursorKind else { return }
    cursorKind = kind
    Platform.services.setPointerShape(kind)
  }

  private func resize(to size: CGSize, scale: CGFloat) {
    if scale != UIScreen.main.scale { UIScreen.main.scale = scale }
    if scale != contentScaleFactor {
      forEachInTree { view in
        view.contentScaleFactor = scale
        view.setNeedsDisplay()
      }
    }
    frame.size = size
    setNeedsLayout()
    layoutIfNeeded()
  }
}

extension UIView {
  fileprivate func collectFocusStops(into stops: inout [UIView]) {
    guard isUserInteractionEnabled, alpha >= 0.01, !isHidden else { return }
    if canBecomeFocused { stops.append(self) }
    for view in storedSubviews { view.collectFocusStops(into: &stops) }
  }
}
