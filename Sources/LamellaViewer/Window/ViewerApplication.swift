// ViewerApplication.swift
// The viewer as a UIKit program: the application's delegate, which creates the window.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Compositor
import UIKit

/// The application's delegate.
final class ViewerApplication: UIResponder, UIApplicationDelegate {
  static let minimumSize = CGSize(width: 800, height: 560)

  /// The settings from the command line. Static, because the application creates its delegate.
  private static var settings = ViewerSettings()

  /// The application, whose window is read after its end.
  private static var current: ViewerApplication?

  /// Where the desktop's settings were read.
  private static var desktopSource = DesktopSettings.Source.portal

  /// The stepped clock, if the environment requests one.
  private static var steppedClock: SteppedClock?

  /// Explains how the window is drawn. Nil where that is not requested.
  private static var drawing: DrawingNotice?

  private var window: UIWindow?
  private var monitor: DesktopMonitor?

  /// Opens the window and returns when it is closed.
  static func open(_ options: WindowOptions) throws {
    // With a clock of its own the program is under test, where equal arguments give equal windows.
    // What a build under watch shows is given by the build before it.
    let isRemembered =
      ProcessInfo.processInfo.environment["LAMELLA_TRACE"] == nil && PreviewLink.current == nil
    var last = isRemembered ? RememberedWindow.read() : RememberedWindow()
    MainViewController.remembered = last
    if let name = options.sample ?? last.sample {
      settings.sample = try SampleCatalogue.sample(named: name)
    }
    if let path = options.script {
      let played = try ScriptOption.read(path, sample: options.sample)
      (settings.sample, settings.script) = (played.kind, played.script)
    }
    if let path = options.saveScript { try requireWritable(path) }
    settings.speedPercent = options.speed.percent
    (settings.showsHUD, settings.inspectorTab) = (options.hud, options.inspect)
    settings.bands = options.bands.scale
    settings.eventLog = try EventLog.fromEnvironment()
    let (desktop, source) = DesktopSettings.readWithSource()
    desktopSource = source
    settings.preferences = Preferences(
      theme: options.theme ?? last.theme ?? .auto, reducedMotion: options.reducedMotion,
      contrast: options.contrast, desktop: desktop)
    settings.preferences.apply()
    let asked =
      options.size?.size ?? settings.script.map { MainViewController.windowSize(forStage: $0.size) }
    let preview = PreviewLink.current?.state
    if let place = preview?.place {
      last.size = CGSize(width: place.width, height: place.height)
      if let x = place.x, let y = place.y { ApplicationOptions.windowOrigin = CGPoint(x: x, y: y) }
    }
    let wanted = asked ?? last.size ?? OffscreenStage.windowSize
    let placement = WindowPlacement(
      wanted: wanted, minimum: minimumSize, scale: options.scale?.scale,
      screen: WindowHost.usableScreenSize)
    if let note = placement.note { Notices.write("\(Viewer.program): \(note)") }
    ApplicationOptions.windowSize = placement.size
    ApplicationOptions.minimumWindowSize = minimumSize
    ApplicationOptions.renderer = options.renderer?.choice
    ApplicationOptions.vsync = !options.noVsync
    ApplicationOptions.usesRenderThread = options.renderThread.map { $0 == .on }
    ApplicationOptions.scale = placement.scale
    steppedClock = SteppedClock.fromEnvironment(eventLog: settings.eventLog)
    steppedClock?.start()
    try requireFonts()
    let saver = options.saveScript.map(ScriptSaver.init)
    settings.saver = saver
    saver?.watchDisplay()
    if Notices.level == .verbose { drawing = DrawingNotice() }
    WindowInterruption.watch()
    let status = ViewerApplication.runApplication()
    try saver?.save()
    if isRemembered {
      var next = MainViewController.remembered
      // A size that was asked for, or a script's, is for once.
      if asked != nil { next.size = last.size }
      next.write()
    }
    WindowInterruption.finish()
    // The host has already reported the failure.
    if status != 0 { throw ExitCode(status) }
  }

  /// Opens the window, plays runs, and returns what was recorded when they are over, or at an ``Interruption``.
  ///
  /// - Parameters:
  ///   - isEnough: Whether no other run follows one that was played.
  ///   - willPlay: Called with the index of a run when it begins.
  ///   - whenLost: Called, on any thread, with what was recorded of a run whose display server is lost. Nil for nothing.
  static func play(
    _ runs: [PlannedRun], isEnough: @escaping (PlayedRun) -> Bool = { _ in false },
    willPlay: @escaping (Int) -> Void = { _ in },
    whenLost: (@Sendable (RunRecording) -> Void)? = nil
  ) throws -> [PlayedRun] {
    guard let first = runs.first else { return [] }
    let autoplay = Autoplay(runs, isEnough: isEnough, willPlay: willPlay)
    if let whenLost { autoplay.whenLost(whenLost) }
    (settings.sample, settings.autoplay) = (first.kind, autoplay)
    try requireFonts()
    let placement = WindowPlacement(
      wanted: OffscreenStage.windowSize, minimum: minimumSize, scale: nil,
      screen: WindowHost.usableScreenSize)
    ApplicationOptions.windowSize = placement.size
    ApplicationOptions.minimumWindowSize = minimumSize
    Interruption.watch()
    defer { Interruption.ignore() }
    autoplay.watch()
    let status = ViewerApplication.runApplication()
    // What was recorded until the window was closed.
    autoplay.collect()
    if status != 0 { throw ExitCode(status) }
    if let failure = autoplay.failure { throw failure }
    return autoplay.played
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.title = "Lamella"
    let viewer = MainViewController.install(Self.settings, in: window)
    window.makeKeyAndVisible()
    if let script = Self.settings.script { viewer.play(script) }
    PreviewLink.current?.begin(window)
    self.window = window
    Self.current = self
    monitor = DesktopMonitor(
      from: Self.settings.preferences.desktop, source: Self.desktopSource
    ) { [weak window] in
      (window?.rootViewController as? MainViewController)?.follow($0)
    }
    return true
  }
}

/// Explains with a window's first frame how it is drawn.
private final class DrawingNotice: FrameObserver {
  private var isWritten = false

  init() { FrameObservers.add(self) }

  func frameWillRun(at time: TimeInterval) {}

  func frameDidFinish(_ record: FrameRecord) {
    if isWritten { return }
    isWritten = true
    let size = ApplicationOptions.windowSize
    Notices.explain(
      [
        WindowHost.description, StatusBar.rate(of: record) ?? "virtual clock",
        "\(Wording.fixed(size.width, 0)) x \(Wording.fixed(size.height, 0)) points",
        "theme \(Theme.palette.title)", "seed \(SampleSeed.value)",
      ].joined(separator: " · "))
  }
}
