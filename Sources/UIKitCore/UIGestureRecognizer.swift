// UIGestureRecognizer.swift
// Stage: events. Touches come in; a gesture's begin, changes and end go out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Looks at the touches of a view and of those in it for one gesture.
///
/// The nearest recogniser that recognises wins: the others fail, and the view's touches are
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

  final weak var storedView: UIView?
  private weak var tracker: TouchTracker?
  private var handlers: [@MainActor (UIGestureRecognizer) -> Void] = []
  private var storedState = State.possible
  final var lastTouch: UITouch?

  /// Creates a recogniser that tells nobody yet.
  public init() {}

  /// Creates a recogniser that calls a function when the gesture begins, changes and ends.
  public convenience init(handler: @escaping @MainActor (UIGestureRecognizer) -> Void) {
    self.init()
    addHandler(handler)
  }

  /// Adds a function that is called when the gesture begins, changes and ends.
  open func addHandler(_ handler: @escaping @MainActor (UIGestureRecognizer) -> Void) {
    handlers.append(handler)
  }

  /// Adds an action that is run when the gesture begins, changes and ends.
  open func addAction(_ action: UIAction) {
    handlers.append { action.performWithSender($0, target: nil) }
  }

  /// The view whose touches are looked at.
  open var view: UIView? { storedView }

  /// Whether touches are looked at; true unless set.
  open var isEnabled = true

  /// Whether the view loses its touches when the gesture is seen; true unless set.
  open var cancelsTouchesInView = true

  /// How many touches there are: 1, or 0 between them.
  open var numberOfTouches: Int { lastTouch == nil ? 0 : 1 }

  /// Where the gesture is in a view's coordinates, or in the window's for nil.
  open func location(in view: UIView?) -> CGPoint { lastTouch?.location(in: view) ?? .zero }

  /// How far the gesture has come; set by subclasses.
  open var state: State {
    get { storedState }
    set { enter(newValue) }
  }

  private func enter(_ state: State) {
    guard storedState != .failed, storedState != .cancelled else { return }
    if storedState == .possible, state == .began || state == .ended,
      tracker?.claim(self) == false
    {
      storedState = .failed
      return
    }
    storedState = state
    guard state != .possible, state != .failed else { return }
    for handler in handlers { handler(self) }
  }

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

  // MARK: The tracker's side

  final var wantsTouches: Bool { storedState != .failed && storedState != .cancelled }

  final func begin(_ tracker: TouchTracker) {
    self.tracker = tracker
    storedState = .possible
  }

  final func finish() {
    storedState = .possible
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

/// Sees one or more presses in the same place.
@preconcurrency @MainActor
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// Points that the pointer may stray between press and release.
  static let slack: CGFloat = 10

  /// How often the button has to go down in quick succession; 1 unless set.
  open var numberOfTapsRequired = 1

  /// How many fingers it takes; kept, and without effect.
  open var numberOfTouchesRequired = 1

  private var start = CGPoint.zero

  /// Remembers where the press began.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    lastTouch = touches.first
    start = location(in: nil)
  }

  /// Fails when the pointer strays.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let now = location(in: nil)
    if hypot(now.x - start.x, now.y - start.y) > Self.slack { state = .failed }
  }

  /// Recognises, if it was the tap that counts.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    let taps = touches.first?.tapCount ?? 1
    state = taps >= numberOfTapsRequired ? .ended : .failed
  }
}

/// Sees the pointer dragged.
@preconcurrency @MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
  private var start = CGPoint.zero
  private var base = CGPoint.zero
  private var recent: [(time: TimeInterval, point: CGPoint)] = []

  /// Points that the pointer has to move before it counts as dragged.
  package var threshold: CGFloat = 10

  /// Returns how far the pointer was dragged, in points of a view.
  open func translation(in view: UIView?) -> CGPoint {
    let (now, from) = (location(in: view), view?.convert(base, from: nil) ?? base)
    return CGPoint(x: now.x - from.x, y: now.y - from.y)
  }

  /// Counts the distance anew, from a translation in points of a view.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    let now = location(in: nil)
    base = CGPoint(x: now.x - translation.x, y: now.y - translation.y)
  }

  /// Returns how fast the pointer moves, in points of a view per second, over the last tenth of one.
  open func velocity(in view: UIView?) -> CGPoint {
    guard let last = recent.last, let first = recent.first(where: { last.time - $0.time <= 0.1 }),
      last.time > first.time
    else { return .zero }
    let time = CGFloat(last.time - first.time)
    return CGPoint(
      x: (last.point.x - first.point.x) / time, y: (last.point.y - first.point.y) / time)
  }

  /// Remembers where the drag began.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    lastTouch = touches.first
    start = location(in: nil)
    base = start
    recent = [(event.timestamp, start)]
  }

  /// Begins once the pointer has moved far enough, then changes.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let now = location(in: nil)
    recent.append((event.timestamp, now))
    if recent.count > 16 { recent.removeFirst() }
    if state != .possible {
      state = .changed
    } else if hypot(now.x - start.x, now.y - start.y) >= threshold {
      state = .began
    }
  }

  /// Ends the drag.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }
}
