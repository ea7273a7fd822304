// CALayer+WeakValues.swift
// Values that a layer does not retain.
//
// SPDX-License-Identifier: MIT

public import QuartzCore

extension CALayer {
  private final class WeakValue {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  /// The object of a key set by ``setWeakValue(_:forKey:)``; nil once it is released.
  ///
  /// The plug-in `UIKitSource` writes this for `@NSManaged weak` properties.
  public func weakValue(forKey key: String) -> AnyObject? {
    (value(forKey: key) as? WeakValue)?.object
  }

  /// Stores an object that is not retained, by the layer or by its presentation copies.
  ///
  /// - Parameters:
  ///   - object: The object; nil removes it.
  ///   - key: A key of the caller's own.
  public func setWeakValue(_ object: AnyObject?, forKey key: String) {
    setValue(object.map(WeakValue.init), forKey: key)
  }
}
