// BarTests.swift
// Views and scroll views below the bars of navigation and tab bar controllers: frames, safe areas and insets.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// A view that counts the changes of its safe area.
private final class SafeView: UIView {
  var changes: [UIEdgeInsets] = []
  override func safeAreaInsetsDidChange() { changes.append(safeAreaInsets) }
}

private final class SafeController: UIViewController {
  var changes = 0
  let content: UIView
  init(_ content: UIView = SafeView()) {
    self.content = content
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  override func loadView() { view = content }
  override func viewSafeAreaInsetsDidChange() { changes += 1 }
}

private final class AdjustedScrollView: UIScrollView, UIScrollViewDelegate {
  var adjustments = 0
  override func adjustedContentInsetDidChange() {
    super.adjustedContentInsetDidChange()
    adjustments += 1
  }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) { adjustments += 10 }
}

extension LiveViews {
  /// Semantics 21.14. The window is 100 x 100 points, a navigation bar 44 points high and a tab bar 49.
  @MainActor @Suite struct BarTests {
    private static let all = CGRect(x: 0, y: 0, width: 100, height: 100)
    private static let belowBar = CGRect(x: 0, y: 44, width: 100, height: 56)
    private static let top44 = UIEdgeInsets(top: 44, left: 0, bottom: 0, right: 0)

    // MARK: Navigation bars (semantics 21.14)

    @Test func viewFillsBelowATranslucentBar() {
      let controller = SafeController()
      let nav = UINavigationController(rootViewController: controller)
      let stage = ControllerScene(nav)
      let view = controller.content
      #expect(view.frame == Self.all && view.safeAreaInsets == Self.top44)
      #expect((view as? SafeView)?.changes == [Self.top44] && controller.changes == 1)
      #expect(view.safeAreaLayoutGuide.layoutFrame == Self.belowBar)
      nav.isNavigationBarHidden = true
      #expect(view.frame == Self.all && view.safeAreaInsets == .zero && controller.changes == 2)
      nav.isNavigationBarHidden = false
      controller.additionalSafeAreaInsets.top = 6
      #expect(view.safeAreaInsets.top == 50 && controller.changes == 4)
      _ = stage
    }

    @Test func viewBeginsBelowAnOpaqueBar() {
      let controller = SafeController()
      let nav = UINavigationController(rootViewController: controller)
      nav.navigationBar.isTranslucent = false
      let stage = ControllerScene(nav)
      let view = controller.content
      #expect(
        view.frame == Self.belowBar && view.safeAreaInsets == .zero && controller.changes == 0)
      controller.extendedLayoutIncludesOpaqueBars = true
      #expect(view.frame == Self.all && view.safeAreaInsets == Self.top44)
      controller.edgesForExtendedLayout = []
      #expect(view.frame == Self.belowBar && view.safeAreaInsets == .zero)
      nav.navigationBar.isTranslucent = true
      #expect(view.frame == Self.belowBar)
      controller.edgesForExtendedLayout = .top
      #expect(view.frame == Self.all && view.safeAreaInsets == Self.top44)
      controller.extendedLayoutIncludesOpaqueBars = false
      nav.navigationBar.isTranslucent = false
      #expect(view.frame == Self.belowBar)
      nav.isNavigationBarHidden = true
      #expect(view.frame == Self.all && view.safeAreaInsets == .zero)
      _ = stage
    }

    @Test func subviewsHaveTheirPartOfTheSafeArea() {
      let controller = SafeController()
      let inner = SafeView(frame: CGRect(x: 10, y: 10, width: 20, height: 80))
      let low = SafeView(frame: CGRect(x: 10, y: 50, width: 20, height: 20))
      controller.content.addSubview(inner)
      controller.content.addSubview(low)
      let stage = ControllerScene(UINavigationController(rootViewController: controller))
      #expect(inner.safeAreaInsets.top == 34 && inner.changes.count == 1)
      #expect(low.safeAreaInsets == .zero && low.changes.isEmpty)
      low.frame.origin.y = 40
      #expect(low.safeAreaInsets.top == 4 && low.changes.count == 1)
      inner.center.y += 40
      #expect(inner.safeAreaInsets == .zero && inner.changes.count == 2)
      // A view that leaves to the left has no inset there.
      inner.frame = CGRect(x: -50, y: 0, width: 100, height: 100)
      #expect(inner.safeAreaInsets == Self.top44)
      let added = SafeView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
      controller.content.addSubview(added)
      #expect(added.changes == [Self.top44])
      _ = stage
    }

