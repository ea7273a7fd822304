// DisplayLinkTests.swift
// Callbacks at the start of each frame, with the frame's time.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A screen refreshed every 1/64 s of the virtual clock.
private final class EvenScreen: Screen {
  typealias Failure = Never
  let size = PixelSize(width: 10, height: 10)
  let scale: CGFloat = 1
  let period = 1.0 / 64
  var source: TimeSource { .virtual }

  func predictedDisplay() -> TimeInterval {
    (MediaClock.now / period).rounded(.down) * period + period
  }
  func draw(_ list: borrowing DrawList) -> CanvasCounts { CanvasCounts() }
  func present() -> TimeInterval {
    MediaClock.advance(to: predictedDisplay())
    return MediaClock.now
  }
}

/// Counts its calls.
private final class Target {
  var times: [TimeInterval] = []
  var calls = 0
  func step(_ link: CADisplayLink) { times.append(link.targetTimestamp) }
  func stepWithoutLink() { calls += 1 }
}

@MainActor private final class Frames {
  let stage = LiveStage()
  let loop: FrameLoop
  private let screen = EvenScreen()
  /// Whether other tests have left links, such as those of a scroll view that still decelerates.
  let hadLinks = DisplayLinks.areActive

  init() {
    loop = FrameLoop(context: stage.context)
    run(1)
  }

  @discardableResult func run(_ count: Int) -> [FrameRecord] {
    (0..<count).map { _ in loop.runFrame(on: screen) }
  }

  var isWanted: Bool { loop.needsFrame(at: MediaClock.now + screen.period) }
}

extension LiveTree {
  /// Design 4: display links see the one time of their frame.
  @MainActor @Suite struct DisplayLinkTests {
    @Test func linksAreCalledOnceAFrame() {
      let frames = Frames()
      let target = Target()
      let link = CADisplayLink(target: target, selector: Target.step)
      let other = CADisplayLink(target: target, selector: Target.stepWithoutLink)
      #expect((link.timestamp, link.targetTimestamp, link.duration) == (0, 0, 0))
      #expect(!frames.isWanted)
      link.add(to: .main, forMode: .common)
      link.add(to: .main, forMode: .default)
      other.add(to: .main, forMode: .default)
      #expect(frames.isWanted)
      let records = frames.run(3)
      #expect(target.times == records.map(\.time) && target.calls == 3)
      let times: [TimeInterval] = [2, 3, 4].map { $0 / 64 }
      #expect(records.map(\.time) == times)
      #expect(records.allSatisfy { $0.isAnimating })
      #expect(link.duration == 1.0 / 64 && link.timestamp == 3.0 / 64)
      #expect(frames.isWanted)
      link.invalidate()
      other.invalidate()
      #expect(!frames.isWanted && DisplayLinks.areActive == frames.hadLinks)
    }

    /// Values that a link sets are in its frame, and it sees animations at the frame's time.
    @Test func linksSeeTheFramesOneTime() throws {
      let frames = Frames()
      let layer = frames.stage.add(CALayer())
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0, 64, 1)
      layer.add(move, forKey: "x")
      frames.run(1)
      let begin = try #require(frames.run(1).first).time - 1.0 / 64
      var seen: [(target: TimeInterval, x: CGFloat, now: TimeInterval)] = []
      let link = CADisplayLink { link in
        seen.append((link.targetTimestamp, layer.presentation()?.position.x ?? -1, MediaClock.now))
        CATransaction.setDisableActions(true)
        layer.zPosition = link.targetTimestamp
      }
      link.add(to: .main, forMode: .common)
      for _ in 0..<5 {
        let record = try #require(frames.run(1).first)
        let (target, x, now) = try #require(seen.last)
        #expect(target == record.time && now < target)
        let shown = try #require(frames.loop.sampledValues(of: layer))
        #expect(abs(shown.position.x - x) < 1e-9 && shown.zPosition == target)
        #expect(x > 64 * (target - begin) - 3)
      }
      link.invalidate()
    }

    /// A late link keeps its target timestamp for the whole frame.
    @Test func slowLinksKeepTheirTime() throws {
      let frames = Frames()
      var target = 0.0
      let link = CADisplayLink { link in
        target = link.targetTimestamp
        MediaClock.block(for: 0.1)
      }
      link.add(to: .main, forMode: .common)
      let record = try #require(frames.run(1).first)
      #expect(record.time == target && record[.events] == 0.1 && record.display > target)
      link.invalidate()
    }

