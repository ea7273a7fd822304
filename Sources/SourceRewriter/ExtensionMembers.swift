// ExtensionMembers.swift
// Members of extensions that override, or are overridden: the class gets a member that calls the extension's.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

/// Rewrites members of extensions that only a class's own declaration may have.
///
///     class Bar: UIView { override func layoutSubviews() { inExtension_layoutSubviews() } }
///     extension Bar { func inExtension_layoutSubviews() { super.layoutSubviews() } }
///
/// The code stays where it is, with its line numbers and its access to private members.
struct ExtensionMembers {
  private let index: DeclarationIndex

  /// Declarations that something else rewrites.
  private let exceptions: Set<SyntaxIdentifier>

  init(_ index: DeclarationIndex, except exceptions: Set<SyntaxIdentifier>) {
    (self.index, self.exceptions) = (index, exceptions)
  }

  func rewrite() {
    for (name, info) in index.types.sorted(by: { $0.key < $1.key }) {
      for member in info.members
      where member.isInExtension && !exceptions.contains(member.node.id) {
        if member.isOverride || (info.isClass && isOverridden(member, of: name)) {
          rewrite(member, of: name, info)
        }
      }
    }
  }

  /// Whether a subclass in the target overrides a member.
  private func isOverridden(_ member: DeclarationIndex.Member, of name: String) -> Bool {
    index.types.contains { other, info in
      info.members.contains { $0.isOverride && $0.hasSameName(as: member) }
        && index.superclasses(of: other).contains(name)
    }
  }

  private func rewrite(
    _ member: DeclarationIndex.Member, of name: String, _ info: DeclarationIndex.TypeInfo
  ) {
    guard let (declaration, classFile) = info.declaration,
      let node = declaration.as(ClassDeclSyntax.self)
    else {
      member.file.warn(
        member.node,
        "an extension cannot override \(member.base) of \(name), a class of another module; make a "
          + "subclass that overrides it")
      return
    }
    let forwarder: String?
    if let function = member.node.as(FunctionDeclSyntax.self) {
      forwarder = rewrite(function, member)
    } else if let property = member.node.as(VariableDeclSyntax.self) {
      forwarder = rewrite(property, member)
    } else {
      forwarder = nil
    }
    guard let forwarder else {
      member.file.warn(
        member.node, "\(member.base) in an extension cannot be rewritten; move it into the class")
      return
    }
    add(
      forwarder, to: node, in: classFile, conditions: Self.conditions(around: Syntax(member.node)))
  }

  /// Adds a member in front of a class's last brace.
  private func add(
    _ text: String, to node: ClassDeclSyntax, in file: SourceFile, conditions: String
  ) {
    let brace = node.memberBlock.rightBrace
    let isOnMembersLine =
      node.memberBlock.members.last.map { file.endLine(of: $0) == file.line(of: brace) } ?? false
    if conditions.isEmpty {
      // A second insertion comes behind the first, which ends with a semicolon.
      file.insert(
        (isOnMembersLine ? "; " : "") + text + (isOnMembersLine ? " " : "; "), before: brace)
    } else {
      // The directives need lines of their own; the line numbers go on as if they were not there.
      file.insert(
        "\n#if \(conditions)\n\(text)\n#endif\n"
          + "#sourceLocation(file: \(file.path.debugDescription), line: \(file.line(of: brace)))\n",
        before: brace)
    }
  }

  // MARK: Methods

  private func rewrite(_ node: FunctionDeclSyntax, _ member: DeclarationIndex.Member) -> String? {
    var arguments: [String] = []
    for parameter in node.signature.parameterClause.parameters {
      if parameter.ellipsis != nil { return nil }
      let name = (parameter.secondName ?? parameter.firstName).text
      if name == "_" { return nil }
      let label = parameter.firstName.text == "_" ? "" : parameter.firstName.text + ": "
      let isInout = parameter.type.plainText.split(separator: " ").contains("inout")
      arguments.append(label + (isInout ? "&" : "") + name)
    }
    guard node.body != nil, node.genericParameterClause == nil else { return nil }
    let effects = node.signature.effectSpecifiers
    let call =
      (effects?.throwsClause == nil ? "" : "try ")
      + (effects?.asyncSpecifier == nil ? "" : "await ")
      + "\(Self.newName(member.base))(\(arguments.joined(separator: ", ")))"
    let head = Self.head(node.attributes, node.modifiers, member)
    let signature = node.signature.plainText
    let text = "\(head)func \(node.name.text)\(signature) { \(call) }"
    Self.makeImplementation(node.modifiers, node.name, member)
    return text
  }

  // MARK: Properties

