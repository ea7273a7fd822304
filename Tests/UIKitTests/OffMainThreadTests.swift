// OffMainThreadTests.swift
// What belongs to the main thread, released or read on another one: that is the last owner of an object as often.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

/// The result of a function on another thread.
private func elsewhere<Result>(_ body: @escaping () -> Result) -> Result? {
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var result: Result?
  let ended = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    result = body()
    ended.signal()
  }
  ended.wait()
  return result
}

extension LiveViews {
  @MainActor @Suite struct OffMainThreadTests {
    /// Released and invalidated: nothing comes after that, though the main thread has not run since.
    @Test func observationEnds() async {
      let scene = ViewScene()
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { scene.view.alpha = 0 }
      var notified: [Int] = []
      weak var captured: NSObject?
      func observation(_ number: Int) -> NSKeyValueObservation {
        let object = NSObject()
        captured = object
        return animator.observe(\.isRunning) { _, _ in
          notified.append(number)
          withExtendedLifetime(object) {}
        }
      }
      let kept = observation(1)
      nonisolated(unsafe) var released: NSKeyValueObservation? = observation(2)
      _ = elsewhere { released = nil }
      let invalidated = observation(3)
      _ = elsewhere { invalidated.invalidate() }
      animator.startAnimation()
      #expect(notified == [1])
      for _ in 0..<1000 where captured != nil { await Task.yield() }
      #expect(captured == nil, "the handler is released on the main thread")
      animator.stopAnimation(true)
      #expect(notified == [1, 1])
      withExtendedLifetime((kept, released)) {}
    }

    @Test func observationOutlivesTheAnimator() {
      var animator: UIViewPropertyAnimator? = UIViewPropertyAnimator(duration: 1, curve: .linear)
      nonisolated(unsafe) var observation = animator?.observe(\.isRunning) { _, _ in }
      animator = nil
      _ = elsewhere { observation = nil }
      withExtendedLifetime(observation) {}
    }

    @Test func constraintIsDescribedAndAnchorsAreCompared() {
      let view = UIView()
      let constraint = view.widthAnchor.constraint(equalToConstant: 5)
      let (first, second) = (view.widthAnchor, view.widthAnchor)
      let description = elsewhere { "\(constraint)" }
      #expect(description?.contains("NSLayoutConstraint") == true, "\(description ?? "")")
      #expect(elsewhere { first.isEqual(second) && first.hash == second.hash } == true)
    }

    @Test func displayLinkIsInvalidated() async {
      let link = CADisplayLink { _ in }
      link.add(to: .main, forMode: .common)
      #expect(DisplayLinks.areActive)
      _ = elsewhere { link.invalidate() }
      for _ in 0..<1000 where DisplayLinks.areActive { await Task.yield() }
      #expect(!DisplayLinks.areActive)
    }
  }
}
