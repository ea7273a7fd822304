// KeyPathTraversal.swift
// Key paths beyond the first key: objects with keys of their own, dictionaries, lists, members of values.
//
// SPDX-License-Identifier: MIT

import Foundation

/// An object in which a key path can continue.
///
/// In a list of such objects, a key path finds one by its name.
protocol KeyValueCodable: AnyObject {
  /// The name by which a key path finds the object in a list. Nil for none.
  var keyValueName: String? { get }
  func value(forKeyPath keyPath: String) -> Any?
  func setValue(_ value: Any?, forKeyPath keyPath: String)
}

extension CALayer: KeyValueCodable {
  var keyValueName: String? { name }
}

extension CAAnimation: KeyValueCodable {
  var keyValueName: String? { value(forKey: "name") as? String }
}

/// Follows a key path from the value of its first key.
enum KeyPathTraversal {
  /// The result of a write.
  enum Outcome {
    /// An object on the path stored the value.
    case written
    /// The value with the member replaced, to be set in its place.
    case replaced(Any?)
    /// The path names no member, or the value cannot be converted to its type.
    case refused
  }

  /// Reads the rest of a path; nil for an unknown name.
  static func read(_ rest: String, of value: Any?) -> Any? {
    switch value {
    case nil: return nil
    case let target as any KeyValueCodable: return target.value(forKeyPath: rest)
    case let dictionary as [AnyHashable: Any]:
      let path = PropertyPath(rest)
      let inner = dictionary[path.key]
      return path.rest.isEmpty ? inner : read(path.rest, of: inner)
    case let list as [Any]:
      let path = PropertyPath(rest)
      if let named = named(path.key, in: list) {
        return path.rest.isEmpty ? named : named.value(forKeyPath: path.rest)
      }
      // The elements of other lists, such as numbers, have no keys.
      guard list.contains(where: { $0 is any KeyValueCodable || $0 is [AnyHashable: Any] }) else {
        return nil
      }
      return list.map { read(rest, of: $0) ?? NSNull() }
    default:
      return ValueMember(name: rest).flatMap { $0.read(AnimatableValue(value))?.any }
    }
  }

  /// Writes the value at the rest of a path.
  static func write(_ new: Any?, to rest: String, of value: Any?) -> Outcome {
    switch value {
    case nil: return .refused
    case let target as any KeyValueCodable:
      target.setValue(new, forKeyPath: rest)
      return .written
    case var dictionary as [AnyHashable: Any]:
      let path = PropertyPath(rest)
      guard !path.rest.isEmpty else {
        dictionary[path.key] = new
        return .replaced(dictionary)
      }
      switch write(new, to: path.rest, of: dictionary[path.key]) {
      case .replaced(let inner):
        dictionary[path.key] = inner
        return .replaced(dictionary)
      case let outcome: return outcome
      }
    case let list as [Any]:
      let path = PropertyPath(rest)
      if let named = named(path.key, in: list), !path.rest.isEmpty {
        named.setValue(new, forKeyPath: path.rest)
        return .written
      }
      let targets = list.compactMap { $0 as? any KeyValueCodable }
      guard !targets.isEmpty else { return .refused }
      for target in targets { target.setValue(new, forKeyPath: rest) }
      return .written
    default:
      guard let member = ValueMember(name: rest),
        let written = member.write(AnimatableValue(new), into: AnimatableValue(value))
      else { return .refused }
      return .replaced(written.any)
    }
  }

  private static func named(_ name: String, in list: [Any]) -> (any KeyValueCodable)? {
    for element in list {
      if let target = element as? any KeyValueCodable, target.keyValueName == name { return target }
    }
    return nil
  }
}