  private func rewrite(_ node: VariableDeclSyntax, _ member: DeclarationIndex.Member) -> String? {
    guard node.bindings.count == 1, let binding = node.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type, let block = binding.accessorBlock
    else { return nil }
    let head = Self.head(node.attributes, node.modifiers, member)
    let newName = Self.newName(member.base)
    switch block.accessors {
    case .getter:
      Self.makeImplementation(node.modifiers, name, member)
      return "\(head)var \(name.text): \(type.plainText) { \(newName) }"
    case .accessors(let accessors):
      let kinds = accessors.map(\.accessorSpecifier.text)
      if kinds.allSatisfy({ ["get", "set"].contains($0) }) {
        Self.makeImplementation(node.modifiers, name, member)
        let setter = kinds.contains("set") ? " set { \(newName) = newValue }" : ""
        return "\(head)var \(name.text): \(type.plainText) { get { \(newName) }\(setter) }"
      }
      guard kinds.allSatisfy({ ["willSet", "didSet"].contains($0) }) else { return nil }
      return rewriteObservers(node, Array(accessors), name.text, type.plainText, head, member)
    @unknown default: return nil
    }
  }

  /// Makes each observer a method.
  private func rewriteObservers(
    _ node: VariableDeclSyntax, _ accessors: [AccessorDeclSyntax], _ name: String, _ type: String,
    _ head: String, _ member: DeclarationIndex.Member
  ) -> String? {
    guard let binding = node.bindings.first, let block = binding.accessorBlock,
      accessors.allSatisfy({ $0.body != nil })
    else { return nil }
    let file = member.file
    // What surrounds the observers goes.
    for modifier in node.modifiers { file.remove(modifier) }
    file.remove(node.bindingSpecifier)
    file.remove(binding.pattern)
    if let annotation = binding.typeAnnotation { file.remove(annotation) }
    file.remove(block.leftBrace)
    file.replace(block.rightBrace, with: "")
    var observers = ""
    for accessor in accessors {
      let kind = accessor.accessorSpecifier.text
      let value = kind == "didSet" ? "oldValue" : "newValue"
      let parameter = accessor.parameters?.name.text ?? value
      let method = "\(Self.newName(member.base))_\(kind)"
      if let parameters = accessor.parameters { file.replace(parameters, with: "") }
      file.replace(
        accessor.accessorSpecifier, with: "func \(method)(_ \(parameter): \(type)) ")
      observers += " \(kind) { \(method)(\(value)) }"
    }
    return "\(head)var \(name): \(type) {\(observers) }"
  }

  // MARK: Declarations

  private static func newName(_ base: String) -> String {
    "inExtension_" + base.filter { $0 != "`" }
  }

  /// The attributes and modifiers of the class's member.
  private static func head(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax,
    _ member: DeclarationIndex.Member
  ) -> String {
    var parts: [String] = []
    for case .attribute(let attribute) in attributes {
      let name = attribute.attributeName.trimmedDescription
      if !["objc", "nonobjc", "IBAction", "IBInspectable", "IBOutlet"].contains(name) {
        parts.append(attribute.plainText)
      }
    }
    parts += modifiers.filter { $0.name.text != "dynamic" }.map(\.plainText)
    // The access of an extension holds for its members.
    let access: Set<String> = ["public", "open", "internal", "fileprivate", "private", "package"]
    if !modifiers.contains(where: { access.contains($0.name.text) }),
      let own = member.parent.as(ExtensionDeclSyntax.self)?.modifiers.first(where: {
        access.contains($0.name.text)
      })
    {
      parts.insert(own.name.text, at: 0)
    }
    return parts.isEmpty ? "" : parts.joined(separator: " ") + " "
  }

  /// Renames the extension's member, which overrides nothing.
  private static func makeImplementation(
    _ modifiers: DeclModifierListSyntax, _ name: TokenSyntax, _ member: DeclarationIndex.Member
  ) {
    member.file.replace(name, with: newName(member.base))
    for modifier in modifiers where ["override", "open", "final"].contains(modifier.name.text) {
      member.file.remove(modifier)
    }
  }

  /// The conditions of the `#if`s around a node.
  private static func conditions(around node: Syntax) -> String {
    var conditions: [String] = []
    var current: Syntax? = node
    while let syntax = current {
      if let clause = syntax.as(IfConfigClauseSyntax.self),
        let list = clause.parent?.as(IfConfigClauseListSyntax.self)
      {
        var parts: [String] = []
        for other in list {
          if other.id == clause.id { break }
          if let condition = other.conditionText { parts.append("!(\(condition))") }
        }
        if let condition = clause.conditionText { parts.append("(\(condition))") }
        conditions.insert(contentsOf: parts, at: 0)
      }
      current = syntax.parent
    }
    return conditions.joined(separator: " && ")
  }
}

extension IfConfigClauseSyntax {
  /// The rewritten text of the condition; nil for `#else`.
  fileprivate var conditionText: String? {
    guard let text = condition?.plainText, !isBesideLinux else { return condition?.plainText }
    return text.replacing("os(iOS)", with: "os(Linux)")
      .replacing("targetEnvironment(simulator)", with: "os(Linux)")
  }
}
