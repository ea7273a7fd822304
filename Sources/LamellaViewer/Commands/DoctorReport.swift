// DoctorReport.swift
// Drivers, renderers and fonts of this machine, and the reason for the chosen renderer.
//
// SPDX-License-Identifier: MIT

import Foundation
import FreeTypeRaster
import QuartzCore
import SDLRenderer
import Typesetting
import UIKit

/// The report of `lamella doctor`.
struct DoctorReport: Codable, Hashable {
  struct Renderer: Codable, Hashable {
    var name: String
    /// The GL device.
    var device: String?
    /// The reason why it cannot be used; nil when it can.
    var problem: String?
  }

  var schema = 1
  var version = Viewer.version
  var sdl: String
  /// The video drivers that SDL was built with.
  var drivers: [String]
  /// The one in use; nil when none starts.
  var driver: String?
  /// What SDL cannot do with it.
  var limits: [String] = []
  var renderers: [Renderer] = []
  /// The renderer of windows.
  var chosen: String?
  /// The reason for this renderer.
  var reason: String?
  /// The reason why frames are drawn on the main thread; nil when they have a thread of their own.
  var renderThreadProblem: String?
  /// The measured refresh rate in hertz; nil when presenting does not wait for the screen.
  var measuredRate: Double?
  var cores: Int
  /// Families of the system's font and its monospaced one.
  var fonts: [String] = []
  /// The desktop's settings; nil where they cannot be read.
  var desktop: DesktopSettings?
  /// Environment variables that configure the program or SDL.
  var environment: [String: String]
  /// The reason why no window can be drawn; nil when it can.
  var problem: String?

  /// The environment variables to report.
  static let variables = [
    "LAMELLA_RENDERER", "LAMELLA_RENDER_THREAD", "LAMELLA_SCALE", "LAMELLA_FONT", "LAMELLA_TRACE",
    "LAMELLA_CLOCK",
    "SDL_VIDEODRIVER",
    "SDL_RENDER_DRIVER", "SDL_RENDER_VSYNC", "DISPLAY", "WAYLAND_DISPLAY", "LIBGL_ALWAYS_SOFTWARE",
    "GALLIUM_DRIVER",
  ]

  // MARK: Collecting

  @MainActor static func ofThisMachine() -> DoctorReport {
    let environment = ProcessInfo.processInfo.environment
    var report = DoctorReport(
      sdl: SDLSession.version, drivers: SDLSession.drivers,
      cores: ProcessInfo.processInfo.activeProcessorCount,
      environment: environment.filter { variables.contains($0.key) && !$0.value.isEmpty })
    report.findFonts()
    if DesktopSettings.program(in: environment) != nil { report.desktop = .read() }
    do throws(SDLError) {
      try report.openWindow(renderer: environment["LAMELLA_RENDERER"] ?? "")
    } catch {
      report.problem = report.problem ?? error.reason
    }
    report.problem = report.problem ?? ApplicationOptions.environmentProblem
    return report
  }

  private mutating func findFonts() {
    do throws(FontError) {
      let provider = try SystemFontProvider()
      var description = FontDescription()
      fonts = [provider.familyName(of: provider.face(for: description))]
      description.isMonospaced = true
      fonts.append(provider.familyName(of: provider.face(for: description)))
    } catch {
      problem = "\(error)"
    }
  }

  @MainActor private mutating func openWindow(renderer wanted: String) throws(SDLError) {
    let session = try SDLSession()
    (driver, limits) = (session.driver, session.limits)
    renderers = RendererReport.all(in: session).map {
      Renderer(name: $0.kind.rawValue, device: $0.device, problem: $0.problem)
    }
    guard let choice = RendererChoice(name: wanted) else {
      problem = "LAMELLA_RENDERER is not a renderer: \(wanted)"
      return
    }
    var options = SDLWindow.Options()
    options.size = CGSize(width: 64, height: 64)
    options.minimumSize = CGSize(width: 1, height: 1)
    options.renderer = choice
    let window = try SDLWindow(session: session, options: options)
    chosen = window.rendererKind.rawValue
    reason = choice == .automatic ? window.rendererNote : "LAMELLA_RENDERER=\(wanted) requests it"
    if reason == "" { reason = "there is a GPU" }
    renderThreadProblem = ApplicationOptions.renderThreadProblem ?? window.renderThreadProblem
    measuredRate = Self.rate(of: window)
  }

  /// Presents some pictures and measures the time between them. Every second one is begun later, which a driver that
  /// waits for the screen makes up for.
  private static func rate(of window: SDLWindow) -> Double? {
    guard window.waitsForScreen else { return nil }
    var predictor = RefreshPredictor(mode: .driver, nominalRate: window.nominalRefreshRate)
    for index in 0..<24 {
      if index % 2 == 0 { Thread.sleep(forTimeInterval: 0.002) }
      let presented = MediaClock.machineTime
      window.present()
      predictor.noteDisplay(MediaClock.machineTime, presented: presented, isContinuous: true)
    }
    return predictor.mode == .driver ? 1 / predictor.period : nil
  }

  // MARK: Output

  /// What the desktop asks windows for.
  static func sentence(about desktop: DesktopSettings?) -> String {
    guard let desktop else { return "not asked, as there is no session bus or no gdbus" }
    let wishes = [
      desktop.prefersLight.map { $0 ? "light" : "dark" },
      desktop.wantsContrast ? "high contrast" : nil, desktop.wantsLessMotion ? "less motion" : nil,
    ].compactMap(\.self)
    return wishes.isEmpty ? "asks for nothing" : "asks for " + wishes.joined(separator: ", ")
  }

  /// One line for each entry, with its name in the first column.
  func text(_ style: VerdictStyle = VerdictStyle()) -> String {
    let none = style.bad("none")
    var lines = [
      ("version", "lamella \(version), SDL \(sdl)"),
      ("video", "\(driver ?? none) (this SDL has \(drivers.joined(separator: ", ")))"),
    ]
    lines += limits.map { ("limit", $0) }
    for renderer in renderers {
      let state =
        renderer.problem.map { "\(style.bad("cannot be used")): \($0)" } ?? renderer.device
        ?? "built in"
      lines.append((renderer.name, state))
    }
    if let chosen { lines.append(("drawn by", "\(chosen), as \(reason ?? "")")) }
    if chosen != nil {
      lines.append(
        ("drawn on", renderThreadProblem.map { "the main thread, as \($0)" } ?? "the render thread")
      )
      let rate = measuredRate.map { "\(Wording.fixed($0, 2)) Hz measured" }
      lines.append(("screen", rate ?? "presenting does not wait for it: paced by the program"))
    }
    lines.append(("cores", "\(cores)"))
    lines.append(("fonts", fonts.isEmpty ? none : fonts.joined(separator: ", ")))
    lines.append(("desktop", Self.sentence(about: desktop)))
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      lines.append((name, value))
    }
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { name, text in
      name + String(repeating: " ", count: width + 2 - name.count) + text
    }.joined(separator: "\n")
  }
}
