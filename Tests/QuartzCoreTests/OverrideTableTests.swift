// OverrideTableTests.swift
// What the overridable methods of layers and animations are called with, and when (semantics 11, 13, 15, 20, 21).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Logs every call, with its arguments.
private final class Watched: CALayer {
  nonisolated(unsafe) static var log: [String] = []
  @Animatable var level: CGFloat = 0
  private func note(_ text: String) { Self.log.append(model() === self ? text : "copy " + text) }

  override init() { super.init() }
  override init(layer: Any) {
    super.init(layer: layer)
    Self.log.append("init(layer:)")
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
  override class func defaultAction(forKey event: String) -> (any CAAction)? {
    log.append("defaultAction \(event)")
    return nil
  }
  override func action(forKey event: String) -> (any CAAction)? {
    note("action \(event) \(opacity)")
    return super.action(forKey: event)
  }
  override func add(_ anim: CAAnimation, forKey key: String?) {
    note("add \(key ?? "nil") \((anim as? CAPropertyAnimation)?.keyPath ?? "-")")
    super.add(anim, forKey: key)
  }
  override func removeAnimation(forKey key: String) {
    note("remove \(key)")
    super.removeAnimation(forKey: key)
  }
  override func setNeedsDisplay() {
    note("setNeedsDisplay")
    super.setNeedsDisplay()
  }
  override func display() {
    note("display")
    super.display()
  }
  override func draw(in ctx: CGContext) {
    note("draw \(ctx.boundingBoxOfClipPath.size.width > 0)")
    super.draw(in: ctx)
  }
  override func layoutSublayers() {
    note("layoutSublayers")
    super.layoutSublayers()
  }
  override func resizeSublayers(withOldSize size: CGSize) {
    note("resizeSublayers \(Int(size.width))")
    super.resizeSublayers(withOldSize: size)
  }
  override func resize(withOldSuperlayerSize size: CGSize) {
    note("resize \(Int(size.width))")
    super.resize(withOldSuperlayerSize: size)
  }
  override func hitTest(_ p: CGPoint) -> CALayer? {
    note("hitTest \(Int(p.x))")
    return super.hitTest(p)
  }
  override func contains(_ p: CGPoint) -> Bool {
    note("contains \(Int(p.x))")
    return super.contains(p)
  }
  override func addSublayer(_ layer: CALayer) {
    note("addSublayer")
    super.addSublayer(layer)
  }
  override func removeFromSuperlayer() {
    note("removeFromSuperlayer")
    super.removeFromSuperlayer()
  }
  override func preferredFrameSize() -> CGSize {
    note("preferredFrameSize")
    return super.preferredFrameSize()
  }
  override func setValue(_ value: Any?, forKey key: String) {
    note("setValue \(key)")
    super.setValue(value, forKey: key)
  }
}

/// Logs what a delegate is called with.
private final class WatchedDelegate: CALayerDelegate {
  private func note(_ text: String, _ layer: CALayer) {
    Watched.log.append((layer.model() === layer ? "delegate " : "delegate copy ") + text)
  }
  func draw(_ layer: CALayer, in ctx: CGContext) {
    note("draw", layer)
    ctx.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
  }
  func layerWillDraw(_ layer: CALayer) { note("layerWillDraw", layer) }
  func layoutSublayers(of layer: CALayer) { note("layoutSublayers", layer) }
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    note("action \(event) \(layer.opacity)", layer)
    return nil
  }
}

/// An animation whose methods log.
private final class WatchedAnimation: CABasicAnimation {
  override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
  {
    Watched.log.append("run \(event) \((anObject as? CALayer)?.opacity ?? -1) \(dict == nil)")
    super.run(forKey: event, object: anObject, arguments: dict)
  }
  override func copy(with zone: NSZone? = nil) -> Any {
    Watched.log.append("copy")
    return super.copy(with: zone)
  }
}

extension LiveTree {
  @MainActor @Suite struct OverrideTableTests {
    typealias Change = @MainActor @Sendable (CALayer, LiveStage) -> Void

