// UIPinchGestureRecognizer.swift
// Gestures of two fingers, made with the wheel and a key held down with it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// Sees the wheel turned with a key held down: begins with the first notch, ends a moment after the
/// last.
@preconcurrency @MainActor
open class WheelGestureRecognizer: UIGestureRecognizer {
  /// Seconds without a notch after which the gesture is over.
  private static let pause: TimeInterval = 0.3

  private var point = CGPoint.zero
  private weak var window: UIWindow?
  private var timer: MediaTimer?
  private var isTurning = false

  /// How fast the value changes, in units a second, as of the last notch.
  private(set) final var rate: CGFloat = 0
  private var lastTime: TimeInterval = 0

  /// The key that has to be held down.
  var modifier: UIKeyModifierFlags { .control }

  /// Takes a notch of the wheel, in points; upwards is positive. Returns the change of the value.
  func turn(by distance: CGFloat) -> CGFloat { 0 }

  /// Goes back to the value of no gesture.
  func forgetValue() {}

  override func wheelMoved(
    _ delta: CGVector, modifiers: UIKeyModifierFlags, at point: CGPoint
  ) -> Bool {
    guard isEnabled, modifiers.contains(modifier), let window = view?.window else { return false }
    if !isTurning {
      guard mayBegin else { return false }
      forgetValue()
      isTurning = true
      rate = 0
      lastTime = CACurrentMediaTime()
    }
    (self.point, self.window) = (point, window)
    let distance = delta.dy != 0 ? delta.dy : delta.dx
    let now = CACurrentMediaTime()
    let change = turn(by: distance)
    if now > lastTime { rate = change / CGFloat(now - lastTime) }
    lastTime = now
    state = state == .possible ? .began : .changed
    timer?.cancel()
    timer = MediaTimer(after: Self.pause, in: window) { [weak self] in self?.end() }
    return true
  }

  private func end() {
    timer = nil
    isTurning = false
    state = .ended
    finish()
  }

  /// Where the pointer is.
  open override func location(in view: UIView?) -> CGPoint {
    view?.convert(point, from: nil) ?? point
  }

  /// Two fingers, while the wheel turns.
  open override var numberOfTouches: Int { isTurning ? 2 : 0 }

  /// A press of the button is no part of it.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if !isTurning { state = .failed }
  }
}

/// Sees two fingers moved apart: the wheel turned with Control held down.
///
/// A notch upwards makes the scale a tenth larger.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: WheelGestureRecognizer {
  /// Points of a notch, and what it makes of the scale.
  private static let notch: CGFloat = 48
  private static let factor: CGFloat = 1.1

  /// How much farther apart the fingers are than at the begin; 1 at first, and may be set.
  open var scale: CGFloat = 1

  /// How fast the scale changes, per second.
  open var velocity: CGFloat { rate }

  override func turn(by distance: CGFloat) -> CGFloat {
    let old = scale
    scale *= pow(Self.factor, distance / Self.notch)
    return scale - old
  }

  override func forgetValue() { scale = 1 }
}

/// Sees two fingers turned about each other: the wheel turned with Alt held down.
///
/// A notch upwards turns by a twenty-fourth of a circle, clockwise.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: WheelGestureRecognizer {
  private static let notch: CGFloat = 48

  /// The angle in radians since the begin, clockwise; 0 at first, and may be set.
  open var rotation: CGFloat = 0

  /// How fast the angle changes, in radians a second.
  open var velocity: CGFloat { rate }

  override var modifier: UIKeyModifierFlags { .alternate }

  override func turn(by distance: CGFloat) -> CGFloat {
    let angle = distance / Self.notch * .pi / 12
    rotation += angle
    return angle
  }

  override func forgetValue() { rotation = 0 }
}
