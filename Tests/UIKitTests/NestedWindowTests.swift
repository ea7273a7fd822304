// NestedWindowTests.swift
// Windows added to other views: ordinary views there, windows again when removed and shown.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct NestedWindowTests {
    /// Records appearance callbacks.
    private final class Witness: UIViewController {
      var log: [String] = []
      override func viewDidAppear(_ animated: Bool) { log.append("appeared") }
      override func viewDidDisappear(_ animated: Bool) { log.append("gone") }
    }

    private final class Focusable: UIView {
      override var canBecomeFirstResponder: Bool { true }
      var windows: [UIWindow?] = []
      override func didMoveToWindow() { windows.append(window) }
    }

    private let frame = CGRect(x: 10, y: 10, width: 40, height: 40)

    private func shownWindow() -> UIWindow {
      let window = UIWindow(frame: frame)
      window.isHidden = false
      return window
    }

    @Test func nestingLiveWindowEndsItsTree() {
      let scene = ViewScene()
      let count = LayerContext.live.count
      let inner = shownWindow()
      inner.makeKey()
      scene.host.advance(to: 0.1)
      #expect(LayerContext.live.count == count + 1 && inner.isKeyWindow)
      scene.window.addSubview(inner)
      scene.host.advance(to: 0.2)
      #expect(LayerContext.live.count == count && inner.context == nil)
      #expect(inner.window === scene.window && inner.next === scene.window)
      #expect(!UIApplication.shared.windows.contains(inner))
      #expect(!inner.isKeyWindow && UIApplication.shared.keyWindow == nil)
      #expect(!inner.isHidden && !inner.layer.isHidden, "it is seen where it is now")
      #expect(inner.layer.presentation()?.position == CGPoint(x: 30, y: 30))
    }

    /// Hidden and shown repeatedly, which used to trap.
    @Test func nestedWindowHidesAndShowsAsView() {
      let scene = ViewScene()
      let inner = shownWindow()
      inner.backgroundColor = .red
      scene.window.addSubview(inner)
      func red(at time: TimeInterval) -> Bool {
        scene.host.advance(to: time)
        let image = scene.host.image()
        return image.pixels[(30 * image.width + 30) * 4] > 200
      }
      let count = LayerContext.live.count
      #expect(red(at: 0.1))
      inner.isHidden = true
      #expect(inner.isHidden && !red(at: 0.2))
      inner.isHidden = false
      #expect(!inner.isHidden && red(at: 0.3))
      inner.isHidden = true
      inner.makeKeyAndVisible()
      #expect(red(at: 0.4) && !inner.isKeyWindow && inner.context == nil)
      #expect(LayerContext.live.count == count)
    }

    @Test func nestedWindowNeverShownIsHidden() {
      let scene = ViewScene()
      let count = LayerContext.live.count
      let inner = UIWindow(frame: frame)
      scene.view.addSubview(inner)
      #expect(inner.isHidden && inner.window === scene.window)
      inner.isHidden = false
      scene.host.advance(to: 0.1)
      #expect(!inner.isHidden && LayerContext.live.count == count)
    }

    @Test func removedWindowIsHiddenUntilShown() {
      let scene = ViewScene()
      let inner = shownWindow()
      scene.window.addSubview(inner)
      scene.host.advance(to: 0.1)
      let count = LayerContext.live.count
      inner.removeFromSuperview()
      #expect(inner.isHidden && inner.layer.isHidden && inner.window === inner)
      #expect(LayerContext.live.count == count && !UIApplication.shared.windows.contains(inner))
      inner.makeKeyAndVisible()
      scene.host.advance(to: 0.2)
      #expect(inner.context != nil && inner.isKeyWindow && !inner.layer.isHidden)
      #expect(LayerContext.live.count == count + 1)
      #expect(UIApplication.shared.windows.contains(inner) && inner.next === UIApplication.shared)
      inner.isHidden = true
      #expect(LayerContext.live.count == count)
    }

    /// Nested and removed repeatedly, in live views and others.
    @Test func repeatedNestingAndRemoval() {
      let scene = ViewScene()
      let inner = shownWindow()
      let apart = UIView(frame: frame)
      let count = LayerContext.live.count
      for round in 1...6 {
        (round % 2 == 0 ? apart : scene.view).addSubview(inner)
        if round % 3 == 0 { scene.host.advance(to: Double(round) / 10) }
        #expect(inner.context == nil && LayerContext.live.count == count - 1)
        #expect(inner.window === (round % 2 == 0 ? nil : scene.window))
        inner.removeFromSuperview()
        inner.isHidden = false
        if round % 3 == 1 { scene.host.advance(to: Double(round) / 10) }
        #expect(inner.context != nil && LayerContext.live.count == count)
      }
      inner.isHidden = true
      scene.host.advance(to: 1)
    }

    @Test func viewsAndControllersFollowNestedWindow() {
      let scene = ViewScene()
      let controller = Witness()
      let view = Focusable(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
      let inner = UIWindow(frame: frame)
      inner.rootViewController = controller
      controller.view.addSubview(view)
      inner.isHidden = false
      #expect(view.becomeFirstResponder() && view.isFirstResponder)
      #expect(controller.log == ["appeared"] && view.windows == [inner])

      scene.window.addSubview(inner)
      #expect(!view.isFirstResponder, "it left the window whose responder it was")
      #expect(view.window === scene.window && view.windows == [inner, scene.window])
      #expect(controller.log == ["appeared"], "it is on the screen before and after")
      #expect(view.becomeFirstResponder() && view.isFirstResponder)

      inner.removeFromSuperview()
      #expect(controller.log == ["appeared", "gone"] && !view.isFirstResponder)
      #expect(view.windows == [inner, scene.window, inner])
      inner.isHidden = false
      #expect(controller.log == ["appeared", "gone", "appeared"])
      UIView(frame: frame).addSubview(inner)
      #expect(controller.log == ["appeared", "gone", "appeared", "gone"])
    }

    /// As for every layer that leaves a tree (semantics 16.5).
    @Test func nestingEndsAnimationsUnfinished() {
      let scene = ViewScene()
      let inner = shownWindow()
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
      inner.addSubview(view)
      scene.host.advance(to: 0.1)
      var finished: [Bool] = []
      UIView.animate(withDuration: 1, animations: { view.alpha = 0 }) { finished.append($0) }
      scene.host.advance(to: 0.2)
      scene.window.addSubview(inner)
      scene.host.advance(to: 0.3)
      #expect(finished == [false] && view.layer.presentation()?.opacity == 0)
      // New animations run.
      UIView.animate(withDuration: 1, animations: { view.alpha = 1 }) { finished.append($0) }
      scene.host.advance(to: 0.8)
      #expect((0.2...0.8).contains(view.layer.presentation()?.opacity ?? 0))
      scene.host.advance(to: 2)
      #expect(finished == [false, true])
    }

    @Test func touchesGoThroughOuterWindow() {
      let scene = ViewScene()
      let inner = shownWindow()
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      var presses = 0
      button.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
      inner.addSubview(button)
      // A press in progress ends without a release.
      inner.deliver(
        InputEvent(time: 0, kind: .pointerDown(CGPoint(x: 5, y: 5), button: 1, clicks: 1)))
      #expect(button.isTracking)
      scene.window.addSubview(inner)
      #expect(!button.isTracking && presses == 0)
      scene.host.press(button)
      scene.host.advance(to: 0.1)
      #expect(presses == 1)
    }

    /// Adding only the layer to another tree ends the window's tree too.
    @Test func layerOfLiveWindowInAnotherTree() {
      let scene = ViewScene()
      let inner = shownWindow()
      let count = LayerContext.live.count
      scene.view.layer.addSublayer(inner.layer)
      scene.host.advance(to: 0.1)
      #expect(inner.context == nil && LayerContext.live.count == count - 1)
      #expect(!UIApplication.shared.windows.contains(inner))
      inner.isHidden = true
      inner.isHidden = false
      scene.host.advance(to: 0.2)
      #expect(LayerContext.live.count == count - 1)
      inner.layer.removeFromSuperlayer()
      inner.isHidden = true
      inner.isHidden = false
      scene.host.advance(to: 0.3)
      #expect(inner.context != nil && LayerContext.live.count == count)
      inner.isHidden = true
    }
  }
}