    @Test func pausedLinksCostNothing() {
      let frames = Frames()
      let target = Target()
      let link = CADisplayLink(target: target, selector: Target.step)
      link.isPaused = true
      link.add(to: .main, forMode: .common)
      #expect(!frames.isWanted && DisplayLinks.areActive == frames.hadLinks)
      frames.run(2)
      #expect(target.times.isEmpty)
      link.isPaused = false
      #expect(frames.isWanted)
      frames.run(2)
      #expect(target.times.count == 2)
      link.remove(from: .main, forMode: .default)
      #expect(frames.isWanted)
      link.remove(from: .main, forMode: .common)
      #expect(!frames.isWanted)
      link.add(to: .main, forMode: .common)
      frames.run(1)
      #expect(target.times.count == 3)
      link.invalidate()
      link.add(to: .main, forMode: .common)
      link.isPaused = true
      link.isPaused = false
      #expect(!frames.isWanted)
    }

    /// The rate is the screen's divided by a whole number; no frames are requested in between.
    @Test(arguments: [(0, 1), (64, 1), (500, 1), (40, 2), (32, 2), (20, 3), (16, 4), (1, 64)])
    func ratesDivideTheScreens(rate: Int, refreshes: Int) {
      let frames = Frames()
      let target = Target()
      let link = CADisplayLink(target: target, selector: Target.step)
      link.preferredFramesPerSecond = rate
      link.add(to: .main, forMode: .common)
      var drawn = 0
      for _ in 0..<(2 * refreshes + 1) {
        if frames.isWanted {
          drawn += 1
          frames.run(1)
        } else {
          MediaClock.advance(to: MediaClock.now + 1.0 / 64)
        }
      }
      #expect(drawn == 3 && target.times.count == 3)
      let steps = zip(target.times.dropFirst(), target.times).map { $0 - $1 }
      #expect(steps.allSatisfy { $0 == Double(refreshes) / 64 })
      #expect(link.targetTimestamp - link.timestamp == Double(refreshes) / 64)
      link.invalidate()
    }

    /// The rate of a range: preferred, else maximum; the default defers to
    /// `preferredFramesPerSecond`.
    @Test(arguments: [
      (CAFrameRateRange(minimum: 8, maximum: 64, preferred: 16), 4),
      (CAFrameRateRange(minimum: 8, maximum: 32), 2), (.default, 64),
    ])
    func rangesOfRatesAreFollowed(range: CAFrameRateRange, refreshes: Int) {
      let frames = Frames()
      let target = Target()
      let link = CADisplayLink(target: target, selector: Target.step)
      #expect(link.preferredFrameRateRange == .default)
      link.preferredFramesPerSecond = 1
      link.preferredFrameRateRange = range
      link.add(to: .main, forMode: .common)
      frames.run(1)
      #expect(link.targetTimestamp - link.timestamp == Double(refreshes) / 64)
      link.invalidate()
    }

    /// A link keeps its target until it is invalidated, and a run loop keeps the link.
    @Test func linksKeepTheirTarget() {
      let frames = Frames()
      weak var target: Target?
      weak var link: CADisplayLink?
      do {
        let owned = Target()
        let made = CADisplayLink(target: owned, selector: Target.step)
        made.add(to: .main, forMode: .common)
        (target, link) = (owned, made)
      }
      frames.run(1)
      #expect(target?.times.count == 1 && link != nil)
      link?.invalidate()
      #expect(target == nil && link == nil)
    }

    /// Callbacks may end, pause and add links, including their own.
    @Test func callbacksMayChangeLinks() {
      let frames = Frames()
      var log: [String] = []
      var added: CADisplayLink?
      let last = CADisplayLink { _ in log.append("last") }
      let first = CADisplayLink { link in
        log.append("first")
        link.invalidate()
        last.isPaused = true
        added = CADisplayLink { _ in log.append("added") }
        added?.add(to: .main, forMode: .common)
      }
      first.add(to: .main, forMode: .common)
      last.add(to: .main, forMode: .common)
      frames.run(2)
      #expect(log == ["first", "added"])
      last.invalidate()
      added?.invalidate()
      #expect(!frames.isWanted)
    }

    /// Two windows' frames in one refresh call a link once.
    @Test func aRefreshCallsOnce() {
      let frames = Frames()
      let target = Target()
      let link = CADisplayLink(target: target, selector: Target.step)
      link.add(to: .main, forMode: .common)
      DisplayLinks.run(at: 1, period: 0.01)
      DisplayLinks.run(at: 1.004, period: 0.01)
      #expect(target.times == [1])
      DisplayLinks.run(at: 1.009, period: 0.01)
      #expect(target.times == [1, 1.009])
      link.invalidate()
      _ = frames
    }

    /// A negative rate is that of the screen.
    @Test func negativeRatesAreZero() {
      let link = CADisplayLink { _ in }
      link.preferredFramesPerSecond = -1
      #expect(link.preferredFramesPerSecond == 0)
    }
  }
}
