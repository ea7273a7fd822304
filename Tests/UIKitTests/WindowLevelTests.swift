// WindowLevelTests.swift
// Windows of a higher level: they lie within another window, take its touches and keys first, and end with it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct WindowLevelTests {
    /// Takes no touches beside its subviews, as programs write it.
    private final class PassingWindow: UIWindow {
      override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
      }
    }

    private func overlay(
      _ type: UIWindow.Type = UIWindow.self, level: UIWindow.Level = .alert
    ) -> UIWindow {
      let frame = UIScreen.main.bounds
      let window =
        type == PassingWindow.self ? PassingWindow(frame: frame) : UIWindow(frame: frame)
      window.windowLevel = level
      return window
    }

    private func button(_ presses: @escaping @MainActor () -> Void) -> UIButton {
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
      button.addAction(UIAction { _ in presses() }, for: .touchUpInside)
      return button
    }

    private func press(_ window: UIWindow, _ x: CGFloat, _ y: CGFloat) {
      let point = CGPoint(x: x, y: y)
      window.deliver(InputEvent(time: 0, kind: .pointerDown(point, button: 1, clicks: 1)))
      window.deliver(InputEvent(time: 0, kind: .pointerUp(point, button: 1)))
    }

    @Test func windowOfAHigherLevelLiesWithinAnother() {
      let scene = ViewScene()
      let above = overlay()
      let square = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
      square.backgroundColor = .red
      above.addSubview(square)
      scene.view.backgroundColor = .blue
      #expect(above.isHidden)
      above.isHidden = false
      #expect(!above.isHidden && above.isOverlay && above.context === scene.window.context)
      #expect(above.windowScene === scene.window.windowScene && above.window === above)
      #expect(UIApplication.shared.windows.suffix(2) == [scene.window, above])
      #expect(!UIApplication.shared.desktopWindows.contains(above))
      // A view that is added later lies below, too.
      scene.window.addSubview(UIView(frame: scene.window.bounds))
      scene.host.advance(to: 0.1)
      let red = scene.host.image().pixel(20, 20)
      #expect(red.map { $0.red > 200 && $0.blue < 100 } == true)
      above.isHidden = true
      scene.host.advance(to: 0.2)
      let blue = scene.host.image().pixel(20, 20)
      #expect(blue.map { $0.blue > 200 && $0.red < 100 } == true)
      #expect(above.isHidden && above.context == nil && !above.isOverlay)
    }

    @Test func touchesReachTheFrontmostWindowThatTheyHit() {
      let scene = ViewScene()
      var log: [String] = []
      scene.window.addSubview(button { log.append("below") })
      let above = overlay(PassingWindow.self)
      let upper = button { log.append("above") }
      upper.frame.origin.x = 50
      above.addSubview(upper)
      above.isHidden = false
      press(scene.window, 20, 20)
      press(scene.window, 70, 20)
      #expect(log == ["below", "above"])
      // A plain window takes all.
      let full = overlay(level: .statusBar)
      full.isHidden = false
      press(scene.window, 20, 20)
      press(scene.window, 70, 20)
      #expect(log == ["below", "above", "above"])
      full.isUserInteractionEnabled = false
      press(scene.window, 20, 20)
      #expect(log.last == "below")
      (full.isHidden, above.isHidden) = (true, true)
    }

    @Test func keysReachTheKeyWindow() {
      let scene = ViewScene()
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 80, height: 30))
      let above = overlay()
      above.addSubview(field)
      above.makeKeyAndVisible()
      #expect(above.isKeyWindow && field.becomeFirstResponder())
      scene.window.deliver(InputEvent(time: 0, kind: .text("a")))
      #expect(field.text == "a")
      above.isHidden = true
    }

    @Test func overlaysFollowTheSizeAndTheEndOfTheirWindow() {
      let scene = ViewScene()
      let (full, small) = (overlay(), overlay())
      small.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
      (full.isHidden, small.isHidden) = (false, false)
      scene.window.deliver(
        InputEvent(time: 0, kind: .resized(CGSize(width: 70, height: 60), scale: 1)))
      #expect(full.frame == CGRect(x: 0, y: 0, width: 70, height: 60))
      #expect(small.frame == CGRect(x: 5, y: 5, width: 10, height: 10))
      scene.window.isHidden = true
      #expect(full.isHidden && small.isHidden)
    }

    @Test func releasedOverlayIsGone() {
      let scene = ViewScene()
      let (layers, released) = (
        scene.window.layer.sublayers?.count, UIApplication.shared.releasedWindows
      )
      var above: UIWindow? = overlay()
      above?.isHidden = false
      #expect(scene.window.layer.sublayers?.count == (layers ?? 0) + 1)
      above = nil
      #expect(scene.window.layer.sublayers?.count == layers)
      #expect(UIApplication.shared.releasedWindows == released)
      press(scene.window, 20, 20)
    }

    @Test func anotherLevelMovesAWindowIn() {
      let scene = ViewScene()
      let above = overlay(level: .normal)
      above.makeKeyAndVisible()
      #expect(!above.isOverlay && above.backgroundColor == .black)
      above.windowLevel = .alert
      #expect(above.isOverlay && above.isKeyWindow && above.backgroundColor == nil)
      above.windowLevel = .normal
      #expect(!above.isOverlay && !above.isHidden && above.backgroundColor == .black)
      above.isHidden = true
      withExtendedLifetime(scene) {}
    }

    @Test func windowOfAHigherLevelAloneHasItsOwnFrame() {
      let scene = ViewScene()
      scene.window.isHidden = true
      for window in UIApplication.shared.windows { window.isHidden = true }
      let above = overlay()
      above.isHidden = false
      #expect(!above.isOverlay && above.backgroundColor == .black)
      above.isHidden = true
    }
  }
}

extension CGImage {
  /// The colour of a pixel, 0...255.
  fileprivate func pixel(_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8)? {
    guard x < width, y < height else { return nil }
    let place = (y * width + x) * 4
    let bytes = pixels
    return (bytes[place], bytes[place + 1], bytes[place + 2])
  }
}
