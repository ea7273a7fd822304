// DeclarationIndex.swift
// The types, methods and optional protocol members of all files of a target.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

/// What a target declares, by name. Names are resolved by their spelling: there are no types here.
struct DeclarationIndex {
  /// A method or a property, declared in a type or an extension.
  struct Member {
    let base: String
    /// The labels of the arguments, `_` for none; nil for a property.
    let labels: [String]?
    let file: SourceFile
    let node: DeclSyntax
    /// The declaration in whose braces the member is.
    let parent: Syntax
    let isOverride: Bool
    let isStatic: Bool

    var isInExtension: Bool { parent.is(ExtensionDeclSyntax.self) }

    /// The types of a method's parameters, as they are written; empty for a property.
    var parameterTypes: [String] {
      node.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
        .map { $0.type.trimmedDescription.filter { !$0.isWhitespace } } ?? []
    }

    func hasSameName(as other: Member) -> Bool {
      base == other.base && labels == other.labels && isStatic == other.isStatic
    }
  }

  /// A type with its extensions.
  struct TypeInfo {
    /// The declaration; nil when another module declares the type.
    var declaration: (node: DeclSyntax, file: SourceFile)?
    /// The superclass and the protocols, as written, of the declaration and all extensions.
    var inherited: [(name: String, node: InheritedTypeSyntax, file: SourceFile)] = []
    var extensions: [(node: ExtensionDeclSyntax, file: SourceFile)] = []
    var members: [Member] = []
    /// Whether the first inherited type of the declaration may be a superclass.
    var isClass = false
  }

  /// An optional member of a protocol.
  struct OptionalMember {
    let owner: String
    let member: Member
    /// The name of the protocol that has this member alone.
    var companion: String
    /// Whether another optional member of the protocol differs in its types only.
    var isOverloaded = false
  }

  private(set) var types: [String: TypeInfo] = [:]
  /// Optional members by base name.
  private(set) var optionalMembers: [String: [OptionalMember]] = [:]
  /// Properties by name, with the spelling of their types.
  private(set) var propertyTypes: [String: Set<String>] = [:]
  /// The labels of initialisers that protocols require.
  private(set) var initializersOfProtocols: Set<[String]> = []
  /// Whether a file replaces dynamic members, which must then remain dynamic.
  private(set) var replacesDynamicMembers = false

  init(_ files: [SourceFile]) {
    for file in files {
      let collector = DeclarationCollector(file)
      collector.walk(file.tree)
      merge(collector)
    }
  }

  private mutating func merge(_ collector: DeclarationCollector) {
    for (name, info) in collector.types {
      var all = types[name] ?? TypeInfo()
      all.declaration = all.declaration ?? info.declaration
      all.isClass = all.isClass || info.isClass
      // The declaration's own list begins with the superclass.
      all.inherited =
        info.declaration == nil ? all.inherited + info.inherited : info.inherited + all.inherited
      all.extensions += info.extensions
      all.members += info.members
      types[name] = all
    }
    for member in collector.optionalMembers {
      optionalMembers[member.member.base, default: []].append(member)
    }
    initializersOfProtocols.formUnion(collector.initializersOfProtocols)
    propertyTypes.merge(collector.propertyTypes) { $0.union($1) }
    replacesDynamicMembers = replacesDynamicMembers || collector.replacesDynamicMembers
  }

  // MARK: Queries

  /// The superclasses that the target declares, nearest first, ending with the spelling of the first one that
  /// it does not declare.
  func superclasses(of name: String) -> [String] {
    var result: [String] = []
    var current = name
    while let info = types[current], info.isClass, let next = info.inherited.first?.name,
      !result.contains(next), next != name
    {
      result.append(next)
      current = next
    }
    return result
  }

  /// Everything that a type inherits from or conforms to, as far as the target declares it.
  func ancestors(of name: String) -> Set<String> {
    var result: Set<String> = []
    var waiting = [name]
    while let current = waiting.popLast() {
      for inherited in types[current]?.inherited ?? [] where result.insert(inherited.name).inserted
      {
        waiting.append(inherited.name)
      }
    }
    return result
  }

