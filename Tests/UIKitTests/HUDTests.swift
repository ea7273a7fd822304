// HUDTests.swift
// The overlay of any program: requested by the environment, shown and moved by F3, and at no cost without it.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKitCore

@testable import UIKit

@Suite(.serialized) @MainActor struct HUDTests {
  /// A window off screen with an overlay.
  @MainActor private struct Scene {
    let host = OffscreenHost(size: CGSize(width: 400, height: 300), scale: 1)
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    let hud = HUD()

    init() {
      window.rootViewController = UIViewController()
      host.attach(window)
      window.makeKeyAndVisible()
      window.rootViewController?.view.addSubview(box)
      FrameObservers.window = window
      hud.attach(to: window)
      host.advance(to: 0)
    }

    var view: HUDView? { window.subviews.lazy.compactMap { $0 as? HUDView }.first }

    var texts: [String] {
      view?.subviews.compactMap { ($0 as? UILabel)?.text } ?? []
    }

    func press(_ modifiers: KeyModifiers = []) -> Bool {
      hud.handle(.keyDown(.function(3), modifiers: modifiers, isRepeat: false))
    }

    func close() { window.isHidden = true }
  }

  @Test func environmentRequestsTheOverlay() {
    #expect(HUD.fromEnvironment([:]) == nil && HUD.fromEnvironment(["LAMELLA_HUD": "0"]) == nil)
    #expect(HUD.fromEnvironment(["LAMELLA_HUD": "1"]) != nil)
  }

  @Test func overlayShowsWhatMovesAndWhatWasLate() {
    let scene = Scene()
    defer { scene.close() }
    #expect(scene.texts.first?.hasPrefix("Still") == true)
    UIView.animate(withDuration: 1) { scene.box.center.x = 300 }
    scene.host.advance(to: 0.5)
    #expect(scene.texts.first == "1 animation · none late", "\(scene.texts)")
    #expect(scene.texts.last == "16.7 ms · hitch 0.0 ms/s", "\(scene.texts)")
    MediaClock.block(for: 0.05)
    scene.host.advance(to: 2)
    #expect(scene.texts.first == "Still · 3 late", "\(scene.texts)")
  }

  /// It draws only in frames that run in any case, and one after an animation.
  @Test func overlayDoesNotKeepTheWindowAwake() {
    let scene = Scene()
    defer { scene.close() }
    UIView.animate(withDuration: 0.2) { scene.box.center.x = 300 }
    scene.host.advance(to: 1)
    let frames = scene.host.records.count
    #expect(frames < 18, "\(frames)")
    scene.host.advance(to: 11)
    #expect(scene.host.records.count == frames)
  }

  @Test func keyHidesAndMovesTheOverlay() throws {
    let scene = Scene()
    defer { scene.close() }
    let view = try #require(scene.view)
    #expect(view.frame == CGRect(x: 156, y: 12, width: 232, height: 96))
    #expect(scene.press(.shift))
    #expect(view.frame == CGRect(x: 156, y: 192, width: 232, height: 96))
    #expect(scene.press() && view.isHidden)
    #expect(scene.press() && !view.isHidden)
    #expect(!scene.hud.handle(.keyDown(.function(4), modifiers: [], isRepeat: false)))
  }

  /// The overlay is above views that were added later, and takes no touches.
  @Test func overlayIsInFrontAndTransparentToTouches() throws {
    let scene = Scene()
    defer { scene.close() }
    let later = UIView(frame: scene.window.bounds)
    scene.window.addSubview(later)
    scene.host.advance(to: 0.1)
    let view = try #require(scene.view)
    #expect(scene.window.subviews.last === view)
    #expect(scene.window.hitTest(CGPoint(x: 200, y: 40), with: nil) === later)
  }
}
