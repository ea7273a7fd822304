// BarAppearanceTests.swift
// The look of bars as values, and the toolbar of a navigation controller.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import UIKitCore

extension LiveViews {
  @MainActor @Suite struct BarAppearanceTests {
    private func background(_ bar: UIView) -> BarBackground? {
      bar.subviews.lazy.compactMap { $0 as? BarBackground }.first
    }

    private func labels(_ view: UIView) -> [UILabel] {
      view.subviews.flatMap { ($0 as? UILabel).map { [$0] } ?? labels($0) }
    }

    @Test func aNavigationBarTakesACopyOfItsLook() throws {
      let page = UIViewController()
      page.title = "Page"
      page.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Next")
      let navigation = UINavigationController(rootViewController: page)
      let stage = ControllerScene(navigation)
      let bar = navigation.navigationBar
      let look = UINavigationBarAppearance()
      look.backgroundColor = .purple
      look.shadowColor = .green
      look.titleTextAttributes = [.foregroundColor: UIColor.red]
      look.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.blue]
      bar.standardAppearance = look
      look.backgroundColor = .yellow
      look.buttonAppearance.normal.titleTextAttributes = [:]
      stage.advance(0.1)
      let ground = try #require(background(bar))
      #expect(ground.backgroundColor == .purple && ground.subviews.last?.backgroundColor == .green)
      #expect(labels(bar).first { $0.text == "Page" }?.textColor == .red)
      #expect(labels(bar).first { $0.text == "Next" }?.textColor == .blue)
      #expect(bar.standardAppearance.backgroundColor == .purple)
      // An item's own comes first, with its page.
      let other = UIViewController()
      let own = UINavigationBarAppearance()
      own.configureWithTransparentBackground()
      other.navigationItem.standardAppearance = own
      navigation.pushViewController(other, animated: true)
      stage.advance(0.1)
      let shown = ground.layer.presentation()?.backgroundColor?.alpha ?? 0
      #expect(shown > 0 && shown < 1)
      stage.advance(1)
      #expect(ground.backgroundColor == .clear && ground.subviews.last?.backgroundColor == nil)
      navigation.popViewController(animated: false)
      stage.advance(0.1)
      #expect(ground.backgroundColor == .purple)
    }

    @Test func theLookAtTheEdgeIsShownWithoutAnother() {
      let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 100, height: 44))
      let look = UINavigationBarAppearance()
      look.backgroundColor = .purple
      bar.scrollEdgeAppearance = look
      #expect(background(bar)?.backgroundColor == .purple)
      bar.standardAppearance = UINavigationBarAppearance()
      #expect(background(bar)?.backgroundColor != .purple)
    }

    @Test func classesOfBarsHaveLooks() {
      defer { AppearanceRules.removeAll() }
      let look = UITabBarAppearance()
      look.backgroundColor = .orange
      look.stackedLayoutAppearance.selected.iconColor = .green
      look.stackedLayoutAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.brown]
      UITabBar.appearance().standardAppearance = look
      let tools = UIToolbarAppearance()
      tools.backgroundColor = .gray
      UIToolbar.appearance().standardAppearance = tools
      let (bar, toolbar) = (UITabBar(), UIToolbar())
      let items = ["a", "b"].map { UITabBarItem(title: $0, image: nil, tag: 0) }
      bar.items = items
      bar.selectedItem = items[0]
      let scene = ViewScene()
      for view in [bar, toolbar] as [UIView] { scene.view.addSubview(view) }
      #expect(background(bar)?.backgroundColor == .orange)
      #expect(background(toolbar)?.backgroundColor == .gray)
      #expect(labels(bar).first { $0.text == "a" }?.textColor == .green)
      #expect(labels(bar).first { $0.text == "b" }?.textColor == .brown)
    }

    @Test func copiesAreEqualAndApart() throws {
      let look = UINavigationBarAppearance()
      look.titlePositionAdjustment = UIOffset(horizontal: 3, vertical: 4)
      look.backButtonAppearance.normal.titlePositionAdjustment.horizontal = 5
      let copy = try #require(look.copy() as? UINavigationBarAppearance)
      #expect(copy !== look && copy.titlePositionAdjustment.vertical == 4)
      #expect(copy.backButtonAppearance.normal.titlePositionAdjustment.horizontal == 5)
      #expect(UITabBarAppearance(barAppearance: look).shadowColor == .separator)
    }

    @Test func itemsOfTheSystemShowSymbols() {
      let trash = UIBarButtonItem(systemItem: .trash)
      #expect(trash.image != nil && trash.title == nil)
      #expect(trash.makeView().accessibilityLabel == "Trash")
      #expect(UIBarButtonItem(systemItem: .cancel).title == "Cancel")
    }

    // MARK: Toolbar

    @Test func aToolbarHasTheItemsOfTheShownPage() {
      let (one, two) = (UIViewController(), UIViewController())
      one.toolbarItems = [UIBarButtonItem(title: "One")]
      let navigation = UINavigationController(rootViewController: one)
      let stage = ControllerScene(navigation)
      #expect(navigation.isToolbarHidden && one.view.safeAreaInsets.bottom == 0)
      navigation.isToolbarHidden = false
      stage.advance(0.1)
      let bar = navigation.toolbar
      #expect(bar?.frame == CGRect(x: 0, y: 56, width: 100, height: 44))
      #expect(bar?.isHidden == false && bar?.items?.map(\.title) == ["One"])
      #expect(one.view.safeAreaInsets.bottom == 44 && one.view.frame.maxY == 100)
      navigation.pushViewController(two, animated: true)
      stage.advance(1)
      #expect(bar?.items == nil)
      two.setToolbarItems([UIBarButtonItem(title: "Two")], animated: true)
      stage.advance(1)
      #expect(bar?.items?.map(\.title) == ["Two"])
      navigation.popViewController(animated: false)
      #expect(bar?.items?.map(\.title) == ["One"])
      // A view that does not extend below it ends above it.
      one.edgesForExtendedLayout = .top
      stage.advance(0.1)
      #expect(one.view.frame.maxY == 56 && one.view.safeAreaInsets.bottom == 0)
      navigation.setToolbarHidden(true, animated: true)
      stage.advance(0.1)
      let y = bar?.layer.presentation()?.frame.minY ?? 0
      #expect(y > 56 && y < 100)
      stage.advance(0.5)
      #expect(bar?.isHidden == true && one.view.frame.maxY == 100)
    }
  }
}
