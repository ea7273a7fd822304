// FileRewriter+Attributes.swift
// Attributes of the Objective-C runtime and of Interface Builder; the application's attribute.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

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
