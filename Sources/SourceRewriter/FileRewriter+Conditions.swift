// FileRewriter+Conditions.swift
// Conditions of `#if`, and imports.
//
// SPDX-License-Identifier: MIT

import SwiftSyntax

extension FileRewriter {
  /// Takes `os(iOS)` and `targetEnvironment(simulator)` as true, and modules without their submodules.
  func rewriteCondition(_ condition: ExprSyntax) {
    if let call = condition.as(FunctionCallExprSyntax.self) {
      let argument = call.arguments.first?.expression
      switch (call.calledExpression.trimmedDescription, argument?.trimmedDescription) {
      case ("os", "iOS"): if let argument { file.replace(argument, with: "Linux") }
      case ("targetEnvironment", "simulator"): file.replace(call, with: "os(Linux)")
      case ("canImport", let module?):
        let name = String(module.prefix { $0 != "." })
        if name != module, Self.ownModules.contains(name), let argument {
          file.replace(argument, with: name)
        }
      default: break
      }
      return
    }
    for child in condition.children(viewMode: .sourceAccurate) {
      if let expression = child.as(ExprSyntax.self) {
        rewriteCondition(expression)
      } else {
        for child in child.children(viewMode: .sourceAccurate) {
          if let expression = child.as(ExprSyntax.self)
            ?? child.as(LabeledExprSyntax.self)?.expression
          {
            rewriteCondition(expression)
          }
        }
      }
    }
  }

  // MARK: Imports

  private static let ownModules: Set<String> = [
    "UIKit", "QuartzCore", "CoreGraphics", "ImageIO", "Foundation",
  ]

  private static let replacedModules = [
    "Darwin": "Foundation", "ObjectiveC": "Foundation", "CoreFoundation": "Foundation",
  ]

  private static let missingModules: Set<String> = [
    "AVFoundation", "AVKit", "Accelerate", "AppKit", "ARKit", "AudioToolbox", "CloudKit", "Cocoa",
    "Combine", "Contacts", "CoreAudio", "CoreData", "CoreImage", "CoreLocation", "CoreMedia",
    "CoreML", "CoreMotion", "CoreServices", "CoreSpotlight", "CoreTelephony", "CoreText",
    "CoreVideo", "EventKit", "GLKit", "GameKit", "GameplayKit", "HealthKit", "Intents",
    "LocalAuthentication", "MapKit", "MediaPlayer", "MessageUI", "Metal", "MetalKit",
    "MobileCoreServices", "MultipeerConnectivity", "NetworkExtension", "OpenGLES", "PDFKit",
    "Photos", "PhotosUI", "QuickLook", "SafariServices", "SceneKit", "Security", "SpriteKit",
    "StoreKit", "SwiftUI", "SystemConfiguration", "UniformTypeIdentifiers", "UserNotifications",
    "Vision", "WatchConnectivity", "WebKit", "WidgetKit", "os",
  ]

  /// Imports whole modules, and those of Linux in place of Apple's.
  func rewriteImport(_ node: ImportDeclSyntax) {
    let names = node.path.map(\.name.text)
    guard let module = names.first else { return }
    let replacement = Self.replacedModules[module] ?? module
    // Foundation's own declarations can be imported one by one here too.
    let isScopedFoundation = module == "Foundation" && node.importKindSpecifier != nil
    if Self.ownModules.contains(replacement), replacement != names.joined(separator: "."),
      !isScopedFoundation
    {
      if let kind = node.importKindSpecifier { file.remove(kind) }
      file.replace(node.path, with: replacement)
    }
    switch module {
    case "ObjectiveC": needsUIKit = true
    case let name where Self.missingModules.contains(name) && !node.isConditional:
      file.warn(
        node,
        "there is no module \(name) on Linux; put what needs it inside #if canImport(\(name)), or "
          + "leave the file out")
    default: break
    }
  }

  /// What Foundation brings along on Apple's systems, and UIKit here.
  private static let foundationNames: Set<String> = [
    "Selector", "NSSelectorFromString", "NSStringFromSelector", "CFTimeInterval",
    "objc_setAssociatedObject", "objc_getAssociatedObject", "objc_removeAssociatedObjects",
    "objc_AssociationPolicy", "objc_sync_enter", "objc_sync_exit", "NSKeyValueObservation",
    "NSKeyValueObservingOptions", "NSKeyValueObservedChange", "NSKeyValueChangeKey",
    // Foundation has it on Linux, too, where it does not look for the resources of targets.
    "NSLocalizedString",
  ]

  /// Notes a name that a file without UIKit may use.
  func noteName(_ name: String) {
    if Self.foundationNames.contains(name), index.types[name] == nil { needsUIKit = true }
  }

  /// Renames a label of `NSLocalizedString` with all of its arguments, which Foundation on Linux has in the same form.
  func rewriteLocalizedString(_ node: FunctionCallExprSyntax) {
    guard
      node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "NSLocalizedString",
      node.arguments.map({ $0.label?.text }) == [nil, "tableName", "bundle", "value", "comment"],
      let label = node.arguments.dropFirst().first?.label
    else { return }
    file.replace(label, with: "table")
  }

  /// Imports what Apple's modules bring along, and UIKit where rewritten code needs it.
  func addMissingImports() {
    let modules = Set(imports.compactMap { $0.path.first?.name.text })
    if !modules.contains("UIKit") {
      for node in imports {
        let brought =
          switch node.path.first?.name.text {
          case "QuartzCore": ["CoreGraphics", "Foundation"]
          case "CoreGraphics": ["Foundation"]
          default: [String]()
          }
        add(brought.filter { !modules.contains($0) }, to: node)
      }
    }
    guard needsUIKit, !modules.contains("UIKit") else { return }
    if let node = imports.first(where: { !$0.isInIfConfig }) {
      add(["UIKit"], to: node)
    } else if let first = file.tree.statements.first {
      file.insert("import UIKit; ", before: first)
    }
  }

  private func add(_ modules: [String], to node: ImportDeclSyntax) {
    if modules.isEmpty { return }
    file.insert(modules.map { "; import \($0)" }.joined(), after: node)
  }
}

extension IfConfigClauseSyntax {
  /// Whether a clause of the same `#if` names Linux or its C library. Who wrote it has decided what Linux gets: such an
  /// `#if` is left as it is.
  var isBesideLinux: Bool {
    let clauses = parent?.as(IfConfigClauseListSyntax.self).map(Array.init) ?? [self]
    return clauses.contains { clause in
      let text = clause.condition?.trimmedDescription.filter { !$0.isWhitespace } ?? ""
      return ["os(Linux)", "canImport(Glibc)", "canImport(Musl)"].contains { text.contains($0) }
    }
  }
}

extension ImportDeclSyntax {
  var isInIfConfig: Bool {
    var current = parent
    while let node = current {
      if node.is(IfConfigClauseSyntax.self) { return true }
      current = node.parent
    }
    return false
  }

  /// Whether the import is inside of a `#if canImport(…)`.
  var isConditional: Bool {
    var current = parent
    while let node = current {
      if let clause = node.as(IfConfigClauseSyntax.self),
        clause.condition?.trimmedDescription.contains("canImport") ?? true
      {
        return true
      }
      current = node.parent
    }
    return false
  }
}
