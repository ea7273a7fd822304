// ViewLayerSynergyArticleTests.swift
// The techniques of "View-Layer Synergy" (D. Rönnqvist): an inspected layer, a block-based delegate,
// and a custom block API.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct ViewLayerSynergyArticleTests {
    /// A layer that logs added animations.
    final class InspectedLayer: CALayer {
      var given: [(animation: String, key: String?)] = []
      override func add(_ anim: CAAnimation, forKey key: String?) {
        given.append((anim.debugDescription, key))
        super.add(anim, forKey: key)
      }
    }

    final class InspectedView: UIView {
      override class var layerClass: AnyClass { InspectedLayer.self }
      var log: [(animation: String, key: String?)] { (layer as? InspectedLayer)?.given ?? [] }
    }

    /// semantics 21.11: a view's layer receives an ordinary animation: an additive one, to the new value. (The article
    /// shows one of before iOS 8, with the old value alone.)
    @Test func viewLayersReceiveBlockAnimations() throws {
      let stage = Stage()
      let view = stage.add(InspectedView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
      view.center = CGPoint(x: 7, y: 7)
      #expect(view.log.isEmpty)
      UIView.animate(withDuration: 0.3) { view.center = CGPoint(x: 40, y: 40) }
      let line = try #require(view.log.first)
      #expect(view.log.count == 1 && line.key == "position")
      for part in ["CABasicAnimation", "duration = 0.3", "keyPath = position", "fillMode = both"] {
        #expect(line.animation.contains(part))
      }
      #expect(line.animation.contains("easeInEaseOut") && line.animation.contains("additive"))
    }

    /// semantics 11.2: a standalone layer animates implicitly, a view's does not.
    @Test func standaloneLayersAnimateImplicitly() {
      let stage = Stage()
      let (view, layer) = (stage.add(square()), stage.add(CALayer()))
      view.layer.cornerRadius = 5
      layer.cornerRadius = 5
      #expect(view.layer.animationKeys() == nil && layer.animationKeys() == ["cornerRadius"])
    }

    /// The model has its new value before the animation starts.
    @Test func explicitAnimationEndsAtModelValue() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      layer.opacity = 0
      layer.removeAllAnimations()
      CATransaction.flush()
      let fadeIn = CABasicAnimation(keyPath: "opacity")
      fadeIn.duration = 0.75
      fadeIn.fromValue = 0
      layer.opacity = 1
      layer.removeAllAnimations()
      layer.add(fadeIn, forKey: "appear")
      stage.show(at: 0.375)
      #expect(isClose(stage.shown(layer, "opacity"), 0.5))
      stage.show(at: 0.8)
      #expect(stage.shown(layer, "opacity") == 1)
    }

    /// Two closures in place of a delegate's two methods, each called once.
    final class BlockDelegate: NSObject, CAAnimationDelegate {
      private var started: (() -> Void)?
      private var stopped: ((Bool) -> Void)?

      init(started: @escaping () -> Void = {}, stopped: @escaping (Bool) -> Void) {
        self.started = started
        self.stopped = stopped
      }

      func animationDidStart(_ anim: CAAnimation) {
        started?()
        started = nil
      }

      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        stopped?(flag)
        stopped = nil
      }
    }

    @Test(.timeLimit(.minutes(2))) func blockBasedAnimationDelegate() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        window.isHidden = false
        let layer = CALayer()
        window.layer.addSublayer(layer)
        CATransaction.flush()
        var log: [String] = []
        await withCheckedContinuation { continuation in
          let fadeIn = CABasicAnimation(keyPath: "opacity")
          fadeIn.duration = 0.05
          fadeIn.fromValue = 0
          fadeIn.delegate = BlockDelegate {
            log.append("began")
          } stopped: { finished in
            log.append("finished \(finished)")
            continuation.resume()
          }
          layer.add(fadeIn, forKey: "appear")
        }
        #expect(log == ["began", "finished true"])
        window.isHidden = true
      }
    }

    /// Replaces the article's method exchange: a context that provides views' actions.
    final class PopContext: UIAnimationContext {
      private let duration: TimeInterval
      private var changes: [(layer: CALayer, keyPath: String, old: Any)] = []

      init(duration: TimeInterval) { self.duration = duration }

      override func action(for view: UIView, layer: CALayer, forKey key: String) -> CAAction? {
        if let old = layer.value(forKeyPath: key) { changes.append((layer, key, old)) }
        return NSNull()
      }

      override func didEndBlock() {
        for (layer, keyPath, old) in changes {
          guard let new = layer.value(forKeyPath: keyPath) else { continue }
          let pop = CAKeyframeAnimation(keyPath: keyPath)
          pop.duration = duration
          pop.values = [old, new, old]
          pop.keyTimes = [0, 0.35, 1]
          pop.timingFunctions = [
            CAMediaTimingFunction(controlPoints: 1, 0, 0.8, 1),
            CAMediaTimingFunction(controlPoints: 0.2, 0, 0, 1),
          ]
          CATransaction.begin()
          CATransaction.setDisableActions(true)
          layer.setValue(old, forKeyPath: keyPath)
          CATransaction.commit()
          layer.add(pop, forKey: keyPath)
        }
      }
    }

    @Test func popReturnsToOldValue() {
      let stage = Stage()
      let views = (0..<4).map { _ in stage.add(square()) }
      PopContext(duration: 1).perform {
        views[0].center = CGPoint(x: 90, y: 90)
        views[1].bounds.size = CGSize(width: 60, height: 60)
        views[2].backgroundColor = .red
        views[3].transform = CGAffineTransform(rotationAngle: .pi / 2)
      }
      #expect(views[0].center == CGPoint(x: 20, y: 20) && views[3].transform.isIdentity)
      #expect(views[1].bounds.size == CGSize(width: 20, height: 20))
      stage.show(at: 0.35)
      #expect(isClose(stage.shown(views[0].layer, "position.x"), 90, within: 0.01))
      #expect(isClose(stage.shown(views[1].layer, "bounds.size.width"), 60, within: 0.01))
      #expect(isClose(stage.shown(views[3].layer, "transform.rotation"), .pi / 2, within: 0.01))
      stage.show(at: 1.1)
      #expect(views.allSatisfy { stage.shown($0.layer, "position.x") == 20 })
      // The context has no effect outside of its block.
      views[0].center.x = 50
      #expect(views[0].center.x == 50 && UIAnimationContext.current == nil)
    }
  }
}
