// IdiomControllerTests.swift
// Pages of UntouchedIdioms with controllers, fields, tables and constraints.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import UntouchedIdioms

@MainActor @Suite(.serialized) struct IdiomControllerTests {
  @Test func everyPageOpensFromTheMenuAndGoesBack() throws {
    let titles = MenuViewController().idioms.map(\.title)
    #expect(titles.count == 14)
    for title in titles {
      let scene = IdiomScene(title)
      let page = try #require(scene.page(UIViewController.self))
      #expect(page.title == title && scene.navigation.viewControllers.count == 2)
      scene.tap((page as? StageViewController)?.stage ?? page.view)
      scene.advance(0.3)
      scene.navigation.popViewController(animated: true)
      scene.advance(0.6)
      #expect(scene.page() === scene.menu)
      #expect(page.view.window == nil)
    }
  }

  @Test func cardSlidesUpAndIsDraggedAwayOrBack() throws {
    let scene = IdiomScene("Card")
    let page = try #require(scene.page(CardPresentingViewController.self))
    scene.tap(page.button)
    scene.advance(0.25)
    let card = try #require(
      page.presentedViewController ?? scene.navigation.presentedViewController)
    let rising = scene.shown("position.y", card.view.layer)
    #expect(rising > 300 && rising < 600)
    _ = scene.look("rising")
    scene.advance(0.5)
    #expect(card.view.frame == CGRect(x: 20, y: 120, width: 280, height: 280))
    let shown = scene.look("shown")
    // The card over the dimmed page.
    #expect(shown.color(160, 300).x > 240)
    #expect(shown.color(8, 300).x < 180)

    scene.drag(from: CGPoint(x: 160, y: 200), to: CGPoint(x: 160, y: 240))
    #expect(page.interactor.hasStarted)
    let dragged = scene.shown("position.y", card.view.layer)
    #expect(dragged > 265 && dragged < 330)
    _ = scene.look("dragged")
    scene.release(CGPoint(x: 160, y: 240))
    scene.advance(0.6)
    #expect(card.presentingViewController != nil && !card.isBeingDismissed)
    #expect(scene.shown("position.y", card.view.layer) == 260)

