// SourceRuleTests.swift
// Rules of the sources that the compiler does not check.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct SourceRuleTests {
  /// `precondition` drops its message in an optimised build; `trap` keeps it.
  @Test func trapsHaveMessagesInEveryBuild() throws {
    for text in try swiftSources(in: "Sources") {
      #expect(!text.contains("precondition(") && !text.contains("preconditionFailure("))
    }
  }

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
      targets[String(name)] = Set(
        quotedNames(String(list?.output.1 ?? "").replacing("\"", with: "`")))
    }
    return targets
  }

  /// The compiler accepts what a dependency depends on; the manifest would not show it.
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
}
