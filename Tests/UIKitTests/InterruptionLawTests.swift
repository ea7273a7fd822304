// InterruptionLawTests.swift
// Blocks that are interrupted at random: every completion runs once, touches are restored, and
// presented values are finite (semantics 16.5, 16.6).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// One window with a few views, on the virtual clock, without rendering.
@MainActor private final class Interruptions {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let views: [UIView]
  var random: SeededRandom
  /// The number of calls of each completion, by number.
  var completions: [Int] = []
  private var depth = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let button = UIButton(type: .custom)
    views = [UIView(), GaugeView(), button, inner]
    for view in views.dropLast() {
      view.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
      window.addSubview(view)
    }
    views[0].addSubview(inner)
    views[0].layer.addSublayer(GaugeLayer())
    window.isHidden = false
    button.addAction(
      UIAction { [unowned self] _ in
        guard depth < 2 else { return }
        depth += 1
        step()
        depth -= 1
      }, for: .touchUpInside)
  }

  func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
  func chance(_ share: Double) -> Bool { number(0...1) < share }

  /// Advances time as a frame does, without rendering.
  func advance(to time: TimeInterval) {
    MediaClock.advance(to: time)
    CATransaction.flush()
    for context in LayerContext.live { context.processEvents(at: time) }
    CallbackQueue.drain()
    CATransaction.flush()
  }

  private func completion() -> (Bool) -> Void {
    let number = completions.count
    completions.append(0)
    let chains = chance(0.2)
    return { [unowned self] _ in
      completions[number] += 1
      guard chains, depth < 2 else { return }
      depth += 1
      step()
      depth -= 1
    }
  }

  private func change(_ view: UIView) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: view.center = CGPoint(x: number(0...100), y: number(0...100))
    case 1: view.alpha = number(0...1)
    case 2: view.bounds.size = CGSize(width: number(0...50), height: number(0...50))
    case 3: view.transform = CGAffineTransform(rotationAngle: number(-4...4))
    case 4: view.transform = CGAffineTransform(scaleX: chance(0.3) ? 0 : number(-2...2), y: 1)
    case 5: view.backgroundColor = chance(0.3) ? nil : .red
    case 6: view.layer.cornerRadius = number(0...9)
    case 7: (view as? GaugeView)?.level = number(0...99)
    case 8: (view.layer.sublayers?.first as? GaugeLayer)?.level = number(0...99)
    case 9: view.transform = .identity
    case 10: view.transform3D = CATransform3DMakeRotation(number(-4...4), 1, 1, 0)
    default: view.bounds.origin.x = number(-9...9)
    }
  }

  private func animate(_ view: UIView) {
    var options = UIView.AnimationOptions(rawValue: UInt(number(0...3)) << 16)
    for option in [
      UIView.AnimationOptions.layoutSubviews, .allowUserInteraction, .beginFromCurrentState,
      .autoreverse, .overrideInheritedDuration, .overrideInheritedOptions, .includesLayers,
      .allowAnimatedContent,
    ] where chance(0.15) {
      options.insert(option)
    }
    if chance(0.05) { options.insert(.repeat) }
    let (duration, delay) = (
      chance(0.1) ? 0 : number(-0.05...1), chance(0.7) ? 0 : number(-0.2...0.3)
    )
    let changes = { [unowned self] in
      for _ in 0..<Int(number(0...4)) { change(view) }
      if chance(0.15), depth < 2 {
        depth += 1
        step()
        depth -= 1
      }
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      UIView.animate(
        withDuration: duration, delay: delay, usingSpringWithDamping: number(0...1.2),
        initialSpringVelocity: number(-9...9), options: options, animations: changes,
        completion: completion())
    case 1:
      UIView.animate(
        springDuration: number(0.05...0.4), bounce: number(-1...0.9), delay: delay,
        options: options,
        animations: changes, completion: completion())
    case 2:
      let mode = UInt(number(0...4.99)) << 10
      UIView.animateKeyframes(
        withDuration: duration, delay: delay,
        options: UIView.KeyframeAnimationOptions(rawValue: options.rawValue | mode),
        animations: { [unowned self] in
          for _ in 0..<3 {
            UIView.addKeyframe(
              withRelativeStartTime: number(0...1), relativeDuration: number(0...0.7),
              animations: changes)
          }
        }, completion: completion())
    case 3:
      options.insert(UIView.AnimationOptions(rawValue: UInt(number(0...7.99)) << 20))
      UIView.transition(
        with: view, duration: duration, options: options, animations: changes,
        completion: completion())
    default:
      UIView.animate(
        withDuration: duration, delay: delay, options: options, animations: changes,
        completion: completion())
    }
  }

  /// Presses and releases at a view.
  private func press(_ view: UIView) {
    let place = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
    for kind in [
      InputEvent.Kind.pointerDown(place, button: 1, clicks: 1), .pointerUp(place, button: 1),
    ] {
      window.deliver(InputEvent(time: MediaClock.now, kind: kind))
    }
  }

  func step() {
    guard let view = views.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<24, using: &random) {
    case _ where window.isHidden && chance(0.5): window.isHidden = false
    case 0: view.removeFromSuperview()
    case _ where view.superview == nil && chance(0.5): window.addSubview(view)
    case 2: view.layer.removeAllAnimations()
    case 3:
      if let key = view.layer.animationKeys()?.randomElement(using: &random) {
        view.layer.removeAnimation(forKey: key)
      }
    case 4: window.isHidden.toggle()
    case 5: window.frame.size = CGSize(width: number(50...150), height: number(50...150))
    case 6: view.layer.speed = Float(chance(0.5) ? 1 : number(0...2))
    case 7: UIView.performWithoutAnimation { change(view) }
    case 8:
      // Animates back, from the current position.
      UIView.animate(
        withDuration: 0.2, delay: 0, options: .beginFromCurrentState,
        animations: {
          view.center = CGPoint(x: 20, y: 20)
          view.alpha = 1
        }, completion: completion())
    case 9: change(view)
    case 10: press(view)
    default: animate(view)
    }
  }

  /// The presented values that are not finite.
  func wrongValues() -> [String] {
    views.compactMap { view in
      guard let shown = view.layer.presentation() else { return nil }
      let t = shown.transform
      let numbers: [Double] = [
        shown.position.x, shown.position.y, shown.bounds.minX, shown.bounds.minY,
        shown.bounds.width, shown.bounds.height, shown.cornerRadius, Double(shown.opacity), t.m11,
        t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42,
        t.m43, t.m44, Double((shown as? GaugeLayer)?.level ?? 0),
      ]
      return numbers.allSatisfy(\.isFinite) ? nil : "\(type(of: view)) \(numbers)"
    }
  }

  /// Ends everything.
  func close(at time: TimeInterval) {
    for view in views {
      view.layer.speed = 1
      view.layer.removeAllAnimations()
    }
    window.isHidden = true
    depth = 9
    for step in 0..<4 { advance(to: time + Double(step)) }
  }
}

