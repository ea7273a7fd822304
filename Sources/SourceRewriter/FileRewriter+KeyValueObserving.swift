// FileRewriter+KeyValueObserving.swift
// Key-value observation: properties that report their changes, and plain objects that observe. The same properties of views
// are those that `appearance()` has.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

extension FileRewriter {
  /// Makes a dynamic stored property report its changes, as the Objective-C runtime does.
  func rewriteObservableProperty(_ node: VariableDeclSyntax) {
    guard node.modifiers.has("dynamic"), !index.replacesDynamicMembers,
      !["override", "lazy", "static", "class", "weak"].contains(where: { node.modifiers.has($0) }),
      node.bindings.count == 1, let binding = node.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let scope = scopes.last, isObject(scope.key)
    else { return }
    let report = "didChangeValue(forKey: \"\(name)\")"
    guard let block = binding.accessorBlock else {
      let end =
        binding.initializer.map { Syntax($0) } ?? binding.typeAnnotation.map { Syntax($0) }
        ?? Syntax(binding.pattern)
      file.insert(" { didSet { \(report) } }", after: end)
      needsUIKit = true
      return
    }
    guard case .accessors(let accessors) = block.accessors else { return }
    let kinds = accessors.map(\.accessorSpecifier.text)
    if let body = accessors.first(where: { $0.accessorSpecifier.text == "didSet" })?.body {
      file.insert(" defer { \(report) };", after: body.leftBrace)
    } else if kinds == ["willSet"], let last = accessors.last {
      file.insert("; didSet { \(report) }", after: last)
    } else {
      return
    }
    needsUIKit = true
  }

  /// Adds the list of a view's dynamic properties, which its `appearance()` has.
  func addAppearanceProperties(_ node: ClassDeclSyntax, named name: String) {
    guard let root = index.superclasses(of: name).last, Self.isView(root),
      !index.replacesDynamicMembers
    else { return }
    let names = node.memberBlock.members.compactMap { member -> String? in
      guard let property = member.decl.as(VariableDeclSyntax.self),
        property.modifiers.has("dynamic"), property.bindingSpecifier.text == "var",
        !["override", "static", "class", "weak"].contains(where: { property.modifiers.has($0) }),
        property.bindings.count == 1, let binding = property.bindings.first,
        binding.isWritable
      else { return nil }
      return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
    guard !names.isEmpty else { return }
    let access = ["public", "open"].contains { node.modifiers.has($0) } ? "public " : ""
    let list = names.map { "UIAppearanceProperty(\\\(node.name.text).\($0))" }
    let brace = node.memberBlock.rightBrace
    let isOnMembersLine =
      node.memberBlock.members.last.map { file.endLine(of: $0) == file.line(of: brace) } ?? false
    file.insert(
      (isOnMembersLine ? "; " : "")
        + "\(access)override class func appearanceProperties() -> [UIAppearanceProperty] "
        + "{ super.appearanceProperties() + [\(list.joined(separator: ", "))] }"
        + (isOnMembersLine ? " " : "; "),
      before: brace)
    needsUIKit = true
  }

  /// Whether a class of UIKit's is a view, as far as its name tells.
  private static func isView(_ name: String) -> Bool {
    name.hasPrefix("UI")
      && [
        "View", "Label", "Button", "Control", "Cell", "Bar", "bar", "Window", "Switch", "Slider",
        "Stepper", "TextField",
      ].contains(where: name.hasSuffix)
  }

  /// Makes a plain object's `observeValue` a method of a protocol: `NSObject` on Linux has none to override.
  func rewriteObserver(_ node: FunctionDeclSyntax) {
    guard node.isObserveValue, let scope = scopes.last else { return }
    guard isFirstObserver(scope.key) else { return }
    for modifier in node.modifiers where modifier.name.text == "override" { file.remove(modifier) }
    needsUIKit = true
    let inherited = index.types[scope.key]?.inherited ?? []
    // Written for Linux, or rewritten already.
    if inherited.contains(where: { $0.node.trimmedDescription.contains("NSKeyValueObserving") }) {
      return
    }
    if let first = inherited.first, first.file === file {
      file.insert(", NSKeyValueObserving", after: first.node.type)
    } else {
      file.warn(node, "move observeValue into the class, or make the class an NSKeyValueObserving")
    }
  }

  /// Removes a call of `super.observeValue`, where there is none above.
  func rewriteObserverCall(_ node: FunctionCallExprSyntax) -> Bool {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      member.base?.trimmedDescription == "super", member.declName.baseName.text == "observeValue",
      let scope = scopes.last, isFirstObserver(scope.key)
    else { return false }
    file.replace(node, with: "()")
    return true
  }

  /// Whether no class above has the method: a plain object, whose superclasses do not observe.
  private func isFirstObserver(_ name: String) -> Bool {
    let above = index.superclasses(of: name)
    return above.last == "NSObject"
      && !above.contains { name in
        index.types[name]?.members.contains {
          $0.node.as(FunctionDeclSyntax.self)?.isObserveValue ?? false
        } ?? false
      }
  }

  /// Whether a class is an object of Foundation's or UIKit's kind.
  private func isObject(_ name: String) -> Bool {
    guard let root = index.superclasses(of: name).last else { return false }
    return root == "NSObject" || root.hasPrefix("UI") || root.hasPrefix("CA")
  }
}

extension PatternBindingSyntax {
  /// Whether it is stored, or has a setter.
  fileprivate var isWritable: Bool {
    switch accessorBlock?.accessors {
    case .accessors(let list):
      list.contains { ["set", "didSet", "willSet"].contains($0.accessorSpecifier.text) }
    case .getter: false
    default: true
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether this is the method that observers are called by.
  fileprivate var isObserveValue: Bool {
    name.text == "observeValue" && labels == ["forKeyPath", "of", "change", "context"]
  }
}
