// TickWork.swift
// One value of each of many eased properties at a time, without a window: what sampling costs.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// Samples a tree in which everything is animated.
@MainActor enum TickWork {
  private static let keyPaths = ["opacity", "cornerRadius", "borderWidth"]
  private static let curves: [CAMediaTimingFunctionName] = [
    .easeIn, .easeOut, .easeInEaseOut, .default,
  ]

  /// Takes `n` as the number of properties and `frames` as that of passes over all.
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
      // Times at which every animation is under way.
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
      residentKiB: memory.resident, peakKiB: memory.peak, result: sum)
  }

  /// Layers with as many animations as there are properties, three each; by the same numbers as
  /// Sources/BenchmarkFloor/tick.c.
  private static func makeLayers(properties count: Int) -> [CALayer] {
    var layers: [CALayer] = []
    for index in 0..<count {
      if index % keyPaths.count == 0 { layers.append(CALayer()) }
      // Where an animation has both ends the model's value does not matter; but the layer's own must
      // not be counted when it has none.
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
