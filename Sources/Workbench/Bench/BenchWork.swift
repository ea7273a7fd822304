// BenchWork.swift
// The works that can be measured, their figures, and the goals.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import LamellaViewer
import SDLRenderer

/// One kind of work.
enum BenchWork: String, CaseIterable, Codable, ExpressibleByArgument {
  /// Rounded rectangles that move, fade and rotate endlessly.
  case movers
  /// Labels whose text changes in every frame.
  case text
  /// Many eased properties, sampled once in each pass, and the key paths that are animated most.
  case tick
  /// Springs, keyframes, members of groups, stacks of additive animations and paths, sampled once in each pass.
  case kinds
  /// Properties set and committed.
  case commit
  /// The start of the process, up to the first frame.
  case start
  /// An idle window.
  case idle
  /// Copies of samples at once, with all their triggers fired repeatedly.
  case samples
  /// Panels that blur what is beneath them, and move over 100 movers.
  case filters

  /// Whether the work draws, so that its cost depends on the renderer.
  var draws: Bool { ![.tick, .kinds, .commit].contains(self) }

  /// Whether there is a floor in C for it.
  var hasFloor: Bool { ![.kinds, .commit, .samples, .filters].contains(self) }

  /// Default numbers of elements.
  var defaultCounts: [Int] {
    switch self {
    case .movers: [1000, 10_000]
    case .text: [200]
    case .tick: [30_000]
    case .kinds: [3000]
    case .commit: [10, 100, 1000, 10_000]
    case .start, .idle: [100]
    case .samples, .filters: [4]
    }
  }

  /// Frames or passes of one run: enough for a stable result within seconds.
  func defaultFrames(count: Int) -> Int {
    switch self {
    case .movers, .text, .samples, .filters: max(10, min(200, 200_000 / max(1, count)))
    case .tick, .kinds: max(20, min(2000, 6_000_000 / max(1, count)))
    case .commit: 2000
    case .start, .idle: 0
    }
  }

  /// The figures of a run.
  var figures: [BenchFigure] {
    switch self {
    case .movers: [.cpuPerFrame, .memory]
    case .text, .samples, .filters: [.cpuPerFrame]
    case .tick: [.timePerSample] + BenchFigure.keyPaths
    case .kinds: [.spring, .keyframes, .group, .stack, .path]
    case .commit: [.set, .implicit, .commit]
    case .start: [.firstFrame]
    case .idle: [.idleCPU]
    }
  }
}

/// One figure of a work.
enum BenchFigure: String, Codable {
  /// Processor time of the process and of the X server for one frame, in milliseconds.
  case cpuPerFrame
  /// Resident memory at the end, in MiB.
  case memory
  /// Sampling one property, in nanoseconds.
  case timePerSample
  /// Sampling a spring, keyframes, a group's member, one of two additive animations or a path, in nanoseconds.
  case spring, keyframes, group, stack, path
  // Sampling a key path in the way in which it costs most, in nanoseconds.
  case transformScale = "transform.scale"
  case rotationZ = "transform.rotation.z"
  case strokeEnd, opacity, strokeStart
  case rotation = "transform.rotation"
  case scaleY = "transform.scale.y"
  case translationX = "transform.translation.x"
  case translationY = "transform.translation.y"
  case position, transform
  case rotationX = "transform.rotation.x"
  case scaleX = "transform.scale.x"
  case translation = "transform.translation"
  case backgroundColor
  /// Setting a property with actions disabled, in nanoseconds.
  case set
  /// Setting a property with an implicit animation, in nanoseconds.
  case implicit
  /// A commit, in nanoseconds for each changed layer.
  case commit
  /// From the start of the process to the return of the first present, in milliseconds.
  case firstFrame
  /// Processor time of an idle window, in milliseconds.
  case idleCPU

  /// The key paths that are animated most, the first one most.
  static let keyPaths: [BenchFigure] = [
    .transformScale, .rotationZ, .strokeEnd, .opacity, .strokeStart, .rotation, .scaleY,
    .translationX, .translationY, .position, .transform, .rotationX, .scaleX, .translation,
    .backgroundColor,
  ]

  fileprivate var isTransform: Bool { rawValue.hasPrefix("transform") }

  var unit: String {
    switch self {
    case .cpuPerFrame, .firstFrame, .idleCPU: "ms"
    case .memory: "MiB"
    default: "ns"
    }
  }

  /// The name in the table.
  var name: String {
    switch self {
    case .cpuPerFrame: "CPU a frame"
    case .memory: "memory"
    case .timePerSample: "a sample"
    case .spring: "a spring's sample"
    case .keyframes: "keyframes' sample"
    case .group: "a group's sample"
    case .stack: "a stacked sample"
    case .path: "a path's sample"
    case .set: "a set"
    case .implicit: "an implicit animation"
    case .commit: "a commit, per layer"
    case .firstFrame: "first frame"
    case .idleCPU: "CPU in all"
    default: rawValue
    }
  }

