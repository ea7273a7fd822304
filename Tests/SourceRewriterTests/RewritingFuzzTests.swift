// RewritingFuzzTests.swift
// The rewriting of files that were not written for it: the project's own, the toolchain's, and damaged ones.
//
// SPDX-License-Identifier: MIT

import Foundation
import SourceRewriter
import TestSupport
import Testing

@Suite struct RewritingFuzzTests {
  /// The most files and bytes of each run. With `LAMELLA_FUZZ` set, there is no limit.
  static let budget =
    ProcessInfo.processInfo.environment["LAMELLA_FUZZ"] == nil ? (40, 400_000) : (.max, .max)

  /// Words without which a file that imports UIKit is left as it is.
  static let constructs = [
    "@objc", "@IB", "@NSManaged", "@nonobjc", "@GKInspectable", "ApplicationMain", "#selector",
    "#keyPath", "Literal(", "dynamic", "#if", "#elseif", "Timer(", "Timer.init(", "class,",
    ": class", "NSObjectProtocol", "import UIKit.", "import QuartzCore.", "import CoreGraphics.",
  ]

  static func isRewritten(_ text: String) -> Bool {
    constructs.contains(where: text.contains)
      || text.contains("extension") && text.contains("override")
  }

  /// The Swift files in a folder, within the budget: those with the lowest hash of their names, so that a new file changes
  /// the choice by one at most.
  static func files(in folder: URL) -> [String] {
    let manager = FileManager.default
    var found: [URL] = []
    let walk = manager.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let url as URL in walk ?? .init() {
      if ["swift", "swiftinterface"].contains(url.pathExtension) { found.append(url) }
    }
    // FNV-1a.
    func hash(_ url: URL) -> UInt32 {
      url.lastPathComponent.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
    let chosen = found.map { (hash($0), $0) }.sorted { ($0.0, $0.1.path) < ($1.0, $1.1.path) }
    var (texts, bytes): ([String], Int) = ([], 0)
    for (_, url) in chosen.prefix(budget.0) where bytes < budget.1 {
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      texts.append(text)
      bytes += text.utf8.count
    }
    return texts
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Folders with Swift files on this machine.
  static let folders: [URL] = {
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let compiler = path.map { "\($0)/swiftc" }.first(
      where: FileManager.default.isExecutableFile)
    let library = URL(fileURLWithPath: compiler ?? "/usr/bin/swiftc").resolvingSymlinksInPath()
      .appendingPathComponent("../../lib/swift").standardizedFileURL
    return [
      root.appendingPathComponent("Sources"), root.appendingPathComponent("Tests"),
      root.appendingPathComponent(".build/checkouts"), library,
    ].filter { FileManager.default.fileExists(atPath: $0.path) }
  }()

  func rewrite(_ text: String) -> String {
    SourceRewriter.rewrite([.init(path: "/A.swift", text: text)]).files[0].text
  }

  @Test(arguments: folders) func filesAreRewrittenOnceAndOnlyWhereNeeded(folder: URL) {
    let files = Self.files(in: folder)
    for text in files {
      let given = text + "\nimport UIKit\n"
      let once = rewrite(given)
      #expect(rewrite(once) == once)
      #expect(once.count { $0.isNewline } >= given.count { $0.isNewline })
      if !Self.isRewritten(text) { #expect(once == given) }
    }
  }

  /// Deletions, repetitions and exchanges of parts leave files that cannot be parsed, and no crash.
  @Test func damagedFilesAreRewritten() {
    var random = SeededRandom(seed: 20_261_122)
    let folder = Self.root.appendingPathComponent("Tests")
    var texts = Self.files(in: folder.appendingPathComponent("UntouchedIdioms"))
    texts += Self.files(in: folder.appendingPathComponent("UntouchedProject"))
    #expect(!texts.isEmpty)
    let rounds = Self.budget.0 == .max ? 200 : 2
    for text in texts {
      for _ in 0..<rounds {
        var parts = Self.tokens(of: text)
        for _ in 0..<Int.random(in: 1...12, using: &random) where parts.count > 2 {
          let place = Int.random(in: 0..<parts.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: parts.insert(parts[place], at: place)
          case 1: parts.swapAt(place, Int.random(in: 0..<parts.count, using: &random))
          default: parts.remove(at: place)
          }
        }
        let damaged = parts.joined()
        let result = rewrite(damaged)
        #expect(result.count { $0.isNewline } >= damaged.count { $0.isNewline })
      }
    }
  }

  /// Words, and everything else character by character.
  private static func tokens(of text: String) -> [String] {
    var result: [String] = []
    var word = ""
    for character in text {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      if !word.isEmpty { result.append(word) }
      word = ""
      result.append(String(character))
    }
    return word.isEmpty ? result : result + [word]
  }
}
