// FileRewriter.swift
// Walks one file and hands each construct to its rewriting.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

/// Rewrites the constructs of one file. The rewritings are in extensions, one file each.
final class FileRewriter: SyntaxVisitor {
  let file: SourceFile
  let index: DeclarationIndex
  /// The types around the current place, outermost first.
  private(set) var scopes: [Scope] = []
  /// Whether the rewritten file needs UIKit, imported or not.
  var needsUIKit = false
  var imports: [ImportDeclSyntax] = []

  /// A type or an extension around the current place.
  struct Scope {
    /// The name to write in an expression.
    var name: String
    /// The name in the index.
    var key: String
    var isProtocol: Bool
  }

  init(_ file: SourceFile, _ index: DeclarationIndex) {
    self.file = file
    self.index = index
    super.init(viewMode: .sourceAccurate)
  }

  func rewrite() {
    walk(file.tree)
    addMissingImports()
  }

  // MARK: Types

  private func enter(_ name: String, isProtocol: Bool = false) -> SyntaxVisitorContinueKind {
    let key = scopes.last.map { $0.key + "." + name } ?? name
    scopes.append(
      Scope(name: name, key: key, isProtocol: isProtocol || index.isProtocol(key)))
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = enter(node.name.text)
    if let scope = scopes.last { addAppearanceProperties(node, named: scope.key) }
    return result
  }
  override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text)
  }
  override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    rewriteProtocol(node)
    return enter(node.name.text, isProtocol: true)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { scopes.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.inheritedName)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

  // MARK: Constructs

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    rewriteAttribute(node)
    return .skipChildren
  }

  override func visit(_ node: ClassRestrictionTypeSyntax) -> SyntaxVisitorContinueKind {
    file.replace(node, with: "AnyObject")
    return .skipChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "dynamic", !index.replacesDynamicMembers { file.remove(node) }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if removeOptionalMember(DeclSyntax(node)) { return .skipChildren }
    rewriteObserver(node)
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if removeOptionalMember(DeclSyntax(node)) || rewriteManagedProperty(node) {
      return .skipChildren
    }
    rewriteObservableProperty(node)
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteMacro(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let condition = node.condition, !node.isBesideLinux { rewriteCondition(condition) }
    return .visitChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    imports.append(node)
    rewriteImport(node)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if rewriteObserverCall(node) { return .skipChildren }
    rewriteTimer(node)
    rewriteLocalizedString(node)
    rewriteInstantiation(node)
    rewriteOptionalCall(node)
    warnAboutCall(node)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    noteName(node.baseName.text)
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    noteName(node.name.text)
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteOptionalComparison(node)
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if let value = node.initializer?.value { rewriteOptionalReference(value) }
    return .visitChildren
  }
}

extension DeclarationIndex {
  func isProtocol(_ name: String) -> Bool {
    types[name]?.declaration?.node.is(ProtocolDeclSyntax.self) ?? false
  }
}

// MARK: - Attributes of the Objective-C runtime and of Interface Builder, and the application's

extension FileRewriter {
  private static let removed: Set<String> = [
    "objc", "objcMembers", "nonobjc", "IBOutlet", "IBAction", "IBSegueAction", "IBInspectable",
    "IBDesignable", "GKInspectable",
  ]

  func rewriteAttribute(_ node: AttributeSyntax) {
    let name = node.attributeName.trimmedDescription
    if Self.removed.contains(name) {
      file.remove(node)
    } else if name == "UIApplicationMain" || name == "NSApplicationMain" {
      file.replace(node.attributeName, with: "main")
    } else if name == "NSManaged", !(node.parent?.parent?.is(VariableDeclSyntax.self) ?? false) {
      file.warn(
        node, "@NSManaged on this declaration cannot be rewritten; only properties of layers can")
    }
  }
}
