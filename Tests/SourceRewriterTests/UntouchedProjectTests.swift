// UntouchedProjectTests.swift
// A project written for iOS, compiled by the plug-in, behaves as it does there.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

@testable import UntouchedProject

@MainActor @Suite struct UntouchedProjectTests {
  /// Shows the project's controller in a window. Its display link ends with the body, as a link is seen by
  /// every other test.
  func show(_ body: (RingViewController, UIWindow) -> Void) {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let controller = RingViewController()
    window.rootViewController = controller
    window.isHidden = false
    CATransaction.flush()
    body(controller, window)
    controller.stop()
    window.isHidden = true
  }

  func press(_ x: CGFloat, _ y: CGFloat, in window: UIWindow) {
    let point = CGPoint(x: x, y: y)
    window.deliver(InputEvent(time: 0, kind: .pointerDown(point, button: 1, clicks: 1)))
    window.deliver(InputEvent(time: 0, kind: .pointerUp(point, button: 1)))
  }

  @Test func conditionsAreThoseOfThePhone() {
    #expect(Platform.isPhone && Platform.isSimulator && Platform.hasUIKit)
    #expect(Platform.newest())
  }

  @Test func controlsAndRecognizersSendTheirSelectors() {
    show { controller, window in
      press(80, 240, in: window)
      #expect(controller.log == ["button", "pressed", "changed"])
      press(80, 140, in: window)
      #expect(controller.log.last == "tapped")
      controller.button.sendActions(for: .touchCancel)
      #expect(controller.log.last == "chosen")
      controller.toggle.isOn = true
      controller.toggle.sendActions(for: .valueChanged)
      #expect(controller.log.last == "toggled true")
    }
  }

  /// Runs the program itself, in a window that is not on a screen. Returns what it wrote.
  nonisolated func run(
    _ argument: String, of name: String = "UntouchedProject"
  ) throws -> (output: String, errors: String) {
    let tests = try #require(ProcessInfo.processInfo.environment["LAMELLA_BINARY"])
    let program = TestProcess()
    program.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent(name)
    program.arguments = [argument]
    program.environment = ProcessInfo.processInfo.environment.merging([
      "SDL_VIDEODRIVER": "dummy", "LAMELLA_RENDERER": "memory",
    ]) { $1 }
    let (output, errors) = (TestPipe(), TestPipe())
    program.standardOutput = output
    program.standardError = errors
    try program.run()
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    return (texts[0], texts[1])
  }

  /// Only the program runs the main run loop.
  @Test nonisolated func linksTimersAndNotificationsSendTheirSelectors() throws {
    let output = try run("--report").output
    // Each once.
    #expect(
      output == "late x, noted, tick info, waited, frames, nested, nested twice, nested at once\n")
  }

  /// Xcode's template, whose Info.plist names the delegate of its scene.
  @Test nonisolated func templateWithASceneRuns() throws {
    let output = try run("", of: "UntouchedScene").output
    #expect(
      output.split(separator: "\n") == [
        "launched", "connects with a window", "appeared", "foreground", "active",
        "closes Template 0", "resigns", "background", "disconnected", "discarded 1",
      ])
  }

  /// The scene's title is that of the desktop's window, and the window's close button ends the scene.
  @Test nonisolated func closeButtonEndsTheSceneOfAWindowWithItsTitle() throws {
    let tests = try #require(ProcessInfo.processInfo.environment["LAMELLA_BINARY"])
    let server = try XServer()
    let program = TestProcess()
    program.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
      .appendingPathComponent("UntouchedScene")
    program.arguments = ["--wait"]
    program.environment = ProcessInfo.processInfo.environment.merging([
      "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LAMELLA_RENDERER": "memory",
    ]) { $1 }
    let output = TestPipe()
    program.standardOutput = output
    try program.run()
    defer { program.end() }
    // A search ends without an answer where a window goes while it looks.
    var found = ""
    for _ in 0..<300 where found.isEmpty {
      found = try server.xdotool("search", "--onlyvisible", "--class", "UntouchedScene")
      if found.isEmpty { Thread.sleep(forTimeInterval: 0.1) }
    }
    let window = try #require(UInt32(found.split(separator: "\n").first ?? ""))
    #expect(try server.xdotool("getwindowname", "\(window)") == "Template\n")
    try server.closeWindow(window)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    #expect(
      text.split(separator: "\n").suffix(4) == [
        "resigns", "background", "disconnected", "discarded 1",
      ], "\(text)")
  }

  /// As on iOS. The program ends with its last window.
  @Test nonisolated func shownWindowEndsWithItsLastReference() throws {
    let errors = try run("--release").errors
    #expect(errors.contains("as its last reference was released"), "\(errors)")
  }

  @Test func layerPropertiesAnimate() {
    show { controller, window in
      // A machine that stops here would end the animation.
      window.layer.speed = 0
      let ring = controller.ringView.ring
      #expect(ring.progress == 0 && ring.green == 0)
      #expect(ring.owner == nil)
      ring.owner = controller.ringView
      ring.progress = 1
      CATransaction.flush()
      let animation = ring.animation(forKey: "progress") as? CABasicAnimation
      #expect(animation?.duration == 0.25)
      #expect(ring.presentation()?.owner === controller.ringView)
      #expect((ring.presentation()?.progress ?? 1) < 1)
    }
  }

  @Test func optionalMembersAreCalledWhereTheyExist() {
    show { controller, _ in
      let view = controller.ringView
      view.progress = 0.5
      #expect(view.title == "none" && view.progress == 0.5 && !view.announcesReset)
      view.progress = 1
      #expect(view.progress == 0)
      final class Delegate: RingViewDelegate {
        func ringViewDidChange(_ view: RingView) {}
      }
      let plain = Delegate()
      view.delegate = plain
      view.progress = 1
      #expect(view.progress == 1)
    }
  }

  @Test func overridesInExtensionsAreCalled() {
    show { controller, _ in
      let view: UIView = controller.ringView
      #expect(view.intrinsicContentSize == CGSize(width: 20, height: 30))
      #expect(view.sizeThatFits(CGSize(width: 7, height: 7)) == CGSize(width: 7, height: 40))
      let layouts = controller.ringView.layouts
      view.setNeedsLayout()
      view.layoutIfNeeded()
      #expect(controller.ringView.layouts == layouts + 1)
      view.isHidden = true
      #expect(controller.ringView.hides == 1)
      let loud: RingView = LoudRingView()
      #expect(loud.describe() == "ring!")
    }
  }
}
