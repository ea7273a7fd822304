// ProgramWindowTests.swift
// What a program's window has of the desktop: its scale, the pointer's shapes, dropped files, fonts from files, URLs
// that the desktop opens.
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
  @MainActor @Suite struct ProgramWindowTests {
    // MARK: Scale

    @Test(
      arguments: [
        ([:], nil, nil), (["GDK_SCALE": "2"], "Xft.dpi: 144", 2),
        (["QT_SCALE_FACTOR": "1.5"], nil, 1.5), (["GDK_SCALE": ""], "Xft.dpi:\t144\n", 1.5),
        ([:], "*font: fixed\nXft.dpi: 96\nXft.dpi:  120 \nXft.hinting: 1", 1.25),
        ([:], "Xft.dpi: 100", 1), ([:], "Xft.dpi: 72", 1), ([:], "Xft.dpi: 168", 1.75),
        ([:], "Xft.dpiX: 192", nil), (["GDK_SCALE": "two"], "Xft.dpi: 192", 2),
      ] as [([String: String], String?, Double?)])
    func scaleIsTheDesktops(
      environment: [String: String], resources: String?, expected: Double?
    ) {
      let desktop = DesktopScale(environment: environment, resources: resources)
      #expect(desktop.scale == expected.map { CGFloat($0) })
      #expect((desktop.problem != nil) == (environment["GDK_SCALE"] == "two"))
    }

    @Test(
      arguments: [
        (["GDK_SCALE": "two"], nil, "GDK_SCALE is \"two\""),
        (["QT_SCALE_FACTOR": "99"], nil, "QT_SCALE_FACTOR is \"99\""),
        (["GDK_SCALE": "nan"], nil, "GDK_SCALE is \"nan\""),
        ([:], "Xft.dpi: -3", "Xft.dpi is \"-3\""), ([:], "Xft.dpi: inf", "Xft.dpi is \"inf\""),
      ] as [([String: String], String?, String)])
    func noScaleIsReported(
      environment: [String: String], resources: String?, words: String
    ) throws {
      let desktop = DesktopScale(environment: environment, resources: resources)
      #expect(desktop.scale == nil)
      #expect(try #require(desktop.problem).contains(words))
    }

    // MARK: Pointer

    private final class Shapes: UIPointerInteractionDelegate {
      var style: UIPointerStyle?
      var asked = 0

      func pointerInteraction(
        _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
        defaultRegion: UIPointerRegion
      ) -> UIPointerRegion? {
        // The right half has no shape of its own.
        UIPointerRegion(rect: CGRect(x: 0, y: 0, width: defaultRegion.rect.width / 2, height: 40))
      }

      func pointerInteraction(
        _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
      ) -> UIPointerStyle? {
        asked += 1
        return style
      }
    }

    private final class Host: PlatformServices {
      var clipboard: String?
      var shapes: [PointerShape] = []
      func setPointerShape(_ shape: PointerShape) { shapes.append(shape) }
    }

    @Test func viewChoosesThePointersShape() throws {
      let (view, shapes, host) = (UIView(), Shapes(), Host())
      let before = Platform.services
      let stage = HoverTests.Stage(view, frame: CGRect(x: 10, y: 10, width: 40, height: 40))
      Platform.services = host
      defer { Platform.services = before }
      let interaction = UIPointerInteraction(delegate: shapes)
      view.addInteraction(interaction)
      #expect(interaction.view === view && view.interactions.count == 1)
      shapes.style = .hidden()
      stage.send(.pointerMoved(CGPoint(x: 12, y: 20)), .pointerMoved(CGPoint(x: 14, y: 20)))
      #expect(host.shapes == [.hidden] && shapes.asked == 1)
      stage.send(.pointerMoved(CGPoint(x: 45, y: 20)))
      #expect(host.shapes == [.hidden, .arrow], "outside of the region")
      shapes.style = UIPointerStyle(shape: .verticalBeam(length: 20))
      stage.send(.pointerMoved(CGPoint(x: 12, y: 20)))
      #expect(host.shapes.last == .text)
      interaction.isEnabled = false
      stage.send(.pointerMoved(CGPoint(x: 13, y: 20)))
      #expect(host.shapes.last == .arrow)
      view.removeInteraction(interaction)
      #expect(interaction.view == nil && view.interactions.isEmpty)
    }

    @Test func drawnPointerHasItsMiddleAtThePlace() throws {
      let style = UIPointerStyle(shape: .roundedRect(CGRect(x: 0, y: 0, width: 18, height: 8)))
      guard case .drawn(let picture) = style.shape else {
        Issue.record("it is \(style.shape)")
        return
      }
      #expect(picture.image.width == 20 && picture.image.height == 10)
      #expect(picture.hotSpot == CGPoint(x: 10, y: 5))
      let moved = UIPointerStyle(shape: .roundedRect(CGRect(x: 3, y: 0, width: 18, height: 8)))
      if case .drawn(let picture) = moved.shape { #expect(picture.hotSpot.x == 7) }
      for shape: UIPointerShape in [
        .path(UIBezierPath()), .horizontalBeam(length: .infinity),
        .roundedRect(CGRect(x: 0, y: 0, width: 5000, height: 8)),
      ] {
        #expect(UIPointerStyle(shape: shape).shape == .arrow)
      }
    }

    // MARK: Files and URLs

    private final class Opener: UIResponder, UIApplicationDelegate {
      var opened: [URL] = []
      func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
      ) -> Bool {
        opened.append(url)
        return true
      }
    }

    @Test func droppedFilesAreOpened() {
      let (scene, opener) = (ViewScene(), Opener())
      let before = UIApplication.shared.delegate
      UIApplication.shared.delegate = opener
      defer { UIApplication.shared.delegate = before }
      let files = [URL(fileURLWithPath: "/tmp/a.png"), URL(fileURLWithPath: "/tmp/ä b.txt")]
      scene.window.deliver(InputEvent(time: 0, kind: .dropped(files)))
      #expect(opener.opened == files)
    }

    @Test func testsOpenNothingOnTheDesktop() async throws {
      let page = try #require(URL(string: "https://example.org"))
      #expect(!UIApplication.shared.canOpenURL(page))
      #expect(!UIApplication.shared.canOpenURL(try #require(URL(string: "no-scheme"))))
      #expect(await UIApplication.shared.open(page) == false)
    }

    @Test func iconHasAName() throws {
      let application = UIApplication.shared
      var failures: [String?] = []
      application.setAlternateIconName("there is none") {
        failures.append($0?.localizedDescription)
      }
      application.setAlternateIconName(nil) { failures.append($0?.localizedDescription) }
      CallbackQueue.drain()
      #expect(failures == ["The main bundle has no image named there is none.", nil])
      #expect(application.supportsAlternateIcons && application.alternateIconName == nil)
    }

    // MARK: Fonts

    @Test func fontsOfAFileAreAddedAndRemoved() throws {
      let folder = try TemporaryDirectory()
      func register(_ url: URL) -> Int {
        var error: Unmanaged<CFError>?
        if CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error) { return 0 }
        return error?.takeRetainedValue().code ?? -1
      }
      func unregister(_ url: URL) -> Int {
        var error: Unmanaged<CFError>?
        if CTFontManagerUnregisterFontsForURL(url as CFURL, .process, &error) { return 0 }
        return error?.takeRetainedValue().code ?? -1
      }
      let text = folder.url.appendingPathComponent("text.ttf")
      try Data("no font".utf8).write(to: text)
      #expect(register(text) == 103 && unregister(text) == 201)
      #expect(register(folder.url.appendingPathComponent("none.ttf")) == 101)
      #expect(register(try #require(URL(string: "https://example.org/a.ttf"))) == 101)
      let fonts = FileManager.default.enumerator(atPath: "/usr/share/fonts")
      let path = try #require(fonts?.compactMap { $0 as? String }.first { $0.hasSuffix(".ttf") })
      let copy = folder.url.appendingPathComponent("copy.ttf")
      try FileManager.default.copyItem(atPath: "/usr/share/fonts/" + path, toPath: copy.path)
      #expect(register(copy) == 0 && register(copy) == 105)
      #expect(unregister(copy) == 0 && unregister(copy) == 201)
    }
  }
}
