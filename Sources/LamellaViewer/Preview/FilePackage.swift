// FilePackage.swift
// A package around one Swift file, whose views and samples become a gallery.
//
// SPDX-License-Identifier: MIT

import Foundation

/// What a source file declares that can be shown.
struct PreviewedTypes: Equatable {
  /// Classes that conform to Sample.
  var samples: [String] = []
  /// Views, each with the methods without parameters, which become buttons.
  var views: [(name: String, actions: [String])] = []
  var controllers: [String] = []
  /// Whether the file is a complete program.
  var isProgram = false

  var isEmpty: Bool { samples.isEmpty && views.isEmpty && controllers.isEmpty }

  static func == (a: PreviewedTypes, b: PreviewedTypes) -> Bool {
    a.samples == b.samples && a.controllers == b.controllers && a.isProgram == b.isProgram
      && a.views.map(\.name) == b.views.map(\.name)
      && a.views.map(\.actions) == b.views.map(\.actions)
  }

  /// Finds them by their declarations.
  init(in source: String) {
    let code = Self.withoutComments(source)
    isProgram = code.contains(/@main\b/)
    // Views whose superclass is in the same file are views, too.
    var superclasses: [(name: String, inherited: [String], body: Substring)] = []
    let declaration =
      /(?m)^((?:(?:@\w+|public|open|final|package|internal|private|fileprivate)\s+)*)class\s+(\w+)\s*(<[^>]*>)?\s*:\s*([^{]+)\{/
    for match in code.matches(of: declaration) {
      if match.1.contains("private") || match.3 != nil { continue }
      let inherited = match.4.split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      superclasses.append(
        (String(match.2), inherited, Self.body(after: match.range.upperBound, in: code)))
    }
    var kinds: [String: Bool] = [:]
    func isView(_ name: String, _ depth: Int = 0) -> Bool {
      if let known = kinds[name] { return known }
      let ownClass = superclasses.first { $0.name == name }
      let found =
        ownClass.map { depth < 20 && $0.inherited.first.map { isView($0, depth + 1) } ?? false }
        ?? Self.views.contains(name)
      kinds[name] = found
      return found
    }
    for (name, inherited, body) in superclasses {
      if inherited.contains("Sample") {
        samples.append(name)
      } else if isView(name) {
        views.append((name, Self.actions(in: body)))
      } else if inherited.first.map({ $0.hasPrefix("UI") && $0.hasSuffix("Controller") }) == true {
        controllers.append(name)
      }
    }
  }

  private static let views: Set<String> = [
    "UIView", "UILabel", "UIControl", "UIButton", "UIImageView", "UIScrollView", "UIStackView",
    "UITableView", "UICollectionView", "UITextField", "UITextView", "UISwitch", "UISlider",
    "UIProgressView", "UIActivityIndicatorView", "UISegmentedControl", "UIVisualEffectView",
    "UITableViewCell", "UICollectionViewCell",
  ]

  /// The text until the brace that ends a declaration.
  private static func body(after begin: String.Index, in code: String) -> Substring {
    var depth = 1
    for index in code[begin...].indices {
      if code[index] == "{" { depth += 1 }
      if code[index] == "}" { depth -= 1 }
      if depth == 0 { return code[begin..<index] }
    }
    return code[begin...]
  }

  /// The methods that a button can call: without parameters and result, not private, not those of the superclass.
  private static func actions(in body: Substring) -> [String] {
    var depth = 0
    var found: [String] = []
    for line in body.split(separator: "\n") {
      if depth == 0,
        let match = line.firstMatch(
          of: /^\s*(?:(?:@objc|public|open|final|package|internal)\s+)*func\s+(\w+)\(\)\s*\{/)
      {
        found.append(String(match.1))
      }
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
    }
    return found
  }

  private static func withoutComments(_ source: String) -> String {
    source.replacing(/\/\*(?:.|\n)*?\*\//, with: "").replacing(/\/\/[^\n]*/, with: "")
  }
}

/// A package that is made for a file.
struct FilePackage {
  /// The folder of the package.
  let folder: String
  private let file: String
  private let name: String
  private let dependency: String

  /// - Parameter dependency: Lamella, as a manifest names it.
  /// - Throws: When the file cannot be read.
  init(file: String, dependency: String) throws(CommandFailure) {
    self.dependency = dependency
    self.file = URL(fileURLWithPath: file).standardizedFileURL.path
    name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    let environment = ProcessInfo.processInfo.environment
    let cache =
      environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? environment["HOME"].map { $0 + "/.cache" } ?? NSTemporaryDirectory()
    // One for all files, so that Lamella is built once.
    folder = cache + "/lamella/preview"
    _ = try InputFile(path: file)
  }

  /// Writes the package for what the file declares now.
  ///
  /// - Throws: When there is nothing to show, with what would be.
  func write() throws(CommandFailure) {
    let types = PreviewedTypes(in: try InputFile(path: file).text())
    if types.isProgram {
      throw CommandFailure(
        status: .badInput,
        message: "\(file) has a program of its own (@main). View the folder of its package instead."
      )
    }
    guard !types.isEmpty else {
      throw CommandFailure(
        status: .badInput,
        message:
          "\(file) has no class to show: one that inherits from UIView or conforms to Sample, and "
          + "is neither private nor generic.")
    }
    let product = { (name: String) in
      ".product(name: \"\(name)\", package: \"\(LamellaPackage.identity(of: dependency))\")"
    }
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Preview",
        dependencies: [\(dependency)],
        targets: [
          .executableTarget(
            name: "Preview", dependencies: [\(product("UIKit")), \(product("LamellaViewer"))],
            swiftSettings: [.swiftLanguageMode(.v5)])
        ])

      """
    let sources = folder + "/Sources/Preview"
    let files = FileManager.default
    do {
      try files.createDirectory(atPath: sources, withIntermediateDirectories: true)
      let own = name + ".swift"
      for other in try files.contentsOfDirectory(atPath: sources)
      where other != "PreviewGallery.swift" {
        let link = try? files.destinationOfSymbolicLink(atPath: sources + "/" + other)
        if other != own || link != file { try files.removeItem(atPath: sources + "/" + other) }
      }
      if !files.fileExists(atPath: sources + "/" + own) {
        try files.createSymbolicLink(atPath: sources + "/" + own, withDestinationPath: file)
      }
      try Self.update(folder + "/Package.swift", manifest)
      try Self.update(sources + "/PreviewGallery.swift", gallery(of: types))
    } catch {
      throw CommandFailure(
        status: .cannotWrite,
        message:
          "The package for \(file) cannot be made in \(folder): \(error.localizedDescription). "
          + "XDG_CACHE_HOME names another folder.")
    }
  }

  /// Writes a text unless it is there, as a newer file is compiled again.
  private static func update(_ path: String, _ text: String) throws {
    if (try? String(contentsOfFile: path, encoding: .utf8)) == text { return }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func gallery(of types: PreviewedTypes) -> String {
    var text = """
      import LamellaViewer
      import UIKit

      @main struct PreviewGallery: SampleGallery {
        static let title = \(LamellaPackage.literal(name))
        static let samples: [any Sample.Type] = [
          \((types.samples + types.views.map { "Preview\($0.name)" } + types.controllers.map { "Preview\($0)" })
            .map { "\($0).self" }.joined(separator: ", "))
        ]
      }

      """
    for (view, actions) in types.views {
      let triggers = actions.map { action in
        "Trigger(\(LamellaPackage.literal(action))) { [view] in view.\(action)() }"
      }
      text += """

        final class Preview\(view): Sample {
          static let name = \(LamellaPackage.literal(view))
          private let view = \(view)()
          var triggers: [Trigger] { [\(triggers.joined(separator: ", "))] }
          func makeView() -> UIView { CenteredView(view) }
        }

        """
    }
    for controller in types.controllers {
      text += """

        final class Preview\(controller): Sample {
          static let name = \(LamellaPackage.literal(controller))
          private let controller = \(controller)()
          func makeView() -> UIView { controller.view }
        }

        """
    }
    return text
  }
}
