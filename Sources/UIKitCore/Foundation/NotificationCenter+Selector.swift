// NotificationCenter+Selector.swift
// Observers that are called by selector, which Foundation on Linux lacks.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension NotificationCenter {
  /// Calls a method of an observer for each notification, on the thread that posts it.
  ///
  /// - Parameters:
  ///   - observer: Not retained. Its calls end when it is released.
  ///   - aSelector: The method. It may take the notification.
  ///   - aName: The notifications' name; nil for any.
  ///   - anObject: The notifications' object; nil for any.
  public func addObserver(
    _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?,
    object anObject: Any?
  ) {
    let registration = SelectorObserver(
      observer, center: self, name: aName,
      object: anObject.map { ObjectIdentifier($0 as AnyObject) })
    registration.token = addObserver(forName: aName, object: anObject, queue: nil) {
      registration.deliver($0, to: aSelector)
    }
    SelectorObservers.add(registration)
  }

  /// Ends all calls of an observer, given by selector or as a block's token.
  public func removeObserver(_ observer: AnyObject) {
    SelectorObservers.remove(ObjectIdentifier(observer), from: self) { _ in true }
    if observer is NSObject { removeObserver(observer as Any) }
  }

  /// Ends all calls of a type's methods.
  public func removeObserver(_ observer: AnyClass) {
    SelectorObservers.remove(ObjectIdentifier(observer), from: self) { _ in true }
  }

  /// Ends an observer's calls for a name and an object.
  ///
  /// - Parameters:
  ///   - observer: The observer, given by selector, or a block's token.
  ///   - aName: The name of the calls to end; nil for any.
  ///   - anObject: The object of the calls to end; nil for any.
  public func removeObserver(
    _ observer: AnyObject, name aName: NSNotification.Name?, object anObject: Any?
  ) {
    let object = anObject.map { ObjectIdentifier($0 as AnyObject) }
    SelectorObservers.remove(ObjectIdentifier(observer), from: self) {
      (aName == nil || $0.name == aName) && (object == nil || $0.object == object)
    }
    if observer is NSObject { removeObserver(observer as Any, name: aName, object: anObject) }
  }
}

/// One registration of an observer. The token is set before the registration is shared.
private final class SelectorObserver: @unchecked Sendable {
  let center: NotificationCenter
  let name: NSNotification.Name?
  let object: ObjectIdentifier?
  /// Compared only, as an observer that is being released cannot be referred to weakly.
  let identity: ObjectIdentifier
  private weak var observer: AnyObject?
  /// A class that observes: a class is never released.
  private let type: AnyClass?
  var token: (any NSObjectProtocol)?

  init(
    _ observer: Any, center: NotificationCenter, name: NSNotification.Name?,
    object: ObjectIdentifier?
  ) {
    (self.center, self.name, self.object) = (center, name, object)
    type = observer as? AnyClass
    let reference = observer as AnyObject
    identity = type.map { ObjectIdentifier($0) } ?? ObjectIdentifier(reference)
    self.observer = reference
  }

  var isOver: Bool { type == nil && observer == nil }

  func deliver(_ notification: Notification, to selector: Selector) {
    if let type {
      selector.send(to: type, notification)
    } else if let observer {
      selector.send(to: observer, notification)
    } else {
      SelectorObservers.removeReleased()
    }
  }

  func end() {
    guard let token else { return }
    center.removeObserver(token as Any)
    self.token = nil
  }
}

/// The registrations of all observers.
private enum SelectorObservers {
  private struct Table {
    var observers: [ObjectIdentifier: [SelectorObserver]] = [:]
    /// Observers at which released ones are looked for again.
    var limit = 64
  }

  private static let table = Locked(Table())

  static func add(_ observer: SelectorObserver) {
    let isFull = table.withLock {
      // A new object may have the address of a released one.
      $0.observers[observer.identity, default: []].append(observer)
      return $0.observers.count > $0.limit
    }
    guard isFull else { return }
    removeReleased()
    table.withLock { $0.limit = max(64, $0.observers.count * 2) }
  }

  static func remove(
    _ identity: ObjectIdentifier, from center: NotificationCenter,
    where isWanted: (SelectorObserver) -> Bool
  ) {
    end(identity) { $0.center === center && isWanted($0) }
  }

  static func removeReleased() {
    let identities = table.withLock { Array($0.observers.keys) }
    for identity in identities { end(identity, where: \.isOver) }
  }

  /// The centre is called outside of the lock.
  private static func end(
    _ identity: ObjectIdentifier, where isWanted: (SelectorObserver) -> Bool
  ) {
    let ended = table.withLock {
      guard let all = $0.observers[identity] else { return [SelectorObserver]() }
      let kept = all.filter { !isWanted($0) }
      $0.observers[identity] = kept.isEmpty ? nil : kept
      return all.filter(isWanted)
    }
    for observer in ended { observer.end() }
  }
}
