// IdiomTests.swift
// Pages of UntouchedIdioms in layers and views: what they show at several moments.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import UntouchedIdioms

@MainActor @Suite(.serialized) struct IdiomTests {
  /// Objective-C calls a method by the object's class, also one that an extension adds.
  @Test func overridesOfWhatAnExtensionAddsAreCalled() {
    let views: [UIView] = [UIView(), UILabel(), MoodCard(), MoodBadge(), MoodLabel()]
    #expect(
      views.map { $0.mood() } == [
        "a view", "label of a view", "card of a view", "badge of card of a view",
        "own label of a view",
      ])
    for view in views { view.moodLevel = 3 }
    #expect(views.map(\.tag) == [3, 3, 6, 6, 3] && views.map(\.moodLevel) == [3, 3, 106, 106, 3])
  }

  @Test func aViewsOwnPropertiesAreThoseOfItsAppearance() {
    MoodRing.appearance().ringColor = .red
    MoodRing.appearance().ringWidth = 5
    let (first, second) = (MoodRing(), MoodRing())
    second.ringWidth = 9
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    for ring in [first, second] { window.addSubview(ring) }
    #expect(first.ringColor == .red && first.ringWidth == 5)
    #expect(second.ringColor == .red && second.ringWidth == 9)
  }

  @Test func ballIndicatorBeginsEachGroupOfKeyframesLater() throws {
    let scene = IdiomScene("Ball indicator")
    let view = try #require(scene.stage(BallIndicatorView.self))
    scene.tap(view)
    let balls = try #require(view.layer.sublayers)
    #expect(balls.count == 8)
    scene.advance(0.5)
    // The groups began with the tap, up to a frame ago.
    #expect(scene.shown("transform.scale", balls[0]).isWithin(0.05, of: 0.4))
    #expect(scene.shown("opacity", balls[0]).isWithin(0.06, of: 0.3))
    #expect(scene.shown("transform.scale", balls[2]) > scene.shown("transform.scale", balls[1]))
    #expect(scene.shown("transform.scale", balls[7]) == 1)
    let first = scene.look("0.5")
    #expect(first.colored > 2000)
    // Endless, and of one second.
    scene.advance(3)
    #expect(scene.shown("transform.scale", balls[0]).isWithin(0.05, of: 0.4))
    #expect(scene.look("3.5").difference(from: first) > 200)
    scene.tap(view)
    #expect(view.layer.sublayers?.isEmpty ?? true)
    #expect(scene.look("stopped").colored == 0)
  }

  @Test func gradientRingShowsTheGradientThroughItsStroke() throws {
    let scene = IdiomScene("Gradient ring")
    let view = try #require(scene.stage(GradientRingView.self))
    let before = scene.look("0")
    scene.tap(view)
    scene.advance(0.4)
    #expect(scene.shown("strokeEnd", view.ringLayer).isWithin(0.1, of: 0.45))
    #expect(abs(scene.shown("transform.rotation.z", view.layer)) > 2.5)
    #expect(scene.look("0.4").difference(from: before) > 1000)
    scene.advance(1)
    #expect(scene.shown("strokeEnd", view.ringLayer) == 0.8)
    #expect(view.ringLayer.strokeEnd == 0.1)
    let after = scene.look("1.4")
    let middle = scene.centre(of: view)
    // Red at the top, yellow at the bottom, the track where the stroke ends, white inside.
    let (top, bottom) = (
      after.color(middle.x + 2, middle.y - 80), after.color(middle.x, middle.y + 80)
    )
    #expect(top.x > 220 && top.y < 60)
    #expect(bottom.x > 220 && bottom.y > 200 && bottom.z < 60)
    let track = after.color(middle.x - 57, middle.y - 57)
    #expect(track.max() - track.min() < 8 && track.x < 250)
    #expect(after.color(middle) == SIMD3(255, 255, 255))
  }

  @Test func displayLinkDrivesAWaveAndItsPercentage() throws {
    let scene = IdiomScene("Wave")
    let view = try #require(scene.stage(WaveView.self))
    scene.tap(view)
    scene.advance(0.5)
    let middle = view.level
    #expect(middle > 0.35 && middle < 0.6)
    #expect(view.percentLabel.text == String(format: "%d %%", Int(middle * 100 + 0.5)))
    let early = scene.look("0.5").colored
    scene.advance(1.5)
    #expect(view.percentLabel.text == "70 %")
    let late = scene.look("2")
    #expect(Double(late.colored) > Double(early) * 1.2)
    scene.tap(view)
    let phase = view.phase
    scene.advance(0.5)
    #expect(view.phase == phase)
  }

  @Test func replicatorRepeatsThePulseHalfASecondLater() throws {
    let scene = IdiomScene("Pulse")
    let view = try #require(scene.stage(PulseView.self))
    scene.tap(view)
    scene.advance(1)
    let scale = scene.shown("transform.scale.xy", view.pulse)
    #expect(scale > 0.5 && scale < 1)
    #expect(scene.shown("transform.scale.x", view.pulse).isWithin(1e-6, of: scale))
    #expect(scene.shown("transform.scale.z", view.pulse) == 1)
    let look = scene.look("1")
    let middle = scene.centre(of: view)
    // Three discs: the smallest, which began last, adds to the others in the middle.
    let radius = 100 * scale
    let outer = look.color(middle.x + radius - 4, middle.y)
    let inner = look.color(middle.x + 2, middle.y)
    #expect(look.color(middle.x + radius + 4, middle.y) == SIMD3(255, 255, 255))
    #expect(outer.x < 250 && inner.x < outer.x - 20)
    scene.advance(2)
    #expect(scene.shown("transform.scale.xy", view.pulse).isWithin(0.02, of: scale))
  }

  @Test func emitterRainsConfettiUntilItIsStopped() throws {
    let scene = IdiomScene("Confetti")
    let view = try #require(scene.stage(ConfettiView.self))
    scene.tap(view)
    scene.advance(0.5)
    let early = scene.look("0.5").colored
    scene.advance(2)
    let late = scene.look("2.5").colored
    #expect(early > 0 && late > early * 2)
    scene.tap(view)
    scene.advance(8)
    #expect(scene.look("10.5").colored == 0)
  }

  @Test func marqueeMovesLinearlyBetweenFadedEnds() throws {
    let scene = IdiomScene("Marquee")
    let view = try #require(scene.stage(MarqueeView.self))
    #expect(!view.isRunning)
    scene.tap(view)
    scene.advance(0.25)
    let begin = view.offset
    scene.advance(1)
    #expect(begin.isWithin(2, of: 0))
    #expect((view.offset - begin).isWithin(1, of: view.speed))
    scene.advance(1)
    #expect((view.offset - begin).isWithin(1, of: 2 * view.speed))
    let look = scene.look("2.25")
    let middle = scene.centre(of: view)
    func darkest(_ range: ClosedRange<CGFloat>) -> Int {
      var result = 255
      for x in stride(from: range.lowerBound, through: range.upperBound, by: 1) {
        for y in stride(from: middle.y - 14, through: middle.y + 14, by: 1) {
          result = min(result, look.color(x, y).x)
        }
      }
      return result
    }
    #expect(darkest(middle.x - 60...middle.x + 60) < 60)
    #expect(darkest(middle.x - 100...middle.x - 96) > 120)
    #expect(darkest(middle.x + 96...middle.x + 99) > 120)
  }

  @Test func springButtonShrinksUnderThePointerAndOvershoots() throws {
    let scene = IdiomScene("Spring button")
    let button = try #require(scene.stage(SpringButtonView.self)).button
    let middle = scene.centre(of: button)
    scene.press(middle)
    scene.advance(0.2)
    #expect(scene.shown("transform.scale.x", button.layer).isWithin(1e-3, of: 0.7))
    let pressed = scene.look("pressed")
    #expect(pressed.color(middle.x, middle.y).isWithin(3, of: SIMD3(128, 128, 128)))
    scene.release(middle)
    #expect(button.isOn)
    var largest = 0.0
    for _ in 0..<15 {
      scene.advance(IdiomScene.period)
      largest = max(largest, scene.shown("transform.scale.x", button.layer))
    }
    #expect(largest > 1.03 && largest < 1.3)
    scene.advance(1)
    #expect(scene.shown("transform.scale.x", button.layer) == 1)
    // The template's tint.
    let heart = scene.look("released").color(middle)
    #expect(heart.x > 240 && heart.y < 80)
  }

  @Test func counterDrawsEveryFramesNumber() throws {
    let scene = IdiomScene("Counter")
    let view = try #require(scene.stage(CounterView.self))
    #expect(view.shown.last == "0")
    let before = scene.look("0")
    scene.tap(view)
    scene.advance(0.5)
    let numbers = view.shown.compactMap { Double($0) }
    #expect(numbers.count > 10 && numbers == numbers.sorted())
    // Eased out: beyond the half at the half.
    #expect((numbers.last ?? 0) > 550 && (numbers.last ?? 0) < 950)
    #expect(scene.look("0.5").difference(from: before) > 300)
    scene.advance(0.6)
    #expect(view.shown.last == "1000")
    _ = scene.look("1.1")
    let count = view.shown.count
    scene.advance(0.5)
    #expect(view.shown.count == count)
  }

  @Test func shimmerMovesTheLocationsOfItsMask() throws {
    let scene = IdiomScene("Shimmer")
    let view = try #require(scene.stage(ShimmerView.self))
    scene.tap(view)
    scene.advance(0.6)
    let shown = view.gradient.presentation()?.locations?.map(\.doubleValue) ?? []
    #expect(shown.count == 3)
    if shown.count == 3 {
      #expect(shown[0].isWithin(0.03, of: 0.4) && shown[2].isWithin(0.03, of: 0.6))
    }
    let look = scene.look("0.6")
    let middle = scene.centre(of: view)
    // Light where the gradient is, which leans to the right in the first bar; dark at its ends.
    let light = look.color(middle.x + 18, middle.y - 86).x
    let dark = look.color(middle.x - 94, middle.y - 86).x
    #expect(light > dark + 40)
    scene.tap(view)
    #expect(scene.look("stopped").color(middle.x, middle.y - 86) == SIMD3(170, 170, 170))
  }

  @Test func flipCardShowsItsBackAfterTheHalf() throws {
    let scene = IdiomScene("Flip card")
    let view = try #require(scene.stage(FlipCardView.self))
    let middle = scene.centre(of: view)
    let front = scene.look("0").color(middle.x, middle.y - 60)
    scene.tap(view)
    scene.advance(0.15)
    let early = scene.look("0.15")
    #expect(early.color(middle.x - 62, middle.y) == SIMD3(255, 255, 255))
    let turning = early.color(middle.x, middle.y - 60)
    #expect(turning.x > turning.z)
    scene.advance(0.3)
    let turned = scene.look("0.45").color(middle.x, middle.y - 60)
    #expect(turned.z > turned.x)
    scene.advance(0.4)
    let back = scene.look("0.85").color(middle.x, middle.y - 60)
    #expect(front != back && back.z > back.x)
    #expect(view.flips == 1 && view.front.isHidden && !view.back.isHidden)
    scene.tap(view)
    scene.advance(1)
    #expect(scene.look("back").color(middle.x, middle.y - 60) == front)
    #expect(view.flips == 2)
  }
}

extension SIMD3 where Scalar == Int {
  func isWithin(_ distance: Int, of other: SIMD3<Int>) -> Bool {
    (0..<3).allSatisfy { abs(self[$0] - other[$0]) <= distance }
  }
}

extension BinaryFloatingPoint {
  func isWithin(_ distance: Self, of other: Self) -> Bool { abs(self - other) <= distance }
}
