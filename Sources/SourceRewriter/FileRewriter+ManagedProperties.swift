// FileRewriter+ManagedProperties.swift
// `@NSManaged` properties of layers, and the calls of timers and of the runtime.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

extension FileRewriter {
  /// Rewrites `@NSManaged` to `@Animatable` with a default. Returns whether the declaration is done with.
  func rewriteManagedProperty(_ node: VariableDeclSyntax) -> Bool {
    guard let attribute = node.attributes.named("NSManaged") else { return false }
    if let type = scopes.last, index.superclasses(of: type.key).contains("NSManagedObject") {
      file.warn(attribute, "there is no Core Data on Linux; declare a stored property")
      return false
    }
    if node.enclosingGroup?.is(ExtensionDeclSyntax.self) ?? true {
      file.warn(attribute, "@NSManaged in an extension; move the property into the class")
      return false
    }
    let isWeak = node.modifiers.has("weak")
    needsUIKit = true
    // Other attributes are removed where they are.
    for case .attribute(let other) in node.attributes where other.id != attribute.id {
      rewriteAttribute(other)
    }
    for modifier in node.modifiers where ["dynamic", "weak"].contains(modifier.name.text) {
      file.remove(modifier)
    }
    let bindings = Array(node.bindings)
    let isComputed = bindings.allSatisfy { isWeak || managedDefault(for: $0) == nil }
    if isComputed { file.remove(attribute) } else { file.replace(attribute, with: "@Animatable") }
    // A wrapper belongs to a single variable.
    let head = node.modifiers.filter { !["dynamic", "weak"].contains($0.name.text) }
      .map(\.plainText).joined(separator: " ")
    for (place, binding) in bindings.enumerated() {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let type = binding.typeAnnotation?.type
          ?? bindings[place...].lazy.compactMap({ $0.typeAnnotation?.type }).first
      else {
        file.warn(binding, "an @NSManaged property needs a type")
        continue
      }
      if place > 0, let comma = bindings[place - 1].trailingComma {
        let wrapper = isWeak || managedDefault(for: type) == nil ? "" : "@Animatable "
        file.replace(comma, with: "; \(wrapper)\(head.isEmpty ? "" : head + " ")var")
      }
      if binding.typeAnnotation == nil {
        file.insert(": \(type.plainText)", after: binding.pattern)
      }
      let end = binding.typeAnnotation.map { Syntax($0) } ?? Syntax(binding.pattern)
      file.insert(managedBody(name, type, isWeak: isWeak), after: end)
    }
    return true
  }

  private func managedBody(_ name: String, _ type: TypeSyntax, isWeak: Bool) -> String {
    if isWeak {
      return " { get { weakValue(forKey: \"\(name)\") as? \(type.unwrappedName) } "
        + "set { setWeakValue(newValue, forKey: \"\(name)\") } }"
    }
    if let value = managedDefault(for: type) { return " = \(value)" }
    let text = type.plainText
    return " { get { value(forKey: \"\(name)\") as! \(text) } "
      + "set { setValue(newValue, forKey: \"\(name)\") } }"
  }

  private func managedDefault(for binding: PatternBindingSyntax) -> String? {
    binding.typeAnnotation.flatMap { managedDefault(for: $0.type) }
  }

  private static let numbers: Set<String> = [
    "CGFloat", "Double", "Float", "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8",
    "UInt16", "UInt32", "UInt64", "TimeInterval", "CFTimeInterval", "NSInteger", "NSTimeInterval",
    "NSNumber",
  ]

  private static let defaults: [String: String] = [
    "Bool": "false", "String": "\"\"", "NSString": "\"\"", "CGPoint": ".zero", "CGSize": ".zero",
    "CGRect": ".zero", "CGVector": ".zero", "UIEdgeInsets": ".zero", "UIOffset": ".zero",
    "CGAffineTransform": ".identity", "CATransform3D": "CATransform3DIdentity",
    "UIColor": "UIColor.clear", "CGColor": "UIColor.clear.cgColor", "UIImage": "UIImage()",
    "UIBezierPath": "UIBezierPath()", "CGPath": "CGMutablePath()", "Any": "NSNull()",
  ]

  /// What a property of a type holds before it is set, as an expression; nil for types without one.
  private func managedDefault(for type: TypeSyntax) -> String? {
    if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || type.inheritedName == "Optional"
    {
      return "nil"
    }
    if type.is(ArrayTypeSyntax.self) { return "[]" }
    if type.is(DictionaryTypeSyntax.self) { return "[:]" }
    let name = type.inheritedName
    if Self.numbers.contains(name) { return "0" }
    if let value = Self.defaults[name] { return value }
    if let raw = index.types[name], raw.declaration?.node.is(EnumDeclSyntax.self) ?? false,
      raw.inherited.contains(where: { Self.numbers.contains($0.name) })
    {
      return "\(name)(rawValue: 0)!"
    }
    return nil
  }

  // MARK: Timers

  /// Foundation's initialiser on Linux makes a timer that fires at once.
  func rewriteTimer(_ node: FunctionCallExprSyntax) {
    let labels = node.arguments.map { $0.label?.text }
    guard labels.first == "timeInterval", labels.contains("repeats") else { return }
    switch node.calledExpression.trimmedDescription {
    case "Timer", "Foundation.Timer": file.insert(".waiting", after: node.calledExpression)
    case "Timer.init", "Foundation.Timer.init":
      if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
        file.replace(member.declName, with: "waiting")
      }
    default: return
    }
    needsUIKit = true
  }

  // MARK: The runtime

  private static let runtimeFunctions: Set<String> = [
    "method_exchangeImplementations", "class_getInstanceMethod", "class_getClassMethod",
    "class_addMethod", "class_replaceMethod", "method_setImplementation", "object_setClass",
    "objc_getClass", "class_copyIvarList", "class_copyPropertyList", "imp_implementationWithBlock",
  ]

  func warnAboutCall(_ node: FunctionCallExprSyntax) {
    let name =
      node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    if Self.runtimeFunctions.contains(name) {
      file.warn(
        node,
        "\(name) needs the Objective-C runtime; make a subclass that overrides the method")
    }
  }
}

extension AttributeListSyntax {
  func named(_ name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in self
    where attribute.attributeName.trimmedDescription == name {
      return attribute
    }
    return nil
  }
}
