// NSKeyValueObserving.swift
// The types of key-value observation, under Foundation's names, which Foundation on Linux lacks.
//
// SPDX-License-Identifier: MIT

public import Foundation
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
  /// Call the handler twice for a change: first with the old value and ``NSKeyValueObservedChange/isPrior``.
  ///
  /// Both calls follow the change: what is observed already has the new value.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change. Always ``setting`` here, as a list is replaced as a whole.
///
/// Source: Foundation's `NSKeyValueChange` on Apple's systems.
public enum NSKeyValueChange: UInt, Sendable {
  /// The value was set.
  case setting = 1
  /// Elements were inserted into a list.
  case insertion = 2
  /// Elements were removed from a list.
  case removal = 3
  /// Elements of a list were replaced.
  case replacement = 4
}

/// A key of the dictionary that ``NSKeyValueObserving`` is called with.
///
/// Source: Foundation's `NSKeyValueChangeKey` on Apple's systems.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The key's text.
  public let rawValue: String
  /// Creates a key from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// An `NSNumber` with the raw value of ``NSKeyValueChange``.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The new value, `NSNull` for nil; absent unless requested.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The old value, `NSNull` for nil; absent unless requested.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// The changed indexes of a list. Never present here.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// True in the first of the two calls that ``NSKeyValueObservingOptions/prior`` requests, else absent.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(
    rawValue: "notificationIsPrior")
}

/// A change of an observed property.
///
/// Source: Foundation's `NSKeyValueObservedChange` on Apple's systems.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of the change.
  public typealias Kind = NSKeyValueChange
  /// The kind of the change: ``NSKeyValueChange/setting``.
  public let kind: Kind
  /// The new value; nil unless requested, and in the first of two calls.
  public let newValue: Value?
  /// The old value; nil unless requested, and in the initial call.
  public let oldValue: Value?
  /// The changed indexes of a list: nil.
  public let indexes: IndexSet?
  /// Whether this is the first of the two calls that ``NSKeyValueObservingOptions/prior`` requests.
  public let isPrior: Bool
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

/// An object that is called after changes of what it observes by `addObserver(_:forKeyPath:options:context:)`.
///
/// Responders and layers override the method; any other class of objects adopts the protocol and implements it. On
/// Apple's systems it belongs to `NSObject`.
public protocol NSKeyValueObserving: NSObject {
  /// Called after a change.
  ///
  /// - Parameters:
  ///   - keyPath: The key path as it was given to `addObserver`.
  ///   - object: The observed object.
  ///   - change: The values that the options request.
  ///   - context: The pointer that was given to `addObserver`.
  func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?)
}
