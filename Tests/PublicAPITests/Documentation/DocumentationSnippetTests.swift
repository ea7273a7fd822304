// DocumentationSnippetTests.swift
// The code of README and of the articles is compiled, and does what they promise.
//
// SPDX-License-Identifier: MIT

import Foundation
import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct DocumentationSnippetTests {
    nonisolated private static let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    /// The texts of the files with an extension in some folders, by their paths in the package.
    private func texts(_ pathExtension: String, in folders: [String]) throws -> [String: String] {
      var texts: [String: String] = [:]
      for folder in folders {
        let path = Self.root.appendingPathComponent(folder).path
        for name in try FileManager.default.subpathsOfDirectory(atPath: path)
        where name.hasSuffix("." + pathExtension) {
          texts[folder + "/" + name] = try String(
            contentsOfFile: path + "/" + name, encoding: .utf8)
        }
      }
      return texts
    }

    /// What is left of code without its layout, without imports and without what only one place in a program may have.
    private func bare(_ code: some StringProtocol) -> String {
      let lines = code.split(separator: "\n").filter { !$0.hasPrefix("import ") && $0 != "@main" }
      let text = lines.joined().filter { !$0.isWhitespace }
      return text.replacingOccurrences(of: "staticfunc", with: "func")
    }

    /// The declarations and statements in the first column of a page's code, each with what belongs to it.
    private func snippets(of page: String) -> [String] {
      page.components(separatedBy: "```swift\n").dropFirst().flatMap { rest in
        let code = rest.components(separatedBy: "\n```")[0]
        var snippets: [String] = []
        for part in code.components(separatedBy: "\n\n") {
          let goesOn = part.hasPrefix(" ") || part.hasPrefix("}")
          if goesOn, let last = snippets.popLast() {
            snippets.append(last + "\n" + part)
          } else {
            snippets.append(part)
          }
        }
        // Parts of a manifest.
        return snippets.filter { !$0.hasPrefix("// Package.swift") && !$0.hasPrefix(".") }
      }
    }

    @Test func codeOfEveryPageIsCompiled() throws {
      let compiled = try texts(
        "swift",
        in: [
          "Tests/PublicAPITests/Documentation", "Tests/LamellaTestingTests",
          "Tests/ViewerTests/Support",
        ]
      )
      .values.map(bare)
      var pages = try texts("md", in: ["Sources", ".github"])
      pages["README.md"] = try String(
        contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
      var count = 0
      for (path, page) in pages {
        for snippet in snippets(of: page) where !bare(snippet).isEmpty {
          count += 1
          let code = bare(snippet)
          #expect(compiled.contains { $0.contains(code) }, "\(path): no test has\n\(snippet)")
        }
      }
      #expect(count > 20)
      let steps = try texts("swift", in: ["Sources/UIKit/UIKit.docc"])
      #expect(steps.count > 6)
      for (path, step) in steps {
        #expect(compiled.contains { $0.contains(bare(step)) }, "\(path): no test has it")
      }
    }

    // MARK: Behaviour

    /// Each picture of a sheet shows for its time, and nothing in between.
    @Test func spriteSheetJumpsFromPictureToPicture() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      layer.speed = 0
      HowTo.play(UIImage(), columns: 4, secondsPerPicture: 0.1, on: layer)
      CATransaction.flush()
      for (time, x) in [(0.05, 0.0), (0.15, 0.25), (0.39, 0.75), (0.45, 0)] {
        layer.timeOffset = time
        CATransaction.flush()
        #expect(layer.presentation()?.contentsRect.minX == CGFloat(x), "\(time)")
      }
    }

    @Test func windowsAreOpenWhileTheyAreKept() {
      let windows = HowTo.Windows()
      let controllers = [UIViewController(), UIViewController()]
      for controller in controllers {
        windows.show(controller, size: CGSize(width: 100, height: 80))
      }
      #expect(controllers.allSatisfy { $0.view.window?.bounds.size.width == 100 })
      windows.close(controllers[0])
      #expect(controllers[0].view.window == nil && controllers[1].view.window != nil)
    }

    /// What is missing is nil, and a key without a text is its own.
    @Test func resourcesAreFoundByName() throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("lamella-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let (sky, ground) = HowTo.background(in: try #require(Bundle(path: folder.path)))
      #expect(sky == nil && ground == nil)
      #expect(HowTo.title(files: 0) == "nothing" && HowTo.title(files: 2) == "2 files")
    }

    @Test func clipboardIsReadAndSet() {
      UIPasteboard.general.string = "ab"
      HowTo.duplicateClipboard()
      #expect(UIPasteboard.general.string == "abab")
    }

    /// The answer of another program is its first line; without the program, or cancelled, there is none.
    @Test(arguments: [("echo", ["a b"], "a b"), ("false", [], nil), ("no-such-program", [], nil)])
    func programsAnswer(program: String, arguments: [String], answer: String?) async {
      let found: String? = await withCheckedContinuation { answered in
        HowTo.ask(program, arguments) { answered.resume(returning: $0) }
      }
      #expect(found == answer)
    }

    @Test func alertAsksWithTwoActions() throws {
      let stage = Stage()
      let page = UIViewController()
      stage.window.rootViewController = page
      HowTo.ask(before: {}, from: page)
      let alert = try #require(page.presentedViewController as? UIAlertController)
      #expect(alert.title == "Remove the picture?" && alert.preferredStyle == .alert)
      #expect(alert.actions.map(\.title) == ["Remove", "Cancel"])
      #expect(alert.actions.map(\.style) == [.destructive, .cancel])
    }
  }
}
