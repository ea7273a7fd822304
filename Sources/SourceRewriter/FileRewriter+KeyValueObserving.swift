// FileRewriter+KeyValueObserving.swift
// Key-value observation: properties that report their changes, and plain objects that observe.
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

  /// Makes a plain object's `observeValue` a method of a protocol: `NSObject` on Linux has none to override.
  func rewriteObserver(_ node: FunctionDeclSyntax) {
    guard node.isObserveValue, let scope = scopes.last else { return }
    guard isFirstObserver(scope.key) else { return }
    for modifier in node.modifiers where modifier.name.text == "override" { file.remove(modifier) }
    if let inherited = index.types[scope.key]?.inherited.first, inherited.file === file {
      file.insert(", NSKeyValueObserving", after: inherited.node.type)
    } else {
      file.warn(node, "move observeValue into the class, or make the class an NSKeyValueObserving")
    }
    needsUIKit = true
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

extension FunctionDeclSyntax {
  /// Whether this is the method that observers are called by.
  fileprivate var isObserveValue: Bool {
    name.text == "observeValue" && labels == ["forKeyPath", "of", "change", "context"]
  }
}
