// InteractiveTransitionTests.swift
// Transitions that a gesture drives, with animators of every kind, and animations alongside.
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
  @MainActor @Suite struct InteractiveTransitionTests {
    enum Kind: CaseIterable, Sendable {
      case block, keyframes, layerAnimation, animator, interruptible
    }

    /// Moves the entering view in from the right within a second, in several ways.
    final class Mover: NSObject, UIViewControllerAnimatedTransitioning, CAAnimationDelegate {
      let kind: Kind
      var ends: [Bool] = []
      private var animator: UIViewPropertyAnimator?
      private var context: (any UIViewControllerContextTransitioning)?
      init(_ kind: Kind) { self.kind = kind }

      func transitionDuration(
        using transitionContext: (any UIViewControllerContextTransitioning)?
      ) -> TimeInterval { 1 }

      func animateTransition(using context: any UIViewControllerContextTransitioning) {
        let (from, to) = InteractiveTransitionTests.prepare(context)
        let end = { (_: Bool) in context.completeTransition(!context.transitionWasCancelled) }
        switch kind {
        case .block:
          UIView.animate(
            withDuration: 1, delay: 0, options: .curveLinear,
            animations: {
              to.frame.origin.x = 0
              from.alpha = 0
            }, completion: end)
        case .keyframes:
          UIView.animateKeyframes(
            withDuration: 1, delay: 0,
            options: UIView.KeyframeAnimationOptions(
              rawValue: UIView.AnimationOptions.curveLinear.rawValue),
            animations: {
              UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
                to.frame.origin.x = 0
                from.alpha = 0
              }
            }, completion: end)
        case .layerAnimation:
          self.context = context
          let move = CABasicAnimation(keyPath: "position.x")
          move.fromValue = to.layer.position.x
          move.duration = 1
          move.delegate = self
          to.frame.origin.x = 0
          to.layer.add(move, forKey: nil)
        case .animator, .interruptible:
          animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
            to.frame.origin.x = 0
            from.alpha = 0
          }
          animator?.addCompletion { _ in end(true) }
          animator?.startAnimation()
        }
      }

      nonisolated func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        MainActor.assumeIsolated {
          guard let context else { return }
          context.completeTransition(!context.transitionWasCancelled)
        }
      }

      func animationEnded(_ transitionCompleted: Bool) { ends.append(transitionCompleted) }
    }

    /// The same by a property animator that can be scrubbed.
    final class InterruptibleMover: UIViewControllerAnimatedTransitioning {
      var ends: [Bool] = []
      private var animator: UIViewPropertyAnimator?

      func transitionDuration(
        using transitionContext: (any UIViewControllerContextTransitioning)?
      ) -> TimeInterval { 1 }

      func animateTransition(using context: any UIViewControllerContextTransitioning) {
        interruptibleAnimator(using: context).startAnimation()
      }

      func interruptibleAnimator(
        using context: any UIViewControllerContextTransitioning
      ) -> any UIViewImplicitlyAnimating {
        if let animator { return animator }
        let (from, to) = InteractiveTransitionTests.prepare(context)
        let new = UIViewPropertyAnimator(duration: 1, curve: .linear) {
          to.frame.origin.x = 0
          from.alpha = 0
        }
        new.addCompletion { position in context.completeTransition(position == .end) }
        animator = new
        return new
      }

      func animationEnded(_ transitionCompleted: Bool) { ends.append(transitionCompleted) }
    }

    fileprivate static func prepare(
      _ context: any UIViewControllerContextTransitioning
    ) -> (UIView, UIView) {
      let to = context.view(forKey: .to) ?? UIView()
      if let controller = context.viewController(forKey: .to) {
        to.frame = context.finalFrame(for: controller)
      }
      to.frame.origin.x = 100
      context.containerView.addSubview(to)
      return (context.view(forKey: .from) ?? UIView(), to)
    }

    @MainActor private final class Stage {
      let log = CallLog()
      let a: LoggingController
      let b: LoggingController
      let nav: UINavigationController
      let stage: ControllerScene
      let delegate: NavigationTests.Delegate
      let mover: any UIViewControllerAnimatedTransitioning
      let interaction = UIPercentDrivenInteractiveTransition()

      init(_ kind: Kind) {
        (a, b) = (LoggingController("a", log), LoggingController("b", log))
        nav = UINavigationController(rootViewController: a)
        delegate = NavigationTests.Delegate(log)
        nav.delegate = delegate
        mover = kind == .interruptible ? InterruptibleMover() : Mover(kind)
        delegate.animator = mover
        delegate.interactor = interaction
        stage = ControllerScene(nav)
        _ = log.take()
      }

      func push() {
        nav.pushViewController(b, animated: true)
        stage.advance(0.05)
      }

      var ends: [Bool] { (mover as? Mover)?.ends ?? (mover as? InterruptibleMover)?.ends ?? [] }
      var x: Double { Double(stage.shownX(b.view)) }
    }

    @Test(arguments: Kind.allCases) func updateShowsTheFraction(kind: Kind) {
      let s = Stage(kind)
      s.push()
      #expect(isClose(s.x, 100, within: 0.5))
      for part in [0.25, 0.75, 0.5] {
        s.interaction.update(part)
        s.stage.advance(0.1)
        #expect(isClose(s.x, 100 - 100 * part, within: 0.5))
        #expect(isClose(Double(s.interaction.percentComplete), part, within: 1e-9))
      }
      // Beyond its range, and no number.
      s.interaction.update(7)
      #expect(s.interaction.percentComplete == 1)
      s.interaction.update(.nan)
      #expect(s.interaction.percentComplete == 1)
      s.stage.advance(1)
      #expect(s.log.take().last == "willShow b")
    }

    @Test(arguments: Kind.allCases) func finishPlaysTheRest(kind: Kind) {
      let s = Stage(kind)
      s.push()
      s.interaction.update(0.5)
      s.stage.advance(0.05)
      s.interaction.completionCurve = .linear
      s.interaction.finish()
      s.stage.advance(0.25)
      #expect(isClose(s.x, 25, within: 5))
      s.stage.advance(0.4)
      #expect(s.log.entries.suffix(3) == ["b didAppear", "b didMove in", "didShow b"])
      #expect(s.ends == [true] && s.nav.topViewController === s.b)
      #expect(s.b.view.frame.minX == 0 && s.a.view.window == nil)
    }

    @Test(arguments: Kind.allCases) func cancelPlaysBack(kind: Kind) {
      let s = Stage(kind)
      s.push()
      s.interaction.update(0.6)
      s.stage.advance(0.05)
      s.interaction.completionCurve = .linear
      s.interaction.cancel()
      s.stage.advance(0.3)
      #expect(isClose(s.x, 70, within: 6))
      s.stage.advance(0.6)
      #expect(s.ends == [false] && s.nav.viewControllers == [s.a])
      #expect(s.a.view.window != nil && s.b.view.window == nil)
      #expect(s.a.view.alpha == 1, "the animated properties are restored")
      #expect(s.a.view.layer.animationKeys() ?? [] == [])
      #expect(
        s.log.entries.suffix(6) == [
          "b willDisappear", "a willAppear animated", "b didDisappear", "a didAppear",
          "b willMove out", "b didMove out",
        ])
      // The time of the layers is as before.
      #expect(s.a.view.superview?.layer.speed == 1 && s.a.view.superview?.layer.timeOffset == 0)
      #expect(s.a.view.layer.convertTime(5, from: nil) == 5)
    }

    @Test(arguments: Kind.allCases) func updateBeforeTheFirstFrameShowsTheFraction(kind: Kind) {
      let s = Stage(kind)
      s.nav.pushViewController(s.b, animated: true)
      s.interaction.update(0.5)
      s.stage.advance(0.05)
      #expect(isClose(s.x, 50, within: 0.5))
    }

    @Test func completionSpeedShortensTheRest() {
      let s = Stage(.block)
      s.push()
      s.interaction.update(0.5)
      s.interaction.completionSpeed = 5
      s.interaction.finish()
      s.stage.advance(0.05)
      #expect(s.ends.isEmpty)
      s.stage.advance(0.1)
      #expect(s.ends == [true])
    }

    @Test func withoutInteractiveStartItPlaysUntilPaused() {
      let s = Stage(.block)
      s.interaction.wantsInteractiveStart = false
      s.push()
      s.stage.advance(0.25)
      #expect(isClose(s.x, 70, within: 5))
      #expect(s.b.transitionCoordinator?.isInteractive == false)
      s.interaction.pause()
      let part = s.interaction.percentComplete
      #expect(isClose(Double(part), 0.3, within: 0.05))
      s.stage.advance(1)
      #expect(isClose(s.x, 100 - 100 * Double(part), within: 2))
      s.interaction.cancel()
      s.stage.advance(1)
      #expect(s.nav.viewControllers == [s.a])
    }

    // MARK: Alongside

    @Test func animationsAlongsideFollowTheGestureAndAreUndone() {
      for finishes in [true, false] {
        let s = Stage(.block)
        let outside = UIView(frame: CGRect(x: 0, y: 90, width: 10, height: 10))
        s.nav.view.addSubview(outside)
        var contexts: [Bool] = []
        var changes: [Bool] = []
        s.b.onWillAppear = { [weak b = s.b] in
          b?.transitionCoordinator?.animate(alongsideTransition: { _ in outside.alpha = 0 }) {
            contexts.append($0.isCancelled)
          }
          b?.transitionCoordinator?.notifyWhenInteractionChanges { changes.append($0.isCancelled) }
        }
        s.push()
        s.interaction.update(0.25)
        s.stage.advance(0.05)
        #expect(isClose(s.stage.scene.shown("opacity", outside.layer), 0.75, within: 0.02))
        finishes ? s.interaction.finish() : s.interaction.cancel()
        #expect(changes == [!finishes] && contexts.isEmpty)
        s.stage.advance(1.2)
        #expect(contexts == [!finishes])
        #expect(outside.alpha == (finishes ? 0 : 1))
        #expect(isClose(s.stage.scene.shown("opacity", outside.layer), finishes ? 0 : 1))
        #expect(outside.layer.speed == 1)
      }
    }

    @Test func animationsAlongsideTakeTheDuration() {
      let s = Stage(.block)
      s.delegate.interactor = nil
      let view = UIView()
      s.nav.view.addSubview(view)
      s.nav.pushViewController(s.b, animated: true)
      let coordinator = s.nav.transitionCoordinator
      #expect(coordinator?.transitionDuration == 1 && coordinator?.isAnimated == true)
      coordinator?.animate(alongsideTransition: { _ in view.alpha = 0 })
      s.stage.advance(0.5)
      #expect(isClose(s.stage.scene.shown("opacity", view.layer), 0.5, within: 0.05))
      s.stage.advance(0.7)
      #expect(coordinator?.animate(alongsideTransition: { _ in }, completion: nil) == false)
      #expect(s.nav.transitionCoordinator == nil)
    }

    // MARK: Modal

    final class Sheet: UIViewControllerTransitioningDelegate {
      let interaction = UIPercentDrivenInteractiveTransition()
      var isInteractive = true
      final class Slide: UIViewControllerAnimatedTransitioning {
        func transitionDuration(
          using transitionContext: (any UIViewControllerContextTransitioning)?
        ) -> TimeInterval { 0.5 }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
          let view = context.viewController(forKey: .from)?.view ?? UIView()
          let below = context.viewController(forKey: .to)?.view ?? UIView()
          UIView.animate(
            withDuration: 0.5, delay: 0, options: .curveLinear,
            animations: {
              view.frame.origin.y = 100
              // Outside of the container.
              below.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
            },
            completion: { _ in context.completeTransition(!context.transitionWasCancelled) })
        }
      }
      func animationController(
        forDismissed dismissed: UIViewController
      ) -> (any UIViewControllerAnimatedTransitioning)? { Slide() }
      func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
      ) -> (any UIViewControllerInteractiveTransitioning)? { isInteractive ? interaction : nil }
    }

    @Test func interactiveDismissalIsCancelledAndFinished() {
      let log = CallLog()
      let (below, above) = (LoggingController("below", log), LoggingController("above", log))
      let stage = ControllerScene(below)
      let sheet = Sheet()
      above.transitioningDelegate = sheet
      above.modalPresentationStyle = .custom
      below.present(above, animated: false)
      _ = log.take()
      var completions = 0
      above.dismiss(animated: true) { completions += 1 }
      stage.advance(0.02)
      sheet.interaction.update(0.5)
      stage.advance(0.02)
      let y = stage.scene.shown("position.y", above.view.layer) - 50
      #expect(isClose(y, 50, within: 1))
      #expect(isClose(stage.scene.shown("transform.scale.x", below.view.layer), 0.75, within: 0.02))
      sheet.interaction.cancel()
      stage.advance(0.6)
      #expect(
        log.take() == ["above willDisappear", "above willAppear animated", "above didAppear"])
      #expect(above.view.frame.minY == 0 && below.view.transform == .identity)
      #expect(below.presentedViewController === above && completions == 1)
      above.dismiss(animated: true)
      sheet.interaction.update(0.9)
      sheet.interaction.finish()
      stage.advance(0.6)
      #expect(below.presentedViewController == nil && above.view.window == nil)
      #expect(log.take() == ["above willDisappear", "above didDisappear"])
    }
  }
}
