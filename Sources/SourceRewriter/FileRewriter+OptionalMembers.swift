// FileRewriter+OptionalMembers.swift
// Optional members of protocols, and their calls.
//
// An optional member becomes a protocol of its own, its companion, to which the types conform that have the
// member. A call finds the companion by a cast.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

extension FileRewriter {
  // MARK: Protocols

  /// Restricts an `@objc` protocol to classes, and adds the companions of its optional members.
  func rewriteProtocol(_ node: ProtocolDeclSyntax) {
    // Foundation's protocol lacks the messages by selector on Linux.
    for inherited in node.inheritanceClause?.inheritedTypes ?? []
    where inherited.type.trimmedDescription == "NSObjectProtocol" {
      file.replace(inherited.type, with: "SelectorPerforming")
      needsUIKit = true
    }
    guard let attribute = node.attributes.named("objc") else { return }
    let inherited = (node.inheritanceClause?.inheritedTypes ?? []).map(\.type.inheritedName)
    if let first = node.inheritanceClause?.inheritedTypes.first {
      if !inherited.contains(where: { ["AnyObject", "class", "NSObjectProtocol"].contains($0) }) {
        file.insert("AnyObject, ", before: first)
      }
    } else {
      file.insert(": AnyObject", after: node.name)
    }
    let members = index.optionalMembers.values.joined()
      .filter { $0.owner == node.name.text && $0.member.file === file }
      .sorted { $0.member.node.position < $1.member.node.position }
    guard !members.isEmpty else { return }
    if node.modifiers.has("public") || node.modifiers.has("open") {
      file.warn(
        attribute,
        "optional members of a public protocol are found only in types of this module; types of other "
          + "modules must conform to "
          + members.map(\.companion).joined(separator: ", "))
    }
    let text = members.map { companion(of: $0, in: node) }.joined()
    file.insert(text, after: node.memberBlock.rightBrace)
  }

  private func companion(
    of member: DeclarationIndex.OptionalMember, in node: ProtocolDeclSyntax
  ) -> String {
    let access =
      node.modifiers.first {
        ["public", "internal", "fileprivate", "private", "package"].contains($0.name.text)
      }
      .map { $0.name.text + " " } ?? ""
    var attributes = ""
    for case .attribute(let attribute) in node.attributes
    where attribute.attributeName.trimmedDescription != "objc" {
      attributes += attribute.plainText + " "
    }
    let requirement = member.member.node.requirementText
    var text =
      "; \(attributes)\(access)protocol \(member.companion): AnyObject { \(requirement) }"
    // The compiler chooses among overloaded members: by methods of the protocol that pass the call on.
    if member.isOverloaded, let method = member.member.node.as(FunctionDeclSyntax.self) {
      let parameters = method.signature.parameterClause.parameters
      let arguments = parameters.map { parameter in
        let label = parameter.firstName.text == "_" ? "" : parameter.firstName.text + ": "
        return label + (parameter.secondName ?? parameter.firstName).text
      }
      let result = method.signature.returnClause?.type.plainText ?? "Void"
      text +=
        "; \(attributes)extension \(node.name.text) { @discardableResult \(access)func \(method.name.text)"
        + "\(method.signature.parameterClause.plainText) -> (\(result))? { (self as? any \(member.companion))?"
        + ".\(method.name.text)(\(arguments.joined(separator: ", "))) } }"
    }
    if member.member.labels == nil,
      let binding = member.member.node.as(VariableDeclSyntax.self)?.bindings.first,
      let type = binding.typeAnnotation?.type
    {
      text +=
        "; \(attributes)extension \(node.name.text) { \(access)var \(member.member.base): "
        + "(\(type.plainText))? { (self as? any \(member.companion))?.\(member.member.base) } }"
    }
    return text
  }

  /// Removes an optional member from its protocol. Returns whether it was one.
  func removeOptionalMember(_ node: DeclSyntax) -> Bool {
    guard node.enclosingGroup?.is(ProtocolDeclSyntax.self) ?? false,
      node.asProtocol((any WithModifiersSyntax).self)?.modifiers.has("optional") ?? false
    else { return false }
    file.replace(node, with: "")
    return true
  }

  // MARK: Calls

  /// Rewrites `object?.method?(…)`.
  func rewriteOptionalCall(_ node: FunctionCallExprSyntax) {
    if let forced = node.calledExpression.as(ForceUnwrapExprSyntax.self) {
      return rewriteForcedCall(node, forced)
    }
    guard let chain = node.calledExpression.as(OptionalChainingExprSyntax.self) else { return }
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    let arity = node.trailingClosure == nil ? labels.count : nil
    if let name = chain.expression.as(DeclReferenceExprSyntax.self) {
      // Inside an extension of the protocol.
      if let scope = scopes.last,
        let member = optional(name.baseName.text, labels, owner: scope.key)
      {
        file.insert("(self as? any \(member.companion))?.", before: name)
        file.replace(chain.questionMark, with: "")
      }
      return
    }
    guard let access = chain.expression.as(MemberAccessExprSyntax.self), let base = access.base
    else { return }
    let name = access.declName.baseName.text
    if let member = optional(name, labels, receiver: base) {
      if !member.isOverloaded { cast(base, to: member) }
      file.replace(chain.questionMark, with: "")
    } else if isAppleOptional(name, labels, arity: arity, receiver: base) {
      file.replace(chain.questionMark, with: "")
      if !base.hasOptionalChain, !node.isStatement {
        file.insert("Optional(", before: node)
        file.insert(")", after: node)
      }
    }
  }

