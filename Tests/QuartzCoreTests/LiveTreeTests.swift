// LiveTreeTests.swift
// A live tree on the virtual clock: implicit and explicit animations, presentation, events.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Everything that uses a live tree runs here, one test at a time: all share one clock.
@MainActor @Suite(.serialized) struct LiveTree {}

final class CountingLayer: CALayer {
  var made = "none"
  @Animatable var percent: CGFloat = 0

  override init() {
    super.init()
    made = "init"
  }

  override init(layer: Any) {
    super.init(layer: layer)
    made = "copy"
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func draw(in ctx: CGContext) {
    ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * percent / 100, height: bounds.height))
  }
}

extension LiveTree {
  /// semantics 13: `init(layer:)` makes presentation copies, of the layer's own class.
  @Test func presentationIsOfTheLayersOwnClass() throws {
    let stage = LiveStage()
    #expect((CALayer.make(CountingLayer.self) as? CountingLayer)?.made == "init")
    let layer = stage.add(CountingLayer())
    let copy = try #require(layer.presentation())
    #expect(copy.made == "copy")
    #expect(copy.model() === layer)
    #expect(copy.presentation() === copy)
  }

  /// semantics 13: nil until committed.
  @Test func uncommittedLayersHaveNoPresentation() {
    let stage = LiveStage()
    let layer = CALayer()
    stage.root.addSublayer(layer)
    #expect(layer.presentation() == nil)
    CATransaction.flush()
    #expect(layer.presentation() != nil)
  }

  /// semantics 11.3: a quarter of a second, `default` curve, from the old value to the model's.
  @Test func settingAPropertyAnimatesIt() throws {
    let stage = LiveStage()
    let layer = stage.add(CALayer())
    layer.opacity = 0
    let animation = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
    #expect(animation.duration == 0.25)
    #expect(animation.fillMode == .backwards)
    #expect(animation.fromValue as? Double == 1)
    CATransaction.flush()
    #expect(layer.presentation()?.opacity == 1)
    stage.advance(to: 0.125)
    let half = Float(1 - CAMediaTimingFunction(name: .default).curve.value(at: 0.5))
    #expect(abs((layer.presentation()?.opacity ?? 0) - half) < 1e-5)
    stage.advance(to: 0.25)
    #expect(layer.presentation()?.opacity == 0)
    #expect(layer.animationKeys() == nil)
  }

  /// semantics 11.2: added and changed in one transaction, a layer appears in its final state.
  @Test func newLayersDoNotAnimate() {
    let stage = LiveStage()
    let layer = CALayer()
    stage.root.addSublayer(layer)
    layer.opacity = 0.5
    CATransaction.flush()
    #expect(layer.animationKeys() == nil)
  }

  /// semantics 18.2: a custom property animates, redraws its layer each frame, and ends at its
  /// model value.
  @Test func animatablePropertiesAnimate() throws {
    let stage = LiveStage()
    let layer = CountingLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 10)
    _ = stage.add(layer)
    layer.percent = 100
    CATransaction.flush()
    #expect(layer.percent == 100)
    #expect(layer.presentation()?.percent == 0)
    stage.advance(to: 0.125)
    let shown = try #require(layer.presentation()).percent
    #expect(shown > 50 && shown < 100)
    let drawing = try #require(layer.contents as? Drawing)
    guard case .fill(let path, _, _) = drawing.items[0].command else {
      Issue.record("the layer drew \(drawing.items[0].command)")
      return
    }
    #expect(abs(path.boundingBox.width - shown) < 1e-9)
    stage.advance(to: 0.3)
    #expect(layer.presentation()?.percent == 100)
  }
}

/// Requests display at each layout, as a view that draws at its bounds does.
final class RedrawingLayer: CALayer {
  @Animatable var percent: CGFloat = 0
  var drawn: CGFloat = -1
  let bar = CALayer()

  override func layoutSublayers() { setNeedsDisplay() }
}

extension LiveTree {
  /// semantics 21.6: a display during an animation is of the model, whose presentation layer has the frame's values.
  @Test func displayDuringAnAnimationShowsItsValue() {
    final class Delegate: CALayerDelegate {
      var drawn: [CGFloat] = []
      func display(_ layer: CALayer) {
        guard let layer = layer as? RedrawingLayer else { return }
        let percent = layer.presentation()?.percent ?? layer.percent
        drawn.append(percent)
        layer.bar.bounds.size.width = percent + 1
      }
    }
    let stage = LiveStage()
    let delegate = Delegate()
    let layer = RedrawingLayer()
    layer.delegate = delegate
    layer.addSublayer(layer.bar)
    _ = stage.add(layer)
    layer.percent = 100
    CATransaction.flush()
    stage.advance(to: 0.1)
    #expect((delegate.drawn.last ?? 0) > 0 && (delegate.drawn.last ?? 100) < 100)
    #expect(delegate.drawn.last == layer.presentation()?.percent)
  }
}

extension LiveTree {
  /// semantics 13: `init(layer:)` copies a custom property without an animation from the model, so
  /// setting it back and animating it again starts from that value.
  @Test func customPropertiesThatRestAreAsSetNow() throws {
    let stage = LiveStage()
    let layer = stage.add(CountingLayer())
    CATransaction.setDisableActions(true)
    layer.percent = 100
    CATransaction.flush()
    CATransaction.setDisableActions(true)
    layer.percent = 40
    #expect(layer.presentation()?.percent == 40)
    CATransaction.flush()
    layer.percent = 80
    CATransaction.flush()
    stage.advance(to: 0.1)
    let shown = try #require(layer.presentation()).percent
    #expect(shown > 40 && shown < 80)
  }
}
