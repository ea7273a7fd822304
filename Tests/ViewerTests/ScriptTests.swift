// ScriptTests.swift
// Scripts of what is done to a sample: recorded in the window, written, read, and played again.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ScriptTests {
  nonisolated private static let header = "lamella-script 1\nsample Springs\nstage 720x420\n"

  private func read(_ text: String) throws -> StageScript {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/script"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try ScriptText.script(in: InputFile(path: path))
  }

  // MARK: Text

  /// What is written is read again, for any steps.
  @Test func textIsReadAsItWasWritten() throws {
    var random = SeededRandom(seed: 71)
    func number(_ range: ClosedRange<Double>) -> Double {
      (Double.random(in: range, using: &random) * 100).rounded() / 100
    }
    func point() -> CGPoint { CGPoint(x: number(-10...800), y: number(-10...500)) }
    let keys: [Key] = [
      .return, .backspace, .left, .pageDown, .function(5), .character("f"), .character("+"),
      .character("ä"), .space, .other,
    ]
    for _ in 0..<200 {
      var script = StageScript(sample: "Springs", size: CGSize(width: 640.5, height: 300))
      var time = 0.0
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        time += (Double.random(in: 0...2, using: &random) * 1000).rounded() / 1000
        let actions: [StageScript.Action] = [
          .trigger("all"), .pointerDown(point(), clicks: Int.random(in: 1...3, using: &random)),
          .pointerMoved(point()), .pointerUp(point()), .settle,
          .scroll(point(), by: CGVector(dx: number(-9...9), dy: number(-9...9))),
          .text(
            ["abc", "a b ", " ", "\\n", "a\nb", "ä — 中", "\\"].randomElement(using: &random) ?? ""),
          .key(
            keys.randomElement(using: &random) ?? .other,
            KeyModifiers(rawValue: Int.random(in: 0..<16, using: &random))),
        ]
        script.append(
          actions.randomElement(using: &random) ?? .settle, at: (time * 1000).rounded() / 1000)
      }
      let text = ScriptText.text(of: script)
      let again = try read(text)
      #expect(again.sample == script.sample && again.size == script.size)
      #expect(again.steps.map(\.action) == script.steps.map(\.action), "\(text)")
      #expect(zip(again.steps, script.steps).allSatisfy { abs($0.time - $1.time) < 1e-9 })
      #expect(ScriptText.text(of: again) == text)
    }
  }

  /// A file that is broken, or of another version: the line and the reason.
  @Test(arguments: [
    ("", 1, "begins with"), ("lamella-script\n", 1, "begins with"), ("{}", 1, "begins with"),
    ("lamella-script 2\nsample Springs\n", 1, "is of version 2, this program reads version 1"),
    ("lamella-script 1\nSprings\n", 2, "second line"),
    ("lamella-script 1\nsample Spring\nstage 720x420\n", 2, "no sample named \"Spring\""),
    ("lamella-script 1\nsample Springs\n", 3, "third line"),
    ("lamella-script 1\nsample Springs\nstage 0x420\n", 3, "1 to 16384 points"),
    ("lamella-script 1\nsample Springs\nstage 720x420x1\n", 3, "third line"),
    (header + "trigger all\n", 4, "a time in seconds"),
    (header + "-1 trigger all\n", 4, "a time in seconds"),
    (header + "1e9 trigger all\n", 4, "a time in seconds"),
    (header + "100000 trigger all\n", 4, "a time in seconds"),
    (header + "0 trigger none\n", 4, "no trigger named \"none\""),
    (header + "1 trigger all\n\n0.5 trigger all\n", 6, "before that of the step above"),
    (header + "0 jump 1 2\n", 4, "no action \"jump 1 2\""),
    (header + "0 down 1\n", 4, "no action"), (header + "0 down 1 2 0\n", 4, "no action"),
    (header + "0 down nan 2\n", 4, "no action"), (header + "0 down 1 2e9\n", 4, "no action"),
    (header + "0 move 1 2 3\n", 4, "no action"), (header + "0 scroll 1 2 3\n", 4, "no action"),
    (header + "0 text\n", 4, "no action"), (header + "0 text \\t\n", 4, "no action"),
    (header + "0 key\n", 4, "no action"), (header + "0 key f99\n", 4, "no action"),
    (header + "0 settle now\n", 4, "no action"),
  ]) func brokenFilesAreRejectedWithTheirLine(text: String, line: Int, words: String) throws {
    do {
      let script = try read(text)
      Issue.record("\(text) was read as \(script)")
    } catch let failure as CommandFailure {
      #expect(failure.status == .badInput)
      #expect(failure.message.contains(", line \(line): "), "\(failure.message)")
      #expect(failure.message.contains(words), "\(failure.message)")
    }
  }

  /// Lines end with any line end; a mark after a space belongs to the text.
  @Test func linesAndWordsAreSeparatedByBytes() throws {
    let script = try read(
      "lamella-script 1\r\nsample Springs\r\nstage 720x420\r\n0 text \u{301}a\r\n")
    #expect(script.steps.map(\.action) == [.text("\u{301}a")])
    #expect(try read(ScriptText.text(of: script)).steps == script.steps)
  }

  // MARK: In the window

  /// A script has the time of each press on the stage, and that of the run begins with its trigger.
  @Test func triggersAreRecordedWithTheirTimes() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    for time in [1.0, 2.5] {
      stage.host.advance(to: time)
      viewer.press(triggerAt: 0)
    }
    stage.host.advance(to: 3)
    let script = viewer.script
    #expect(script.sample == "Springs" && script.size == viewer.stage.bounds.size)
    #expect(script.steps.map(\.action) == [.trigger("all"), .trigger("all")])
    #expect(zip(script.steps, [1, 2.5]).allSatisfy { abs($0.time - $1) < 0.02 })
    let (run, begin) = script.ofRun
    #expect(begin == 0 && run.steps.allSatisfy { $0.time == 0 })
    #expect(run.steps.map(\.action) == [.trigger("all"), .settle, .trigger("all")])
    // What happens to a paused stage has the stage's time.
    viewer.togglePlay()
    stage.host.advance(to: 9)
    viewer.press(triggerAt: 0)
    #expect(abs((viewer.script.steps.last?.time ?? 0) - 3) < 0.04)
    // Another sample begins another script.
    viewer.show(PopSample.self)
    #expect(viewer.script.sample == "Pop" && viewer.script.steps.isEmpty)
  }

  /// Clicks and keys in the stage are recorded, and those beside it are not; off screen they do the same.
  @Test func pointerAndKeysInTheStageAreRecorded() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    let field = try #require(viewer.sample.controls.first { $0.name == "field" }?.view)
    stage.host.press(viewer.transport.controls[1].control)
    stage.host.press(field)
    stage.host.advance(to: 0.5)
    stage.host.send(.text("a\\b"))
    stage.host.send(.keyDown(.left, modifiers: [], isRepeat: false))
    stage.host.send(.keyUp(.left, modifiers: []))
    stage.host.send(.text("c"))
    stage.host.advance(to: 1)
    stage.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
    stage.host.send(.keyUp(.return, modifiers: []))
    stage.host.advance(to: 1.2)
    let typed = (field as? UITextField)?.text
    let script = viewer.script
    stage.close()
    let text = ScriptText.text(of: script)
    let names = text.split(separator: "\n").dropFirst(3).map { $0.split(separator: " ")[1] }
    #expect(names == ["down", "up", "text", "key", "text", "key"], "\(text)")

    let bare = OffscreenStage(FancyLabelSample.self, size: script.size, scale: 0.25)
    defer { bare.close() }
    var player = ScriptPlayer(try read(text), on: bare)
    player.advance(to: 1.2)
    let other = try #require(bare.sample.controls.first { $0.name == "field" }?.view)
    #expect((other as? UITextField)?.text == typed)
    #expect(bare.sample.drawnValues.map(\.name) == viewer.sample.drawnValues.map(\.name))
  }

  /// Keys that the window takes are no steps: played again, they would change the colours back.
  @Test func keysOfTheWindowAreNotRecorded() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { looks.close(stage) }
    stage.host.press(try #require(viewer.sample.controls.first { $0.name == "field" }?.view))
    stage.host.advance(to: 0.5)
    stage.host.send(.text("abc"))
    stage.host.send(.keyDown(.character("t"), modifiers: .control, isRepeat: false))
    stage.host.advance(to: 0.6)
    #expect(Theme.palette != looks.palette)
    let successor = try #require(stage.window.rootViewController as? MainViewController)
    #expect(successor !== viewer)
    let names = successor.script.steps.map(\.action).filter { $0 != .settle }
    #expect(names.count == 3 && names.last == .text("abc"), "\(names)")
    let field = successor.sample.controls.first { $0.name == "field" }?.view as? UITextField
    #expect(field?.text?.hasSuffix("abc") == true)
  }

  /// The stage's time goes back when a run is scrubbed; a script's does not.
  @Test func stepsAfterScrubbingHaveTimesOfTheirOwn() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    stage.host.advance(to: 1)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 3)
    let centre = viewer.stage.convert(CGPoint(x: 300, y: 200), to: nil as UIView?)
    viewer.record(.pointerDown(centre, button: 1, clicks: 1))
    viewer.record(.pointerUp(centre, button: 1))
    stage.host.advance(to: 4)
    viewer.scrub(to: 0)
    viewer.togglePlay()
    stage.host.advance(to: 4.5)
    viewer.press(triggerAt: 1)
    stage.host.advance(to: 4.8)
    viewer.press(triggerAt: 2)
    let times = viewer.script.steps.map(\.time)
    #expect(times.count == 5 && abs(times[4] - times[3] - 0.3) < 0.02, "\(times)")
  }

  /// A run that the sample's own controls began begins with the press that began it.
  @Test func runsWithoutATriggerBeginWithTheirPress() throws {
    let (stage, viewer) = try openWindow(FancyLabelSample.self)
    defer { stage.close() }
    let field = try #require(viewer.sample.controls.first { $0.name == "field" }?.view)
    stage.host.press(field)
    stage.host.advance(to: 0.5)
    stage.host.send(.text("new"))
    stage.host.advance(to: 1)
    stage.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
    stage.host.advance(to: 1.1)
    #expect(viewer.lastTrigger == nil && viewer.clock.start != nil)
    let (run, begin) = viewer.script.ofRun
    #expect(run.steps.last?.action == .key(.return, []))
    let times = run.steps.map(\.time)
    #expect(times[0] == 0 && abs((times.last ?? 0) - 1) < 0.05, "\(times)")
    #expect(begin >= times.last ?? 1 && begin < (times.last ?? 0) + 0.05)
  }

  /// A drag before a run takes its time, so that it is no flick; nothing else before a run does.
  @Test func dragsBeforeARunTakeTheirTime() {
    var script = StageScript(sample: "Pop", size: OffscreenStage.stageSize)
    script.append(.trigger("all"), at: 1)
    script.append(.pointerDown(.zero, clicks: 1), at: 5)
    script.append(.pointerMoved(CGPoint(x: 40, y: 0)), at: 5.5)
    script.append(.pointerUp(CGPoint(x: 90, y: 0)), at: 7)
    script.append(.text("a"), at: 9)
    script.append(.settle, at: 9.5)
    script.append(.text("b"), at: 15)
    script.beginRun(at: 20)
    script.append(.trigger("all"), at: 20.25)
    let (run, begin) = script.ofRun
    // The pointer is down for two seconds; then it takes at most three to come to rest.
    #expect(script.preparation.map(\.time) == [0, 0, 0.5, 2, 4, 4.5, 4.5, 4.5])
    #expect(run.steps.map(\.time) == [0, 0, 0.5, 2, 4, 4.5, 4.5, 4.5, 4.5] && begin == 4.5)
    #expect(run.steps[7].action == .settle && run.steps[8].action == .trigger("all"))
  }

  /// A slow drag leaves a list where it was left, and a flick moves it on, before a run as in it.
  @Test(arguments: [0.02, 0.3]) func dragsBeforeARunMoveAsFar(seconds: TimeInterval) throws {
    var script = StageScript(sample: "ExpandingCell", size: OffscreenStage.stageSize)
    script.append(.pointerDown(CGPoint(x: 360, y: 110), clicks: 1), at: 1)
    for step in 1...4 {
      let place = CGPoint(x: 360, y: 110 - 10 * Double(step))
      script.append(.pointerMoved(place), at: 1 + seconds * Double(step))
    }
    script.append(.pointerUp(CGPoint(x: 360, y: 70)), at: 1 + seconds * 4.5)
    func offset(after script: StageScript) throws -> CGFloat {
      let kind = try SampleCatalogue.sample(named: script.sample)
      let stage = OffscreenStage(kind, size: CGSize(width: 720, height: 180), scale: 0.25)
      defer { stage.close() }
      var player = ScriptPlayer(script, on: stage)
      player.advance(to: 20)
      func list(_ view: UIView) -> UIScrollView? {
        view as? UIScrollView ?? view.subviews.lazy.compactMap(list).first
      }
      return try #require(list(stage.stageView.content)).contentOffset.y
    }
    let played = try offset(after: script)
    script.beginRun(at: 15)
    script.append(.text("run"), at: 15)
    #expect(try offset(after: script.ofRun.script) == played && played > 0, "\(played)")
  }

  /// What repeats for ever goes on when a stage comes to rest.
  @Test func settlingKeepsWhatHasNoEnd() {
    let stage = LiveStage()
    let layer = stage.add(CALayer())
    for (key, count) in [("once", 0), ("ever", Float.infinity)] as [(String, Float)] {
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.toValue, animation.duration, animation.repeatCount) = (0, 1, count)
      layer.add(animation, forKey: key)
    }
    stage.root.settle()
    #expect(layer.animationKeys() == ["ever"])
    layer.removeAnimation(forKey: "ever")
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
    stage.root.settle()
    #expect(layer.animationKeys() == nil)
  }

  /// The window of a stage's size has a stage of that size.
  @Test(arguments: [
    (800, 560), (899, 600), (900, 620), (1000, 700), (1099, 900), (1100, 640), (1280, 800),
    (1600, 1000),
    (3840, 2160),
  ]) func windowsOfAStage(width: Int, height: Int) throws {
    func stageSize(_ window: CGSize) throws -> CGSize {
      let (stage, viewer) = try openWindow(PopSample.self, size: window)
      defer { stage.close() }
      return viewer.stage.bounds.size
    }
    let size = try stageSize(CGSize(width: width, height: height))
    let window = MainViewController.windowSize(forStage: size)
    #expect(try stageSize(window) == size, "\(window)")
    #expect(MainViewController.windowSize(forStage: nil) == OffscreenStage.windowSize)
  }

  /// Other colours do not end a script that is played.
  @Test func scriptGoesOnInOtherColours() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { looks.close(stage) }
    var script = StageScript(sample: "Springs", size: viewer.stage.bounds.size)
    for time in [0.1, 0.6] { script.append(.trigger("all"), at: time) }
    viewer.play(script)
    #expect(viewer.played?.next == 0)
    viewer.perform(.theme)
    let other = try #require(stage.window.rootViewController as? MainViewController)
    #expect(other !== viewer && other.played?.script == script && other.played?.next == 0)
  }

  // MARK: Commands

  /// A script of one trigger gives the bytes of the trigger.
  @Test func commandsPlayScripts() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/script"
    let inWindow = directory.path + "/in-window"
    let (stage, viewer) = try openWindow(SpringsSample.self)
    let size = viewer.stage.bounds.size
    stage.close()
    for (file, size) in [(path, OffscreenStage.stageSize), (inWindow, size)] {
      let script =
        "lamella-script 1\nsample Springs\nstage \(Int(size.width))x\(Int(size.height))\n"
      try Data((script + "0.000 trigger all\n").utf8).write(to: URL(fileURLWithPath: file))
    }
    func run(_ arguments: [String]) throws -> Data {
      let result = try Program.run(arguments)
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      return result.output
    }
    for (command, own) in [
      ("snapshot", ["--at", "0.3", "--scale", "0.5", "--no-notes", "-o", "-"]),
      ("snapshot", ["--text", "--at", "0.3"]),
      (
        "record",
        ["--to", "0.1", "--scale", "0.25", "--fps", "20", "--format", "gif", "-o", "-"]
      ),
      ("trace", ["--duration", "0.5", "--format", "csv", "--clock", "virtual"]),
    ] {
      let byTrigger = try run([command, "Springs", "--trigger", "all"] + own)
      let file = command == "snapshot" && own.contains("--text") ? inWindow : path
      let byScript = try run([command, "--script", file] + own)
      #expect(byTrigger == byScript && !byTrigger.isEmpty, "\(command)")
    }
    let checked = String(decoding: try run(["check", "--script", path]), as: UTF8.self)
    #expect(checked.contains("Springs script"), "\(checked)")
    // The state of an earlier step counts: the weights move up again.
    try Data((Self.header + "0 trigger all\n0 settle\n0 trigger all\n").utf8)
      .write(to: URL(fileURLWithPath: path))
    #expect(
      try run(["snapshot", "--script", path, "--at", "0.3", "-o", "-"])
        != run(["snapshot", "Springs", "--trigger", "all", "--at", "0.3", "-o", "-"]))
  }

  @Test(arguments: [
    (["snapshot", "-o", "-"], 64, "Name a sample"),
    (["snapshot", "Pop", "--script", "FILE", "-o", "-"], 64, "is for the sample Springs, not Pop"),
    (["record", "--script", "FILE", "--trigger", "all", "-o", "-"], 64, "exclude each other"),
    (["snapshot", "--script", "/nonexistent", "-o", "-"], 66, "/nonexistent"),
    (["snapshot", "--text", "--script", "BROKEN"], 65, "line 4"),
    (["trace", "--script", "FILE"], 64, "--duration"),
    (["check", "Pop", "Springs", "--script", "FILE"], 64, "one sample"),
    (["view", "Pop", "--script", "FILE"], 64, "not Pop"),
    (["view", "--script", "BROKEN"], 65, "line 4"),
    (["view", "--save-script", "/nonexistent/script"], 73, "/nonexistent/script"),
  ]) func unfitScriptsAreRejected(arguments: [String], status: Int32, words: String) throws {
    let directory = try TemporaryDirectory()
    let (file, broken) = (directory.path + "/script", directory.path + "/broken")
    try Data(Self.header.utf8).write(to: URL(fileURLWithPath: file))
    try Data((Self.header + "now\n").utf8).write(to: URL(fileURLWithPath: broken))
    let given = arguments.map { $0 == "FILE" ? file : $0 == "BROKEN" ? broken : $0 }
    let result = try Program.run(given, environment: ["SDL_VIDEODRIVER": "offscreen"])
    #expect(result.status == status && result.errors.contains(words), "\(result.errors)")
  }

  /// What was done is written too when a signal ends the window, and the program still ends by the signal.
  @Test(arguments: [SIGINT, SIGTERM])
  func scriptIsWrittenAtASignal(signal: Int32) throws {
    let directory = try TemporaryDirectory()
    let copy = directory.path + "/copy"
    try RunningViewer.withDefaultAction(of: signal) {
      let viewer = try RunningViewer(["view", "Springs", "--save-script", copy])
      try viewer.press("trigger-all")
      try viewer.advance(by: 0.2)
      try viewer.end(by: signal)
    }
    let written = try ScriptText.script(in: InputFile(path: copy))
    #expect(written.steps.map(\.action) == [.trigger("all")])
  }

  /// A lost server ends the program at once, but the script and the trace have all that was done.
  @Test func lostServerLeavesTheScriptAndTheTrace() throws {
    let directory = try TemporaryDirectory()
    let copy = directory.path + "/copy"
    let viewer = try RunningViewer(["view", "Springs", "--save-script", copy])
    _ = try viewer.after("trigger") { try viewer.press("trigger-all") }
    viewer.server.end()
    #expect(viewer.waitForEnd(), "the program is still running")
    if !viewer.process.isRunning { #expect(viewer.process.terminationStatus == 69) }
    let written = try ScriptText.script(in: InputFile(path: copy))
    #expect(written.steps.map(\.action) == [.trigger("all")])
    #expect(viewer.events("trigger").count == 1 && !viewer.events("frame").isEmpty)
  }

  /// The window plays a script, and writes what was done in it.
  @Test func windowPlaysAndWritesAScript() throws {
    let directory = try TemporaryDirectory()
    let (file, copy) = (directory.path + "/script", directory.path + "/copy")
    try Data((Self.header + "0.100 trigger all\n0.300 trigger damping\n").utf8)
      .write(to: URL(fileURLWithPath: file))
    let viewer = try RunningViewer(
      ["view", "--script", file, "--save-script", copy, "--size", "1280x800"], clock: .real)
    let names = wait(RunningViewer.patience) { viewer.events("trigger").count == 2 }
    #expect(names, "\(viewer.events("trigger"))")
    try viewer.server.xdotool("key", "ctrl+q")
    #expect(viewer.waitForEnd())
    let written = try ScriptText.script(in: InputFile(path: copy))
    #expect(written.steps.map(\.action) == [.trigger("all"), .trigger("damping")])
  }
}

