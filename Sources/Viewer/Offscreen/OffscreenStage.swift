// OffscreenStage.swift
// A sample without a screen: on the virtual clock, drawn into memory.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// One sample, alone or in the viewer's window, that plays when told to.
@MainActor final class OffscreenStage {
  static let stageSize = CGSize(width: 720, height: 420)
  static let windowSize = CGSize(width: 1280, height: 800)

  let host: OffscreenHost
  let window: UIWindow
  private let controller: MainViewController?
  private let bareSample: (any Sample)?

  /// Sets a sample up at 0 s, and runs its first frame.
  ///
  /// - Parameters:
  ///   - place: The sample's place in the catalogue.
  ///   - size: In points.
  ///   - scale: Pixels per point.
  ///   - showsWindow: Whether the viewer's window is around it.
  init(
    sampleAt place: Int, size: CGSize = stageSize, scale: CGFloat = 1, showsWindow: Bool = false,
    framesPerSecond: Double = 60
  ) {
    host = OffscreenHost(size: size, scale: scale, framesPerSecond: framesPerSecond)
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    if showsWindow {
      let settings = ViewerSettings(sample: place, host: "Off screen · memory")
      let controller = MainViewController(settings)
      self.controller = controller
      bareSample = nil
      window.rootViewController = controller
      FrameObservers.add(controller)
    } else {
      let sample = SampleCatalogue.all[place].init()
      controller = nil
      bareSample = sample
      let root = UIViewController()
      let stage = StageView()
      stage.show(sample.makeView())
      root.view = stage
      window.rootViewController = root
    }
    host.attach(window)
    window.makeKeyAndVisible()
    host.advance(to: 0)
  }

  var sample: any Sample {
    guard let sample = controller?.sample ?? bareSample else {
      preconditionFailure("an off-screen stage has a sample, bare or in a window")
    }
    return sample
  }

  /// The viewer around the sample, if it was asked for.
  var viewer: MainViewController? { controller }

  /// Sets a trigger off now, so that its animations begin at this very time.
  func run(_ trigger: Trigger) {
    if let controller, let place = sample.triggers.firstIndex(where: { $0.name == trigger.name }) {
      controller.press(triggerAt: place)
    } else {
      trigger.action()
    }
    // Begin times are those of the commit; without this it would be the next frame's.
    CATransaction.flush()
  }

  /// Plays up to a time, in seconds, and returns what is then seen.
  func image(of trigger: Trigger?, at time: TimeInterval) -> CGImage {
    if let trigger { run(trigger) }
    host.advance(to: time)
    return host.image()
  }

  /// Takes the window away, so that another stage can have the clock.
  func close() {
    window.isHidden = true
    window.rootViewController = nil
    CATransaction.flush()
  }
}
