// FrameChart.swift
// One bar for each frame, divided by stage, above an axis of refreshes. Missed refreshes are hatched slots without a
// bar. The whole chart is drawn into one layer.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The slots of frames in the chart: one slot for each refresh, the newest at the right.
struct ChartSlots: Hashable {
  /// The slot of each frame from ``first`` on. 0 is the leftmost.
  private(set) var slots: [Int] = []
  /// The index of the frame that ``slots`` begins with: earlier ones have left the chart.
  private(set) var first = 0

  init() {}

  /// Assigns slots to the last frames of a history, as far as the chart has room; reuses the array's memory.
  ///
  /// - Parameters:
  ///   - count: The number of slots.
  ///   - shown: The index of a frame that must be among them. Nil for none.
  mutating func place(_ history: FrameHistory, count: Int, showing shown: Int? = nil) {
    place(history, count: count, until: history.count)
    guard let shown, shown < first else { return }
    var (begin, before) = (shown, 0)
    while begin > 0, before < count {
      before += Self.refreshes(of: history, at: begin)
      begin -= 1
    }
    // Frames after it have a third of the chart, or what those before it leave.
    let room = max(count / 3, count - 1 - before)
    var (end, after) = (shown + 1, 0)
    while end < history.count {
      after += Self.refreshes(of: history, at: end)
      if after > room { break }
      end += 1
    }
    place(history, count: count, until: end)
  }

  /// The refreshes from the frame before the one at an index to it.
  private static func refreshes(of history: FrameHistory, at index: Int) -> Int {
    history.interval(endingAt: index)?.held ?? 1
  }

  private mutating func place(_ history: FrameHistory, count: Int, until end: Int) {
    slots.removeAll(keepingCapacity: true)
    // From the newest frame back.
    var slot = 0
    first = end
    while first > 0, slot > -count {
      slots.append(slot)
      first -= 1
      slot -= first > 0 ? Self.refreshes(of: history, at: first) : 0
    }
    slots.reverse()
    // A chart that is not full begins at its left.
    let shift = first > 0 ? count - 1 : min(count - 1, -(slots.first ?? 0))
    for index in slots.indices { slots[index] += shift }
  }

  /// The frames that have a slot.
  var frames: Range<Int> { first..<first + slots.count }

  /// The slot of a frame; nil for one that has left the chart.
  func slot(ofFrame index: Int) -> Int? {
    frames.contains(index) ? slots[index - first] : nil
  }

  /// The frame whose slot is nearest to another slot, among those not before it: a missed refresh belongs to the
  /// late frame after it. Nil beyond the last.
  func frame(at slot: Int) -> Int? { slots.firstIndex { $0 >= slot }.map { first + $0 } }
}

/// The chart of the Frames dock.
final class FrameChart: UIView {
  static let slotWidth: CGFloat = 3
  /// The refreshes of the axis.
  static let refreshes = 3

  /// Returns the frames to draw. A history that the chart kept would be copied with the next frame.
  var frames: () -> FrameHistory = { FrameHistory() }
  /// The refresh period of the axis, in seconds.
  var period: TimeInterval = 1.0 / 60
  /// Whether the axis has a lane for each thread.
  var isServed = false
  private var slots = ChartSlots()
  /// The index of the frame beneath the pointer, else of the one that was chosen; nil for none.
  var marked: Int? { didSet { if marked != oldValue { layer.setNeedsDisplay() } } }
  /// The index of the frame that was chosen, which the chart keeps while newer ones come; nil for none.
  var chosen: Int? { didSet { if chosen != oldValue { layer.setNeedsDisplay() } } }

