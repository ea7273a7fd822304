// UIControl.swift
// Stage: events. Touches and keys come in; a control's events go out to its targets and actions.
//
// This folder: buttons, switches, sliders, segments, steppers, page controls, and the control that is pulled down
// to refresh.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore

/// A view that is pressed, dragged or typed into.
@preconcurrency @MainActor
open class UIControl: UIView {
  private struct Registration {
    var events: Event
    var identifier: UIAction.Identifier?
    weak var target: AnyObject?
    var selector: Selector?
    var hasTarget: Bool
    var run: @MainActor (UIControl) -> Void
  }

  private var registrations: [Registration] = []
  private var ring: UIView?
  /// The event whose handling sends control events.
  private weak var currentEvent: UIEvent?

  // MARK: State

  /// Whether the control is enabled. Default true.
  open var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      if !isEnabled { isHighlighted = false }
      stateDidChange()
      notifyObservers()
    }
  }

  /// Whether the control is selected. Default false.
  open var isSelected = false {
    didSet {
      guard isSelected != oldValue else { return }
      stateDidChange()
      notifyObservers()
    }
  }

  /// Whether the control is pressed. Default false.
  open var isHighlighted = false {
    didSet {
      guard isHighlighted != oldValue else { return }
      stateDidChange()
      storedToolTip?.update(for: self)
      notifyObservers()
    }
  }

  /// Whether the pointer is over the control, and no button is down elsewhere.
  package internal(set) final var isHovered = false {
    didSet {
      guard isHovered != oldValue else { return }
      hoverDidChange()
      storedToolTip?.update(for: self)
    }
  }

  final var storedToolTip: ToolTip?

  /// Hides the tool tip of a control that has left its window.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    storedToolTip?.update(for: self)
  }

  /// The pointer came over the control, or left it; controls update their appearance here.
  func hoverDidChange() {}

  /// The states combined.
  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isFocusRingVisible { state.insert(.focused) }
    return state
  }

  /// The state has changed; controls update their appearance here.
  func stateDidChange() { setNeedsLayout() }

  /// The horizontal alignment of the content. Default centre.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
    didSet { setNeedsLayout() }
  }

  /// The vertical alignment of the content. Default centre.
  open var contentVerticalAlignment = ContentVerticalAlignment.center {
    didSet { setNeedsLayout() }
  }

  /// The values of a control of a kind in its state.
  final func accessibilityDefaults(
    _ kind: UIAccessibilityTraits, label: String? = nil, value: String? = nil
  ) -> AccessibilityDefaults {
    var traits = kind
    if !isEnabled { traits.insert(.notEnabled) }
    if isSelected { traits.insert(.selected) }
    return AccessibilityDefaults(label: label, value: value, traits: traits, frame: shownFrame)
  }

  // MARK: Actions

  /// Runs an action on events. It replaces one with the same identifier.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(action, for: controlEvents)
    registrations.append(
      Registration(events: controlEvents, identifier: action.identifier, hasTarget: false) {
        action.performWithSender($0, target: nil)
      })
  }

  /// Removes an action from events.
  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    drop(controlEvents) { $0.identifier == action.identifier }
  }

  /// Calls a method of a target on events. The target is not retained.
  ///
  ///     button.addTarget(self, action: MyController.pressed, for: .touchUpInside)
  ///
  /// `#selector` does not exist on Linux without the plug-in `UIKitSource`; pass the method itself.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void,
    for controlEvents: Event
  ) {
    register(target, for: controlEvents) { target, _ in action(target)() }
  }

  /// Calls a method of a target on events, with the control. The target is not retained.
  public final func addTarget<Target: AnyObject, Sender: UIControl>(
    _ target: Target, action: @escaping @MainActor (Target) -> @MainActor (Sender) -> Void,
    for controlEvents: Event
  ) {
    register(target, for: controlEvents) { target, control in
      guard let sender = control as? Sender else { return }
      action(target)(sender)
    }
  }

  private final func register<Target: AnyObject>(
    _ target: Target, for controlEvents: Event,
    run: @escaping @MainActor (Target, UIControl) -> Void
  ) {
    registrations.append(
      Registration(events: controlEvents, target: target, hasTarget: true) {
        [weak target] control in
        if let target { run(target, control) }
      })
  }

  /// Calls a method of a target on events, by its selector. The target is not retained.
  ///
  /// A method that was added before is called once, on all of its events.
  ///
  /// - Parameters:
  ///   - target: The target; nil for the nearest responder that has the method.
  ///   - action: The method. It may take the control, and the event.
  ///   - controlEvents: The events.
  open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    registrations.removeAll { $0.hasTarget && object != nil && $0.target == nil }
    let index = registrations.firstIndex {
      $0.selector == action && $0.hasTarget == (object != nil) && $0.target === object
    }
    if let index {
      registrations[index].events.formUnion(controlEvents)
      return
    }
    registrations.append(
      Registration(
        events: controlEvents, target: object, selector: action, hasTarget: object != nil
      ) { [weak object, isAnyones = object == nil] control in
        guard object != nil || isAnyones else { return }
        control.sendAction(action, to: object, for: control.currentEvent)
      })
  }

  /// Removes a target's method from events. A nil target matches any target, a nil selector any method.
  open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    drop(controlEvents) {
      ($0.hasTarget || $0.selector != nil) && (object == nil || $0.target === object)
        && (action == nil || $0.selector == action)
    }
  }

  /// Calls a method of a target with the control and an event.
  ///
  /// - Parameters:
  ///   - action: The method.
  ///   - target: The target; nil for the nearest responder that has the method.
  ///   - event: The event that caused the call; nil if there was none.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    UIApplication.shared.sendAction(action, to: target, from: self, for: event)
  }

  /// The names of a target's methods that were added by selector for events; nil if there are none.
  open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
    let object = target.map { $0 as AnyObject }
    let names = registrations.compactMap {
      $0.target === object && !$0.events.isDisjoint(with: controlEvent) ? $0.selector?.name : nil
    }
    return names.isEmpty ? nil : names
  }

  /// The targets of the control.
  open var allTargets: Set<AnyHashable> {
    Set(registrations.compactMap { $0.target as? AnyHashable })
  }

  /// Removes a target from events; nil removes all targets.
  open func removeTarget(_ target: AnyObject?, for controlEvents: Event) {
    drop(controlEvents) { $0.hasTarget && (target == nil || $0.target === target) }
  }

  private func drop(_ events: Event, where matches: (Registration) -> Bool) {
    for index in registrations.indices where matches(registrations[index]) {
      registrations[index].events.subtract(events)
    }
    registrations.removeAll { $0.events.isEmpty || ($0.hasTarget && $0.target == nil) }
  }

  /// The events with targets or actions.
  open var allControlEvents: Event {
    registrations.reduce(into: []) { $0.formUnion($1.events) }
  }

  /// Runs the targets and actions of events, in order of registration.
  open func sendActions(for controlEvents: Event) { send(controlEvents) }

  final func send(_ events: Event) {
    for registration in registrations where !registration.events.isDisjoint(with: events) {
      WorkLog.run(workName(of: registration)) { registration.run(self) }
    }
  }

  /// An action as the log of work names it: by its method, its own title or the control's.
  private func workName(of registration: Registration) -> String {
    if let selector = registration.selector {
      let target = registration.target.map { "\(type(of: $0))." } ?? ""
      return "the action \(target)\(selector.name)"
    }
    let title = (self as? UIButton)?.title(for: .normal) ?? accessibilityIdentifier
    return "the action of \(type(of: self))" + (title.map { " \"\($0)\"" } ?? "")
  }

  // MARK: Tracking

  /// Whether the pointer's button is down on the control.
  open private(set) var isTracking = false

  /// Whether the pointer is over the control while its button is down.
  open private(set) var isTouchInside = false

  /// A touch has begun. Returning false ignores it. Default true.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// The touch has moved. Returning false ends tracking. Default true.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// The touch has ended.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

  /// The touch was cancelled.
  open func cancelTracking(with event: UIEvent?) {}

  /// Begins tracking.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    currentEvent = event
    guard isEnabled, let touch = touches.first else { return }
    isTouchInside = true
    isTracking = beginTracking(touch, with: event)
    guard isTracking else { return }
    isHighlighted = true
    send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown)
  }

  /// Continues tracking.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    currentEvent = event
    guard isTracking, let touch = touches.first else { return }
    let wasInside = isTouchInside
    isTouchInside = point(inside: touch.location(in: self), with: event)
    isTracking = continueTracking(touch, with: event)
    isHighlighted = isTracking && isTouchInside
    guard isTracking else { return }
    if wasInside != isTouchInside {
      send(isTouchInside ? .touchDragEnter : .touchDragExit)
    }
    send(isTouchInside ? .touchDragInside : .touchDragOutside)
  }

  /// Ends tracking, and sends the event for a release inside or outside.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    currentEvent = event
    guard isTracking, let touch = touches.first else { return }
    isTouchInside = point(inside: touch.location(in: self), with: event)
    let wasInside = isTouchInside
    isTracking = false
    isTouchInside = false
    isHighlighted = false
    endTracking(touch, with: event)
    if wasInside { activate() } else { send(.touchUpOutside) }
  }

  /// Cancels tracking.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    currentEvent = event
    guard isTracking else { return }
    isTracking = false
    isTouchInside = false
    isHighlighted = false
    cancelTracking(with: event)
    send(.touchCancel)
  }

  /// Performs the effect of a press, by pointer or key.
  func activate() { send(.touchUpInside) }

  // MARK: Keyboard

  /// Whether the control takes part in keyboard focus: while enabled.
  open override var canBecomeFocused: Bool { isEnabled }

  /// Whether the control may become first responder: while enabled.
  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// Gives up being first responder, and hides the focus ring.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard super.resignFirstResponder() else { return false }
    (isFocusRingVisible, isFocusHidden) = (false, false)
    return true
  }

  /// Whether the focus ring is visible: the control has the keyboard, and got it by Tab.
  final var isFocusRingVisible = false {
    didSet { if isFocusRingVisible != oldValue { updateFocusRing() } }
  }

  /// Whether a press of the pointer has hidden the focus. Nothing on the screen shows then what a key would press.
  private final var isFocusHidden = false

  final override func setFocusRingVisible(_ isVisible: Bool) {
    (isFocusRingVisible, isFocusHidden) = (isVisible, !isVisible)
  }

  /// Becomes first responder by a press of the pointer, with a focus that is hidden: keys that the control does not
  /// handle itself, such as Space, go on to those above it.
  package final func takeKeyboardWithoutFocus() {
    if becomeFirstResponder() { setFocusRingVisible(false) }
  }

  /// A control's own press wins over taps and drags of the views around it.
  override var blocksAncestorGestures: Bool { true }

  /// Handles Space, which presses and releases the control, and Return, which activates it at once; not after a press of
  /// the pointer has hidden its focus.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isEnabled, !isFocusHidden, let press = presses.first, let key = press.key,
      key.modifierFlags.isDisjoint(with: [.control, .alternate, .command])
    else { return super.pressesBegan(presses, with: event) }
    switch key.key {
    case .space:
      isHighlighted = true
    case .return:
      if !press.isRepeat { activate() }
    default: super.pressesBegan(presses, with: event)
    }
  }

  /// Activates the control when Space is released.
  open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    guard isEnabled, isHighlighted, presses.first?.key?.key == .space else {
      return super.pressesEnded(presses, with: event)
    }
    isHighlighted = false
    activate()
  }

  /// Whether no view cuts off what is some points outside of the control, wherever it is scrolled to.
  private func hasRoomAround(_ reach: CGFloat) -> Bool {
    guard !clipsToBounds else { return false }
    var ancestor = superview
    while let view = ancestor, !view.clipsToBounds { ancestor = view.superview }
    guard let view = ancestor else { return true }
    var area = view.bounds
    if let scroller = view as? UIScrollView {
      area = area.union(CGRect(origin: .zero, size: scroller.contentSize))
    }
    return area.contains(view.convert(bounds.insetBy(dx: -reach, dy: -reach), from: self))
  }

  private func updateFocusRing() {
    ring?.removeFromSuperview()
    ring = nil
    guard isFocusRingVisible, let window else { return }
    // Outside of the control, unless it or a view around it clips.
    let gap: CGFloat = hasRoomAround(3) ? -3 : 0
    let view = UIView(frame: bounds.insetBy(dx: gap, dy: gap))
    view.isUserInteractionEnabled = false
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.layer.borderWidth = 2
    view.layer.borderColor = window.focusRingColor.cgColor
    view.layer.cornerRadius = layer.cornerRadius > 0 ? layer.cornerRadius - gap : 4
    addSubview(view)
    ring = view
  }

  // MARK: Tool tip

  /// The words that are shown while the pointer rests on the control for 0.7 s. Default nil: none.
  ///
  /// A press hides them until the pointer has left the control.
  ///
  /// Source: Apple's `UIControl.toolTip`.
  open var toolTip: String? {
    get { storedToolTip?.text }
    set {
      guard let newValue else {
        storedToolTip?.hide()
        storedToolTip = nil
        return
      }
      if let storedToolTip {
        storedToolTip.text = newValue
      } else {
        storedToolTip = ToolTip(newValue)
      }
      storedToolTip?.update(for: self)
    }
  }
}