  /// The figure of a run of ours.
  func value(of run: BenchRun) -> Double {
    let report = run.report
    switch self {
    case .cpuPerFrame:
      return (report.cpu + run.serverCPU) / Double(max(1, report.frames)) * 1e3
    case .memory: return Double(report.residentKiB) / 1024
    case .timePerSample: return report.cpu / Double(max(1, report.frames * report.n)) * 1e9
    case .set: return report.nanoseconds?[CommitWork.Figure.set] ?? 0
    case .implicit: return report.nanoseconds?[CommitWork.Figure.implicit] ?? 0
    case .commit: return report.nanoseconds?[CommitWork.Figure.commit] ?? 0
    case .firstFrame: return report.firstFrame * 1e3
    case .idleCPU: return report.cpu * 1e3
    default: return report.nanoseconds?[rawValue] ?? 0
    }
  }

  /// The figure of a floor: of its run in C; in our run, for commits the plain Swift, and for kinds of animations the
  /// eased one. Nil without a floor.
  func floor(ours: BenchRun, floor: BenchRun?) -> Double? {
    switch self {
    case .spring, .keyframes, .group, .stack, .path:
      ours.report.nanoseconds?[KindsWork.Kind.eased.rawValue]
    case _ where Self.keyPaths.contains(self): ours.report.nanoseconds?[KeyPathsWork.base]
    case .set: ours.report.nanoseconds?[CommitWork.Figure.setFloor]
    case .implicit: ours.report.nanoseconds?[CommitWork.Figure.implicitFloor]
    case .commit: nil
    default: floor.map(value(of:))
    }
  }
}

/// The maximum of a figure.
enum BenchGoal: Hashable {
  /// A multiple of the floor.
  case ratio(Double)
  /// A value in the figure's unit.
  case absolute(Double)
  /// The floor's value, plus one in the figure's unit.
  case aboveFloor(Double)
  /// A multiple of the floor, plus 1 KiB for each element.
  case memory(Double)

  /// The goal of a figure; nil for a figure without one.
  ///
  /// Goals for the time of frames that `memory` draws apply to machines without a GPU, where the floor's GL runs in
  /// software. Off screen the floor's frames, cost a fraction of those that are shown; so times of frames have no goal.
  ///
  /// - Parameters:
  ///   - isShown: Whether frames are shown by a display server.
  ///   - hasGPU: Whether a GPU draws the floor.
  static func of(
    _ figure: BenchFigure, _ what: BenchCase, renderer: String, isShown: Bool, hasGPU: Bool
  ) -> BenchGoal? {
    let isMemory = RendererKind(rawValue: renderer) == .memory
    if !isShown && (figure == .cpuPerFrame || figure == .firstFrame) { return nil }
    if hasGPU && isMemory && figure == .cpuPerFrame { return nil }
    if !what.drawsPixels {
      // A driver's memory depends on the scene.
      guard figure == .cpuPerFrame else { return nil }
      return what.work == .movers ? .ratio(2) : what.work == .text ? .ratio(15) : nil
    }
    switch (what.work, figure) {
    // With few rectangles, most of the cost is the window's.
    case (.movers, .cpuPerFrame) where what.count >= 1000: return .ratio(isMemory ? 0.4 : 1.1)
    case (.movers, .memory): return .memory(1.3)
    case (.text, .cpuPerFrame): return .ratio(isMemory ? 0.3 : 1.1)
    // The keys of thousands of paths are more than the processor's caches hold.
    case (.kinds, .path): return .ratio(4)
    case (.tick, .timePerSample), (.kinds, _): return .ratio(2)
    case (.tick, _): return .ratio(figure.isTransform ? 5 : 3)
    case (.commit, .set): return .ratio(6)
    case (.commit, .implicit): return .ratio(8)
    case (.start, .firstFrame): return .ratio(isMemory ? 0.5 : 1.3)
    // One millisecond in five seconds, for the timer that ends the measurement. A GPU's driver may have a thread
    // of its own, which wakes up in the floor as well.
    case (.idle, .idleCPU): return isMemory ? .absolute(1) : .aboveFloor(1)
    default: return nil
    }
  }

  /// Whether a row meets the goal; false when the floor is missing.
  func isKept(by row: BenchRow) -> Bool {
    switch self {
    case .ratio(let limit): row.ratio.map { $0.median <= limit } ?? false
    case .absolute(let limit): row.ours.median <= limit
    case .aboveFloor(let more): row.floor.map { row.ours.median <= $0.median + more } ?? false
    case .memory(let limit):
      row.floor.map { row.ours.median <= $0.median * limit + Double(row.n) / 1024 } ?? false
    }
  }

  /// Such as "≤ 0.40" or "≤ 300 ns".
  func text(unit: String) -> String {
    switch self {
    case .ratio(let limit): "≤ \(Wording.fixed(limit, 2))"
    case .absolute(let limit): "≤ \(Wording.fixed(limit, 0)) \(unit)"
    case .aboveFloor(let more): "≤ floor + \(Wording.fixed(more, 0)) \(unit)"
    case .memory(let limit): "≤ \(Wording.fixed(limit, 2)) + 1 KiB each"
    }
  }
}
