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

    /// A chain of nested views, in a window if there is one.
    private func chain(_ count: Int, in window: UIWindow? = nil) -> [UIView] {
      var views = [UIView(frame: Self.frame)]
      window?.addSubview(views[0])
      while views.count < count {
        let view = UIView(frame: Self.frame)
        views[views.count - 1].addSubview(view)
        views.append(view)
      }
      return views
    }

    /// The shortest of three runs, in seconds of the thread's own time.
    private func time(_ body: () -> Void) -> Double {
      func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
      }
      return (0..<3).map { _ in
        let start = now()
        body()
        return now() - start
      }.min() ?? 0
    }

    /// A point is converted once a level: eight times the depth takes far less than 64 times the time.
    @Test func hitTestsAreLinearInDepth() {
      let scene = ViewScene()
      let times = [250, 2000].map { count in
        let views = chain(count, in: scene.window)
        defer { views[0].removeFromSuperview() }
        return time {
          #expect(scene.window.hitTest(CGPoint(x: 5, y: 5), with: nil) === views[count - 1])
        }
      }
      #expect(times[1] < times[0] * 24, "\(times)")
    }

    /// A tree that grows at its leaves, in a window or not, takes no walk to the root for each view.
    /// In a process of its own: views look for tints, traits and safe areas once there are any.
    @Test func deepTreesAreBuiltInLinearTime() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {
          let (tests, scene) = (DeepViewTests(), ViewScene())
          for window in [nil, scene.window] {
            let times = [1000, 8000].map { count in
              tests.time {
                let views = tests.chain(count, in: window)
                precondition(views[count - 1].window === window)
                views[0].removeFromSuperview()
                precondition(views[count - 1].window == nil)
              }
            }
            guard times[1] < times[0] * 24 else { fatalError("building takes \(times)") }
          }
        }
      }
    }

    /// Views, masks and controllers nested 50,000 deep are released one after the other.
    @Test func deepTreesAreReleasedIteratively() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {
          var bottom = UIView()
          let top = bottom
          for _ in 0..<50_000 {
            let view = UIView()
            bottom.addSubview(view)
            bottom = view
          }
          withExtendedLifetime(top) {}
        }
        await MainActor.run {
          var mask = UIView()
          for _ in 0..<50_000 {
            let view = UIView()
            view.mask = mask
            mask = view
          }
        }
        await MainActor.run {
          var bottom = UIViewController()
          let top = bottom
          for _ in 0..<50_000 {
            let controller = UIViewController()
            bottom.addChild(controller)
            bottom = controller
          }
          withExtendedLifetime(top) {}
        }
      }
    }

    /// The window of views follows every way of moving a tree.
    @Test func windowsOfMovedTrees() {
      let (first, second) = (UIWindow(), UIWindow())
      let views = chain(3, in: first)
      #expect(views.allSatisfy { $0.window === first })
      second.addSubview(views[1])
      #expect(views.map { $0.window === second } == [false, true, true])
      let nested = UIWindow()
      nested.addSubview(views[1])
      #expect(views[2].window === nested)
      first.addSubview(nested)
      #expect(views[2].window === first && nested.window === first)
      nested.removeFromSuperview()
      #expect(views[2].window === nested && nested.window === nested)
      views[1].removeFromSuperview()
      #expect(views[2].window == nil)
      var gone: UIWindow? = UIWindow()
      gone?.addSubview(views[1])
      gone = nil
      #expect(views[1].window == nil && views[2].window == nil)
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
