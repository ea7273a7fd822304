// BenchWorker.swift
// `lamella-workbench bench-worker WORK`: one run of one work, which prints a line of JSON. `lamella-workbench bench` starts
// it; the floors in C have the same arguments.
//
// This folder: the works themselves, each in a process of its own.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import LamellaViewer
import UIKit

/// Runs one work once and reports its cost.
///
/// Its arguments are read without the argument parser, as in the floors: the parser takes a tenth of the time to the
/// first frame, which is measured.
enum BenchWorker {
  static let name = "bench-worker"

  /// - Parameter arguments: The work and the options.
  static func run(_ arguments: [String]) throws {
    try runCommand {
      guard let work = arguments.first.flatMap(BenchWork.init(rawValue:)) else {
        let works = BenchWork.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure(status: .usage, message: "\(name) takes a work first: \(works).")
      }
      let options = try WorkerOptions(arguments.dropFirst())
      let report =
        switch work {
        case .movers: try FrameRun.report(of: MoversScene(), options)
        case .text: try FrameRun.report(of: TextScene(), options)
        case .start: try FrameRun.reportOfStart(of: MoversScene(), options)
        case .idle: try FrameRun.reportOfIdling(with: MoversScene(isStill: true), options)
        case .samples: try FrameRun.report(of: SamplesScene(), options)
        case .filters: try FrameRun.report(of: FiltersScene(), options)
        case .tick: TickWork.report(options)
        case .kinds: KindsWork.report(options)
        case .commit: CommitWork.report(options)
        }
      var line = report
      line.work = work.rawValue
      print(JSONText.line(of: line))
    }
  }
}

/// The options of a run.
struct WorkerOptions {
  /// Number of rectangles, labels, properties or layers.
  var n = 1000
  /// Number of frames or passes to measure.
  var frames = 200
  /// Number of frames or passes before the measurement.
  var warmup = 20
  /// Duration of the idle work, in seconds.
  var seconds = 5.0
  /// The window's size in points.
  var size = SizeArgument(width: 1280, height: 720)
  var renderer: RendererArgument?
  /// The caller's start, in nanoseconds of the monotonic clock. 0 for none.
  var since: Int64 = 0
  /// Whether to print a mark before and after the measurement, and to wait for a line each time.
  var marks = false

  /// Reads options and their values, each an argument of its own.
  init(_ arguments: ArraySlice<String>) throws(CommandFailure) {
    var rest = arguments
    while let option = rest.popFirst() {
      if option == "--marks" {
        marks = true
      } else if let value = rest.popFirst(), set(option, value) {
        continue
      } else {
        throw CommandFailure(
          status: .usage, message: "\(BenchWorker.name) does not take '\(option)' with this value.")
      }
    }
  }

  /// Returns whether there is such an option, with such a value.
  private mutating func set(_ option: String, _ value: String) -> Bool {
    func number(_ range: ClosedRange<Int>) -> Int? {
      Int(value).flatMap { range.contains($0) ? $0 : nil }
    }
    func take<Value>(_ new: Value?, _ property: inout Value) -> Bool {
      if let new { property = new }
      return new != nil
    }
    switch option {
    case "--n": return take(number(0...BenchCommand.maximumCount), &n)
    case "--frames": return take(number(0...1_000_000), &frames)
    case "--warmup": return take(number(0...1_000_000), &warmup)
    case "--seconds": return take(plainNumber(value[...]), &seconds)
    case "--size": return take(SizeArgument(argument: value), &size)
    case "--renderer": return take(RendererArgument(argument: value).map(Optional.some), &renderer)
    case "--since": return take(Int64(value), &since)
    default: return false
    }
  }

  /// Prints a mark, if the caller requested marks.
  func mark(_ name: String) {
    if marks { ProcessMeter.mark(name) }
  }
}
