// SelectorMethod.swift
// The method behind a selector, and the methods known by their names.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// A method that takes its target and its arguments as values of any type.
///
/// Immutable. The function is called on the thread that sends the message, as in Objective-C.
final class SelectorMethod: @unchecked Sendable {
  /// The number of arguments.
  let argumentCount: Int
  /// The type that declares the method.
  let owner: Any.Type
  private let isOwner: (Any) -> Bool
  private let function: (Any, SelectorArguments) throws -> Any?

  init<Target, Result>(
    of owner: Target.Type, argumentCount: Int,
    _ function: @escaping (Target, SelectorArguments) throws -> Result
  ) {
    self.owner = owner
    self.argumentCount = argumentCount
    isOwner = { $0 is Target }
    self.function = { target, arguments in
      guard let target = target as? Target else { throw SelectorError.noMethod }
      let result = try function(target, arguments)
      return Result.self == Void.self ? nil : result
    }
  }

  /// Whether an object has the method.
  func belongs(to target: Any) -> Bool { isOwner(target) }

  func call(_ target: Any, _ arguments: [Any?]) throws -> Any? {
    try function(target, SelectorArguments(values: arguments))
  }

  /// A name with as many colons as the method has arguments.
  func completed(_ name: String) -> String {
    argumentCount == 0 || name.contains(":")
      ? name : name + String(repeating: ":", count: argumentCount)
  }
}

/// Why a message was not delivered.
enum SelectorError: Error {
  case noMethod
  case wrongArgument(index: Int, given: String, wanted: String)
}

/// The arguments of a message. Missing ones are nil.
struct SelectorArguments {
  let values: [Any?]

  /// An argument as the type that the method declares.
  func value<Value>(_ index: Int) throws -> Value {
    let given = index < values.count ? values[index] : nil
    if let given {
      if let value = given as? Value { return value }
    } else if let null = Value.self as? any ExpressibleByNilLiteral.Type,
      let value = null.init(nilLiteral: ()) as? Value
    {
      return value
    } else if let value = given as Any as? Value {
      return value
    }
    // As in Objective-C an object in the place of a Boolean is true: a recognizer may send `endEditing(_:)`.
    if Value.self == Bool.self, let value = (given != nil) as? Value { return value }
    throw SelectorError.wrongArgument(
      index: index, given: given.map { "\(type(of: $0))" } ?? "nil", wanted: "\(Value.self)")
  }
}

/// The methods of all selectors, by name, for selectors that are made from a name.
enum SelectorMethods {
  private struct Key: Hashable {
    var name: String
    var owner: ObjectIdentifier
  }

  private struct Table {
    var known: Set<Key> = []
    var methods: [String: [SelectorMethod]] = [:]
  }

  private static let table = Locked(Table())

  /// Makes a method known by a name. One of a type without a target is not: it would answer for any object.
  static func add(_ method: SelectorMethod, named name: String) {
    guard method.owner != Any.self else { return }
    table.withLock {
      guard $0.known.insert(Key(name: name, owner: ObjectIdentifier(method.owner))).inserted
      else { return }
      $0.methods[name, default: []].append(method)
    }
  }

  /// The method of a selector in an object; nil without one.
  static func method(of selector: Selector, in target: Any) -> SelectorMethod? {
    if let method = selector.method, method.belongs(to: target) { return method }
    let candidates = table.withLock { $0.methods[selector.name] ?? [] }
    return candidates.first { $0.belongs(to: target) }
  }
}

extension Selector {
  /// Whether an object has the method, as far as is known.
  func isKnown(in target: Any) -> Bool { SelectorMethods.method(of: self, in: target) != nil }

  /// Calls the method of an object. A message that cannot be delivered is reported once.
  ///
  /// - Parameter arguments: The arguments. Those that the method does not declare are left out.
  /// - Returns: What the method returns; nil for nothing.
  @discardableResult
  func send(to target: Any, _ arguments: Any?...) -> Any? {
    do {
      guard let method = SelectorMethods.method(of: self, in: target) else {
        throw SelectorError.noMethod
      }
      return try method.call(target, arguments)
    } catch {
      let type = "\(type(of: target))"
      let reason =
        if case SelectorError.wrongArgument(let index, let given, let wanted) = error {
          "argument \(index + 1) is \(given), not \(wanted)"
        } else {
          "no method of that name is known for it; without an Objective-C runtime a selector must be "
            + "made from the method, as #selector is by the plug-in UIKitSource"
        }
      Diagnostics.reportOnce("\(type) \(name)", "\(type) was not sent \(name): \(reason)")
      return nil
    }
  }
}
