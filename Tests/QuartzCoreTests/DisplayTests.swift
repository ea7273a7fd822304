// DisplayTests.swift
// Display of contents: callbacks, order, presented values; the order of layout (semantics 13).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct DisplayTests {
    // Delegates that implement some methods, and log their calls.
    private final class Idle: CALayerDelegate {}
    private final class Displaying: CALayerDelegate {
      var log: [String] = []
      func layerWillDraw(_ layer: CALayer) { log.append("willDraw") }
      func display(_ layer: CALayer) { log.append("display") }
      func draw(_ layer: CALayer, in ctx: CGContext) { log.append("draw") }
    }
    private final class Drawing: CALayerDelegate {
      var log: [String] = []
      func layerWillDraw(_ layer: CALayer) { log.append("willDraw") }
      func draw(_ layer: CALayer, in ctx: CGContext) {
        log.append("draw")
        ctx.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      }
    }

    private static let picture = CGImage(
      width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255])

    /// semantics 13: a delegate that implements `display(_:)` gets no other call.
    @Test func displayingDelegatesAreAskedAlone() {
      let delegate = Displaying()
      let layer = CALayer()
      layer.delegate = delegate
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      layer.displayIfNeeded()
      #expect(delegate.log == ["display"])
    }

    /// semantics 13: otherwise `layerWillDraw(_:)`, then drawing, which becomes the contents.
    @Test func drawingDelegatesAreWarnedFirst() {
      let delegate = Drawing()
      let layer = CALayer()
      layer.delegate = delegate
      #expect(!layer.needsDisplay())
      layer.setNeedsDisplay()
      #expect(layer.needsDisplay())
      layer.displayIfNeeded()
      #expect(delegate.log == ["willDraw", "draw"] && layer.contents is CoreGraphics.Drawing)
      #expect(!layer.needsDisplay())
    }

    /// semantics 13: without any drawing method, contents are unchanged.
    @Test func contentsStayWithoutDrawing() {
      let layer = CALayer()
      layer.contents = Self.picture
      let delegate = Idle()
      layer.delegate = delegate
      for current in [delegate, nil] {
        layer.delegate = current
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(layer.contents as? CGImage == Self.picture)
      }
    }

    /// semantics 13: display clears the mark, however it is called.
    @Test func displayClearsTheMark() {
      let layer = CALayer()
      layer.setNeedsDisplay()
      layer.display()
      #expect(!layer.needsDisplay())
    }

    /// semantics 13: size changes mark the layer if `needsDisplayOnBoundsChange` is set; changes of
    /// origin do not.
    @Test func resizingMarksWhereAskedFor() {
      let layer = CALayer()
      layer.bounds.size.width = 10
      #expect(!layer.needsDisplay())
      layer.needsDisplayOnBoundsChange = true
      layer.bounds.origin.x = 5
      #expect(!layer.needsDisplay())
      layer.bounds.size.width = 20
      #expect(layer.needsDisplay())
    }

    /// Logs the values seen while drawing, and the instance.
    private final class Gauge: CALayer {
      var seen: [(value: CGFloat, isCopy: Bool)] = []
      weak var origin: Gauge?
      @Animatable var level: CGFloat = 0
      override init() {
        super.init()
        origin = self
      }
      override init(layer: Any) {
        super.init(layer: layer)
        origin = (layer as? Gauge)?.origin
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
      override func draw(in ctx: CGContext) {
        origin?.seen.append((level, origin !== self))
        ctx.fill(CGRect(x: 0, y: 0, width: level, height: 1))
      }
    }

    private func width(_ contents: Any?) -> CGFloat? {
      guard case .fill(let path, _, _) = (contents as? CoreGraphics.Drawing)?.items.first?.command
      else { return nil }
      return path.boundingBox.width
    }

    /// semantics 13: during an animation, copies draw the animated values, without cross-fades.
    @Test func copiesDrawWhileItAnimates() throws {
      let stage = LiveStage()
      let layer = Gauge()
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 1)
      layer.level = 50
      _ = stage.add(layer)
      layer.actions = nil
      stage.advance(to: 1)
      layer.seen = []
      let animation = CABasicAnimation(keyPath: "level")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 1)
      layer.actions = ["level": animation]
      layer.level = 100
      for step in 0...4 { stage.advance(to: 1 + Double(step) / 4) }
      let drawn = layer.seen.map { ($0.value * 1e6).rounded() / 1e6 }
      #expect(drawn.prefix(5) == [0, 25, 50, 75, 100])
      #expect(layer.seen.prefix(5).allSatisfy { $0.isCopy })
      // Every frame shows only its own drawing.
      #expect(layer.animationKeys() == nil)
      #expect(width(layer.contents) == 100)
      stage.advance(to: 3)
      #expect(width(layer.contents) == 100)
    }

    /// semantics 13: when its animation is removed, the layer draws its model again.
    @Test func removalDrawsTheModel() {
      let stage = LiveStage()
      let layer = stage.add(Gauge())
      layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 1)
      layer.level = 10
      stage.advance(to: 1)
      let animation = CABasicAnimation(keyPath: "level")
      (animation.fromValue, animation.toValue, animation.duration) = (90, 90, 1)
      layer.add(animation, forKey: "a")
      stage.advance(to: 1)
      stage.advance(to: 1.5)
      #expect(width(layer.contents) == 90)
      layer.removeAnimation(forKey: "a")
      stage.advance(to: 1.6)
      #expect(width(layer.contents) == 10)
    }

    /// semantics 13: `needsDisplay(forKey:)` marks on every change of the key.
    @Test func keysOfTheClassMark() {
      final class Marked: CALayer {
        override class func needsDisplay(forKey key: String) -> Bool {
          key == "mine" || key == "cornerRadius"
        }
      }
      let layer = Marked()
      layer.cornerRadius = 0
      #expect(!layer.needsDisplay())
      layer.cornerRadius = 3
      #expect(layer.needsDisplay())
      layer.displayIfNeeded()
      layer.setValue(1, forKey: "mine")
      #expect(layer.needsDisplay())
    }

    // MARK: Layout

    private final class Node: CALayer {
      nonisolated(unsafe) static var log: [String] = []
      override func layoutSublayers() { Self.log.append(name ?? "") }
      convenience init(_ name: String) {
        self.init()
        self.name = name
      }
    }

    /// semantics 13: layout begins at the highest superlayer that needs it, and proceeds downwards.
    @Test func layoutGoesDownFromTheHighestInNeed() {
      let (a, b, c, d) = (Node("a"), Node("b"), Node("c"), Node("d"))
      a.addSublayer(b)
      b.addSublayer(c)
      c.addSublayer(d)
      a.layoutIfNeeded()
      Node.log = []
      b.setNeedsLayout()
      c.setNeedsLayout()
      c.layoutIfNeeded()
      #expect(Node.log == ["b", "c"])
      Node.log = []
      a.setNeedsLayout()
      d.setNeedsLayout()
      d.layoutIfNeeded()
      #expect(Node.log == ["d"])
      a.layoutIfNeeded()
      #expect(Node.log == ["d", "a"])
    }

    /// semantics 13: adding, removing, resizing and transforming request layout, here and above.
    @Test func changesAskForLayout() {
      let (a, b) = (Node("a"), Node("b"))
      func isAsked(_ change: () -> Void) -> [Bool] {
        a.layoutIfNeeded()
        b.layoutIfNeeded()
        change()
        return [a.needsLayout(), b.needsLayout()]
      }
      #expect(isAsked { a.addSublayer(b) } == [true, false])
      #expect(isAsked { b.bounds.size.width = 5 } == [true, true])
      #expect(isAsked { b.transform = CATransform3DMakeScale(2, 2, 1) } == [true, true])
      #expect(isAsked { b.position.x = 5 } == [false, false])
      #expect(isAsked { b.opacity = 0.5 } == [false, false])
      #expect(isAsked { b.removeFromSuperlayer() } == [true, false])
    }
  }
}
