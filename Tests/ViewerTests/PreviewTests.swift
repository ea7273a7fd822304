// PreviewTests.swift
// `view PATH`: what a file declares that can be shown, the words of failed builds and of programs that ended, the files
// that count, and the state that the next build shows. `new`: the files of a package.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite struct SampleSourceTests {
  @Test func theFileThatDeclaresASampleIsFound() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.url
    for (path, text) in [
      ("Sources/A/Other.swift", "// uses CardSample\nlet other = CardSample.self\n"),
      (
        "Sources/A/CardSample.swift",
        "// CardSample.swift\n// A card.\n\nfinal class CardSample {}\n"
      ),
      (".build/copy/CardSample.swift", "class CardSample { let isCopy = true }\n"),
    ] {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    #expect(SampleSource.text(of: "CardSample", in: folder.path) == "final class CardSample {}")
    #expect(SampleSource.text(of: "Card", in: folder.path) == nil)
    #expect(SampleSource.text(of: "Card+", in: folder.path) == nil)
    #expect(SampleSource.text(of: "CardSample", in: folder.path + "/none") == nil)
    // A file that is shown alone is the source of what is made of it.
    let file = folder.path + "/Sources/A/Other.swift"
    #expect(SampleSource.text(of: "DialSample", in: file) == "let other = CardSample.self")
    #expect(SampleSource.text(of: "CardSample", in: nil) == nil)
  }
}

@Suite struct PreviewedTypesTests {
  @Test func viewsSamplesAndControllersAreFound() {
    let types = PreviewedTypes(
      in: """
        // class Commented: UIView {}
        /* final class Also: UIView {} */
        final class RingSample: NSObject, Sample {
        }
        class Dial: UIView {
          func spin() {
            func inner() {}
          }
          @objc func reset() { }
          private func secret() {}
          override func layoutSubviews() {}
          func turn(by angle: CGFloat) {}
          func value() -> Int { 1 }
        }
        @MainActor public final class BigDial: Dial, Codable {}
        private class Hidden: UIView {}
        class Box<Content>: UIView {}
        class Model: NSObject {}
        final class Page: UIViewController {}
        """)
    #expect(types.samples == ["RingSample"])
    #expect(types.views.map(\.name) == ["Dial", "BigDial"])
    #expect(types.views.map(\.actions) == [["spin", "reset"], []])
    #expect(types.controllers == ["Page"] && !types.isProgram && !types.isEmpty)
    #expect(PreviewedTypes(in: "@main struct App {}").isProgram)
    #expect(PreviewedTypes(in: "let x = 1").isEmpty)
  }

  @Test func aClassThatInheritsFromItselfIsNoView() {
    #expect(PreviewedTypes(in: "class A: B {}\nclass B: A {}").isEmpty)
  }
}

@Suite struct PreviewWordsTests {
  @Test func errorsHaveFileLineAndSource() {
    let text = SwiftBuild.errors(
      in: """
        [4/6] Compiling Rings Card.swift
        /home/me/Rings/Sources/Rings/Card.swift:20:5: error: cannot find 'angel' in scope
        18 |   func turn() {
        19 |     let a = 1
        20 |     angel += .pi / 2
           |     `- error: cannot find 'angel' in scope
        /home/me/Rings/Sources/Rings/Card.swift:20:5: error: cannot find 'angel' in scope
        error: fatalError
        """)
    #expect(text == "Card.swift:20: cannot find 'angel' in scope\n    20 |     angel += .pi / 2")
    let many = (1...9).map { "/a/B.swift:\($0):1: error: no" }.joined(separator: "\n")
    #expect(SwiftBuild.errors(in: many).hasSuffix("B.swift:6: no\nand 3 more"))
    #expect(
      SwiftBuild.errors(in: "noise\nerror: 'rings': no such module")
        == "error: 'rings': no such module")
  }

  @Test @MainActor func lastWordsNameTheErrorAndItsPlace() {
    let text = """
      Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
      0 _assertionFailure in libswiftCore.so
      1 Card.init(frame:) + 12 in Rings at /me/Rings/Sources/Rings/Card.swift:12:50
      Backtrace took 1.48s
      """
    #expect(
      PreviewSession.lastWords(text, "It was ended.", sources: "/me/Rings") == """
        Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
        at Sources/Rings/Card.swift:12
        It was ended.
        """)
    #expect(PreviewSession.lastWords("", "It was ended.", sources: "/me") == "It was ended.")
  }
}

