// CompletionGroup.swift
// Stage: transaction. Counts the animations that a transaction's completion block waits for, and runs the block.
// TransactionStack keeps the block until its transaction is committed.
// UIKitCore's BlockAnimationState does so for animation blocks. CALayer+Animations and AnimationEvents end animations.
//
// SPDX-License-Identifier: MIT

import Synchronization

/// A completion block and the animations it waits for.
final class CompletionGroup: AnimationObserver {
  let block: () -> Void

  private struct State {
    var pending = 0
    var isSealed = false
    var isDone: Bool { isSealed && pending == 0 }
  }

  /// Animations are counted on the thread that adds them, and their ends on the main thread.
  private let state = Mutex(State())

  init(_ block: @escaping () -> Void) { self.block = block }

  var origin: AnimationOrigin? { .transaction }

  func animationWasAttached(to layer: CALayer) { state.withLock { $0.pending += 1 } }

  func animationDidEnd(on layer: CALayer, finished: Bool) {
    let isDone = state.withLock {
      $0.pending -= 1
      return $0.isDone
    }
    // Runs here, from the run loop, so that it precedes the animation's delegate.
    if isDone { block() }
  }

  /// Ends the group: no more animations are added.
  func seal() {
    let isDone = state.withLock {
      $0.isSealed = true
      return $0.isDone
    }
    if isDone { CallbackQueue.enqueue(block) }
  }
}
