// UIGestureRecognizer.swift
// Stage: events. Touches come in; a gesture's begin, changes and end go out. TouchTracker arbitrates
// between several recognisers.
//
// This folder: gesture recognizers, and interactions with the pointer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
public import QuartzCore

/// Recognises one gesture in the touches of a view and its subviews.
///
/// A discrete gesture goes from `possible` to `ended` or `failed`; a continuous one goes through
/// `began` and `changed` to `ended` or `cancelled`. Other transitions are ignored. The nearest
/// recogniser that recognises wins: the others fail, unless simultaneous recognition is allowed, and
/// the view's touches are cancelled.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject, AssociationOwner {
  /// The state of a recogniser.
  public enum State: Int, Sendable {
    /// The gesture is not recognised yet.
    case possible
    /// A continuous gesture has begun.
    case began
    /// A continuous gesture has changed.
    case changed
    /// A continuous gesture has ended, or a discrete one was recognised.
    case ended
    /// A continuous gesture was cancelled.
    case cancelled
    /// The touches are not this gesture.
    case failed
    /// A discrete gesture was recognised.
    public static let recognized = State.ended
  }

  private struct Weak { weak var recognizer: UIGestureRecognizer? }

  final weak var storedView: UIView?
  private weak var tracker: TouchTracker?
  private final var handlers: [@MainActor (UIGestureRecognizer) -> Void] = []
  private final var targets: [SelectorTarget] = []
  private var storedState = State.possible { didSet { keyValueObservers?.notify() } }
  package final var keyValueObservers: KeyValueObservers?
  /// The state to enter once the recognisers that this one waits for have failed.
  private(set) final var pending: State?
  /// Whether the actions are being called.
  private var isNotifying = false
  /// The state that an action entered, and that the actions are to be called with next.
  private var nextNotified: State?
  private var requirements: [Weak] = []
  final var lastTouch: UITouch?

  // MARK: Creating

  /// Creates a recogniser without handlers.
  public convenience override init() { self.init(target: nil, action: nil) }

  deinit { AssociatedObjects.release(valuesOf: self) }

  /// Creates a recogniser that calls a function when the gesture begins, changes and ends.
  public convenience init(handler: @escaping @MainActor (UIGestureRecognizer) -> Void) {
    self.init()
    addHandler(handler)
  }

  /// Creates a recogniser that calls a method of a target, which is not retained, by its selector.
  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  /// Creates a recogniser without handlers. There are no archives, so the coder is ignored.
  public init?(coder: NSCoder) {}

  /// Creates a recogniser that calls a method of a target, which is not retained.
  ///
  ///     UITapGestureRecognizer(target: self, action: MyView.tapped)
  ///
  /// `#selector` does not exist on Linux; pass the method itself.
  public convenience init<Target: AnyObject>(
    target: Target?, action: @escaping @MainActor (Target) -> @MainActor () -> Void
  ) {
    self.init()
    if let target { addTarget(target, action: action) }
  }

  /// Creates a recogniser that calls a method of a target, which is not retained, with itself.
  public convenience init<Target: AnyObject, Sender: UIGestureRecognizer>(
    target: Target?, action: @escaping @MainActor (Target) -> @MainActor (Sender) -> Void
  ) {
    self.init()
    if let target { addTarget(target, action: action) }
  }

  // MARK: Handlers

  /// Adds a function that is called when the gesture begins, changes and ends.
  public final func addHandler(_ handler: @escaping @MainActor (UIGestureRecognizer) -> Void) {
    handlers.append(handler)
  }

  /// Adds an action that is run when the gesture begins, changes and ends.
  open func addAction(_ action: UIAction) {
    handlers.append { action.performWithSender($0, target: nil) }
  }

  /// Adds a method of a target, which is not retained.
  public final func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void
  ) {
    handlers.append { [weak target] _ in
      if let target { action(target)() }
    }
  }

  /// Adds a method of a target, which is not retained, that is called with the recogniser.
  public final func addTarget<Target: AnyObject, Sender: UIGestureRecognizer>(
    _ target: Target, action: @escaping @MainActor (Target) -> @MainActor (Sender) -> Void
  ) {
    handlers.append { [weak target] recognizer in
      if let target, let sender = recognizer as? Sender { action(target)(sender) }
    }
  }

  /// Adds a method of a target, which is not retained, by its selector. The method may take the recogniser.
  open func addTarget(_ target: Any, action: Selector) {
    removeTarget(target, action: action)
    targets.append(SelectorTarget(target, action))
  }

  /// Removes a target's method by its selector. A nil target matches any target, a nil selector any method.
  open func removeTarget(_ target: Any?, action: Selector?) {
    targets.removeAll { $0.matches(target, action) }
  }

  // MARK: Properties

  /// The delegate. Default nil.
  open weak var delegate: (any UIGestureRecognizerDelegate)?

  /// The view whose touches are recognised.
  open var view: UIView? { storedView }

  /// A name for debugging. Default nil.
  open var name: String?

  /// Whether touches are received. Default true. Setting false cancels the current gesture.
  open var isEnabled = true {
    didSet {
      guard !isEnabled, oldValue, tracker != nil else { return }
      state = storedState == .possible ? .failed : .cancelled
    }
  }

  /// Whether recognition cancels the view's touches. Default true.
  open var cancelsTouchesInView = true

  /// Whether the view receives touches only once the gesture has failed. Default false.
  open var delaysTouchesBegan = false

  /// Whether the view receives the end of touches only once the gesture has failed, so that they can
  /// still be cancelled. Default true.
  open var delaysTouchesEnded = true

  /// Makes this recogniser wait until another has failed. If the other recognises, this one fails.
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    requirements.removeAll { $0.recognizer == nil }
    requirements.append(Weak(recognizer: otherGestureRecognizer))
  }

  /// The number of touches: 0 or 1.
  open var numberOfTouches: Int { lastTouch == nil ? 0 : 1 }

  /// Returns the gesture's location in a view's coordinates, or in the window's for nil.
  open func location(in view: UIView?) -> CGPoint { lastTouch?.location(in: view) ?? .zero }

  /// Returns the location of one touch.
  ///
  /// - Precondition: There is such a touch.
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    trap(
      unless: (0..<numberOfTouches).contains(touchIndex),
      "there is no touch \(touchIndex) among \(numberOfTouches)")
    return location(in: view)
  }

  // MARK: State

  /// The state of the recogniser. Set by subclasses.
  open var state: State {
    get { storedState }
    set { enter(newValue) }
  }

  private func enter(_ state: State) {
    switch (storedState, state) {
    case (.possible, .began), (.possible, .changed), (.possible, .ended):
      begin(state == .ended ? .ended : .began)
    case (.possible, .failed), (.possible, .cancelled): fail()
    case (.began, .changed), (.changed, .changed), (.began, .began), (.changed, .began):
      notify(.changed)
    case (.began, .ended), (.changed, .ended): notify(.ended)
    case (.began, .cancelled), (.changed, .cancelled), (.began, .failed), (.changed, .failed):
      notify(.cancelled)
    default: break
    }
  }

  private func begin(_ state: State) {
    guard let tracker else { return notify(state) }
    switch tracker.verdict(on: self) {
    case .fail: fail()
    case .wait: pending = state
    case .begin:
      pending = nil
      tracker.willRecognize(self)
      notify(state)
      tracker.didRecognize(self)
    }
  }

  private func fail() {
    pending = nil
    storedState = .failed
    tracker?.didFail(self)
  }

  /// Calls the actions with a state.
  ///
  /// A state that an action sets is reported after all of them were called with the one before. A change that an
  /// action reports is not, as that would cause the next one.
  private func notify(_ state: State) {
    storedState = state
    if isNotifying {
      if state != .changed { nextNotified = state }
      return
    }
    isNotifying = true
    defer { isNotifying = false }
    callActions()
    while let next = nextNotified {
      nextNotified = nil
      // The gesture may be over by now, and the recogniser reset.
      let now = storedState
      storedState = next
      callActions()
      if storedState == next { storedState = now }
    }
  }

  private func callActions() {
    WorkLog.run("a \(type(of: self)) of \(view.map { "\(type(of: $0))" } ?? "no view")") {
      for handler in handlers { handler(self) }
      for target in targets { target.call(with: self) }
    }
  }

  // MARK: For subclasses

  /// The pointer's button went down.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// The pointer moved with its button down.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// The pointer's button was released.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// The touches were cancelled.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = storedState == .possible ? .failed : .cancelled
  }

  /// Resets the recogniser after a gesture.
  open func reset() {}

  /// Ignores a touch. A recogniser that is still possible fails.
  open func ignore(_ touch: UITouch, for event: UIEvent) {
    if storedState == .possible { state = .failed }
  }

  /// Whether recognition by this recogniser makes another fail. Default true.
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }

  /// Whether recognition by another recogniser makes this one fail. Default true.
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }

  /// Whether this recogniser waits until another has failed. Default false.
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

  /// Whether another recogniser waits until this one has failed. Default false.
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
    false
  }

  /// Handles a movement of the wheel, in points. Returns whether it is part of the gesture.
  func wheelMoved(_ delta: CGVector, modifiers: UIKeyModifierFlags, at point: CGPoint) -> Bool {
    false
  }

  // MARK: For the touch tracker

  /// Whether the recogniser still needs touches.
  final var needsTouches: Bool {
    switch storedState {
    case .possible: pending != .ended
    case .began, .changed: true
    case .ended, .cancelled, .failed: false
    }
  }

  /// Whether the gesture was recognised.
  final var hasRecognized: Bool {
    storedState == .began || storedState == .changed || storedState == .ended
  }

  /// Whether the gesture is still possible after the release: it waits for other recognisers, a timer
  /// or another touch.
  final var isUndecided: Bool { storedState == .possible && (pending != nil || waitsForTouches) }

  /// Whether the recogniser takes part in touches.
  var receivesTouches: Bool { true }

  /// Whether the recogniser waits for another touch.
  var waitsForTouches: Bool { false }

  /// Whether this recogniser waits until another has failed.
  final func waits(for other: UIGestureRecognizer) -> Bool {
    requirements.contains { $0.recognizer === other }
      || shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
  }

  /// Whether recognition by this recogniser makes another fail, subject to delegates.
  final func prevents(_ other: UIGestureRecognizer) -> Bool {
    canPrevent(other) && other.canBePrevented(by: self)
      && !(delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false)
      && !(other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self)
        ?? false)
  }

  /// Whether view and delegate allow the gesture to begin.
  final var mayBegin: Bool {
    (view?.gestureRecognizerShouldBegin(self) ?? true)
      && (delegate?.gestureRecognizerShouldBegin(self) ?? true)
  }

  /// Enters the pending state, unless another recogniser still blocks it.
  final func retry() {
    guard let pending else { return }
    begin(pending)
  }

  final func attach(to tracker: TouchTracker) { self.tracker = tracker }

  final func finish() {
    storedState = .possible
    pending = nil
    lastTouch = nil
    tracker = nil
    reset()
  }
}
