// OverriddenExtensions.swift
// Members that the target adds to a class of a framework in an extension, and overrides in classes below it.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

/// Rewrites members of extensions of frameworks' classes that the target overrides: Swift calls them by the type that is
/// written, Objective-C by the object's class.
///
///     extension UIView { func prepare() { alpha = 0 } }
///     class Card: UIView { override func prepare() { super.prepare() } }
///
/// becomes a member that looks for the override, and the two implementations:
///
///     protocol Overriding_UIView_prepare: UIView { func inClass_prepare() }
///     extension UIView { func prepare() { … }; func inExtension_prepare() { alpha = 0 } }
///     class Card: UIView, Overriding_UIView_prepare { func inClass_prepare() { super.inExtension_prepare() } }
struct OverriddenExtensions {
  /// A member of an extension with its overrides.
  private struct Root {
    let member: DeclarationIndex.Member
    /// The framework's class.
    let owner: String
    /// Overrides in classes of the target, by class.
    var inClasses: [String: DeclarationIndex.Member] = [:]
    /// Overrides in extensions of other classes of a framework, those of subclasses first.
    var inExtensions: [(name: String, member: DeclarationIndex.Member)] = []

    var base: String { member.base.filter { $0 != "`" } }
    var implementation: String { "inExtension_" + base }
    var requirement: String { "inClass_" + base }
    var companion: String {
      (["Overriding", owner, base] + (member.labels ?? [])).joined(separator: "_")
        .filter { $0 != "." && $0 != "`" }
    }

    func implementation(in framework: String) -> String {
      "inExtensionOf\(framework)_" + base
    }
  }

  private let index: DeclarationIndex
  private var roots: [Root] = []
  /// The declarations that this has rewritten.
  private(set) var handled: Set<SyntaxIdentifier> = []

  init(_ index: DeclarationIndex) {
    self.index = index
    for (owner, info) in index.types.sorted(by: { $0.key < $1.key })
    where info.declaration == nil {
      for member in info.members
      where member.isInExtension && !member.isOverride && !member.isStatic {
        let root = root(member, owner)
        if !root.inClasses.isEmpty || !root.inExtensions.isEmpty { roots.append(root) }
      }
    }
  }

  private func root(_ member: DeclarationIndex.Member, _ owner: String) -> Root {
    var root = Root(member: member, owner: owner)
    for (name, info) in index.types {
      let override = info.members.first {
        $0.isOverride && $0.hasSameName(as: member) && $0.parameterTypes == member.parameterTypes
      }
      guard let override, isSubclass(name, of: owner) else { continue }
      if info.declaration != nil {
        root.inClasses[name] = override
      } else {
        root.inExtensions.append((name, override))
      }
    }
    root.inExtensions.sort {
      let depths = (Self.ancestors($0.name).count, Self.ancestors($1.name).count)
      return (-depths.0, $0.name) < (-depths.1, $1.name)
    }
    return root
  }

  // MARK: Rewriting

  mutating func rewrite() {
    for root in roots {
      guard let parts = Parts(root.member.node), isUsable(root) else {
        root.member.file.warn(
          root.member.node,
          "\(root.member.base) of \(root.owner) cannot be rewritten so that its overrides are called; "
            + "move it into a class of the target, of which the others are subclasses")
        for member in [root.member] + overrides(of: root) { handled.insert(member.node.id) }
        continue
      }
      rewrite(root, parts)
      for member in [root.member] + overrides(of: root) { handled.insert(member.node.id) }
    }
  }

  private func overrides(of root: Root) -> [DeclarationIndex.Member] {
    Array(root.inClasses.values) + root.inExtensions.map(\.member)
  }

  /// Whether all overrides can be renamed. One in an extension of a class cannot be overridden again.
  private func isUsable(_ root: Root) -> Bool {
    overrides(of: root).allSatisfy { Parts($0.node) != nil }
      && root.inClasses.allSatisfy { name, member in
        !member.isInExtension
          || !root.inClasses.keys.contains { index.superclasses(of: $0).contains(name) }
      }
  }

  private func rewrite(_ root: Root, _ parts: Parts) {
    let file = root.member.file
    if let group = root.member.node.enclosingGroup {
      file.insert(
        "protocol \(root.companion): \(root.owner) { \(parts.requirement(root.requirement)) }; ",
        before: group)
    }
    var targets = ["any \(root.companion)": root.requirement]
    var order = root.inClasses.isEmpty ? [] : ["any \(root.companion)"]
    for (name, _) in root.inExtensions {
      targets[name] = root.implementation(in: name)
      order.append(name)
    }
    file.insert(
      parts.dispatcher(order.map { ($0, targets[$0] ?? "") }, else: root.implementation) + "; ",
      before: root.member.node)
    parts.rename(root.implementation, in: file, removing: ["open"])
    for (name, member) in root.inClasses.sorted(by: { $0.key < $1.key }) {
      let isFirst = !index.superclasses(of: name).contains { root.inClasses[$0] != nil }
      if isFirst { conform(name, to: root.companion) }
      Parts(member.node)?.rename(
        root.requirement, in: member.file, removing: isFirst ? ["override"] : [])
    }
    for (name, member) in root.inExtensions {
      Parts(member.node)?.rename(
        root.implementation(in: name), in: member.file, removing: ["override", "open"])
    }
    rewriteSuperCalls(of: root)
  }

