// ViewerApplication.swift
// The viewer as a UIKit program: the application's delegate, which creates the window.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import UIKit

/// The application's delegate.
final class ViewerApplication: UIResponder, UIApplicationDelegate {
  static let minimumSize = CGSize(width: 800, height: 560)

  /// The settings from the command line. Static, because the application creates its delegate.
  private static var settings = ViewerSettings()

  /// The stepped clock, if the environment requests one.
  private static var steppedClock: SteppedClock?

  private var window: UIWindow?

  /// Opens the window and returns when it is closed.
  static func open(_ options: WindowOptions) throws {
    if let name = options.sample { settings.sample = try SampleCatalogue.sample(named: name) }
    settings.speedPercent = options.speed.percent
    settings.trace = try Trace.fromEnvironment()
    ApplicationOptions.windowSize = CGSize(
      width: max(minimumSize.width, options.size.size.width),
      height: max(minimumSize.height, options.size.size.height))
    ApplicationOptions.minimumWindowSize = minimumSize
    ApplicationOptions.renderer = options.renderer?.choice
    ApplicationOptions.vsync = !options.noVsync
    ApplicationOptions.usesRenderThread = options.renderThread.map { $0 == .on }
    ApplicationOptions.scale = options.scale?.scale
    steppedClock = SteppedClock.fromEnvironment(trace: settings.trace)
    steppedClock?.start()
    try requireFonts()
    let status = ViewerApplication.runApplication()
    // The host has already reported the failure.
    if status != 0 { throw ExitCode(status) }
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let controller = MainViewController(Self.settings)
    window.rootViewController = controller
    window.title = "Lamella"
    window.focusRingColor = Theme.focusRing
    window.makeKeyAndVisible()
    FrameObservers.add(controller)
    self.window = window
    return true
  }
}
