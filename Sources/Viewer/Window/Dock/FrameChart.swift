// FrameChart.swift
// One bar for each frame, divided by stage, above an axis of refreshes. Missed refreshes are empty slots. The
// whole chart is drawn into one layer.
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

  /// The frame whose slot is nearest to another slot, among those not before it: a missed refresh belongs to the
  /// late frame after it. Nil beyond the last.
  func frame(at slot: Int) -> Int? { slots.firstIndex { $0 >= slot } }
}

/// The chart of the Frames dock.
final class FrameChart: UIView {
  static let slotWidth: CGFloat = 3
  /// The refreshes of the axis.
  static let refreshes = 3

  /// The frames to draw. A change does not redraw by itself.
  var history = FrameHistory()
  private var slots = ChartSlots()
  /// The index of the frame beneath the pointer, or that was clicked; nil for none.
  var marked: Int? { didSet { if marked != oldValue { layer.setNeedsDisplay() } } }

  /// The numbers of the frames that are chosen; nil for none.
  var selection: ClosedRange<Int>? {
    didSet { if selection != oldValue { layer.setNeedsDisplay() } }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
    layer.needsDisplayOnBoundsChange = true
  }

  required init?(coder: NSCoder) { nil }

  /// The index of the frame at a place; nil without one.
  func frame(at point: CGPoint) -> Int? {
    guard bounds.contains(point) else { return nil }
    return slots.frame(at: Int(point.x / Self.slotWidth))
  }

  /// The frame at a horizontal place, or the nearest one; nil without frames.
  func nearestFrame(to x: CGFloat) -> Int? {
    guard history.count > 0 else { return nil }
    let slot = Int(min(max(x, 0), bounds.width) / Self.slotWidth)
    return slots.frame(at: slot) ?? history.count - 1
  }

  /// The columns of the selection, in points.
  private var selectedColumns: ClosedRange<CGFloat>? {
    guard let selection else { return nil }
    let chosen = slots.slots.indices.filter { selection.contains(history[$0].index) }
    guard let first = chosen.first, let last = chosen.last else { return nil }
    let left = CGFloat(slots.slots[first]) * Self.slotWidth
    return left...max(left, CGFloat(slots.slots[last] + 1) * Self.slotWidth)
  }

  /// The duration at a lane's full height, in seconds.
  private var fullScale: TimeInterval {
    Double(Self.refreshes) * max(history.last?.period ?? 1.0 / 60, 1e-4)
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    context.setFillColor(Theme.stage.cgColor)
    context.fill(bounds)
    let count = Int(bounds.width / Self.slotWidth)
    guard count > 0 else { return }
    slots.place(history, count: count)
    if let marked, slots.slots.indices.contains(marked), slots.slots[marked] >= 0 {
      context.setFillColor(Theme.controlPressed.cgColor)
      context.fill(
        CGRect(
          x: CGFloat(slots.slots[marked]) * Self.slotWidth - 1, y: 0, width: Self.slotWidth + 1,
          height: bounds.height))
    }
    let columns = selectedColumns
    if let columns {
      context.setFillColor(Theme.control.cgColor)
      context.fill(
        CGRect(
          x: columns.lowerBound, y: 0, width: columns.upperBound - columns.lowerBound,
          height: bounds.height))
    }
    for (index, slot) in slots.slots.enumerated() where slot >= 0 {
      drawBar(of: history[index], at: slot, in: context)
      if let interval = history.interval(endingAt: index), interval.missed > 0 {
        Self.drawMark(
          at: CGPoint(x: CGFloat(slot) * Self.slotWidth + 1, y: 2),
          isInjected: history[index].isInjected, in: context)
      }
    }
    drawPeriod(in: context)
    guard let columns else { return }
    context.setFillColor(Theme.accent.cgColor)
    for x in [columns.lowerBound, columns.upperBound - 1] {
      context.fill(CGRect(x: x, y: 0, width: 1, height: bounds.height))
    }
  }

