// UIPinchGestureRecognizer.swift
// Gestures of two fingers, made with the wheel and a key held down with it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// The wheel turned over a view with a key held down: begins with the first notch, ends a moment after
/// the last.
@MainActor
final class WheelTurn {
  /// Seconds without a notch after which the gesture is over.
  private static let pause: TimeInterval = 0.3

  private unowned let recognizer: UIGestureRecognizer
  private var timer: MediaTimer?
  private var lastTime: TimeInterval = 0
  private(set) var isTurning = false
  /// Where the pointer is, in the window.
  private(set) var point = CGPoint.zero
  /// How fast the value changes, in units a second, as of the last notch.
  private(set) var rate: CGFloat = 0

  init(_ recognizer: UIGestureRecognizer) { self.recognizer = recognizer }

  /// Takes a movement of the wheel.
  ///
  /// - Parameters:
  ///   - begin: Called before the first notch, to forget the value of the last gesture.
  ///   - turn: Takes the points of a movement, upwards positive; returns the change of the value.
  /// - Returns: Whether the movement was part of the gesture.
  func move(
    _ delta: CGVector, at point: CGPoint, begin: () -> Void, turn: (CGFloat) -> CGFloat
  ) -> Bool {
    guard recognizer.isEnabled, let window = recognizer.view?.window else { return false }
    let now = CACurrentMediaTime()
    if !isTurning {
      guard recognizer.mayBegin else { return false }
      begin()
      (isTurning, rate, lastTime) = (true, 0, now)
    }
    self.point = point
    let change = turn(delta.dy != 0 ? delta.dy : delta.dx)
    if now > lastTime { rate = change / CGFloat(now - lastTime) }
    lastTime = now
    recognizer.state = recognizer.state == .possible ? .began : .changed
    timer?.cancel()
    timer = MediaTimer(after: Self.pause, in: window) { [weak self] in self?.end() }
    return true
  }

  private func end() {
    timer = nil
    isTurning = false
    recognizer.state = .ended
    recognizer.finish()
  }
}

/// Sees two fingers moved apart: the wheel turned with Control held down.
///
/// A notch upwards makes the scale a tenth larger.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// Points of a notch, and what it makes of the scale.
  private static let notch: CGFloat = 48
  private static let factor: CGFloat = 1.1

  private lazy var wheel = WheelTurn(self)

  /// How much farther apart the fingers are than at the begin; 1 at first, and may be set.
  open var scale: CGFloat = 1

  /// How fast the scale changes, per second.
  open var velocity: CGFloat { wheel.rate }

  override func wheelMoved(
    _ delta: CGVector, modifiers: UIKeyModifierFlags, at point: CGPoint
  ) -> Bool {
    guard modifiers.contains(.control) else { return false }
    return wheel.move(delta, at: point) {
      scale = 1
    } turn: {
      let old = scale
      scale *= pow(Self.factor, $0 / Self.notch)
      return scale - old
    }
  }

  /// Where the pointer is.
  open override func location(in view: UIView?) -> CGPoint {
    view?.convert(wheel.point, from: nil) ?? wheel.point
  }

  /// Two fingers, while the wheel turns.
  open override var numberOfTouches: Int { wheel.isTurning ? 2 : 0 }

  /// A press of the button is no part of it.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if !wheel.isTurning { state = .failed }
  }
}

/// Sees two fingers turned about each other: the wheel turned with Alt held down.
///
/// A notch upwards turns by a twenty-fourth of a circle, clockwise.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// Points of a notch.
  private static let notch: CGFloat = 48

  private lazy var wheel = WheelTurn(self)

  /// The angle in radians since the begin, clockwise; 0 at first, and may be set.
  open var rotation: CGFloat = 0

  /// How fast the angle changes, in radians a second.
  open var velocity: CGFloat { wheel.rate }

  override func wheelMoved(
    _ delta: CGVector, modifiers: UIKeyModifierFlags, at point: CGPoint
  ) -> Bool {
    guard modifiers.contains(.alternate) else { return false }
    return wheel.move(delta, at: point) {
      rotation = 0
    } turn: {
      let angle = $0 / Self.notch * .pi / 12
      rotation += angle
      return angle
    }
  }

  /// Where the pointer is.
  open override func location(in view: UIView?) -> CGPoint {
    view?.convert(wheel.point, from: nil) ?? wheel.point
  }

  /// Two fingers, while the wheel turns.
  open override var numberOfTouches: Int { wheel.isTurning ? 2 : 0 }

  /// A press of the button is no part of it.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if !wheel.isTurning { state = .failed }
  }
}
