// BarDirectionTests.swift
// Layout from right to left of bars, transitions, cells, fields and controls.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import UIKitCore

/// The views of a class beneath a view, in order.
@MainActor private func views<View: UIView>(_ type: View.Type, in root: UIView) -> [View] {
  root.subviews.flatMap { ($0 as? View).map { [$0] } ?? views(type, in: $0) }
}

/// A table of one row.
@MainActor private final class OneRow: UITableViewDataSource {
  let cell: UITableViewCell
  init(_ cell: UITableViewCell) { self.cell = cell }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { cell }
}

extension LiveViews {
  @MainActor @Suite struct BarDirectionTests {
    private func navigation() -> (ControllerScene, UINavigationController, [UIViewController]) {
      let pages = [UIViewController(), UIViewController()]
      pages[0].title = "One"
      pages[1].title = "Two"
      let controller = UINavigationController(rootViewController: pages[0])
      return (ControllerScene(controller), controller, pages)
    }

    @Test func itemsOfANavigationBarChangeSides() throws {
      let (stage, controller, pages) = navigation()
      let mark = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      pages[1].navigationItem.rightBarButtonItem = UIBarButtonItem(customView: mark)
      controller.pushViewController(pages[1], animated: false)
      stage.advance(0.1)
      let bar = controller.navigationBar
      let back = try #require(views(NavigationBackButton.self, in: bar).first)
      #expect(back.frame.minX == 8 && mark.frame.maxX == 84)
      bar.semanticContentAttribute = .forceRightToLeft
      stage.advance(0.1)
      #expect(back.frame.maxX == 92 && mark.frame.minX == 16)
      // The chevron points to the right, at the right of its title.
      let title = try #require(views(UILabel.self, in: back).first)
      #expect(title.frame.maxX == back.bounds.width - 18)
      #expect(back.layer.sublayers?.contains { $0.transform.m11 == -1 } == true)
      bar.semanticContentAttribute = .unspecified
      stage.advance(0.1)
      #expect(back.frame.minX == 8 && mark.frame.maxX == 84)
    }

    @Test func pagesComeFromTheLeftAndGoBackByTheRightEdge() {
      let (stage, controller, pages) = navigation()
      controller.view.semanticContentAttribute = .forceRightToLeft
      controller.pushViewController(pages[1], animated: true)
      stage.advance(0.1)
      let shown = pages[1].view.layer.presentation()?.frame.minX ?? 0
      let below = pages[0].view.layer.presentation()?.frame.minX ?? 0
      #expect(shown < 0 && shown > -100 && below > 0 && below < 34)
      stage.advance(1)
      #expect(pages[1].view.frame.minX == 0)
      stage.drag([CGPoint(x: 2, y: 70), CGPoint(x: 72, y: 70)], rest: 0.3)
      stage.advance(0.5)
      #expect(controller.topViewController === pages[1])
      stage.drag([CGPoint(x: 98, y: 70), CGPoint(x: 28, y: 70)], rest: 0.3)
      stage.advance(0.5)
      #expect(controller.topViewController === pages[0])
    }

    @Test func buttonsOfATabBarBeginAtTheRight() {
      let bar = UITabBar(frame: CGRect(x: 0, y: 0, width: 100, height: 49))
      bar.items = [
        UITabBarItem(title: "a", image: nil, tag: 0), UITabBarItem(title: "b", image: nil, tag: 1),
      ]
      bar.items?[0].badgeValue = "1"
      bar.semanticContentAttribute = .forceRightToLeft
      bar.layoutIfNeeded()
      let buttons = views(UIControl.self, in: bar)
      #expect(buttons.map(\.frame.minX) == [50, 0])
      // The badge is at the other side of the middle, too.
      #expect(views(UILabel.self, in: buttons[0]).last.map { $0.frame.maxX < 25 } == true)
    }

    @Test func cellsAreMirrored() throws {
      let cell = UITableViewCell(style: .value1, reuseIdentifier: nil)
      cell.textLabel?.text = "Name"
      cell.detailTextLabel?.text = "Ada"
      cell.accessoryType = .disclosureIndicator
      let rows = OneRow(cell)
      let table = UITableView()
      table.dataSource = rows
      let scene = ViewScene(table, size: CGSize(width: 300, height: 200))
      table.frame = CGRect(x: 0, y: 0, width: 300, height: 200)
      scene.host.advance(to: 0.1)
      let sign = try #require(views(CellSign.self, in: cell).first)
      let line = try #require(cell.subviews.last { !$0.isHidden && $0.bounds.height <= 1 })
      #expect(cell.textLabel?.frame.minX == 16 && sign.frame.maxX == 284 && line.frame.minX == 16)
      cell.semanticContentAttribute = .forceRightToLeft
      scene.host.advance(to: 0.2)
      #expect(sign.frame.minX == 16 && sign.transform.a == -1)
      #expect(cell.contentView.frame == CGRect(x: 24, y: 0, width: 276, height: 44))
      #expect(cell.textLabel?.frame.maxX == 260 && cell.detailTextLabel?.frame.minX == 16)
      #expect(line.frame.minX == 0 && line.frame.maxX == 284)
      // Natural text is at its right, too.
      #expect(cell.textLabel?.effectiveUserInterfaceLayoutDirection == .rightToLeft)
    }

