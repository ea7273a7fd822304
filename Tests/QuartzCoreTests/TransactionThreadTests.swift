// TransactionThreadTests.swift
// Transactions on other threads, their lock, and their values by key (semantics 10).
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import Synchronization
import TestSupport
import Testing

private let mainQueue = DispatchSpecificKey<Bool>()

/// Whether the main queue runs the code, on any thread that serves it.
private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueue) ?? false }

extension LiveTree {
  @MainActor @Suite struct TransactionThreadTests {
    /// Runs code to its end on a new thread.
    private func onThread(_ body: @escaping @Sendable () -> Void) {
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        body()
        done.signal()
      }
      thread.start()
      done.wait()
    }

    /// Runs the main queue until a condition holds, for at most two seconds.
    private func serveUntil(_ isDone: () -> Bool) async {
      for _ in 0..<200 where !isDone() {
        try? await Task.sleep(nanoseconds: 10_000_000)
        CallbackQueue.drain()
      }
    }

    /// semantics 10: each thread has transactions of its own.
    @Test func threadsHaveTheirOwn() {
      let stage = LiveStage()
      CATransaction.begin()
      CATransaction.setAnimationDuration(7)
      let seen = Mutex<[Double]>([])
      onThread {
        let before = CATransaction.animationDuration()
        CATransaction.begin()
        CATransaction.setAnimationDuration(3)
        let inside = CATransaction.animationDuration()
        CATransaction.commit()
        seen.withLock { $0 = [before, inside, CATransaction.animationDuration()] }
      }
      #expect(seen.withLock { $0 } == [0.25, 3, 0.25])
      #expect(CATransaction.animationDuration() == 7)
      CATransaction.commit()
      _ = stage
    }

    /// semantics 10, 1.9: layers that are not live may be built on any thread; callbacks run on the
    /// main thread, those of animations first.
    @Test func layersAreBuiltOnOtherThreads() async {
      let stage = LiveStage()
      DispatchQueue.main.setSpecific(key: mainQueue, value: true)
      let log = Mutex<[String]>([])
      final class Delegate: CAAnimationDelegate, Sendable {
        let report: @Sendable (String) -> Void
        init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }
        func animationDidStart(_ anim: CAAnimation) {
          report("start \(isOnMainQueue())")
        }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
          report("stop \(flag) \(isOnMainQueue())")
        }
      }
      let delegate = Delegate { text in log.withLock { $0.append(text) } }
      onThread {
        let layer = CALayer()
        layer.addSublayer(CALayer())
        CATransaction.begin()
        CATransaction.setCompletionBlock {
          log.withLock { $0.append("block \(isOnMainQueue())") }
        }
        layer.opacity = 0.5
        layer.add(blink(delegate: delegate), forKey: "a")
        CATransaction.commit()
        CATransaction.setCompletionBlock { log.withLock { $0.append("flushed") } }
        CATransaction.flush()
      }
      #expect(log.withLock { $0 }.isEmpty)
      await serveUntil { log.withLock { $0.count } == 4 }
      #expect(log.withLock { $0 } == ["start true", "stop false true", "block true", "flushed"])
      _ = stage
    }

    /// semantics 10: a change of a live layer off the main thread traps with a message.
    @Test func liveLayersStayOnTheMainThread() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let stage = LiveStage()
          nonisolated(unsafe) let layer = stage.add(CALayer())
          let thread = Thread { layer.opacity = 0.5 }
          thread.start()
          // The thread ends the program as soon as it runs; without it this ends it, with success.
          Thread.sleep(forTimeInterval: 60)
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("opacity of the live layer CALayer was changed off the main thread"))
    }

    /// semantics 10: the lock is recursive, and excludes other threads.
    @Test func theLockIsRecursive() {
      CATransaction.lock()
      CATransaction.lock()
      let entered = Mutex(false)
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        CATransaction.lock()
        entered.withLock { $0 = true }
        CATransaction.unlock()
        done.signal()
      }
      thread.start()
      CATransaction.unlock()
      #expect(done.wait(timeout: .now() + 0.05) == .timedOut && !entered.withLock { $0 })
      CATransaction.unlock()
      done.wait()
      #expect(entered.withLock { $0 })
    }

    /// semantics 10: known keys are the properties; other keys are stored, and searched outwards.
    @Test func valuesByKey() {
      let stage = LiveStage()
      var ran = 0
      CATransaction.begin()
      CATransaction.setValue(2, forKey: kCATransactionAnimationDuration)
      CATransaction.setValue(true, forKey: kCATransactionDisableActions)
      let curve = CAMediaTimingFunction(name: .easeIn)
      CATransaction.setValue(curve, forKey: kCATransactionAnimationTimingFunction)
      let block: () -> Void = { ran += 1 }
      CATransaction.setValue(block, forKey: kCATransactionCompletionBlock)
      #expect(CATransaction.animationDuration() == 2 && CATransaction.disableActions())
      #expect(CATransaction.animationTimingFunction() == curve)
      #expect(CATransaction.completionBlock() != nil)
      #expect(CATransaction.value(forKey: kCATransactionCompletionBlock) is () -> Void)
      CATransaction.setValue("outer", forKey: "mine")
      CATransaction.begin()
      // A nested transaction inherits its parent's values, and reads its block; semantics 20.5.
      #expect(CATransaction.disableActions() && CATransaction.animationTimingFunction() == curve)
      #expect(CATransaction.completionBlock() != nil)
      CATransaction.setValue(nil, forKey: "mine")
      #expect(CATransaction.value(forKey: "mine") as? String == "outer")
      #expect(CATransaction.value(forKey: "unknown") == nil)
      // A value of the wrong type reads as the default.
      CATransaction.setValue("long", forKey: kCATransactionAnimationDuration)
      CATransaction.setValue([1], forKey: kCATransactionDisableActions)
      CATransaction.setValue(3, forKey: kCATransactionAnimationTimingFunction)
      #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
      #expect(CATransaction.animationTimingFunction() == nil)
      CATransaction.commit()
      CATransaction.commit()
      CallbackQueue.drain()
      #expect(ran == 1)
      _ = stage
    }

    /// semantics 10: a flush inside nested transactions waits for the outermost commit.
    @Test func flushWaitsForTheOutermostCommit() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      var isDone = false
      CATransaction.setDisableActions(true)
      layer.opacity = 0.5
      CATransaction.begin()
      CATransaction.begin()
      CATransaction.setCompletionBlock { isDone = true }
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 1)
      CATransaction.commit()
      CATransaction.flush()
      CATransaction.commit()
      CallbackQueue.drain()
      // The surrounding implicit transaction is still open.
      #expect(layer.presentation()?.opacity == 1 && !isDone)
      CATransaction.flush()
      #expect(layer.presentation()?.opacity == 0.5 && !isDone)
      CallbackQueue.drain()
      #expect(isDone)
    }

    /// semantics 10: an implicit transaction is ended by a commit without begin.
    @Test func commitsEndTheImplicitTransaction() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      CATransaction.setDisableActions(true)
      layer.opacity = 0.5
      CATransaction.commit()
      #expect(layer.presentation()?.opacity == 0.5)
    }
  }
}
