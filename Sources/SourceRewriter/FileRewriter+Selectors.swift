// FileRewriter+Selectors.swift
// `#selector`, `#keyPath` and the literals of colours and images.
//
// SPDX-License-Identifier: MIT

import Foundation
import SwiftSyntax

extension FileRewriter {
  /// Rewrites an expression that begins with `#`. Returns whether it was one to rewrite.
  func rewriteMacro(_ node: MacroExpansionExprSyntax) -> Bool {
    let arguments = Array(node.arguments)
    switch node.macroName.text {
    case "selector":
      guard arguments.count == 1 else { return false }
      rewriteSelector(node, arguments[0])
      return true
    case "keyPath":
      guard arguments.count == 1 else { return false }
      rewriteKeyPath(node, arguments[0].expression)
      return true
    case "colorLiteral":
      file.replace(node.pound, with: "")
      file.replace(node.macroName, with: "UIColor")
      return false
    case "imageLiteral":
      guard arguments.count == 1, arguments[0].label?.text == "resourceName" else { return false }
      file.replace(node, with: "UIImage(named: \(arguments[0].expression.plainText))!")
      needsUIKit = true
      return true
    default:
      return false
    }
  }

  // MARK: Selectors

  private func rewriteSelector(_ node: MacroExpansionExprSyntax, _ argument: LabeledExprSyntax) {
    needsUIKit = true
    guard let method = MethodReference(argument.expression) else {
      file.warn(
        node,
        "#selector of this expression cannot be rewritten; write #selector(Type.method(_:))")
      return
    }
    let text =
      switch argument.label?.text {
      case "getter", "setter": propertySelector(node, argument, method)
      default: methodSelector(node, method)
      }
    if let text { file.replace(node, with: text) }
  }

  private func propertySelector(
    _ node: MacroExpansionExprSyntax, _ argument: LabeledExprSyntax, _ property: MethodReference
  ) -> String? {
    let type: String
    switch property.base {
    case .own:
      guard let scope = scopes.last else {
        file.warn(node, "#selector of a property outside of a type; write the type's name")
        return nil
      }
      type = scope.isProtocol ? "Self" : scope.name
    case .type(let name): type = name
    case .superclass, .object:
      file.warn(node, "#selector of an object's property; write the type's name for the object")
      return nil
    }
    return argument.label?.text == "getter"
      ? "Selector(getter: \\\(type).\(property.name), named: \"\(property.name)\")"
      : "Selector(setter: \\\(type).\(property.name), named: \"\(ObjectiveCName.setter(property.name))\")"
  }

  private func methodSelector(_ node: MacroExpansionExprSyntax, _ method: MethodReference)
    -> String?
  {
    let base: String
    var key: String?
    switch method.base {
    case .own:
      guard let scope = scope(declaring: method) else {
        file.warn(node, "#selector outside of a type; write #selector(Type.method(_:))")
        return nil
      }
      base = scope.isProtocol ? "Self" : scope.name
      key = scope.key
    case .type(let name):
      // An optional member is in a protocol of its own, to which only the types with the member conform.
      let optional = index.optionalMembers[method.name]?.first {
        $0.owner == name && (method.labels == nil || $0.member.labels == method.labels)
      }
      (base, key) = (optional?.companion ?? name, name)
    case .superclass:
      guard let name = scopes.last.flatMap({ index.superclasses(of: $0.key).first }) else {
        file.warn(node, "#selector of super; write the superclass's name for super")
        return nil
      }
      (base, key) = (name, name)
    case .object(let text):
      let owners = index.owners(ofMethod: method.name, method.labels)
      if owners.count == 1 {
        (base, key) = (owners[0], owners[0])
      } else {
        base = text
        file.warn(
          node,
          "this selector retains \(text) and is sent to it alone; write #selector(Type.method(_:))")
      }
    }
    let declared = key.flatMap { declaration(of: method, in: $0) }
    let labels = method.labels ?? declared?.labels
    var reference = "\(base).\(method.name)"
    // With the labels an overloaded method needs no cast, whose function type would lack the isolation.
    if let labels, method.labels != nil || method.cast != nil {
      reference += labels.isEmpty ? "" : "(\(labels.map { $0 + ":" }.joined()))"
    } else if let cast = method.cast {
      reference += " as \(cast)"
    }
    let name =
      declared?.explicitName ?? labels.map { ObjectiveCName.method(method.name, $0) }
      ?? method.name.filter { $0 != "`" }
    // The name alone would mean the other methods of an overloaded name, too.
    let label = method.cast != nil && labels?.isEmpty ?? false ? "withoutArguments: " : ""
    return "Selector(\(label)\(reference), named: \"\(name)\")"
  }

