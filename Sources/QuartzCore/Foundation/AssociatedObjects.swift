// AssociatedObjects.swift
// Values attached to any object under a key, as by the Objective-C runtime.
//
// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// The ownership of an associated value. The raw values are Apple's.
public enum objc_AssociationPolicy: UInt, Sendable {
  /// A weak reference: the value is nil once its object is gone.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// A strong reference.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// A copy, if the value is an `NSCopying`; else a strong reference.
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// A strong reference. As every policy here, safe from any thread.
  case OBJC_ASSOCIATION_RETAIN = 0o1401
  /// A copy, if the value is an `NSCopying`; else a strong reference.
  case OBJC_ASSOCIATION_COPY = 0o1403
}

/// Attaches a value to an object under a key, replacing an earlier one; nil removes it.
///
/// Layers, animations, responders and gesture recognisers release their values when they are deallocated. Linux
/// does not report the end of other objects; their values are released when a later association sweeps them.
///
/// - Parameters:
///   - object: An instance of a class. Structs have no identity, so nothing is attached to them.
///   - key: The address of a variable; its contents are not read.
///   - value: What is attached. Nil removes what was.
///   - policy: Whether the value is copied, retained or only referred to.
///
/// Source: `objc_setAssociatedObject` of Apple's `ObjectiveC`.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  guard let object = instance(object) else { return }
  AssociatedObjects.all.set(value, of: object, key, policy)
}

/// Returns the value attached to an object under a key; nil without one.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  instance(object).flatMap { AssociatedObjects.all.value(of: $0, key) }
}

/// Releases all values attached to an object.
public func objc_removeAssociatedObjects(_ object: Any) {
  if let object = instance(object) { AssociatedObjects.release(valuesOf: object) }
}

/// The instance of a class in an `Any`; nil for a struct, which has no identity.
private func instance(_ any: Any) -> AnyObject? {
  type(of: any) is AnyClass ? any as AnyObject : (any as? any InstanceWrapper)?.instance
}

/// An optional, as an `Any` that an optional was passed as.
private protocol InstanceWrapper {
  var instance: AnyObject? { get }
}

extension Optional: InstanceWrapper {
  fileprivate var instance: AnyObject? { flatMap { QuartzCore.instance($0) } }
}

/// An object that calls ``AssociatedObjects/release(valuesOf:)`` in its `deinit`.
package protocol AssociationOwner: AnyObject {}

/// The values that are attached to objects.
// Sendable, as the lock guards the entries. The values belong to the callers.
package final class AssociatedObjects: @unchecked Sendable {
  static let all = AssociatedObjects()
  /// Whether a value was ever attached. Read in the `deinit` of each owner.
  private static let isUsed = Atomic(false)

  private struct Entry {
    /// The object; nil for an owner, which removes its entry itself and can read its values in `deinit`.
    weak var object: AnyObject?
    let isOwner: Bool
    var values: [UnsafeRawPointer: Value] = [:]

    init(_ object: AnyObject) {
      isOwner = object is any AssociationOwner
      self.object = isOwner ? nil : object
    }

    /// Whether the entry is of this object rather than of an earlier one at the same address.
    func isOf(_ object: AnyObject) -> Bool { isOwner || self.object === object }
  }

  private enum Value {
    case strong(Any)
    case weak(Weak)

    init(_ value: Any, _ policy: objc_AssociationPolicy) {
      switch policy {
      case .OBJC_ASSOCIATION_ASSIGN: self = .weak(Weak(value as AnyObject))
      case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
        self = .strong((value as? any NSCopying)?.copy(with: nil) ?? value)
      case .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC: self = .strong(value)
      }
    }

    var object: Any? {
      switch self {
      case .strong(let value): value
      case .weak(let box): box.object
      }
    }
  }

  private final class Weak {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  private let lock = NSLock()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var countAfterSweep = 0

  func set(
    _ value: Any?, of object: AnyObject, _ key: UnsafeRawPointer, _ policy: objc_AssociationPolicy
  ) {
    Self.isUsed.store(true, ordering: .releasing)
    let value = value.map { Value($0, policy) }
    let id = ObjectIdentifier(object)
    // Released after the lock, as the `deinit` of a value may use the table.
    let dropped = lock.withLock {
      var dropped = entries.count > 2 * countAfterSweep + 64 ? sweep() : []
      let old = entries[id]
      var entry = old.flatMap { $0.isOf(object) ? $0 : nil } ?? Entry(object)
      entry.values[key] = value
      entries[id] = entry.values.isEmpty ? nil : entry
      if let old { dropped.append(old) }
      return dropped
    }
    withExtendedLifetime(dropped) {}
  }

  func value(of object: AnyObject, _ key: UnsafeRawPointer) -> Any? {
    lock.withLock {
      guard let entry = entries[ObjectIdentifier(object)], entry.isOf(object) else { return nil }
      return entry.values[key]?.object
    }
  }

  /// Releases an object's values.
  package static func release(valuesOf object: AnyObject) {
    guard isUsed.load(ordering: .acquiring) else { return }
    let id = ObjectIdentifier(object)
    let dropped = all.lock.withLock { all.entries.removeValue(forKey: id) }
    withExtendedLifetime(dropped) {}
  }

  /// Removes the entries of objects that are gone, and returns them.
  private func sweep() -> [Entry] {
    let gone = entries.filter { !$0.value.isOwner && $0.value.object == nil }
    for id in gone.keys { entries[id] = nil }
    countAfterSweep = entries.count
    return Array(gone.values)
  }
}
