// DisplayLinkTests.swift
// Display links in a window's frames, on the virtual clock (design 4).
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// A view that moves itself with a display link.
private final class Spinner: UIView {
  private var link: CADisplayLink?
  private(set) var steps: [(target: TimeInterval, shown: Double)] = []

  func start() {
    let link = CADisplayLink(target: self, selector: Spinner.step(_:))
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  func stop() {
    link?.invalidate()
    link = nil
  }

  func step(_ link: CADisplayLink) {
    center.x = link.targetTimestamp * 10
    steps.append((link.targetTimestamp, layer.presentation().map { Double($0.opacity) } ?? -1))
  }
}

extension LiveViews {
  @MainActor @Suite struct DisplayLinkTests {
    /// After a jump of the clock by hours, the refreshes that it passed are not counted off.
    @Test func hoursOfAHiddenWindowAreNotCountedOff() {
      let (scene, view) = (ViewScene(), Spinner())
      scene.window.addSubview(view)
      view.start()
      scene.window.isHidden = true
      scene.host.advance(to: 1)
      let before = view.steps.count
      MediaClock.advance(to: 36_000)
      scene.host.advance(to: 36_001)
      view.stop()
      #expect(before > 50 && (50..<70).contains(view.steps.count - before))
    }

    /// Each frame has one callback, at the frame's time, which animations use too.
    @Test func displayLinkFiresOncePerFrame() throws {
      let spinner = Spinner()
      let scene = ViewScene(spinner)
      let before = scene.host.records.count
      scene.host.advance(to: 0.5)
      #expect(scene.host.records.count == before)
      spinner.start()
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { spinner.alpha = 0 }
      scene.host.advance(to: 1)
      let records = scene.host.records.dropFirst(before)
      #expect(records.count == 30 && spinner.steps.count == 30)
      #expect(records.map(\.time) == spinner.steps.map(\.target))
      #expect(isClose(scene.shown("position.x"), (spinner.steps.last?.target ?? 0) * 10))
      // The first callback runs before the commit that starts the animation.
      let pairs = zip(spinner.steps.dropFirst(2), spinner.steps.dropFirst())
      #expect(pairs.allSatisfy { isClose($1.shown - $0.shown, 1.0 / 60) })
      #expect(isClose(scene.shown("opacity"), spinner.steps.last?.shown ?? -1))
      spinner.stop()
      scene.host.advance(to: 3)
      let count = scene.host.records.count
      #expect(spinner.steps.count == 30)
      scene.host.advance(to: 4)
      #expect(scene.host.records.count == count)
    }

    /// A hidden window does not stop display links of the screen.
    @Test func displayLinkFiresWithoutWindow() {
      let spinner = Spinner()
      let scene = ViewScene(spinner)
      scene.window.isHidden = true
      spinner.start()
      scene.host.advance(to: 0.25)
      #expect(spinner.steps.count == 15)
      spinner.stop()
    }
  }
}
