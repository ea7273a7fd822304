// KeyPathsWork.swift
// The cost of sampling the properties that are animated most, in the ways in which they are, compared with an eased
// opacity in the same run.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import LamellaViewer
import QuartzCore
import UIKitCore

/// Samples a tree for each key path and way, one after the other in every pass.
@MainActor enum KeyPathsWork {
  /// A way to animate.
  private enum Way: CaseIterable {
    case explicit, implicit, block, keyframes, spring
  }

  /// A key path, and what it is animated between.
  private struct Subject {
    let figure: BenchFigure
    let from: Any
    let to: Any
    var isShape = false
    /// The change of a view in an animation block; nil for what views have no property for.
    var change: ((UIView) -> Void)?

    var keyPath: String { figure.rawValue }

    /// Whether the key path can be animated in this way. Values set by key path or in a block animate a whole property.
    func allows(_ way: Way) -> Bool {
      switch way {
      case .implicit: !keyPath.contains(".")
      case .block: change != nil
      case .explicit, .keyframes, .spring: true
      }
    }
  }

  /// The fifteen key paths that most of 45 public libraries animate, the first one most.
  private static let subjects: [Subject] = [
    Subject(figure: .transformScale, from: 1.0, to: 2.0),
    Subject(figure: .rotationZ, from: 0.0, to: 3.0),
    Subject(figure: .strokeEnd, from: 0.0, to: 1.0, isShape: true),
    Subject(figure: .opacity, from: 1.0, to: 0.2) { $0.alpha = 0.2 },
    Subject(figure: .strokeStart, from: 0.0, to: 0.5, isShape: true),
    Subject(figure: .rotation, from: 0.0, to: 3.0),
    Subject(figure: .scaleY, from: 1.0, to: 2.0),
    Subject(figure: .translationX, from: 0.0, to: 40.0),
    Subject(figure: .translationY, from: 0.0, to: 40.0),
    Subject(figure: .position, from: CGPoint.zero, to: CGPoint(x: 40, y: 9)) {
      $0.center = CGPoint(x: 40, y: 9)
    },
    Subject(
      figure: .transform, from: CATransform3DIdentity, to: CATransform3DMakeScale(2, 2, 1)
    ) {
      $0.transform = CGAffineTransform(a: 2, b: 1, c: -1, d: 2, tx: 9, ty: 4)
    },
    Subject(figure: .rotationX, from: 0.0, to: 1.0),
    Subject(figure: .scaleX, from: 1.0, to: 2.0),
    Subject(figure: .translation, from: CGSize.zero, to: CGSize(width: 40, height: 9)),
    Subject(
      figure: .backgroundColor, from: CGColor(red: 1, green: 0, blue: 0, alpha: 1),
      to: CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    ) { $0.backgroundColor = .green },
  ]

  /// A tree whose layers are animated in one way.
  private struct Stage {
    let keyPath: String
    let context: LayerContext
    var sampler = Sampler()
    var watch = Stopwatch()
    /// Keeps the layers' delegates.
    let views: [UIView]

    @MainActor init(_ subject: Subject, _ way: Way, count: Int) {
      keyPath = subject.keyPath
      let root = CALayer()
      let views = way == .block ? (0..<count).map { _ in UIView() } : []
      self.views = views
      let layers =
        way == .block
        ? views.map(\.layer) : (0..<count).map { _ in subject.isShape ? CAShapeLayer() : CALayer() }
      for layer in layers { root.addSublayer(layer) }
      context = LayerContext(root: root)
      CATransaction.flush()
      switch way {
      case .block:
        UIView.animate(withDuration: KeyPathsWork.duration) {
          views.forEach { subject.change?($0) }
        }
      case .implicit:
        CATransaction.setAnimationDuration(KeyPathsWork.duration)
        for layer in layers { layer.setValue(subject.to, forKeyPath: keyPath) }
      case .explicit, .keyframes, .spring:
        for layer in layers { layer.add(KeyPathsWork.animation(subject, way), forKey: nil) }
      }
      CATransaction.flush()
    }
  }

  private static let duration = 30.0

  private static func animation(_ subject: Subject, _ way: Way) -> CAAnimation {
    let animation: CAPropertyAnimation
    if way == .keyframes {
      let keyframes = CAKeyframeAnimation(keyPath: subject.keyPath)
      keyframes.values = [subject.from, subject.to, subject.from]
      animation = keyframes
    } else {
      let basic =
        way == .spring
        ? CASpringAnimation(keyPath: subject.keyPath) : CABasicAnimation(keyPath: subject.keyPath)
      (basic.fromValue, basic.toValue) = (subject.from, subject.to)
      if way == .explicit { basic.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut) }
      animation = basic
    }
    animation.duration = duration
    return animation
  }

  /// The name of the eased opacity's figure.
  nonisolated static let base = "eased"

  /// Measures all key paths with `count` layers each.
  ///
  /// - Returns: For each key path the nanoseconds of a sample in the way in which it costs most, and for ``base`` those
  ///   of an eased opacity.
  static func measure(count: Int, passes: Int) -> [String: Double] {
    var stages: [Stage] = []
    for subject in subjects {
      for way in Way.allCases where subject.allows(way) {
        stages.append(Stage(subject, way, count: count))
      }
    }
    let eased = Subject(figure: .opacity, from: 0.1, to: 0.9)
    stages.append(Stage(eased, .explicit, count: count))
    let began = MediaClock.now
    for pass in 0..<passes {
      // Times at which every animation is running.
      let time = began + 1 + Double(pass % 256) * 0.02
      for index in stages.indices {
        stages[index].watch.start()
        _ = stages[index].sampler.sample(&stages[index].context.tree, at: time)
        stages[index].watch.stop(operations: count)
      }
    }
    let leavingOut = passes / 10
    var figures: [String: Double] = [:]
    figures[base] = stages.removeLast().watch.median(leavingOut: leavingOut)
    for stage in stages {
      let median = stage.watch.median(leavingOut: leavingOut)
      figures[stage.keyPath] = max(figures[stage.keyPath] ?? 0, median)
    }
    for stage in stages { stage.context.invalidate() }
    return figures
  }
}
