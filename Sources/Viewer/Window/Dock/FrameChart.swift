// FrameChart.swift
// One bar for each frame, divided by stage. Missed refreshes are empty slots. The whole chart is drawn into
// one layer.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The slots of frames in the chart: one slot for each refresh, the newest at the right.
struct ChartSlots: Hashable {
  /// The slot of each frame in the history. 0 is the leftmost; negative slots are not visible.
  private(set) var slots: [Int] = []

  init() {}

  /// Assigns slots to the frames of a history; reuses the array's memory.
  mutating func place(_ history: FrameHistory, count: Int) {
    slots.removeAll(keepingCapacity: true)
    var slot = 0
    for index in 0..<history.count {
      if index > 0 { slot += history.interval(endingAt: index)?.held ?? 1 }
      slots.append(slot)
    }
    let shift = min(count - 1, slot) - slot
    for index in slots.indices { slots[index] += shift }
  }
}

/// The chart of the Frames dock.
final class FrameChart: UIView {
  static let slotWidth: CGFloat = 3
  /// The duration at full height, in seconds.
  static let fullScale: TimeInterval = 0.05
  static let preferredWidth = slotWidth * CGFloat(FrameHistory.capacity)

  /// The frames to draw. A change does not redraw by itself.
  var history = FrameHistory()
  private var slots = ChartSlots()

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    clipsToBounds = true
    layer.needsDisplayOnBoundsChange = true
  }

  required init?(coder: NSCoder) { nil }

  override func draw(_ layer: CALayer, in context: CGContext) {
    context.setFillColor(Theme.stage.cgColor)
    context.fill(bounds)
    let count = Int(bounds.width / Self.slotWidth)
    guard count > 0 else { return }
    slots.place(history, count: count)
    for (index, slot) in slots.slots.enumerated() where slot >= 0 {
      drawBar(of: history[index], at: slot, in: context)
      if let interval = history.interval(endingAt: index), interval.missed > 0 {
        drawHitch(interval, endingAt: slot, isInjected: history[index].isInjected, in: context)
      }
    }
    drawPeriod(in: context)
  }

  /// A lane of the chart: the stages of one thread.
  private struct Lane {
    var stages: [FrameStage]
    /// In points of the chart, from its top.
    var bottom: CGFloat
    var height: CGFloat
  }

  /// The lanes of a frame: one where one thread does everything; else the main thread's above the render
  /// server's.
  private func lanes(of record: FrameRecord) -> [Lane] {
    guard record.isServed else {
      return [Lane(stages: FrameStage.allCases, bottom: bounds.height, height: bounds.height)]
    }
    let height = (bounds.height / 2 - 4).rounded()
    return [
      Lane(stages: [.events, .commit], bottom: height, height: height),
      Lane(stages: [.animate, .render, .present], bottom: bounds.height, height: height),
    ]
  }

  private func drawBar(of record: FrameRecord, at slot: Int, in context: CGContext) {
    for lane in lanes(of: record) { draw(lane, of: record, at: slot, in: context) }
  }

  /// Stages are stacked from the bottom, in their order; the wait is translucent.
  private func draw(_ lane: Lane, of record: FrameRecord, at slot: Int, in context: CGContext) {
    let x = CGFloat(slot) * Self.slotWidth
    let width = Self.slotWidth - 1
    let top = lane.bottom - lane.height
    var bottom = lane.bottom
    for stage in lane.stages {
      let height = min(
        min(max(0, record[stage] / Self.fullScale), 1) * lane.height, bottom - top)
      // Less than a third of a pixel is not visible.
      guard height > 0.3 else { continue }
      bottom -= height
      let color = Theme.color(of: stage).cgColor
      if stage == .present {
        context.setFillColor(color.copy(alpha: 0.22) ?? color)
        context.fill(CGRect(x: x, y: bottom, width: width, height: height))
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: bottom, width: width, height: 1))
      } else {
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: bottom, width: width, height: height))
      }
    }
    // A frame without duration, as on the virtual clock, still has a mark.
    if lane.bottom - bottom < 2 {
      context.setFillColor(Theme.wait.cgColor)
      context.fill(CGRect(x: x, y: lane.bottom - 2, width: width, height: 2))
    }
  }

  /// Marks the empty slots before a late frame with a hatch, and the frame with a cap.
  private func drawHitch(
    _ interval: FrameInterval, endingAt slot: Int, isInjected: Bool, in context: CGContext
  ) {
    context.setFillColor(Theme.hitch.cgColor)
    let first = max(0, slot - interval.missed)
    for missed in first..<max(slot, first) {
      let x = CGFloat(missed) * Self.slotWidth
      for y in stride(from: 12, to: bounds.height, by: 6) {
        context.fill(CGRect(x: x, y: y, width: Self.slotWidth - 1, height: 1))
      }
    }
    let x = CGFloat(slot) * Self.slotWidth + 1
    context.beginPath()
    context.move(to: CGPoint(x: x, y: 2))
    context.addLine(to: CGPoint(x: x + 4, y: 9))
    context.addLine(to: CGPoint(x: x - 4, y: 9))
    context.closePath()
    // Hollow for an injected hitch.
    if isInjected {
      context.setStrokeColor(Theme.hitch.cgColor)
      context.setLineWidth(1)
      context.strokePath()
    } else {
      context.fillPath()
    }
  }

  /// In each lane a solid line at the refresh period, a dotted one at twice that.
  private func drawPeriod(in context: CGContext) {
    guard let last = history.last, last.period > 0 else { return }
    context.setFillColor(Theme.dimText.cgColor.copy(alpha: 0.7) ?? Theme.dimText.cgColor)
    for lane in lanes(of: last) {
      func y(_ time: TimeInterval) -> CGFloat {
        (lane.bottom - min(time / Self.fullScale, 1) * lane.height).rounded()
      }
      context.fill(CGRect(x: 0, y: y(last.period), width: bounds.width, height: 1))
      let twice = y(2 * last.period)
      for x in stride(from: 0, to: bounds.width, by: 8) {
        context.fill(CGRect(x: x, y: twice, width: 3, height: 1))
      }
    }
  }
}
