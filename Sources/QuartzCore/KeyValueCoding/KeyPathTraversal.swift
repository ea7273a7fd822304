// KeyPathTraversal.swift
// What a key path can lead into: objects with keys of their own, dictionaries, lists, parts of values
// (semantics 14).
//
// SPDX-License-Identifier: MIT

import Foundation

/// An object that answers to keys, so that a key path goes on in it.
///
/// Layers and animations are such; whatever else a property holds joins them by adopting this, as the
/// cells of an emitter do: `emitterCells.<name>.<key>` then leads to the cell of that name.
protocol KeyValueCodable: AnyObject {
  /// By what a list of such objects finds this one; nil for none.
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

/// The way of a key path from the value of its first key on.
enum KeyPathTraversal {
  /// What a write came to.
  enum Outcome {
    /// An object took the value.
    case taken
    /// The value with the part replaced, to be set in its place.
    case replaced(Any?)
    /// There is no such part, or what was given does not fit it.
    case refused
  }

  /// Reads what lies behind a value; nil where there is nothing of that name.
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
      // Of a list of numbers there is nothing to ask.
      guard list.contains(where: { $0 is any KeyValueCodable || $0 is [AnyHashable: Any] }) else {
        return nil
      }
      return list.map { read(rest, of: $0) ?? NSNull() }
    default:
      return ValueMember(name: rest).flatMap { $0.read(AnimatableValue(value))?.any }
    }
  }

  /// Writes what lies behind a value.
  static func write(_ new: Any?, to rest: String, of value: Any?) -> Outcome {
    switch value {
    case nil: return .refused
    case let target as any KeyValueCodable:
      target.setValue(new, forKeyPath: rest)
      return .taken
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
        return .taken
      }
      let targets = list.compactMap { $0 as? any KeyValueCodable }
      guard !targets.isEmpty else { return .refused }
      for target in targets { target.setValue(new, forKeyPath: rest) }
      return .taken
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
