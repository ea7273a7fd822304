// WaitingTests.swift
// Asynchronous callbacks: completions, delegates, display links. Each test is a separate process with a
// running main queue; durations are not measured.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

/// Returns a view in a visible window, which are never released.
@MainActor private func visibleView() -> UIView {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  window.isHidden = false
  let view = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
  window.addSubview(view)
  CATransaction.flush()
  keptWindows.append(window)
  return view
}

@MainActor private var keptWindows: [UIWindow] = []

/// Waits for a callback.
@MainActor private func finish<Result: Sendable>(
  _ body: @MainActor (@escaping @MainActor (Result) -> Void) -> Void
) async -> Result {
  await withCheckedContinuation { continuation in
    body { continuation.resume(returning: $0) }
  }
}

/// Waits for a callback without arguments.
@MainActor private func finish(
  _ body: @MainActor (@escaping @MainActor () -> Void) -> Void
) async {
  let _: Bool = await finish { done in body { done(true) } }
}

/// Records delegate callbacks.
private final class Listener: NSObject, CAAnimationDelegate {
  var log: [String] = []
  var ended: () -> Void = {}
  func animationDidStart(_ anim: CAAnimation) {
    log.append("start \(anim.value(forKey: "id") ?? "")")
  }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    log.append("stop \(anim.value(forKey: "id") ?? "") \(flag)")
    ended()
  }
}

/// Counts five frames.
@MainActor private final class Counter {
  var times: [CFTimeInterval] = []
  var done: () -> Void = {}
  func step(_ link: CADisplayLink) {
    times.append(link.targetTimestamp)
    guard times.count == 5 else { return }
    link.invalidate()
    done()
  }
}

extension AppleNames {
  @Suite(.timeLimit(.minutes(2))) struct WaitingTests {
    /// semantics 16.5: a block completes with its animations, without an explicit flush.
    @Test func blockCompletionRuns() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let view = visibleView()
        let begin = CACurrentMediaTime()
        let finished = await finish { done in
          UIView.animate(
            withDuration: 0.1, animations: { view.center.x = 70 }, completion: { done($0) })
        }
        #expect(finished && CACurrentMediaTime() - begin >= 0.1)
        #expect(view.layer.animationKeys() == nil)
        #expect(view.layer.presentation()?.position.x == 70)
        let cut = await finish { done in
          UIView.animate(
            withDuration: 1000, animations: { view.alpha = 0 }, completion: { done($0) })
          CATransaction.flush()
          view.layer.removeAllAnimations()
        }
        #expect(!cut)
        let window = view.window
        #expect(window?.hitTest(CGPoint(x: 70, y: 20), with: nil) === window)
        view.alpha = 1
        #expect(window?.hitTest(CGPoint(x: 70, y: 20), with: nil) === view)
      }
    }

    /// semantics 10.1: a transaction's completion waits for its changes.
    @Test func transactionCompletionRuns() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let view = visibleView()
        let layer = CALayer()
        view.layer.addSublayer(layer)
        CATransaction.flush()
        var keys: [String]? = ["not called"]
        await finish { done in
          CATransaction.begin()
          CATransaction.setAnimationDuration(0.05)
          CATransaction.setCompletionBlock {
            MainActor.assumeIsolated {
              keys = layer.animationKeys()
              done()
            }
          }
          layer.opacity = 0.5
          CATransaction.commit()
          keys = layer.animationKeys()
        }
        #expect(keys == nil && layer.presentation()?.opacity == 0.5)
      }
    }

    /// semantics 1.9: a delegate receives one start and one end.
    @Test func animationDelegateGetsStartAndStop() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let view = visibleView()
        let listener = Listener()
        let spin = CABasicAnimation(keyPath: "transform.rotation.z")
        spin.byValue = CGFloat.pi
        spin.duration = 0.05
        spin.repeatCount = 2
        spin.delegate = listener
        spin.setValue("spin", forKey: "id")
        await finish { done in
          listener.ended = { MainActor.assumeIsolated { done() } }
          view.layer.add(spin, forKey: "spin")
        }
        #expect(listener.log == ["start spin", "stop spin true"])
        #expect(view.layer.animationKeys() == nil)
      }
    }

    /// semantics 17: an animator runs to its end, and can be reversed meanwhile.
    @Test func propertyAnimatorRuns() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let view = visibleView()
        let there = UIViewPropertyAnimator(duration: 0.05, curve: .linear) { view.center.x = 70 }
        let end = await finish { done in
          there.addCompletion { done($0) }
          there.startAnimation()
        }
        #expect(end == .end && view.center.x == 70 && there.state == .inactive)
        let back = UIViewPropertyAnimator(duration: 0.2, dampingRatio: 1) { view.center.x = 20 }
        let start = await finish { done in
          back.addCompletion { done($0) }
          back.startAnimation()
          back.isReversed = true
        }
        #expect(start == .start && view.center.x == 70)
      }
    }

    /// A display link fires with increasing times until it is invalidated.
    @Test func displayLinkFires() async {
      await #expect(processExitsWith: .success) { @MainActor in
        _ = visibleView()
        let counter = Counter()
        await finish { done in
          counter.done = done
          let link = CADisplayLink(target: counter, selector: Counter.step(_:))
          link.add(to: .main, forMode: .common)
        }
        #expect(zip(counter.times, counter.times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(counter.times.count == 5)
      }
    }

    /// The main queue and tasks run while views animate.
    @Test func mainQueueRuns() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let view = visibleView()
        UIView.animate(withDuration: 1) { view.alpha = 0 }
        await finish { done in
          DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
            Task { @MainActor in done() }
          }
        }
        #expect((view.layer.presentation()?.opacity ?? 1) < 1)
      }
    }
  }
}