  /// Rewrites `object.method!(…)`.
  private func rewriteForcedCall(
    _ node: FunctionCallExprSyntax, _ forced: ForceUnwrapExprSyntax
  ) {
    guard let access = forced.expression.as(MemberAccessExprSyntax.self), let base = access.base
    else { return }
    let name = access.declName.baseName.text
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    let arity = node.trailingClosure == nil ? labels.count : nil
    if let member = optional(name, labels, receiver: base) {
      file.insert("(", before: node)
      if !member.isOverloaded { cast(base, to: member) }
      file.replace(forced.exclamationMark, with: "")
      file.insert(")!", after: node)
    } else if isAppleOptional(name, labels, arity: arity, receiver: base) {
      file.replace(forced.exclamationMark, with: "")
    }
  }

  /// Rewrites `object?.method != nil`.
  func rewriteOptionalComparison(_ node: SequenceExprSyntax) {
    let elements = Array(node.elements)
    for place in elements.indices.dropFirst(2) where elements[place].is(NilLiteralExprSyntax.self) {
      guard let sign = elements[place - 1].as(BinaryOperatorExprSyntax.self)?.operator.text,
        ["==", "!="].contains(sign)
      else { continue }
      rewriteOptionalReference(elements[place - 2])
    }
  }

  /// Rewrites a reference to an optional method, such as the value of `if let`.
  func rewriteOptionalReference(_ expression: ExprSyntax) {
    guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base,
      let candidates = index.optionalMembers[access.declName.baseName.text]
    else { return }
    let labels = access.declName.argumentNames?.arguments.map(\.name.text)
    let owners = receiverTypes(base)
    let member = candidates.first {
      $0.member.labels != nil && (labels == nil || $0.member.labels == labels)
        && owners.contains($0.owner)
    }
    if let member { cast(base, to: member) }
  }

  private func cast(_ base: ExprSyntax, to member: DeclarationIndex.OptionalMember) {
    file.insert("(", before: base)
    if let chain = base.as(OptionalChainingExprSyntax.self) {
      file.replace(chain.questionMark, with: " as? any \(member.companion))?")
    } else {
      file.insert(" as? any \(member.companion))?", after: base)
    }
  }

  private func optional(
    _ name: String, _ labels: [String], owner: String
  ) -> DeclarationIndex.OptionalMember? {
    index.optionalMembers[name]?.first { $0.member.accepts(labels) && $0.owner == owner }
  }

  /// The optional member that a call means: of the receiver's type if its spelling is known.
  private func optional(
    _ name: String, _ labels: [String], receiver: ExprSyntax
  ) -> DeclarationIndex.OptionalMember? {
    let candidates = index.optionalMembers[name]?.filter { $0.member.accepts(labels) } ?? []
    let types = receiverTypes(receiver)
    if let known = candidates.first(where: { types.contains($0.owner) }) { return known }
    // A closure in a property of the same name is called in the same way, though without labels.
    if index.propertyTypes[name] != nil, labels.allSatisfy({ $0 == "_" }) { return nil }
    if Set(candidates.map(\.owner)).count > 1 {
      file.warn(
        receiver,
        "\(Set(candidates.map(\.owner)).sorted().joined(separator: " and ")) have an optional \(name); the first is "
          + "assumed: declare the receiver with its type")
    }
    return candidates.first
  }

  /// The types of the properties that have the name of a receiver, with the protocols that they inherit.
  private func receiverTypes(_ receiver: ExprSyntax) -> Set<String> {
    guard let name = receiver.lastName else { return [] }
    if name == "self" { return Set(scopes.suffix(1).map(\.key)) }
    let types = index.propertyTypes[name] ?? []
    return types.reduce(into: types) { $0.formUnion(index.ancestors(of: $1)) }
  }

  // MARK: Apple's protocols

