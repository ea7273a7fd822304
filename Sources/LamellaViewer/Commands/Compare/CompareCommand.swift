// CompareCommand.swift
// `lamella compare A B`: two runs, two results of checks, or two pictures.
//
// This folder: `lamella compare`: two runs or two pictures, and baselines.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import UIKit

/// Compares two files.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare two runs, results or pictures.",
    discussion: """
      Both files are of one kind: runs as `\(Viewer.program) trace --format json` or csv writes them, results of \
      `\(Viewer.program) check --json`, or pictures (PNG, animated PNG, GIF, JPEG, WebP, or a directory of PNG files).

      With several runs of each side, as A1 A2 A3 --with B1 B2 B3, their medians are compared: better or worse is what is \
      beyond the tolerance, and beyond what the runs of A differ by.

      Exits with \(ExitStatus.checkFailed.rawValue) when a figure of B is worse than that of A by more than the \
      tolerance, or when pictures differ; with \(ExitStatus.badInput.rawValue) for a file that cannot be read, with \
      its line and the reason.

      \(ExitStatus.table)
      """)

  @Argument(
    help: "The earlier file and the later one; with --with, the earlier ones.", completion: .file())
  var files: [String]

  @Option(
    parsing: .upToNextOption, help: "The later files, of runs.", completion: .file())
  var with: [String] = []

  @Option(help: "The part to compare, in seconds since the start: 1s..3s. Default: all.")
  var range: RangeArgument?

  @Option(
    help:
      "How much worse a figure may be: 10%,1ms, or one of the two. Milliseconds are for durations. Default: 10%,1ms."
  )
  var tolerance: ToleranceArgument?

  @Option(
    help: "The difference of a colour channel that pictures may have, from 0 to 255. Default: 0.")
  var maxDifference: Int?

  @Option(
    name: [.short, .long],
    help:
      "A PNG file for the picture that differs most: red where it does. Not written without one.",
    completion: .file())
  var output: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var notices: NoticeOptions

  @OptionGroup var color: ColorOptions

  private var allowed: ToleranceArgument { tolerance ?? .standard }

  private var earlier: [String] { with.isEmpty ? Array(files.prefix(1)) : files }
  private var later: [String] { with.isEmpty ? Array(files.dropFirst()) : with }
  /// The first file of each side, by which messages name it.
  private var a: String { earlier.first ?? "" }
  private var b: String { later.first ?? "" }

  func validate() throws {
    if with.isEmpty, files.count != 2 {
      throw ValidationError(
        "Two files are compared, not \(files.count); of several runs, name the later ones after --with."
      )
    }
    if let maxDifference, !(0...255).contains(maxDifference) {
      throw ValidationError("--max-difference takes a number from 0 to 255, not \(maxDifference).")
    }
  }

  func run() throws {
    try runCommand(applying: notices) {
      if let output { try requireWritable(output) }
      if output == "-" {
        throw CommandFailure(
          status: .usage,
          message: "The comparison is written to standard output; give --output a file.")
      }
      guard earlier.count == 1, later.count == 1 else { return try compareRuns() }
      switch (try Subject(path: a), try Subject(path: b)) {
      case (.pictures(let a), .pictures(let b)):
        guard tolerance == nil else {
          throw CommandFailure(
            status: .usage,
            message: "--tolerance is for figures; for pictures use --max-difference.")
        }
        try compare(a, b)
      case (.run(let first), .run(let second)):
        try refuseOptionsOfPictures()
        try compare([first], [second])
      case (.results(let first), .results(let second)):
        try refuseOptionsOfPictures()
        guard range == nil else {
          throw CommandFailure(
            status: .usage, message: "--range is for runs and recordings; results have no times.")
        }
        explain(first.keys.count, second.keys.count, "figure")
        try report(
          FigureComparison(first, second, allowed), kind: "results", titles: ["", ""])
      case (let first, let second):
        throw CommandFailure(
          status: .badInput,
          message: "\(a) is \(first.kind), \(b) is \(second.kind): they cannot be compared.")
      }
    }
  }

  // MARK: Runs

  private func compareRuns() throws {
    func runs(_ paths: [String]) throws(CommandFailure) -> [RunFile] {
      try paths.map { path throws(CommandFailure) in
        guard case .run(let run) = try Subject(path: path) else {
          throw CommandFailure(
            status: .badInput, message: "\(path) is no run; several of each side must be.")
        }
        return run
      }
    }
    try refuseOptionsOfPictures()
    try compare(try runs(earlier), try runs(later))
  }

  private func compare(_ first: [RunFile], _ second: [RunFile]) throws(CommandFailure) {
    for (paths, runs) in [(earlier, first), (later, second)] {
      for (path, run) in zip(paths, runs) { try requireFrames(of: run.hasFrames, in: path) }
    }
    func frames(_ runs: [RunFile]) -> Int { runs.reduce(0) { $0 + $1.records.count } }
    explain(frames(first), frames(second), "frame")
    func title(_ runs: [RunFile]) -> String {
      let name = runs.first?.title ?? ""
      return runs.count == 1 ? name : "\(name.isEmpty ? "" : name + ", ")\(runs.count) runs"
    }
    let motions = Set((first + second).map(\.motion)).subtracting([""])
    if motions.count > 1 {
      Notices.write(
        "Different motions are compared: \(motions.sorted().joined(separator: ", ")).")
    }
    func figures(_ runs: [RunFile]) -> [RunFigures] { runs.map { $0.figures(range?.seconds) } }
    try report(
      FigureComparison(figures(first), figures(second), allowed), kind: "runs",
      titles: [title(first), title(second)])
  }

  /// Explains how much was compared, if that is requested.
  private func explain(_ first: Int, _ second: Int, _ noun: String) {
    Notices.explain(
      "Compared \(Wording.count(first, noun)) of \(a) with \(Wording.count(second, noun)) of \(b).")
  }

  // MARK: Figures

  /// Fails where figures are compared with options that have no effect on them.
  private func refuseOptionsOfPictures() throws(CommandFailure) {
    guard maxDifference != nil || output != nil else { return }
    throw CommandFailure(
      status: .usage,
      message: "--max-difference and --output are for pictures; for figures use --tolerance.")
  }

  private struct FigureReport: Encodable {
    var schema = FileSchema.current
    var version = Viewer.version
    var kind: String
    var a: String
    var b: String
    var passes: Bool
    var figures: [ComparedFigure]
  }

  private func report(
    _ comparison: FigureComparison, kind: String, titles: [String]
  ) throws(CommandFailure) {
    let failures = comparison.failures
    let failure =
      failures == 0
      ? nil
      : CommandFailure(
        status: .checkFailed,
        message: "\(failures) of \(Wording.count(comparison.figures.count, "figure")) "
          + "\(failures == 1 ? "is" : "are") worse by more than \(allowed.defaultValueDescription)."
      )
    if json {
      try StandardOutput.print(
        JSONText.of(
          FigureReport(
            kind: kind, a: a, b: b, passes: failures == 0, figures: comparison.figures),
          ending: failure))
    } else {
      for (name, (path, title)) in zip(["A", "B"], zip([a, b], titles)) {
        try StandardOutput.print("\(name)  \(path)\(title.isEmpty ? "" : ": \(title)")")
      }
      try StandardOutput.print("\n" + comparison.text(color.style))
    }
    if let failure { throw failure }
  }

  // MARK: Pictures

  private struct PictureReport: Encodable {
    var schema = FileSchema.current
    var version = Viewer.version
    var kind = "pictures"
    var a: String
    var b: String
    var passes: Bool
    var compared: Int
    var problem: String?
    var differences: [PictureDifference]
  }

  /// Fails where a file has no frame in the range: nothing would be compared.
  private func requireFrames(
    of first: @escaping (ClosedRange<TimeInterval>) -> Bool,
    _ second: @escaping (ClosedRange<TimeInterval>) -> Bool
  ) throws(CommandFailure) {
    try requireFrames(of: first, in: a)
    try requireFrames(of: second, in: b)
  }

  private func requireFrames(
    of hasFrames: (ClosedRange<TimeInterval>) -> Bool, in path: String
  ) throws(CommandFailure) {
    guard let range = range?.seconds, !hasFrames(range) else { return }
    throw CommandFailure(
      status: .badInput,
      message: "\(path) has nothing at \(range.lowerBound) s to \(range.upperBound) s; "
        + "choose another --range.")
  }

  private func compare(_ first: PictureFile, _ second: PictureFile) throws(CommandFailure) {
    try requireFrames(
      of: { !first.frames(in: $0).isEmpty }, { !second.frames(in: $0).isEmpty })
    explain(first.frames.count, second.frames.count, "picture")
    let comparison = PictureComparison(
      first, second, allowed: maxDifference ?? 0, range: range?.seconds)
    // Before the document, which has the reason for a failure.
    let end = failure { () throws(CommandFailure) in
      if let output, let picture = comparison.picture { try writePNG(picture, to: output) }
      guard comparison.isEqual else {
        throw CommandFailure(status: .checkFailed, message: "The pictures differ.")
      }
    }
    if json {
      try StandardOutput.print(
        JSONText.of(
          PictureReport(
            a: a, b: b, passes: comparison.isEqual, compared: comparison.compared,
            problem: comparison.problem, differences: comparison.differences),
          ending: end))
    } else {
      try StandardOutput.print("A  \(a): \(first.title)\nB  \(b): \(second.title)\n")
      try StandardOutput.print(comparison.text)
    }
    if let end { throw end }
  }
}

