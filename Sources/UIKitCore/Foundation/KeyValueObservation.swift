// KeyValueObservation.swift
// Watching a property by its key path, under Foundation's names: Foundation on Linux has none of it.
//
// SPDX-License-Identifier: MIT

import Foundation

/// What an observer wants to be told.
///
/// Source: Foundation's `NSKeyValueObservingOptions` on Apple's systems.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// A call at once, before anything changes.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// A change of an observed property.
///
/// Source: Foundation's `NSKeyValueObservedChange` on Apple's systems.
public struct NSKeyValueObservedChange<Value> {
  /// The value now; nil unless asked for.
  public let newValue: Value?
  /// The value before; nil unless asked for, and in the first call.
  public let oldValue: Value?
}

/// An observation that lasts until it is invalidated or let go.
///
/// Source: Foundation's `NSKeyValueObservation` on Apple's systems.
public final class NSKeyValueObservation: @unchecked Sendable {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) { self.end = end }

  /// Ends it.
  public func invalidate() {
    end?()
    end = nil
  }

  deinit { invalidate() }
}

extension UIViewPropertyAnimator {
  /// Calls a function whenever a property has changed.
  ///
  ///     observation = animator.observe(\.isRunning, options: [.new]) { animator, change in
  ///       print(change.newValue ?? false)
  ///     }
  ///
  /// Told are `state`, `isRunning`, `isReversed`, and of `fractionComplete` what the caller sets.
  ///
  /// - Returns: What keeps the observation; without it, it ends at once.
  public func observe<Value: Equatable>(
    _ keyPath: KeyPath<UIViewPropertyAnimator, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (UIViewPropertyAnimator, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    var known = self[keyPath: keyPath]
    func change(_ old: Value?, _ new: Value) -> NSKeyValueObservedChange<Value> {
      NSKeyValueObservedChange(
        newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? old : nil)
    }
    let mark = ObservationMark()
    observers[ObjectIdentifier(mark)] = { [unowned self] in
      let (old, new) = (known, self[keyPath: keyPath])
      guard new != old else { return }
      known = new
      changeHandler(self, change(old, new))
    }
    if options.contains(.initial) { changeHandler(self, change(nil, known)) }
    return NSKeyValueObservation { [weak self] in
      MainActor.assumeIsolated { self?.observers[ObjectIdentifier(mark)] = nil }
    }
  }

  /// Tells observers what has changed.
  func notifyObservers() {
    if observers.isEmpty { return }
    for observer in Array(observers.values) { observer() }
  }
}

/// Something with an identity, which the observation keeps.
private final class ObservationMark {}
