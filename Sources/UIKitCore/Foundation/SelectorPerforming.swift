// SelectorPerforming.swift
// Messages by selector, now or later: the methods that NSObject has on Apple's systems.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// An object that can be sent selectors, and the other messages of Foundation's `NSObjectProtocol`: every `NSObject`.
///
/// Source: Foundation's `NSObject` and `NSObjectProtocol` on Apple's systems.
public protocol SelectorPerforming: NSObjectProtocol {}

extension NSObject: SelectorPerforming {}

extension SelectorPerforming {
  /// Whether the object has a selector's method.
  ///
  /// Only methods from which a selector was made are known. One that has a default implementation in a
  /// protocol counts.
  public func responds(to aSelector: Selector!) -> Bool { aSelector?.isKnown(in: self) ?? false }

  /// Calls a method without arguments.
  ///
  /// - Returns: The object that the method returns, not retained; nil if it returns none.
  @discardableResult
  public func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
    unmanaged(aSelector?.send(to: self))
  }

  /// Calls a method with one argument.
  ///
  /// - Returns: The object that the method returns, not retained; nil if it returns none.
  @discardableResult
  public func perform(_ aSelector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
    unmanaged(aSelector?.send(to: self, object))
  }

  /// Calls a method with two arguments.
  ///
  /// - Returns: The object that the method returns, not retained; nil if it returns none.
  @discardableResult
  public func perform(
    _ aSelector: Selector!, with object1: Any!, with object2: Any!
  ) -> Unmanaged<AnyObject>! {
    unmanaged(aSelector?.send(to: self, object1, object2))
  }

  /// The result lives until the end of this turn of the run loop, as an autoreleased object does.
  private func unmanaged(_ result: Any?) -> Unmanaged<AnyObject>? {
    guard let result else { return nil }
    let object = result as AnyObject
    let unmanaged = Unmanaged.passRetained(object)
    nonisolated(unsafe) let retained = unmanaged
    RunLoop.current.perform { retained.release() }
    return unmanaged
  }

  /// Calls a method later, on this thread's run loop. The object and the argument are retained until then.
  ///
  /// - Parameters:
  ///   - aSelector: The method, with at most one parameter.
  ///   - anArgument: What the method gets.
  ///   - delay: Seconds; at least one turn of the run loop.
  public func perform(
    _ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval
  ) {
    perform(aSelector, with: anArgument, afterDelay: delay, inModes: [.default])
  }

  /// Calls a method later, in modes of this thread's run loop. The object and the argument are retained until
  /// then.
  ///
  /// - Parameters:
  ///   - aSelector: The method, with at most one parameter.
  ///   - anArgument: What the method gets.
  ///   - delay: Seconds; at least one turn of the run loop.
  ///   - modes: The modes in which it may be called.
  public func perform(
    _ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval,
    inModes modes: [RunLoop.Mode]
  ) {
    DelayedMessages.add(aSelector, to: self, with: anArgument, after: delay, modes: modes)
  }

  /// Calls a method on the main thread.
  ///
  /// - Parameters:
  ///   - aSelector: The method, with at most one parameter.
  ///   - arg: What the method gets.
  ///   - wait: Whether to return only after the call.
  public func performSelector(
    onMainThread aSelector: Selector, with arg: Any?, waitUntilDone wait: Bool
  ) {
    nonisolated(unsafe) let (target, arg) = (self as AnyObject, arg)
    if wait && Thread.isMainThread {
      aSelector.send(to: target, arg)
    } else if wait {
      DispatchQueue.main.sync { _ = aSelector.send(to: target, arg) }
    } else {
      DispatchQueue.main.async { aSelector.send(to: target, arg) }
    }
  }

  /// Calls a method on a thread of its own.
  public func performSelector(inBackground aSelector: Selector, with arg: Any?) {
    nonisolated(unsafe) let (target, arg) = (self as AnyObject, arg)
    Thread { aSelector.send(to: target, arg) }.start()
  }

  /// Cancels all delayed calls of an object's methods that this thread made.
  public static func cancelPreviousPerformRequests(withTarget aTarget: Any) {
    DelayedMessages.cancel { $0 === aTarget as AnyObject }
  }

  /// Cancels delayed calls of a method of an object that this thread made with an argument.
  public static func cancelPreviousPerformRequests(
    withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
  ) {
    DelayedMessages.cancel(aSelector, with: anArgument) { $0 === aTarget as AnyObject }
  }
}

/// The delayed calls of all threads.
private enum DelayedMessages {
  private struct Message {
    var thread: Thread
    var target: AnyObject
    var selector: Selector
    var argument: Any?
    var timer: Timer
  }

  private static let messages = Locked<[Message]>([])

  static func add(
    _ selector: Selector, to target: AnyObject, with argument: Any?, after delay: TimeInterval,
    modes: [RunLoop.Mode]
  ) {
    let timer = Timer(
      fire: Date(timeIntervalSinceNow: max(0, delay)), interval: 0, repeats: false
    ) { timer in
      nonisolated(unsafe) let timer = timer
      let message = take { $0.timer === timer }.first
      if let message { message.selector.send(to: message.target, message.argument) }
    }
    let message = Message(
      thread: .current, target: target, selector: selector, argument: argument, timer: timer)
    messages.withLock { $0.append(message) }
    if timer.waitsForVirtualClock(for: delay) { return }
    for mode in modes { RunLoop.current.add(timer, forMode: mode) }
  }

  static func cancel(_ isTarget: (AnyObject) -> Bool) {
    end(take { $0.thread === Thread.current && isTarget($0.target) })
  }

  static func cancel(
    _ selector: Selector, with argument: Any?, _ isTarget: (AnyObject) -> Bool
  ) {
    end(
      take {
        $0.thread === Thread.current && $0.selector == selector && isTarget($0.target)
          && isEqual($0.argument, argument)
      })
  }

  /// Objects are equal by identity or by `isEqual`, values when they are equal.
  private static func isEqual(_ a: Any?, _ b: Any?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
    return a as AnyObject === b as AnyObject
  }

  private static func end(_ messages: [Message]) {
    for message in messages { message.timer.invalidate() }
  }

  /// Takes messages out of the list. They are released outside of the lock.
  private static func take(_ isWanted: (Message) -> Bool) -> [Message] {
    messages.withLock {
      let taken = $0.filter(isWanted)
      $0.removeAll(where: isWanted)
      return taken
    }
  }
}