    nonisolated static let table: [(name: String, change: Change, calls: [String])] = [
      (
        "a property: the search, with the old value, then the animation",
        { layer, _ in layer.opacity = 0.5 },
        [
          "action opacity 1.0", "delegate action opacity 1.0", "defaultAction opacity",
          "add opacity opacity",
        ]
      ),
      (
        "a property with actions disabled",
        { layer, _ in
          CATransaction.setDisableActions(true)
          layer.opacity = 0.5
          CATransaction.setDisableActions(false)
        }, []
      ),
      ("an equal value", { layer, _ in layer.opacity = 1 }, []),
      (
        "bounds: the search, then sublayers and display, then layout at the commit",
        { layer, _ in
          layer.bounds.size.width = 50
          CATransaction.flush()
        },
        [
          "action bounds 1.0", "delegate action bounds 1.0", "defaultAction bounds",
          "add bounds bounds",
          "resizeSublayers 40", "layoutSublayers", "delegate layoutSublayers",
          "action onLayout 1.0",
          "delegate action onLayout 1.0", "defaultAction onLayout",
        ]
      ),
      (
        "a display of the model",
        { layer, _ in
          layer.actions = ["contents": NSNull()]
          layer.setNeedsDisplay()
          CATransaction.flush()
        },
        [
          "setNeedsDisplay", "display", "delegate layerWillDraw", "draw true", "delegate draw",
          "action contents 1.0", "delegate action contents 1.0",
        ]
      ),
      (
        "a display of an animated frame: the model's, which a copy draws, without a search",
        { layer, stage in
          let animation = CABasicAnimation(keyPath: "level")
          (animation.fromValue, animation.toValue, animation.duration) = (1.0, 2.0, 1)
          layer.add(animation, forKey: "a")
          stage.advance(to: 0)
          Watched.log = []
          stage.advance(to: 0.5)
        },
        [
          "display", "init(layer:)", "delegate copy layerWillDraw", "copy draw true",
          "delegate copy draw",
        ]
      ),
      (
        "an action: run with the old value and no arguments, which adds its copy",
        { layer, _ in
          layer.actions = ["opacity": WatchedAnimation(keyPath: "opacity")]
          layer.opacity = 0.5
        },
        [
          "action opacity 1.0", "delegate action opacity 1.0", "run opacity 1.0 true",
          "add opacity opacity",
          "copy",
        ]
      ),
      (
        "an animation that ends by itself is not removed by the method",
        { layer, stage in
          let animation = CABasicAnimation(keyPath: "opacity")
          animation.duration = 0.5
          layer.add(animation, forKey: "a")
          Watched.log = []
          stage.advance(to: 1)
          stage.advance(to: 2)
        }, []
      ),
      (
        "a hit, in the superlayer's space; contains in its own",
        { layer, stage in _ = stage.root.hitTest(CGPoint(x: -35, y: -35)) },
        ["hitTest 15", "contains 5"]
      ),
      (
        "the end in the tree",
        { layer, _ in layer.removeFromSuperlayer() },
        [
          "removeFromSuperlayer", "action onOrderOut 1.0", "delegate action onOrderOut 1.0",
          "defaultAction onOrderOut",
        ]
      ),
      (
        "a key path: the whole value by its key",
        { layer, _ in layer.setValue(0.5, forKeyPath: "opacity") },
        [
          "setValue opacity", "action opacity 1.0", "delegate action opacity 1.0",
          "defaultAction opacity",
          "add opacity opacity",
        ]
      ),
    ]

    @Test(arguments: table.indices) func callsAreApples(index: Int) {
      let (name, change, calls) = Self.table[index]
      let stage = LiveStage()
      let (layer, delegate) = (Watched(), WatchedDelegate())
      layer.delegate = delegate
      layer.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
      _ = stage.add(layer)
      stage.advance(to: 0)
      layer.removeAllAnimations()
      CATransaction.flush()
      Watched.log = []
      change(layer, stage)
      #expect(Watched.log == calls, "\(name)")
      withExtendedLifetime(delegate) {}
    }
  }
}
