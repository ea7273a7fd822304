// Selector+Methods.swift
// Selectors from methods. Each kind of method twice: in language mode 5 references to methods of UIKit's classes
// are not isolated, in mode 6 they belong to the main actor.
//
// SPDX-License-Identifier: MIT

// Isolation is no part of a function's representation. Like a message to an Objective-C object, a selector calls
// its method on the caller's thread.

extension Selector {
  /// Creates a selector of a method without arguments of the main actor.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.reset`.
  ///   - name: The Objective-C name.
  public init<Target, Result>(
    _ method: @escaping @MainActor (Target) -> @MainActor () -> Result, named name: String
  ) {
    self.init(name, .make(unsafeBitCast(method, to: ((Target) -> () -> Result).self)))
  }

  /// Creates a selector of a method without arguments.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.reset`.
  ///   - name: The Objective-C name.
  @_disfavoredOverload
  public init<Target, Result>(
    _ method: @escaping (Target) -> () -> Result, named name: String
  ) {
    self.init(name, .make(method))
  }

  /// Creates a selector of a method with one argument of the main actor.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.pressed(_:)`.
  ///   - name: The Objective-C name; colons may be left out.
  public init<Target, First, Result>(
    _ method: @escaping @MainActor (Target) -> @MainActor (First) -> Result, named name: String
  ) {
    self.init(name, .make(unsafeBitCast(method, to: ((Target) -> (First) -> Result).self)))
  }

  /// Creates a selector of a method with one argument.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.pressed(_:)`.
  ///   - name: The Objective-C name; colons may be left out.
  @_disfavoredOverload
  public init<Target, First, Result>(
    _ method: @escaping (Target) -> (First) -> Result, named name: String
  ) {
    self.init(name, .make(method))
  }

  /// Creates a selector of a method with two arguments of the main actor.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.pressed(_:event:)`.
  ///   - name: The Objective-C name; colons may be left out.
  public init<Target, First, Second, Result>(
    _ method: @escaping @MainActor (Target) -> @MainActor (First, Second) -> Result,
    named name: String
  ) {
    self.init(name, .make(unsafeBitCast(method, to: ((Target) -> (First, Second) -> Result).self)))
  }

  /// Creates a selector of a method with two arguments.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.pressed(_:event:)`.
  ///   - name: The Objective-C name; colons may be left out.
  @_disfavoredOverload
  public init<Target, First, Second, Result>(
    _ method: @escaping (Target) -> (First, Second) -> Result, named name: String
  ) {
    self.init(name, .make(method))
  }

  /// Creates a selector of a method with three arguments of the main actor.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.moved(from:to:by:)`.
  ///   - name: The Objective-C name; colons may be left out.
  public init<Target, First, Second, Third, Result>(
    _ method: @escaping @MainActor (Target) -> @MainActor (First, Second, Third) -> Result,
    named name: String
  ) {
    self.init(
      name, .make(unsafeBitCast(method, to: ((Target) -> (First, Second, Third) -> Result).self)))
  }

  /// Creates a selector of a method with three arguments.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.moved(from:to:by:)`.
  ///   - name: The Objective-C name; colons may be left out.
  @_disfavoredOverload
  public init<Target, First, Second, Third, Result>(
    _ method: @escaping (Target) -> (First, Second, Third) -> Result, named name: String
  ) {
    self.init(name, .make(method))
  }
}

extension Selector {
  /// Creates a selector of a method without arguments of the main actor, where other methods have the same base name.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.reset`.
  ///   - name: The Objective-C name.
  public init<Target, Result>(
    withoutArguments method: @escaping @MainActor (Target) -> @MainActor () -> Result,
    named name: String
  ) {
    self.init(name, .make(unsafeBitCast(method, to: ((Target) -> () -> Result).self)))
  }

  /// Creates a selector of a method without arguments, where other methods have the same base name.
  ///
  /// - Parameters:
  ///   - method: The method of a type, such as `Controller.reset`.
  ///   - name: The Objective-C name.
  @_disfavoredOverload
  public init<Target, Result>(
    withoutArguments method: @escaping (Target) -> () -> Result, named name: String
  ) {
    self.init(name, .make(method))
  }

  /// Creates a selector of a type method, or of an object's method, without arguments. The selector retains the
  /// object, and calls the method on it whatever its target is.
  ///
  /// - Parameters:
  ///   - method: The method, such as `Controller.reset` for a type method.
  ///   - name: The Objective-C name.
  @_disfavoredOverload
  public init<Result>(_ method: @escaping @MainActor () -> Result, named name: String) {
    self.init(name, .make(unsafeBitCast(method, to: (() -> Result).self)))
  }

  /// Creates a selector of a type method, or of an object's method, without arguments, that belongs to no actor.
  ///
  /// - Parameters:
  ///   - method: The method, such as `Controller.reset` for a type method.
  ///   - name: The Objective-C name.
  @_disfavoredOverload
  public init<Result>(_ method: @escaping () -> Result, named name: String) {
    self.init(name, .make(method))
  }

  /// Creates a selector of a type method, or of an object's method, with one argument. The selector retains the
  /// object, and calls the method on it whatever its target is.
  ///
  /// - Parameters:
  ///   - method: The method, such as `Controller.reset(_:)` for a type method.
  ///   - name: The Objective-C name; colons may be left out.
  @_disfavoredOverload
  public init<First, Result>(_ method: @escaping @MainActor (First) -> Result, named name: String) {
    self.init(name, .make(unsafeBitCast(method, to: ((First) -> Result).self)))
  }

  /// Creates a selector of a type method, or of an object's method, with one argument, that belongs to no actor.
  ///
  /// - Parameters:
  ///   - method: The method, such as `Controller.reset(_:)` for a type method.
  ///   - name: The Objective-C name; colons may be left out.
  @_disfavoredOverload
  public init<First, Result>(_ method: @escaping (First) -> Result, named name: String) {
    self.init(name, .make(method))
  }
}

extension SelectorMethod {
  fileprivate static func make<Target, Result>(
    _ function: @escaping (Target) -> () -> Result
  ) -> SelectorMethod {
    SelectorMethod(of: Target.self, argumentCount: 0) { target, _ in function(target)() }
  }

  fileprivate static func make<Target, First, Result>(
    _ function: @escaping (Target) -> (First) -> Result
  ) -> SelectorMethod {
    SelectorMethod(of: Target.self, argumentCount: 1) { target, arguments in
      function(target)(try arguments.value(0))
    }
  }

  fileprivate static func make<Target, First, Second, Result>(
    _ function: @escaping (Target) -> (First, Second) -> Result
  ) -> SelectorMethod {
    SelectorMethod(of: Target.self, argumentCount: 2) { target, arguments in
      function(target)(try arguments.value(0), try arguments.value(1))
    }
  }

  fileprivate static func make<Target, First, Second, Third, Result>(
    _ function: @escaping (Target) -> (First, Second, Third) -> Result
  ) -> SelectorMethod {
    SelectorMethod(of: Target.self, argumentCount: 3) { target, arguments in
      function(target)(try arguments.value(0), try arguments.value(1), try arguments.value(2))
    }
  }

  @_disfavoredOverload
  fileprivate static func make<Result>(_ function: @escaping () -> Result) -> SelectorMethod {
    SelectorMethod(of: Any.self, argumentCount: 0) { _, _ in function() }
  }

  @_disfavoredOverload
  fileprivate static func make<First, Result>(
    _ function: @escaping (First) -> Result
  ) -> SelectorMethod {
    SelectorMethod(of: Any.self, argumentCount: 1) { _, arguments in
      function(try arguments.value(0))
    }
  }
}
