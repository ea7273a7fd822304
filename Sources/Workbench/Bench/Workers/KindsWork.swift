// KindsWork.swift
// The cost of sampling springs, keyframes, members of groups, stacks of additive animations and paths, compared with
// eased animations in the same run.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import LamellaViewer
import QuartzCore

/// Samples a tree for each kind of animation, one after the other in every pass.
@MainActor enum KindsWork {
  /// Names of the figures in a report.
  enum Kind: String, CaseIterable {
    case eased, spring, keyframes, group, stack, path

    /// The animations of one layer.
    fileprivate var perLayer: Int { self == .stack ? 2 : 1 }
  }

  /// A tree with animations of one kind.
  private struct Stage {
    let context: LayerContext
    var sampler = Sampler()
    var watch = Stopwatch()
    let layers: [CALayer]

    @MainActor init(_ kind: Kind, animations count: Int) {
      let root = CALayer()
      layers = (0..<max(1, count / kind.perLayer)).map { _ in CALayer() }
      for (index, layer) in layers.enumerated() {
        root.addSublayer(layer)
        for _ in 0..<kind.perLayer { layer.add(KindsWork.animation(kind, index), forKey: nil) }
      }
      context = LayerContext(root: root)
      CATransaction.flush()
    }
  }

  /// Runs the work with `n` animations of each kind and `frames` passes.
  static func report(_ options: WorkerOptions) -> WorkReport {
    MediaClock.useVirtual()
    var stages = Kind.allCases.map { Stage($0, animations: options.n) }
    let began = ProcessMeter.read()
    options.mark("begin")
    for pass in 0..<(options.warmup + options.frames) {
      // Times at which every animation is running.
      let time = 2 + Double(pass % 256) * 0.02
      for index in stages.indices {
        stages[index].watch.start()
        _ = stages[index].sampler.sample(&stages[index].context.tree, at: time)
        stages[index].watch.stop(operations: options.n)
      }
    }
    options.mark("end")
    let ended = ProcessMeter.read()
    var (figures, sum) = ([String: Double](), 0.0)
    for (kind, stage) in zip(Kind.allCases, stages) {
      figures[kind.rawValue] = stage.watch.median(leavingOut: options.warmup)
      for layer in stage.layers {
        sum += stage.sampler.lastValues(of: layer.slotInTree).map { Double($0.position.x) } ?? 0
      }
    }
    let memory = ProcessMeter.memory()
    return WorkReport(
      work: "", renderer: "", n: options.n, frames: options.frames, cpu: ended.cpu - began.cpu,
      wall: ended.wall - began.wall, processCPU: ended.cpu, firstFrame: 0,
      residentKiB: memory.resident, peakKiB: memory.peak, result: sum, nanoseconds: figures)
  }

  /// An animation of a position for the layer at an index.
  private static func animation(_ kind: Kind, _ index: Int) -> CAAnimation {
    let (from, to) = (CGPoint(x: index % 97, y: 0), CGPoint(x: 0, y: index * 31 % 89))
    func setEnds(_ animation: CABasicAnimation) {
      (animation.fromValue, animation.toValue) = (from, to)
    }
    let animation: CAAnimation
    switch kind {
    case .eased, .stack:
      let eased = CABasicAnimation(keyPath: "position")
      setEnds(eased)
      eased.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      eased.isAdditive = kind == .stack
      animation = eased
    case .spring:
      let spring = CASpringAnimation(keyPath: "position")
      setEnds(spring)
      // A spring for each hundred layers, as flicks have velocities of their own.
      spring.initialVelocity = Double(index / 100)
      animation = spring
    case .keyframes:
      let keyframes = CAKeyframeAnimation(keyPath: "position")
      keyframes.values = [from, to, from, to]
      keyframes.timingFunctions = (0..<3).map { _ in CAMediaTimingFunction(name: .easeOut) }
      animation = keyframes
    case .path:
      let path = CAKeyframeAnimation(keyPath: "position")
      path.path = CGPath(
        ellipseIn: CGRect(x: index % 97, y: 0, width: 200, height: 100), transform: nil)
      path.calculationMode = .paced
      animation = path
    case .group:
      let member = CABasicAnimation(keyPath: "position")
      setEnds(member)
      member.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      let group = CAAnimationGroup()
      group.animations = [member]
      animation = group
    }
    animation.beginTime = 1 + Double(index % 50) * 0.01
    animation.duration = Double(8 + index % 7)
    return animation
  }
}
