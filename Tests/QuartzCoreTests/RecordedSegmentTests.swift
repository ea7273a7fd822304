// RecordedSegmentTests.swift
// Animations that a driver plays in segments are shown again as they were: at every time, over a model that has
// changed since.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct RecordedSegmentTests {
    /// A kind of animation from 0 to 100, and the property that it is of.
    private nonisolated static let kinds = [
      "basic zPosition", "additive position.x", "basic percent", "keyframes zPosition",
      "additive keyframes zPosition",
    ]

    private func animation(_ kind: String) -> CAPropertyAnimation {
      let path = String(kind.split(separator: " ").last ?? "")
      let animation: CAPropertyAnimation
      if kind.contains("keyframes") {
        let keyframes = CAKeyframeAnimation(keyPath: path)
        keyframes.values = [0, 80, 30, 100]
        animation = keyframes
      } else {
        let basic = CABasicAnimation(keyPath: path)
        (basic.fromValue, basic.toValue) = (0, 100)
        animation = basic
      }
      animation.duration = 1
      animation.isAdditive = kind.hasPrefix("additive")
      return animation
    }

    /// A segment that a driver may begin: at rest anywhere, or on the way to either end, at once or later.
    private func segment(_ random: inout SeededRandom) -> DrivenSegment {
      let place = Double.random(in: 0...1, using: &random)
      if Bool.random(using: &random) { return .held(at: place) }
      var segment = DrivenSegment()
      (segment.from, segment.to) = (place, Bool.random(using: &random) ? 1 : 0)
      segment.duration = [0, 0.3, 2].randomElement(using: &random)
      segment.delay = [0, 0.2].randomElement(using: &random) ?? 0
      segment.curve =
        Bool.random(using: &random)
        ? .easing(.linear)
        : .spring(
          Spring(mass: 1, stiffness: 90, damping: 6, initialVelocity: 0), duration: 1.5)
      return segment
    }

    /// One animation, driven at random and recorded frame by frame.
    @MainActor private struct Run {
      let stage = LiveStage()
      let layer = DialLayer()
      let hand = Driver()
      let path: String
      var recorded: RecordedAnimation?
      var frames: [(time: TimeInterval, value: Double)] = []

      var shown: Double {
        (layer.presentation()?.value(forKeyPath: path) as? NSNumber)?.doubleValue ?? .nan
      }

      /// Sets the property of the model, without an action.
      func set(_ value: Double) {
        CATransaction.setDisableActions(true)
        layer.setValue(value, forKeyPath: path)
        CATransaction.setDisableActions(false)
      }

      mutating func frame(at time: TimeInterval) {
        stage.advance(to: time)
        var found: AnimationReport?
        stage.context.forEachAnimation(beneath: stage.root, at: time) { found = $0 }
        if let found {
          if recorded == nil { recorded = RecordedAnimation(found, isFirst: true) }
          _ = recorded?.follow(found)
        }
        recorded?.noteEnd()
        frames.append((time, shown))
      }

      /// Shows the time again at which a frame was, and returns its value.
      func value(at time: TimeInterval) -> Double {
        (stage.root.speed, stage.root.timeOffset) = (0, time)
        stage.advance(to: MediaClock.now + 0.01)
        return shown
      }
    }

    private func run(_ kind: String, seed: UInt64, ends: Bool) throws -> Run {
      var random = SeededRandom(seed: seed)
      let animation = animation(kind)
      var run = Run(path: try #require(animation.keyPath))
      _ = run.stage.add(run.layer)
      run.set(7)
      animation.delegate = run.hand
      run.layer.add(animation, forKey: "some")
      let driven = try #require(run.hand.driven)
      driven.set(segment(&random))
      for frame in 1...60 {
        run.frame(at: Double(frame) / 20)
        // A frame shows what was committed before it.
        MediaClock.advance(to: Double(frame) / 20 + 0.01)
        if frame < 60, Int.random(in: 0..<8, using: &random) == 0 { driven.set(segment(&random)) }
      }
      guard ends else { return run }
      // The model is left at another value, by which an additive animation would be shown at another place.
      driven.end(finished: true)
      run.set(31)
      for frame in 61...64 { run.frame(at: Double(frame) / 20) }
      return run
    }

    /// After its end, and while it is still on its layer.
    @Test(arguments: kinds, [true, false]) func everyTimeIsShownAsItWas(kind: String, ends: Bool)
      throws
    {
      for seed in 0..<60 as Range<UInt64> {
        var run = try run(kind, seed: seed, ends: ends)
        let count = run.frames.count
        #expect(Set(run.frames.map { ($0.value * 1e6).rounded() }).count > 1)
        _ = run.recorded?.show(endingAfter: nil)
        for frame in run.frames.reversed() + run.frames {
          let value = run.value(at: frame.time)
          #expect(
            abs(value - frame.value) < 1e-6,
            "\(kind) \(seed) at \(frame.time) s: \(value) and not \(frame.value)")
        }
        // Played again from the start, nothing remains of what had ended.
        run.stage.root.beginTime = MediaClock.now
        (run.stage.root.speed, run.stage.root.timeOffset) = (1, 0)
        run.stage.advance(to: MediaClock.now + 30)
        run.stage.advance(to: MediaClock.now + 1)
        #expect(run.layer.animationKeys() == (ends ? nil : ["some"]))
        if ends { #expect(run.shown == run.frames[count - 1].value) }
      }
    }

    /// Showing it twice attaches it once.
    @Test func showingTwiceIsShowingOnce() throws {
      var run = try run("additive position.x", seed: 3, ends: true)
      let first = run.recorded?.show(endingAfter: nil)
      let second = run.recorded?.show(endingAfter: nil)
      #expect(first == second && (first?.count ?? 0) > 2)
      var reported: Set<ObjectIdentifier> = []
      run.stage.advance(to: MediaClock.now + 1e-3)
      run.stage.context.forEachAnimation(beneath: run.stage.root, at: MediaClock.now) {
        reported.insert($0.id)
      }
      #expect(reported.isSubset(of: Set(first ?? [])))
    }
  }
}

private final class DialLayer: CALayer {
  @Animatable var percent: CGFloat = 0
}

/// Drives the animation that is added.
private final class Driver: AnimationObserver, AnimationDriver, CAAnimationDelegate {
  var driven: DrivenAnimation?

  func animationWasAttached(to layer: CALayer) {
    driven = layer.driveNewestAnimation(by: self, at: 0, where: { _ in true })
  }
  func animationDidEnd(on layer: CALayer, finished: Bool) {}
  func drivenAnimationReachedEnd() {}
}
