// NoticeTests.swift
// What commands write beside their result: less with --quiet, more with --verbose, and colours on a terminal.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct NoticeTests {
  private static let snapshot = [
    "snapshot", "Pop", "--trigger", "all", "--at", "0.3", "--scale", "0.5", "--theme", "light",
  ]

  // MARK: --quiet and --verbose

  @Test(arguments: [
    ["view"], [], ["snapshot", "Pop", "-o", "-"], ["snapshot", "Pop", "--text"], ["bench", "Pop"],
    ["record", "Pop", "-o", "-"], ["trace", "Pop"], ["check", "Pop"], ["compare", "a", "b"],
  ])
  func quietAndVerboseExcludeEachOther(command: [String]) throws {
    for options in [["-q", "-v"], ["--verbose", "--quiet"]] {
      let result = try Program.run(command + options)
      #expect(result.status == 64 && result.output.isEmpty, "\(result.text)")
      #expect(result.errors.contains("--quiet and --verbose exclude each other"))
    }
  }

  /// The result is the same, and standard error has how it came about, the same each time.
  @Test func verboseExplainsAPicture() throws {
    let directory = try TemporaryDirectory()
    func run(_ options: String...) throws -> (Program.Result, Data) {
      let result = try Program.run(
        Self.snapshot + ["-o", "pop.png"] + options, in: directory.url)
      let path = directory.url.appendingPathComponent("pop.png")
      return (result, try Data(contentsOf: path))
    }
    let (usual, picture) = try run()
    #expect(usual.status == 0 && usual.output.isEmpty && usual.errors.isEmpty)
    let (verbose, same) = try run("-v")
    #expect(verbose.status == 0 && verbose.output.isEmpty && same == picture)
    let lines = verbose.errors.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(lines)")
    #expect(
      lines[0].contains(
        /Played Pop all off screen, on a virtual clock with 60 refreshes per second: \d+ frames until 0.300 s\./
      ), "\(lines)")
    #expect(
      lines[1] == "Drew 720 x 420 points as 360 x 210 pixels, in memory; theme light; seed 1.")
    #expect(
      lines[2] == "Wrote a picture of 360 x 210 pixels, \(picture.count) bytes, to pop.png.")
    #expect(try run("--verbose").0.errors == verbose.errors)
  }

  @Test func verboseExplainsOtherResults() throws {
    let directory = try TemporaryDirectory()
    func explanation(_ arguments: String...) throws -> String {
      let result = try Program.run(arguments + ["-v"], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      return result.errors
    }
    let clock = "on a virtual clock with 30 refreshes per second"
    let recorded = try explanation(
      "record", "Pop", "--to", "0.1", "--fps", "30", "--scale", "0.25", "-o", "a.png")
    let size = try Data(contentsOf: directory.url.appendingPathComponent("a.png")).count
    #expect(recorded.contains(clock), "\(recorded)")
    #expect(recorded.contains("Wrote 4 frames, \(size) bytes, to a.png."), "\(recorded)")
    let pictures = try explanation(
      "record", "Pop", "--to", "0.1", "--fps", "30", "--format", "png", "-o", "frames")
    #expect(pictures.contains("Wrote 4 pictures into frames."), "\(pictures)")
    let traced = try explanation("trace", "Pop", "--fps", "30", "--format", "csv", "-o", "a.csv")
    #expect(traced.contains(clock) && traced.contains(" bytes, to a.csv."), "\(traced)")
    let checked = try explanation("check", "Pop", "--trigger", "all", "--fps", "30", "--seed", "7")
    #expect(checked.contains("Played Pop all ") && checked.contains("seed 7."), "\(checked)")
    let compared = try explanation("compare", "a.csv", "a.csv")
    #expect(compared.contains(/Compared \d+ frames of a.csv with \d+ frames of a.csv/))
    let described = try explanation("snapshot", "Pop", "--text", "--at", "0.1")
    #expect(described.contains("Played Pop off screen"), "\(described)")
  }

  @Test func quietCheckPrintsWhatFails() throws {
    let check = ["check", "Pop", "--trigger", "all"]
    let passing = try Program.run(check + ["-q"])
    #expect(passing.status == 0 && passing.output.isEmpty && passing.errors.isEmpty)
    let fault = ["--inject", "block=50ms@0.2s"]
    let failing = try Program.run(check + fault + ["--quiet"])
    let lines = failing.text.split(separator: "\n")
    #expect(failing.status == 1 && lines.count == 2, "\(failing.text)")
    #expect(lines.allSatisfy { $0.hasPrefix("FAIL  Pop all: ") })
    #expect(failing.errors == "lamella: 2 of 4 figures are above the limit.\n")
    // A document is a result.
    let json = try Program.run(check + fault + ["--json"])
    #expect(try Program.run(check + fault + ["--json", "-q"]).output == json.output)
  }

  @Test func quietContactSheetIsWrittenWithoutWords() throws {
    let directory = try TemporaryDirectory()
    let result = try Program.run(["-q"], in: directory.url)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.text.hasPrefix("Wrote ") && result.text.split(separator: "\n").count == 1)
  }

  @Test func progressIsShownOnATerminalUnlessQuiet() throws {
    let directory = try TemporaryDirectory()
    let record = ["record", "Pop", "--to", "0.1", "--scale", "0.25", "-o", "a.png"]
    let usual = try Program.run(record, on: .errors, in: directory.url)
    #expect(usual.status == 0 && usual.text.contains("frame 1 of 7"), "\(usual.text)")
    let quiet = try Program.run(record + ["-q"], on: .errors, in: directory.url)
    #expect(quiet.status == 0 && quiet.text.isEmpty, "\(quiet.text)")
  }

  /// A window that is too small gets a notice, and an explained one the driver and the renderer.
  @Test(arguments: [
    ([], [], ["lamella: "]), (["-q"], ["lamella: ", "x11"], []),
    (["-v"], [], ["lamella: ", "SDL x11 · memory", "theme dark", "seed 1"]),
  ])
  func windowIsExplained(options: [String], without: [String], with: [String]) throws {
    let server = try XServer()
    let errors = try TemporaryDirectory()
    let viewer = try RunningViewer(
      ["view", "Pop", "--size", "320x240", "--theme", "dark", "--renderer", "memory"] + options,
      server: server, errors: errors.url.appendingPathComponent("errors"))
    try viewer.advance(by: 0.1)
    let text = try String(
      contentsOf: errors.url.appendingPathComponent("errors"), encoding: .utf8)
    for word in without { #expect(!text.contains(word), "\(text)") }
    for word in with { #expect(text.contains(word), "\(text)") }
  }

  // MARK: Colours

  private static let green = "\u{1B}[32m"
  private static let red = "\u{1B}[31m"

  @Test func verdictsOfACheckAreColouredOnATerminal() throws {
    let check = ["check", "Pop", "--trigger", "all", "--inject", "block=50ms@0.2s"]
    let plain = try Program.run(check).text
    #expect(!plain.contains("\u{1B}") && plain.contains("FAIL  Pop all: missed refreshes 3"))
    let colored = try Program.run(check, on: .output)
    #expect(colored.status == 1)
    #expect(colored.text.contains("\(Self.red)FAIL\u{1B}[0m  Pop all: missed refreshes 3"))
    #expect(colored.text.contains("\(Self.green)pass\u{1B}[0m  Pop all: skew"), "\(colored.text)")
    // Without the colours, the text is that of a file.
    #expect(colored.text.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
  }

  @Test(
    arguments: [
      ([], ["NO_COLOR": ""], true), ([], ["NO_COLOR": "1"], false), ([], ["TERM": "dumb"], false),
      (["--no-color"], [:], false), (["--json"], [:], false),
    ] as [([String], [String: String], Bool)])
  func coloursCanBeSwitchedOff(
    options: [String], environment: [String: String], isColored: Bool
  ) throws {
    let result = try Program.run(
      ["check", "Pop", "--trigger", "all"] + options, on: .output, environment: environment)
    #expect(result.status == 0 && result.text.contains("pass") || options == ["--json"])
    #expect(result.text.contains("\u{1B}") == isColored, "\(result.text)")
  }

  @Test func verdictsOfAComparisonAreColoured() throws {
    let directory = try TemporaryDirectory()
    for (name, fault) in [("a.csv", []), ("b.csv", ["--inject", "block=50ms@0.2s"])] {
      let made = try Program.run(
        ["trace", "Pop", "--clock", "virtual", "--format", "csv", "-o", name] + fault,
        in: directory.url)
      #expect(made.status == 0, "\(made.errors)")
    }
    let plain = try Program.run(["compare", "a.csv", "b.csv"], in: directory.url).text
    let worse = try Program.run(["compare", "a.csv", "b.csv"], on: .output, in: directory.url)
    #expect(worse.text.contains("\(Self.red)worse\u{1B}[0m\n"), "\(worse.text)")
    #expect(worse.text.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    let better = try Program.run(["compare", "b.csv", "a.csv"], on: .output, in: directory.url)
    #expect(better.text.contains("\(Self.green)better\u{1B}[0m\n"), "\(better.text)")
    let off = try Program.run(
      ["compare", "b.csv", "a.csv", "--no-color"], on: .output, in: directory.url)
    #expect(off.text.contains("better\n") && !off.text.contains("\u{1B}"), "\(off.text)")
  }

  @Test func problemsOfADoctorAreColoured() {
    var report = DoctorReport(sdl: "2", drivers: ["x11"], cores: 1, environment: [:])
    report.renderers = [.init(name: "gl", problem: "no GL"), .init(name: "memory")]
    let text = report.text(VerdictStyle(isColored: true))
    #expect(text.contains("\(Self.red)cannot be used\u{1B}[0m: no GL"), "\(text)")
    #expect(text.contains("\(Self.red)none\u{1B}[0m (this SDL has x11)"))
    #expect(text.replacing(/\u{1B}\[[0-9]+m/, with: "") == report.text())
  }
}
