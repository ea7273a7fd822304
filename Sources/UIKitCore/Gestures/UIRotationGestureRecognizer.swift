// UIRotationGestureRecognizer.swift
// Recognises two fingers turned about each other: the wheel with Alt held down.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Recognises a rotation: the wheel with Alt held down.
///
/// A notch upwards rotates by 15 degrees, clockwise.
@preconcurrency @MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// Points of a notch.
  private static let notch: CGFloat = 48

  private lazy var wheel = WheelGesture(self)

  /// The rotation since the start of the gesture, in radians, clockwise. Starts at 0 and may be set.
  open var rotation: CGFloat = 0

  /// The rate of rotation, in radians per second.
  open var velocity: CGFloat { wheel.rate }

  override func wheelMoved(
    _ delta: CGVector, modifiers: UIKeyModifierFlags, at point: CGPoint
  ) -> Bool {
    guard modifiers.contains(.alternate) else { return false }
    return wheel.move(delta, at: point) {
      rotation = 0
    } change: {
      let angle = $0 / Self.notch * .pi / 12
      rotation += angle
      return angle
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
