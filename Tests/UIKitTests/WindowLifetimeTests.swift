// WindowLifetimeTests.swift
// Release of visible windows, and of views in any order.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct WindowLifetimeTests {
    /// Its tree ends with it: animations end unfinished (semantics 16.5), and views can move elsewhere.
    @Test func visibleWindowCanBeReleased() {
      let scene = ViewScene()
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
      let count = LayerContext.live.count
      var finished: [Bool] = []
      weak var gone: UIWindow?
      do {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
        gone = window
        window.addSubview(view)
        window.isHidden = false
        scene.host.advance(to: 0)
        UIView.animate(withDuration: 1, animations: { view.alpha = 0 }) { finished.append($0) }
        scene.host.advance(to: 0.1)
        #expect(LayerContext.live.count == count + 1)
      }
      #expect(gone == nil && LayerContext.live.count == count)
      scene.host.advance(to: 0.2)
      #expect(finished == [false])
      view.center = CGPoint(x: 3, y: 4)
      scene.window.addSubview(view)
      scene.host.advance(to: 0.3)
      #expect(view.layer.presentation()?.position == CGPoint(x: 3, y: 4))
    }

    /// Views and layers have the same order while some are removed and reinserted in any order.
    @Test func viewAndLayerTreesAgreeAfterRelease() {
      let scene = ViewScene()
      let views = (0..<60).map { _ in UIView() }
      for view in views { scene.view.addSubview(view) }
      var expected = views
      for step in 0..<200 {
        let view = expected.remove(at: step * 37 % expected.count)
        view.removeFromSuperview()
        #expect(view.superview == nil && view.layer.superlayer == nil)
        if step % 3 != 0 || expected.count < 20 {
          scene.view.insertSubview(view, at: step * 11 % expected.count)
          expected.insert(view, at: step * 11 % expected.count)
        }
        guard step % 20 == 19 else { continue }
        #expect(scene.view.subviews == expected)
        #expect(scene.view.layer.sublayers == expected.map(\.layer))
      }
    }

    /// Checks that an object is released after use.
    private func gone(_ name: String, _ make: (ViewScene) -> AnyObject) {
      let scene = ViewScene()
      weak var left: AnyObject?
      do {
        let object = make(scene)
        left = object
        scene.host.advance(to: 0.1)
        scene.host.advance(to: 0.2)
        scene.host.advance(to: 3)
        (object as? UIView)?.removeFromSuperview()
      }
      scene.host.advance(to: 3.1)
      scene.host.advance(to: 3.2)
      #expect(left == nil, "\(name)")
    }

    /// No animation, timer, animator or gesture leaks.
    @Test func windowReleaseFreesViewsAndLayers() {
      gone("scroll") { scene in
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        scene.window.addSubview(scroll)
        scroll.contentSize = CGSize(width: 50, height: 500)
        scroll.maximumZoomScale = 2
        scene.host.advance(to: 0.05)
        scroll.setContentOffset(CGPoint(x: 0, y: 100), animated: true)
        return scroll
      }
      gone("wheel") { scene in
        let wheel = UIActivityIndicatorView(style: .medium)
        scene.window.addSubview(wheel)
        wheel.startAnimating()
        return wheel
      }
      gone("progress") { scene in
        let bar = UIProgressView(frame: CGRect(x: 0, y: 0, width: 50, height: 5))
        scene.window.addSubview(bar)
        bar.setProgress(0.5, animated: true)
        return bar
      }
      gone("stack") { scene in
        let stack = UIStackView(arrangedSubviews: [UIView(), UILabel()])
        scene.window.addSubview(stack)
        UIView.animate(withDuration: 1) {
          stack.spacing = 4
          stack.layoutIfNeeded()
        }
        return stack
      }
      gone("animated view") { scene in
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 5))
        scene.window.addSubview(view)
        UIView.animateKeyframes(withDuration: 1, delay: 0) {
          UIView.addKeyframe(withRelativeStartTime: 0.2, relativeDuration: 0.5) { view.alpha = 0 }
        }
        UIView.transition(
          with: view, duration: 1, options: .transitionCrossDissolve,
          animations: { view.backgroundColor = .red })
        return view
      }
      gone("view of an animator") { scene in
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 5))
        scene.window.addSubview(view)
        let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.5) {
          view.center.x = 90
        }
        animator.addCompletion { _ in view.alpha = 0.5 }
        animator.startAnimation()
        return view
      }
      gone("animator") { scene in
        let view = scene.view
        let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.5) { view.alpha = 0 }
        animator.addCompletion { [weak animator] _ in _ = animator }
        animator.startAnimation()
        animator.pauseAnimation()
        animator.isReversed = true
        animator.startAnimation()
        return animator
      }
      gone("stopped animator") { scene in
        let view = scene.view
        let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.5) { view.alpha = 0 }
        animator.startAnimation()
        animator.stopAnimation(true)
        return animator
      }
      gone("gestures") { scene in
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        scene.window.addSubview(view)
        for recognizer in [
          UITapGestureRecognizer(), UILongPressGestureRecognizer(), UIPanGestureRecognizer(),
          UIPinchGestureRecognizer(), UISwipeGestureRecognizer(),
        ] { view.addGestureRecognizer(recognizer) }
        return view
      }
      gone("presented controller") { scene in
        let (below, above) = (UIViewController(), UIViewController())
        scene.window.rootViewController = below
        scene.host.advance(to: 0.01)
        below.present(above, animated: true) {
          below.dismiss(animated: true)
        }
        return above
      }
    }
  }
}
