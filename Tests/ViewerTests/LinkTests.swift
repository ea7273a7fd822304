// LinkTests.swift
// What a page of the documentation points to is there: files, pages, and tests.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct LinkTests {
  private static let root = Program.packageRoot

  /// The pages of all libraries, and those of the repository.
  private static let pages = ["README.md"] + pages(in: ".github") + pages(in: "Sources")

  private static func pages(in folder: String) -> [String] {
    let path = root.appendingPathComponent(folder).path
    let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") }
      .map { "\(folder)/\($0)" }
  }

  private func text(of page: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(path).path)
  }

  @Test(arguments: pages) func linksLeadToFiles(page: String) throws {
    let folder = Self.root.appendingPathComponent(page).deletingLastPathComponent()
    for link in try text(of: page).matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) {
      let target = folder.appendingPathComponent(String(link.1)).path
      #expect(FileManager.default.fileExists(atPath: target), "there is no \(link.1)")
    }
  }

  @Test(arguments: pages) func linksLeadToPages(page: String) throws {
    let names = Set(
      Self.pages.map { (($0 as NSString).lastPathComponent as NSString).deletingPathExtension })
    for link in try text(of: page).matches(of: /<doc:([A-Za-z0-9]+)>/) {
      #expect(names.contains(String(link.1)), "there is no page \(link.1)")
    }
  }

  /// A suite, or a suite and a test of it, in backticks.
  @Test(arguments: pages) func testsOnPagesExist(page: String) throws {
    let catalogue = try TestCatalogue.shared.get()
    for name in quotedNames(try text(of: page)) {
      guard let match = name.wholeMatch(of: /([A-Za-z0-9]+Tests)(\/[A-Za-z0-9]+)?/),
        !exists("Tests/\(match.1)")
      else { continue }
      #expect(catalogue.has(name), "there is no \(name)")
    }
  }

  /// The page's paths start at Sources, or at the root of the package.
  @Test func pathsOfTheArchitectureExist() throws {
    let page = "Sources/QuartzCore/QuartzCore.docc/Architecture.md"
    let paths = quotedNames(try text(of: page)).filter {
      $0.wholeMatch(of: /[\w+.\/]+\/[\w+.\/]+/) != nil
    }
    #expect(paths.count > 15)
    for path in paths {
      #expect(exists("Sources/" + path) || exists(path), "there is no \(path)")
    }
  }

  /// The scripts that the workflows run.
  @Test func workflowsRunScripts() throws {
    let folder = Self.root.appendingPathComponent(".github/workflows").path
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      for step in try text(of: ".github/workflows/" + name).matches(of: /run: (Scripts\/[a-z]+)/) {
        count += 1
        let script = Self.root.appendingPathComponent(String(step.1)).path
        #expect(FileManager.default.isExecutableFile(atPath: script), "\(name): \(step.1)")
      }
    }
    #expect(count > 5)
  }
}
