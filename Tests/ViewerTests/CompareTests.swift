// CompareTests.swift
// `lamella compare` and `lamella check --baseline`: runs, results and pictures, and files that are broken.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import PNGFiles
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct CompareTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, in: directory.url)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: directory.url.appendingPathComponent(name))
  }

  private func object(_ result: Program.Result) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
  }

  /// A run of frames with given times of display in milliseconds, each of which moves.
  private func trace(_ displays: [Double]) -> String {
    var last: Double?
    let rows = displays.enumerated().map { index, display -> String in
      defer { last = display }
      let held = last.map { max(1, Int(((display - $0) / 10).rounded())) }
      let counts = held.map { "\($0),\($0 - 1),\(Double($0 - 1) * 10)" } ?? "NA,NA,NA"
      return
        "\(index + 1),\(display),0,1,1,2,0,\(display),virtual,\(counts),NA,\(display),0,0,NA,0,10,NA,0"
    }
    return ([TraceFile.columns] + rows).joined(separator: "\n") + "\n"
  }

  // MARK: Runs

  @Test(arguments: ["json", "csv"]) func aRunEqualsItself(format: String) throws {
    let made = try run(
      "trace", "Pop", "--clock", "virtual", "--format", format, "-o", "a.\(format)")
    #expect(made.status == 0, "\(made.errors)")
    let result = try run("compare", "a.\(format)", "a.\(format)", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let found = try object(result)
    #expect(found["schema"] as? Int == 1 && found["passes"] as? Bool == true)
    let figures = try #require(found["figures"] as? [[String: Any]])
    #expect(figures.allSatisfy { $0["verdict"] as? String == "equal" })
    // Those of a run without any delay at 60 Hz.
    func value(_ name: String) -> Double? {
      figures.first { $0["name"] as? String == name }?["a"] as? Double
    }
    #expect(value("missed refreshes") == 0)
    #expect(abs((value("frame time p50") ?? 0) - 1000.0 / 60) < 0.01)
    #expect((value("frames") ?? 0) > 40)
  }

  /// 100 frames of 10 ms; in the second run one of them is late by three refreshes.
  @Test func aLateFrameIsWorse() throws {
    let even = (0..<100).map { Double($0) * 10 }
    try write(trace(even), to: "a.csv")
    try write(trace(even.map { $0 < 500 ? $0 : $0 + 30 }), to: "b.csv")
    let worse = try run("compare", "a.csv", "b.csv")
    #expect(worse.status == 1, "\(worse.text)\(worse.errors)")
    let lines = worse.text.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(lines.contains("late frames 0 1 +1 worse"))
    #expect(lines.contains("missed refreshes 0 3 +3 worse"))
    // 30 ms of 1020.
    #expect(lines.contains("hitch time ratio, ms/s 0.00 29.41 +29.41 worse"))
    #expect(worse.errors.contains("figures are worse by more than 10%,1ms"))
    #expect(try run("compare", "b.csv", "a.csv").status == 0, "the other way round it is better")
    #expect(try run("compare", "a.csv", "b.csv", "--range", "0s..0.4s").status == 0)
    #expect(try run("compare", "a.csv", "b.csv", "--range", "0.4s..0.6s").status == 1)
    #expect(try run("compare", "a.csv", "b.csv", "--tolerance", "1000%").status == 1)
  }

  /// What varies from run to run is no improvement either.
  @Test(
    arguments: [
      (10, 10.4, .tolerated), (10.4, 10, .tolerated), (10, 12, .worse), (12, 10, .better),
      (10, 10, .equal), (0, 0.4, .tolerated), (0.4, 0, .tolerated),
    ] as [(Double, Double, ComparedFigure.Verdict)])
  func toleranceHoldsInBothDirections(a: Double, b: Double, verdict: ComparedFigure.Verdict) {
    let figure = ComparedFigure("p50", "ms", a, b, ToleranceArgument(milliseconds: 0.5))
    #expect(figure.verdict == verdict)
  }

  /// Medians are judged, and only beyond what the earlier runs differ by.
  @Test func severalRunsAreJudgedByTheirMedians() throws {
    let even = (0..<100).map { Double($0) * 10 }
    func late(by missed: Int) -> String {
      trace(even.map { $0 < 500 ? $0 : $0 + 10 * Double(missed) })
    }
    for (name, missed) in [
      ("a1", 0), ("a2", 2), ("a3", 0), ("b1", 2), ("b2", 0), ("b3", 2), ("c", 5),
    ] {
      try write(late(by: missed), to: "\(name).csv")
    }
    let noise = try run(
      "compare", "a1.csv", "a2.csv", "a3.csv", "--with", "b1.csv", "b2.csv", "b3.csv")
    #expect(
      noise.status == 0 && noise.text.contains(/missed refreshes +0 \(0–2\) +2 +\+2 +noise/),
      "\(noise.text)")
    let worse = try run(
      "compare", "a1.csv", "a2.csv", "a3.csv", "--with", "c.csv", "c.csv", "b1.csv")
    #expect(
      worse.status == 1 && worse.text.contains(/missed refreshes +0 \(0–2\) +5 +\+5 +worse/),
      "\(worse.text)")
    // One late run of three is not what the three are.
    let one = try run("compare", "a1.csv", "a3.csv", "--with", "a1.csv", "c.csv", "a1.csv")
    #expect(one.status == 0, "\(one.text)")
    #expect(try run("compare", "a1.csv", "a2.csv", "a3.csv").status == 64)
    #expect(try run("compare", "a1.csv").status == 64)
    let range = try run("compare", "a1.csv", "a2.csv", "--with", "b1.csv", "--range", "100s..200s")
    #expect(range.status == 65 && range.errors.contains("a1.csv has nothing at"), "\(range.errors)")
  }

  @Test func differentMotionsAreNamed() throws {
    for (sample, file) in [("Pop", "a.json"), ("Springs", "b.json")] {
      let made = try run("trace", sample, "--clock", "virtual", "--format", "json", "-o", file)
      #expect(made.status == 0, "\(made.errors)")
    }
    let compared = try run("compare", "a.json", "b.json")
    #expect(
      compared.errors.contains("Different motions are compared: Pop all, Springs all."),
      "\(compared.errors)")
  }

  @Test func differencesWithinTheToleranceAreNoted() throws {
    let even = (0..<50).map { Double($0) * 10 }
    try write(trace(even), to: "a.csv")
    try write(trace(even.map { $0 * 1.05 }), to: "b.csv")
    #expect(try run("compare", "a.csv", "b.csv", "--tolerance", "10%").text.contains("tolerated"))
    #expect(try run("compare", "a.csv", "b.csv", "--tolerance", "1ms").status == 0)
    #expect(try run("compare", "a.csv", "b.csv", "--tolerance", "0.1ms").status == 1)
    #expect(try run("compare", "a.csv", "b.csv", "--tolerance", "often").status == 64)
  }

  /// The text of a file or an argument cannot control the terminal, nor write lines of its own.
  @Test func controlCharactersAreEscaped() throws {
    try write("lamella-script 1\nsample Pop\u{1B}[31m\nstage 720x420\n", to: "script")
    let script = try run("snapshot", "--script", "script", "-o", "x.png")
    #expect(script.status == 65 || script.status == 66)
    #expect(script.errors.contains("Pop\\u{1b}[31m"), "\(script.errors)")
    let argument = try run("list", "Nope\u{7}")
    #expect(!argument.errors.unicodeScalars.contains("\u{7}"), "\(argument.errors)")
  }

  /// Lines that end as on other systems are the same run, and a range without a frame is an error.
  @Test func linesMayEndWithCarriageReturns() throws {
    let text = trace((0..<50).map { Double($0) * 16.7 })
    try write(text, to: "a.csv")
    // Some editors write a mark of the encoding, too.
    try write("\u{FEFF}" + text.replacing("\n", with: "\r\n"), to: "b.csv")
    let compared = try run("compare", "a.csv", "b.csv")
    #expect(compared.status == 0 && compared.text.contains(/frames +50 +50/), "\(compared.text)")
    let late = try run("compare", "a.csv", "b.csv", "--range", "100s..200s")
    #expect(late.status == 65 && late.errors.contains("a.csv has nothing at"), "\(late.errors)")
    #expect(try run("compare", "a.csv", "b.csv", "-o", "-").status == 64)
  }

  // MARK: Baselines

  @Test func baselineLimitsWhatMayBecomeWorse() throws {
    let now = try run("check", "Pop", "--trigger", "all", "--json")
    try now.output.write(to: directory.url.appendingPathComponent("base.json"))
    #expect(try run("check", "Pop", "--trigger", "all", "--baseline", "base.json").status == 0)
    #expect(try run("compare", "base.json", "base.json").status == 0)
    // Figures of real time are no limits for those of the virtual clock.
    let real = String(decoding: now.output, as: UTF8.self)
      .replacing("\"clock\" : \"virtual\"", with: "\"clock\" : \"real\"")
    try Data(real.utf8).write(to: directory.url.appendingPathComponent("real.json"))
    let other = try run("check", "Pop", "--trigger", "all", "--baseline", "real.json")
    #expect(other.status == 65 && other.errors.contains("--clock real"), "\(other.errors)")
    // A limit of the options would allow this; the baseline does not.
    let late = try run(
      "check", "Pop", "--trigger", "all", "--baseline", "base.json", "--inject", "block=50ms@0.2s",
      "--max-missed", "9", "--max-hitch-ratio", "999", "--json")
    #expect(late.status == 1 && late.errors.contains("above the limit"), "\(late.errors)")
    try late.output.write(to: directory.url.appendingPathComponent("late.json"))
    let compared = try run("compare", "base.json", "late.json", "--json")
    #expect(compared.status == 1)
    let figures = try #require(try object(compared)["figures"] as? [[String: Any]])
    let missed = figures.first { $0["name"] as? String == "Pop all: missed refreshes" }
    #expect(missed?["a"] as? Int == 0 && missed?["b"] as? Int == 3)
    #expect(missed?["verdict"] as? String == "worse")
  }

  @Test func whatTheSecondResultLacksIsMissing() throws {
    func results(_ names: [String]) -> String {
      let entries = names.map {
        #"{"sample":"\#($0)","trigger":"all","figure":"skew","value":0,"unit":"ms"}"#
      }
      return "{\"schema\":1,\"results\":[\n\(entries.joined(separator: ",\n"))]}"
    }
    try write(results(["One", "Two"]), to: "a.json")
    try write(results(["Two", "Three"]), to: "b.json")
    let result = try run("compare", "a.json", "b.json")
    #expect(result.status == 1)
    #expect(result.text.contains("missing") && result.text.contains("new"))
  }

  // MARK: Broken files

  @Test(arguments: [
    // A file's text → its first broken line, and words of the reason.
    ("", 1, "neither a trace"), ("hello\n", 1, "neither a trace"),
    ("{\n\n\"schema\": 1,\n\"results\" [\n]}", 4, "\":\" is needed"),
    ("{\"schema\":1,\n\"results\":[\n{\"sample\":\"Pop\"}]}", 3, "\"trigger\" is missing"),
    ("{\n\"schema\":2,\n\"results\":[]}", 2, "version 2"),
    ("{\n\"results\":[]}", 1, "\"schema\" is missing"),
    ("{\"schema\":1,\"results\":\n\n3}", 3, "a list is needed, not a number"),
    ("{\"schema\":1,\"results\":[]", 1, "ends too early"),
    ("{\"schema\":1,\n\"traceEvents\":[]}", 1, "Perfetto"),
    (
      "{\"schema\":1,\"results\":[\n{\"sample\":\"Pop\",\"trigger\":\"a\",\"figure\":\"b\",\n"
        + "\"value\":\"x\",\"unit\":\"\"}]}", 3, "a number is needed, not a text"
    ),
    (TraceFile.columns + "\n1,2,3\n", 2, "the header has 21 columns, this line 3"),
    (
      TraceFile.columns + "\n1,0,0,0,0,0,0,0,virtual,NA,NA,NA,NA,0,0,0,NA,0,10,NA,0\n"
        + "2,0,0,0,0,0,0,soon,virtual,1,0,0,NA,0,0,0,NA,0,10,0,0\n", 3, "soon is not a number"
    ),
    ("frame,begin_ms\n1,2\n", 1, "column display_ms is missing"),
    (TraceFile.columns + "\n", 1, "no frames to compare"),
    (String(repeating: "{\"a\":", count: 20_000), 1, "too deep"),
  ])
  func brokenFilesAreNamedWithLineAndReason(text: String, line: Int, reason: String) throws {
    try write(text, to: "broken")
    let result = try run("compare", "broken", "broken")
    #expect(result.status == 65 && result.output.isEmpty, "\(result.status) \(result.errors)")
    #expect(result.errors.contains("broken, line \(line): "), "\(result.errors)")
    #expect(result.errors.contains(reason), "\(result.errors)")
    if text.contains("results") {
      let check = try run("check", "Pop", "--trigger", "all", "--baseline", "broken")
      #expect(check.status == 65 && check.errors == result.errors)
    }
  }

  @Test func otherFilesAreRefused() throws {
    #expect(try run("compare", "none", "none").status == 66)
    let pipe = directory.url.appendingPathComponent("pipe").path
    #expect(mkfifo(pipe, 0o644) == 0)
    #expect(try run("compare", "pipe", "pipe").status == 65)
    try Data([0x66, 0x0A, 0xFF, 0x0A]).write(to: directory.url.appendingPathComponent("bytes"))
    let bytes = try run("compare", "bytes", "bytes")
    #expect(bytes.status == 65 && bytes.errors.contains("line 2: this is not text"))
    try write(trace([0, 10]), to: "a.csv")
    try PNGFile.write(solid(2, 2, 9), to: directory.path + "/a.png")
    let kinds = try run("compare", "a.csv", "a.png")
    #expect(kinds.status == 65 && kinds.errors.contains("a run"))
    try write("\u{89}PNG\r\n", to: "cut.png")
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]).write(
      to: directory.url.appendingPathComponent("cut.png"))
    #expect(try run("compare", "a.png", "cut.png").status == 65)
  }

  /// The width of a table does not follow a name of any length.
  @Test(.timeLimit(.minutes(1))) func longNamesAreCut() throws {
    let check = try run("check", "Pop", "--trigger", "all", "--json")
    let name = String(repeating: "A", count: 200_000)
    try write(check.text, to: "a.json")
    try write(check.text.replacingOccurrences(of: "\"Pop\"", with: "\"\(name)\""), to: "b.json")
    let result = try run("compare", "a.json", "b.json")
    #expect(result.text.contains("AAA…") && result.text.count < 20_000)
    #expect(!result.text.contains(" \n"))
  }

  @Test func picturesThatWereCutOffAreRefused() throws {
    for format in ["apng", "gif"] {
      _ = try run(
        "record", "Pop", "--to", "0.2", "--fps", "10", "--size", "60x40", "--format", format,
        "-o", "whole")
      let bytes = try Data(contentsOf: directory.url.appendingPathComponent("whole"))
      #expect(try run("compare", "whole", "whole").status == 0)
      try bytes.dropLast(format == "gif" ? 1 : 12).write(
        to: directory.url.appendingPathComponent("cut"))
      let cut = try run("compare", "whole", "cut")
      #expect(cut.status == 65 && cut.errors.contains("cut has no end"), "\(cut.errors)")
    }
  }

  // MARK: Pictures

  private func solid(_ width: Int, _ height: Int, _ gray: UInt8) -> CGImage {
    CGImage(
      width: width, height: height,
      premultipliedRGBA: (0..<width * height).flatMap { _ in [gray, gray, gray, 255] })
  }

  /// Pictures have no tolerance of figures, and figures no channels.
  @Test func optionsOfTheOtherKindAreRefused() throws {
    try PNGFile.write(solid(8, 6, 100), to: directory.path + "/a.png")
    try write(trace([0, 10, 20]), to: "a.csv")
    let pictures = try run("compare", "a.png", "a.png", "--tolerance", "10%")
    #expect(pictures.status == 64 && pictures.errors.contains("--max-difference"))
    #expect(try run("compare", "a.csv", "a.csv").status == 0)
    let channels = try run("compare", "a.csv", "a.csv", "--max-difference", "8")
    #expect(channels.status == 64 && channels.errors.contains("--tolerance"))
    #expect(try run("compare", "a.csv", "a.csv", "-o", "d.png").status == 64)
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/d.png"))
  }

  @Test func picturesAreComparedByPixels() throws {
    var pixels = solid(8, 6, 100).pixels
    pixels[(3 * 8 + 2) * 4] = 108
    pixels[(4 * 8 + 5) * 4 + 1] = 97
    try PNGFile.write(solid(8, 6, 100), to: directory.path + "/a.png")
    try PNGFile.write(
      CGImage(width: 8, height: 6, premultipliedRGBA: pixels), to: directory.path + "/b.png")
    try PNGFile.write(solid(6, 8, 100), to: directory.path + "/c.png")
    #expect(try run("compare", "a.png", "a.png").status == 0)
    let result = try run("compare", "a.png", "b.png", "-o", "d.png")
    #expect(result.status == 1)
    #expect(result.text.contains("2 pixels differ by at most 8 of 255, in 4 x 2 at 2, 3"))
    let shown = try PNGFile.read(directory.path + "/d.png")
    let red = (0..<48).filter { shown.pixels[$0 * 4] > shown.pixels[$0 * 4 + 1] }
    #expect(red == [26, 37])
    #expect(try run("compare", "a.png", "b.png", "--max-difference", "8").status == 0)
    #expect(try run("compare", "a.png", "b.png", "--max-difference", "7").status == 1)
    let sizes = try run("compare", "a.png", "c.png", "--json")
    #expect(sizes.status == 1)
    #expect(try object(sizes)["problem"] as? String == "One has 8 x 6 pixels, the other 6 x 8")
  }

  @Test func recordingsAreComparedFrameByFrame() throws {
    for (name, trigger) in [("a", "all"), ("b", "all"), ("c", "color")] {
      let made = try run(
        "record", "Pop", "--trigger", trigger, "--to", "0.3", "--fps", "20", "--size", "160x100",
        "-o", "\(name).png")
      #expect(made.status == 0, "\(made.errors)")
    }
    let equal = try run("compare", "a.png", "b.png")
    #expect(equal.status == 0, "\(equal.text)")
    #expect(equal.text.contains("7 pictures of 160 x 100 pixels, 0.35 s"))
    let other = try run("compare", "a.png", "c.png")
    #expect(other.status == 1 && other.text.contains("of 7 pictures differ"))
    // The same frames as files of a directory.
    _ = try run(
      "record", "Pop", "--trigger", "all", "--to", "0.3", "--fps", "20", "--size", "160x100",
      "--format", "png", "-o", "frames")
    #expect(try run("compare", "a.png", "frames").status == 0)
    // A shorter recording leaves none of the earlier frames; pictures of several sizes equal themselves.
    _ = try run(
      "record", "Pop", "--trigger", "all", "--to", "0.1", "--fps", "20", "--size", "80x60",
      "--format", "png", "-o", "frames")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/frames")
    #expect(names.sorted() == ["frame-0000.png", "frame-0001.png", "frame-0002.png"])
    try PNGFile.write(solid(6, 8, 100), to: directory.path + "/frames/frame-0003.png")
    #expect(try run("compare", "frames", "frames").status == 0)
  }
}
