// FrameRun.swift
// A scene in the window of a UIKit program, drawn frame after frame without pacing, and measured.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Compositor
import LamellaViewer
import SDLRenderer
import UIKit

/// The content of a measured window.
@MainActor protocol BenchScene: AnyObject {
  /// Fills the window's view.
  func fill(_ view: UIView, count: Int)
  /// Makes the program's own changes for the next frame. Animations need none.
  func change(forFrame frame: Int)
}

/// One run of a scene. It observes frames and ends the program after the last one.
@MainActor final class FrameRun: FrameObserver {
  /// The end of a run.
  private enum Extent {
    case frames
    case firstFrame
    /// After some idle seconds.
    case idling
  }

  fileprivate static var current: FrameRun?

  private let scene: any BenchScene
  private let options: WorkerOptions
  private let extent: Extent
  private var frames = 0
  private var began: ProcessMeter.Reading?
  private var framesBefore = 0
  private var allocationsBefore: UInt64?
  private var report: WorkReport

  private init(_ scene: any BenchScene, _ options: WorkerOptions, until extent: Extent) {
    self.scene = scene
    self.options = options
    self.extent = extent
    report = WorkReport(
      work: "", renderer: "", n: options.n, frames: 0, cpu: 0, wall: 0, processCPU: 0,
      firstFrame: 0, residentKiB: 0, peakKiB: 0, result: 0)
  }

  /// Draws the warm-up and the measured frames, each right after the one before.
  static func report(of scene: any BenchScene, _ options: WorkerOptions) throws -> WorkReport {
    try FrameRun(scene, options, until: .frames).run()
  }

  /// Draws one frame.
  static func reportOfStart(of scene: any BenchScene, _ options: WorkerOptions) throws
    -> WorkReport
  {
    try FrameRun(scene, options, until: .firstFrame).run()
  }

  /// Waits a second after the first frame for the desktop's events, then measures the idle program.
  static func reportOfIdling(with scene: any BenchScene, _ options: WorkerOptions) throws
    -> WorkReport
  {
    try FrameRun(scene, options, until: .idling).run()
  }

  private func run() throws -> WorkReport {
    Self.current = self
    ApplicationOptions.windowSize = options.size.size
    ApplicationOptions.minimumWindowSize = CGSize(width: 1, height: 1)
    ApplicationOptions.renderer = options.renderer?.choice
    ApplicationOptions.scale = 1
    ApplicationOptions.vsync = false
    ApplicationOptions.isPaced = false
    FrameObservers.add(self)
    let status = BenchApplication.runApplication()
    // The host has already reported the failure.
    if status != 0 { throw ExitCode(status) }
    return report
  }

  fileprivate func fill(_ view: UIView) { scene.fill(view, count: options.n) }

  private func after(_ seconds: TimeInterval, _ body: @escaping @MainActor () -> Void) {
    _ = Timer.scheduledTimer(withTimeInterval: seconds, repeats: false) { _ in
      // Timers of the main run loop fire on the main thread.
      MainActor.assumeIsolated(body)
    }
  }

  // MARK: FrameObserver

  func frameWillRun(at time: TimeInterval) {}

  func frameDidFinish(_ record: FrameRecord) {
    frames += 1
    if frames == 1 {
      report.firstFrame =
        options.since > 0 ? Double(ProcessMeter.nanoseconds() - options.since) * 1e-9 : 0
      report.renderer = WindowHost.renderers.first?.rawValue ?? ""
    }
    report.drawCalls = record.canvas.drawCalls
    report.vertices = record.canvas.vertices
    switch extent {
    case .firstFrame: if frames == 1 { finish() }
    case .idling:
      if frames == 1 {
        after(1) { self.begin() }
        after(1 + options.seconds) { self.end() }
      }
    case .frames:
      if frames == options.warmup { begin() }
      if frames == options.warmup + options.frames { return end() }
      // A scene without animations requests the next frame by its changes.
      scene.change(forFrame: frames)
    }
  }

  // MARK: Measuring

  private func begin() {
    options.mark("begin")
    framesBefore = frames
    allocationsBefore = ProcessMeter.allocations()
    began = ProcessMeter.read()
  }

  private func end() {
    guard let began else { return }
    let ended = ProcessMeter.read()
    if let before = allocationsBefore, let after = ProcessMeter.allocations() {
      report.allocations = after - before
    }
    options.mark("end")
    report.frames = frames - framesBefore
    report.cpu = ended.cpu - began.cpu
    report.wall = ended.wall - began.wall
    finish()
  }

  private func finish() {
    report.processCPU = ProcessMeter.read().cpu
    (report.residentKiB, report.peakKiB) = ProcessMeter.memory()
    WindowHost.terminate()
  }
}

/// The program around a scene.
final class BenchApplication: UIResponder, UIApplicationDelegate {
  private var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let controller = UIViewController()
    window.rootViewController = controller
    window.title = "Lamella bench"
    window.makeKeyAndVisible()
    FrameRun.current?.fill(controller.view)
    self.window = window
    return true
  }
}
