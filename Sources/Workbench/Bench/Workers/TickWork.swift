// TickWork.swift
// The cost of sampling: many eased properties at one time, without a window, and the key paths that are animated most.
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaViewer
import QuartzCore

/// Samples a tree whose properties are all animated.
@MainActor enum TickWork {
  private static let keyPaths = ["opacity", "cornerRadius", "borderWidth"]
  private static let curves: [CAMediaTimingFunctionName] = [
    .easeIn, .easeOut, .easeInEaseOut, .default,
  ]

  /// Runs the work with `n` properties and `frames` passes.
  static func report(_ options: WorkerOptions) -> WorkReport {
    MediaClock.useVirtual()
    let root = CALayer()
    let layers = makeLayers(properties: options.n)
    for layer in layers { root.addSublayer(layer) }
    let context = LayerContext(root: root)
    CATransaction.flush()
    var sampler = Sampler()
    var began = ProcessMeter.read()
    for pass in 0..<(options.warmup + options.frames) {
      if pass == options.warmup {
        options.mark("begin")
        began = ProcessMeter.read()
      }
      // Times at which every animation is running.
      _ = sampler.sample(&context.tree, at: 2 + Double(pass % 256) * 0.02)
    }
    let ended = ProcessMeter.read()
    options.mark("end")
    _ = sampler.sample(&context.tree, at: 4)
    var sum = 0.0
    for layer in layers {
      guard let values = sampler.lastValues(of: layer.slotInTree) else { continue }
      sum += Double(values.opacity) + Double(values.cornerRadius) + Double(values.borderWidth)
    }
    let memory = ProcessMeter.memory()
    return WorkReport(
      work: "", renderer: "", n: options.n, frames: options.frames, cpu: ended.cpu - began.cpu,
      wall: ended.wall - began.wall, processCPU: ProcessMeter.read().cpu, firstFrame: 0,
      residentKiB: memory.resident, peakKiB: memory.peak, result: sum,
      nanoseconds: KeyPathsWork.measure(
        count: max(1, options.n / 30), passes: max(10, options.frames / 2)))
  }

  /// Layers with three animations each, with the same numbers as Sources/BenchmarkFloor/tick.c.
  private static func makeLayers(properties count: Int) -> [CALayer] {
    var layers: [CALayer] = []
    for index in 0..<count {
      if index % keyPaths.count == 0 { layers.append(CALayer()) }
      // Both ends are given, so that the model's value does not matter.
      let animation = CABasicAnimation(keyPath: keyPaths[index % keyPaths.count])
      animation.fromValue = Double(index % 97) / 97
      animation.toValue = Double(index * 31 % 89) / 89
      animation.beginTime = 1 + Double(index % 50) * 0.01
      animation.duration = Double(8 + index % 7)
      animation.timingFunction = CAMediaTimingFunction(name: curves[index % 4])
      layers[layers.count - 1].add(animation, forKey: animation.keyPath)
    }
    return layers
  }
}