  private func conform(_ name: String, to companion: String) {
    guard let (node, file) = index.types[name]?.declaration,
      let group = node.asProtocol((any DeclGroupSyntax).self),
      let last = group.inheritanceClause?.inheritedTypes.last
    else { return }
    file.insert(", \(companion)", after: last.type)
  }

  /// Lets `super.name` call the implementation of the superclass, not the member that looks for an override.
  private func rewriteSuperCalls(of root: Root) {
    for (name, info) in index.types where name != root.owner && isSubclass(name, of: root.owner) {
      let chain = index.superclasses(of: name)
      let framework = chain.last ?? name
      let inExtension = root.inExtensions.first { entry in
        entry.name != name && ([framework] + Self.ancestors(framework)).contains(entry.name)
      }
      let target =
        chain.contains { root.inClasses[$0] != nil }
        ? root.requirement
        : inExtension.map { root.implementation(in: $0.name) } ?? root.implementation
      var groups = info.extensions.map { (Syntax($0.node), $0.file) }
      if let (node, file) = info.declaration { groups.append((Syntax(node), file)) }
      for (node, file) in groups {
        SuperCalls(root.member, file, target).walk(node)
      }
    }
  }

  /// Renames `super.name` in a class, and not in the classes within it.
  private final class SuperCalls: SyntaxVisitor {
    private let member: DeclarationIndex.Member
    private let file: SourceFile
    private let target: String
    private var depth = 0

    init(_ member: DeclarationIndex.Member, _ file: SourceFile, _ target: String) {
      (self.member, self.file, self.target) = (member, file, target)
      super.init(viewMode: .sourceAccurate)
    }

