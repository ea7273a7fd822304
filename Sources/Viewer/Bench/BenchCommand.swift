// BenchCommand.swift
// `lamella bench`: what our work costs beside the least that it can cost.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// Measures works against their floors.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure what the work costs, beside the least it can cost.")

  @Argument(help: "What to measure; everything when left out.")
  var works: [BenchWork] = []

  @Option(help: "How many elements, such as 10,100,1000.")
  var n: CountsArgument?

  @Option(help: "Rounds.")
  var runs = 5

  @Option(help: "Frames of each run.")
  var frames: Int?

  @Option(help: "How long to idle.")
  var duration = SecondsArgument(seconds: 5)

  @Option(help: "The window's size in points.")
  var size = SizeArgument(width: 1280, height: 720)

  @Option(help: "What draws; memory and opengl when left out.")
  var renderer: RendererArgument?

  func run() throws {
    try runCommand {
      let host = try BenchHost()
      ChildProcess.endWithSignals()
      for work in works.isEmpty ? BenchWork.allCases : works {
        for count in n?.counts ?? work.defaultCounts {
          try measure(
            BenchCase(
              work: work, count: count, frames: frames ?? work.defaultFrames(count: count),
              size: size, seconds: duration.seconds), on: host)
        }
      }
    }
  }

  private func measure(_ what: BenchCase, on host: BenchHost) throws {
    let renderers =
      !what.work.draws ? ["memory"] : renderer.map { [$0.name] } ?? ["memory", "opengl"]
    var floors: [BenchRun] = []
    var ours: [String: [BenchRun]] = [:]
    for _ in 0..<runs {
      if what.work.hasFloor { floors.append(try host.runFloor(what)) }
      for name in renderers { ours[name, default: []].append(try host.run(what, renderer: name)) }
    }
    func cost(_ run: BenchRun) -> Double {
      let report = run.report
      switch what.work {
      case .movers, .text: return (report.cpu + run.serverCPU) / Double(report.frames) * 1e3
      case .tick: return report.cpu / Double(report.frames * report.n) * 1e9
      case .start: return report.firstFrame * 1e3
      case .idle: return report.cpu * 1e3
      case .commit: return 0
      }
    }
    for name in renderers {
      guard let runs = ours[name] else { continue }
      if what.work == .commit {
        let figures = runs.compactMap(\.report.nanoseconds)
        let line = Set(figures.flatMap(\.keys)).sorted().map { key in
          "\(key) \(Wording.fixed(Statistics(figures.compactMap { $0[key] }).median, 0)) ns"
        }
        print("commit \(what.count): " + line.joined(separator: ", "))
        continue
      }
      let ratios = zip(runs, floors).map { cost($0) / cost($1) }
      let last = runs[runs.count - 1].report
      let unit = what.work == .tick ? "ns" : "ms"
      print(
        "\(what.work.rawValue) \(what.count) \(last.renderer): ours "
          + "\(Wording.fixed(Statistics(runs.map(cost)).median, 3)) \(unit), floor "
          + "\(Wording.fixed(Statistics(floors.map(cost)).median, 3)) \(unit), ratio "
          + "\(Wording.fixed(Statistics(ratios).median, 3)), server "
          + "\(Wording.fixed((runs.last?.serverCPU ?? 0) / Double(max(1, last.frames)) * 1e3, 3)) "
          + "of \(Wording.fixed((floors.last?.serverCPU ?? 0) / Double(max(1, last.frames)) * 1e3, 3)) ms, "
          + "\(Wording.fixed(Double(last.frames) / max(last.wall, 1e-9), 0)) fps, "
          + "\(last.residentKiB / 1024) of \((floors.last?.report.residentKiB ?? 0) / 1024) MiB, "
          + "draw calls \(last.drawCalls ?? 0), vertices \(last.vertices ?? 0), "
          + "result \(last.result) of \(floors.last?.report.result ?? 0)")
    }
  }
}

/// Counts parted by commas: `10,100,1000`.
struct CountsArgument: ExpressibleByArgument, Hashable {
  /// The most that is measured; a slip of the finger must not fill the memory.
  static let maximum = 1_000_000
  /// Each 1...``maximum``.
  var counts: [Int]

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    counts = words.compactMap { Int($0) }.filter { (1...Self.maximum).contains($0) }
    guard counts.count == words.count else { return nil }
  }
}
