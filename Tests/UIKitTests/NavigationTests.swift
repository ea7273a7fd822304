// NavigationTests.swift
// Navigation controllers: the stack, the order of callbacks, the motion of push and pop, and going back by a drag.
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

/// The calls of a test's controllers and delegates, in order.
@MainActor final class CallLog {
  var entries: [String] = []

  /// Returns the entries and empties the log.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}

/// A controller that logs its appearance and its moves.
final class LoggingController: UIViewController {
  let name: String
  let log: CallLog
  var onWillAppear: () -> Void = {}

  init(_ name: String, _ log: CallLog) {
    self.name = name
    self.log = log
    super.init(nibName: nil, bundle: nil)
    title = name
  }
  required init?(coder: NSCoder) { nil }

  override func viewWillAppear(_ animated: Bool) {
    log.entries.append("\(name) willAppear\(animated ? " animated" : "")")
    onWillAppear()
  }
  override func viewDidAppear(_ animated: Bool) { log.entries.append("\(name) didAppear") }
  override func viewWillDisappear(_ animated: Bool) { log.entries.append("\(name) willDisappear") }
  override func viewDidDisappear(_ animated: Bool) { log.entries.append("\(name) didDisappear") }
  override func willMove(toParent parent: UIViewController?) {
    log.entries.append("\(name) willMove \(parent == nil ? "out" : "in")")
  }
  override func didMove(toParent parent: UIViewController?) {
    log.entries.append("\(name) didMove \(parent == nil ? "out" : "in")")
  }
}

/// A window of 100 x 100 points with a controller, on the virtual clock.
@MainActor final class ControllerScene {
  let scene = ViewScene()
  private(set) var time = 0.0

  init(_ controller: UIViewController) {
    scene.view.removeFromSuperview()
    scene.window.rootViewController = controller
    advance(0.02)
  }

  var window: UIWindow { scene.window }

  func advance(_ seconds: Double) {
    let end = time + seconds
    // In steps, as frames come.
    while time < end - 1e-9 {
      time = min(time + 1.0 / 60, end)
      scene.host.advance(to: time)
    }
  }

  /// Presses at a point, moves through others in a number of frames, and releases at the last.
  func drag(_ points: [CGPoint], frames: Int = 4, rest: Double = 0, releases: Bool = true) {
    scene.host.send(.pointerDown(points[0], button: 1, clicks: 1))
    advance(0.02)
    for (from, to) in zip(points, points.dropFirst()) {
      for step in 1...frames {
        let part = CGFloat(step) / CGFloat(frames)
        scene.host.send(
          .pointerMoved(
            CGPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)))
        advance(1.0 / 60)
      }
    }
    if rest > 0 { advance(rest) }
    if releases { release(points[points.count - 1]) }
  }

  func release(_ point: CGPoint) {
    scene.host.send(.pointerUp(point, button: 1))
    advance(1.0 / 60)
  }

  func tap(_ point: CGPoint) {
    scene.host.send(.pointerDown(point, button: 1, clicks: 1))
    advance(0.02)
    release(point)
  }

  /// The left edge of a view on the screen, in the window.
  func shownX(_ view: UIView) -> CGFloat {
    let x = scene.shown("position.x", view.layer)
    return CGFloat(x) - view.bounds.width * view.layer.anchorPoint.x
  }
}

