// EventScheduleTests.swift
// Event times: events are found on time, whatever times layers have, and no layer is visited in
// between.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import QuartzCore

extension LiveTree {
  @MainActor @Suite struct EventScheduleTests {
    /// The activity computed from every animation, one by one.
    private func activity(
      _ layers: [CALayer], _ context: LayerContext, at time: TimeInterval
    ) -> LayerContext.Activity {
      var next = TimeInterval.infinity
      for layer in layers where layer.slot >= 0 {
        if sequence(first: layer, next: \.parent).contains(where: { $0.timing.speed == 0 }) {
          continue
        }
        let local = context.tree.localTime(of: layer.slot, at: time)
        for attached in layer.attachments where !attached.didEnd {
          switch attached.timing.phase(atParentTime: local) {
          case .active where attached.didStart && attached.timing.map.speed == 0: continue
          case .active:
            guard attached.didStart, let step = attached.nextStep(after: local), step > local
            else { return .animating }
            next = min(next, layer.convertTime(step, to: nil))
          case .after: return .animating
          case .before:
            let begin = layer.convertTime(attached.timing.map.beginTime, to: nil)
            if begin > time { next = min(next, begin) }
          }
        }
      }
      return .idle(until: next)
    }

    /// Just before a begin, where rounding may hide it, the activity is still idle until the begin.
    @Test func aMomentBeforeABeginIsBeforeIt() {
      let stage = LiveStage()
      let layers = (0..<3).map { _ in stage.add(CALayer()) }
      for layer in layers {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.toValue, animation.beginTime, animation.duration) = (0, 1, 1)
        layer.add(animation, forKey: nil)
      }
      stage.advance(to: 0.5)
      let moment = 1 - 1.5e-9
      #expect(stage.context.activity(at: moment, lastShown: 0.5) == .idle(until: 1))
      stage.advance(to: moment)
      #expect(stage.context.activity(at: moment, lastShown: 0.5) == .idle(until: 1))
      stage.advance(to: 1)
      #expect(stage.context.activity(at: 1, lastShown: moment) == .animating)
    }

    /// Random animations on layers of random times: at every moment the queue gives what visiting
    /// every animation gives, and all due callbacks were made.
    @Test(arguments: 0..<15) func theQueueKnowsWhatEverybodyKnows(seed: Int) {
      var random = SeededRandom(seed: UInt64(900 + seed))
      let stage = LiveStage()
      var layers: [CALayer] = [stage.root]
      for _ in 0..<8 {
        let layer = CALayer()
        (layers.randomElement(using: &random) ?? stage.root).addSublayer(layer)
        layers.append(layer)
      }
      for _ in 0..<80 {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          guard let layer = layers.randomElement(using: &random) else { break }
          switch Int.random(in: 0..<10, using: &random) {
          case 0: layer.removeAllAnimations()
          case 1: layer.speed = [1, 0, 2, 0.5, -1].randomElement(using: &random) ?? 1
          case 2: layer.timeOffset = .random(in: 0...0.3, using: &random)
          case 3: layer.speed = 1
          default:
            let animation = SampledTreeTests.animation(&random)
            layer.add(animation, forKey: Bool.random(using: &random) ? "a" : nil)
          }
        }
        let time = MediaClock.now + .random(in: 0...0.15, using: &random)
        stage.advance(to: time)
        let (found, expected) = (
          stage.context.activity(at: time, lastShown: time),
          activity(layers, stage.context, at: time)
        )
        if case .idle(let a) = found, case .idle(let b) = expected {
          #expect(a == b || abs(a - b) < 1e-9)
        } else {
          #expect(found == expected)
        }
        for layer in layers where layer.slot >= 0 {
          let local = stage.context.tree.localTime(of: layer.slot, at: time)
          let moves = stage.context.tree.speed(of: layer.slot) != 0
          for attached in layer.attachments where attached.hasBegin {
            let elapsed = attached.timing.elapsed(atParentTime: local)
            #expect(attached.didStart || elapsed < 0)
            let isOver = elapsed >= attached.timing.activeDuration && moves
            #expect(attached.didEnd || !isOver || attached.timing.map.speed == 0)
          }
        }
        #expect(stage.context.animationCount == layers.reduce(0) { $0 + $1.attachments.count })
      }
    }

    /// While nothing begins or ends, no layer is visited.
    @Test func nobodyIsAskedBetweenEvents() {
      let stage = LiveStage()
      for index in 0..<50 {
        let animation = blink(1 + Double(index))
        stage.add(CALayer()).add(animation, forKey: "a")
      }
      stage.advance(to: 0)
      stage.advance(to: 0.1)
      let before = stage.context.schedule.computedCount
      for frame in 1...80 {
        let time = 0.1 + Double(frame) / 100
        stage.context.processEvents(at: time)
        #expect(stage.context.activity(at: time, lastShown: time) == .animating)
        _ = stage.context.nextEventTime(after: time)
        #expect(stage.context.displayAnimatedLayers(at: time) == 0)
      }
      #expect(stage.context.schedule.computedCount == before)
      stage.advance(to: 1)
      #expect(
        stage.context.schedule.computedCount > before
          && stage.context.schedule.computedCount < before + 6)
    }
  }
}