    private func enter() -> SyntaxVisitorContinueKind {
      depth += 1
      return depth > 1 ? .skipChildren : .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_ node: ClassDeclSyntax) { depth -= 1 }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter() }
    override func visitPost(_ node: ExtensionDeclSyntax) { depth -= 1 }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
      guard let base = node.base, base.is(SuperExprSyntax.self),
        node.declName.baseName.text == member.base
      else { return .visitChildren }
      if let call = node.parent?.as(FunctionCallExprSyntax.self),
        !member.accepts(call.arguments.map { $0.label?.text ?? "_" })
      {
        return .visitChildren
      }
      file.replace(node.declName.baseName, with: target)
      return .visitChildren
    }
  }

  // MARK: Classes

  /// Whether a class is below one of a framework.
  private func isSubclass(_ name: String, of owner: String) -> Bool {
    let chain = index.superclasses(of: name)
    return chain.contains(owner) || Self.ancestors(chain.last ?? name).contains(owner)
  }

  /// The superclasses of a framework's class, nearest first.
  private static func ancestors(_ name: String) -> [String] {
    var result: [String] = []
    var current = name
    while let next = superclass[current] {
      result.append(next)
      current = next
    }
    return result
  }

  /// The superclasses of Apple's usual classes.
  private static let superclass: [String: String] = {
    var result: [String: String] = [:]
    for (parent, children) in [
      "NSObject": "UIResponder UIGestureRecognizer UIBarItem CALayer CAAnimation",
      "UIResponder": "UIView UIViewController UIApplication UIScene",
      "UIView":
        "UIWindow UIControl UILabel UIImageView UIScrollView UITableViewCell UICollectionReusableView "
        + "UITableViewHeaderFooterView UIStackView UIVisualEffectView UINavigationBar UITabBar UIToolbar "
        + "UIProgressView UIActivityIndicatorView UIPickerView",
      "UIControl":
        "UIButton UISwitch UISlider UIStepper UIPageControl UISegmentedControl UIRefreshControl "
        + "UITextField",
      "UIScrollView": "UITableView UICollectionView UITextView",
      "UICollectionReusableView": "UICollectionViewCell",
      "UIViewController":
        "UINavigationController UITabBarController UITableViewController UICollectionViewController "
        + "UIAlertController",
      "UIBarItem": "UIBarButtonItem UITabBarItem",
      "UIScene": "UIWindowScene",
      "UIGestureRecognizer":
        "UITapGestureRecognizer UIPanGestureRecognizer UIPinchGestureRecognizer "
        + "UIRotationGestureRecognizer UISwipeGestureRecognizer UILongPressGestureRecognizer",
      "UIPanGestureRecognizer": "UIScreenEdgePanGestureRecognizer",
      "CALayer":
        "CAShapeLayer CAGradientLayer CATextLayer CAReplicatorLayer CAEmitterLayer CAScrollLayer "
        + "CATransformLayer CATiledLayer",
      "CAAnimation": "CAPropertyAnimation CAAnimationGroup CATransition",
      "CAPropertyAnimation": "CABasicAnimation CAKeyframeAnimation",
      "CABasicAnimation": "CASpringAnimation",
    ] {
      for child in children.split(separator: " ") { result[String(child)] = parent }
    }
    return result
  }()

  // MARK: Declarations

  /// A method, or a property with a getter.
  private struct Parts {
    private enum Kind {
      case method(FunctionDeclSyntax, call: String)
      case property(VariableDeclSyntax, type: String, isSettable: Bool)
    }

    private let kind: Kind
    private let name: TokenSyntax
    private let modifiers: DeclModifierListSyntax
    private let attributes: AttributeListSyntax

    /// Nil for what cannot be passed on: variadic and unnamed arguments, generic methods, observers, stored properties.
    init?(_ node: DeclSyntax) {
      if let node = node.as(FunctionDeclSyntax.self) {
        guard node.body != nil, node.genericParameterClause == nil,
          let arguments = Self.arguments(of: node)
        else { return nil }
        let effects = node.signature.effectSpecifiers
        let call =
          (effects?.throwsClause == nil ? "" : "try ")
          + (effects?.asyncSpecifier == nil ? "" : "await ") + "%(\(arguments))"
        kind = .method(node, call: call)
        (name, modifiers, attributes) = (node.name, node.modifiers, node.attributes)
      } else if let node = node.as(VariableDeclSyntax.self), node.bindings.count == 1,
        let binding = node.bindings.first,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
        let type = binding.typeAnnotation?.type, let accessors = binding.accessorBlock?.accessors
      {
        var isSettable = false
        if case .accessors(let list) = accessors {
          let kinds = list.map(\.accessorSpecifier.text)
          guard kinds.allSatisfy({ ["get", "set"].contains($0) }) else { return nil }
          isSettable = kinds.contains("set")
        }
        kind = .property(node, type: type.plainText, isSettable: isSettable)
        (self.name, modifiers, attributes) = (name, node.modifiers, node.attributes)
      } else {
        return nil
      }
    }

    private static func arguments(of node: FunctionDeclSyntax) -> String? {
      var result: [String] = []
      for parameter in node.signature.parameterClause.parameters {
        let name = (parameter.secondName ?? parameter.firstName).text
        guard parameter.ellipsis == nil, name != "_" else { return nil }
        let label = parameter.firstName.text == "_" ? "" : parameter.firstName.text + ": "
        let isInout = parameter.type.plainText.split(separator: " ").contains("inout")
        result.append(label + (isInout ? "&" : "") + name)
      }
      return result.joined(separator: ", ")
    }

    /// The requirement of a protocol, under another name.
    func requirement(_ name: String) -> String {
      switch kind {
      case .method(let node, _):
        let parameters = node.signature.parameterClause.parameters.map {
          $0.with(\.defaultValue, nil).with(\.trailingComma, nil).plainText
        }
        let signature = node.signature
        let effects = signature.effectSpecifiers.map { " " + $0.plainText } ?? ""
        let result = signature.returnClause.map { " " + $0.plainText } ?? ""
        return "func \(name)(\(parameters.joined(separator: ", ")))\(effects)\(result)"
      case .property(_, let type, let isSettable):
        return "var \(name): \(type) { get \(isSettable ? "set " : "")}"
      }
    }

    /// The member that looks for an override.
    func dispatcher(_ targets: [(type: String, name: String)], else name: String) -> String {
      let head = (attributeTexts + modifiers.filter { $0.name.text != "dynamic" }.map(\.plainText))
        .map { $0 + " " }.joined()
      switch kind {
      case .method(let node, let call):
        var body = ""
        for target in targets {
          body +=
            "if let object = self as? \(target.type) { return "
            + call.replacing("%", with: "object." + target.name) + " }; "
        }
        body += "return " + call.replacing("%", with: name)
        return "\(head)func \(node.name.text)\(node.signature.plainText) { \(body) }"
      case .property(_, let type, let isSettable):
        var (get, set) = ("", "")
        for target in targets {
          let test = "if let object = self as? \(target.type) { "
          get += test + "return object.\(target.name) }; "
          set += test + "object.\(target.name) = newValue; return }; "
        }
        get += "return \(name)"
        set += "\(name) = newValue"
        let accessors = isSettable ? "get { \(get) } set { \(set) }" : "get { \(get) }"
        return "\(head)var \(self.name.text): \(type) { \(accessors) }"
      }
    }

    private var attributeTexts: [String] {
      attributes.compactMap { element in
        guard case .attribute(let attribute) = element else { return nil }
        let name = attribute.attributeName.trimmedDescription
        return ["objc", "nonobjc", "IBAction", "IBInspectable"].contains(name)
          ? nil : attribute.plainText
      }
    }

    /// Gives the declaration another name, without some of its modifiers.
    func rename(_ newName: String, in file: SourceFile, removing removed: Set<String>) {
      file.replace(name, with: newName)
      for modifier in modifiers where removed.contains(modifier.name.text) {
        file.remove(modifier)
      }
    }
  }
}