  /// Optional methods of Apple's protocols without labels. A closure in a property is called without labels too.
  private static let appleMethods: Set<String> = [
    "scrollViewDidScroll", "scrollViewDidZoom", "scrollViewWillBeginDragging",
    "scrollViewWillBeginDecelerating", "scrollViewDidEndDecelerating",
    "scrollViewDidEndScrollingAnimation", "scrollViewShouldScrollToTop", "scrollViewDidScrollToTop",
    "viewForZooming", "textFieldShouldBeginEditing", "textFieldDidBeginEditing",
    "textFieldShouldEndEditing", "textFieldDidEndEditing", "textFieldShouldClear",
    "textFieldShouldReturn", "textFieldDidChangeSelection", "textViewShouldBeginEditing",
    "textViewDidBeginEditing", "textViewShouldEndEditing", "textViewDidEndEditing",
    "textViewDidChange", "textViewDidChangeSelection", "gestureRecognizerShouldBegin",
    "animationDidStart", "layerWillDraw", "applicationDidBecomeActive",
    "applicationWillResignActive", "applicationDidEnterBackground",
    "applicationWillEnterForeground", "applicationWillTerminate",
    "applicationDidFinishLaunching", "numberOfSections", "searchBarSearchButtonClicked",
    "searchBarCancelButtonClicked", "searchBarTextDidBeginEditing", "searchBarTextDidEndEditing",
    "sectionIndexTitles", "presentationControllerDidDismiss",
  ]

  /// Whether a call is of an optional method of Apple's, which here has a default implementation.
  private func isAppleOptional(
    _ name: String, _ labels: [String], arity: Int?, receiver: ExprSyntax
  ) -> Bool {
    if labels.contains(where: { $0 != "_" }) { return true }
    let isProperty = index.propertyTypes[name] != nil
    return Self.appleMethods.contains(name) && !isProperty && arity != nil
  }

  // MARK: Conformances

  /// Lets the types that have an optional member conform to its companion.
  static func addConformances(_ index: DeclarationIndex) {
    let members = index.optionalMembers.values.joined().sorted { $0.companion < $1.companion }
    for member in members {
      for (name, info) in index.types.sorted(by: { $0.key < $1.key }) {
        guard !index.isProtocol(name),
          info.members.contains(where: {
            $0.hasSameName(as: member.member)
              && (!member.isOverloaded || $0.parameterTypes == member.member.parameterTypes)
          }),
          index.ancestors(of: name).contains(member.owner),
          !index.superclasses(of: name).contains(where: { superclass in
            index.ancestors(of: superclass).contains(member.owner)
              && index.types[superclass]?.members.contains { $0.hasSameName(as: member.member) }
                ?? false
          })
        else { continue }
        addConformance(of: info, to: member)
      }
    }
  }

  private static func addConformance(
    of info: DeclarationIndex.TypeInfo, to member: DeclarationIndex.OptionalMember
  ) {
    if let conformance = info.inherited.first(where: { $0.name == member.owner }) {
      let attributes = conformance.node.type.as(AttributedTypeSyntax.self)?.attributes
        .trimmedDescription
      let prefix = attributes.map { $0 + " " } ?? ""
      conformance.file.insert(", \(prefix)\(member.companion)", after: conformance.node.type)
    } else if let (node, file) = info.declaration,
      let group = node.asProtocol((any DeclGroupSyntax).self)
    {
      if let last = group.inheritanceClause?.inheritedTypes.last {
        file.insert(", \(member.companion)", after: last)
      } else {
        file.insert(": \(member.companion) ", before: group.memberBlock)
      }
    }
  }
}

extension DeclarationIndex.Member {
  /// Whether a call with labels can be of this method; a trailing closure has no label.
  func accepts(_ labels: [String]) -> Bool {
    guard let own = self.labels else { return false }
    return own == labels || (own.count == labels.count + 1 && Array(own.dropLast()) == labels)
  }
}

extension DeclSyntax {
  /// A requirement without its attributes and `optional`, on one line.
  fileprivate var requirementText: String {
    if let node = self.as(FunctionDeclSyntax.self) {
      let modifiers = node.modifiers.filter { $0.name.text != "optional" }.map(\.plainText)
      return (modifiers + [node.with(\.attributes, []).with(\.modifiers, []).plainText])
        .joined(separator: " ")
    }
    if let node = self.as(VariableDeclSyntax.self) {
      let modifiers = node.modifiers.filter { $0.name.text != "optional" }.map(\.plainText)
      let text = node.with(\.attributes, []).with(\.modifiers, []).plainText
      return (modifiers + [text.contains("{") ? text : text + " { get }"]).joined(separator: " ")
    }
    return plainText
  }
}

extension ExprSyntax {
  /// The last name of an expression, such as `delegate` in `self.view?.delegate`.
  fileprivate var lastName: String? {
    if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.lastName }
    if let force = self.as(ForceUnwrapExprSyntax.self) { return force.expression.lastName }
    if let member = self.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    return self.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  fileprivate var hasOptionalChain: Bool {
    if self.is(OptionalChainingExprSyntax.self) { return true }
    if let member = self.as(MemberAccessExprSyntax.self) {
      return member.base?.hasOptionalChain ?? false
    }
    if let call = self.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.hasOptionalChain
    }
    return false
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call's value is not used.
  fileprivate var isStatement: Bool { parent?.is(CodeBlockItemSyntax.self) ?? true }
}
