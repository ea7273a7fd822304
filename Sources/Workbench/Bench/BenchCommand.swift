// BenchCommand.swift
// `lamella-workbench bench`: the cost of work, compared with a floor written in C.
//
// This folder: the cost of the engine's works, the processes that measure them, and the ratio to the floor in C.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import LamellaViewer
import SDLRenderer
import UIKit

/// Measures works and their floors in alternating rounds.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure works against their floor.",
    discussion: """
      Each work runs in a process of its own, alternating with its floor: the same work written in \
      plain C on SDL2's opengl renderer, with one draw call a frame. The result is processor time, \
      including the X server's, as the median of the ratios of all rounds.

      Works: \(BenchWork.allCases.map(\.rawValue).joined(separator: ", ")).

      \(ExitStatus.table)
      """)

  /// The maximum number of elements, so that a typing mistake cannot fill the memory.
  static let maximumCount = 1_000_000

  @Argument(help: "The works to measure. Default: all.")
  var works: [BenchWork] = []

  @Option(name: .customLong("n"), help: "Numbers of elements, such as 10,100,1000.")
  var counts: CountsArgument?

  @Option(help: "Number of rounds.")
  var runs = 5

  @Option(help: "Frames in each run. Default: depends on the work.")
  var frames: Int?

  @Option(help: "Duration of the idle work. Default: 5s.")
  var duration: SecondsArgument?

  @Option(help: "The size of the window, in points. Default: 1280x720.")
  var size: SizeArgument?

  @Option(help: "The renderer. Default: memory and gl.")
  var renderer: RendererArgument?

  @Option(
    help: """
      Whether GL draws: on, or off for the work of the programs alone, as with a GPU that takes no time. Off needs \
      Mesa, and measures gl. Default: on.
      """)
  var pixels = PixelsArgument.on

  @OptionGroup var result: ResultOptions

  @Flag(help: "Exit with 1 when a goal is missed.")
  var check = false

  @OptionGroup var notices: NoticeOptions

  func validate() throws {
    for count in counts?.counts ?? [] where !(1...Self.maximumCount).contains(count) {
      throw ValidationError("--n takes numbers from 1 to \(Self.maximumCount), not \(count).")
    }
    if !(1...1000).contains(runs) {
      throw ValidationError("--runs takes a number from 1 to 1000, not \(runs).")
    }
    if let frames, !(1...1_000_000).contains(frames) {
      throw ValidationError("--frames takes a number from 1 to 1000000, not \(frames).")
    }
    try refuseOptionsWithoutEffect()
  }

  /// The works to measure.
  private var measured: [BenchWork] { works.isEmpty ? BenchWork.allCases : works }

  /// Fails for an option that no measured work has.
  private func refuseOptionsWithoutEffect() throws {
    func require(_ isGiven: Bool, _ option: String, _ hasEffect: (BenchWork) -> Bool) throws {
      guard isGiven, !measured.contains(where: hasEffect) else { return }
      let works = BenchWork.allCases.filter(hasEffect).map(\.rawValue).joined(separator: ", ")
      throw ValidationError("\(option) has an effect on these works only: \(works).")
    }
    try require(duration != nil, "--duration") { $0 == .idle }
    try require(frames != nil, "--frames") { $0 != .idle && $0 != .start }
    try require(size != nil, "--size", \.draws)
    try require(renderer != nil, "--renderer", \.draws)
    try require(pixels == .off, "--pixels", \.draws)
    if pixels == .off, renderer?.choice == .only(.memory) {
      throw ValidationError(
        "--pixels off is of the renderer gl: the processor draws the pixels of memory.")
    }
  }

  func run() throws {
    try runCommand(applying: notices) {
      try measure(measured)
    }
  }

  @MainActor private func measure(_ works: [BenchWork]) throws {
    var runner = try BenchRunner()
    if pixels == .off { runner.omitPixels() }
    try result.requireWritable()
    ChildProcess.endWithSignals()
    if let notice = runner.noticeWithoutServer { Notices.write(notice) }
    let document = try measure(works, with: runner)
    Notices.explain(
      "Measured \(Wording.count(cases(of: works).count, "case")) in \(Wording.count(runs, "round")), "
        + "each in a process of its own, with SDL's driver \(runner.driver).")
    // Before the document, which has the reason for a failure.
    let end = failure { () throws(CommandFailure) in
      if check { try document.requireGoals() }
    }
    try result.write(
      document, ending: end, csv: document.csv, text: BenchTable.text(document.rows))
    if let end { throw end }
  }

  private var windowSize: SizeArgument { size ?? SizeArgument(width: 1280, height: 720) }

  private func cases(of works: [BenchWork]) -> [BenchCase] {
    works.flatMap { work in
      (counts?.counts ?? work.defaultCounts).map { count in
        BenchCase(
          work: work, count: count, frames: frames ?? work.defaultFrames(count: count),
          size: windowSize, seconds: duration?.seconds ?? 5, drawsPixels: pixels == .on)
      }
    }
  }

  @MainActor private func measure(
    _ works: [BenchWork], with runner: BenchRunner
  ) throws(CommandFailure) -> BenchDocument {
    let cases = cases(of: works)
    var rows: [BenchRow] = []
    let usual: [RendererChoice] = pixels == .on ? [.only(.memory), .only(.gl)] : [.only(.gl)]
    let choices = renderer.map { [$0.choice] } ?? usual
    let renderers = choices.map(\.name)
    let hasGPU = GraphicsDevices.current.reasonForSoftware == nil
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
        rows += what.work.figures.map {
          BenchRow(
            $0, of: what, ours: runs, floors: floors, isShown: runner.driver != "offscreen",
            hasGPU: hasGPU)
        }
      }
    }
    return BenchDocument(
      driver: runner.driver, countsServer: runner.server != nil,
      cores: ProcessInfo.processInfo.activeProcessorCount, runs: runs, width: windowSize.width,
      height: windowSize.height, rows: rows)
  }

  /// Fails unless all runs computed the same sum, without which their costs cannot be compared.
  private func requireSameResults(_ runs: [BenchRun]) throws(CommandFailure) {
    guard let first = runs.first?.report, first.work == BenchWork.tick.rawValue else { return }
    for run in runs where abs(run.report.result - first.result) > 1e-6 * Double(first.n) {
      throw CommandFailure(
        status: .internalError,
        message: "The samples of \(first.n) properties add up to \(run.report.result) in one run "
          + "and to \(first.result) in another.")
    }
  }
}

/// Numbers separated by commas: `10,100,1000`.
struct CountsArgument: ExpressibleByArgument, Hashable {
  var counts: [Int]

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    counts = words.compactMap { Int($0) }
    guard counts.count == words.count else { return nil }
  }
}

/// Whether GL draws its pixels.
enum PixelsArgument: String, ExpressibleByArgument, CaseIterable {
  case on, off
}
