// BlockAnimationState.swift
// Tracks the running animations of one block, blocks touches meanwhile, and calls the completion.
//
// SPDX-License-Identifier: MIT

import Foundation
package import QuartzCore

/// Tracks the animations of one block. It counts attachments, so that the block's end does not depend
/// on the animations' delegates.
///
/// Called on the main thread, which owns live layers.
package final class BlockAnimationState: CAAnimationDelegate, AnimationObserver,
  @unchecked Sendable
{
  package var origin: AnimationOrigin? { .block }
  private let blocksTouches: Bool
  private var completion: ((Bool) -> Void)?
  private var endHandlers: [() -> Void] = []
  private var running = 0
  private var didBlockEnd = false
  private var allFinished = true

  init(blocksTouches: Bool, completion: ((Bool) -> Void)?) {
    self.blocksTouches = blocksTouches
    self.completion = completion
  }

  package var asDelegate: (any CAAnimationDelegate)? { self }

  package func animationWasAttached(to layer: CALayer) {
    running += 1
    changeTouchBlocks(of: layer, by: 1)
  }

  package func animationDidEnd(on layer: CALayer, finished: Bool) {
    running -= 1
    allFinished = allFinished && finished
    changeTouchBlocks(of: layer, by: -1)
    if didBlockEnd && running == 0 { complete() }
  }

  private func changeTouchBlocks(of layer: CALayer, by change: Int) {
    guard blocksTouches else { return }
    nonisolated(unsafe) let layer = layer
    MainActor.assumeIsolated { (layer.delegate as? UIView)?.touchBlockCount += change }
  }

  /// The block has ended. Without running animations it completes at once.
  func blockDidEnd() {
    didBlockEnd = true
    if running == 0 { complete() }
  }

  /// The block changed everything at once. It completes in the next iteration of the run loop.
  func endWithoutAnimations() {
    didBlockEnd = true
    // A duration of 0 may have been set after changes that animate.
    guard running == 0 else { return }
    CallbackQueue.enqueue { self.complete() }
  }

  /// Calls a function when the last animation has ended, before the completion.
  func notify(atEnd handler: @escaping () -> Void) { endHandlers.append(handler) }

  private func complete() {
    let handlers = endHandlers
    endHandlers = []
    for handler in handlers { handler() }
    let block = completion
    completion = nil
    block?(allFinished)
  }
}
