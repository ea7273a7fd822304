// TimelineChart.swift
// The bars and curves of the Animations dock, drawn into one layer.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A bar for each animation: its delay hatched, its curve in each run, what was cut short empty. Behind all of them,
/// where the stage stood still before late frames.
final class TimelineChart: UIView {
  private var rows: [TimelineRow] = []
  private var axis = TimeAxis(length: 1, width: 1)
  /// Measures what the drawing costs.
  var meter = WorkMeter()
  var standstills: [Standstill] = [] {
    didSet { if standstills != oldValue { layer.setNeedsDisplay() } }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isOpaque = false
    layer.needsDisplayOnBoundsChange = true
  }

  required init?(coder: NSCoder) { nil }

  func show(_ rows: [TimelineRow], _ axis: TimeAxis) {
    guard rows != self.rows || axis != self.axis else { return }
    (self.rows, self.axis) = (rows, axis)
    layer.setNeedsDisplay()
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    meter.measure { drawRows(in: context) }
  }

  private func drawRows(in context: CGContext) {
    // Without rows there is no axis either.
    if rows.isEmpty { return }
    context.setFillColor(Theme.grid.cgColor)
    for tick in 0...max(0, Int(axis.length / axis.step + 1e-6)) {
      context.fill(
        CGRect(x: axis.x(Double(tick) * axis.step), y: 0, width: 1, height: bounds.height))
    }
    // Behind the rows, so that their curves stay readable.
    drawStandstills(in: context)
    for (index, row) in rows.enumerated() {
      draw(row, top: CGFloat(index) * AnimationsPane.rowHeight + 3, in: context)
    }
  }

  /// An area for each, with the mark of late frames at its top where that has room.
  private func drawStandstills(in context: CGContext) {
    var marks: [(x: CGFloat, mark: FrameChart.Mark)] = []
    for standstill in standstills where standstill.times.lowerBound <= axis.length {
      let (left, right) = (
        axis.x(standstill.times.lowerBound), axis.x(standstill.times.upperBound)
      )
      context.setFillColor(Theme.hitch.withAlphaComponent(0.16).cgColor)
      context.fill(CGRect(x: left, y: 0, width: max(2, right - left), height: bounds.height))
      marks.append((right, standstill.isInjected ? .lateOnPurpose : .late))
    }
    for (x, mark) in FrameChart.separate(marks) {
      FrameChart.draw(mark, at: CGPoint(x: x, y: 1), in: context)
    }
  }

  private func draw(_ row: TimelineRow, top: CGFloat, in context: CGContext) {
    let height = AnimationsPane.rowHeight - 6
    let begin = axis.x(row.begin)
    let seen: TimeInterval
    if case .cutShort(let time) = row.outcome { seen = time } else { seen = row.end }
    drawDelay(until: begin, top: top, height: height, in: context)
    let color = row.outcome == .inFlight ? Theme.accent : Theme.wait
    let bar = CGRect(x: begin, y: top, width: max(2, axis.x(seen) - begin), height: height)
    context.setFillColor(color.cgColor.copy(alpha: 0.16) ?? color.cgColor)
    context.fill(bar)
    // What did not run, up to the end that was planned.
    if case .cutShort = row.outcome {
      context.setFillColor(Theme.hitch.cgColor)
      context.fill(CGRect(x: bar.maxX - 1, y: top, width: 2, height: height))
      context.setFillColor(Theme.hairline.cgColor)
      context.fill(
        CGRect(x: bar.maxX + 1, y: top + height - 1, width: axis.x(row.end) - bar.maxX, height: 1))
    }
    context.saveGState()
    context.clip(to: bar)
    drawRuns(of: row, top: top, height: height, color: color, in: context)
    context.restoreGState()
  }

  /// Diagonal lines from the start of the run to the begin of the animation.
  private func drawDelay(until end: CGFloat, top: CGFloat, height: CGFloat, in context: CGContext) {
    guard end >= 3 else { return }
    context.hatch(
      CGRect(x: 0, y: top, width: end, height: height), Theme.controlPressed, step: 8)
  }

  /// The curve of each run, later runs fainter; one that returns is mirrored.
  private func drawRuns(
    of row: TimelineRow, top: CGFloat, height: CGFloat, color: UIColor, in context: CGContext
  ) {
    guard row.run.isFinite, row.run > 0, row.curve.count > 1 else { return }
    // Overshoot stays in the row.
    let range = row.curve.plottedRange
    let span = range.upperBound - range.lowerBound
    func y(_ value: Double) -> CGFloat {
      top + height - 2 - CGFloat((value - range.lowerBound) / span) * (height - 4)
    }
    let last = min(row.end, axis.length)
    var begin = row.begin
    var number = 0
    context.setLineWidth(1.5)
    while begin < last - 1e-6, number < 40 {
      let isReturning = row.autoreverses && number % 2 == 1
      let alpha = number == 0 ? 1 : 0.5
      context.setStrokeColor(color.cgColor.copy(alpha: alpha) ?? color.cgColor)
      context.beginPath()
      for (index, sample) in row.curve.enumerated() {
        let time = begin + row.run * (isReturning ? 1 - sample.place : sample.place)
        let point = CGPoint(x: CGFloat(time / axis.length) * axis.width, y: y(sample.progress))
        if index == 0 { context.move(to: point) } else { context.addLine(to: point) }
      }
      context.strokePath()
      begin += row.run
      number += 1
      if row.isDriven { break }
    }
  }
}
