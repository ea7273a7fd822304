// IdiomScene.swift
// A page of UntouchedIdioms in a window off screen, opened from its menu by a tap.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import PNGFiles
import QuartzCore
import UIKit
import UIKitCore

@testable import UntouchedIdioms

/// The application's window of 320 x 480 points, on the virtual clock.
///
/// With `LAMELLA_PICTURES` set to a folder, every picture is also written there, for looking at it.
@MainActor final class IdiomScene {
  let host = OffscreenHost(
    size: CGSize(width: 320, height: 480), scale: 1, framesPerSecond: 1 / IdiomScene.period)
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let menu = MenuViewController()
  let navigation: SwipeBackNavigationController
  private(set) var time = 0.0
  static let period = 1.0 / 30
  private let name: String

  /// Shows the menu, and opens one of its pages.
  init(_ title: String) {
    name = title
    navigation = SwipeBackNavigationController(rootViewController: menu)
    window.backgroundColor = .white
    window.rootViewController = navigation
    window.isHidden = false
    host.attach(window)
    advance(0.1)
    guard let row = menu.idioms.firstIndex(where: { $0.title == title }) else { return }
    let rect = menu.tableView.rectForRow(at: IndexPath(row: row, section: 0))
    menu.tableView.scrollRectToVisible(rect, animated: false)
    advance(Self.period)
    tap(menu.tableView.convert(CGPoint(x: rect.midX, y: rect.midY), to: nil))
    advance(0.8)
  }

  /// Runs frames for some seconds.
  func advance(_ seconds: Double) {
    let end = time + seconds
    while time < end - 1e-9 {
      time = min(time + Self.period, end)
      host.advance(to: time)
    }
  }

  // MARK: Pointer

  func press(_ point: CGPoint) {
    host.send(.pointerDown(point, button: 1, clicks: 1))
    advance(Self.period)
  }

  func release(_ point: CGPoint) {
    host.send(.pointerUp(point, button: 1))
    advance(Self.period)
  }

  func tap(_ point: CGPoint) {
    press(point)
    release(point)
  }

  func tap(_ view: UIView) { tap(centre(of: view)) }

  /// Presses at a point, and moves to another in five frames.
  func drag(from start: CGPoint, to end: CGPoint) {
    press(start)
    for step in 1...5 {
      let part = CGFloat(step) / 5
      host.send(
        .pointerMoved(
          CGPoint(
            x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)))
      advance(Self.period)
    }
  }

  func centre(of view: UIView) -> CGPoint {
    view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: nil)
  }

  // MARK: Looks

  /// The controller on top.
  func page<Page: UIViewController>(_ kind: Page.Type = Page.self) -> Page? {
    navigation.topViewController as? Page
  }

  /// The view in the middle of the page.
  func stage<Stage: UIView>(_ kind: Stage.Type = Stage.self) -> Stage? {
    page(StageViewController.self)?.stage as? Stage
  }

  /// The presented value of a number's key path.
  func shown(_ keyPath: String, _ layer: CALayer) -> Double {
    (layer.presentation()?.value(forKeyPath: keyPath) as? NSNumber)?.doubleValue ?? .nan
  }

  /// The last frame.
  func look(_ moment: String) -> Look {
    let image = host.image()
    if let folder = ProcessInfo.processInfo.environment["LAMELLA_PICTURES"] {
      try? PNGFile.write(image, to: "\(folder)/\(name) \(moment).png")
    }
    return Look(image: image)
  }

  deinit {
    MainActor.assumeIsolated {
      window.isHidden = true
      CATransaction.flush()
      CallbackQueue.drain()
      CallbackQueue.driver = .mainQueue
      MediaClock.useReal()
    }
  }
}

/// A picture of a page.
struct Look {
  let image: CGImage

  /// Red, green and blue at a point, 0...255.
  func color(_ x: CGFloat, _ y: CGFloat) -> SIMD3<Int> {
    let at = (Int(y) * image.width + Int(x)) * 4
    return SIMD3(Int(image.pixels[at]), Int(image.pixels[at + 1]), Int(image.pixels[at + 2]))
  }

  func color(_ point: CGPoint) -> SIMD3<Int> { color(point.x, point.y) }

  /// The number of pixels below the bar that are not grey.
  var colored: Int {
    var count = 0
    for y in 44..<image.height {
      for x in 0..<image.width {
        let pixel = color(CGFloat(x), CGFloat(y))
        if pixel.max() - pixel.min() > 24 { count += 1 }
      }
    }
    return count
  }

  /// The number of pixels that differ clearly from another picture's.
  func difference(from other: Look) -> Int {
    zip(image.pixels, other.image.pixels).count { abs(Int($0) - Int($1)) > 24 }
  }
}