    @Test func sideViewsOfAFieldChangeSides() {
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
      field.leftView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      field.rightView = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
      (field.leftViewMode, field.rightViewMode) = (.always, .always)
      field.layoutIfNeeded()
      #expect(field.textRect(forBounds: field.bounds) == CGRect(x: 14, y: 0, width: 62, height: 30))
      field.semanticContentAttribute = .forceRightToLeft
      field.layoutIfNeeded()
      #expect(field.leftView?.frame.minX == 90 && field.rightView?.frame.minX == 0)
      #expect(field.textRect(forBounds: field.bounds) == CGRect(x: 24, y: 0, width: 62, height: 30))
      #expect(field.clearButtonRect(forBounds: field.bounds).minX == 4)
    }

    @Test func controlsAreMirrored() {
      let right = UISemanticContentAttribute.forceRightToLeft
      let progress = UIProgressView(frame: CGRect(x: 0, y: 0, width: 100, height: 4))
      progress.progress = 0.25
      progress.semanticContentAttribute = right
      progress.layoutIfNeeded()
      #expect(progress.subviews.map(\.frame.minX) == [0, 75])
      let segments = UISegmentedControl(items: ["a", "b"])
      segments.frame = CGRect(x: 0, y: 0, width: 100, height: 32)
      segments.semanticContentAttribute = right
      segments.layoutIfNeeded()
      #expect(views(UILabel.self, in: segments).map(\.frame.minX) == [50, 0])
      let toggle = UISwitch()
      let off = toggle.subviews[1].frame.minX
      toggle.isOn = true
      let on = toggle.subviews[1].frame.minX
      toggle.semanticContentAttribute = right
      #expect(toggle.subviews[1].frame.minX == off && off < on)
    }

    @Test func aSliderFollowsThePointer() {
      let slider = UISlider()
      let scene = ViewScene(slider)
      slider.frame = CGRect(x: 0, y: 0, width: 100, height: 31)
      slider.semanticContentAttribute = .forceRightToLeft
      scene.host.advance(to: 0.1)
      scene.host.send(.pointerDown(CGPoint(x: 25, y: 15), button: 1, clicks: 1))
      scene.host.advance(to: 0.2)
      let knob = slider.subviews.last?.frame.midX ?? 0
      #expect(abs(knob - 25) < 1 && slider.value > 0.7)
    }

    @Test func theScrollBarIsAtTheLeft() {
      let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      view.contentSize = CGSize(width: 100, height: 500)
      view.layoutIfNeeded()
      #expect(views(ScrollBar.self, in: view).last?.frame.maxX == 98)
      view.semanticContentAttribute = .forceRightToLeft
      view.layoutIfNeeded()
      #expect(views(ScrollBar.self, in: view).last?.frame.minX == 2)
    }

    @Test func aProgramInArabicIsMirrored() throws {
      let folder = try TemporaryDirectory()
      for name in ["en", "ar"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder.path)/\(name).lproj", withIntermediateDirectories: true)
      }
      func isMirrored(_ languages: [String]) -> Bool {
        LocalizedStrings.runsFromRightToLeft([folder.path], languages: languages)
      }
      #expect(isMirrored(["ar-EG", "ar"]) && isMirrored(["he", "ar"]))
      #expect(!isMirrored(["en", "ar"]) && !isMirrored(["he"]) && !isMirrored([]))
      let catalogue = #"{"strings": {"a": {"localizations": {"he": {}}}}}"#
      try Data(catalogue.utf8).write(
        to: URL(fileURLWithPath: "\(folder.path)/Localizable.xcstrings"))
      #expect(isMirrored(["he"]))
      let old = ProgramDirection.isFromRight
      ProgramDirection.isFromRight = true
      defer { ProgramDirection.isFromRight = old }
      #expect(UIApplication.shared.userInterfaceLayoutDirection == .rightToLeft)
      #expect(UIView().traitCollection.layoutDirection == .rightToLeft)
      let (stage, controller, pages) = navigation()
      controller.pushViewController(pages[1], animated: false)
      stage.advance(0.1)
      stage.drag([CGPoint(x: 98, y: 70), CGPoint(x: 28, y: 70)], rest: 0.3)
      stage.advance(0.5)
      #expect(controller.topViewController === pages[0])
      let box = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
      let view = UIView()
      view.translatesAutoresizingMaskIntoConstraints = false
      box.addSubview(view)
      view.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10).isActive = true
      view.widthAnchor.constraint(equalToConstant: 20).isActive = true
      box.layoutIfNeeded()
      #expect(view.frame.maxX == 90)
      // Players and directions in space are not mirrored.
      box.semanticContentAttribute = .playback
      box.layoutIfNeeded()
      #expect(view.frame.minX == 10)
    }

    /// The usual way to turn a whole program.
    @Test func aRuleForAllViewsTurnsThem() {
      defer { AppearanceRules.removeAll() }
      UIView.appearance().semanticContentAttribute = .forceRightToLeft
      let (stage, controller, pages) = navigation()
      controller.pushViewController(pages[1], animated: true)
      stage.advance(0.1)
      #expect(controller.navigationBar.effectiveUserInterfaceLayoutDirection == .rightToLeft)
      #expect(pages[1].view.layer.presentation().map { $0.frame.minX < 0 } == true)
    }
  }
}
