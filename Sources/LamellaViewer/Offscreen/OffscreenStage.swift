// OffscreenStage.swift
// A sample off screen: on the virtual clock, drawn into memory.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
package import UIKit

/// One sample, alone or in the viewer's window, on the virtual clock.
@MainActor package final class OffscreenStage {
  package static let stageSize = CGSize(width: 720, height: 420)
  package static let windowSize = CGSize(width: 1280, height: 800)

  package let host: OffscreenHost
  package let window: UIWindow
  /// The view on which the sample plays.
  package let stageView: StageView
  private let framesPerSecond: Double
  private let controller: MainViewController?
  private let bareSample: (any Sample)?
  /// What is edited of a bare sample's animations. Nil without anything.
  private var edits: RunEdits?

  /// Sets up a sample at 0 s and runs its first frame.
  ///
  /// - Parameters:
  ///   - kind: The sample's type.
  ///   - size: In points.
  ///   - scale: Pixels per point.
  ///   - showsWindow: Whether to show the viewer's window around the sample.
  ///   - preferences: What the window has of those that were applied.
  init(
    _ kind: any Sample.Type, size: CGSize = stageSize, scale: CGFloat = 1,
    showsWindow: Bool = false, framesPerSecond: Double = 60,
    preferences: Preferences = Preferences()
  ) {
    SampleTime.stage = nil
    self.framesPerSecond = framesPerSecond
    host = OffscreenHost(size: size, scale: scale, framesPerSecond: framesPerSecond)
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    window.overrideUserInterfaceStyle = Theme.palette.isLight ? .light : .dark
    if showsWindow {
      let settings = ViewerSettings(
        sample: kind, host: "Off screen · memory", preferences: preferences)
      let controller = MainViewController(settings)
      self.controller = controller
      stageView = controller.stage
      bareSample = nil
      window.rootViewController = controller
      FrameObservers.add(controller)
    } else {
      let sample = kind.init()
      controller = nil
      bareSample = sample
      let root = UIViewController()
      stageView = StageView()
      stageView.show(sample)
      root.view = stageView
      window.rootViewController = root
    }
    host.attach(window)
    window.makeKeyAndVisible()
    host.advance(to: 0)
  }

  /// Sets up a sample alone.
  package convenience init(
    alone kind: any Sample.Type, size: CGSize = stageSize, framesPerSecond: Double
  ) {
    self.init(kind, size: size, framesPerSecond: framesPerSecond)
  }

  /// Sets up a sample in the window, for its figures and its words: the coarse scale draws less.
  ///
  /// - Parameter stageSize: The size of the stage, in points. Nil for that of a window of the default size.
  convenience init(
    inWindow kind: any Sample.Type, stageSize: CGSize? = nil, framesPerSecond: Double = 60
  ) {
    self.init(
      kind, size: MainViewController.windowSize(forStage: stageSize), scale: 0.25,
      showsWindow: true, framesPerSecond: framesPerSecond)
    host.scaleOfFigures = 1
  }

  package var sample: any Sample {
    guard let sample = controller?.sample ?? bareSample else {
      trap("an off-screen stage has a sample, bare or in a window")
    }
    return sample
  }

  /// Fails, and closes the stage, when the sample cannot be shown, as a picture or a figure of its error would be of no use.
  package func requireSample() throws(CommandFailure) {
    guard let failure = stageView.failure else { return }
    let kind = type(of: sample)
    close()
    throw CommandFailure(
      status: .internalError,
      message:
        "\(Wording.failure(of: kind.name)): \(failure) Choose another sample: \(Viewer.program) list."
    )
  }

  /// The viewer around the sample; nil for a bare sample.
  var viewer: MainViewController? { controller }

  /// Fires a trigger and commits, so that its animations begin at the current time.
  package func run(_ trigger: Trigger) {
    if let controller, let place = sample.triggers.firstIndex(where: { $0.name == trigger.name }) {
      controller.press(triggerAt: place)
    } else {
      edits?.beginRun(named: trigger.name)
      trigger.action()
    }
    // An animation begins at its commit, which would otherwise be the next frame's.
    CATransaction.flush()
    // The frame at this time shows its begin: the next one is due a refresh later, and counts.
    if controller != nil { host.advance(to: MediaClock.now) }
  }

  /// Edits the animations of the runs to come.
  func edit(_ edits: [AnimationKey: AnimationEdit]) {
    if let controller { return controller.take(edits) }
    let new = RunEdits(edits)
    new.install(in: window.context, beneath: stageView.content.layer)
    self.edits = new
  }

  /// Advances to a time, in seconds, and returns the picture.
  package func image(of trigger: Trigger?, at time: TimeInterval) -> CGImage {
    if let trigger { run(trigger) }
    host.advance(to: time)
    return host.image()
  }

  /// Explains how what was played came about, if that is requested.
  ///
  /// - Parameter trigger: Its name. Nil without one.
  package func explain(_ trigger: String?) {
    let (size, scale) = (window.bounds.size, UIScreen.main.scale)
    func text(_ factor: CGFloat) -> String {
      "\(Wording.fixed(size.width * factor, 0)) x \(Wording.fixed(size.height * factor, 0))"
    }
    let title = [type(of: sample).name, trigger].compactMap(\.self).joined(separator: " ")
    Notices.explain(
      "Played \(title) off screen, on a virtual clock with \(Wording.fixed(framesPerSecond, 0)) refreshes per "
        + "second: \(Wording.count(host.records.count, "frame")) until "
        + "\(Wording.seconds(CACurrentMediaTime())).")
    Notices.explain(
      "Drew \(text(1)) points as \(text(scale)) pixels, in memory; theme \(Theme.palette.title); "
        + "seed \(SampleSeed.value).")
  }

  /// Removes the window, so that another stage can use the clock.
  package func close() {
    SampleTime.stage = nil
    window.isHidden = true
    window.rootViewController = nil
    CATransaction.flush()
  }
}
