// CATransaction.swift
// Stage: transaction. Groups changes, gives animations their default timing, and tells when the
// animations of a group are done (semantics 10).
//
// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// A group of changes to layers that are committed together.
///
/// The first change of a live layer opens an implicit transaction, which is committed when the run
/// loop turns. Explicit ones nest in it.
///
/// Source: Apple's `CATransaction`.
public final class CATransaction {
  private init() {}

  /// Opens a nested transaction with its surroundings' values.
  public class func begin() { TransactionStack.current.begin() }

  /// Closes the innermost transaction; the outermost one sends its changes to the screen.
  ///
  /// - Precondition: A transaction is open. An implicit one is ended too.
  public class func commit() { TransactionStack.current.commit() }

  /// Commits an open implicit transaction now; inside explicit ones it waits for the outermost commit.
  public class func flush() { TransactionStack.current.flush() }

  /// Locks all layers for this thread; recursive.
  public class func lock() { layerLock.lock() }

  /// Gives the lock back.
  public class func unlock() { layerLock.unlock() }

  private static let layerLock = NSRecursiveLock()

  /// Seconds that animations without a duration last. Default 0.25.
  public class func animationDuration() -> CFTimeInterval { TransactionStack.current.top.duration }

  /// Sets the default duration, in seconds.
  ///
  /// - Precondition: Finite.
  public class func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionStack.opened.top.duration = MediaTiming.checked(dur, "the duration")
  }

  /// The curve put on every animation added in the transaction; nil, the default, leaves them.
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

  /// The block that waits for the animations added since it was set.
  public class func completionBlock() -> (() -> Void)? {
    TransactionStack.current.top.completion?.block
  }

  /// Sets a block that runs, from the run loop, once all animations added from now on in this
  /// transaction, and in those nested in it, are over. A block set before keeps waiting for its own.
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
    case kCATransactionAnimationDuration: setAnimationDuration(number ?? 0.25)
    case kCATransactionDisableActions: setDisableActions(number ?? 0 != 0)
    case kCATransactionAnimationTimingFunction:
      setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
    case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
    default: TransactionStack.opened.top.values[key] = anObject
    }
  }

  // MARK: For layers

  /// Opens the implicit transaction if none is open.
  ///
  /// - Precondition: On the main thread, where live layers belong.
  static func ensureOpen() {
    precondition(
      MainThread.isCurrent, "a live layer was changed off the main thread, where it belongs")
    TransactionStack.main.open()
  }

  /// Everybody who counts an animation that is added now.
  static func observersForNewAnimations() -> [any AnimationObserver] {
    let stack = TransactionStack.current
    // Who counts besides counts on the main thread.
    if stack !== TransactionStack.main || additionalObservers.isEmpty { return stack.observers }
    return stack.observers + additionalObservers
  }

  /// Counts every animation added while it stands here; see `UIView.AnimationOptions.includesLayers`.
  nonisolated(unsafe) package static var additionalObservers: [any AnimationObserver] = []

  /// Gives implicit actions of layers without a view a block's timing; nil outside of blocks that
  /// ask for it. See `UIView.AnimationOptions.includesLayers`.
  nonisolated(unsafe) package static var timesImplicitAction: ((CAAnimation, CALayer) -> Void)?

  /// Remembers that a layer got an animation, in case the commit finds it in no tree.
  static func didAttach(to layer: CALayer) {
    let stack = TransactionStack.opened
    if stack === TransactionStack.main {
      if layer.isAwaitingCommit { return }
      layer.isAwaitingCommit = true
    }
    stack.touched.append(layer)
  }
}

/// Key of the default duration.
public let kCATransactionAnimationDuration = "animationDuration"
/// Key of ``CATransaction/disableActions()``.
public let kCATransactionDisableActions = "disableActions"
/// Key of the curve.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// Key of the completion block.
public let kCATransactionCompletionBlock = "completionBlock"

/// A completion block and the animations it waits for.
private final class CompletionGroup: AnimationObserver {
  let block: () -> Void

  private struct State {
    var pending = 0
    var isSealed = false
    var isDone: Bool { isSealed && pending == 0 }
  }

