// KeyValueObservation.swift
// Key-value observation of animators, under Foundation's names, which Foundation on Linux lacks.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore
import Synchronization

/// The contents and timing of change notifications.
///
/// Source: Foundation's `NSKeyValueObservingOptions` on Apple's systems.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Include the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// Include the old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// Call the handler at once, before any change.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// A change of an observed property.
///
/// Source: Foundation's `NSKeyValueObservedChange` on Apple's systems.
public struct NSKeyValueObservedChange<Value> {
  /// The new value; nil unless requested.
  public let newValue: Value?
  /// The old value; nil unless requested, and in the initial call.
  public let oldValue: Value?
}

/// An observation that lasts until it is invalidated or released, on any thread.
///
/// Source: Foundation's `NSKeyValueObservation` on Apple's systems.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let end: Mutex<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

  /// Ends the observation.
  public func invalidate() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }

  deinit { invalidate() }
}

extension UIViewPropertyAnimator {
  /// Calls a function after each change of a property.
  ///
  ///     observation = animator.observe(\.isRunning, options: [.new]) { animator, change in
  ///       print(change.newValue ?? false)
  ///     }
  ///
  /// Changes of `state`, `isRunning` and `isReversed` are reported, and values of `fractionComplete`
  /// that the caller sets.
  ///
  /// - Returns: The observation, to be retained. It ends when released.
  public func observe<Value: Equatable>(
    _ keyPath: KeyPath<UIViewPropertyAnimator, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (UIViewPropertyAnimator, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    var last = self[keyPath: keyPath]
    func change(_ old: Value?, _ new: Value) -> NSKeyValueObservedChange<Value> {
      NSKeyValueObservedChange(
        newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? old : nil)
    }
    let observer = KeyValueObserver { [unowned self] in
      let (old, new) = (last, self[keyPath: keyPath])
      guard new != old else { return }
      last = new
      changeHandler(self, change(old, new))
    }
    observers.append(observer)
    if options.contains(.initial) { changeHandler(self, change(nil, last)) }
    return NSKeyValueObservation { [weak self, weak observer] in
      // At once on any thread; the list of observers belongs to the main thread.
      observer?.end()
      MainThread.perform { self?.observers.removeAll { $0.hasEnded } }
    }
  }

  /// Notifies observers of changes.
  func notifyObservers() {
    for observer in observers { observer.notify() }
  }
}

/// What an observation runs, in the order of the observations.
final class KeyValueObserver: @unchecked Sendable {
  // Called on the main thread only.
  private let change: () -> Void
  private let isEnded = Atomic(false)

  init(_ change: @escaping () -> Void) { self.change = change }

  func notify() { if !hasEnded { change() } }

  /// Whether the observation has ended.
  var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

  /// Ends the observation. Called on any thread.
  func end() { isEnded.store(true, ordering: .releasing) }
}
