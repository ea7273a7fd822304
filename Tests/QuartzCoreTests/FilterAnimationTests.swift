// FilterAnimationTests.swift
// Animations of the inputs of a layer's filters, by key paths such as "filters.blur.inputRadius".
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct FilterAnimationTests {
    private func filter(_ name: String, _ inputs: [String: Any] = [:], named own: String) throws
      -> CIFilter
    {
      let filter = try #require(CIFilter(name: name, parameters: inputs))
      filter.name = own
      return filter
    }

    /// A layer of 40 x 40 points in the middle of the stage, with a blur and colour controls.
    private func filteredLayer(on stage: LiveStage) throws -> CALayer {
      let layer = CALayer()
      layer.frame = CGRect(x: 30, y: 30, width: 40, height: 40)
      layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      layer.filters = [
        try filter("CIGaussianBlur", ["inputRadius": 0], named: "blur"),
        try filter("CIColorControls", named: "tone"),
      ]
      return stage.add(layer)
    }

    private func animation(_ keyPath: String, from: Any?, to: Any?) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: keyPath)
      (animation.fromValue, animation.toValue) = (from, to)
      animation.duration = 1
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      return animation
    }

    private func presented(_ layer: CALayer, _ keyPath: String) -> Double? {
      layer.presentation()?.value(forKeyPath: keyPath) as? Double
    }

    @Test func blurRadiusAnimates() throws {
      let stage = LiveStage()
      let layer = try filteredLayer(on: stage)
      #expect(stage.picture().pixel(20, 50) == [255, 255, 255, 255])
      layer.add(animation("filters.blur.inputRadius", from: 0, to: 10), forKey: nil)
      stage.advance(to: 0.5)
      #expect(presented(layer, "filters.blur.inputRadius") == 5)
      // Five points beyond the edge, at one deviation: 16 % of the layer's colour.
      let pixel = stage.picture().pixel(24, 50)
      #expect(pixel.x == 255 && abs(pixel.y - 212) < 8, "\(pixel)")
      #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? Double == 0)
      stage.advance(to: 1.5)
      #expect(presented(layer, "filters.blur.inputRadius") == 0)
      #expect(stage.picture().pixel(24, 50) == [255, 255, 255, 255])
    }

    @Test func severalInputsAnimateIndependently() throws {
      let stage = LiveStage()
      let layer = try filteredLayer(on: stage)
      layer.add(animation("filters.blur.inputRadius", from: 2, to: 4), forKey: nil)
      layer.add(animation("filters.tone.inputSaturation", from: nil, to: 0), forKey: nil)
      let steps = CAKeyframeAnimation(keyPath: "filters.tone.inputBrightness")
      (steps.values, steps.duration, steps.isAdditive) = ([0, 0.2, 0.4], 1, true)
      layer.setValue(0.1, forKeyPath: "filters.tone.inputBrightness")
      layer.add(steps, forKey: nil)
      stage.advance(to: 0.5)
      #expect(presented(layer, "filters.blur.inputRadius") == 3)
      #expect(presented(layer, "filters.tone.inputSaturation") == 0.5)
      let brightness = try #require(presented(layer, "filters.tone.inputBrightness"))
      #expect(abs(brightness - 0.3) < 1e-12)
      #expect(presented(layer, "filters.tone.inputContrast") == 1)
    }

    @Test func backgroundFiltersAnimate() throws {
      let stage = LiveStage()
      let layer = CALayer()
      layer.frame = stage.root.bounds
      layer.backgroundFilters = [try filter("CIColorInvert", named: "invert")]
      layer.filters = [try filter("CIHueAdjust", named: "hue")]
      layer.backgroundFilters?.append(
        try filter("CIExposureAdjust", ["inputEV": 0], named: "light"))
      _ = stage.add(layer)
      layer.add(animation("backgroundFilters.light.inputEV", from: 0, to: -2), forKey: nil)
      stage.advance(to: 0.5)
      #expect(presented(layer, "backgroundFilters.light.inputEV") == -1)
      #expect(presented(layer, "filters.hue.inputAngle") == 0)
    }

    /// An animation goes on with its own filter when others are added before it.
    @Test func animationFollowsItsFilter() throws {
      let stage = LiveStage()
      let layer = try filteredLayer(on: stage)
      layer.add(animation("filters.tone.inputContrast", from: 1, to: 3), forKey: nil)
      stage.advance(to: 0.25)
      let last = try #require(layer.filters?.last)
      layer.filters = [try filter("CISepiaTone", named: "sepia"), last]
      stage.advance(to: 0.5)
      #expect(presented(layer, "filters.tone.inputContrast") == 2)
      #expect(presented(layer, "filters.sepia.inputIntensity") == 1)
      layer.filters = nil
      stage.advance(to: 0.75)
      #expect(presented(layer, "filters.tone.inputContrast") == nil)
    }

    /// Unknown filters and inputs, and values that are no numbers, animate nothing.
    @Test(arguments: [
      "filters.other.inputRadius", "filters.blur.inputAngle", "filters.blur", "filters",
      "filters.blur.", "filters..inputRadius", "compositingFilter.blur.inputRadius",
    ])
    func unknownInputsAnimateNothing(keyPath: String) throws {
      let stage = LiveStage()
      let layer = try filteredLayer(on: stage)
      layer.add(animation(keyPath, from: 1, to: 2), forKey: nil)
      layer.add(animation("filters.blur.inputRadius", from: "1", to: CGPoint.zero), forKey: nil)
      stage.advance(to: 0.5)
      #expect(presented(layer, "filters.blur.inputRadius") == 0)
      #expect(presented(layer, "filters.tone.inputContrast") == 1)
    }
  }
}
