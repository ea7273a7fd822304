// OutputTests.swift
// What the built program writes: output that cannot be written, recordings, traces, checks.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import PNGFiles
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct OutputTests {
  /// Runs the program through a shell, which sets up its output.
  private func run(_ command: String, to output: String) throws -> (status: Int32, errors: String) {
    let directory = try TemporaryDirectory()
    let errors = directory.url.appendingPathComponent("errors").path
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "'\(try Program.path())' \(command) \(output) 2>'\(errors)'"]
    var environment = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] { environment[name] = nil }
    environment["SDL_VIDEODRIVER"] = "dummy"
    process.environment = environment
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8))
  }

  /// A message that cannot be written changes no exit code.
  @Test(
    arguments: [
      ("view Nope", 66), ("snapshot Nope -o x.png", 66), ("--help >/dev/full", 73),
      ("list --loud", 64),
      ("record Pop -o /nonexistent/a.png", 73),
    ] as [(String, Int32)])
  func fullStandardErrorIsNoFault(command: String, status: Int32) throws {
    let result = try run("\(command) 2>/dev/full; (exit $?)", to: "")
    #expect(result.status == status)
  }

  @Test(
    arguments: ["list", "list --json", "doctor", "--help", "--version", "snapshot Pop -o -"],
    [">/dev/full", ">&-"])
  func outputThatCannotBeWrittenIsAnError(command: String, output: String) throws {
    let result = try run(command, to: output)
    #expect(result.status == ExitStatus.cannotWrite.rawValue, "\(result.errors)")
    #expect(result.errors.contains("cannot be written"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").filter { $0.contains("lamella:") }.count == 1)
  }

  @Test func animationHasAPictureForEachFrame() throws {
    let arguments = [
      "record", "Pop", "--to", "0.2", "--fps", "20", "--size", "160x100", "--loop", "3", "-o", "-",
    ]
    let first = try Program.run(arguments)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output == (try Program.run(arguments)).output)
    let bytes = [UInt8](first.output)
    let chunks = try Self.chunks(of: bytes)
    #expect(chunks.map(\.name).filter { $0 == "fcTL" }.count == 5)
    #expect(chunks.first { $0.name == "acTL" }?.data == [0, 0, 0, 5, 0, 0, 0, 3])
    // The delay of a frame: 1/20 s.
    #expect(chunks.first { $0.name == "fcTL" }?.data[20..<24].elementsEqual([0, 1, 0, 20]) == true)
    // Control and data of later frames have one sequence of numbers.
    let numbers = chunks.filter { ["fcTL", "fdAT"].contains($0.name) }
      .map { $0.data.prefix(4).reduce(0) { $0 << 8 | Int($1) } }
    #expect(numbers == Array(0..<numbers.count))
    // A reader without animations shows the first frame.
    let still = try PNGFile.decode(bytes, name: "animation")
    let snapshot = try Program.run(
      ["snapshot", "Pop", "--trigger", "all", "--size", "160x100", "-o", "-"])
    #expect(still.pixels == (try PNGFile.decode([UInt8](snapshot.output), name: "snapshot")).pixels)
  }

  private static func chunks(of bytes: [UInt8]) throws -> [(name: String, data: [UInt8])] {
    var (found, place): ([(String, [UInt8])], Int) = ([], 8)
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      found.append((name, Array(bytes[place + 8..<place + 8 + length])))
      place += 12 + length
    }
    try #require(place == bytes.count && found.last?.0 == "IEND")
    return found
  }

  @Test func sequenceIsADirectoryOfPictures() throws {
    let directory = try TemporaryDirectory()
    let result = try Program.run(
      [
        "record", "Pop", "--from", "0.1", "--to", "0.2", "--fps", "30", "--format", "png", "-o",
        "frames",
      ], in: directory.url)
    #expect(result.status == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appendingPathComponent("frames").path)
    #expect(names.sorted() == (0...3).map { "frame-000\($0).png" })
  }

  @Test func traceHasFramesAndAnimations() throws {
    let arguments = ["trace", "Pop", "--clock", "virtual"]
    let result = try Program.run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == (try Program.run(arguments)).output)
    let json = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let events = try #require(json["traceEvents"] as? [[String: Any]])
    func count(_ phase: String, _ category: String) -> Int {
      events.count { $0["ph"] as? String == phase && $0["cat"] as? String == category }
    }
    #expect(count("X", "frame") > 40)
    #expect(count("b", "anim") == 4 && count("e", "anim") == 4)
    let found = TraceCheck(result.output)
    #expect(found.problems == [])
  }

  /// A picture contains its description as text, unless it must not.
  @Test func picturesSayWhatTheyShow() throws {
    func texts(_ arguments: [String]) throws -> [String] {
      let result = try Program.run(arguments + ["--scale", "0.25", "-o", "-"])
      #expect(result.status == 0, "\(result.errors)")
      return try Self.chunks(of: [UInt8](result.output)).filter { $0.name == "tEXt" }.map {
        String(decoding: $0.data, as: UTF8.self).replacingOccurrences(of: "\0", with: "=")
      }
    }
    let picture = ["snapshot", "Pop", "--trigger", "all", "--at", "0.2"]
    let usual = ["Software=Lamella \(Viewer.version)", "Sample=Pop", "Trigger=all"]
    #expect(try texts(picture) == usual + ["Time=0.200 s"])
    #expect(try texts(picture + ["--no-notes"]) == [])
    #expect(try texts(["snapshot", "Pop"]) == [usual[0], usual[1], "Time=0.000 s"])
    let animation = ["record", "Pop", "--from", "0.1", "--to", "0.2", "--fps", "10"]
    #expect(try texts(animation) == usual + ["Time=from 0.100 s"])
    #expect(try texts(animation + ["--no-notes"]) == [])
  }

  @Test func tableHasARowForEachFrame() throws {
    let result = try Program.run(["trace", "Pop", "--clock", "virtual", "--format", "csv"])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.first.map(String.init) == TraceFile.columns)
    let columns = TraceFile.columns.split(separator: ",").count
    #expect(lines.count > 40)
    for line in lines {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == columns)
    }
  }

  /// Drawing for 30 ms makes a frame late by a refresh, and it was evaluated for the refresh that it missed.
  @Test func tableHasUnroundedDelaysAndPredictions() throws {
    let result = try Program.run([
      "trace", "Springs", "--clock", "virtual", "--format", "csv", "--inject", "render=30ms@0.2s",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    let place = Dictionary(uniqueKeysWithValues: zip(lines[0], lines[0].indices))
    func column(_ name: String) throws -> [String] {
      let place = try #require(place[name])
      return lines.dropFirst().map { $0[place] }
    }
    #expect(try Set(column("period_ms")) == ["16.667"])
    let (hitches, raw) = (try column("hitch_ms"), try column("late_raw_ms"))
    let late = try #require(hitches.firstIndex { ($0 as NSString).doubleValue > 0 })
    #expect(
      abs((raw[late] as NSString).doubleValue - (hitches[late] as NSString).doubleValue) < 0.01)
    let predicted = try column("prediction_error_ms")
    #expect((predicted[late] as NSString).doubleValue > 16, "\(predicted[late])")
    #expect(zip(raw, hitches).allSatisfy { ($0 == "NA") == ($1 == "NA") })
    // The last frame is shown at the end of the run, before a whole refresh.
    for index in late + 2..<raw.count - 1 { #expect(["0.000", "NA"].contains(raw[index])) }
  }

  @Test func checkComparesFiguresWithLimits() throws {
    let directory = try TemporaryDirectory()
    let passes = try Program.run(["check", "Pop", "--trigger", "all"])
    #expect(passes.status == 0, "\(passes.errors)")
    #expect(passes.text.contains("pass  Pop all: missed refreshes 0, at most 0"))
    let fails = try Program.run(
      ["check", "Pop", "--trigger", "all", "--inject", "block=50ms@0.2s", "--junit", "report.xml"],
      in: directory.url)
    #expect(fails.status == ExitStatus.checkFailed.rawValue)
    #expect(fails.text.contains("FAIL  Pop all: missed refreshes 3, at most 0"), "\(fails.text)")
    let report = try String(
      contentsOf: directory.url.appendingPathComponent("report.xml"), encoding: .utf8)
    #expect(report.contains("tests=\"4\" failures=\"2\""), "\(report)")
    #expect(try XMLCheck.isWellFormed(report))
  }

  /// Without a screen that is waited for, a check in real time is skipped, and reports why.
  @Test @MainActor func realTimeIsNotCheckedWithoutAScreen() throws {
    let arguments = ["check", "Pop", "Springs", "--clock", "real"]
    let none = try Program.run(
      arguments, environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "x11"])
    #expect(none.status == ExitStatus.skipped.rawValue && none.text.isEmpty, "\(none.text)")
    #expect(none.errors.contains("Skipped: no window can be opened"), "\(none.errors)")
    let server = try XServer()
    let unpaced = try Program.run(
      arguments,
      environment: [
        "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LAMELLA_RENDERER": "memory",
      ])
    #expect(unpaced.status == ExitStatus.skipped.rawValue && unpaced.text.isEmpty)
    #expect(unpaced.errors.contains("does not wait for the screen"), "\(unpaced.errors)")
    // A driver that waits, on a machine that may be late: every trigger has its four figures. On one that is always late
    // there is no wait to be seen.
    let paced = try Program.run(
      ["check", "Pop", "--clock", "real", "--json"],
      environment: [
        "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LAMELLA_RENDERER": "gl",
      ])
    if paced.status == ExitStatus.skipped.rawValue {
      #expect(paced.errors.contains("does not wait for the screen"), "\(paced.errors)")
    } else {
      #expect(paced.status == 0 || paced.status == ExitStatus.checkFailed.rawValue)
      let json = try JSONSerialization.jsonObject(with: paced.output) as? [String: Any]
      #expect(json?["clock"] as? String == "real")
      #expect((json?["results"] as? [Any])?.count == PopSample().triggers.count * 4)
    }
    for other in [["--self-test"], ["--script", "x"]] {
      #expect(try Program.run(["check", "--clock", "real"] + other).status == 64)
    }
  }

  /// Each fault that can be injected, with the figures that it makes.
  @Test(arguments: [
    ("drop@0.2s", "missed refreshes 1,"), ("render=20ms@0.2s", "missed refreshes 1,"),
    ("block=0.1@0.2s", "missed refreshes 6,"), ("uneven@0.1s", "missed refreshes 0,"),
    ("late@0.1s", "skew 16.7 ms"), ("block=50ms@0.2s --fps 120", "missed refreshes 6,"),
    ("block=50ms@0.2s --fps 144", "missed refreshes 7,"),
  ])
  func checkInjectsEachFault(fault: String, words: String) throws {
    let result = try Program.run(
      ["check", "LoadingIndicator", "--trigger", "ease-out", "--inject"]
        + fault.split(separator: " ").map(String.init))
    #expect(result.status == ExitStatus.checkFailed.rawValue, "\(result.text)")
    #expect(result.text.contains(words), "\(result.text)")
  }

  /// A trace of a run with a known fault, at any rate.
  @Test(arguments: [(60, 3), (120, 6), (144, 7)])
  func tracesHaveInjectedFaults(framesPerSecond: Int, missed: Int) throws {
    let result = try Program.run([
      "trace", "LoadingIndicator", "--trigger", "ease-out", "--fps", "\(framesPerSecond)",
      "--inject", "block=50ms@0.2s", "--format", "csv",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n").map { $0.split(separator: ",") }
    let names = try #require(lines.first)
    let missedColumn = try #require(names.firstIndex(of: "missed"))
    let injectedColumn = try #require(names.firstIndex(of: "injected"))
    let late = lines.dropFirst().filter { $0[missedColumn] != "0" && $0[missedColumn] != "NA" }
    #expect(late.map { $0[missedColumn] } == ["\(missed)"])
    #expect(late.allSatisfy { $0[injectedColumn] == "1" }, "\(late)")
    #expect(lines.count > framesPerSecond / 2)
  }

  /// Figures at one rate are no limits for those at another.
  @Test func baselinesHaveOneRate() throws {
    let directory = try TemporaryDirectory()
    let base = directory.url.appendingPathComponent("base.json")
    let arguments = ["check", "Pop", "--trigger", "all", "--fps", "120"]
    try Data(try Program.run(arguments + ["--json"]).output).write(to: base)
    let same = try Program.run(arguments + ["--baseline", base.path])
    #expect(same.status == 0, "\(same.errors)")
    let other = try Program.run(["check", "Pop", "--trigger", "all", "--baseline", base.path])
    #expect(other.status == 65 && other.errors.contains("--fps 120"), "\(other.errors)")
  }

  /// A fault that comes too late would make every check pass; and a trigger needs a sample.
  @Test(arguments: [
    (["check", "Pop", "--trigger", "all", "--inject", "drop@9s"], "comes after the run"),
    (["check", "Pop", "Springs", "--inject", "drop@60s"], "comes after the run"),
    (["check", "--trigger", "all"], "--trigger needs the name of a sample"),
    (["trace", "Pop", "--inject", "drop@9s"], "comes after the run"),
    (["trace", "Pop", "--fps", "120", "--clock", "real"], "--fps is of the virtual clock"),
    (["check", "Pop", "--fps", "0"], "from 1 to 240"),
    (["help", "nonesuch"], "no command \"nonesuch\""),
    (["record", "Pop", "--from", "100", "-o", "-"], "--from 100.0 s is after the end"),
  ])
  func whatCannotBeMeantIsRefused(arguments: [String], words: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func helpOfACommandIsThatOfItsOption() throws {
    #expect(try Program.run(["help", "check"]).text == Program.run(["check", "--help"]).text)
    #expect(try Program.run(["help"]).text == Program.run(["--help"]).text)
  }

  /// No limit is one that nothing or everything exceeds, and what is checked twice is checked once.
  @Test func limitsAreNumbersFromZeroOn() throws {
    for limit in [
      "--max-hitch-ratio=nan", "--max-hitch-ratio=inf", "--max-hitch-ratio=-1", "--max-missed=-1",
    ] {
      let result = try Program.run(["check", "Pop", limit])
      #expect(
        result.status == 64 && result.errors.contains("from 0 on"), "\(limit): \(result.errors)")
    }
    let twice = try Program.run(["check", "Pop", "pop", "--trigger", "all"])
    #expect(twice.status == 0 && twice.text.split(separator: "\n").count == 4, "\(twice.text)")
    // One document on standard output.
    let junit = try Program.run(["check", "Pop", "--trigger", "all", "--junit", "-"])
    #expect(
      junit.status == 0 && junit.text.hasPrefix("<?xml") && junit.errors.contains("pass  Pop"))
    #expect(try Program.run(["check", "Pop", "--json", "--junit", "-"]).status == 64)
    #expect(try Program.run(["record", "Pop", "--format", "png", "-o", "-"]).status == 64)
  }

  @Test(arguments: ["drop", "drop=1ms@0.2s", "block@0.2s", "@0.2s", "block=@0.2s", "late@", "x@1s"])
  func brokenFaultsAreRejected(fault: String) throws {
    let result = try Program.run(["check", "Pop", "--inject", fault])
    #expect(result.status == 64 && result.errors.contains(fault), "\(result.errors)")
    #expect(result.errors.contains("--inject takes a fault and its time"), "\(result.errors)")
  }

  /// The usage beneath an error names the program, not the command that opens without a name.
  @Test func usageNamesTheProgram() throws {
    let result = try Program.run(["--frobnicate"])
    #expect(result.status == 64 && result.errors.contains("--frobnicate"))
    #expect(!result.errors.contains("lamella start"), "\(result.errors)")
  }

  /// A message about a value states what the option takes.
  @Test(arguments: [
    (["snapshot", "Pop", "--scale", "99", "-o", "-"], "above 0, up to 8"),
    (["snapshot", "Pop", "--size", "100000x100000", "-o", "-"], "from 1 to 16384"),
    (["snapshot", "Pop", "--at", "1e9", "-o", "-"], "from 0 to 3600 s"),
    (["snapshot", "Pop", "--at", "-1s", "-o", "-"], "from 0 to 3600 s"),
  ])
  func messagesStateRanges(arguments: [String], words: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test func onlySimilarNamesAreSuggested() throws {
    for name in ["frobnicate", "Nope", "x"] {
      let result = try Program.run(["view", name])
      #expect(result.status == 66, "the name is looked up before a display is")
      #expect(!result.errors.contains("Did you mean"), "\(result.errors)")
    }
  }

  @Test @MainActor func titlesNameSamplesToo() throws {
    for sample in SampleCatalogue.all {
      #expect(try SampleCatalogue.sample(named: sample.title) == sample)
    }
    let list = try Program.run(["list"])
    #expect(list.text.contains("Quiz (Which of these animates?)"))
  }
}

/// A check for balanced elements, enough for a report of two levels.
enum XMLCheck {
  static func isWellFormed(_ text: String) throws -> Bool {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst() {
      guard let tag = part.split(separator: ">").first else { return false }
      let name = tag.prefix { $0 != " " && $0 != "/" }
      if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
      } else {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}

@Suite struct WindowPlacementTests {
  private let minimum = CGSize(width: 800, height: 560)
  private let usual = CGSize(width: 1280, height: 800)

  @Test(
    arguments: [
      // screen, scale → size, scale
      (CGSize(width: 1920, height: 1080), nil, CGSize(width: 1280, height: 800), nil),
      (CGSize(width: 1366, height: 768), nil, CGSize(width: 1280, height: 768), nil),
      (CGSize(width: 1024, height: 600), nil, CGSize(width: 1024, height: 600), nil),
      (CGSize(width: 2560, height: 1440), 2, CGSize(width: 1280, height: 720), 2),
      (CGSize(width: 1280, height: 800), 2, CGSize(width: 901, height: 563), 1.42),
      (CGSize(width: 640, height: 480), nil, CGSize(width: 800, height: 560), nil),
    ] as [(CGSize, CGFloat?, CGSize, CGFloat?)])
  func windowFitsTheScreen(screen: CGSize, scale: CGFloat?, size: CGSize, found: CGFloat?) {
    let placement = WindowPlacement(
      wanted: usual, minimum: minimum, scale: scale, screen: screen)
    #expect(placement.size == size)
    #expect(placement.scale == found)
    #expect((placement.note == nil) == (scale == found))
  }

  @Test func unknownScreenHasRoomForEverything() {
    let placement = WindowPlacement(
      wanted: CGSize(width: 3000, height: 100), minimum: minimum, scale: 3, screen: nil)
    #expect(placement.size == CGSize(width: 3000, height: 560) && placement.scale == 3)
    #expect(placement.note?.contains("800 x 560 points, not 3000 x 100") == true)
  }
}
