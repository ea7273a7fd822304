// ArchitectureTests.swift
// The page Architecture agrees with the sources and with the package's manifest.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import TestSupport
import Testing

@Suite struct ArchitectureTests {
  private static let page = "Sources/QuartzCore/QuartzCore.docc/Architecture.md"

  /// Everything in backticks on the page.
  private func namesOnPage() throws -> [String] {
    let url = Program.packageRoot.appendingPathComponent(Self.page)
    // A symbol of the module is in two backticks.
    let text = try String(contentsOf: url, encoding: .utf8).replacing("``", with: "`")
    return quotedNames(text)
  }

  // MARK: Names

  @Test func filesAndFoldersOnThePageExist() throws {
    let names = try namesOnPage().filter { $0.contains("/") && !$0.contains(" ") }
    #expect(names.count > 40)
    for name in names {
      let paths = ["Sources/" + name, name].map {
        Program.packageRoot.appendingPathComponent($0).path
      }
      #expect(paths.contains(where: FileManager.default.fileExists), "there is no \(name)")
    }
  }

  @Test(arguments: [
    "README.md", ".github/CHANGELOG.md", ".github/CODE_OF_CONDUCT.md", ".github/CONTRIBUTING.md",
    ".github/ISSUE_TEMPLATE/missing.md", ".github/PULL_REQUEST_TEMPLATE.md", ".github/SECURITY.md",
  ])
  func linksLeadToFiles(document: String) throws {
    let url = Program.packageRoot.appendingPathComponent(document)
    let text = try String(contentsOf: url, encoding: .utf8)
    for link in text.matches(of: /\]\(([^)#]+)[^)]*\)/) where !link.1.contains("://") {
      let target = url.deletingLastPathComponent().appendingPathComponent(String(link.1))
      #expect(FileManager.default.fileExists(atPath: target.path), "there is no \(link.1)")
    }
  }

  /// What a workflow runs can be run here: each script exists, and is named as it is called.
  @Test func workflowsRunScripts() throws {
    let folder = Program.packageRoot.appendingPathComponent(".github/workflows").path
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      for step in text.matches(of: /run: (Scripts\/[a-z]+)/) {
        count += 1
        let script = Program.packageRoot.appendingPathComponent(String(step.output.1)).path
        #expect(FileManager.default.isExecutableFile(atPath: script), "\(name): \(step.output.1)")
      }
    }
    #expect(count > 5)
  }

