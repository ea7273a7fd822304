// SoakApplication.swift
// A sample played for minutes in a window, with the memory and the open files of the process.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import LamellaViewer
import UIKit

/// Plays a sample in a window on the real clock, and takes readings.
final class SoakApplication: UIResponder, UIApplicationDelegate {
  private static var kind = SampleCatalogue.all[0]
  private static var duration: TimeInterval = 0
  private static var progress: (SoakReading) -> Void = { _ in }
  private static var readings: [SoakReading] = []

  private var window: UIWindow?

  /// Fires the sample's triggers in turn, one every two seconds, and reads every second.
  ///
  /// - Parameters:
  ///   - duration: Seconds.
  ///   - progress: Called at each reading.
  /// - Throws: The exit status, if no window can be opened or the run ends early; the host has reported why.
  static func run(
    _ kind: any Sample.Type, duration: TimeInterval, progress: @escaping (SoakReading) -> Void
  ) throws -> SoakResult {
    (self.kind, self.duration, self.progress) = (kind, duration, progress)
    readings.reserveCapacity(Int(duration) + 2)
    ApplicationOptions.windowSize = OffscreenStage.stageSize
    let status = runApplication()
    if status != 0 { throw ExitCode(status) }
    return SoakResult(readings: readings)
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.title = "Lamella soak"
    let sample = Self.kind.init()
    let root = UIViewController()
    let stage = StageView()
    stage.show(sample)
    root.view = stage
    window.rootViewController = root
    window.makeKeyAndVisible()
    self.window = window
    let began = MediaClock.now
    var second = 0
    _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in
      // Timers of the main run loop fire on the main thread.
      MainActor.assumeIsolated {
        let triggers = sample.triggers
        if second % 2 == 0 && !triggers.isEmpty {
          triggers[second / 2 % triggers.count].action()
        }
        second += 1
        let reading = SoakReading.now(at: MediaClock.now - began)
        Self.readings.append(reading)
        Self.progress(reading)
        if reading.time >= Self.duration { WindowHost.terminate() }
      }
    }
    return true
  }
}
