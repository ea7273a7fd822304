// WheelGesture.swift
// Stage: events. The wheel with a modifier key as a gesture of two fingers. The recognizer chooses the key and makes a
// value of the notches: UIPinchGestureRecognizer (Control), UIRotationGestureRecognizer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// A gesture of the wheel with a modifier key. It begins with the first notch and ends shortly after
/// the last.
@MainActor
final class WheelGesture {
  /// Seconds without a notch after which the gesture is over.
  private static let pause: TimeInterval = 0.3

  private unowned let recognizer: UIGestureRecognizer
  private var timer: MediaTimer?
  private var lastTime: TimeInterval = 0
  private(set) var isActive = false
  /// The pointer's location in the window.
  private(set) var point = CGPoint.zero
  /// The rate of change of the value per second, at the last notch.
  private(set) var rate: CGFloat = 0

  init(_ recognizer: UIGestureRecognizer) { self.recognizer = recognizer }

  /// Handles a movement of the wheel.
  ///
  /// - Parameters:
  ///   - begin: Called before the first notch, to reset the value.
  ///   - change: Applies a movement in points, upwards positive. Returns the change of the value.
  /// - Returns: Whether the movement was part of the gesture.
  func move(
    _ delta: CGVector, at point: CGPoint, begin: () -> Void, change apply: (CGFloat) -> CGFloat
  ) -> Bool {
    guard recognizer.isEnabled, let window = recognizer.view?.window else { return false }
    let now = CACurrentMediaTime()
    if !isActive {
      guard recognizer.mayBegin else { return false }
      begin()
      (isActive, rate, lastTime) = (true, 0, now)
    }
    self.point = point
    let change = apply(delta.dy != 0 ? delta.dy : delta.dx)
    if now > lastTime { rate = change / CGFloat(now - lastTime) }
    lastTime = now
    recognizer.state = recognizer.state == .possible ? .began : .changed
    timer?.cancel()
    timer = MediaTimer(after: Self.pause, in: window) { [weak self] in self?.end() }
    return true
  }

  private func end() {
    timer = nil
    isActive = false
    recognizer.state = .ended
    recognizer.finish()
  }
}
