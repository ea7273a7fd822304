// CALayer+KeyValueObserving.swift
// The observers of a layer. A view's observers are those of its layer, where most of its properties are.
//
// SPDX-License-Identifier: MIT

import Foundation

extension CALayer: KeyValueObservable {
  /// The observers; nil before the first.
  package var keyValueObservers: KeyValueObservers? { isObserved ? rare[\.observers] : nil }

  /// Returns the observers, made on first use.
  package func makeKeyValueObservers() -> KeyValueObservers {
    let observers = rare[\.observers] ?? KeyValueObservers()
    rare.fields.observers = observers
    isObserved = true
    return observers
  }

  /// Returns the value of a key.
  package func observedValue(forKey key: String) -> Any? { value(forKey: key) }

  /// Calls the observers of what has changed.
  @inline(__always)
  package func notifyObservers() { if isObserved { keyValueObservers?.notify() } }

  /// Changes several properties, which observers see together.
  @inline(__always)
  func withObserversHeld(_ change: () -> Void) {
    let observers = keyValueObservers
    observers?.hold()
    change()
    observers?.release()
  }
}

extension CALayer: NSKeyValueObserving {}
