// BenchScenes.swift
// The scenes of the benchmarks. The floors in Sources/BenchmarkFloor draw the same.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// Numbers 0..<1, the same as in the floors.
struct FloorRandom {
  private var state: UInt32 = 1

  mutating func next() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state >> 8) / 16_777_216
  }
}

/// Rounded rectangles that move, fade and rotate endlessly.
@MainActor final class MoversScene: BenchScene {
  static let side: CGFloat = 40
  static let radius: CGFloat = 8

  private let isStill: Bool

  /// - Parameter isStill: Whether to leave out the animations.
  init(isStill: Bool = false) { self.isStill = isStill }

  func fill(_ view: UIView, count: Int) {
    view.backgroundColor = .black
    var random = FloorRandom()
    let size = view.bounds.size
    for index in 0..<count {
      let from = CGPoint(x: random.next() * size.width, y: random.next() * size.height)
      let to = CGPoint(x: random.next() * size.width, y: random.next() * size.height)
      let opacity = 0.3 + 0.4 * random.next()
      let angle = (random.next() * 2 - 1) * 3
      let duration = 1 + 2 * random.next()

      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: Self.side, height: Self.side)
      layer.cornerRadius = Self.radius
      layer.backgroundColor = Self.color(of: index)
      layer.position = from
      view.layer.addSublayer(layer)
      for (path, start, end) in [
        ("position", from as Any, to as Any), ("opacity", 1.0, opacity),
        ("transform.rotation.z", 0.0, angle),
      ] {
        // Different phases, so that all frames cost the same.
        let phase = 2 * random.next()
        if isStill { continue }
        let animation = CABasicAnimation(keyPath: path)
        animation.fromValue = start
        animation.toValue = end
        animation.duration = duration
        animation.timeOffset = phase * duration
        animation.autoreverses = true
        animation.repeatCount = .infinity
        animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        layer.add(animation, forKey: path)
      }
    }
  }

  func change(forFrame frame: Int) {}

  private static func color(of index: Int) -> CGColor {
    func level(_ step: Int) -> CGFloat { CGFloat(64 + (index * step) % 192) / 255 }
    return CGColor(red: level(7), green: level(13), blue: level(29), alpha: 1)
  }
}

/// Labels of eight digits, nearly all of which change in every frame.
@MainActor final class TextScene: BenchScene {
  private static let columns = 10
  private var labels: [UILabel] = []

  func fill(_ view: UIView, count: Int) {
    view.backgroundColor = .black
    let rows = (count + Self.columns - 1) / Self.columns
    let cell = CGSize(
      width: view.bounds.width / CGFloat(Self.columns),
      height: view.bounds.height / CGFloat(max(1, rows)))
    labels = (0..<count).map { index in
      let label = UILabel(
        frame: CGRect(
          x: CGFloat(index % Self.columns) * cell.width,
          y: CGFloat(index / Self.columns) * cell.height, width: cell.width, height: cell.height))
      label.font = .systemFont(ofSize: 24)
      label.textColor = .white
      view.addSubview(label)
      return label
    }
    change(forFrame: 0)
  }

  func change(forFrame frame: Int) {
    for (index, label) in labels.enumerated() {
      label.text = String(10_000_000 + (index * 1_000_003 + frame * 7_654_321) % 90_000_000)
    }
  }
}

/// Copies of three samples, side by side, with every trigger fired again before its animation ends.
@MainActor final class SamplesScene: BenchScene {
  /// Fixed, so that results stay comparable when the catalogue grows.
  private static let kinds = SampleCatalogue.all.filter {
    ["FancyLabel", "Pop", "LoadingIndicator"].contains($0.name)
  }
  /// Number of frames between two triggers.
  private static let interval = 20
  private var samples: [any Sample] = []

  func fill(_ view: UIView, count: Int) {
    view.backgroundColor = .black
    samples = (0..<count).flatMap { _ in Self.kinds.map { $0.init() } }
    let columns = Self.kinds.count
    let cell = CGSize(
      width: view.bounds.width / CGFloat(columns), height: view.bounds.height / CGFloat(count))
    for (index, sample) in samples.enumerated() {
      let stage = StageView()
      stage.frame = CGRect(
        x: CGFloat(index % columns) * cell.width, y: CGFloat(index / columns) * cell.height,
        width: cell.width, height: cell.height)
      stage.show(sample)
      view.addSubview(stage)
    }
  }

  func change(forFrame frame: Int) {
    guard frame % Self.interval == 1 else { return }
    for sample in samples { for trigger in sample.triggers { trigger.action() } }
  }
}

/// Panels of 240 x 160 points that blur what is beneath them, and move over rounded rectangles that move too.
@MainActor final class FiltersScene: BenchScene {
  private static let moverCount = 100
  private let movers = MoversScene()

  func fill(_ view: UIView, count: Int) {
    movers.fill(view, count: Self.moverCount)
    var random = FloorRandom()
    let size = view.bounds.size
    for _ in 0..<count {
      let panel = UIVisualEffectView(effect: UIBlurEffect(style: .light))
      panel.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
      view.addSubview(panel)
      let move = CABasicAnimation(keyPath: "position")
      move.fromValue = CGPoint(x: random.next() * size.width, y: random.next() * size.height)
      move.toValue = CGPoint(x: random.next() * size.width, y: random.next() * size.height)
      move.duration = 2
      move.autoreverses = true
      move.repeatCount = .infinity
      panel.layer.add(move, forKey: "move")
    }
  }

  func change(forFrame frame: Int) {}
}
