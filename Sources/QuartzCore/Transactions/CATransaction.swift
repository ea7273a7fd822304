// CATransaction.swift
// Stage: transaction. Groups changes, gives animations their default timing, and reports when the
// animations of a group are done.
//
// This folder: transactions and what their completion blocks wait for, the queue of callbacks, the main thread.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// A group of changes to layers that are committed together.
///
/// The first change of a live layer opens an implicit transaction, which is committed when the run
/// loop turns. Explicit ones nest in it.
///
/// Source: Apple's `CATransaction`.
public final class CATransaction: NSObject {
  private override init() {}

  /// Opens a nested transaction with the values of the surrounding one.
  public class func begin() { TransactionStack.current.begin() }

  /// Closes the innermost transaction; the outermost one sends its changes to the screen. An implicit one is ended
  /// too. Without an open transaction, nothing happens.
  public class func commit() { TransactionStack.current.commit() }

  /// Commits an open implicit transaction now; inside explicit ones it waits for the outermost commit.
  public class func flush() { TransactionStack.current.flush() }

  /// Locks all layers for this thread; recursive.
  public class func lock() { layerLock.lock() }

  /// Releases the lock of ``lock()``.
  public class func unlock() { layerLock.unlock() }

  private static let layerLock = NSRecursiveLock()

  /// Seconds that animations without a duration last. Default 0.25.
  public class func animationDuration() -> CFTimeInterval { TransactionStack.current.top.duration }

  /// Sets the default duration, in seconds. NaN is 0.
  public class func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionStack.opened.top.duration = MediaTiming.finite(dur, "a transaction's duration")
  }

  /// The curve of every animation added in the transaction; nil keeps their own. Default nil.
  public class func animationTimingFunction() -> CAMediaTimingFunction? {
    TransactionStack.current.top.function
  }

  /// Sets the curve.
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionStack.opened.top.function = function
  }

  /// Whether changes of properties search no action. Default false.
  public class func disableActions() -> Bool { TransactionStack.current.top.disableActions }

  /// Sets whether changes search no action.
  public class func setDisableActions(_ flag: Bool) {
    TransactionStack.opened.top.disableActions = flag
  }

  /// The block that waits for the animations added since it was set: of the innermost transaction that has one.
  public class func completionBlock() -> (() -> Void)? { TransactionStack.current.completionBlock }

  /// Sets a block that runs, from the run loop, once all animations added from now on in this
  /// transaction, and in those nested in it, are over. A block set before still waits for its own.
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    let stack = TransactionStack.opened
    if let old = stack.top.completion { stack.sealed.append(old) }
    stack.top.completion = block.map { CompletionGroup($0) }
  }

  /// Returns a value of the innermost transaction that has one.
  public class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: NSNumber(value: animationDuration())
    case kCATransactionDisableActions: NSNumber(value: disableActions())
    case kCATransactionAnimationTimingFunction: animationTimingFunction()
    case kCATransactionCompletionBlock: completionBlock()
    default: TransactionStack.current.value(forKey: key)
    }
  }

  /// Sets a value of the innermost transaction.
  public class func setValue(_ anObject: Any?, forKey key: String) {
    let number = AnimatableValue(anObject).lanes?.x
    switch key {
    case kCATransactionAnimationDuration:
      setAnimationDuration(number ?? TransactionStack.Level.defaultDuration)
    case kCATransactionDisableActions: setDisableActions(number ?? 0 != 0)
    case kCATransactionAnimationTimingFunction:
      setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
    case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
    default: TransactionStack.opened.top.values[key] = anObject
    }
  }

  /// Whether the main thread has a transaction open.
  package static var isOpenOnMainThread: Bool { TransactionStack.main.isOpen }

  // MARK: For layers

  /// Opens the implicit transaction if none is open.
  ///
  /// - Parameter what: What is about to change.
  /// - Precondition: On the main thread, where live layers belong.
  static func ensureOpen(_ what: @autoclosure () -> String = "a live layer") {
    trap(
      unless: MainThread.isCurrent, "\(what()) was changed off the main thread, where it belongs")
    TransactionStack.main.open()
  }

  /// The observers of an animation that is added now.
  static func observersForNewAnimations() -> [any AnimationObserver] {
    let stack = TransactionStack.current
    if stack.scope.observers.isEmpty { return stack.observers }
    return stack.observers + stack.scope.observers
  }

  /// The scope of animations that are made now.
  static var animationScope: AnimationScope { TransactionStack.current.scope }

  /// Runs code in a scope of its own; see `UIView.AnimationOptions.includesLayers`.
  ///
  /// - Parameter change: Changes the surrounding scope into the one of the code.
  package static func withAnimationScope(
    _ change: (inout AnimationScope) -> Void, _ body: () -> Void
  ) {
    // Not a level, as the code may close the transaction that is open now.
    let stack = TransactionStack.current
    let outer = stack.scope
    change(&stack.scope)
    body()
    stack.scope = outer
  }

  /// Records that a layer got an animation, which the commit removes if the layer is in no tree.
  static func didAttach(to layer: CALayer) {
    let stack = TransactionStack.opened
    if stack === TransactionStack.main {
      if layer.layerState[.isAwaitingCommit] { return }
      layer.layerState[.isAwaitingCommit] = true
    }
    stack.touched.append(layer)
  }
}

/// An animation block's effects on the animations made in it, in any transaction.
package struct AnimationScope {
  /// Observe every animation added.
  package var observers: [any AnimationObserver] = []

  /// Sets the timing of implicit animations of layers without a view; nil for the transaction's.
  package var setBlockTiming: ((CAAnimation, CALayer) -> Void)?
}

/// Key of the default duration.
public let kCATransactionAnimationDuration = "animationDuration"
/// Key of ``CATransaction/disableActions()``.
public let kCATransactionDisableActions = "disableActions"
/// Key of the curve.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// Key of the completion block.
public let kCATransactionCompletionBlock = "completionBlock"
