// CommitWork.swift
// The cost of setting a property of a live layer and of the commit, compared with the minimum work in
// plain Swift.
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaViewer
import QuartzCore

/// Sets properties of a few layers in trees of many.
@MainActor enum CommitWork {
  /// Names of the figures in a report.
  enum Figure {
    static let set = "set"
    static let implicit = "implicit"
    static let commit = "commit"
    static let setFloor = "setFloor"
    static let implicitFloor = "implicitFloor"
  }

  /// Number of layers that change in one commit; the others do not change.
  private static let changing = 10

  /// Runs the work with `n` layers and `frames` commits.
  static func report(_ options: WorkerOptions) -> WorkReport {
    let root = CALayer()
    let layers = (0..<max(1, options.n)).map { _ in CALayer() }
    for layer in layers { root.addSublayer(layer) }
    let context = LayerContext(root: root)
    CATransaction.flush()
    let changing = (0..<min(Self.changing, layers.count)).map {
      layers[$0 * layers.count / min(Self.changing, layers.count)]
    }
    let began = ProcessMeter.read()
    options.mark("begin")
    var figures = withoutActions(changing, context, options)
    figures.merge(withImplicitAnimations(changing, context, options)) { $1 }
    figures.merge(CommitFloor.measure(count: changing.count, options)) { $1 }
    options.mark("end")
    let ended = ProcessMeter.read()
    let memory = ProcessMeter.memory()
    return WorkReport(
      work: "", renderer: "", n: options.n, frames: options.frames, cpu: ended.cpu - began.cpu,
      wall: ended.wall - began.wall, processCPU: ended.cpu, firstFrame: 0,
      residentKiB: memory.resident, peakKiB: memory.peak,
      result: Double(changing.reduce(0) { $0 + $1.position.x }), nanoseconds: figures)
  }

  private static func withoutActions(
    _ layers: [CALayer], _ context: LayerContext, _ options: WorkerOptions
  ) -> [String: Double] {
    var sets = Stopwatch(), commits = Stopwatch()
    for round in 0..<(options.warmup + options.frames) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      sets.start()
      for layer in layers { layer.position = CGPoint(x: Double(round), y: 1) }
      sets.stop(operations: layers.count)
      commits.start()
      CATransaction.commit()
      CATransaction.flush()
      commits.stop(operations: layers.count)
      context.tree.clearChanges()
    }
    return [
      Figure.set: sets.median(leavingOut: options.warmup),
      Figure.commit: commits.median(leavingOut: options.warmup),
    ]
  }

  private static func withImplicitAnimations(
    _ layers: [CALayer], _ context: LayerContext, _ options: WorkerOptions
  ) -> [String: Double] {
    var sets = Stopwatch()
    for round in 0..<(options.warmup + options.frames) {
      sets.start()
      for layer in layers { layer.position = CGPoint(x: Double(-round), y: 2) }
      sets.stop(operations: layers.count)
      CATransaction.flush()
      context.tree.clearChanges()
    }
    return [Figure.implicit: sets.median(leavingOut: options.warmup)]
  }
}

/// Measures the duration of one operation over many rounds.
struct Stopwatch {
  private var began: Int64 = 0
  private var rounds: [Double] = []

  mutating func start() { began = ProcessMeter.nanoseconds() }

  /// Ends a round with a number of operations.
  mutating func stop(operations: Int) {
    rounds.append(Double(ProcessMeter.nanoseconds() - began) / Double(max(1, operations)))
  }

  /// Nanoseconds of one operation: the median of the rounds after the first ones.
  func median(leavingOut first: Int) -> Double { Quartiles(Array(rounds.dropFirst(first))).median }
}
