// ControlAppearanceTests.swift
// Progress bars, spinners, images in blocks, and light and dark appearance.
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

extension LiveViews {
  @MainActor @Suite struct ControlAppearanceTests {
    // MARK: Progress and activity

    @Test(arguments: [(0.5, 0.5), (-1, 0), (7, 1)] as [(Float, Float)])
    func progressIsClamped(set: Float, got: Float) {
      let view = UIProgressView(frame: CGRect(x: 0, y: 0, width: 80, height: 4))
      view.progress = set
      view.layoutIfNeeded()
      #expect(view.progress == got)
      #expect(view.subviews[1].frame.width == CGFloat(got) * 80)
    }

    @Test func progressAnimates() {
      let view = UIProgressView(progressViewStyle: .default)
      #expect(view.bounds.height == 4 && view.intrinsicContentSize.height == 4)
      let scene = ViewScene(view)
      view.frame = CGRect(x: 0, y: 0, width: 80, height: 4)
      scene.host.advance(to: 0.1)
      view.setProgress(1, animated: true)
      let filled = view.subviews[1].layer
      scene.host.advance(to: 0.1 + 0.125)
      #expect(abs(scene.shown("bounds.size.width", filled) - 40) < 8)
      scene.host.advance(to: 1)
      #expect(scene.shown("bounds.size.width", filled) == 80)
    }

    @Test func spinnerIsOneDiscreteAnimation() {
      let view = UIActivityIndicatorView(style: .medium)
      let scene = ViewScene(view)
      #expect(view.isHidden && !view.isAnimating)
      view.startAnimating()
      scene.host.advance(to: 0.1)
      #expect(!view.isHidden && scene.window.context?.animationCount == 1)
      let wheel = view.layer.sublayers?.first
      #expect(isClose(scene.shown("transform.rotation.z", wheel), 0))
      scene.host.advance(to: 0.3)
      #expect(isClose(scene.shown("transform.rotation.z", wheel), .pi / 2))
      view.stopAnimating()
      scene.host.advance(to: 0.4)
      let frames = scene.host.records.count
      #expect(view.isHidden && scene.window.context?.animationCount == 0)
      scene.host.advance(to: 2)
      #expect(scene.host.records.count == frames)
    }

    @Test func spinnerRestartsInNewWindow() {
      let view = UIActivityIndicatorView(style: .large)
      let scene = ViewScene(view)
      view.startAnimating()
      scene.host.advance(to: 0.1)
      view.removeFromSuperview()
      scene.host.advance(to: 0.2)
      scene.window.addSubview(view)
      scene.host.advance(to: 0.3)
      #expect(view.isAnimating && scene.window.context?.animationCount == 1)
    }

    // MARK: Images

    private func image(_ value: UInt8) -> UIImage {
      UIImage(cgImage: CGImage(width: 1, height: 1, premultipliedRGBA: [value, 0, 0, 255]))
    }

    /// semantics 5: contents cross-fade; outside of blocks a view's layer does not animate
    /// (semantics 16.1).
    @Test func imageCrossFadesOnlyInBlock() throws {
      let view = UIImageView(image: image(0))
      let scene = ViewScene(view)
      view.image = image(100)
      #expect(view.layer.animation(forKey: "contents") == nil)
      scene.host.advance(to: 0)
      var finished: Bool?
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear, animations: { view.image = image(200) },
        completion: { finished = $0 })
      let animation = try #require(scene.animation("contents"))
      #expect(animation.duration == 1 && !animation.isAdditive)
      scene.host.advance(to: 0.5)
      let red = scene.host.image().pixels[(15 * 100 + 15) * 4]
      #expect(red > 140 && red < 160)
      scene.host.advance(to: 1.1)
      #expect(finished == true)
    }

    // MARK: Light and dark

    @Test func systemColoursHaveLightAndDarkVariants() {
      let dark = UITraitCollection(userInterfaceStyle: .dark)
      #expect(UIColor.label.resolvedColor(with: dark) == .white)
      #expect(UIColor.label.cgColor == UIColor.black.cgColor)
      dark.performAsCurrent {
        #expect(UIColor.systemBackground.cgColor == UIColor.black.cgColor)
      }
      let half = UIColor.label.withAlphaComponent(0.5)
      #expect(half.resolvedColor(with: dark) == UIColor(white: 1, alpha: 0.5))
      #expect(UIColor.red.resolvedColor(with: dark) == .red)
    }

