// Stage.swift
// The fixture of these tests, made of Apple's public names alone: a window without a screen, with a
// paused layer whose time the tests set.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

/// Tests written like an iOS program.
///
/// This target sees only what a program that imports `UIKit` sees: the manifest denies it package
/// access. It uses no clock, frame or render tree of this package.
@MainActor @Suite(.serialized) struct AppleNames {}

/// A visible window of 200 x 200 points with a manual layer time.
@MainActor final class Stage {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))

  init() {
    window.isHidden = false
    window.layer.speed = 0
    CATransaction.flush()
  }

  /// Adds a view to the window, and commits.
  @discardableResult func add<View: UIView>(_ view: View) -> View {
    window.addSubview(view)
    CATransaction.flush()
    return view
  }

  /// Adds a layer to the window's, and commits.
  @discardableResult func add<Layer: CALayer>(_ layer: Layer) -> Layer {
    window.layer.addSublayer(layer)
    CATransaction.flush()
    // A transition for the insertion would disturb the tests.
    window.layer.removeAllAnimations()
    CATransaction.flush()
    return layer
  }

  /// Commits all changes, then shows the window at a time, in seconds.
  func show(at time: CFTimeInterval) {
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    window.layer.timeOffset = time
    CATransaction.commit()
    CATransaction.flush()
  }

  /// The presented value of a layer, by the key path of a number.
  func shown(_ layer: CALayer, _ keyPath: String) -> Double {
    (layer.presentation()?.value(forKeyPath: keyPath) as? NSNumber)?.doubleValue ?? .nan
  }

  deinit {
    MainActor.assumeIsolated { window.isHidden = true }
  }
}

/// A square view of 20 points at (10, 10).
@MainActor func square() -> UIView { UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20)) }

/// Whether two numbers are equal except for rounding.
func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-4) -> Bool {
  abs(a - b) <= tolerance
}
