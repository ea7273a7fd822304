// UIPinchGestureRecognizer.swift
// Recognises two fingers moved apart: the wheel with Control held down.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Recognises a pinch: the wheel with Control held down.
///
/// A notch upwards multiplies the scale by 1.1.
@preconcurrency @MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// Points of a notch, and its factor.
  private static let notch: CGFloat = 48
  private static let factor: CGFloat = 1.1

  private lazy var wheel = WheelGesture(self)

  /// The scale relative to the start of the gesture. Starts at 1 and may be set.
  open var scale: CGFloat = 1

  /// The rate of change of the scale, per second.
  open var velocity: CGFloat { wheel.rate }

  override func wheelMoved(
    _ delta: CGVector, modifiers: UIKeyModifierFlags, at point: CGPoint
  ) -> Bool {
    guard modifiers.contains(.control) else { return false }
    return wheel.move(delta, at: point) {
      scale = 1
    } change: {
      let old = scale
      scale *= pow(Self.factor, $0 / Self.notch)
      return scale - old
    }
  }

  /// Returns the pointer's location.
  open override func location(in view: UIView?) -> CGPoint {
    view?.convert(wheel.point, from: nil) ?? wheel.point
  }

  /// 2 during the gesture, else 0.
  open override var numberOfTouches: Int { wheel.isActive ? 2 : 0 }

  /// A press of the button is not part of the gesture.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if !wheel.isActive { state = .failed }
  }
}
