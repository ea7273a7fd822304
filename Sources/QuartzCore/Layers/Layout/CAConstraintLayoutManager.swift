// CAConstraintLayoutManager.swift
// Places sublayers as their constraints say.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Places the sublayers of a layer as their ``CALayer/constraints`` say.
///
/// One constraint along an axis moves a layer, keeping its length (or sets the length, keeping the lower
/// edge); of two or more the first two that differ count. Where constraints go in a circle, one of the
/// layers counts with the frame that it has. What refers to nobody, or is no number, says nothing.
///
/// Source: Apple's `CAConstraintLayoutManager`.
open class CAConstraintLayoutManager: CALayoutManager {
  /// Creates a manager, which serves any number of layers.
  public init() {}

  /// Returns a new manager.
  open class func layoutManager() -> CAConstraintLayoutManager { CAConstraintLayoutManager() }

  /// Places the layer's sublayers.
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

/// The frames of siblings, worked out as they are asked for.
private struct Solution {
  /// One axis of one sublayer's frame.
  private struct Span {
    var start: CGFloat
    var length: CGFloat
    var isKnown: Bool
    var isAwaited = false
  }

  private let constraints: [[CAConstraint]]
  private let names: [String: Int]
  /// For each sublayer x, then y; the superlayer's two come last.
  private var spans: [Span]

  init(_ layers: [CALayer], in bounds: CGRect) {
    constraints = layers.map { $0.constraints ?? [] }
    var names: [String: Int] = ["superlayer": layers.count]
    for (index, layer) in layers.enumerated() {
      // Of several layers of one name the first is meant.
      if let name = layer.name, names[name] == nil { names[name] = index }
    }
    self.names = names
    spans = []
    for (layer, isKnown) in layers.map({ ($0.frame, $0.constraints == nil) }) + [(bounds, true)] {
      spans.append(Span(start: layer.minX, length: layer.width, isKnown: isKnown))
      spans.append(Span(start: layer.minY, length: layer.height, isKnown: isKnown))
    }
  }

  mutating func frame(of index: Int) -> CGRect {
    find(2 * index)
    find(2 * index + 1)
    let (x, y) = (spans[2 * index], spans[2 * index + 1])
    return CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  /// Works out one span, after those it depends on. A chain may be long, so the call stack is left
  /// alone; one that is already awaited closes a circle, and counts as it is.
  private mutating func find(_ span: Int) {
    var open = [span]
    while let current = open.last {
      if spans[current].isKnown {
        open.removeLast()
        continue
      }
      spans[current].isAwaited = true
      let sources = rules(of: current).map(\.source)
      let missing = sources.filter { !spans[$0].isKnown && !spans[$0].isAwaited }
      if missing.isEmpty {
        settle(current)
        open.removeLast()
      } else {
        open += missing
      }
    }
  }

  /// A constraint with the span that it sets and the one that it reads.
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

  private mutating func settle(_ span: Int) {
    var numbers: [(part: CAConstraintAttribute.Part, value: CGFloat)] = []
    for rule in rules(of: span) where numbers.count < 2 {
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
    spans[span].isKnown = true
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
