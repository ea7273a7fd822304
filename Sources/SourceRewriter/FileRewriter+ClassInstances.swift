// FileRewriter+ClassInstances.swift
// Initialisers that are called on a class object or a generic parameter: `type.init(frame:)`, `B(type: .system)`. Swift
// allows that of required initialisers only, and of all that Objective-C has.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

extension FileRewriter {
  /// The initialisers of UIKit's classes that have a function `instantiate`, by their labels.
  private static let labels: [[String]] = [["frame"], ["type"], ["style", "reuseIdentifier"]]

  /// Rewrites a call of an initialiser where the class is known only at run time.
  func rewriteInstantiation(_ node: FunctionCallExprSyntax) {
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    guard node.trailingClosure == nil, labels.isEmpty || Self.labels.contains(labels),
      index.initializersOfProtocols.isDisjoint(with: [labels])
    else { return }
    if let access = node.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base,
      access.declName.baseName.text == "init"
    {
      guard isClassObject(base, hasLabels: !labels.isEmpty) else { return }
      file.replace(access.declName, with: "instantiate")
      needsUIKit = true
    } else if let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let bound = bound(ofGeneric: name, at: Syntax(node)), isOfUIKit(bound)
    {
      file.insert(".instantiate", after: node.calledExpression)
      needsUIKit = true
    }
  }

  /// Whether an expression is a class object of UIKit's: by its spelling, or as only UIKit has such labels.
  private func isClassObject(_ base: ExprSyntax, hasLabels: Bool) -> Bool {
    if let cast = base.as(TupleExprSyntax.self)?.elements.first?.expression,
      let type = cast.castType?.as(MetatypeTypeSyntax.self)
    {
      return isOfUIKit(type.baseType.unwrappedName)
    }
    if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
      // An initialiser's own delegation, and a type by its name.
      guard !["self", "super", "Self"].contains(name) else { return false }
      if let bound = bound(ofGeneric: name, at: Syntax(base)) { return isOfUIKit(bound) }
      return hasLabels && name.first?.isUppercase == false
    }
    return hasLabels && !base.isTypeName
  }

  /// Whether a class is UIKit's or inherits from one, as far as its name tells.
  private func isOfUIKit(_ name: String) -> Bool {
    let root = index.superclasses(of: name).last ?? name
    let kinds = ["View", "Controller", "Control", "Button", "Label", "Cell", "Bar", "Window"]
    return root.hasPrefix("UI")
      && (kinds.contains(where: root.hasSuffix)
        || [
          "UIResponder", "UISwitch", "UISlider", "UIStepper", "UITextField", "UIPickerView",
        ].contains(root))
      || root.hasPrefix("CA") && root.hasSuffix("Layer")
  }

  /// The class that bounds a generic parameter of the declarations around a place; nil for other names.
  private func bound(ofGeneric name: String, at place: Syntax) -> String? {
    var current = place.parent
    while let node = current {
      let clause = node.asProtocol((any WithGenericParametersSyntax).self)
      for parameter in clause?.genericParameterClause?.parameters ?? []
      where parameter.name.text == name {
        if let type = parameter.inheritedType { return type.inheritedName }
        let requirements = clause?.genericWhereClause?.requirements ?? []
        return requirements.lazy.compactMap {
          $0.requirement.as(ConformanceRequirementSyntax.self)
        }.first { $0.leftType.trimmedDescription == name }?.rightType.inheritedName
      }
      current = node.parent
    }
    return nil
  }
}

extension ExprSyntax {
  /// The type of a cast in brackets.
  fileprivate var castType: TypeSyntax? {
    if let cast = self.as(AsExprSyntax.self) { return cast.type }
    // Operators are not folded.
    return self.as(SequenceExprSyntax.self)?.elements.last?.as(TypeExprSyntax.self)?.type
  }

  /// Whether it names a type, such as `UIView` or `Outer.Inner<Int>`.
  fileprivate var isTypeName: Bool {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName.text.first?.isUppercase ?? false
    }
    return self.is(GenericSpecializationExprSyntax.self) || self.is(SuperExprSyntax.self)
      || self.is(TypeExprSyntax.self)
  }
}
