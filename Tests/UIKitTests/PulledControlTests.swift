// PulledControlTests.swift
// Refresh controls, steppers and page controls, by the pointer and by code.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import UIKitCore

extension LiveViews {
  @MainActor @Suite struct PulledControlTests {
    // MARK: Refresh

    @MainActor private final class Pull {
      let view = UIScrollView()
      let control = UIRefreshControl()
      let scene: ViewScene
      var time = 0.0
      var events = 0

      init() {
        scene = ViewScene(view, size: CGSize(width: 200, height: 400))
        view.frame = CGRect(x: 0, y: 0, width: 200, height: 400)
        view.contentSize = CGSize(width: 200, height: 300)
        view.refreshControl = control
        control.addAction(UIAction { [weak self] _ in self?.events += 1 }, for: .valueChanged)
        advance(0.1)
      }

      func advance(_ seconds: Double) {
        let end = time + seconds
        while time < end - 1e-9 {
          time = min(time + 1.0 / 60, end)
          scene.host.advance(to: time)
        }
      }

      func drag(by distance: CGFloat, releases: Bool = true) {
        scene.host.send(.pointerDown(CGPoint(x: 50, y: 50), button: 1, clicks: 1))
        for step in 1...10 {
          scene.host.send(
            .pointerMoved(CGPoint(x: 50, y: 50 + distance * CGFloat(step) / 10)))
          advance(1.0 / 60)
        }
        advance(0.3)
        if releases {
          scene.host.send(.pointerUp(CGPoint(x: 50, y: 50 + distance), button: 1))
          advance(1.0 / 60)
        }
      }
    }

    @Test func aLongPullRefreshesAndKeepsItsSpace() {
      let pull = Pull()
      #expect(pull.control.alpha == 0 && pull.control.frame.maxY == 0)
      pull.drag(by: 200, releases: false)
      #expect(pull.control.isRefreshing && pull.events == 1 && pull.control.alpha == 1)
      // The content stays with the finger.
      #expect(pull.view.adjustedContentInset.top == 0 && pull.view.contentOffset.y < -72)
      let held = pull.view.contentOffset.y
      pull.scene.host.send(.pointerUp(CGPoint(x: 50, y: 250), button: 1))
      pull.advance(1.0 / 60)
      #expect(abs(pull.view.contentOffset.y - held) < 12)
      pull.advance(2)
      #expect(pull.view.contentOffset.y == -60 && pull.view.adjustedContentInset.top == 60)
      pull.control.endRefreshing()
      pull.advance(0.1)
      let shown = pull.view.layer.presentation()?.bounds.minY ?? 0
      #expect(shown > -60 && shown < 0 && !pull.control.isRefreshing)
      pull.advance(1)
      #expect(pull.view.contentOffset.y == 0 && pull.view.adjustedContentInset.top == 0)
      #expect(pull.control.alpha == 0 && pull.events == 1)
    }

    @Test func aShortPullDoesNot() {
      let pull = Pull()
      pull.drag(by: 60, releases: false)
      #expect(!pull.control.isRefreshing && pull.control.alpha > 0.2 && pull.control.alpha < 1)
      pull.scene.host.send(.pointerUp(CGPoint(x: 50, y: 110), button: 1))
      pull.advance(2)
      #expect(pull.view.contentOffset.y == 0 && pull.control.alpha == 0 && pull.events == 0)
    }

    @Test func aProgramsOwnRefreshSendsNoEvent() {
      let pull = Pull()
      pull.control.beginRefreshing()
      pull.advance(0.1)
      #expect(pull.control.isRefreshing && pull.view.adjustedContentInset.top == 60)
      #expect(pull.view.contentOffset.y == 0 && pull.events == 0)
      pull.control.endRefreshing()
      pull.advance(0.5)
      #expect(pull.view.adjustedContentInset.top == 0)
      let table = UITableViewController(style: .plain)
      table.refreshControl = pull.control
      #expect(table.tableView.refreshControl === pull.control)
    }

    // MARK: Steppers

    private func press(_ scene: ViewScene, _ x: CGFloat, _ y: CGFloat, from: Double, to: Double) {
      scene.host.advance(to: from)
      scene.host.send(.pointerDown(CGPoint(x: x, y: y), button: 1, clicks: 1))
      var time = from
      while time < to - 1e-9 {
        time = min(time + 1.0 / 60, to)
        scene.host.advance(to: time)
      }
      scene.host.send(.pointerUp(CGPoint(x: x, y: y), button: 1))
      scene.host.advance(to: to + 0.01)
    }

    @Test func aStepperStepsAndGoesOnWhileHeld() {
      let stepper = UIStepper()
      let scene = ViewScene(stepper)
      stepper.sizeToFit()
      stepper.frame.origin = .zero
      #expect(stepper.frame.size == CGSize(width: 94, height: 32))
      var values: [Double] = []
      stepper.addAction(
        UIAction { _ in values.append(stepper.value) }, for: .valueChanged)
      stepper.maximumValue = 4
      press(scene, 70, 16, from: 0, to: 0.1)
      press(scene, 20, 16, from: 0.2, to: 0.3)
      // At a limit there is no step.
      press(scene, 20, 16, from: 0.4, to: 0.5)
      #expect(values == [1, 0])
      press(scene, 70, 16, from: 1, to: 2.5)
      #expect(values == [1, 0, 1, 2, 3, 4])
      stepper.wraps = true
      press(scene, 70, 16, from: 3, to: 3.1)
      #expect(stepper.value == 0)
      stepper.isContinuous = false
      stepper.stepValue = 2
      press(scene, 70, 16, from: 4, to: 4.55)
      #expect(stepper.value == 4 && values.count == 8 && values.last == 4)
      stepper.value = 99
      #expect(stepper.value == 4)
      stepper.minimumValue = 9
      #expect(stepper.maximumValue == 9 && stepper.value == 9)
    }

    // MARK: Pages

    @Test func aPageControlGoesToTheSideOfAPress() {
      let control = UIPageControl()
      control.numberOfPages = 3
      let scene = ViewScene(control)
      control.frame = CGRect(x: 0, y: 0, width: 100, height: 26)
      scene.host.advance(to: 0.1)
      var pages: [Int] = []
      control.addAction(
        UIAction { _ in pages.append(control.currentPage) }, for: .valueChanged)
      #expect(control.subviews.count == 3 && control.subviews[1].frame.midX == 50)
      press(scene, 80, 13, from: 0.2, to: 0.3)
      press(scene, 80, 13, from: 0.4, to: 0.5)
      press(scene, 80, 13, from: 0.6, to: 0.7)
      press(scene, 10, 13, from: 0.8, to: 0.9)
      #expect(pages == [1, 2, 1])
      control.numberOfPages = 1
      #expect(control.currentPage == 0)
      control.hidesForSinglePage = true
      #expect(control.subviews.allSatisfy { $0.isHidden })
    }
  }
}
