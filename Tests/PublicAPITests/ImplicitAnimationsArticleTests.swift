// ImplicitAnimationsArticleTests.swift
// The techniques of "Add Implicit Animations to Your iOS Views, Part 1" (E. Sadun): a layer that
// provides its own actions, alone, in a block, and with a completion.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct ImplicitAnimationsArticleTests {
    /// Animates every change of its corner radius, or of all properties.
    final class LivelyLayer: CALayer, CAAnimationDelegate {
      var animationDuration: CGFloat = 0
      var animatesEverything = false
      var completion: ((_ key: String, _ finished: Bool) -> Void)?

      override func action(forKey event: String) -> CAAction? {
        guard animatesEverything || event == "cornerRadius" else {
          return super.action(forKey: event)
        }
        let animation = CABasicAnimation(keyPath: event)
        animation.fromValue = presentation()?.value(forKey: event)
        animation.duration = animationDuration == 0 ? 0.3 : animationDuration
        animation.delegate = self
        animation.setValue(event, forKey: "animated key")
        return animation
      }

      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        guard let key = anim.value(forKey: "animated key") as? String else { return }
        completion?(key, flag)
      }
    }

    final class LivelyView: UIView {
      override class var layerClass: AnyClass { LivelyLayer.self }
      var lively: LivelyLayer! { layer as? LivelyLayer }
    }

    private func show() -> (stage: Stage, view: LivelyView) {
      let stage = Stage()
      return (stage, stage.add(LivelyView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))))
    }

    /// semantics 11.1: a layer with its own actions animates outside of blocks.
    @Test func cornerRadiusAnimatesImplicitly() {
      let (stage, view) = show()
      view.layer.cornerRadius = 32
      view.layer.borderWidth = 4
      #expect(view.layer.animationKeys() == ["cornerRadius"])
      #expect(view.layer.animation(forKey: "cornerRadius")?.duration.rounded(to: 100) == 0.3)
      stage.show(at: 0.15)
      #expect(isClose(stage.shown(view.layer, "cornerRadius"), 16, within: 1))
      view.layer.cornerRadius = 0
      let back = view.layer.animation(forKey: "cornerRadius") as? CABasicAnimation
      #expect((back?.fromValue as? CGFloat).map { isClose($0, 16, within: 1) } == true)
      view.lively.animatesEverything = true
      view.layer.borderWidth = 0
      #expect(view.layer.animation(forKey: "borderWidth") != nil)
    }

    /// semantics 18.3: a block neither times such an animation nor waits for it.
    @Test func blockDoesNotWaitForImplicitAnimation() {
      let (stage, view) = show()
      var results: [Bool] = []
      UIView.animate(withDuration: 2, animations: { view.layer.cornerRadius = 32 }) {
        results.append($0)
      }
      #expect(results == [true] && !stage.window.isHidden)
      #expect(view.layer.animation(forKey: "cornerRadius")?.duration.rounded(to: 100) == 0.3)
    }

    /// semantics 18.3: it is in sync with a property that the view animates.
    @Test func viewAndHostedLayerAnimateInOneBlock() {
      let (stage, view) = show()
      stage.window.backgroundColor = .white
      CATransaction.flush()
      view.lively.animationDuration = 2
      var results: [Bool] = []
      UIView.animate(
        withDuration: 2,
        animations: {
          view.lively.cornerRadius = 32
          view.backgroundColor = .red
          view.alpha = 0.5
        }, completion: { results.append($0) })
      #expect(results.isEmpty)
      #expect(view.layer.animation(forKey: "cornerRadius")?.duration == 2)
      #expect(view.layer.animation(forKey: "opacity")?.duration == 2)
      stage.show(at: 1)
      #expect(isClose(stage.shown(view.layer, "opacity"), 0.75, within: 0.01))
      #expect(isClose(stage.shown(view.layer, "cornerRadius"), 16, within: 3))
    }

    /// The layer's completion reports the key.
    @Test(.timeLimit(.minutes(2))) func layerReportsAnimatedKeys() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        window.isHidden = false
        let view = LivelyView(frame: window.bounds)
        window.addSubview(view)
        CATransaction.flush()
        view.lively.animationDuration = 0.05
        let completed: (String, Bool) = await withCheckedContinuation { continuation in
          view.lively.completion = { continuation.resume(returning: ($0, $1)) }
          view.layer.cornerRadius = 32
        }
        #expect(completed.0 == "cornerRadius" && completed.1)
        window.isHidden = true
      }
    }
  }
}

extension Double {
  /// The number rounded to a fraction; a duration may have been stored as a `Float`.
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