extension LiveViews {
  @MainActor @Suite struct NavigationTests {
    final class Delegate: UINavigationControllerDelegate {
      let log: CallLog
      var animator: (any UIViewControllerAnimatedTransitioning)?
      var interactor: (any UIViewControllerInteractiveTransitioning)?
      init(_ log: CallLog) { self.log = log }
      func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController,
        animated: Bool
      ) { log.entries.append("willShow \(viewController.title ?? "")") }
      func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController,
        animated: Bool
      ) { log.entries.append("didShow \(viewController.title ?? "")") }
      func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController, to toVC: UIViewController
      ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
      func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
      ) -> (any UIViewControllerInteractiveTransitioning)? { interactor }
    }

    private struct Stage {
      let stage: ControllerScene
      let nav: UINavigationController
      let a: LoggingController
      let b: LoggingController
      let log: CallLog
      let delegate: Delegate
    }

    private func makeStage() -> Stage {
      let log = CallLog()
      let a = LoggingController("a", log)
      let nav = UINavigationController(rootViewController: a)
      let delegate = Delegate(log)
      nav.delegate = delegate
      return Stage(
        stage: ControllerScene(nav), nav: nav, a: a, b: LoggingController("b", log), log: log,
        delegate: delegate)
    }

    // MARK: Order of callbacks

    @Test func firstControllerAppearsWithNavigationController() {
      let s = makeStage()
      #expect(
        s.log.take() == [
          "a willMove in", "a didMove in", "a willAppear", "willShow a", "a didAppear", "didShow a",
        ])
    }

    @Test func callbacksOfPushAndPop() {
      let s = makeStage()
      _ = s.log.take()
      s.nav.pushViewController(s.b, animated: true)
      #expect(
        s.log.take() == [
          "b willMove in", "a willDisappear", "b willAppear animated", "willShow b",
        ])
      #expect(s.b.isMovingToParent && s.b.transitionCoordinator != nil)
      s.stage.advance(0.5)
      #expect(s.log.take() == ["a didDisappear", "b didAppear", "b didMove in", "didShow b"])
      #expect(!s.b.isMovingToParent && s.b.transitionCoordinator == nil)
      #expect(s.a.view.window == nil && s.b.view.window != nil)
      #expect(s.nav.popViewController(animated: true) === s.b)
      #expect(
        s.log.take() == [
          "b willMove out", "b willDisappear", "a willAppear animated", "willShow a",
        ])
      s.stage.advance(0.5)
      #expect(s.log.take() == ["b didDisappear", "a didAppear", "b didMove out", "didShow a"])
      #expect(s.b.parent == nil && s.a.view.window != nil && s.b.view.window == nil)
    }

    @Test func callbacksWithoutAnimation() {
      let s = makeStage()
      _ = s.log.take()
      s.nav.pushViewController(s.b, animated: false)
      #expect(
        s.log.take() == [
          "b willMove in", "a willDisappear", "b willAppear", "willShow b", "a didDisappear",
          "b didAppear", "b didMove in", "didShow b",
        ])
      #expect(s.nav.topViewController === s.b && s.nav.viewControllers == [s.a, s.b])
    }

    @Test func pushDuringPushCompletesTheFirst() {
      let s = makeStage()
      let c = LoggingController("c", s.log)
      s.nav.pushViewController(s.b, animated: true)
      s.stage.advance(0.1)
      _ = s.log.take()
      s.nav.pushViewController(c, animated: true)
      #expect(
        s.log.entries.prefix(4) == ["a didDisappear", "b didAppear", "b didMove in", "didShow b"])
      s.stage.advance(0.6)
      #expect(
        s.log.entries.suffix(4) == ["b didDisappear", "c didAppear", "c didMove in", "didShow c"])
      #expect(s.nav.popToRootViewController(animated: false) == [s.b, c])
      #expect(s.nav.viewControllers == [s.a] && s.b.parent == nil && c.parent == nil)
    }

    @Test func settingTheStackPopsToAKnownControllerAndPushesANewOne() {
      let s = makeStage()
      let c = LoggingController("c", s.log)
      s.nav.setViewControllers([s.a, s.b, c], animated: false)
      _ = s.log.take()
      s.nav.setViewControllers([s.b], animated: false)
      #expect(s.nav.children == [s.b] && s.nav.navigationBar.items?.count == 1)
      #expect(s.log.entries.contains("a didMove out") && s.log.entries.contains("c didMove out"))
      #expect(s.b.view.superview != nil && c.view.window == nil)
      #expect(s.nav.popViewController(animated: true) == nil)
    }

    @Test func navigationControllerInModalPresentationForwardsAppearance() {
      let log = CallLog()
      let root = UIViewController()
      let stage = ControllerScene(root)
      let inner = LoggingController("inner", log)
      let nav = UINavigationController(rootViewController: inner)
      _ = log.take()
      root.present(nav, animated: true)
      #expect(log.take() == ["inner willAppear animated"])
      stage.advance(0.6)
      #expect(log.take() == ["inner didAppear"])
      #expect(inner.presentingViewController === root && inner.navigationController === nav)
      inner.dismiss(animated: true)
      stage.advance(0.6)
      #expect(log.take() == ["inner willDisappear", "inner didDisappear"])
      #expect(root.presentedViewController == nil)
    }

    // MARK: Motion

    @Test func pushSlidesOverAndMovesTheOldViewAThird() {
      let s = makeStage()
      s.nav.pushViewController(s.b, animated: true)
      s.stage.advance(0.175)
      #expect(isClose(Double(s.stage.shownX(s.b.view)), 50, within: 4))
      #expect(isClose(Double(s.stage.shownX(s.a.view)), -16.7, within: 2))
      s.stage.advance(0.5)
      #expect(s.b.view.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
      s.nav.popViewController(animated: true)
      s.stage.advance(0.175)
      #expect(isClose(Double(s.stage.shownX(s.b.view)), 50, within: 4))
      s.stage.advance(0.5)
      #expect(s.a.view.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
    }

    @Test func barShowsTitlesAndBackButton() {
      let s = makeStage()
      let bar = s.nav.navigationBar
      #expect(bar.topItem === s.a.navigationItem && bar.backItem == nil)
      s.nav.pushViewController(s.b, animated: false)
      s.stage.advance(0.02)
      #expect(bar.topItem?.title == "b" && bar.backItem?.title == "a")
      s.b.title = "other"
      #expect(bar.topItem?.title == "other")
      // The back button.
      s.stage.tap(CGPoint(x: 14, y: 22))
      s.stage.advance(0.6)
      #expect(s.nav.topViewController === s.a)
    }

    @Test func barButtonsRunTheirActions() {
      let s = makeStage()
      var presses: [String] = []
      @MainActor final class Target {
        var items: [UIBarButtonItem] = []
        func press(_ item: UIBarButtonItem) { items.append(item) }
      }
      let target = Target()
      s.a.navigationItem.rightBarButtonItem = UIBarButtonItem(
        title: "Go", style: .done, target: target, action: Target.press)
      s.a.navigationItem.leftBarButtonItem = UIBarButtonItem(
        primaryAction: UIAction(title: "No") { _ in presses.append("no") })
      s.stage.advance(0.02)
      s.stage.tap(CGPoint(x: 80, y: 22))
      s.stage.tap(CGPoint(x: 20, y: 22))
      #expect(target.items == [s.a.navigationItem.rightBarButtonItem] && presses == ["no"])
    }

    @Test func hiddenBarGivesItsPlaceToTheView() {
      let s = makeStage()
      s.nav.setNavigationBarHidden(true, animated: true)
      s.stage.advance(0.1)
      #expect(s.stage.scene.shown("position.y", s.nav.navigationBar.layer) < 21)
      s.stage.advance(0.3)
      #expect(s.nav.navigationBar.isHidden)
      #expect(s.a.view.safeAreaInsets == .zero)
      s.nav.isNavigationBarHidden = false
      #expect(s.a.view.safeAreaInsets.top == 44 && !s.nav.navigationBar.isHidden)
    }

    @Test func barHiddenInViewWillAppearMovesWithTheTransition() {
      let s = makeStage()
      s.b.onWillAppear = { s.nav.setNavigationBarHidden(true, animated: true) }
      s.nav.pushViewController(s.b, animated: true)
      s.stage.advance(0.175)
      let y = s.stage.scene.shown("position.y", s.nav.navigationBar.layer)
      #expect(y < 10 && y > -15)
      s.stage.advance(0.5)
      #expect(s.b.view.safeAreaInsets == .zero && s.nav.navigationBar.isHidden)
    }

    // MARK: Swiping back

    private func pushed() -> Stage {
      let s = makeStage()
      s.nav.pushViewController(s.b, animated: false)
      s.stage.advance(0.05)
      _ = s.log.take()
      return s
    }

    @Test func dragFromEdgeFollowsTheFinger() {
      let s = pushed()
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 42, y: 70)], releases: false)
      #expect(s.b.transitionCoordinator?.isInteractive == true)
      #expect(s.b.transitionCoordinator?.initiallyInteractive == true)
      #expect(isClose(Double(s.stage.shownX(s.b.view)), 40, within: 1))
      #expect(isClose(Double(s.stage.shownX(s.a.view)), -20, within: 1))
      // A finger that rests holds the views.
      s.stage.advance(1)
      #expect(isClose(Double(s.stage.shownX(s.b.view)), 40, within: 1))
      #expect(
        s.log.take() == [
          "b willMove out", "b willDisappear", "a willAppear animated", "willShow a",
        ])
    }

    @Test func releaseBeyondTheMiddleGoesBack() {
      let s = pushed()
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 72, y: 70)], rest: 0.3)
      s.stage.advance(0.5)
      #expect(s.nav.viewControllers == [s.a] && s.a.view.window != nil && s.b.view.window == nil)
      #expect(
        s.log.take().suffix(4) == ["b didDisappear", "a didAppear", "b didMove out", "didShow a"])
      #expect(s.a.view.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
      #expect(s.nav.navigationBar.topItem === s.a.navigationItem)
    }

    @Test func releaseBeforeTheMiddleCancels() {
      let s = pushed()
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 32, y: 70)], rest: 0.3)
      // Midway back.
      s.stage.advance(0.03)
      let x = s.stage.shownX(s.b.view)
      #expect(x > 0 && x < 30)
      s.stage.advance(0.5)
      #expect(s.nav.viewControllers == [s.a, s.b] && s.b.parent === s.nav)
      #expect(
        s.log.take() == [
          "b willMove out", "b willDisappear", "a willAppear animated", "willShow a",
          "a willDisappear", "b willAppear animated", "a didDisappear", "b didAppear",
        ])
      #expect(s.b.view.window != nil && s.a.view.window == nil)
      #expect(s.b.view.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
      #expect(s.nav.navigationBar.topItem === s.b.navigationItem)
      // Time is as before, and a second drag works.
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 92, y: 70)])
      s.stage.advance(0.5)
      #expect(s.nav.viewControllers == [s.a])
    }

    @Test func quickFlickGoesBackAndQuickFlickToTheLeftDoesNot() {
      let s = pushed()
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 34, y: 70)], frames: 3)
      s.stage.advance(0.2)
      #expect(s.nav.viewControllers == [s.a])
      s.nav.pushViewController(s.b, animated: false)
      s.stage.drag(
        [CGPoint(x: 2, y: 70), CGPoint(x: 82, y: 70), CGPoint(x: 52, y: 70)], frames: 10)
      s.stage.advance(0.5)
      #expect(s.nav.viewControllers == [s.a, s.b])
    }

    @Test func dragsThatDoNotGoBack() {
      let s = pushed()
      // Not at the edge.
      s.stage.drag([CGPoint(x: 40, y: 70), CGPoint(x: 98, y: 70)])
      // Downwards.
      s.stage.drag([CGPoint(x: 2, y: 50), CGPoint(x: 8, y: 95)])
      // Disabled.
      s.nav.interactivePopGestureRecognizer?.isEnabled = false
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 92, y: 70)])
      s.nav.interactivePopGestureRecognizer?.isEnabled = true
      // Without a back button.
      s.b.navigationItem.hidesBackButton = true
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 92, y: 70)])
      s.stage.advance(0.5)
      #expect(s.nav.viewControllers == [s.a, s.b] && s.log.entries.isEmpty)
      // A program's own delegate may allow it.
      s.nav.interactivePopGestureRecognizer?.delegate = nil
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 92, y: 70)])
      s.stage.advance(0.5)
      #expect(s.nav.viewControllers == [s.a])
      // The first controller stays.
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 92, y: 70)])
      s.stage.advance(0.5)
      #expect(s.nav.viewControllers == [s.a])
    }

    @Test func horizontalScrollViewWaitsForTheEdge() {
      let s = pushed()
      let scroll = UIScrollView(frame: s.b.view.bounds)
      scroll.contentSize = CGSize(width: 500, height: 56)
      s.b.view.addSubview(scroll)
      s.stage.advance(0.05)
      s.stage.drag([CGPoint(x: 60, y: 70), CGPoint(x: 30, y: 70)], rest: 0.3)
      #expect(scroll.contentOffset.x > 10 && s.nav.viewControllers.count == 2)
      let offset = scroll.contentOffset.x
      s.stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 92, y: 70)])
      s.stage.advance(0.5)
      #expect(s.nav.viewControllers == [s.a] && scroll.contentOffset.x == offset)
    }

    // MARK: Bad input

    @Test func pushingTwiceTraps() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let a = UIViewController()
          UINavigationController(rootViewController: a).pushViewController(a, animated: false)
        }
      }
    }

    @Test func poppingToAStrangerTraps() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let nav = UINavigationController(rootViewController: UIViewController())
          nav.popToViewController(UIViewController(), animated: false)
        }
      }
    }

    @Test func emptyStackIsShownAsNothing() {
      let nav = UINavigationController()
      let stage = ControllerScene(nav)
      #expect(nav.topViewController == nil && nav.popToRootViewController(animated: true) == nil)
      let a = UIViewController()
      nav.pushViewController(a, animated: true)
      stage.advance(0.5)
      #expect(a.view.window != nil)
      nav.viewControllers = []
      #expect(a.view.window == nil && a.parent == nil)
    }
  }
}
