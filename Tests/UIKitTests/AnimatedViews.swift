// AnimatedViews.swift
// Shared by the tests of view animation: an offscreen window, and a layer that records requests and
// animations.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

/// The parent of all tests that move views. They run one at a time, as they share the clock.
@MainActor @Suite(.serialized) struct LiveViews {}

/// A window of 100 x 100 points off screen, with a view of 20 x 20 at (10, 10), committed at time 0.
///
/// Created inside a test, not by its suite, so that nothing runs between its creation and release.
@MainActor final class ViewScene {
  let host: OffscreenHost
  let window: UIWindow
  let view: UIView

  init(_ view: UIView = UIView(), size: CGSize = CGSize(width: 100, height: 100)) {
    host = OffscreenHost(size: size, scale: 1)
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    self.view = view
    view.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    window.addSubview(view)
    window.isHidden = false
    host.attach(window)
    host.advance(to: 0)
  }

  /// Returns the presented value of a number's key path.
  func shown(_ keyPath: String, _ layer: CALayer? = nil) -> Double {
    let value = (layer ?? view.layer).presentation()?.value(forKeyPath: keyPath)
    return ((value as? NSNumber)?.doubleValue ?? .nan)
  }

  /// Returns an animator that moves the view's centre from x 20 to 120, in a second by default.
  func makeAnimator(
    _ timing: any UITimingCurveProvider, duration: Double = 1
  ) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(duration: duration, timingParameters: timing)
    animator.addAnimations { [view] in view.center.x = 120 }
    return animator
  }

  /// Returns the fraction of that way that is shown.
  func shownFraction() -> Double {
    CATransaction.flush()
    return (shown("position.x") - 20) / 100
  }

  func animation(_ key: String) -> CABasicAnimation? {
    view.layer.animation(forKey: key) as? CABasicAnimation
  }

  deinit {
    MainActor.assumeIsolated {
      window.isHidden = true
      CATransaction.flush()
      CallbackQueue.drain()
      CallbackQueue.driver = .mainQueue
      MediaClock.useReal()
    }
  }
}

/// A layer that records returned actions and added animations.
final class RecordingLayer: CALayer {
  var answers: [String: any CAAction] = [:]
  var given: [(key: String?, animation: CAAnimation)] = []

  override func action(forKey event: String) -> (any CAAction)? {
    let answer = super.action(forKey: event)
    answers[event] = answer ?? NSNull()
    return answer
  }

  override func add(_ anim: CAAnimation, forKey key: String?) {
    given.append((key, anim))
    super.add(anim, forKey: key)
  }
}

final class TellingView: UIView {
  override class var layerClass: AnyClass { RecordingLayer.self }
  var telling: RecordingLayer { unsafeDowncast(layer, to: RecordingLayer.self) }
}