@Suite struct SourceWatcherTests {
  @Test func savedSourcesCountAndOtherFilesDoNot() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.path + "/Sources"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let watcher = try SourceWatcher(folders: [directory.path])
    func write(_ path: String) throws {
      try "1".write(toFile: directory.path + "/" + path, atomically: false, encoding: .utf8)
    }
    try write("Sources/.Card.swift.swp")
    try write("Sources/Card.swift~")
    try write("Package.resolved")
    #expect(watcher.changes().isEmpty)
    // A process that another test starts at this moment has the file open, too, until it runs its program: the system
    // reports the end of the writing after that.
    func changesToCome() -> Set<String> {
      var changes: Set<String> = []
      _ = wait(10) {
        changes = watcher.changes()
        return !changes.isEmpty
      }
      return changes
    }
    try write("Sources/Card.swift")
    #expect(changesToCome() == [folder + "/Card.swift"])
    // As editors do that keep the old file until the new one is whole.
    try "2".write(toFile: folder + "/Card.swift", atomically: true, encoding: .utf8)
    #expect(changesToCome().contains(folder + "/Card.swift"))
    // A folder that is made later is watched, too.
    try FileManager.default.createDirectory(
      atPath: folder + "/More", withIntermediateDirectories: true)
    #expect(changesToCome() == [folder + "/More"])
    try write("Sources/More/Ring.swift")
    #expect(changesToCome() == [folder + "/More/Ring.swift"])
  }
}

@Suite(.serialized) @MainActor struct PreviewStateTests {
  private func viewer(_ kind: any Sample.Type) throws -> (OffscreenStage, MainViewController) {
    let stage = OffscreenStage(inWindow: kind)
    return (stage, try #require(stage.viewer))
  }

  /// A run that was paused is paused at its time in the next build, with the same layer and tabs.
  @Test func pausedRunIsPausedAtItsTime() throws {
    let (old, first) = try viewer(PopSample.self)
    first.press(triggerAt: 1)
    old.host.advance(to: 0.3)
    first.perform(.togglePlay)
    first.perform(.dock(.animations))
    first.perform(.inspector(.layers))
    first.perform(.speed(percent: 50))
    first.inspector.layers.select(path: [0, 1])
    let state = try #require(first.previewState)
    old.close()
    let (new, second) = try viewer(SpringsSample.self)
    defer { new.close() }
    second.restore(state)
    new.host.advance(to: 0.1)
    let found = try #require(second.previewState)
    #expect(found.sample == "Pop" && found.trigger == "position" && found.isPaused)
    #expect(abs(found.elapsed - state.elapsed) < 1e-6 && state.elapsed > 0.25)
    #expect(found.speedPercent == 50 && found.chosen == [0, 1])
    #expect(second.dock.tab == .animations && second.inspector.tab == .layers)
  }

  /// Any other run is played from its start, so that what was changed is seen.
  @Test func otherRunsArePlayedAgain() throws {
    let (old, first) = try viewer(PopSample.self)
    var state = try #require(first.previewState)
    #expect(state.trigger == nil && !state.isPaused)
    old.close()
    state.sample = "Springs"
    let (new, second) = try viewer(PopSample.self)
    defer { new.close() }
    second.restore(state)
    new.host.advance(to: 0.1)
    #expect(second.sample is SpringsSample && second.lastTrigger != nil)
    #expect(!second.clock.isPaused && second.tracker.activity.moves)
    // A sample that is no longer there leaves the one on show.
    state.sample = "Gone"
    second.restore(state)
    #expect(second.sample is SpringsSample)
  }
}

@Suite struct NewCommandTests {
  @Test(arguments: [[], ["--app"]]) func packageHasAProgramAViewAndATest(options: [String]) throws {
    let directory = try TemporaryDirectory()
    let package = ["LAMELLA_PACKAGE": Program.packageRoot.path]
    let made = try Program.run(["new", "Rings"] + options, in: directory.url, environment: package)
    #expect(made.status == 0 && made.text.contains("view Rings"), "\(made.errors)")
    let manifest = try String(
      contentsOfFile: directory.path + "/Rings/Package.swift", encoding: .utf8)
    #expect(manifest.contains(#"path: "\#(Program.packageRoot.path)""#))
    #expect(manifest.contains("LamellaViewer") == options.isEmpty)
    for file in [
      "Sources/Rings/Rings.swift", "Sources/Rings/Card.swift", "Tests/RingsTests/CardTests.swift",
    ] {
      #expect(FileManager.default.fileExists(atPath: directory.path + "/Rings/" + file), "\(file)")
    }
    let again = try Program.run(["new", "Rings"], in: directory.url, environment: package)
    #expect(again.status == 73 && again.errors.contains("already"), "\(again.errors)")
  }

  @Test(arguments: [
    (["new", "2Rings"], 64, "a letter and then letters"), (["new", "Ri/ngs"], 64, "letters"),
    (["new", "UIKit"], 64, "choose another"),
    (["new", "Rings", "--lamella", "/tmp"], 66, "name its folder"),
    (["view", "/nonexistent/"], 66, "neither a package nor a Swift file"),
  ]) func badInput(arguments: [String], status: Int32, words: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Program.run(
      arguments, in: directory.url, environment: ["SDL_VIDEODRIVER": "offscreen"])
    #expect(result.status == status && result.errors.contains(words), "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test func dependencyOfAURLHasTheNameOfItsFolder() throws {
    let url = try LamellaPackage.dependency("https://example.org/me/lamella-ui.git")
    #expect(url == #".package(url: "https://example.org/me/lamella-ui.git", branch: "main")"#)
    #expect(LamellaPackage.identity(of: url) == "lamella-ui")
    #expect(LamellaPackage.identity(of: #".package(name: "lamella", path: "/a")"#) == "lamella")
  }
}
