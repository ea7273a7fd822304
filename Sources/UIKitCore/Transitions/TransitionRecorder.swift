// TransitionRecorder.swift
// Stage: action search. Records what the animations of a controller transition change, and moves their time: paused at a
// fraction, to the end, or back to the start.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// Records the animations of one transition, wherever their layers are, and scrubs them.
///
/// The container's time is paused as a whole, so that it also holds animations that were added to layers
/// directly. A layer outside of the container that gets an animation is paused by itself.
@MainActor
final class TransitionRecorder {
  /// Notified of every animation that is added while a part of the transition runs.
  private final class Listener: AnimationObserver, @unchecked Sendable {
    weak var recorder: TransitionRecorder?
    func animationWasAttached(to layer: CALayer) {
      nonisolated(unsafe) let layer = layer
      MainActor.assumeIsolated { recorder?.note(layer) }
    }
    func animationDidEnd(on layer: CALayer, finished: Bool) {}
  }

  /// A layer whose time is moved.
  private struct Root {
    let layer: CALayer
    /// The layer's time at the transition's start.
    let start: TimeInterval
    /// The layer's timing before.
    let speed: Float
    let beginTime: TimeInterval
    let timeOffset: TimeInterval

    init(_ layer: CALayer) {
      self.layer = layer
      start = layer.localTime(at: CACurrentMediaTime())
      (speed, beginTime, timeOffset) = (layer.speed, layer.beginTime, layer.timeOffset)
    }
  }

  /// A property's value before its first animation.
  private struct Change {
    let layer: CALayer
    let key: String
    let value: AnimatableValue
  }

  private static var current: TransitionRecorder?

  private let container: UIView
  private let duration: TimeInterval
  private let listener = Listener()
  private var roots: [Root] = []
  private var changes: [Change] = []
  private var layers: [CALayer] = []
  private var ticker: FrameTicker?
  /// Whether the container is paused, instead of each layer in it.
  private var usesContainer = true
  /// Whether the time of the recorded layers is paused.
  private(set) var isHeld = false
  /// The fraction of the duration that is shown while held.
  private(set) var fraction: CGFloat = 0

  init(container: UIView, duration: TimeInterval) {
    self.container = container
    self.duration = max(duration, 0.001)
    listener.recorder = self
  }

  // MARK: Recording

  /// Runs a part of the transition and records its animations.
  func record(_ part: () -> Void) {
    let outer = Self.current
    Self.current = self
    CATransaction.withAnimationScope {
      $0.observers.append(listener)
    } _: {
      part()
    }
    Self.current = outer
    // The time may be moved before the commit, which would make it the begin of the animations.
    guard isHeld else { return }
    for layer in layers {
      layer.beginAnimations(observedBy: listener, at: CACurrentMediaTime())
    }
  }

  /// A property is about to change with an animation.
  static func willAnimate(_ layer: CALayer, _ key: String) { current?.willAnimate(layer, key) }

  private func willAnimate(_ layer: CALayer, _ key: String) {
    guard !changes.contains(where: { $0.layer === layer && $0.key == key }) else { return }
    changes.append(Change(layer: layer, key: key, value: layer.currentEnd(forKey: key).value))
  }

  private func note(_ layer: CALayer) {
    if !layers.contains(where: { $0 === layer }) { layers.append(layer) }
    addRoot(for: layer)
  }

  private func addRoot(for layer: CALayer) {
    var current: CALayer? = layer
    while let some = current {
      if roots.contains(where: { $0.layer === some }) { return }
      if some === container.layer, usesContainer {
        add(some)
        return
      }
      current = some.superlayer
    }
    add(layer)
  }

  private func add(_ layer: CALayer) {
    let root = Root(layer)
    roots.append(root)
    if isHeld { pause(root) }
  }

  // MARK: Moving time

  /// Pauses everything recorded; what is recorded later is paused too.
  ///
  /// - Parameter holdsContainer: Whether the container is paused as a whole, even before it has animations.
  ///   Otherwise each layer that has an animation is paused by itself.
  func hold(holdsContainer: Bool) {
    usesContainer = holdsContainer
    if holdsContainer, !roots.contains(where: { $0.layer === container.layer }) {
      add(container.layer)
    }
    guard !isHeld else { return }
    if let root = roots.first {
      fraction = CGFloat(
        min(
          max((root.layer.localTime(at: MediaClock.presentationTime) - root.start) / duration, 0), 1
        ))
    }
    isHeld = true
    for root in roots { pause(root) }
  }

  /// Shows a fraction of the transition, 0...1.
  func scrub(to fraction: CGFloat) {
    ticker?.stop()
    self.fraction = fraction
    for root in roots { pause(root) }
  }

  private func pause(_ root: Root) {
    root.layer.speed = 0
    root.layer.beginTime = 0
    root.layer.timeOffset = root.start + duration * Double(fraction)
  }

  /// Moves from the held fraction to the end or the start.
  ///
  /// - Parameters:
  ///   - speed: Multiplies the speed of the rest; positive.
  ///   - curve: The curve of the rest.
  func run(
    toEnd: Bool, speed: CGFloat, curve: UIView.AnimationCurve, completion: @escaping () -> Void
  ) {
    let (from, target): (CGFloat, CGFloat) = (fraction, toEnd ? 1 : 0)
    let seconds = duration * Double(abs(target - from) / max(speed, 0.001))
    let end = { [weak self] in
      guard let self else { return }
      scrub(to: target)
      self.ticker?.remove()
      self.ticker = nil
      toEnd ? release() : revert()
      completion()
    }
    guard seconds > 0.001, let window = container.window, window.context != nil else {
      end()
      return
    }
    let easing = CAMediaTimingFunction(name: curve.functionName)
    let ticker = ticker ?? FrameTicker(in: window)
    self.ticker = ticker
    ticker.run(
      for: seconds,
      step: { [weak self] in
        guard let self else { return }
        fraction = from + (target - from) * CGFloat(easing.curve.value(at: $0 / seconds))
        for root in roots { pause(root) }
      }, end: { _ in end() })
  }

  /// Lets time run on from the shown fraction.
  private func release() {
    isHeld = false
    for root in roots {
      let now = root.layer.superlayer?.localTime(at: MediaClock.presentationTime)
      let shown = root.layer.timeOffset
      root.layer.timeOffset = 0
      root.layer.speed = 1
      root.layer.beginTime = (now ?? MediaClock.presentationTime) - shown
    }
  }

  /// Removes the recorded animations and gives every animated property its old value.
  private func revert() {
    isHeld = false
    for change in changes { change.layer.setQuietly(change.value, forKey: change.key) }
    resetTime()
    for layer in layers { layer.removeAnimations(observedBy: listener) }
  }

  /// Ends the transition: time is as before.
  ///
  /// - Parameter isCancelled: Whether a gesture has cancelled the transition, which then also ends before
  ///   the animations are back at their start.
  func end(isCancelled: Bool) {
    ticker?.stop()
    ticker?.remove()
    ticker = nil
    if isCancelled, isHeld { revert() } else { resetTime() }
    (roots, changes, layers) = ([], [], [])
    isHeld = false
  }

  private func resetTime() {
    for root in roots {
      root.layer.speed = root.speed
      root.layer.beginTime = root.beginTime
      root.layer.timeOffset = root.timeOffset
    }
  }
}