    scene.drag(from: CGPoint(x: 160, y: 200), to: CGPoint(x: 160, y: 340))
    scene.release(CGPoint(x: 160, y: 340))
    scene.advance(0.6)
    #expect(card.presentingViewController == nil && card.view.window == nil)
    #expect(scene.look("dismissed").color(8, 300) == SIMD3(255, 255, 255))
  }

  @Test func floatingLabelRisesWhenEditingBeginsAndStaysOverText() throws {
    let scene = IdiomScene("Floating label")
    let page = try #require(scene.page(FloatingLabelViewController.self))
    let title = page.name.titleLabel
    let rest = scene.shown("position.y", title.layer)
    #expect(rest == Double(page.name.bounds.midY + 8))
    _ = scene.look("0")
    scene.tap(page.name)
    #expect(page.name.isFirstResponder)
    scene.advance(0.05)
    let rising = scene.shown("position.y", title.layer)
    #expect(rising < rest - 1 && rising > 8)
    scene.advance(0.6)
    #expect(scene.shown("position.y", title.layer) == 8)
    #expect(scene.shown("transform.scale.x", title.layer).rounded(toPlaces: 3) == 0.65)
    scene.host.send(.text("Ada"))
    scene.advance(0.1)
    #expect(page.name.text == "Ada")
    scene.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
    scene.advance(0.7)
    #expect(page.city.isFirstResponder && !page.name.isFirstResponder)
    #expect(scene.shown("position.y", title.layer) == 8)
    #expect(scene.shown("position.y", page.city.titleLabel.layer) == 8)
    let look = scene.look("both up")
    #expect(look.colored > 100)
    // A tap beside the fields ends editing; the empty field's title goes down.
    scene.tap(CGPoint(x: 160, y: 400))
    scene.advance(0.7)
    #expect(!page.city.isFirstResponder)
    #expect(scene.shown("position.y", page.city.titleLabel.layer) == rest)
    #expect(scene.shown("position.y", title.layer) == 8)
    _ = scene.look("ended")
  }

  @Test func expandingCellPushesTheRowsBelowDown() throws {
    let scene = IdiomScene("Expanding cell")
    let page = try #require(scene.page(ExpandingTableViewController.self))
    func cell(_ row: Int) -> ExpandingCell? {
      page.tableView.cellForRow(at: IndexPath(row: row, section: 0)) as? ExpandingCell
    }
    let (second, third) = (try #require(cell(1)), try #require(cell(2)))
    let before = scene.shown("position.y", third.layer)
    _ = scene.look("0")
    scene.tap(second)
    scene.advance(0.15)
    let moving = scene.shown("position.y", third.layer)
    #expect(moving > before + 5 && moving < before + 71)
    let angle = scene.shown("transform.rotation.z", second.arrow.layer)
    #expect(angle > 0.2 && angle < 1.5)
    _ = scene.look("0.15")
    scene.advance(0.6)
    #expect(scene.shown("position.y", third.layer) == before + 76)
    #expect(second.bounds.height == 120 && second.detail.alpha == 1)
    _ = scene.look("open")
    scene.tap(third)
    scene.advance(0.7)
    #expect(second.bounds.height == 44 && third.bounds.height == 120)
    #expect(scene.shown("transform.rotation.z", second.arrow.layer) == 0)
  }

  @Test func swipeFromTheEdgeGoesBackOrReturns() throws {
    let scene = IdiomScene("Shimmer")
    let page = try #require(scene.page(StageViewController.self))
    scene.drag(from: CGPoint(x: 2, y: 240), to: CGPoint(x: 100, y: 240))
    let dragged = scene.shown("transform.translation.x", page.view.layer)
    #expect(dragged > 60 && dragged < 110)
    let back = scene.shown("transform.scale.x", scene.menu.view.layer)
    #expect(back > 0.9 && back < 0.96)
    _ = scene.look("swiped")
    // Rests, so that the speed does not decide.
    scene.advance(0.3)
    scene.release(CGPoint(x: 100, y: 240))
    scene.advance(0.6)
    #expect(scene.page() === page)
    #expect(scene.shown("transform.translation.x", page.view.layer) == 0)

    scene.drag(from: CGPoint(x: 2, y: 240), to: CGPoint(x: 220, y: 240))
    scene.advance(0.3)
    scene.release(CGPoint(x: 220, y: 240))
    scene.advance(0.6)
    #expect(scene.page() === scene.menu)
    #expect(page.view.window == nil)
    _ = scene.look("gone back")
  }

  @Test func constraintsSpringBeyondTheirNewLayout() throws {
    let scene = IdiomScene("Spring constraints")
    let page = try #require(scene.page(SpringConstraintsViewController.self))
    let panel = try #require(page.panel)
    let old = panel.frame
    #expect(old.width == page.view.bounds.width - 40 && old.height == 80)
    scene.tap(panel)
    var tallest = 0.0
    for frame in 0..<30 {
      if frame == 5 { _ = scene.look("0.15") }
      scene.advance(IdiomScene.period)
      tallest = max(tallest, scene.shown("bounds.size.height", panel.layer))
    }
    #expect(tallest > 265 && tallest < 330)
    scene.advance(0.5)
    #expect(panel.frame.height == 260 && panel.frame.maxY == page.view.bounds.height - 60)
    #expect(scene.shown("bounds.size.height", panel.layer) == 260)
    #expect(page.ends == [true])
    _ = scene.look("open")
  }
}

extension Double {
  func rounded(toPlaces places: Int) -> Double {
    let factor = pow(10, Double(places))
    return (self * factor).rounded() / factor
  }
}