  @Test func typesOnThePageAreDeclared() throws {
    // A regular expression takes a minute for all sources in a debug build, so that words are split instead.
    let keywords: Set<Substring> = [
      "class", "struct", "enum", "protocol", "func", "var", "let", "case", "typealias",
    ]
    var declared: Set<String> = []
    for text in try swiftSources(in: "Sources") {
      var previous: Substring = ""
      for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
        if keywords.contains(previous) { declared.insert(String(word)) }
        previous = word
      }
    }
    declared.formUnion(try Self.manifest().keys)
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: Program.packageRoot.appendingPathComponent("Sources").path)
    declared.formUnion(
      files.filter { $0.hasSuffix(".swift") }.map { ($0 as NSString).lastPathComponent })
    let names = Set(try namesOnPage()).filter { $0.wholeMatch(of: /[A-Z][A-Za-z0-9.]*/) != nil }
    #expect(names.count > 30)
    for name in names where !declared.contains(name) {
      for part in name.split(separator: ".") {
        let isDeclared = declared.contains(String(part))
        #expect(isDeclared, "\(name) is not declared")
      }
    }
  }

  @Test func stagesAreThoseOfTheFrameRecordInOrder() throws {
    let rows = try documentedTable(Self.page, under: "## The stages of a frame")
    var stages: [String] = []
    for row in rows where row[0] != "-" && stages.last != row[0] { stages.append(row[0]) }
    #expect(stages == FrameStage.allCases.map { "\($0)" })
    for row in rows { #expect(row.count == 5 && row.allSatisfy { !$0.isEmpty }, "\(row)") }
  }

  /// `precondition` drops its message in an optimised build; `trap` keeps it.
  @Test func trapsHaveMessagesInEveryBuild() throws {
    let sources = try swiftSources(in: "Sources")
    #expect(sources.contains { $0.contains("trap(unless:") })
    for text in sources {
      #expect(!text.contains("precondition(") && !text.contains("preconditionFailure("))
    }
  }

  // MARK: Targets

  /// The manifest's targets beneath Sources, each with the targets that it depends on.
  private static func manifest() throws -> [String: Set<String>] {
    let url = Program.packageRoot.appendingPathComponent("Package.swift")
    let text = try String(contentsOf: url, encoding: .utf8)
    var targets: [String: Set<String>] = [:]
    let starts = /\.(?:target|executableTarget|systemLibrary|testTarget|plugin)\(/
    let products = /\.product\([^)]*\)/
    for block in text[(text.range(of: "targets: [\n")?.upperBound ?? text.endIndex)...]
      .split(separator: starts)
    {
      guard !block.contains("Tests\""), !block.contains("path: \"Tests/"),
        let name = block.firstMatch(of: /name: "([A-Za-z0-9]+)"/)?.output.1
      else { continue }
      let list = block.replacing(products, with: "").firstMatch(of: /dependencies: \[([^\]]*)\]/)
      let names = (list?.output.1 ?? "").matches(of: /"([A-Za-z0-9]+)"/).map {
        String($0.output.1)
      }
      targets[String(name)] = Set(names)
    }
    return targets
  }

  @Test func dependenciesAreThoseOfTheManifest() throws {
    let manifest = try Self.manifest()
    #expect(manifest.count > 10)
    var documented: [String: Set<String>] = [:]
    for row in try documentedTable(Self.page, under: "## Targets") {
      #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      for name in quotedNames(row[0]) { documented[name] = Set(quotedNames(row[2])) }
    }
    #expect(Set(documented.keys) == Set(manifest.keys))
    for (name, dependencies) in manifest { #expect(documented[name] == dependencies, "\(name)") }
  }

  /// The compiler accepts what a dependency depends on; the manifest and the page would not show it.
  @Test func importsAreDeclaredDependencies() throws {
    let manifest = try Self.manifest()
    var count = 0
    for (name, dependencies) in manifest {
      for text in try swiftSources(in: "Sources/" + name) {
        for line in text.matches(of: /\n(?:@[a-z_]+ +)?(?:[a-z]+ )?import ([A-Za-z0-9]+)/) {
          let module = String(line.output.1)
          guard manifest[module] != nil else { continue }
          count += 1
          #expect(dependencies.contains(module), "\(name) imports \(module)")
        }
      }
    }
    #expect(count > 300)
  }

  // MARK: Folders

  /// Folders beneath Sources that hold code, by path, each with its number of Swift files.
  private func folders() throws -> [String: Int] {
    let sources = Program.packageRoot.appendingPathComponent("Sources").path
    var folders: [String: Int] = [:]
    let files = FileManager.default.enumerator(atPath: sources)
    while let file = files?.nextObject() as? String {
      let isSwift = file.hasSuffix(".swift")
      guard isSwift || file.hasSuffix(".c") else { continue }
      folders[(file as NSString).deletingLastPathComponent, default: 0] += isSwift ? 1 : 0
    }
    return folders
  }

  @Test func foldersHoldAtMostSixteenFiles() throws {
    let folders = try folders()
    #expect(folders.count > 30)
    // Each sample has a file, and the list of samples may grow.
    for (folder, count) in folders where folder != "Samples" {
      #expect(count <= 16, "\(folder) holds \(count) Swift files")
    }
  }

  @Test func foldersAreNamedOnThePageOrLieInOneThatIs() throws {
    let names = Set(try namesOnPage())
    for folder in try folders().keys {
      let parts = folder.split(separator: "/")
      // A target's own folder names only the files in it, not the folders.
      let covering = (min(2, parts.count)...parts.count).map {
        parts.prefix($0).joined(separator: "/")
      }
      #expect(covering.contains(where: names.contains), "\(folder) is not on the page")
    }
  }
}
