// ReadmePageTests.swift
// README shows what the program draws, names what the scripts install, and lists only what is missing.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import CoreGraphics
import Foundation
import ImageCodecs
import PNGFiles
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite struct ReadmePageTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Program.packageRoot.appendingPathComponent(path), encoding: .utf8)
  }

  /// Whether text on this machine is drawn with the fonts of the pictures.
  private static let hasFontsOfThePictures: Bool = {
    let report = try? Program.run(["doctor"]).text
    return report?.contains(/fonts +DejaVu Sans, DejaVu Sans Mono\n/) == true
  }()

  /// The arguments of the command below a page's picture.
  private static func command(below picture: String, on page: String) throws -> [String] {
    let lines = try text(page).components(separatedBy: "\n")
    let place = try #require(lines.firstIndex { $0.hasPrefix("![") && $0.contains(picture) })
    let caption = lines[(place + 1)...].drop { $0.isEmpty }.prefix { !$0.isEmpty }
      .joined(separator: " ")
    let command = try #require(caption.firstMatch(of: /`lamella ([^`]+)`/)).output.1
    return command.split(separator: " ").map(String.init)
  }

  /// The moving picture is what its command records. Every tenth frame is drawn again, which takes little time.
  @Test(.enabled(if: hasFontsOfThePictures, "the picture's captions are in DejaVu Sans Mono"))
  func movingPictureIsWhatTheProgramDraws() throws {
    var arguments = try Self.command(below: "Assets/pop.png", on: "README.md")
    let file = Program.packageRoot.appendingPathComponent("Assets/pop.png")
    let bytes = try [UInt8](Data(contentsOf: file))
    let shown = try #require(try AnimatedPNG.decode(bytes, name: "pop.png")).frames
    #expect(arguments.suffix(2) == ["-o", "Assets/pop.png"] && bytes.count < 300_000)
    let rate = try #require(arguments.firstIndex(of: "--fps")) + 1
    #expect(arguments[rate] == "30")
    arguments[rate] = "3"
    arguments[arguments.count - 1] = "-"
    let result = try Program.run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    let drawn = try #require(
      try AnimatedPNG.decode([UInt8](result.output), name: "drawn")
    ).frames
    #expect(drawn.count == (shown.count + 9) / 10 && drawn.count > 3)
    #expect(shown.allSatisfy { abs($0.duration - 1.0 / 30) < 0.001 })
    for (index, frame) in drawn.enumerated() {
      let other = shown[index * 10].image
      try #require((frame.image.width, frame.image.height) == (other.width, other.height))
      // Another version of FreeType may round an edge of a letter otherwise.
      let differing = zip(frame.image.pixels, other.pixels).count { abs(Int($0) - Int($1)) > 2 }
      #expect(differing < other.pixels.count / 1000, "frame \(index * 10): \(differing) values")
    }
    let differs = shown[0].image.pixels != shown[10].image.pixels
    #expect(differs, "something moves")
  }

  /// The lines to copy have the packages that `Scripts/bootstrap` installs, in its order.
  @Test(arguments: ["README.md", "Sources/UIKit/UIKit.docc/GettingStarted.md"])
  func linesToCopyHaveThePackagesOfTheScript(page: String) throws {
    let text = try Self.text(page)
    let script = try Self.text("Scripts/bootstrap").components(separatedBy: "if $with_tests")[0]
    let rows = script.matches(of: /need ([a-z0-9]\S*) (\S+) (\S+) (\S+)\n/)
    #expect(rows.count >= 7)
    let columns: [[Substring]] = [
      rows.map(\.output.1), rows.map(\.output.2), rows.map(\.output.3),
    ]
    for (command, packages) in zip(["apt install", "dnf install", "pacman -S"], columns) {
      let line = "\n\(command) \(packages.joined(separator: " "))\n"
      let isThere = text.contains(line)
      #expect(isThere, "\(page) has no line\(line)")
    }
  }

  /// Each command on the pages has options that exist.
  @Test(arguments: ["Commands", "Costs", "TheViewer"]) func commandsOfThePagesAreUnderstood(
    page: String
  ) throws {
    let text = try Self.text("Sources/UIKit/UIKit.docc/\(page).md")
    var count = 0
    for command in text.matches(of: /(?:\n|`)(?:lamella|Scripts\/run) +([a-z][^#`\n]*)/) {
      count += 1
      let words = command.output.1.split(separator: " ").map(String.init)
      #expect(throws: Never.self, "\(command.output.0)") { try Viewer.parseAsRoot(words) }
    }
    #expect(count > 0)
  }

  /// What is said not to be there is not declared.
  @Test func missingClassesAreMissing() throws {
    let readme = try Self.text("README.md")
    let part = try #require(
      readme.components(separatedBy: "## What is not there").last?.components(separatedBy: "\n## ")
        .first)
    let names = quotedNames(part)
    #expect(names.count > 4)
    let howTo = try Self.text("Sources/UIKit/UIKit.docc/HowTo.md")
    let absent = howTo.matches(of: /no\s`([A-Z][A-Za-z]+)`/).map { String($0.output.1) }
    #expect(!absent.isEmpty)
    for source in try swiftSources(in: "Sources") {
      for name in names + absent where source.contains(name) {
        let declaration = try Regex("(class|struct|enum|protocol|typealias) \(name)\\b")
        let isDeclared = source.contains(declaration)
        #expect(!isDeclared, "\(name) is there")
      }
    }
  }

  /// One screen and a half, with the articles that the project grew from.
  @Test func readmeIsShortAndNamesTheArticles() throws {
    let readme = try Self.text("README.md")
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 105)
    let words = readme.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let articles = try Self.text("Sources/UIKitCore/UIKitCore.docc/Techniques.md")
      .matches(of: /\n## (.+)\n\n([A-Z][^,|`]+),/)
    #expect(articles.count == 4)
    for article in articles {
      let isNamed = words.contains("*\(article.output.1)*")
      #expect(isNamed, "\(article.output.1)")
      let hasAuthor = words.contains(article.output.2)
      #expect(hasAuthor, "\(article.output.2)")
    }
  }
}
