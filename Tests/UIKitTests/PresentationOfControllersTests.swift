// PresentationOfControllersTests.swift
// Modal presentation: appearance callbacks, the window's views, and animations.
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
  @MainActor @Suite struct PresentationOfControllersTests {
    @MainActor final class Log { var entries: [String] = [] }

    final class Recorder: UIViewController {
      var name = ""
      var log = Log()
      override func viewWillAppear(_ animated: Bool) { log.entries.append("\(name) will") }
      override func viewDidAppear(_ animated: Bool) { log.entries.append("\(name) did") }
      override func viewWillDisappear(_ animated: Bool) { log.entries.append("\(name) will go") }
      override func viewDidDisappear(_ animated: Bool) { log.entries.append("\(name) gone") }
    }

    /// Fades in within a second, or is cancelled.
    final class Fader: UIViewControllerAnimatedTransitioning, UIViewControllerTransitioningDelegate
    {
      var succeeds = true
      var ends: [Bool] = []
      var keys: [Bool] = []
      func animationController(
        forPresented presented: UIViewController, presenting: UIViewController,
        source: UIViewController
      ) -> (any UIViewControllerAnimatedTransitioning)? { self }
      func transitionDuration(
        using context: (any UIViewControllerContextTransitioning)?
      ) -> TimeInterval { 1 }
      func animateTransition(using context: any UIViewControllerContextTransitioning) {
        guard let controller = context.viewController(forKey: .to), let view = controller.view
        else { return }
        keys = [context.view(forKey: .from) == nil, context.view(forKey: .to) === view]
        view.frame = context.finalFrame(for: controller)
        view.alpha = 0
        context.containerView.addSubview(view)
        UIView.animate(
          withDuration: 1, animations: { view.alpha = 1 },
          completion: { _ in context.completeTransition(self.succeeds) })
      }
      func animationEnded(_ transitionCompleted: Bool) { ends.append(transitionCompleted) }
    }

    /// Moves both views into the container, as animations that zoom do.
    final class Mover: UIViewControllerAnimatedTransitioning, UIViewControllerTransitioningDelegate
    {
      var succeeds = true
      func animationController(
        forPresented presented: UIViewController, presenting: UIViewController,
        source: UIViewController
      ) -> (any UIViewControllerAnimatedTransitioning)? { self }
      func animationController(
        forDismissed dismissed: UIViewController
      ) -> (any UIViewControllerAnimatedTransitioning)? { self }
      func transitionDuration(
        using context: (any UIViewControllerContextTransitioning)?
      ) -> TimeInterval { 1 }
      func animateTransition(using context: any UIViewControllerContextTransitioning) {
        guard let to = context.view(forKey: .to), let from = context.view(forKey: .from) else {
          return
        }
        context.containerView.addSubview(from)
        context.containerView.insertSubview(to, belowSubview: from)
        UIView.animate(
          withDuration: 1, animations: { from.alpha = 0 },
          completion: { _ in
            from.alpha = 1
            context.completeTransition(self.succeeds)
          })
      }
    }

    private func stage() -> (ViewScene, Recorder, Recorder, Log) {
      let scene = ViewScene()
      let (below, above, log) = (Recorder(), Recorder(), Log())
      (below.name, above.name) = ("below", "above")
      scene.window.rootViewController = below
      (below.log, above.log) = (log, log)
      scene.host.advance(to: 0.1)
      return (scene, below, above, log)
    }

    @Test func presentAndDismissOverAnotherController() {
      let (scene, below, above, log) = stage()
      var completions = 0
      below.present(above, animated: true) { completions += 1 }
      #expect(below.presentedViewController === above && above.isBeingPresented)
      #expect(above.presentingViewController === below && log.entries == ["above will"])
      scene.host.advance(to: 0.3)
      #expect(scene.shown("transform.translation.y", above.view.superview?.layer) > 5)
      scene.host.advance(to: 1)
      #expect(log.entries == ["above will", "above did"] && completions == 1)
      #expect(above.view.window != nil && below.view.window != nil)
      #expect(above.view.frame == CGRect(x: 0, y: 0, width: 100, height: 90))
      above.dismiss(animated: true) { completions += 1 }
      #expect(above.isBeingDismissed)
      scene.host.advance(to: 2)
      #expect(log.entries.suffix(2) == ["above will go", "above gone"] && completions == 2)
      #expect(below.presentedViewController == nil && above.view.window == nil)
    }

    /// semantics 21.13
    ///
    /// A plain view has no background, so that what is behind an overlay is seen.
    @Test func viewOfAControllerHasNoBackground() {
      #expect(UIViewController().view.backgroundColor == nil)
      #expect(
        UINavigationController(rootViewController: UIViewController()).view.backgroundColor == nil)
      #expect(UITabBarController().view.backgroundColor == nil)
    }

    @Test func fullScreenPresentationRemovesPresentingView() {
      let (scene, below, above, log) = stage()
      above.modalPresentationStyle = .fullScreen
      below.present(above, animated: false)
      #expect(below.view.window == nil && above.view.window != nil)
      #expect(
        log.entries == ["below will go", "above will", "below gone", "above did"])
      below.dismiss(animated: true)
      scene.host.advance(to: 2)
      #expect(below.view.window === scene.window && above.view.window == nil)
      #expect(
        log.entries.suffix(4) == ["above will go", "below will", "above gone", "below did"])
    }

    @Test func thePresentingViewReturnsFromTheContainer() {
      let (scene, below, above, _) = stage()
      let mover = Mover()
      above.modalPresentationStyle = .fullScreen
      above.transitioningDelegate = mover
      mover.succeeds = false
      below.present(above, animated: true)
      scene.host.advance(to: 2)
      #expect(below.view.superview === scene.window && below.presentedViewController == nil)
      mover.succeeds = true
      below.present(above, animated: true)
      scene.host.advance(to: 4)
      #expect(below.view.window == nil && above.view.window != nil)
      above.dismiss(animated: true)
      #expect(below.view.superview === above.view.superview)
      scene.host.advance(to: 6)
      #expect(below.view.superview === scene.window && above.view.window == nil)
      #expect(below.view.frame == scene.window.bounds)
      #expect(below.presentedViewController == nil)
    }

    @Test func transitioningDelegateProvidesAnimation() {
      let (scene, below, above, log) = stage()
      let fader = Fader()
      above.transitioningDelegate = fader
      above.modalPresentationStyle = .custom
      below.present(above, animated: true)
      scene.host.advance(to: 0.6)
      #expect(isClose(scene.shown("opacity", above.view.layer), 0.5, within: 0.2))
      #expect(fader.keys == [true, true])
      scene.host.advance(to: 1.3)
      #expect(fader.ends == [true] && log.entries == ["above will", "above did"])
    }

    @Test func cancelledTransitionIsReverted() {
      let (scene, below, above, _) = stage()
      let fader = Fader()
      fader.succeeds = false
      above.transitioningDelegate = fader
      below.present(above, animated: true)
      scene.host.advance(to: 1.3)
      #expect(fader.ends == [false] && below.presentedViewController == nil)
      #expect(above.view.window == nil && !above.isBeingPresented)
      fader.succeeds = true
      below.present(above, animated: true)
      scene.host.advance(to: 3)
      #expect(above.view.window != nil)
    }

    @Test func dismissDuringPresentationCompletesBoth() {
      let (scene, below, above, log) = stage()
      var completions = 0
      below.present(above, animated: true) { completions += 1 }
      scene.host.advance(to: 0.2)
      below.dismiss(animated: true) { completions += 1 }
      scene.host.advance(to: 2)
      #expect(below.presentedViewController == nil && completions == 2)
      #expect(log.entries == ["above will", "above did", "above will go", "above gone"])
    }

    @Test func dismissRemovesPresentationsOnTop() {
      let (scene, below, above, _) = stage()
      defer { withExtendedLifetime(scene) {} }
      let third = UIViewController()
      below.present(above, animated: false)
      above.present(third, animated: false)
      below.present(UIViewController(), animated: false)
      #expect(below.presentedViewController === above && third.view.window != nil)
      below.dismiss(animated: false)
      #expect(third.view.window == nil && above.presentedViewController == nil)
    }

    // MARK: Image files

    @Test func imageNamedFindsFileOfScreenScale() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "lamella-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for file in ["plain.png", "sharp@2x.png", "both.png", "both@2x.png"] {
        let side = file.contains("2x") ? 2 : 1
        let square = CGImage(
          width: side, height: side,
          premultipliedRGBA: [UInt8](repeating: 255, count: side * side * 4))
        try UIImage(cgImage: square).pngData()?.write(to: folder.appendingPathComponent(file))
      }
      let scale = UIScreen.main.scale
      defer { UIScreen.main.scale = scale }
      let bundle = try #require(Bundle(path: folder.path))
      func size(_ name: String) -> (CGFloat, CGFloat)? {
        UIImage(named: name, in: bundle).map { ($0.size.width, $0.scale) }
      }
      UIScreen.main.scale = 1
      #expect(size("plain")?.1 == 1 && size("plain.png")?.1 == 1)
      #expect(size("sharp")?.0 == 1 && size("sharp")?.1 == 2)
      #expect(size("both")?.1 == 1)
      UIScreen.main.scale = 2
      #expect(size("both")?.1 == 2 && size("plain")?.1 == 1)
      #expect(size("none") == nil && UIImage(named: "") == nil)
      let path = folder.appendingPathComponent("sharp@2x").path
      #expect(UIImage(contentsOfFile: path)?.scale == 2)
      #expect(UIImage(contentsOfFile: folder.path) == nil)
      // An image in use is read once.
      let first = UIImage(named: "both", in: bundle)
      #expect(first?.cgImage === UIImage(named: "both", in: bundle)?.cgImage)
    }

    @Test func dismissTwiceCallsBothCompletions() {
      let scene = ViewScene()
      let (below, above) = (UIViewController(), UIViewController())
      scene.window.rootViewController = below
      scene.host.advance(to: 0.1)
      below.present(above, animated: false)
      scene.host.advance(to: 0.2)
      var heard: [Int] = []
      below.dismiss(animated: true) { heard.append(1) }
      scene.host.advance(to: 0.3)
      below.dismiss(animated: true) { heard.append(2) }
      scene.host.advance(to: 2)
      #expect(heard == [1, 2])
      #expect(below.presentedViewController == nil)
    }
  }
}