    @Test func pushedViewsAreBelowTheBarDuringTheTransition() {
      let (one, two) = (SafeController(), SafeController())
      two.edgesForExtendedLayout = []
      let nav = UINavigationController(rootViewController: one)
      let stage = ControllerScene(nav)
      nav.pushViewController(two, animated: true)
      stage.advance(0.1)
      #expect(one.content.safeAreaInsets == Self.top44 && two.content.safeAreaInsets == .zero)
      stage.advance(0.5)
      #expect(two.content.frame == Self.belowBar && one.changes == 1 && two.changes == 0)
      nav.popViewController(animated: true)
      stage.advance(0.6)
      #expect(one.content.frame == Self.all && one.content.safeAreaInsets == Self.top44)
      #expect(one.changes == 1)
    }

    // MARK: Tab bars

    @Test func tabBarsAreBelow() {
      let controller = SafeController()
      let nav = UINavigationController(rootViewController: controller)
      let tabs = UITabBarController()
      tabs.viewControllers = [nav]
      let stage = ControllerScene(tabs)
      let view = controller.content
      #expect(view.frame == Self.all)
      #expect(view.safeAreaInsets == UIEdgeInsets(top: 44, left: 0, bottom: 49, right: 0))
      tabs.tabBar.isHidden = true
      #expect(view.safeAreaInsets == Self.top44)
      tabs.tabBar.isHidden = false
      tabs.tabBar.isTranslucent = false
      stage.advance(0.02)
      #expect(nav.view.frame.height == 51 && view.frame.height == 51)
      #expect(view.safeAreaInsets == Self.top44)
      nav.extendedLayoutIncludesOpaqueBars = true
      stage.advance(0.02)
      #expect(view.frame == Self.all && view.safeAreaInsets.bottom == 49)
    }

    // MARK: Scroll views

    private func scrolling(
      _ behavior: UIScrollView.ContentInsetAdjustmentBehavior, height: CGFloat,
      as place: (UIScrollView) -> UIViewController
    ) -> (AdjustedScrollView, ControllerScene) {
      let scroll = AdjustedScrollView(frame: Self.all)
      scroll.delegate = scroll
      scroll.contentInsetAdjustmentBehavior = behavior
      scroll.contentSize = CGSize(width: 100, height: height)
      return (
        scroll, ControllerScene(UINavigationController(rootViewController: place(scroll)))
      )
    }

    @Test(arguments: [
      // Behaviour, the content's height, the inset as the controller's view, as a second subview.
      (UIScrollView.ContentInsetAdjustmentBehavior.automatic, 500, 44, 44),
      (.automatic, 50, 44, 0),
      (.scrollableAxes, 500, 44, 44),
      (.scrollableAxes, 50, 0, 0),
      (.always, 50, 44, 44),
      (.never, 500, 0, 0),
    ])
    func contentBeginsBelowTheBar(
      behavior: UIScrollView.ContentInsetAdjustmentBehavior, height: CGFloat, asView: CGFloat,
      asSecond: CGFloat
    ) {
      let (scroll, stage) = scrolling(behavior, height: height) { SafeController($0) }
      #expect(scroll.adjustedContentInset.top == asView && scroll.contentInset == .zero)
      #expect(scroll.contentOffset.y == -asView && scroll.adjustments == (asView > 0 ? 11 : 0))
      let (second, other) = scrolling(behavior, height: height) {
        let controller = SafeController()
        controller.content.addSubview(UIView())
        controller.content.addSubview($0)
        return controller
      }
      #expect(second.adjustedContentInset.top == asSecond && second.contentOffset.y == -asSecond)
      _ = (stage, other)
    }

