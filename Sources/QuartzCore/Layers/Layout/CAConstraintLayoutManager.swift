// CAConstraintLayoutManager.swift
// Lays out sublayers by their constraints.
//
// This folder: layout managers and autoresizing.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// Lays out the sublayers of a layer by their ``CALayer/constraints``.
///
/// One constraint along an axis moves a layer without changing its length, or sets the length without
/// moving the minimum edge. Of two or more, the first two of different attributes are used. In a cycle of
/// constraints, one of the layers is used with its current frame. Constraints to unknown layers, and those
/// that are not finite, are ignored.
///
/// Source: Apple's `CAConstraintLayoutManager`.
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
  /// Creates a manager, which any number of layers can share.
  public override init() {}

  /// Returns a new manager.
  open class func layoutManager() -> CAConstraintLayoutManager { CAConstraintLayoutManager() }

  /// Lays out the layer's sublayers.
  open func layoutSublayers(of layer: CALayer) {
    let layers = layer.sublayers ?? []
    guard layers.contains(where: { $0.constraints != nil }) else { return }
    var solution = Solution(layers, in: layer.bounds)
    for index in layers.indices where layers[index].constraints != nil {
      let frame = solution.frame(of: index)
      if frame.isFinite, frame != layers[index].frame { layers[index].frame = frame }
    }
  }
}

/// The frames of siblings, computed on demand.
private struct Solution {
  /// One axis of one sublayer's frame.
  private struct Span {
    var start: CGFloat
    var length: CGFloat
    var isSolved: Bool
    var isVisited = false
  }

  private let constraints: [[CAConstraint]]
  private let names: [String: Int]
  /// Two for each sublayer, x and y; the superlayer's two are the last.
  private var spans: [Span]

  init(_ layers: [CALayer], in bounds: CGRect) {
    constraints = layers.map { $0.constraints ?? [] }
    var names: [String: Int] = ["superlayer": layers.count]
    for (index, layer) in layers.enumerated() {
      // Of several layers of one name, the first is used.
      if let name = layer.name, names[name] == nil { names[name] = index }
    }
    self.names = names
    spans = []
    for (layer, isSolved) in layers.map({ ($0.frame, $0.constraints == nil) }) + [(bounds, true)] {
      spans.append(Span(start: layer.minX, length: layer.width, isSolved: isSolved))
      spans.append(Span(start: layer.minY, length: layer.height, isSolved: isSolved))
    }
  }

  mutating func frame(of index: Int) -> CGRect {
    solve(2 * index)
    solve(2 * index + 1)
    let (x, y) = (spans[2 * index], spans[2 * index + 1])
    return CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  /// Solves a span after those that it depends on. Iterative, as chains may be long. A span that is
  /// visited twice closes a cycle, and is used as it is.
  private mutating func solve(_ span: Int) {
    var open = [span]
    while let current = open.last {
      if spans[current].isSolved {
        open.removeLast()
        continue
      }
      spans[current].isVisited = true
      let missing = rules(of: current).map(\.source).filter {
        !spans[$0].isSolved && !spans[$0].isVisited
      }
      if missing.isEmpty {
        apply(rules(of: current), to: current)
        open.removeLast()
      } else {
        open += missing
      }
    }
  }

  /// A constraint and the span that it reads.
  private struct Rule {
    let constraint: CAConstraint
    let source: Int
  }

  private func rules(of span: Int) -> [Rule] {
    constraints[span / 2].compactMap { constraint in
      guard constraint.attribute.isVertical == (span % 2 == 1),
        constraint.scale.isFinite, constraint.offset.isFinite,
        let other = names[constraint.sourceName]
      else { return nil }
      return Rule(
        constraint: constraint,
        source: 2 * other + (constraint.sourceAttribute.isVertical ? 1 : 0))
    }
  }

  private mutating func apply(_ rules: [Rule], to span: Int) {
    var numbers: [(part: CAConstraintAttribute.Part, value: CGFloat)] = []
    for rule in rules where numbers.count < 2 {
      let part = rule.constraint.attribute.part
      if numbers.contains(where: { $0.part == part }) { continue }
      let source = spans[rule.source]
      let value =
        switch rule.constraint.sourceAttribute.part {
        case .min: source.start
        case .mid: source.start + source.length / 2
        case .max: source.start + source.length
        case .length: source.length
        }
      numbers.append((part, value * rule.constraint.scale + rule.constraint.offset))
    }
    func number(_ part: CAConstraintAttribute.Part) -> CGFloat? {
      numbers.first { $0.part == part }?.value
    }
    let (min, mid, max) = (number(.min), number(.mid), number(.max))
    var length = spans[span].length
    if let given = number(.length) {
      length = given
    } else if let min, let max {
      length = max - min
    } else if let min, let mid {
      length = 2 * (mid - min)
    } else if let mid, let max {
      length = 2 * (max - mid)
    }
    length = Swift.max(0, length)
    if let min {
      spans[span].start = min
    } else if let max {
      spans[span].start = max - length
    } else if let mid {
      spans[span].start = mid - length / 2
    }
    spans[span].length = length
    spans[span].isSolved = true
  }
}

extension CAConstraintAttribute {
  fileprivate enum Part { case min, mid, max, length }

  fileprivate var isVertical: Bool { rawValue >= Self.minY.rawValue }

  fileprivate var part: Part {
    switch self {
    case .minX, .minY: .min
    case .midX, .midY: .mid
    case .maxX, .maxY: .max
    case .width, .height: .length
    }
  }
}
