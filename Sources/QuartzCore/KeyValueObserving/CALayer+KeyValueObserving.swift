// CALayer+KeyValueObserving.swift
// The observers of a layer. A view's observers are those of its layer, where most of its properties are.
//
// SPDX-License-Identifier: MIT

import Foundation

extension CALayer: KeyValueObservable {
  /// The observers; nil before the first.
  package var keyValueObservers: KeyValueObservers? {
    get { layerState[.isObserved] ? rare[\.observers] : nil }
    set {
      rare.fields.observers = newValue
      layerState[.isObserved] = newValue != nil
    }
  }

  /// Returns the value of a key.
  package func observedValue(forKey key: String) -> Any? { value(forKey: key) }

  /// Calls the observers of what has changed.
  @inline(__always)
  package func notifyObservers() { if layerState[.isObserved] { keyValueObservers?.notify() } }

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
