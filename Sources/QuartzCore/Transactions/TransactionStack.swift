// TransactionStack.swift
// Stage: transaction. The nested transactions of one thread, and the commit of the outermost.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The open transactions of one thread.
final class TransactionStack {
  struct Level {
    /// Seconds that animations without a duration last.
    static let defaultDuration: CFTimeInterval = 0.25
    var duration = Self.defaultDuration
    var function: CAMediaTimingFunction?
    var disableActions = false
    var completion: CompletionGroup?
    /// Values of custom keys.
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

  // Checks of exclusive access to these fields, and to those of a context and of the action log, would take a tenth of
  // the time of a change: 210 ns in place of 188, and with an implicit animation 604 in place of 530.

  /// The innermost level; the defaults while nothing is open.
  @exclusivity(unchecked) var top = Level()
  @exclusivity(unchecked) private(set) var isOpen = false {
    didSet {
      if self === Self.main && isOpen != oldValue { MediaClock.transactionIsOpen(isOpen) }
    }
  }
  /// The levels around the innermost one, outermost first.
  @exclusivity(unchecked) private var outer: [Level] = []
  /// Groups that end with the commit of the outermost transaction.
  var sealed: [CompletionGroup] = []
  /// Layers that got an animation.
  @exclusivity(unchecked) var touched: [CALayer] = []
  @exclusivity(unchecked) private var isCommitting = false
  /// The scope of animations that are made now.
  @exclusivity(unchecked) var scope = AnimationScope()

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

  /// The block of the innermost level that has one.
  var completionBlock: (() -> Void)? {
    (top.completion ?? outer.last { $0.completion != nil }?.completion)?.block
  }

  func value(forKey key: String) -> Any? {
    top.values[key] ?? outer.last { $0.values[key] != nil }?.values[key]
  }

  func begin() {
    if isOpen {
      outer.append(top)
    } else if self === Self.main {
      CallbackQueue.explicitTransactionDidOpen()
    }
    isOpen = true
    top.completion = nil
    top.values = [:]
    top.isImplicit = false
  }

  func commit() {
    if isOpen { close() }
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

  /// Ends the innermost level.
  private func pop() {
    let ended = top
    isOpen = !outer.isEmpty
    top = outer.popLast() ?? Level()
    if let group = ended.completion { sealed.append(group) }
    // The caller's values are released last, as their deinitialisers may use transactions.
    withExtendedLifetime(ended) {}
  }

  /// Commits every live tree. Layout and display may change layers; those changes are part of it.
  private func sendChanges() {
    if self === Self.main {
      guard !isCommitting else { return }
      isCommitting = true
      LayerContext.commitAll(at: MediaClock.commitTime)
      // Layout and display opened an implicit transaction of their own; it has nothing left to send.
      while isOpen { pop() }
      isCommitting = false
    }
    let (layers, groups) = (touched, sealed)
    (touched, sealed) = ([], [])
    for layer in layers {
      if self === Self.main { layer.layerState[.isAwaitingCommit] = false }
      layer.dropAnimationsIfNotLive()
    }
    for group in groups { group.seal() }
    if self === Self.main { CallbackQueue.scheduleEvents() }
  }
}
