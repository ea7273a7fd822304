// RewritingLawTests.swift
// Laws of the rewriting: files without constructs of iOS stay as they are, and no line moves.
//
// SPDX-License-Identifier: MIT

import Foundation
import SourceRewriter
import TestSupport
import Testing

@Suite struct RewritingLawTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files beneath a folder of the package, except for those that are written for iOS.
  private func files(in folder: String) throws -> [SourceRewriter.File] {
    let url = Self.root.appendingPathComponent(folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
    return try names.filter { $0.hasSuffix(".swift") }.map {
      let file = url.appendingPathComponent($0)
      return .init(path: $0, text: try String(contentsOf: file, encoding: .utf8))
    }
  }

  /// Imports are added to files with Apple's geometry or layers alone, so such files are given one more import.
  @Test func filesWithoutConstructsStayByteForByte() throws {
    let sources = try files(in: "Sources/UIKitCore/Controls") + files(in: "Sources/Samples")
    #expect(sources.count > 30)
    for file in sources {
      let given = SourceRewriter.File(path: file.path, text: file.text + "\nimport UIKit\n")
      let result = SourceRewriter.rewrite([given])
      #expect(result.files[0].text == given.text, "\(file.path)")
      #expect(result.diagnostics == [], "\(file.path)")
    }
  }

  /// Each line ends in a comment with its number. In the result the compiler counts the same lines.
  @Test func linesKeepTheirNumbers() throws {
    let project = try files(in: "Tests/UntouchedProject/iOS")
    #expect(project.count == 4)
    let marked = project.map { file in
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.enumerated().map { "\($1) // m\($0 + 1)" }.joined(separator: "\n")
      return SourceRewriter.File(path: file.path, text: text)
    }
    for (file, source) in zip(SourceRewriter.rewrite(marked).files, marked) {
      #expect(file.text != source.text, "\(file.path)")
      var number = 1
      var found = 0
      for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("#sourceLocation(file: \"\(file.path)\", line: ") {
          number = Int(line.dropLast().split(separator: " ").last ?? "") ?? 0
          continue
        }
        if let mark = line.range(of: "// m", options: .backwards) {
          #expect(line[mark.upperBound...] == "\(number)", "\(file.path)")
          found += 1
        }
        number += 1
      }
      // The marks inside of replaced expressions are gone.
      let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(found > lines - 5, "\(file.path)")
    }
  }

  @Test func rewritingTwiceChangesNothingMore() throws {
    let once = SourceRewriter.rewrite(try files(in: "Tests/UntouchedProject/iOS"))
    #expect(once.diagnostics == [])
    let twice = SourceRewriter.rewrite(once.files)
    for (a, b) in zip(once.files, twice.files) { #expect(a.text == b.text, "\(a.path)") }
  }

  /// Broken files are rewritten somehow, without a crash; the compiler reports them.
  @Test func brokenFilesDoNotCrash() throws {
    let project = try files(in: "Tests/UntouchedProject/iOS")
    var random = SeededRandom(seed: 3)
    for _ in 0..<150 {
      let broken = project.map { file in
        var bytes = Array(file.text.utf8)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        case 1: bytes.removeFirst(Int.random(in: 0..<bytes.count, using: &random))
        case 2:
          for _ in 0..<20 {
            bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random))
          }
        default:
          for _ in 0..<20 {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
          }
        }
        return SourceRewriter.File(path: file.path, text: String(decoding: bytes, as: UTF8.self))
      }
      let result = SourceRewriter.rewrite(broken)
      #expect(result.files.count == broken.count)
    }
  }

  /// What is nested deeper than the parser or a walk of its tree can follow is an error with its place, at once.
  @Test(arguments: [
    // The text around a place, how often, what is in the message
    ("#if A\n", "let a = 1\n", "#endif\n", 3000, "1000 #if"),
    ("#if A\n", "", "", 3000, "1000 #if"),
    ("", "let x = a", ".b", 50_000, "20000 links"),
    ("", "let x = a", "\n  .b()", 50_000, "20000 links"),
    ("\"\\(", "a", ")\"", 20_000, "100 string interpolations"),
    ("", "let x: A", " -> A", 20_000, "20000 links"),
    ("try ", "f()", "", 50_000, "20000 links"),
    ("A<", "", "", 50_000, "20000 links"),
  ])
  func deepNestingIsAnErrorWithWords(
    before: String, middle: String, after: String, count: Int, message: String
  ) throws {
    let text =
      "\n" + String(repeating: before, count: count) + middle
      + String(repeating: after, count: count)
    let result = SourceRewriter.rewrite([
      .init(path: "A.swift", text: "@objc class A {}"), .init(path: "B.swift", text: text),
    ])
    #expect(!result.isComplete)
    let diagnostic = try #require(result.diagnostics.first)
    #expect(result.diagnostics.count == 1 && diagnostic.path == "B.swift" && diagnostic.line >= 2)
    #expect(diagnostic.description.contains(": error: "), "\(diagnostic)")
    #expect(diagnostic.message.contains(message), "\(diagnostic)")
  }

  /// Just within the limits, and what only looks deep.
  @Test(arguments: [
    String(repeating: "#if A\n", count: 900) + String(repeating: "#endif\n", count: 900),
    "let x = a" + String(repeating: ".b", count: 9000),
    "let x: " + String(repeating: "A<", count: 9000),
    String(repeating: "try ", count: 9000) + "f()",
    "if a {}" + String(repeating: "\nelse if a {}", count: 5000),
    "let x = " + String(repeating: "\"\\(", count: 90) + String(repeating: ")\"", count: 90),
    String(repeating: "let a = \"(\\(b) (\"\n", count: 2000),
    String(repeating: "f(1) // \"\\(\n", count: 20_000),
    "let a = #\"\"\"\n" + String(repeating: "\\(a \"\n", count: 200) + "\"\"\"#",
    String(repeating: "#", count: 9000), String(repeating: "\n", count: 300_000),
    "/*" + String(repeating: "#if \"\\(\n", count: 2000) + "*/",
  ])
  func deepButUsualFilesAreRewritten(text: String) {
    let result = SourceRewriter.rewrite([.init(path: "A.swift", text: text)])
    #expect(result.isComplete && result.files.first?.text == text, "\(result.diagnostics)")
  }

  /// The copy begins with its origin, and is not written again when nothing has changed.
  @Test func copiesNameTheirOriginsAndAreWrittenOnce() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rewriter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("in/A.swift")
    try FileManager.default.createDirectory(
      at: source.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "@objc class A {}\n".write(to: source, atomically: true, encoding: .utf8)
    let output = folder.appendingPathComponent("out")
    #expect(RewriterCommand.run([output.path, source.path]) == 0)
    let copy = output.appendingPathComponent("A.linux.swift")
    let text = try String(contentsOf: copy, encoding: .utf8)
    #expect(text == "#sourceLocation(file: \"\(source.path)\", line: 1)\nclass A {}\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: copy.path)
    let number = try #require(attributes[.systemFileNumber] as? Int)
    #expect(RewriterCommand.run([output.path, source.path]) == 0)
    let again = try FileManager.default.attributesOfItem(atPath: copy.path)
    #expect(again[.systemFileNumber] as? Int == number)
    #expect(RewriterCommand.run([]) == 64)
    #expect(RewriterCommand.run([output.path, folder.path + "/none.swift"]) == 66)
    let deep = folder.appendingPathComponent("in/B.swift")
    try String(repeating: "#if A\n", count: 3000).write(to: deep, atomically: true, encoding: .utf8)
    #expect(RewriterCommand.run([output.path, source.path, deep.path]) == 65)
  }
}
