// Selector.swift
// The name of a method, with the method: what `#selector` makes on Apple's systems.
//
// This folder: what Linux's Foundation lacks: selectors, delayed calls, objects made from their class.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A method by its name, to be called on any object that has it.
///
///     button.addTarget(
///       self, action: Selector(Controller.pressed(_:), named: "pressed:"), for: .touchUpInside)
///
/// Linux has no Objective-C runtime: `#selector` does not compile, and no object can be searched for a
/// method by its name. A selector therefore holds the method itself. The plug-in `UIKitSource` writes this
/// in place of each `#selector`.
///
/// Selectors are equal when their names are. One that was made from a name alone calls the method of another
/// selector of that name, made before.
///
/// Source: Apple's `Selector`.
public struct Selector: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The Objective-C name, such as `pressed:`.
  let name: String
  /// The method; nil for a selector that was made from a name.
  let method: SelectorMethod?

  init(_ name: String, _ method: SelectorMethod) {
    self.name = method.completed(name)
    self.method = method
    SelectorMethods.add(method, named: self.name)
  }

  /// Creates a selector from the name of a method, such as `pressed:`.
  public init(_ str: String) { (name, method) = (str, nil) }

  /// Creates a selector from the name of a method.
  public init(stringLiteral value: String) { self.init(value) }

  /// The name.
  public var description: String { name }

  /// Selectors are equal when their names are.
  public static func == (a: Selector, b: Selector) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: - Properties

extension Selector {
  /// Creates a selector of a property's getter.
  ///
  /// - Parameters:
  ///   - property: The property, such as `\Controller.progress`.
  ///   - name: The getter's Objective-C name, such as `progress`.
  public init<Target, Value>(getter property: KeyPath<Target, Value>, named name: String) {
    nonisolated(unsafe) let property = property
    self.init(
      name,
      SelectorMethod(of: Target.self, argumentCount: 0) { target, _ in target[keyPath: property] })
  }

  /// Creates a selector of a property's setter.
  ///
  /// - Parameters:
  ///   - property: The property, such as `\Controller.progress`.
  ///   - name: The setter's Objective-C name, such as `setProgress:`.
  public init<Target, Value>(
    setter property: ReferenceWritableKeyPath<Target, Value>, named name: String
  ) {
    nonisolated(unsafe) let property = property
    self.init(
      name,
      SelectorMethod(of: Target.self, argumentCount: 1) { target, arguments in
        target[keyPath: property] = try arguments.value(0)
      })
  }
}

/// Returns the selector of a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// Returns the name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.name }