    @Test func insetsFollowTheBarAndTheBehaviour() {
      let (scroll, stage) = scrolling(.automatic, height: 500) { SafeController($0) }
      let nav = stage.window.rootViewController as? UINavigationController
      let content = SafeView(frame: CGRect(x: 0, y: 0, width: 100, height: 500))
      scroll.addSubview(content)
      // What the insets have of the safe area, the content has not.
      #expect(content.safeAreaInsets == .zero)
      nav?.isNavigationBarHidden = true
      #expect(scroll.adjustedContentInset == .zero && scroll.contentOffset.y == 0)
      nav?.isNavigationBarHidden = false
      #expect(scroll.contentOffset.y == -44)
      scroll.contentOffset.y = 100
      nav?.isNavigationBarHidden = true
      #expect(scroll.contentOffset.y == 100)
      nav?.isNavigationBarHidden = false
      scroll.contentOffset.y = 0
      scroll.contentInsetAdjustmentBehavior = .never
      #expect(scroll.adjustedContentInset == .zero && content.safeAreaInsets.top == 44)
      scroll.contentInsetAdjustmentBehavior = .always
      scroll.scrollRectToVisible(CGRect(x: 0, y: 0, width: 10, height: 10), animated: false)
      #expect(scroll.contentOffset.y == -44)
      stage.advance(0.1)
    }

    @Test func rowsOfATableBeginBelowTheBar() {
      final class Rows: UITableViewController {
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
        {
          9
        }
        override func tableView(
          _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell { UITableViewCell() }
      }
      let rows = Rows(style: .plain)
      let stage = ControllerScene(UINavigationController(rootViewController: rows))
      let first = rows.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
      #expect(first?.convert(CGPoint.zero, to: nil).y == 44)
      rows.tableView.scrollToRow(at: IndexPath(row: 3, section: 0), at: .top, animated: false)
      stage.advance(0.1)
      let fourth = rows.tableView.cellForRow(at: IndexPath(row: 3, section: 0))
      #expect(fourth?.convert(CGPoint.zero, to: nil).y == 44)
    }

    // MARK: Backgrounds

    @Test func whatIsInsertedAtIndexOneLiesBehindTheTitle() {
      let controller = UIViewController()
      controller.title = "Title"
      let nav = UINavigationController(rootViewController: controller)
      let stage = ControllerScene(nav)
      let bar = nav.navigationBar
      let view = UIView(frame: bar.bounds)
      bar.insertSubview(view, at: 1)
      func shows(_ text: String, _ view: UIView) -> Bool {
        (view as? UILabel)?.text == text || view.subviews.contains { shows(text, $0) }
      }
      func isBehind(_ text: String) -> Bool {
        bar.subviews.drop { $0 !== view }.dropFirst().contains { shows(text, $0) }
      }
      #expect(bar.subviews.firstIndex(of: view) == 1 && isBehind("Title"))
      controller.title = "Other"
      #expect(isBehind("Other"))
      let pushed = UIViewController()
      pushed.title = "Pushed"
      nav.pushViewController(pushed, animated: false)
      stage.advance(0.1)
      #expect(bar.subviews.firstIndex(of: view) == 1 && isBehind("Pushed"))
      bar.barTintColor = .red
      #expect(bar.backgroundColor == nil && bar.subviews.first?.backgroundColor == .red)
      let tabs = UITabBar(frame: CGRect(x: 0, y: 0, width: 100, height: 49))
      tabs.items = [UITabBarItem(title: "a", image: nil, tag: 0)]
      let behind = UIView()
      tabs.insertSubview(behind, at: 1)
      #expect(tabs.subviews.firstIndex(of: behind) == 1 && tabs.subviews.count == 3)
    }
  }
}
