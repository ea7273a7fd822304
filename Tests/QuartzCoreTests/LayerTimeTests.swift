// LayerTimeTests.swift
// A layer's own time: pausing, resuming, scrubbing, converting (semantics 1.10, 1.11).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct LayerTimeTests {
    private func pause(_ layer: CALayer) {
      let now = layer.convertTime(CACurrentMediaTime(), from: nil)
      layer.speed = 0
      layer.timeOffset = now
    }

    private func resume(_ layer: CALayer) {
      let paused = layer.timeOffset
      (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
      layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
    }

    /// semantics 1.10: layer time resumes where it paused, whatever happened in between.
    @Test func pausingAndResumingIsContinuous() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let child = CALayer()
      layer.addSublayer(child)
      CATransaction.flush()
      child.add(blink(10), forKey: "a")
      stage.advance(to: 0)
      var random = SeededRandom(seed: 10)
      var played = 0.0
      for _ in 0..<10 {
        let run = Double.random(in: 0...0.5, using: &random)
        stage.advance(to: MediaClock.now + run)
        played += run
        func expectPlayed(sourceLocation: SourceLocation = #_sourceLocation) {
          CATransaction.flush()
          #expect(
            abs(Double(child.presentation()?.opacity ?? -1) - played / 10) < 1e-6,
            sourceLocation: sourceLocation)
          #expect(
            abs(layer.convertTime(CACurrentMediaTime(), from: nil) - played) < 1e-6,
            sourceLocation: sourceLocation)
        }
        expectPlayed()
        pause(layer)
        expectPlayed()
        stage.advance(to: MediaClock.now + .random(in: 0...5, using: &random))
        expectPlayed()
        resume(layer)
        expectPlayed()
      }
      #expect(child.animationKeys() == ["a"])
    }

    /// semantics 1.10: timing is never animated and starts no action search.
    @Test func timingSearchesForNoAction() {
      let stage = LiveStage()
      let layer = stage.add(AskedLayer())
      layer.asked = []
      (layer.speed, layer.timeOffset, layer.beginTime, layer.duration) = (2, 3, 4, 5)
      #expect(layer.asked.isEmpty && layer.animationKeys() == nil)
    }

    /// semantics 1.10: scrubbing to a time shows what playing to it shows.
    @Test func scrubbingIsPlaying() {
      var random = SeededRandom(seed: 11)
      for _ in 0..<30 {
        let stage = LiveStage()
        let (played, scrubbed) = (stage.add(CALayer()), stage.add(CALayer()))
        let animation = CAKeyframeAnimation(keyPath: "position.x")
        animation.values = (0..<5).map { _ in Double.random(in: -100...100, using: &random) }
        animation.duration = .random(in: 0.5...2, using: &random)
        animation.repeatCount = .random(in: 0.5...3, using: &random)
        animation.autoreverses = .random(using: &random)
        let modes: [CAAnimationCalculationMode] = [.linear, .discrete, .cubic, .paced]
        animation.calculationMode = modes.randomElement(using: &random) ?? .linear
        scrubbed.speed = 0
        for layer in [played, scrubbed] { layer.add(animation, forKey: "a") }
        CATransaction.flush()
        for _ in 0..<8 {
          let time = MediaClock.now + .random(in: 0...0.4, using: &random)
          MediaClock.advance(to: time)
          scrubbed.timeOffset = time
          CATransaction.flush()
          #expect(played.presentation()?.position == scrubbed.presentation()?.position)
        }
      }
    }

    /// semantics 1.6: a layer with negative speed is before the begin of added animations.
    @Test func backwardsLayersAreBeforeTheBegin() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.speed = -1
      let animation = blink(1)
      layer.add(animation, forKey: "a")
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.opacity == 1)
    }

    /// semantics 1.11: speeds multiply down the tree; nil means the clock.
    @Test func timeConvertsThroughTheTree() {
      let stage = LiveStage()
      let parent = stage.add(CALayer())
      let (child, other) = (CALayer(), CALayer())
      parent.addSublayer(child)
      stage.root.addSublayer(other)
      (parent.speed, parent.beginTime) = (0.5, 4)
      (child.speed, child.timeOffset) = (2, 1)
      #expect(child.convertTime(10, from: nil) == 7)
      #expect(child.convertTime(7, to: nil) == 10)
      #expect(child.convertTime(3, from: parent) == 7)
      #expect(parent.convertTime(3, to: child) == 7)
      other.timeOffset = 100
      #expect(child.convertTime(7, to: other) == 110)
      #expect(other.convertTime(7, from: child) == 110)
      parent.speed = 0
      #expect(child.convertTime(7, to: nil) == 0)
      child.speed = 0
      parent.speed = 0.5
      #expect(child.convertTime(7, to: nil) == 4, "0 of the parent")
    }

    /// semantics 1.11: conversion and back, in random trees of times.
    @Test func timeConvertsThereAndBack() {
      var random = SeededRandom(seed: 12)
      var count = 0
      while count < 100 {
        var layers = [CALayer()]
        for _ in 0..<4 {
          let layer = CALayer()
          layers[Int.random(in: 0..<layers.count, using: &random)].addSublayer(layer)
          layers.append(layer)
        }
        for layer in layers {
          layer.speed = .random(in: 0.25...4, using: &random)
          layer.timeOffset = .random(in: -5...5, using: &random)
          layer.beginTime = .random(in: -5...5, using: &random)
        }
        let (a, b) = (layers[1], layers[4])
        let time = Double.random(in: -10...10, using: &random)
        // Before a layer's begin its time is 0, which has no inverse; semantics 20.19.
        let clock = a.convertTime(time, to: nil)
        guard [a, b].allSatisfy({ $0.convertTime(clock, from: nil) == $0.localTime(at: clock) })
        else { continue }
        count += 1
        #expect(abs(a.convertTime(b.convertTime(time, from: a), from: b) - time) < 1e-4)
        #expect(abs(a.convertTime(time, to: b) - b.convertTime(time, from: a)) < 1e-9)
      }
    }

    /// semantics 1: the defaults.
    @Test func defaultsAreMediaTimings() {
      let layer = CALayer()
      #expect(layer.speed == 1 && layer.beginTime == 0 && layer.timeOffset == 0)
      #expect(layer.duration == .infinity && layer.fillMode == .removed && !layer.autoreverses)
      let animation = CAAnimation()
      #expect(animation.speed == 1 && animation.beginTime == 0 && animation.timeOffset == 0)
      #expect(animation.duration == 0 && animation.repeatCount == 0)
      #expect(animation.repeatDuration == 0 && animation.fillMode == .removed)
      #expect(!animation.autoreverses && animation.isRemovedOnCompletion)
      #expect(animation.timingFunction == nil && animation.delegate == nil)
    }
  }
}
