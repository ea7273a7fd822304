// ContainerControllerTests.swift
// Tab bar controllers, child controllers, and the order of their callbacks.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct ContainerControllerTests {
    final class Delegate: UITabBarControllerDelegate {
      var allows = true
      var selected: [String] = []
      var animator: (any UIViewControllerAnimatedTransitioning)?
      func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
      ) -> Bool { allows }
      func tabBarController(
        _ tabBarController: UITabBarController, didSelect viewController: UIViewController
      ) { selected.append(viewController.title ?? "") }
      func tabBarController(
        _ tabBarController: UITabBarController,
        animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
      ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
    }

    @Test func tabsAreSelectedByCodeAndByButton() {
      let log = CallLog()
      let (a, b) = (LoggingController("a", log), LoggingController("b", log))
      let tabs = UITabBarController()
      let delegate = Delegate()
      tabs.delegate = delegate
      tabs.viewControllers = [a, b]
      let stage = ControllerScene(tabs)
      #expect(log.take().suffix(2) == ["a willAppear", "a didAppear"])
      #expect(
        tabs.selectedIndex == 0 && a.view.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
      #expect(tabs.tabBar.items?.map(\.title) == ["a", "b"])
      tabs.selectedIndex = 1
      #expect(log.take() == ["a willDisappear", "b willAppear", "a didDisappear", "b didAppear"])
      #expect(a.view.window == nil && b.view.window != nil && delegate.selected.isEmpty)
      stage.tap(CGPoint(x: 20, y: 80))
      #expect(tabs.selectedViewController === a && delegate.selected == ["a"])
      delegate.allows = false
      stage.tap(CGPoint(x: 80, y: 80))
      #expect(tabs.selectedIndex == 0)
      tabs.selectedIndex = 9
      #expect(tabs.selectedIndex == 0)
      tabs.viewControllers = [b]
      #expect(tabs.selectedViewController === b && a.parent == nil && a.tabBarController == nil)
      tabs.viewControllers = []
      #expect(tabs.selectedIndex == NSNotFound && tabs.selectedViewController == nil)
    }

    @Test func tabTransitionIsAnimatedByTheDelegate() {
      let log = CallLog()
      let (a, b) = (LoggingController("a", log), LoggingController("b", log))
      let tabs = UITabBarController()
      let delegate = Delegate()
      delegate.animator = InteractiveTransitionTests.Mover(.block)
      tabs.delegate = delegate
      tabs.setViewControllers([a, b], animated: false)
      let stage = ControllerScene(tabs)
      _ = log.take()
      tabs.selectedIndex = 1
      stage.advance(0.5)
      #expect(isClose(Double(stage.shownX(b.view)), 50, within: 5))
      #expect(log.take() == ["a willDisappear", "b willAppear animated"])
      stage.advance(0.7)
      #expect(log.take() == ["a didDisappear", "b didAppear"])
      #expect(b.view.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
    }

    @Test func childrenFollowTheirParentsAppearance() {
      let log = CallLog()
      let (parent, child) = (LoggingController("parent", log), LoggingController("child", log))
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      #expect(log.take() == ["child willMove in", "child didMove in"])
      let other = UIViewController()
      let stage = ControllerScene(parent)
      #expect(
        log.take() == [
          "parent willAppear", "child willAppear", "parent didAppear", "child didAppear",
        ])
      other.modalPresentationStyle = .fullScreen
      parent.present(other, animated: true)
      #expect(log.take() == ["parent willDisappear", "child willDisappear"])
      stage.advance(0.6)
      #expect(log.take() == ["parent didDisappear", "child didDisappear"])
      child.willMove(toParent: nil)
      child.view.removeFromSuperview()
      child.removeFromParent()
      #expect(log.take() == ["child willMove out", "child didMove out"])
    }

    @Test func transitionBetweenChildren() {
      let log = CallLog()
      let parent = UIViewController()
      let (a, b) = (LoggingController("a", log), LoggingController("b", log))
      let stage = ControllerScene(parent)
      parent.addChild(a)
      parent.view.addSubview(a.view)
      parent.addChild(b)
      _ = log.take()
      var ends: [Bool] = []
      b.view.alpha = 0
      parent.transition(
        from: a, to: b, duration: 0.5, animations: { b.view.alpha = 1 },
        completion: { ends.append($0) })
      #expect(log.take() == ["a willDisappear", "b willAppear animated"])
      stage.advance(0.25)
      #expect(isClose(stage.scene.shown("opacity", b.view.layer), 0.5, within: 0.1))
      stage.advance(0.5)
      #expect(log.take() == ["a didDisappear", "b didAppear"] && ends == [true])
      #expect(a.view.superview == nil && b.view.superview === parent.view)
    }

    @Test func manualAppearanceIsReportedByTheContainer() {
      final class Manual: UIViewController {
        override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
      }
      let log = CallLog()
      let parent = Manual()
      let child = LoggingController("child", log)
      let stage = ControllerScene(parent)
      parent.addChild(child)
      _ = log.take()
      parent.view.addSubview(child.view)
      #expect(log.take() == [])
      child.beginAppearanceTransition(true, animated: true)
      stage.advance(0.1)
      child.endAppearanceTransition()
      #expect(log.take() == ["child willAppear animated", "child didAppear"])
    }
  }
}
