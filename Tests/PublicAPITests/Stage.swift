// Stage.swift
// What these tests share, made of Apple's public names alone: a window without a screen, whose time
// stands still until it is moved as any layer's time is.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

/// Tests as an iOS programmer writes them.
///
/// This target sees what every program sees that imports `UIKit`: the manifest denies it the names that
/// are for this package alone. Nothing here knows a clock of ours, a frame or a render tree.
@MainActor @Suite(.serialized) struct AppleNames {}

/// A visible window of 200 x 200 points whose layer's time is moved by hand.
@MainActor final class Stage {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))

  init() {
    window.isHidden = false
    window.layer.speed = 0
    CATransaction.flush()
  }

  /// Puts a view into the window, and commits.
  @discardableResult func add<View: UIView>(_ view: View) -> View {
    window.addSubview(view)
    CATransaction.flush()
    return view
  }

  /// Puts a layer into the window's, and commits.
  @discardableResult func add<Layer: CALayer>(_ layer: Layer) -> Layer {
    window.layer.addSublayer(layer)
    CATransaction.flush()
    // What came in with a transition is not what a test is about.
    window.layer.removeAllAnimations()
    CATransaction.flush()
    return layer
  }

  /// Commits what was changed, then shows the window as it is at a time, in seconds.
  func show(at time: CFTimeInterval) {
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    window.layer.timeOffset = time
    CATransaction.commit()
    CATransaction.flush()
  }

  /// What a layer shows, by the key path of a number.
  func shown(_ layer: CALayer, _ keyPath: String) -> Double {
    (layer.presentation()?.value(forKeyPath: keyPath) as? NSNumber)?.doubleValue ?? .nan
  }

  deinit {
    MainActor.assumeIsolated { window.isHidden = true }
  }
}

/// A square view of 20 points at (10, 10).
@MainActor func square() -> UIView { UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20)) }

/// Whether two numbers are equal but for rounding.
func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-4) -> Bool {
  abs(a - b) <= tolerance
}