  /// Animations are counted on the thread that adds them, and their ends on the main thread.
  private let state = Mutex(State())

  init(_ block: @escaping () -> Void) { self.block = block }

  func animationWasAttached(to layer: CALayer) { state.withLock { $0.pending += 1 } }

  func animationDidEnd(on layer: CALayer, finished: Bool) {
    let isDone = state.withLock {
      $0.pending -= 1
      return $0.isDone
    }
    // Runs here, from the run loop, so that it precedes the animation's delegate.
    if isDone { block() }
  }

  /// No more animations will be added.
  func seal() {
    let isDone = state.withLock {
      $0.isSealed = true
      return $0.isDone
    }
    if isDone { CallbackQueue.enqueue(block) }
  }
}

/// The open transactions of one thread.
private final class TransactionStack {
  struct Level {
    var duration: CFTimeInterval = 0.25
    var function: CAMediaTimingFunction?
    var disableActions = false
    var completion: CompletionGroup?
    /// Values of the caller's own keys.
    var values: [String: Any] = [:]
    var isImplicit = true
  }

  // The main thread's alone, by ``current``.
  nonisolated(unsafe) static let main = TransactionStack()

  static var current: TransactionStack {
    if MainThread.isCurrent { return main }
    let key = "CATransaction"
    if let known = Thread.current.threadDictionary[key] as? TransactionStack { return known }
    let new = TransactionStack()
    Thread.current.threadDictionary[key] = new
    return new
  }

  /// The current stack with a transaction open, the implicit one if none was.
  static var opened: TransactionStack {
    let stack = current
    stack.open()
    return stack
  }

  /// The innermost level; the defaults while nothing is open.
  var top = Level()
  private var isOpen = false
  /// The levels around the innermost one, outermost first.
  private var outer: [Level] = []
  /// Groups that get no more animations once the outermost transaction is committed.
  var sealed: [CompletionGroup] = []
  /// Layers that got an animation.
  var touched: [CALayer] = []
  private var isCommitting = false

  /// Opens the implicit transaction if none is open.
  func open() {
    if isOpen { return }
    isOpen = true
    if self === Self.main && !isCommitting { CallbackQueue.transactionDidOpen() }
  }

  /// Innermost first.
  var observers: [any AnimationObserver] {
    if outer.isEmpty { return top.completion.map { [$0] } ?? [] }
    return (outer + [top]).reversed().compactMap(\.completion)
  }

  func value(forKey key: String) -> Any? {
    top.values[key] ?? outer.last { $0.values[key] != nil }?.values[key]
  }

  func begin() {
    if isOpen { outer.append(top) }
    isOpen = true
    top.completion = nil
    top.values = [:]
    top.isImplicit = false
  }

  func commit() {
    precondition(isOpen, "commit() without begin(): no transaction is open")
    close()
  }

  func flush() {
    if isOpen && outer.isEmpty && top.isImplicit { close() }
    if !isOpen && self === Self.main && LayerContext.live.contains(where: \.hasChanges) {
      sendChanges()
    }
  }

  private func close() {
    pop()
    if !isOpen { sendChanges() }
  }

  /// Ends the innermost level; its animations are all added.
  private func pop() {
    let ended = top
    isOpen = !outer.isEmpty
    top = outer.popLast() ?? Level()
    if let group = ended.completion { sealed.append(group) }
    // The caller's values go last: what they do when they go may ask for transactions.
    withExtendedLifetime(ended) {}
  }

  /// Commits every live tree. Layout and display may change layers; those changes are part of it.
  private func sendChanges() {
    if self === Self.main {
      guard !isCommitting else { return }
      isCommitting = true
      LayerContext.commitAll(at: MediaClock.presentationTime)
      // Layout and display opened an implicit transaction of their own; it has nothing left to send.
      while isOpen { pop() }
      isCommitting = false
    }
    let (layers, groups) = (touched, sealed)
    (touched, sealed) = ([], [])
    for layer in layers {
      if self === Self.main { layer.isAwaitingCommit = false }
      layer.dropAnimationsIfNotLive()
    }
    for group in groups { group.seal() }
    if self === Self.main { CallbackQueue.scheduleEvents() }
  }
}
