// NewCommand.swift
// `lamella new NAME`: a package with a view, the program that shows it, and its test.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import UIKit

/// Makes a package.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a package with samples of your own, or an app.",
    discussion: """
      The package builds, runs and passes its test as it is. `\(Viewer.program) view NAME` shows it, and builds and \
      shows it again on every save.

      \(ExitStatus.table)
      """)

  @Argument(help: "The package's name, and that of its folder: letters and digits.")
  var name: String

  @Flag(help: "Make a program with a window instead of a gallery of samples.")
  var app = false

  @Option(
    help:
      "The package of Lamella: a folder or a URL. Default: LAMELLA_PACKAGE, else the folder in which this program was built."
  )
  var lamella: String?

  @OptionGroup var notices: NoticeOptions

  /// Modules that a target cannot have the name of.
  private static let taken: Set<String> = [
    "UIKit", "UIKitCore", "QuartzCore", "CoreGraphics", "ImageIO", "Foundation", "Swift",
    "LamellaViewer", "LamellaTesting", "Card", "CardSample", "Sample", "Testing", "XCTest",
  ]

  func validate() throws {
    let letters = name.unicodeScalars
    let isName =
      letters.first.map { $0.isASCII && $0.properties.isAlphabetic } ?? false
      && letters.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
      }
      && letters.count <= 60
    guard isName else {
      throw ValidationError(
        "A package's name is a letter and then letters and digits, such as Rings, not \"\(Wording.limited(name))\"."
      )
    }
    if Self.taken.contains(name) {
      throw ValidationError(
        "\(name) is the name of a module or a type that the package uses: choose another.")
    }
  }

  func run() throws {
    try runCommand(applying: notices) {
      let files = FileManager.default
      let dependency = try LamellaPackage.dependency(lamella)
      let there = try? files.contentsOfDirectory(atPath: name)
      if files.fileExists(atPath: name), there?.isEmpty != true {
        throw CommandFailure(
          status: .cannotWrite, message: "There is a \(name) already; choose another name.")
      }
      let contents =
        app
        ? PackageTemplates.program(named: name, dependency: dependency)
        : PackageTemplates.gallery(named: name, dependency: dependency)
      for (path, text) in contents.sorted(by: { $0.key < $1.key }) {
        let file = URL(fileURLWithPath: name + "/" + path)
        do {
          try files.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
          throw CommandFailure(
            status: .cannotWrite,
            message: "The folder \(name) cannot be made here; go where you may write.")
        }
        try writeFile(Array(text.utf8), to: file.path)
      }
      guard !notices.quiet else { return }
      try StandardOutput.print(
        """
        Made \(name): \(contents.keys.count { $0.hasSuffix(".swift") }) files.
          \(Viewer.program) view \(name)                shows it, and shows it again on every save
          swift run --package-path \(name)      opens it
          swift test --package-path \(name)     runs its test
        """)
    }
  }
}