extension LiveViews {
  /// semantics 16.5, semantics 16.6
  @MainActor @Suite struct InterruptionLawTests {
    /// A thousand runs, a hundred per test.
    @Test(arguments: 0..<10) func randomInterruptionsCompleteOnceAndRestoreTouches(hundred: UInt64)
      throws
    {
      MediaClock.useVirtual()
      CallbackQueue.driver = .manual
      defer {
        CallbackQueue.drain()
        CallbackQueue.driver = .mainQueue
        MediaClock.useReal()
      }
      var (time, blocks, moving) = (0.0, 0, 0)
      for seed in (hundred * 100)..<(hundred * 100 + 100) {
        let run = Interruptions(seed: seed)
        run.advance(to: time)
        for _ in 0..<16 {
          run.step()
          time += run.chance(0.5) ? 1.0 / 60 : run.number(0...0.3)
          run.advance(to: time)
          moving += run.views.count { $0.layer.animationKeys() != nil }
          try #require(run.wrongValues().isEmpty, "seed \(seed): \(run.wrongValues())")
        }
        run.close(at: time)
        time += 4
        try #require(
          run.completions.allSatisfy { $0 == 1 }, "seed \(seed): \(run.completions)")
        try #require(
          run.views.allSatisfy { $0.touchBlockCount == 0 && $0.layer.animationKeys() == nil },
          "seed \(seed)")
        blocks += run.completions.count
      }
      // Guards against runs without blocks or motion.
      #expect(blocks > 1000 && moving > 1500, "\(blocks) blocks, \(moving) moving views")
    }
  }
}
