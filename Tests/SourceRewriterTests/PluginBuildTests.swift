// PluginBuildTests.swift
// What the plug-in costs a build in which nothing changed, and one in which a file did.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct PluginBuildTests {
  static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App",
      targets: [
        .plugin(name: "UIKitSource", capability: .buildTool(), path: "Sources/UIKitSource"),
        .executableTarget(name: "App", exclude: ["iOS"], plugins: ["UIKitSource"]),
      ])
    """

  static let counter = """
    import Foundation

    final class Counter: NSObject {
      @objc var count = 0
      @objc func count(_ step: Int) { count += step }
    }
    """

  static let main = """
    import Foundation

    let counter = Counter()
    counter.count(2)
    print(counter.count)
    """

  /// A package of its own with a copy of the plug-in, as a build by the package around the tests would wait for
  /// what builds these.
  func makePackage() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let sources = folder.url.appendingPathComponent("Sources")
    let manager = FileManager.default
    try manager.createDirectory(
      at: sources.appendingPathComponent("App/iOS"), withIntermediateDirectories: true)
    for name in ["UIKitSource", "SourceRewriter"] {
      try manager.copyItem(
        at: RewritingFuzzTests.root.appendingPathComponent("Sources/\(name)"),
        to: sources.appendingPathComponent(name))
    }
    for (path, text) in [
      ("Package.swift", Self.manifest), ("Sources/App/Linux.swift", "// Only for Linux.\n"),
      ("Sources/App/iOS/Counter.swift", Self.counter), ("Sources/App/iOS/main.swift", Self.main),
    ] {
      try text.write(
        to: folder.url.appendingPathComponent(path), atomically: true, encoding: .utf8)
    }
    return folder
  }

  /// Builds the package. Returns what SwiftPM reported.
  func build(_ package: URL) throws -> String {
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "build", "--package-path", package.path]
    process.environment["LAMELLA_TESTS"] = nil
    let output = TestPipe()
    process.standardOutput = output
    process.standardError = output
    try process.run(patience: 600)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    try #require(process.terminationStatus == 0, "\(text)")
    return text
  }

  /// The files that SwiftPM compiled, by its own words.
  func compiled(_ words: String) -> Set<String> {
    let files = words.split { !$0.isLetter && !$0.isNumber && $0 != "." }
      .filter { $0.hasSuffix(".swift") }
    return Set(files.map(String.init))
  }

  @Test func unchangedFilesAreNeitherRewrittenNorCompiled() throws {
    let package = try makePackage()
    let first = try build(package.url)
    #expect(first.contains("Rewriting 2 files of App"))
    #expect(compiled(first).isSuperset(of: ["Counter.linux.swift", "main.swift", "Linux.swift"]))

    let second = try build(package.url)
    #expect(!second.contains("Rewriting"), "\(second)")
    #expect(compiled(second).isEmpty, "\(second)")
    #expect(!second.contains("Linking"), "\(second)")

    // A file with a new date and its old text is rewritten to what it was, which is left as it is.
    let changed = package.url.appendingPathComponent("Sources/App/iOS/main.swift")
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: changed.path)
    let third = try build(package.url)
    #expect(third.contains("Rewriting 2 files of App"), "\(third)")
    #expect(compiled(third).isEmpty, "\(third)")

    try (Self.main + "\nprint(0)\n").write(to: changed, atomically: true, encoding: .utf8)
    let fourth = try build(package.url)
    #expect(compiled(fourth) == ["main.swift"], "\(fourth)")
  }
}
