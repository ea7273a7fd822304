// KeyValueObservers.swift
// The observers of an object. After any change of the object each reads what it observes, and compares it with what
// it read before: there is no Objective-C runtime that would name the changed property.
//
// This folder: observation of layers, of views by their layers, and of a program's objects.
//
// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// A class of objects that report their changes to observers.
package protocol KeyValueObservable: NSObject {
  /// The object's observers; nil before the first.
  var keyValueObservers: KeyValueObservers? { get set }
  /// Returns the value of a key; nil for an unknown one.
  func observedValue(forKey key: String) -> Any?
}

/// One observation: a function that runs after each change of an object.
package final class KeyValueObserver: @unchecked Sendable {
  /// By what `removeObserver` finds the observation; nil for one that ends with its ``NSKeyValueObservation``.
  struct Registration {
    let observer: ObjectIdentifier
    let keyPath: String
    let context: UnsafeMutableRawPointer?
  }

  let registration: Registration?
  // Called where the object changes: for what belongs to the main thread, only there.
  private let change: () -> Void
  private let isEnded = Atomic(false)

  init(_ registration: Registration? = nil, change: @escaping () -> Void) {
    self.registration = registration
    self.change = change
  }

  func notify() { if !hasEnded { change() } }

  /// Whether the observation has ended.
  var hasEnded: Bool { isEnded.load(ordering: .acquiring) }

  /// Ends the observation at once. Called on any thread.
  func end() { isEnded.store(true, ordering: .releasing) }
}

/// The observers of an object, called in the order in which they were added.
package final class KeyValueObservers: @unchecked Sendable {
  private let list = Mutex<[KeyValueObserver]>([])
  // Changed where the object changes.
  private var holds = 0
  private var isDue = false

  package init() {}

  /// Calls the observers of what has changed; later, within a hold.
  package func notify() {
    guard holds == 0 else {
      isDue = true
      return
    }
    for observer in list.withLock({ $0 }) { observer.notify() }
  }

  /// Begins a change of several steps: observers are called after its end only.
  func hold() { holds += 1 }

  /// Ends a change of several steps.
  func release() {
    holds -= 1
    guard holds == 0, isDue else { return }
    isDue = false
    notify()
  }

  func append(_ observer: KeyValueObserver) { list.withLock { $0.append(observer) } }

  /// Forgets the observations that have ended.
  func removeEnded() {
    // Released after the lock, as what a handler retains may use the list.
    let ended = list.withLock { list in
      let ended = list.filter(\.hasEnded)
      list.removeAll(where: \.hasEnded)
      return ended
    }
    withExtendedLifetime(ended) {}
  }

  /// The last observation with these, which has not ended; without a context, with any.
  func last(
    _ observer: NSObject, _ keyPath: String, context: UnsafeMutableRawPointer??
  ) -> KeyValueObserver? {
    list.withLock { list in
      list.last { entry in
        guard !entry.hasEnded, let registration = entry.registration else { return false }
        return registration.observer == ObjectIdentifier(observer)
          && registration.keyPath == keyPath
          && (context ?? registration.context) == registration.context
      }
    }
  }
}

// MARK: - Objects with observers

extension NSObject {
  // Only its address is used.
  private nonisolated(unsafe) static var observersKey: UInt8 = 0

  /// The object's observers; nil before the first.
  var existingObservers: KeyValueObservers? {
    if let observable = self as? any KeyValueObservable { return observable.keyValueObservers }
    return objc_getAssociatedObject(self, &NSObject.observersKey) as? KeyValueObservers
  }

  /// The object's observers, made on first use.
  var ownObservers: KeyValueObservers {
    if let existingObservers { return existingObservers }
    let new = KeyValueObservers()
    if let observable = self as? any KeyValueObservable {
      observable.keyValueObservers = new
      return new
    }
    objc_setAssociatedObject(self, &NSObject.observersKey, new, .OBJC_ASSOCIATION_RETAIN)
    return new
  }

  /// Reports a class whose changes nobody sees: its code is neither here nor in the program.
  func reportIfChangesAreUnseen() {
    guard !(self is any KeyValueObservable) else { return }
    let type = type(of: self)
    let module = String(reflecting: type).prefix { $0 != "." }
    guard ["Foundation", "UIKitCore", "UIKit", "QuartzCore"].contains(module) else { return }
    Diagnostics.reportOnce(
      "observation of \(type)",
      "\(type) reports no changes on Linux, so that its observers are not called")
  }

  /// The value at a key path; nil for an unknown one.
  func observedValue(forKeyPath keyPath: String) -> Any? {
    if let layer = self as? CALayer { return layer.value(forKeyPath: keyPath) }
    let path = PropertyPath(keyPath)
    let value = firstValue(forKey: path.key)
    if path.rest.isEmpty { return value }
    if let object = instance(value), !(object is any KeyValueCodable) {
      return object.observedValue(forKeyPath: path.rest)
    }
    return KeyPathTraversal.read(path.rest, of: value)
  }

  private func firstValue(forKey key: String) -> Any? {
    if let observable = self as? any KeyValueObservable {
      if let value = observable.observedValue(forKey: key) { return value }
    }
    // A stored property of the program's own class.
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == key }) {
        return unwrapped(child.value)
      }
      mirror = current.superclassMirror
    }
    return nil
  }

  /// The objects to which a key path leads on its way, this one first.
  func objects(along keyPath: String) -> [NSObject] {
    var objects = [self]
    var rest = keyPath
    while let dot = rest.firstIndex(of: "."), let last = objects.last,
      let next = instance(last.firstValue(forKey: String(rest[..<dot])))
    {
      objects.append(next)
      rest = String(rest[rest.index(after: dot)...])
    }
    return objects
  }
}

/// The object in an `Any`; nil for a struct, also one that casts to an object.
private func instance(_ any: Any?) -> NSObject? {
  any.flatMap { type(of: $0) is NSObject.Type ? $0 as? NSObject : nil }
}

/// The value in an optional that an `Any` holds.
private func unwrapped(_ any: Any) -> Any? {
  let mirror = Mirror(reflecting: any)
  return mirror.displayStyle == .optional ? mirror.children.first?.value : any
}

/// Whether two values of key-value coding are equal.
func areEqual(_ first: Any?, _ second: Any?) -> Bool {
  func isEqual<Value: Equatable>(_ first: Value) -> Bool { second as? Value == first }
  return switch (first, second) {
  case (nil, nil): true
  case (let first as any Equatable, .some): isEqual(first)
  default: AnimatableValue(first).isEqual(to: AnimatableValue(second))
  }
}
