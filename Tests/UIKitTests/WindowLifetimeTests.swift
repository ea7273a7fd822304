// WindowLifetimeTests.swift
// A window that goes without having been hidden, and views that go in any order.
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
    /// Its tree ends with it: animations end unfinished (semantics 16.5), views can be elsewhere.
    @Test func aWindowMayGoWhileItShows() {
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

    /// Views and their layers stay in one order while some are taken out, in any order, and put back.
    @Test func viewsAndLayersAgree() {
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
  }
}
