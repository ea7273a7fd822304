// ThemeTests.swift
// The contrast of the palettes, the desktop's settings, and the choice of frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ThemeTests {
  /// The contrast of two colours by the formula of WCAG, from 1 to 21.
  private func contrast(_ a: UIColor, _ b: UIColor) -> Double {
    func luminance(_ color: UIColor) -> Double {
      let bytes = color.bytes
      let linear = (0..<3).map { lane -> Double in
        let value = Double(bytes[lane]) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let (first, second) = (luminance(a), luminance(b))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  @Test(arguments: [(DesktopSettings(), 4.5, 3.0), (.init(contrast: true), 7, 4.5)])
  func textAndShapesAreReadable(desktop: DesktopSettings, ofText: Double, ofShapes: Double) {
    for theme in [ThemeArgument.dark, .light] {
      let palette = Preferences(theme: theme, desktop: desktop).palette
      #expect(palette.isLight == (theme == .light))
      for panel in [palette.panel, palette.stage] {
        let texts = [
          palette.text, palette.dimText, palette.accent, palette.hitch, palette.codeKeyword,
          palette.codeString, palette.codeNumber,
        ]
        for color in texts { #expect(contrast(color, panel) >= ofText, "\(color.bytes)") }
        for color in palette.stages + [palette.violet] {
          #expect(contrast(color, panel) >= ofShapes, "\(color.bytes)")
        }
        if desktop.wantsContrast { #expect(contrast(palette.hairline, panel) >= 4.5) }
      }
      #expect(contrast(palette.text, palette.control) >= 7)
      #expect(palette.stages.count == FrameStage.allCases.count)
    }
  }

  // MARK: The desktop

  /// Answers and signals of a portal, as `gdbus` prints them.
  @Test func settingsAreReadFromThePortal() {
    let answer = DesktopSettings(
      answer: """
        ({'org.freedesktop.appearance': {'accent-color': <(0.2, 0.5, 0.9)>, 'color-scheme': <uint32 2>, \
        'contrast': <uint32 1>, 'reduced-motion': <uint32 1>}},)
        """)
    #expect(answer == DesktopSettings(light: true, contrast: true, lessMotion: true))
    for other in ["", "Error: no such name", "(@a{sa{sv}} {},)", "'color-scheme': <uint32 7>"] {
      #expect(DesktopSettings(answer: other) == DesktopSettings(), "\(other)")
    }
    var settings = answer
    let signal = "/org/freedesktop/portal/desktop: org.freedesktop.portal.Settings.SettingChanged"
    settings.follow("\(signal) ('org.freedesktop.appearance', 'color-scheme', <uint32 1>)")
    settings.follow("\(signal) ('org.freedesktop.appearance', 'contrast', <<uint32 0>>)")
    settings.follow("\(signal) ('org.gnome.desktop', 'reduced-motion', <uint32 0>)")
    settings.follow("\(signal) ('org.freedesktop.appearance', 'reduced-motion', <'none'>)")
    settings.follow("The name org.freedesktop.portal.Desktop is owned by :1.5")
    #expect(settings == DesktopSettings(light: false, lessMotion: true))
  }

  /// The desktop in `lamella doctor`.
  @Test(
    arguments: [
      (nil, "not asked, as there is no session bus or no gdbus"),
      (DesktopSettings(), "asks for nothing"),
      (
        DesktopSettings(light: false, contrast: true, lessMotion: true),
        "asks for dark, high contrast, less motion"
      ),
    ] as [(DesktopSettings?, String)])
  func doctorNamesTheDesktopsWishes(desktop: DesktopSettings?, sentence: String) {
    #expect(DoctorReport.sentence(about: desktop) == sentence)
  }

  @Test nonisolated func doctorAsksTheDesktop() throws {
    let result = try Program.run(["doctor"], environment: ["DBUS_SESSION_BUS_ADDRESS": ""])
    #expect(result.text.contains("not asked, as there is no session bus"), "\(result.text)")
  }

  /// Without a session bus no program is started.
  @Test func settingsAreReadWhereThereIsABus() throws {
    let folder = try programFolder(
      "echo \"({'$9': {'color-scheme': <uint32 2>}},) ${10}\"")
    let path = folder.url.path
    #expect(DesktopSettings.read(environment: ["PATH": path]) == DesktopSettings())
    let bus = ["PATH": path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"]
    #expect(DesktopSettings.read(environment: bus, limit: 60) == DesktopSettings(light: true))
  }

  /// Without a portal, GNOME's settings count; a program that fails or hangs is no preference.
  @Test(
    arguments: [
      // What gsettings answers to each key → light, contrast
      ("'prefer-dark'", "true", false, true), ("'prefer-light'", "false", true, false),
      ("'default'", "false", nil, false), ("", "", nil, false),
    ] as [(String, String, Bool?, Bool)])
  func settingsOfGNOMECountWithoutAPortal(
    scheme: String, contrast: String, light: Bool?, wantsContrast: Bool
  ) throws {
    let folder = try programFolder("exit 1")
    let answers =
      "case \"$1 $3\" in 'get color-scheme') echo \"\(scheme)\" ;; 'get high-contrast') echo \"\(contrast)\" ;; esac"
    try add("gsettings", answers, to: folder)
    let bus = ["PATH": folder.url.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"]
    var found = DesktopSettings.readWithSource(environment: bus, limit: 60)
    #expect(found.settings == DesktopSettings(light: light, contrast: wantsContrast))
    #expect(found.source == .gnome)
    try add("gsettings", "exit 1", to: folder)
    found = DesktopSettings.readWithSource(environment: bus, limit: 60)
    #expect(found.settings == DesktopSettings() && found.source == .portal)
    try add("gdbus", "echo '({},)'", to: folder)
    try add("gsettings", answers, to: folder)
    found = DesktopSettings.readWithSource(environment: bus, limit: 60)
    #expect(
      found.settings == DesktopSettings() && found.source == .portal,
      "a portal without a preference")
  }

  /// Lines of `gsettings monitor`, of which those of other keys have no effect.
  @Test func settingsOfGNOMEAreFollowed() {
    var settings = DesktopSettings(lessMotion: true)
    for line in [
      "color-scheme: 'prefer-dark'", "high-contrast: true", "enable-animations: false",
      "color-scheme", "",
    ] {
      settings.follow(line, of: .gnome)
    }
    #expect(settings == DesktopSettings(light: false, contrast: true, lessMotion: true))
    settings.follow("color-scheme: 'default'", of: .gnome)
    settings.follow("high-contrast: false", of: .gnome)
    #expect(settings == DesktopSettings(lessMotion: true))
    settings.follow("high-contrast: true", of: .portal)
    #expect(settings == DesktopSettings(lessMotion: true))
  }

  @Test func commandLineComesBeforeTheDesktop() {
    let desktop = DesktopSettings(light: true, contrast: true, lessMotion: true)
    #expect(Preferences(desktop: desktop).palette == .lightContrast)
    #expect(Preferences(theme: .dark, desktop: desktop).palette == .darkContrast)
    #expect(Preferences().palette == .dark)
    #expect(Preferences(desktop: desktop).wantsLessMotion)
    #expect(!Preferences(reducedMotion: .off, desktop: desktop).wantsLessMotion)
    #expect(Preferences(reducedMotion: .on).wantsLessMotion)
    #expect(Preferences(contrast: .on).palette == .darkContrast)
    #expect(Preferences(contrast: .off, desktop: desktop).palette == .light)
    #expect(Preferences(reducedMotion: .on).hint.hasPrefix("Less motion, as asked for."))
    #expect(Preferences(reducedMotion: .on, desktop: desktop).hint.hasPrefix("Your desktop"))
  }

  /// With high contrast every button and field has an edge that is seen.
  @Test(arguments: [false, true])
  func controlsHaveEdgesWithHighContrast(isLight: Bool) throws {
    let desktop = DesktopSettings(light: isLight, contrast: true)
    Preferences(desktop: desktop).apply()
    let stage = OffscreenStage(
      PopSample.self, size: OffscreenStage.windowSize, scale: 0.25, showsWindow: true)
    defer {
      stage.close()
      Preferences().apply()
    }
    let viewer = try #require(stage.viewer)
    let buttons = viewer.controls.compactMap { $0.view as? ActionButton }
      .filter { !($0 is MenuRow) && !viewer.list.controls.map(\.control).contains($0) }
    #expect(buttons.count > 15)
    for view in buttons as [UIView] + [viewer.list.field] {
      let edge = try #require(view.layer.borderColor.map { UIColor(cgColor: $0) })
      #expect(
        view.layer.borderWidth >= 1 && contrast(edge, Theme.panel) >= 4.5,
        "\(view): \(edge.bytes)")
    }
  }

  /// Pictures have the contrast and the motion that they are asked for, the same bytes each time.
  @Test nonisolated func picturesAreDrawnInThePreferencesOfTheCommandLine() throws {
    let usual = ["snapshot", "Springs", "--window", "--scale", "0.5", "-o", "-"]
    var pictures: Set<Data> = []
    for added in [
      [], ["--contrast", "on"], ["--contrast", "on", "--theme", "light"],
      ["--reduced-motion", "on"],
    ] {
      let first = try Program.run(usual + added)
      #expect(first.status == 0, "\(first.errors)")
      #expect(try Program.run(usual + added).output == first.output)
      pictures.insert(first.output)
    }
    #expect(pictures.count == 4)
    let broken = try Program.run(["view", "--contrast", "much"])
    #expect(
      broken.status == 64 && broken.errors.contains("'auto', 'on' or 'off'"), "\(broken.errors)")
  }

  /// The window takes over what changes, and keeps the sample; after its own key it keeps the colours.
  @Test func windowFollowsTheDesktop() throws {
    let stage = OffscreenStage(
      PopSample.self, size: CGSize(width: 800, height: 560), scale: 0.25, showsWindow: true)
    defer {
      stage.close()
      Preferences().apply()
    }
    let window = try #require(stage.viewer?.view.window)
    func viewer() throws -> MainViewController {
      try #require(window.rootViewController as? MainViewController)
    }
    #expect(try viewer().stage.hintText == Wording.nothingMoves)
    try viewer().follow(DesktopSettings(light: true))
    stage.host.advance(to: 0.1)
    let same = try viewer()
    #expect(Theme.palette == .light && type(of: same.sample) == PopSample.self)
    same.follow(DesktopSettings(light: true, lessMotion: true))
    let current = try viewer()
    #expect(current === same && same.stage.hintText == Wording.lessMotion(isAsked: false))
    #expect(UIAccessibility.isReduceMotionEnabled)
    same.perform(.theme)
    #expect(Theme.palette == .dark)
    try viewer().follow(DesktopSettings(light: true, contrast: true))
    #expect(Theme.palette == .darkContrast && !UIAccessibility.isReduceMotionEnabled)
    #expect(UIAccessibility.isDarkerSystemColorsEnabled)
  }

  // MARK: Chosen frames

  /// Frames of 1/60 s, with some that missed a refresh.
  private func history(late: Set<Int>) -> FrameHistory {
    var history = FrameHistory()
    var display = 10.0
    for index in 1...30 {
      display += (late.contains(index) ? 2 : 1) / 60.0
      var record = FrameRecord()
      (record.index, record.display, record.time) = (index, display, display)
      record.isAnimating = true
      history.append(record)
    }
    return history
  }

  @Test func figuresAreThoseOfTheChosenFrames() {
    let history = history(late: [5, 20, 21])
    #expect(history.figures.missed == 3)
    #expect(history.figures(of: 1...10).missed == 1)
    #expect(history.figures(of: 5...5).missed == 1, "the interval that ends with the frame")
    #expect(history.figures(of: 6...19).missed == 0)
    #expect(history.figures(of: 20...30).missed == 2)
    #expect(history.figures(of: 100...110).frames <= 1)
  }

  @Test func worstFramesComeFirst() {
    let history = history(late: [5, 20, 21])
    let worst = history.worst(20).map { history[$0].index }
    #expect(worst.count == 20 && Array(worst.prefix(3)) == [5, 20, 21])
    #expect(history.worst(2, of: 1...10).map { history[$0].index } == [5, 2])
  }
}

extension DesktopSettings {
  fileprivate init(light: Bool? = nil, contrast: Bool = false, lessMotion: Bool = false) {
    self.init()
    (prefersLight, wantsContrast, wantsLessMotion) = (light, contrast, lessMotion)
  }
}

/// A `gdbus` of the test's own in a folder.
private func programFolder(_ script: String) throws -> TemporaryDirectory {
  let folder = try TemporaryDirectory()
  try add("gdbus", script, to: folder)
  return folder
}

/// Adds a program to a folder.
private func add(_ name: String, _ script: String, to folder: TemporaryDirectory) throws {
  try Tool.make(folder.url.appendingPathComponent(name).path, "#!/bin/sh\n\(script)\n")
}

extension WholeMachineTests {
  /// Beside all other tests, the main actor would serve this one when they are done.
  @Suite @MainActor struct DesktopMonitorTests {
    /// Changes arrive while the program runs, and what was started ends with the monitor.
    @Test(.timeLimit(.minutes(1))) func changesOfTheDesktopAreFollowed() async throws {
      let folder = try programFolder(
        """
        echo $$ >"$(dirname "$0")/process"
        for value in 2 1; do
          echo "$6: org.freedesktop.portal.Settings.SettingChanged ('org.freedesktop.appearance', \
        'color-scheme', <uint32 $value>)"
          echo "x: org.freedesktop.portal.Settings.SettingChanged ('org.freedesktop.appearance', \
        'reduced-motion', <uint32 $value>)"
        done
        exec sleep 600
        """)
      let bus = [
        "PATH": folder.url.path + ":/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none",
      ]
      #expect(DesktopMonitor(from: .init(), environment: ["PATH": folder.url.path]) { _ in } == nil)
      let (changes, sink) = AsyncStream<DesktopSettings>.makeStream()
      var monitor = DesktopMonitor(from: DesktopSettings(), environment: bus) { sink.yield($0) }
      #expect(monitor != nil)
      for await settings in changes
      where settings == DesktopSettings(light: false, lessMotion: true) { break }
      let process = try String(
        contentsOf: folder.url.appendingPathComponent("process"), encoding: .utf8)
      let id = try #require(pid_t(process.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(id, 0) == 0)
      monitor = nil
      #expect(monitor == nil)
      while kill(id, 0) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// GNOME's settings have a program for each key, and both end with the monitor.
    @Test(.timeLimit(.minutes(1))) func changesOfGNOMEsSettingsAreFollowed() async throws {
      let folder = try TemporaryDirectory()
      try add(
        "gsettings",
        """
        echo $$ >"$(dirname "$0")/$3"
        case "$*" in
          "monitor org.gnome.desktop.interface color-scheme") echo "color-scheme: 'prefer-light'" ;;
          "monitor org.gnome.desktop.a11y.interface high-contrast") echo "high-contrast: true" ;;
        esac
        exec sleep 600
        """, to: folder)
      let path = ["PATH": folder.url.path + ":/usr/bin:/bin"]
      let none = DesktopMonitor(
        from: DesktopSettings(), source: .gnome, environment: ["PATH": "/nonexistent"]
      ) { _ in }
      #expect(none == nil)
      let (changes, sink) = AsyncStream<DesktopSettings>.makeStream()
      var monitor = DesktopMonitor(from: DesktopSettings(), source: .gnome, environment: path) {
        sink.yield($0)
      }
      #expect(monitor != nil)
      for await settings in changes
      where settings == DesktopSettings(light: true, contrast: true) { break }
      let ids = try ["color-scheme", "high-contrast"].map { key in
        let text = try String(
          contentsOf: folder.url.appendingPathComponent(key), encoding: .utf8)
        return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      }
      #expect(ids.allSatisfy { kill($0, 0) == 0 })
      monitor = nil
      #expect(monitor == nil)
      while ids.contains(where: { kill($0, 0) == 0 }) {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }
}