  /// A lane of the chart: the stages of one thread.
  struct Lane: Hashable {
    var title: String?
    var stages: [FrameStage]
    /// In points of the chart, from its top.
    var bottom: CGFloat
    var height: CGFloat
  }

  /// The lanes of a frame: one where one thread does everything; else the main thread's above the render
  /// server's.
  static func lanes(isServed: Bool, height: CGFloat) -> [Lane] {
    guard isServed else {
      return [Lane(stages: FrameStage.allCases, bottom: height, height: height)]
    }
    let half = (height / 2 - 4).rounded()
    return [
      Lane(title: "Main thread", stages: [.events, .commit], bottom: half, height: half),
      Lane(
        title: "Render thread", stages: [.animate, .render, .present], bottom: height, height: half),
    ]
  }

  private func drawBar(of record: FrameRecord, at slot: Int, in context: CGContext) {
    for lane in Self.lanes(isServed: record.isServed, height: bounds.height) {
      draw(lane, of: record, at: slot, in: context)
    }
  }

  /// Stages are stacked from the bottom, in their order; the wait is translucent.
  private func draw(_ lane: Lane, of record: FrameRecord, at slot: Int, in context: CGContext) {
    let x = CGFloat(slot) * Self.slotWidth
    let width = Self.slotWidth - 1
    let top = lane.bottom - lane.height
    var bottom = lane.bottom
    for stage in lane.stages {
      let height = min(min(max(0, record[stage] / fullScale), 1) * lane.height, bottom - top)
      // A twentieth of a millisecond is too little to see.
      guard record[stage] >= 0.00005, height > 0 else { continue }
      let visible = max(1, height.rounded())
      bottom -= visible
      let color = Theme.color(of: stage).cgColor
      if stage == .present {
        context.setFillColor(color.copy(alpha: 0.22) ?? color)
        context.fill(CGRect(x: x, y: bottom, width: width, height: visible))
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: bottom, width: width, height: 1))
      } else {
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: bottom, width: width, height: visible))
      }
    }
    // A frame without duration, as on the virtual clock, still has a mark.
    if lane.bottom - bottom < 2 {
      context.setFillColor(Theme.wait.cgColor)
      context.fill(CGRect(x: x, y: lane.bottom - 2, width: width, height: 2))
    }
  }

  /// Draws the mark of a late frame, hollow when the delay was injected, with its tip at a point.
  static func drawMark(at tip: CGPoint, isInjected: Bool, in context: CGContext) {
    context.beginPath()
    context.move(to: tip)
    context.addLine(to: CGPoint(x: tip.x + 4, y: tip.y + 7))
    context.addLine(to: CGPoint(x: tip.x - 4, y: tip.y + 7))
    context.closePath()
    if isInjected {
      context.setStrokeColor(Theme.hitch.cgColor)
      context.setLineWidth(1)
      context.strokePath()
    } else {
      context.setFillColor(Theme.hitch.cgColor)
      context.fillPath()
    }
  }

  /// In each lane a solid line at the refresh period, dotted ones at twice and three times that.
  private func drawPeriod(in context: CGContext) {
    guard let last = history.last, last.period > 0 else { return }
    context.setFillColor(Theme.dimText.cgColor.copy(alpha: 0.55) ?? Theme.dimText.cgColor)
    for lane in Self.lanes(isServed: last.isServed, height: bounds.height) {
      for refresh in 1...Self.refreshes {
        let y = (lane.bottom - lane.height * CGFloat(refresh) / CGFloat(Self.refreshes)).rounded()
        if refresh == 1 {
          context.fill(CGRect(x: 0, y: y, width: bounds.width, height: 1))
          continue
        }
        for x in stride(from: 0, to: bounds.width, by: 8) {
          context.fill(CGRect(x: x, y: y, width: 3, height: 1))
        }
      }
    }
  }
}
