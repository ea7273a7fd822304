// AppearanceRuleTests.swift
// The look of classes by their stand-ins, toolbars, and symbols.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import UIKitCore

private final class Badge: UILabel {}
private final class Panel: UIView {}

extension LiveViews {
  @MainActor @Suite struct AppearanceRuleTests {
    /// A stand-in's value applies in a window, where the view's own is still the class's.
    @Test func viewsTakeTheValuesOfTheirClass() {
      defer { AppearanceRules.removeAll() }
      UILabel.appearance().textColor = .red
      Badge.appearance().textColor = .green
      UISwitch.appearance().onTintColor = .purple
      UIButton.appearance().setTitleColor(.orange, for: .normal)
      UILabel.appearance(whenContainedInInstancesOf: [Panel.self]).textColor = .blue
      UIView.appearance().tintColor = .brown
      #expect(UILabel.appearance() === UILabel.appearance())
      let (label, own, badge, inner) = (UILabel(), UILabel(), Badge(), UILabel())
      let (toggle, button, panel) = (UISwitch(), UIButton(), Panel())
      own.textColor = .gray
      panel.addSubview(inner)
      #expect(label.textColor == .label)
      let scene = ViewScene()
      for view in [label, own, badge, toggle, button, panel] as [UIView] {
        scene.view.addSubview(view)
      }
      #expect(label.textColor == .red && own.textColor == .gray && badge.textColor == .green)
      #expect(inner.textColor == .blue && toggle.onTintColor == .purple)
      #expect(button.titleColor(for: .normal) == .orange && label.tintColor == .brown)
    }

    @Test func barsAndTheirItemsTakeTheValuesOfTheirClass() throws {
      defer { AppearanceRules.removeAll() }
      UINavigationBar.appearance().barTintColor = .yellow
      UINavigationBar.appearance().titleTextAttributes = [.foregroundColor: UIColor.red]
      UIBarButtonItem.appearance().setTitleTextAttributes(
        [.foregroundColor: UIColor.green], for: .normal)
      UIBarButtonItem.appearance().tintColor = .purple
      let page = UIViewController()
      page.navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Next")
      let scene = ViewScene(size: CGSize(width: 300, height: 300))
      let navigation = UINavigationController(rootViewController: page)
      scene.window.rootViewController = navigation
      #expect(navigation.navigationBar.barTintColor == .yellow)
      #expect(navigation.navigationBar.titleTextAttributes?[.foregroundColor] as? UIColor == .red)
      let button = UIBarButtonItem(title: "x").makeView() as? UIButton
      #expect(button?.titleColor(for: .normal) == .green && button?.tintColor == .purple)
    }

    @Test func toolbarSharesItsRoom() throws {
      let bar = UIToolbar()
      let scene = ViewScene(bar, size: CGSize(width: 300, height: 100))
      bar.frame = CGRect(x: 0, y: 0, width: 300, height: 44)
      func box() -> UIBarButtonItem {
        UIBarButtonItem(customView: UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20)))
      }
      let items = [box(), .flexibleSpace(), box(), .fixedSpace(30), box(), .flexibleSpace(), box()]
      bar.items = items
      scene.host.advance(to: 0.1)
      let places = items.compactMap { $0.customView?.frame.minX }
      // 268 points, less four boxes, the fixed space and six gaps, halved: 55.
      #expect(places == [16, 107, 173, 264], "\(places)")
      #expect(items[0].customView?.frame.midY == 22 && bar.sizeThatFits(.zero).height == 44)
      bar.semanticContentAttribute = .forceRightToLeft
      bar.setNeedsLayout()
      bar.layoutIfNeeded()
      #expect(items[0].customView?.frame.maxX == 284)
      bar.setItems(nil, animated: true)
      #expect(bar.items == nil && items[0].customView?.superview == nil)
    }

    /// Every drawing has something in it; another name gives an empty image and a line.
    @Test func symbolsAreDrawn() throws {
      for name in SymbolDrawings.all.keys.sorted() {
        let image = try #require(UIImage(systemName: name), "\(name)")
        let pixels = try #require(image.cgImage).pixels
        let alpha = stride(from: 3, to: pixels.count, by: 4).map { Int(pixels[$0]) }
        #expect(alpha.reduce(0, +) > 255 * 8, "\(name)")
        #expect(image.isSymbolImage && image.renderingMode == .alwaysTemplate)
      }
      let (small, large) = (
        try #require(UIImage(systemName: "star")),
        try #require(
          UIImage(systemName: "star", withConfiguration: .init(pointSize: 40, weight: .bold)))
      )
      #expect(small.size.width == 20 && large.size.width == 48)
      #expect(small.withConfiguration(.init(pointSize: 40)).size == large.size)
      let lines = Diagnostics.collecting {
        let empty = UIImage(systemName: "no.such.symbol")
        #expect(empty?.size.width == 20 && empty?.cgImage?.pixels.allSatisfy { $0 == 0 } == true)
      }.lines
      #expect(lines.count == 1 && lines[0].contains("no.such.symbol"))
    }
  }
}
