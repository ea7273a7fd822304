// MotionFields.swift
// The numbers of a motion in the Curve tab: its times, its pace, and the value that it ends with.
//
// SPDX-License-Identifier: MIT

import UIKit

/// Rows of numbers, four in a row.
final class MotionFields: UIView {
  /// Called with a motion that was changed, and whether it stays.
  var changeMotion: (Motion, _ isFinal: Bool) -> Void = { _, _ in }
  /// Called with an end that was changed, and whether it stays.
  var changeEnd: (EndValue, _ isFinal: Bool) -> Void = { _, _ in }

  private static let mostCells = 10
  private let cells = (0..<MotionFields.mostCells).map { _ in NumberCell() }
  private var motion = Motion(duration: 0, delay: 0, pace: .keyed)
  private var end: EndValue?
  private static let columns = 4
  private var count = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    for (index, cell) in cells.enumerated() {
      addSubview(cell)
      cell.change = { [weak self] in self?.take($0, ofCell: index, isFinal: $1) }
    }
  }

  required init?(coder: NSCoder) { nil }

  /// The height of all rows, in points.
  var fittingHeight: CGFloat {
    CGFloat((count + Self.columns - 1) / Self.columns) * (NumberCell.height + 4)
  }

  /// The cells that are shown, by the names that the log of events gives them.
  var controls: [(name: String, control: UIControl)] {
    cells.filter { !$0.isHidden }.map {
      ("field-" + $0.range.name.lowercased().replacing(" ", with: "-"), $0)
    }
  }

  func show(_ motion: Motion, _ end: EndValue?) {
    (self.motion, self.end) = (motion, end)
    let all = Self.times(of: motion) + Self.numbers(of: motion.pace) + Self.numbers(of: end)
    count = all.count
    for (index, cell) in cells.enumerated() {
      cell.isHidden = index >= count
      if index < count { cell.show(all[index].0, all[index].1) }
    }
  }

  // MARK: Numbers

  private typealias Number = (NumberRange, Double)

  private static func times(of motion: Motion) -> [Number] {
    let duration = NumberRange(name: "Duration", limits: 0.01...60, step: 0.01, unit: "s")
    let delay = NumberRange(name: "Delay", limits: 0...60, step: 0.01, unit: "s")
    return (motion.hasDuration ? [(duration, motion.duration)] : []) + [(delay, motion.delay)]
  }

  private static func numbers(of pace: Pace) -> [Number] {
    let velocity = NumberRange(name: "Velocity", limits: -100...100, step: 0.1)
    switch pace {
    case .keyed: return []
    case .curve(let curve):
      let x = 0.0...1.0
      let y = -2.0...3.0
      return [
        (NumberRange(name: "x1", limits: x, step: 0.01), curve.c1.x),
        (NumberRange(name: "y1", limits: y, step: 0.01), curve.c1.y),
        (NumberRange(name: "x2", limits: x, step: 0.01), curve.c2.x),
        (NumberRange(name: "y2", limits: y, step: 0.01), curve.c2.y),
      ]
    case .filling(let ratio, let value):
      return [
        (NumberRange(name: "Damping", limits: 0.01...1, step: 0.01), ratio), (velocity, value),
      ]
    case .perceptual(let bounce, let value):
      return [(NumberRange(name: "Bounce", limits: -1...1, step: 0.01), bounce), (velocity, value)]
    case .physical(let mass, let stiffness, let damping, let value):
      return [
        (NumberRange(name: "Mass", limits: 0.01...1000, step: 0.1), mass),
        (NumberRange(name: "Stiffness", limits: 0.1...100_000, step: 1), stiffness),
        (NumberRange(name: "Damping", limits: 0...10_000, step: 0.1), damping),
        (velocity, value),
      ]
    }
  }

  private static func numbers(of end: EndValue?) -> [Number] {
    guard let end else { return [] }
    return zip(EndValue.names(of: end.kind), end.numbers).enumerated().map { index, pair in
      var range = NumberRange(name: pair.0, limits: -100_000...100_000, step: 1)
      switch end.kind {
      case .number: range.step = abs(pair.1) <= 2 ? 0.01 : abs(pair.1) <= 20 ? 0.1 : 1
      case .color: (range.limits, range.step) = (0...1, 0.01)
      case .turn where index > 1: range.step = 0.01
      case .point, .size, .rect, .turn: break
      }
      return (range, pair.1)
    }
  }

  private func take(_ value: Double, ofCell index: Int, isFinal: Bool) {
    let times = motion.hasDuration ? 2 : 1
    let pace = Self.numbers(of: motion.pace).count
    switch index {
    case ..<(times - 1): motion.duration = value
    case ..<times: motion.delay = value
    case ..<(times + pace): motion.pace.set(value, at: index - times)
    default:
      let place = index - times - pace
      guard var end, end.numbers.indices.contains(place) else { return }
      end.numbers[place] = value
      self.end = end
      return changeEnd(end, isFinal)
    }
    changeMotion(motion, isFinal)
  }

  override func layoutSubviews() {
    let width = (bounds.width - CGFloat(Self.columns - 1) * 4) / CGFloat(Self.columns)
    for (index, cell) in cells.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
      cell.frame = CGRect(
        x: CGFloat(column) * (width + 4), y: CGFloat(row) * (NumberCell.height + 4), width: width,
        height: NumberCell.height)
    }
  }
}

extension Pace {
  /// Sets one of its numbers, by its place among the fields.
  fileprivate mutating func set(_ value: Double, at index: Int) {
    switch self {
    case .keyed: break
    case .curve(let curve):
      var n = [curve.c1.x, curve.c1.y, curve.c2.x, curve.c2.y]
      n[index] = value
      self = .curve(n[0], n[1], n[2], n[3])
    case .filling(let ratio, let velocity):
      self =
        index == 0
        ? .filling(dampingRatio: value, velocity: velocity)
        : .filling(dampingRatio: ratio, velocity: value)
    case .perceptual(let bounce, let velocity):
      self =
        index == 0
        ? .perceptual(bounce: value, velocity: velocity)
        : .perceptual(bounce: bounce, velocity: value)
    case .physical(let mass, let stiffness, let damping, let velocity):
      var n = [mass, stiffness, damping, velocity]
      n[index] = value
      self = .physical(mass: n[0], stiffness: n[1], damping: n[2], velocity: n[3])
    }
  }
}
