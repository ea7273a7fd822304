// PresentationCopyTests.swift
// Properties of subclasses, the order of what display calls, and what presentation copies may do
// (semantics 13).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  /// semantics 13
  @MainActor @Suite struct PresentationCopyTests {
    /// Code as written for Apple's systems: a property backed by `setValue(_:forKey:)`,
    /// `needsDisplay(forKey:)`, and `override init(layer: Any)` without `required`.
    private final class Dial: CALayer {
      nonisolated(unsafe) static var log: [String] = []
      var tint = "none"

      var angle: CGFloat {
        get { value(forKey: "angle") as? CGFloat ?? 0 }
        set { setValue(newValue, forKey: "angle") }
      }

      override init() { super.init() }

      override init(layer: Any) {
        super.init(layer: layer)
        tint = (layer as? Dial)?.tint ?? "lost"
        Self.log.append("init(layer:)")
      }

      required init?(coder: NSCoder) { super.init(coder: coder) }

      override class func needsDisplay(forKey key: String) -> Bool {
        if key == "angle" { log.append("needsDisplay(forKey:)") }
        return key == "angle" || super.needsDisplay(forKey: key)
      }

      override class func defaultValue(forKey key: String) -> Any? {
        key == "angle" ? CGFloat(0) : super.defaultValue(forKey: key)
      }

      override func action(forKey event: String) -> (any CAAction)? {
        if event == "angle" {
          Self.log.append("action(forKey:)")
          let animation = CABasicAnimation(keyPath: event)
          animation.fromValue = presentation()?.angle ?? angle
          animation.duration = 1
          return animation
        }
        return super.action(forKey: event)
      }

      override func display() {
        Self.log.append("display")
        super.display()
      }

      override func draw(in ctx: CGContext) {
        Self.log.append("draw(in:) \((angle * 100).rounded() / 100)")
        ctx.fill(CGRect(x: 0, y: 0, width: angle, height: 1))
      }
    }

    private final class Watching: CALayerDelegate {
      func layerWillDraw(_ layer: CALayer) { Dial.log.append("layerWillDraw") }
    }

    /// semantics 13: the calls of a change and of a frame, in order; copies made by `init(layer:)`
    /// draw with the animated value.
    @Test func callsComeInOrder() throws {
      let stage = LiveStage()
      let layer = Dial()
      layer.tint = "red"
      layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      let delegate = Watching()
      layer.delegate = delegate
      _ = stage.add(layer)
      stage.advance(to: 1)
      Dial.log = []
      layer.angle = 8
      #expect(Dial.log.first == "action(forKey:)")
      #expect(Dial.log.contains("needsDisplay(forKey:)"))
      stage.advance(to: 1)
      Dial.log = []
      stage.advance(to: 1.5)
      let frame = Dial.log.filter { $0 != "needsDisplay(forKey:)" }
      #expect(frame == ["display", "init(layer:)", "layerWillDraw", "draw(in:) 4.0"])
      let copy = try #require(layer.presentation())
      #expect(copy.tint == "red" && copy.angle == 4 && layer.angle == 8)
      // The drawing became the model's contents, without an action.
      #expect(layer.contents is Drawing && layer.animationKeys() == ["angle"])
      stage.advance(to: 3)
      #expect(layer.animationKeys() == nil && layer.presentation()?.angle == 8)
    }

    /// semantics 13: a plain Swift stored property does not animate.
    @Test func storedVariablesDoNotAnimate() {
      final class Plain: CALayer {
        var level: CGFloat = 1
      }
      let stage = LiveStage()
      let layer = stage.add(Plain())
      let animation = CABasicAnimation(keyPath: "level")
      (animation.fromValue, animation.toValue, animation.duration) = (5, 5, 1)
      layer.add(animation, forKey: "a")
      stage.advance(to: 0)
      stage.advance(to: 0.5)
      #expect(layer.level == 1 && layer.animationKeys() == ["a"])
      #expect(layer.presentation()?.value(forKey: "level") as? Double == 5)
    }

    /// semantics 13: `init(layer:)` copies no stock property; the system fills them in afterwards.
    @Test func stockPropertiesAreFilledInAfterwards() throws {
      final class Early: CALayer {
        var found: Float = -1
        override init() { super.init() }
        override init(layer: Any) {
          super.init(layer: layer)
          found = opacity
        }
        required init?(coder: NSCoder) { super.init(coder: coder) }
      }
      let stage = LiveStage()
      let layer = Early()
      (layer.opacity, layer.speed) = (0.5, 2)
      layer.setValue(1, forKey: "mine")
      _ = stage.add(layer)
      let copy = try #require(layer.presentation())
      #expect(copy.found == 1 && copy.opacity == 0.5 && copy.speed == 2)
      #expect(copy.value(forKey: "mine") as? Int == 1)
      #expect(CALayer(layer: layer).opacity == 1)
      #expect(CAShapeLayer(layer: CAShapeLayer()).strokeEnd == 1)
    }

    /// semantics 13: by default no key of the stock classes marks a layer for display.
    @Test func stockKeysDoNotMark() {
      for property in LayerProperty.allCases {
        #expect(!CALayer.needsDisplay(forKey: property.key))
        #expect(!CAShapeLayer.needsDisplay(forKey: property.key))
      }
    }

    // MARK: Presentation copies

    /// semantics 13: copies convert points among each other by their presented geometry.
    @Test func copiesConvertAsTheyAreSeen() throws {
      let stage = LiveStage()
      let (outer, inner) = (CALayer(), CALayer())
      outer.addSublayer(inner)
      _ = stage.add(outer)
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (0, 10, 1)
      for layer in [outer, inner] { layer.add(move, forKey: "move") }
      stage.advance(to: 0)
      stage.advance(to: 0.5)
      let copy = try #require(inner.presentation())
      #expect(copy.convert(CGPoint.zero, to: copy.superlayer).x == 5)
      #expect(copy.convert(CGPoint.zero, to: stage.root.presentation()).x == 10)
      #expect(inner.convert(CGPoint.zero, to: stage.root).x == 0)
      #expect(copy.presentation() === copy && copy.model() === inner)
      #expect(copy.superlayer?.model() === outer && copy.frame.minX == 5)
    }

    /// semantics 13: requests for display or layout have no effect on a copy.
    @Test func copiesAreNotMarked() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let copy = try #require(layer.presentation())
      copy.setNeedsDisplay()
      copy.setNeedsLayout()
      #expect(!copy.needsDisplay() && !copy.needsLayout() && !layer.needsDisplay())
    }

    /// semantics 13: every change of a copy raises.
    @Test func copiesCannotBeChanged() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run { LiveStage().presented.setValue(3, forKeyPath: "position.x") }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { LiveStage().presented.setValue(3, forKey: "mine") }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { LiveStage().presented.addSublayer(CALayer()) }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { LiveStage().presented.mask = CALayer() }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { LiveStage().presented.speed = 0 }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { LiveStage().presented.removeAllAnimations() }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run { LiveStage().presented.filters = [1] }
      }
    }
  }
}

extension LiveStage {
  /// A presentation copy of a committed layer.
  fileprivate var presented: CALayer {
    let layer = add(CALayer())
    guard let copy = layer.presentation() else { fatalError("a committed layer has no copy") }
    return copy
  }
}