  /// The methods of a base name in a type and its superclasses.
  func methods(_ base: String, in type: String) -> [Member] {
    for owner in [type] + superclasses(of: type) {
      let found = types[owner]?.members.filter { $0.base == base && $0.labels != nil } ?? []
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The types that declare a method.
  func owners(ofMethod base: String, _ labels: [String]?) -> [String] {
    types.filter { _, info in
      info.members.contains {
        $0.base == base && $0.labels != nil && (labels == nil || $0.labels == labels)
      }
    }.keys.sorted()
  }
}

/// Collects the declarations of one file.
private final class DeclarationCollector: SyntaxVisitor {
  let file: SourceFile
  var types: [String: DeclarationIndex.TypeInfo] = [:]
  var optionalMembers: [DeclarationIndex.OptionalMember] = []
  var propertyTypes: [String: Set<String>] = [:]
  var initializersOfProtocols: Set<[String]> = []
  var replacesDynamicMembers = false
  /// The names of the types around the current place.
  private var path: [String] = []

  init(_ file: SourceFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Types

  private func enter(
    _ node: some DeclGroupSyntax, _ name: String, isClass: Bool = false
  ) -> SyntaxVisitorContinueKind {
    path.append(name)
    var info = types[fullName] ?? .init()
    info.inherited += (node.inheritanceClause?.inheritedTypes ?? []).map {
      ($0.type.inheritedName, $0, file)
    }
    if let node = node.as(ExtensionDeclSyntax.self) {
      info.extensions.append((node, file))
    } else {
      info.declaration = (DeclSyntax(node), file)
      info.isClass = isClass
    }
    types[fullName] = info
    return .visitChildren
  }

  private var fullName: String { path.joined(separator: ".") }

  private func leave() { path.removeLast() }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text, isClass: true)
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text)
  }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text)
  }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text)
  }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.extendedType.inheritedName)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  // MARK: Members

  private func add(
    _ node: some DeclSyntaxProtocol, _ base: String, _ labels: [String]?,
    _ modifiers: DeclModifierListSyntax
  ) {
    guard let parent = node.enclosingGroup else { return }
    let member = DeclarationIndex.Member(
      base: base, labels: labels, file: file, node: DeclSyntax(node), parent: parent,
      isOverride: modifiers.has("override"),
      isStatic: modifiers.has("static") || modifiers.has("class"))
    types[fullName]?.members.append(member)
    if modifiers.has("optional"), parent.is(ProtocolDeclSyntax.self) {
      let parts = [fullName, base] + (labels ?? [])
      let companion = parts.joined(separator: "_").filter { $0 != "`" && $0 != "." }
      var new = DeclarationIndex.OptionalMember(
        owner: fullName, member: member, companion: companion)
      for place in optionalMembers.indices
      where optionalMembers[place].owner == fullName
        && optionalMembers[place].member.hasSameName(as: member)
      {
        optionalMembers[place].isOverloaded = true
        new.isOverloaded = true
        new.companion += "_2"
      }
      optionalMembers.append(new)
    }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node, node.name.text, node.labels, node.modifiers)
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.enclosingGroup?.is(ProtocolDeclSyntax.self) ?? false {
      initializersOfProtocols.insert(
        node.signature.parameterClause.parameters.map(\.firstName.text))
    }
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      else { continue }
      if let type = binding.typeAnnotation?.type {
        propertyTypes[name, default: []].insert(type.unwrappedName)
      }
      add(node, name, nil, node.modifiers)
    }
    return .visitChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if node.attributeName.trimmedDescription == "_dynamicReplacement" {
      replacesDynamicMembers = true
    }
    return .skipChildren
  }
}

extension DeclModifierListSyntax {
  func has(_ name: String) -> Bool { contains { $0.name.text == name } }
}

extension FunctionDeclSyntax {
  /// The labels of the arguments; `_` for none.
  var labels: [String] { signature.parameterClause.parameters.map(\.firstName.text) }
}

extension TypeSyntax {
  /// The name in an inheritance clause or an extension, without attributes and generic arguments.
  var inheritedName: String {
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.inheritedName }
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = self.as(MemberTypeSyntax.self) {
      return type.baseType.inheritedName + "." + type.name.text
    }
    return trimmedDescription
  }

  /// The name without optionality and `any`.
  var unwrappedName: String {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.unwrappedName }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return type.wrappedType.unwrappedName
    }
    if let type = self.as(SomeOrAnyTypeSyntax.self) { return type.constraint.unwrappedName }
    if let type = self.as(TupleTypeSyntax.self), type.elements.count == 1,
      let only = type.elements.first
    {
      return only.type.unwrappedName
    }
    return inheritedName
  }
}

extension SyntaxProtocol {
  /// The declaration whose members this is one of, also inside `#if`; nil for a local declaration.
  var enclosingGroup: Syntax? {
    var current = parent
    while let node = current {
      if node.is(CodeBlockSyntax.self) || node.is(AccessorBlockSyntax.self)
        || node.is(ClosureExprSyntax.self)
      {
        return nil
      }
      if node.asProtocol((any DeclGroupSyntax).self) != nil { return node }
      current = node.parent
    }
    return nil
  }
}