  /// The nearest type around the current place that declares a method, or else the nearest type.
  private func scope(declaring method: MethodReference) -> Scope? {
    scopes.last { !index.methods(method.name, in: $0.key).isEmpty } ?? scopes.last
  }

  private func declaration(
    of method: MethodReference, in type: String
  ) -> (labels: [String], explicitName: String?)? {
    let all = index.methods(method.name, in: type)
    let member =
      all.first { $0.labels == method.labels }
      ?? (method.castArgumentCount.flatMap { count in all.first { $0.labels?.count == count } })
      ?? (all.count == 1 && method.labels == nil ? all.first : nil)
    return member.flatMap { member in member.labels.map { ($0, member.explicitObjectiveCName) } }
  }

  // MARK: Key paths

  /// Names that Objective-C gives to the properties of Apple's classes.
  private static let appleKeys: [String: String] = [
    "isHidden": "hidden", "isOpaque": "opaque", "isDoubleSided": "doubleSided",
    "isGeometryFlipped": "geometryFlipped", "isRemovedOnCompletion": "removedOnCompletion",
    "isAdditive": "additive", "isCumulative": "cumulative", "isEnabled": "enabled",
    "isSelected": "selected", "isHighlighted": "highlighted", "isPaused": "paused",
    "isOn": "on", "isExecuting": "executing", "isFinished": "finished", "isCancelled": "cancelled",
    "isUserInteractionEnabled": "userInteractionEnabled", "isRunning": "running",
    "isReversed": "reversed",
  ]

  private func rewriteKeyPath(_ node: MacroExpansionExprSyntax, _ expression: ExprSyntax) {
    var components = expression.plainText.filter {
      $0 != " " && $0 != "`" && $0 != "?" && $0 != "!"
    }
    .split(separator: ".").map(String.init)
    guard !components.isEmpty else { return }
    if components[0] == "self" || components[0] == "Self" { components.removeFirst() }
    // Types come first, and only they begin with a capital letter.
    while components.count > 1, components[0].first?.isUppercase ?? false {
      components.removeFirst()
    }
    let path = components.map { name in
      index.propertyTypes[name] == nil ? Self.appleKeys[name] ?? name : name
    }
    file.replace(node, with: "\"\(path.joined(separator: "."))\"")
  }
}

/// A method or property as written in `#selector`.
private struct MethodReference {
  enum Base {
    /// Unqualified, `self` or `Self`.
    case own
    case type(String)
    case superclass
    case object(String)
  }

  var base: Base
  var name: String
  /// The labels; nil when only the base name is written.
  var labels: [String]?
  /// The function type of a cast that chooses between overloaded methods.
  var cast: String?

  /// The number of arguments in the last function type of the cast.
  var castArgumentCount: Int? {
    guard let cast, let arrow = cast.range(of: "->", options: .backwards),
      let open = cast[..<arrow.lowerBound].lastIndex(of: "(")
    else { return nil }
    let list = cast[cast.index(after: open)..<arrow.lowerBound].filter { $0 != " " && $0 != ")" }
    return list.isEmpty || list == "Void" ? 0 : list.count { $0 == "," } + 1
  }

  init?(_ expression: ExprSyntax) {
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first
    {
      self.init(only.expression)
    } else if let sequence = expression.as(SequenceExprSyntax.self) {
      let elements = Array(sequence.elements)
      guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self),
        let type = elements[2].as(TypeExprSyntax.self)
      else { return nil }
      self.init(elements[0])
      cast = type.type.plainText
    } else if let name = expression.as(DeclReferenceExprSyntax.self) {
      self.init(.own, name)
    } else if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
      switch base.trimmedDescription {
      case "self", "Self": self.init(.own, member.declName)
      case "super": self.init(.superclass, member.declName)
      case let text where Self.isType(text): self.init(.type(base.plainText), member.declName)
      default: self.init(.object(base.plainText), member.declName)
      }
    } else {
      return nil
    }
  }

  private init(_ base: Base, _ name: DeclReferenceExprSyntax) {
    self.base = base
    self.name = name.baseName.text
    labels = name.argumentNames.map { $0.arguments.map(\.name.text) }
  }

  /// Whether a name's last part is a type: by its capital letter.
  private static func isType(_ text: String) -> Bool {
    text.split(separator: ".").last?.first { $0 != "`" }?.isUppercase ?? false
  }
}

extension DeclarationIndex.Member {
  /// The name given by `@objc(name)`.
  var explicitObjectiveCName: String? {
    let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes
    for case .attribute(let attribute) in attributes ?? []
    where attribute.attributeName.trimmedDescription == "objc" {
      if let arguments = attribute.arguments { return arguments.trimmedDescription }
    }
    return nil
  }
}
