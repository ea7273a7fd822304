// BenchCommand.swift
// `lamella bench`: what our work costs beside the least that it can cost.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import SDLRenderer
import UIKit

/// Measures works against their floors, round by round.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure what the work costs, beside the least it can cost.",
    discussion: """
      Each work runs in a process of its own, in turn with its floor: the same written for it alone \
      in C, on SDL2's opengl renderer, one draw call a frame. What counts is processor time, the X \
      server's included, as the median of the ratios of all rounds.

      Works: \(BenchWork.allCases.map(\.rawValue).joined(separator: ", ")).

      \(ExitStatus.table)
      """)

  /// The most elements; a slip of the finger must not fill the memory.
  static let maximumCount = 1_000_000

  @Argument(help: "What to measure; everything when left out.")
  var works: [BenchWork] = []

  @Option(name: .customLong("n"), help: "How many elements, such as 10,100,1000.")
  var counts: CountsArgument?

  @Option(help: "Rounds.")
  var runs = 5

  @Option(help: "Frames of each run; fitted to the work when left out.")
  var frames: Int?

  @Option(help: "How long to idle.")
  var duration = SecondsArgument(seconds: 5)

  @Option(help: "The window's size in points.")
  var size = SizeArgument(width: 1280, height: 720)

  @Option(help: "What draws; memory and opengl when left out.")
  var renderer: RendererArgument?

  @Flag(help: "Print JSON.")
  var json = false

  @Option(name: [.short, .long], help: "The file to write the result to instead of printing it.")
  var output: String?

  @Option(help: "A PNG to draw the cost against the number of elements into.")
  var plot: String?

  @Flag(help: "End with 1 when a goal is not kept.")
  var check = false

  func validate() throws {
    for count in counts?.counts ?? [] where !(1...Self.maximumCount).contains(count) {
      throw ValidationError("--n takes numbers from 1 to \(Self.maximumCount), not \(count).")
    }
    guard (1...1000).contains(runs) else {
      throw ValidationError("--runs takes a number from 1 to 1000, not \(runs).")
    }
    if let frames, !(1...1_000_000).contains(frames) {
      throw ValidationError("--frames takes a number from 1 to 1000000, not \(frames).")
    }
  }

  func run() throws {
    try runCommand {
      let runner = try BenchRunner()
      for path in [output, plot].compactMap({ $0 }) { try requireWritable(path) }
      if plot != nil { try requireFonts() }
      ChildProcess.endWithSignals()
      if let words = runner.wordsWithoutServer { StandardError.write(words) }
      let document = try measure(with: runner)
      try write(json ? document.json : BenchTable.text(document.rows))
      if let plot { try writePNG(BenchPlot.draw(document.rows), to: plot) }
      if check { try document.requireGoals() }
    }
  }

  private var cases: [BenchCase] {
    (works.isEmpty ? BenchWork.allCases : works).flatMap { work in
      let usual = plot == nil ? work.defaultCounts : work.countsForPlot
      return (counts?.counts ?? usual).map { count in
        BenchCase(
          work: work, count: count, frames: frames ?? work.defaultFrames(count: count),
          size: size, seconds: duration.seconds)
      }
    }
  }

  @MainActor private func measure(with runner: BenchRunner) throws(CommandFailure) -> BenchDocument
  {
    var rows: [BenchRow] = []
    let choices = renderer.map { [$0.choice] } ?? [.only(.memory), .only(.opengl)]
    let renderers = choices.map(\.name)
    var progress = ProgressBar(total: cases.count * runs)
    defer { progress.finish() }
    for what in cases {
      let names = what.work.draws ? renderers : [""]
      var floors: [BenchRun] = []
      var ours = [[BenchRun]](repeating: [], count: names.count)
      for round in 1...runs {
        progress.step("\(what.work.rawValue) \(what.count), round \(round) of \(runs)")
        if what.work.hasFloor { floors.append(try runner.runFloor(what)) }
        for (place, name) in names.enumerated() {
          ours[place].append(try runner.run(what, renderer: name))
        }
      }
      try requireSameResults(ours.joined() + floors)
      for runs in ours {
        rows += what.work.figures.map { BenchRow($0, of: what, ours: runs, floors: floors) }
      }
    }
    return BenchDocument(
      driver: runner.driver, countsServer: runner.server != nil,
      cores: ProcessInfo.processInfo.activeProcessorCount, runs: runs, width: size.width,
      height: size.height, rows: rows)
  }

  /// Samples are numbers that both sides must agree on, or what they cost cannot be compared.
  private func requireSameResults(_ runs: [BenchRun]) throws(CommandFailure) {
    guard let first = runs.first?.report, first.work == BenchWork.tick.rawValue else { return }
    for run in runs where abs(run.report.result - first.result) > 1e-6 * Double(first.n) {
      throw CommandFailure(
        status: .internalError,
        message: "The samples of \(first.n) properties come to \(run.report.result) here and to "
          + "\(first.result) there.")
    }
  }

  private func write(_ text: String) throws(CommandFailure) {
    guard let output, output != "-" else { return print(text) }
    do {
      try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: output))
    } catch {
      throw CommandFailure(
        status: .cannotWrite, message: "The result is lost: \(error.localizedDescription).")
    }
  }
}

/// Numbers parted by commas: `10,100,1000`.
struct CountsArgument: ExpressibleByArgument, Hashable {
  var counts: [Int]

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    counts = words.compactMap { Int($0) }
    guard counts.count == words.count else { return nil }
  }
}

/// Fails when a file cannot be written, before minutes are spent on what belongs into it.
private func requireWritable(_ path: String) throws(CommandFailure) {
  guard path != "-" else { return }
  let files = FileManager.default
  let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
  var isDirectory = ObjCBool(false)
  let exists = files.fileExists(atPath: path, isDirectory: &isDirectory)
  guard !isDirectory.boolValue, files.isWritableFile(atPath: exists ? path : directory) else {
    throw CommandFailure(
      status: .cannotWrite, message: "\(path) cannot be written; choose another file.")
  }
}