    @Test func viewOverridesUserInterfaceStyle() {
      final class Recorder: UIView {
        var styles: [UIUserInterfaceStyle] = []
        var drawn: CGColor?
        override func traitCollectionDidChange(_ previous: UITraitCollection?) {
          styles.append(traitCollection.userInterfaceStyle)
        }
        override func draw(_ rect: CGRect) { drawn = UIColor.label.cgColor }
      }
      let (outer, inner) = (Recorder(), Recorder())
      let scene = ViewScene(outer)
      inner.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
      outer.backgroundColor = .systemBackground
      inner.backgroundColor = UIColor { $0.userInterfaceStyle == .dark ? .red : .green }
      outer.addSubview(inner)
      scene.host.advance(to: 0.1)
      #expect(inner.layer.backgroundColor == UIColor.green.cgColor)
      outer.overrideUserInterfaceStyle = .dark
      #expect(outer.styles == [.dark] && inner.styles == [.dark])
      #expect(outer.layer.backgroundColor == UIColor.black.cgColor)
      #expect(inner.layer.backgroundColor == UIColor.red.cgColor)
      #expect(outer.backgroundColor == .systemBackground)
      scene.host.advance(to: 0.2)
      #expect(inner.drawn == UIColor.white.cgColor)
      // An override stays; a view removed from a dark one is light again.
      inner.overrideUserInterfaceStyle = .light
      outer.overrideUserInterfaceStyle = .unspecified
      #expect(inner.styles == [.dark, .light] && outer.styles == [.dark, .light])
      inner.overrideUserInterfaceStyle = .unspecified
      outer.overrideUserInterfaceStyle = .dark
      scene.window.addSubview(inner)
      #expect(inner.layer.backgroundColor == UIColor.green.cgColor)
    }

    @Test func screenStyleAppliesToAllWindows() {
      let scene = ViewScene(UILabel())
      scene.view.backgroundColor = .systemBackground
      UIScreen.main.userInterfaceStyle = .dark
      #expect(scene.view.layer.backgroundColor == UIColor.black.cgColor)
      #expect(scene.view.traitCollection.userInterfaceStyle == .dark)
      UIScreen.main.userInterfaceStyle = .light
      #expect(scene.view.layer.backgroundColor == UIColor.white.cgColor)
    }

    @Test func controllerOverridesStyleOfItsView() {
      let controller = UIViewController()
      controller.overrideUserInterfaceStyle = .dark
      #expect(controller.view.traitCollection.userInterfaceStyle == .dark)
      controller.overrideUserInterfaceStyle = .unspecified
      #expect(controller.traitCollection.userInterfaceStyle == .light)
      #expect(controller.view.traitCollection.userInterfaceStyle == .light)
    }

    @Test func dimmedTintIsGrey() {
      final class Recorder: UIView {
        var changes = 0
        override func tintColorDidChange() { changes += 1 }
      }
      let (outer, inner) = (Recorder(), Recorder())
      outer.addSubview(inner)
      outer.tintColor = .red
      #expect(inner.tintColor == .red && inner.tintAdjustmentMode == .normal)
      let before = inner.changes
      outer.tintAdjustmentMode = .dimmed
      #expect(inner.changes == before + 1 && inner.tintAdjustmentMode == .dimmed)
      let lanes = inner.tintColor.cgColor.lanes
      #expect(lanes.x == lanes.y && lanes.y == lanes.z)
      inner.tintAdjustmentMode = .normal
      #expect(inner.tintColor == .red)
      outer.tintAdjustmentMode = .automatic
      #expect(outer.tintColor == .red)
    }

    // MARK: Application state

    @Test func applicationStateFollowsWindows() {
      final class Delegate: UIResponder, UIApplicationDelegate {
        var log: [String] = []
        func applicationDidBecomeActive(_ application: UIApplication) { log.append("active") }
        func applicationWillResignActive(_ application: UIApplication) { log.append("resign") }
        func applicationDidEnterBackground(_ application: UIApplication) { log.append("back") }
        func applicationWillEnterForeground(_ application: UIApplication) { log.append("fore") }
        func applicationWillTerminate(_ application: UIApplication) { log.append("end") }
      }
      let scene = ViewScene()
      let application = UIApplication.shared
      for window in application.windows where window !== scene.window { window.isHidden = true }
      let delegate = Delegate()
      application.delegate = delegate
      nonisolated(unsafe) var posts = 0
      let observer = NotificationCenter.default.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
      ) { _ in posts += 1 }
      func send(_ kind: InputEvent.Kind) {
        scene.window.deliver(InputEvent(time: 0, kind: kind))
      }
      application.didLaunch()
      #expect(delegate.log == ["active"] && application.applicationState == .active)
      send(.focusChanged(false))
      send(.visibilityChanged(false))
      #expect(delegate.log == ["active", "resign", "back"] && posts == 1)
      send(.visibilityChanged(true))
      send(.focusChanged(true))
      #expect(delegate.log.suffix(2) == ["fore", "active"])
      send(.focusChanged(true))
      send(.visibilityChanged(false))
      #expect(delegate.log.suffix(2) == ["resign", "back"])
      application.willTerminate()
      #expect(delegate.log.last == "end")
      NotificationCenter.default.removeObserver(observer)
      application.delegate = nil
    }

    @Test func spinnerRestartsWhenWindowIsShownAgain() {
      let wheel = UIActivityIndicatorView(style: .medium)
      let scene = ViewScene(wheel)
      wheel.startAnimating()
      scene.host.advance(to: 0.1)
      let count = scene.window.context?.animationCount
      #expect(count == 1)
      scene.window.isHidden = true
      scene.host.advance(to: 0.2)
      scene.window.isHidden = false
      scene.host.advance(to: 0.3)
      #expect(scene.window.context?.animationCount == 1)
    }
  }
}