/// The file of `--save-script` while the window is open.
@Suite @MainActor struct ScriptSaverTests {
  /// What was done is written when it has grown, so that losing the display loses no more than a second of it.
  @Test func scriptIsSavedWhenItGrows() throws {
    let directory = try TemporaryDirectory()
    let path = directory.url.appendingPathComponent("script").path
    func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    let saver = ScriptSaver(path: path)
    try saver.save()
    #expect(!FileManager.default.fileExists(atPath: path))
    var script = StageScript(sample: "Pop", size: CGSize(width: 720, height: 420))
    saver.note(script)
    try saver.save()
    #expect(try text() == ScriptText.text(of: script))
    try FileManager.default.removeItem(atPath: path)
    try saver.save()
    #expect(!FileManager.default.fileExists(atPath: path), "nothing new")
    script.append(.trigger("all"), at: 0.5)
    saver.note(script)
    script.append(.trigger("all"), at: 0.6)
    saver.note(script)
    // What the main queue does a second later.
    saver.saveInTheBackground()
    let end = Date(timeIntervalSinceNow: 60)
    while (try? text()) != ScriptText.text(of: script), Date() < end { usleep(5000) }
    #expect(try text() == ScriptText.text(of: script))
    let nowhere = ScriptSaver(path: "/nonexistent/script")
    nowhere.note(script)
    #expect(throws: CommandFailure.self) { try nowhere.save() }
  }
}
