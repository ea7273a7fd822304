// DeepViewTests.swift
// Views nested thousands deep: built from either end, laid out, animated, hit-tested, removed.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct DeepViewTests {
    private static let frame = CGRect(x: 0, y: 0, width: 10, height: 10)

    @Test func viewsNestedThousandsDeep() {
      let scene = ViewScene()
      var views = [scene.view]
      for _ in 0..<2000 {
        let view = UIView(frame: Self.frame)
        views[views.count - 1].addSubview(view)
        views.append(view)
      }
      let bottom = views[views.count - 1]
      scene.host.advance(to: 0.1)
      UIView.animate(withDuration: 0.1) { for view in views.suffix(500) { view.alpha = 0.5 } }
      scene.host.advance(to: 0.15)
      #expect((bottom.layer.presentation()?.opacity).map { (0.5..<1).contains($0) } == true)
      scene.host.advance(to: 0.3)
      #expect(bottom.window === scene.window && bottom.layer.animationKeys() == nil)
      #expect(scene.window.hitTest(CGPoint(x: 12, y: 12), with: nil) === bottom)
      scene.view.removeFromSuperview()
      #expect(bottom.window == nil && bottom.isDescendant(of: scene.view))
    }

    /// A tree that is built from its leaves reports the tint once it is in a window, not once for each level.
    @Test func treeBuiltFromItsLeavesReportsTheTintOnce() {
      final class Counting: UIView {
        static var changes = 0
        override func tintColorDidChange() { Self.changes += 1 }
      }
      Counting.changes = 0
      let scene = ViewScene()
      // Somewhere a tint is set, so that views differ.
      scene.window.tintColor = .red
      var top: UIView = Counting(frame: Self.frame)
      for _ in 1..<100 {
        let view = Counting(frame: Self.frame)
        view.addSubview(top)
        top = view
      }
      #expect(Counting.changes == 0)
      scene.window.addSubview(top)
      #expect(Counting.changes == 100)
      let other = UIView()
      other.tintColor = .green
      scene.window.addSubview(other)
      other.addSubview(top)
      #expect(Counting.changes == 200, "another superview has another tint")
    }
  }
}
