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
      scene.window.deliver(InputEvent(time: 0, kind: .dropped(files, .zero)))
      #expect(opener.opened == files)
    }

    /// Notes the calls for files that are dropped onto a view.
    private final class Taker: UIDropInteractionDelegate {
      var calls: [String] = []
      var operation = UIDropOperation.copy
      var canHandle = true
      var text: [String]?
      func dropInteraction(
        _ interaction: UIDropInteraction, canHandle session: any UIDropSession
      ) -> Bool { canHandle && session.hasItemsConforming(toTypeIdentifiers: ["public.text"]) }
      func dropInteraction(
        _ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession
      ) { calls.append("enter \(interaction.view.map { session.location(in: $0) } ?? .zero)") }
      func dropInteraction(
        _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
      ) -> UIDropProposal { UIDropProposal(operation: operation) }
      func dropInteraction(
        _ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession
      ) { calls.append("exit") }
      func dropInteraction(
        _ interaction: UIDropInteraction, performDrop session: any UIDropSession
      ) {
        calls.append("perform \(session.items.count)")
        session.loadObjects(ofClass: String.self) { self.text = $0 }
      }
      func dropInteraction(
        _ interaction: UIDropInteraction, concludeDrop session: any UIDropSession
      ) { calls.append("conclude") }
      func dropInteraction(
        _ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession
      ) { calls.append("end") }
    }

    @Test func innermostViewTakesDroppedFiles() async throws {
      let folder = try TemporaryDirectory()
      let files = ["a.txt", "b.png", "c.md"].map(folder.url.appendingPathComponent)
      for (file, text) in zip(files, ["A", "no image", "C"]) { try Data(text.utf8).write(to: file) }
      let (inner, view, scene, opener) = (UIView(), UIView(), ViewScene(), Opener())
      scene.view.addSubview(view)
      view.addSubview(inner)
      (view.frame, inner.frame) = (
        CGRect(x: 2, y: 3, width: 10, height: 10), CGRect(x: 0, y: 0, width: 5, height: 5)
      )
      let before = UIApplication.shared.delegate
      UIApplication.shared.delegate = opener
      defer { UIApplication.shared.delegate = before }
      let (outside, inside) = (Taker(), Taker())
      view.addInteraction(UIDropInteraction(delegate: outside))
      inner.addInteraction(UIDropInteraction(delegate: inside))
      inside.canHandle = false
      func drop(_ files: [URL], _ x: CGFloat) {
        scene.window.deliver(
          InputEvent(time: 0, kind: .dropped(files, CGPoint(x: x, y: 15))))
      }
      drop(files, 14)
      #expect(outside.calls == ["enter (2.0, 2.0)", "perform 3", "conclude", "end"])
      #expect(inside.calls.isEmpty)
      while outside.text == nil { await Task.yield() }
      #expect(outside.text == ["A", "C"])
      (inside.canHandle, inside.operation) = (true, .forbidden)
      drop(files, 14)
      #expect(inside.calls == ["enter (2.0, 2.0)", "exit", "end"])
      #expect(outside.calls.count == 4 && opener.opened.isEmpty)
      drop([files[1]], 14)
      drop(files, 90)
      #expect(opener.opened == [files[1]] + files, "nothing takes them")
    }

    @Test func itemsAreReadByTheirTypes() async throws {
      let folder = try TemporaryDirectory()
      let file = folder.url.appendingPathComponent("ä b.txt")
      try Data([0xFF, 0xFE]).write(to: file)
      let provider = try #require(NSItemProvider(contentsOf: file))
      #expect(provider.registeredTypeIdentifiers == ["public.plain-text", "public.file-url"])
      #expect(provider.suggestedName == "ä b")
      for type in ["public.text", "public.data", "public.item", "public.url"] {
        #expect(provider.hasItemConformingToTypeIdentifier(type))
      }
      #expect(!provider.hasItemConformingToTypeIdentifier("public.image"))
      #expect(
        provider.canLoadObject(ofClass: URL.self) && !provider.canLoadObject(ofClass: UIImage.self))
      func load<Value: NSItemProviderReading & Sendable>(_ type: Value.Type) async -> (Value?, Int?)
      {
        await withCheckedContinuation { continuation in
          provider.loadObject(ofClass: type) {
            continuation.resume(returning: ($0, ($1 as NSError?)?.code))
          }
        }
      }
      #expect(await load(URL.self) == (file, nil))
      #expect(await load(String.self) == (nil, -1100), "it is not in UTF-8")
      #expect(await load(UIImage.self) == (nil, -1000))
      let data = await withCheckedContinuation { continuation in
        provider.loadDataRepresentation(forTypeIdentifier: "public.text") { data, _ in
          continuation.resume(returning: data)
        }
      }
      #expect(data == Data([0xFF, 0xFE]))
      let copy = await withCheckedContinuation { continuation in
        provider.loadFileRepresentation(forTypeIdentifier: "public.url") { url, error in
          continuation.resume(returning: (url, (error as NSError?)?.code))
        }
      }
      #expect(copy == (nil, -1000))
      #expect(NSItemProvider(contentsOf: URL(string: "https://example.org")) == nil)
      let folderType = NSItemProvider(contentsOf: folder.url)?.registeredTypeIdentifiers.first
      #expect(folderType == "public.folder")
    }

    // MARK: Full screen

    @Test func sceneFillsTheScreen() throws {
      let scene = ViewScene()
      let windowScene = try #require(scene.window.windowScene)
      var changes = 0
      let before = scene.window.frameObserver
      scene.window.frameObserver = { changes += 1 }
      defer {
        windowScene.isFullScreen = false
        scene.window.frameObserver = before
      }
      #expect(!windowScene.isFullScreen)
      windowScene.isFullScreen = true
      #expect(scene.window.isFullScreen && windowScene.isFullScreen && changes == 1)
      // The desktop has changed it.
      for window in windowScene.windows { window.isFullScreen = false }
      #expect(!windowScene.isFullScreen)
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

    @Test func fontsThatAListNamesAreRegistered() throws {
      let folder = try TemporaryDirectory()
      let list: [String: Any] = ["UIAppFonts": ["Fonts/own.ttf", "missing.ttf"]]
      try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        .write(to: folder.url.appendingPathComponent("App-Info.plist"))
      let fonts = folder.url.appendingPathComponent("Fonts")
      try FileManager.default.createDirectory(at: fonts, withIntermediateDirectories: false)
      let installed = FileManager.default.enumerator(atPath: "/usr/share/fonts")
      let path = try #require(
        installed?.compactMap { $0 as? String }.first { $0.hasSuffix(".ttf") })
      let own = fonts.appendingPathComponent("own.ttf")
      try FileManager.default.copyItem(atPath: "/usr/share/fonts/" + path, toPath: own.path)
      let lines = Diagnostics.collecting {
        BundledFonts.register(in: [folder.path, folder.path, "/nonexistent"])
      }.lines
      #expect(
        lines.count == 1 && lines.first?.contains("missing.ttf: There is no such file.") == true,
        "\(lines)")
      #expect(CTFontManagerUnregisterFontsForURL(own as CFURL, .process, nil))
    }

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