/// What a file or a directory holds.
private enum Subject {
  case run(RunFile)
  case results(Baseline)
  case pictures(PictureFile)

  init(path: String) throws(CommandFailure) {
    var isDirectory = ObjCBool(false)
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    {
      self = .pictures(try PictureFile(directory: path))
      return
    }
    let file = try InputFile(path: path)
    if let pictures = try PictureFile(file) {
      self = .pictures(pictures)
      return
    }
    let text = try file.text()
    self = try file.read { () throws(LinedJSON.Failure) in
      guard text.first(where: { !$0.isWhitespace }) == "{" else {
        return .run(try RunFile(csv: text))
      }
      let json = try LinedJSON(text)
      return try json.member("results") == nil
        ? .run(try RunFile(json)) : .results(try Baseline(json))
    }
  }

  var kind: String {
    switch self {
    case .run: "a run"
    case .results: "the results of a check"
    case .pictures(let file): file.title
    }
  }
}

/// A part of a run: `1s..3s`.
struct RangeArgument: ExpressibleByArgument, Hashable {
  var seconds: ClosedRange<TimeInterval>

  init?(argument: String) {
    guard let dots = argument.range(of: ".."),
      let start = SecondsArgument(argument: String(argument[..<dots.lowerBound])),
      let end = SecondsArgument(argument: String(argument[dots.upperBound...])),
      start.seconds <= end.seconds
    else { return nil }
    seconds = start.seconds...end.seconds
  }
}