  /// The index of the frame that showed the time of a paused stage; nil while it plays.
  var playhead: Int? { didSet { if playhead != oldValue { layer.setNeedsDisplay() } } }

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
    let index = slots.frame(at: Int(point.x / Self.slotWidth))
    // The slots are those of the last drawing, perhaps of another sample.
    return index.flatMap { $0 < frames().count ? $0 : nil }
  }

  /// The frame at a horizontal place, or the nearest one; nil without frames.
  func nearestFrame(to x: CGFloat) -> Int? {
    let count = frames().count
    guard count > 0 else { return nil }
    let slot = Int(min(max(x, 0), bounds.width) / Self.slotWidth)
    // Beyond the last slot is the last frame of the chart.
    return min(slots.frame(at: slot) ?? slots.frames.last ?? count - 1, count - 1)
  }

  /// Whether a frame was in the chart when it was drawn last.
  func shows(frame index: Int) -> Bool { slots.slot(ofFrame: index) != nil }

  /// The columns of the selection, in points.
  private func selectedColumns(in history: FrameHistory) -> ClosedRange<CGFloat>? {
    guard let selection else { return nil }
    let chosen = slots.frames.clamped(to: history.indices(of: selection))
    guard let first = chosen.first.flatMap(slots.slot), let last = chosen.last.flatMap(slots.slot)
    else { return nil }
    let left = CGFloat(first) * Self.slotWidth
    return left...max(left, CGFloat(last + 1) * Self.slotWidth)
  }

  /// The duration at a lane's full height, in seconds.
  private var fullScale: TimeInterval { Double(Self.refreshes) * max(period, 1e-4) }

  /// Measures what the drawing costs.
  var meter = WorkMeter()

  override func draw(_ layer: CALayer, in context: CGContext) {
    meter.measure { drawBars(in: context) }
  }

  private func drawBars(in context: CGContext) {
    context.setFillColor(Theme.stage.cgColor)
    context.fill(bounds)
    let count = Int(bounds.width / Self.slotWidth)
    guard count > 0 else { return }
    let history = frames()
    slots.place(history, count: count, showing: chosen)
    if let slot = marked.flatMap(slots.slot) {
      context.setFillColor(Theme.controlPressed.cgColor)
      context.fill(
        CGRect(
          x: CGFloat(slot) * Self.slotWidth - 1, y: 0, width: Self.slotWidth + 1,
          height: bounds.height))
    }
    let columns = selectedColumns(in: history)
    if let columns {
      context.setFillColor(Theme.control.cgColor)
      context.fill(
        CGRect(
          x: columns.lowerBound, y: 0, width: columns.upperBound - columns.lowerBound,
          height: bounds.height))
    }
    drawTimes(of: history, in: context)
    drawUnmeasured(of: history, in: context)
    drawBegins(of: history, in: context)
    for (index, slot) in zip(slots.frames, slots.slots) {
      if let interval = history.interval(endingAt: index), interval.missed > 0 {
        // Where the frame before it has left the chart, only some of them are in it.
        let missed = CGFloat(min(interval.missed, slot)) * Self.slotWidth
        let x = CGFloat(slot) * Self.slotWidth
        context.hatch(
          CGRect(x: x - missed, y: 0, width: missed, height: bounds.height),
          Theme.hatching, step: 6)
      }
      drawBar(of: history[index], at: slot, in: context)
    }
    drawPeriod(in: context)
    drawCaps(of: history, in: context)
    if let slot = playhead.flatMap(slots.slot) {
      context.setFillColor(Theme.focusRing.cgColor)
      context.fill(
        CGRect(x: CGFloat(slot) * Self.slotWidth, y: 0, width: 1, height: bounds.height))
    }
    drawMarks(of: history, in: context)
    guard let columns else { return }
    context.setFillColor(Theme.accent.cgColor)
    for x in [columns.lowerBound, columns.upperBound - 1] {
      context.fill(CGRect(x: x, y: 0, width: 1, height: bounds.height))
    }
  }

  /// The seconds of a run between two lines of its time.
  private static let timeStep = 0.5

  /// A line with its time where a run reaches each half second, behind the bars.
  private func drawTimes(of history: FrameHistory, in context: CGContext) {
    var last = -TimeInterval.infinity
    for (index, slot) in zip(slots.frames, slots.slots) {
      let time = history.runTime(at: index)
      defer { last = time }
      let step = (time / Self.timeStep + 1e-6).rounded(.down)
      // The time starts over in a loop, in another run, and backwards.
      guard step > 0, last < time, last < step * Self.timeStep - 1e-6, last > -.infinity else {
        continue
      }
      let x = CGFloat(slot) * Self.slotWidth
      context.setFillColor(Theme.grid.cgColor)
      context.fill(CGRect(x: x, y: 0, width: 1, height: bounds.height))
      let text = Self.text("\(Wording.fixed(step * Self.timeStep, 1)) s", Theme.dimText)
      Self.draw(text, at: CGPoint(x: x + 3, y: 10), in: context)
    }
  }

  /// A line before the first frame of each run but the first.
  private func drawBegins(of history: FrameHistory, in context: CGContext) {
    context.setFillColor(Theme.dimText.cgColor)
    for (index, slot) in zip(slots.frames, slots.slots)
    where index > 0 && slot > 0 && history.beginsRun(at: index) {
      context.fill(
        CGRect(x: CGFloat(slot) * Self.slotWidth - 1, y: 0, width: 1, height: bounds.height))
    }
  }

  /// Greys the frames before which the window was hidden or changed its size.
  private func drawUnmeasured(of history: FrameHistory, in context: CGContext) {
    context.setFillColor(Theme.controlPressed.cgColor)
    for (index, slot) in zip(slots.frames, slots.slots) where !history[index].isVisible {
      context.fill(
        CGRect(
          x: CGFloat(slot) * Self.slotWidth - 1, y: 0, width: Self.slotWidth, height: bounds.height)
      )
    }
  }

  /// A lane of the chart: the stages on one thread.
  struct Lane: Hashable {
    /// Its name; nil for the only lane.
    var title: String?
    /// Whether the thread is the main one; nil for the only lane, which has both.
    var isMain: Bool?
    /// In points of the chart, from its top.
    var bottom: CGFloat
    var height: CGFloat

    func seconds(of stage: FrameStage, in record: FrameRecord) -> TimeInterval {
      isMain.map { record.seconds(of: stage, onMainThread: $0) } ?? record[stage]
    }
  }

  /// The lanes of a frame: one where one thread does everything; else the main thread's above the render
  /// server's.
  static func lanes(isServed: Bool, height: CGFloat) -> [Lane] {
    guard isServed else {
      return [Lane(bottom: height, height: height)]
    }
    let half = (height / 2 - 4).rounded()
    return [
      Lane(title: "Main", isMain: true, bottom: half, height: half),
      Lane(title: "Render", isMain: false, bottom: height, height: half),
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
    for stage in FrameStage.allCases {
      let seconds = lane.seconds(of: stage, in: record)
      let height = min(min(max(0, seconds / fullScale), 1) * lane.height, bottom - top)
      // A twentieth of a millisecond is too little to see.
      guard seconds >= 0.00005, height > 0 else { continue }
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

  /// The meaning of a mark above a frame's bar, the most important first.
  enum Mark: Hashable, CaseIterable {
    case late, lateOnPurpose
    /// A fault begins, in a frame that is not late.
    case fault
  }

  /// The mark of a frame; nil for none.
  nonisolated static func mark(of history: FrameHistory, at index: Int) -> Mark? {
    let isInjected = history[index].isInjected
    if (history.interval(endingAt: index)?.missed ?? 0) > 0 {
      return isInjected ? .lateOnPurpose : .late
    }
    return isInjected && (index == 0 || !history[index - 1].isInjected) ? .fault : nil
  }

  /// The width of a mark, in points: late frames are two slots apart or more, and their marks have room side by side.
  static let markWidth = 2 * slotWidth

  private func drawMarks(of history: FrameHistory, in context: CGContext) {
    let marks = zip(slots.frames, slots.slots).compactMap { index, slot in
      Self.mark(of: history, at: index).map { (x: CGFloat(slot) * Self.slotWidth + 1, mark: $0) }
    }
    for (x, mark) in Self.separate(marks) {
      Self.draw(mark, at: CGPoint(x: x, y: 2), in: context)
    }
  }

  /// Returns the marks that have room beside each other: of those that would overlap, the most important, else the
  /// first.
  static func separate(_ marks: [(x: CGFloat, mark: Mark)]) -> [(x: CGFloat, mark: Mark)] {
    var kept: [(x: CGFloat, mark: Mark)] = []
    for kind in Mark.allCases {
      let more = marks.filter { $0.mark == kind }
      for mark in more where !kept.contains(where: { abs($0.x - mark.x) < markWidth }) {
        kept.append(mark)
      }
    }
    return kept
  }

  /// Marks the bars that end above the chart, and writes beside them how many milliseconds they are, where that does
  /// not cross another number.
  private func drawCaps(of history: FrameHistory, in context: CGContext) {
    var lastEnds: [CGFloat: CGFloat] = [:]
    for (index, slot) in zip(slots.frames, slots.slots).reversed() {
      let record = history[index]
      for lane in Self.lanes(isServed: record.isServed, height: bounds.height) {
        // Without the wait for the screen, which is as long as the frame took to appear.
        let work = FrameStage.allCases.reduce(0) {
          $0 + ($1 == .present ? 0 : lane.seconds(of: $1, in: record))
        }
        guard work > fullScale else { continue }
        let (x, top) = (CGFloat(slot) * Self.slotWidth, lane.bottom - lane.height)
        context.setFillColor(Theme.text.cgColor)
        context.fill(CGRect(x: x - 1, y: top, width: Self.slotWidth + 1, height: 2))
        let text = Self.text(Wording.fixed(work * 1000, 0), Theme.text)
        let width = text.size().width.rounded(.up)
        // The mark of a late frame is above it.
        let place = CGPoint(x: x - width - 3, y: top + (top == 0 ? 9 : 1))
        guard place.x >= 0, x + 1 <= lastEnds[top] ?? .infinity else { continue }
        lastEnds[top] = place.x
        context.setFillColor(Theme.stage.withAlphaComponent(0.85).cgColor)
        context.fill(CGRect(x: place.x - 1, y: place.y, width: width + 2, height: 13))
        Self.draw(text, at: place, in: context)
      }
    }
  }

  private static func text(_ text: String, _ color: UIColor) -> NSAttributedString {
    NSAttributedString(
      string: text, attributes: [.font: Theme.smallNumbers, .foregroundColor: color])
  }

  private static func draw(_ text: NSAttributedString, at place: CGPoint, in context: CGContext) {
    UIGraphicsPushContext(context)
    text.draw(at: place)
    UIGraphicsPopContext()
  }

  /// Draws a mark with its tip at a point: filled for a late frame, hollow for an injected fault; grey if no frame was
  /// late.
  static func draw(_ mark: Mark, at tip: CGPoint, in context: CGContext) {
    // Half of a line's width is outside of its path.
    let half = mark == .late ? markWidth / 2 : (markWidth - 1) / 2
    context.beginPath()
    context.move(to: tip)
    context.addLine(to: CGPoint(x: tip.x + half, y: tip.y + 7))
    context.addLine(to: CGPoint(x: tip.x - half, y: tip.y + 7))
    context.closePath()
    if mark == .late {
      context.setFillColor(Theme.hitch.cgColor)
      context.fillPath()
    } else {
      context.setStrokeColor((mark == .fault ? Theme.dimText : Theme.hitch).cgColor)
      context.setLineWidth(1)
      context.strokePath()
    }
  }

  /// In each lane a solid line at the refresh period, dotted ones at twice and three times that.
  private func drawPeriod(in context: CGContext) {
    context.setFillColor(Theme.dimText.cgColor.copy(alpha: 0.55) ?? Theme.dimText.cgColor)
    for lane in Self.lanes(isServed: isServed, height: bounds.height) {
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
