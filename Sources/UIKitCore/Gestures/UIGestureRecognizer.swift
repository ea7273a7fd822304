// UIGestureRecognizer.swift
// Stage: events. Touches come in; a gesture's begin, changes and end go out. Which of several gestures
// may be seen is TouchTracker's to decide.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Looks at the touches of a view and of those in it for one gesture.
///
/// A gesture that does not last goes from `possible` to `ended` or `failed`; one that lasts goes by
/// `began` and `changed` to `ended` or `cancelled`. Any other change is left out. The nearest recogniser
/// that recognises wins: the others fail, unless they may go on at once, and the view's touches are
/// cancelled.
@preconcurrency @MainActor
open class UIGestureRecognizer: Hashable {
  /// How far a gesture has come.
  public enum State: Int, Sendable {
    /// Nothing is sure yet.
    case possible
    /// A gesture that lasts has begun.
    case began
    /// It has changed.
    case changed
    /// It has ended; or a gesture that does not last has been seen.
    case ended
    /// It was taken away.
    case cancelled
    /// It is not this gesture.
    case failed
    /// A gesture that does not last has been seen.
    public static let recognized = State.ended
  }

  private struct Weak { weak var recognizer: UIGestureRecognizer? }

  final weak var storedView: UIView?
  private weak var tracker: TouchTracker?
  private final var handlers: [@MainActor (UIGestureRecognizer) -> Void] = []
  private var storedState = State.possible
  /// The state that the recogniser enters once those it waits for have failed.
  private(set) final var pending: State?
  private var requirements: [Weak] = []
  final var lastTouch: UITouch?

  // MARK: Making one

  /// Creates a recogniser that tells nobody yet.
  public init() {}

  /// Creates a recogniser that calls a function when the gesture begins, changes and ends.
  public convenience init(handler: @escaping @MainActor (UIGestureRecognizer) -> Void) {
    self.init()
    addHandler(handler)
  }

  /// Creates a recogniser that calls a method of a target, which is not retained.
  ///
  ///     UITapGestureRecognizer(target: self, action: MyView.tapped)
  ///
  /// There are no selectors on Linux: the method's own name takes their place.
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

  // MARK: Telling

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

  // MARK: Where and what

  /// Who is asked; nil unless set.
  open weak var delegate: (any UIGestureRecognizerDelegate)?

  /// The view whose touches are looked at.
  open var view: UIView? { storedView }

  /// A name for debugging; nil unless set.
  open var name: String?

  /// Whether touches are looked at; true unless set. Turning it off ends a gesture that goes on.
  open var isEnabled = true {
    didSet {
      guard !isEnabled, oldValue, tracker != nil else { return }
      state = storedState == .possible ? .failed : .cancelled
    }
  }

  /// Whether the view loses its touches when the gesture is seen; true unless set.
  open var cancelsTouchesInView = true

  /// Whether the view learns of touches only once the gesture has failed; false unless set.
  open var delaysTouchesBegan = false

  /// Whether the view learns of the end of touches only once the gesture has failed, so that they may
  /// still be cancelled; true unless set.
  open var delaysTouchesEnded = true

  /// Makes this recogniser wait until another has failed; if the other sees its gesture, this one
  /// fails.
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    requirements.removeAll { $0.recognizer == nil }
    requirements.append(Weak(recognizer: otherGestureRecognizer))
  }

  /// How many touches there are: 1, or 0 between them.
  open var numberOfTouches: Int { lastTouch == nil ? 0 : 1 }

  /// Where the gesture is in a view's coordinates, or in the window's for nil.
  open func location(in view: UIView?) -> CGPoint { lastTouch?.location(in: view) ?? .zero }

  /// Where a touch of the gesture is.
  ///
  /// - Precondition: There is such a touch.
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    precondition(
      (0..<numberOfTouches).contains(touchIndex),
      "there is no touch \(touchIndex) among \(numberOfTouches)")
    return location(in: view)
  }

  // MARK: State

  /// How far the gesture has come; set by subclasses.
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
      tell(.changed)
    case (.began, .ended), (.changed, .ended): tell(.ended)
    case (.began, .cancelled), (.changed, .cancelled), (.began, .failed), (.changed, .failed):
      tell(.cancelled)
    default: break
    }
  }

  private func begin(_ state: State) {
    guard let tracker else { return tell(state) }
    switch tracker.verdict(on: self) {
    case .fail: fail()
    case .wait: pending = state
    case .go:
      pending = nil
      tracker.willRecognize(self)
      tell(state)
      tracker.didRecognize(self)
    }
  }

  private func fail() {
    pending = nil
    storedState = .failed
    tracker?.didFail(self)
  }

  private func tell(_ state: State) {
    storedState = state
    for handler in handlers { handler(self) }
  }

  // MARK: For subclasses

  /// The pointer's button went down.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// The pointer moved with its button down.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// The pointer's button was let go.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// The touches were taken away.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = storedState == .possible ? .failed : .cancelled
  }

  /// Forgets the last gesture.
  open func reset() {}

  /// Lets a touch be: the recogniser fails if it was waiting for more of it.
  open func ignore(_ touch: UITouch, for event: UIEvent) {
    if storedState == .possible { state = .failed }
  }

  /// Whether this recogniser, having seen its gesture, makes another fail. True unless overridden.
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }

  /// Whether another recogniser that has seen its gesture makes this one fail. True unless overridden.
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }

  /// Whether this recogniser waits until another has failed. False unless overridden.
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

  /// Whether another waits until this recogniser has failed. False unless overridden.
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
    false
  }

  /// The wheel moved over the view, by points; returns whether it is part of the gesture.
  func wheelMoved(_ delta: CGVector, modifiers: UIKeyModifierFlags, at point: CGPoint) -> Bool {
    false
  }

  // MARK: The tracker's side

  /// Whether touches are of interest: until the gesture was seen, failed, or only waits for others.
  final var wantsTouches: Bool {
    switch storedState {
    case .possible: pending != .ended
    case .began, .changed: true
    case .ended, .cancelled, .failed: false
    }
  }

  /// Whether the gesture was seen, and counts.
  final var hasRecognized: Bool {
    storedState == .began || storedState == .changed || storedState == .ended
  }

  /// Whether the gesture is possible although the button was let go: it waits for others, for time or
  /// for another touch.
  final var isUndecided: Bool { storedState == .possible && (pending != nil || waitsForTouches) }

  /// Whether another touch may belong to the gesture.
  var waitsForTouches: Bool { false }

  /// Whether this waits until another has failed.
  final func waits(for other: UIGestureRecognizer) -> Bool {
    requirements.contains { $0.recognizer === other }
      || shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
  }

  /// Whether this one's gesture makes another fail.
  final func prevents(_ other: UIGestureRecognizer) -> Bool {
    canPrevent(other) && other.canBePrevented(by: self)
      && !(delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false)
      && !(other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self)
        ?? false)
  }

  /// Whether view and delegate let the gesture begin.
  final var mayBegin: Bool {
    (view?.gestureRecognizerShouldBegin(self) ?? true)
      && (delegate?.gestureRecognizerShouldBegin(self) ?? true)
  }

  /// Enters the state that was waited with, if nobody stands in the way any more.
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

  /// Recognisers are equal when they are the same object.
  public nonisolated static func == (a: UIGestureRecognizer, b: UIGestureRecognizer) -> Bool {
    a === b
  }

  /// Hashes the object's identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
