// AnimationsPane.swift
// The Animations dock: a row for each animation of the run on a common axis of time, and the line that scrubs it.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A place in time and width: the axis of the pane.
struct TimeAxis: Hashable {
  /// Seconds across the whole width; above 0.
  var length: TimeInterval
  var width: CGFloat

  func x(_ time: TimeInterval) -> CGFloat {
    (min(max(time / length, 0), 1) * width).rounded()
  }

  /// The time at a place, in whole milliseconds: as it is shown.
  func time(_ x: CGFloat) -> TimeInterval {
    let time = Double(min(max(x / max(width, 1), 0), 1)) * length
    return min((time * 1000).rounded() / 1000, length)
  }

  /// The distance of two ticks: the shortest of 1, 2 or 5 times a power of ten that leaves room for labels.
  var step: TimeInterval {
    let least = length * 72 / max(Double(width), 72)
    var power = 0.001
    while power * 10 <= least { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
  }
}

/// The rows of a run's animations.
final class AnimationsPane: UIView {
  static let rowHeight: CGFloat = 36
  private static let ruler: CGFloat = 24

  /// Called with the time to which the scrub line was dragged, in seconds since the start of the run.
  var scrub: (TimeInterval) -> Void = { _ in }
  /// Called when the scrub line was let go.
  var scrubDidEnd: () -> Void = {}
  /// Whether the scrub line is held, which its handle shows.
  private(set) var isScrubbing = false {
    didSet { handle.backgroundColor = isScrubbing ? Theme.accent : Theme.focusRing }
  }
  /// Called with whether the start or the end of the loop was dragged, and its time.
  var moveLoopEdge: (_ isStart: Bool, TimeInterval) -> Void = { _, _ in }
  /// Called with whether the begin or the end of the chosen row's run was dragged, its time, and whether it stays.
  var moveRunEdge: (_ isStart: Bool, TimeInterval, _ isFinal: Bool) -> Void = { _, _, _ in }
  /// Whether the chosen row's animation can be edited.
  var canEditChosen = false {
    didSet { if canEditChosen != oldValue { placeGrips() } }
  }
  /// The edge of the run that is dragged, and its time.
  private var dragged: (isStart: Bool, time: TimeInterval)?
  /// The run of the chosen row, with grips at its ends.
  private let outline = UIView()
  private let grips = (UIView(), UIView())
  /// Measures what the chart costs.
  var meter = WorkMeter() { didSet { chart.meter = meter } }
  /// Called with the row whose name was pressed.
  var choose: (Int) -> Void = { _ in }

  private let scroller = UIScrollView()
  private let chart = TimelineChart()
  /// The areas of the ruler and of the rows; the latter scrolls with them, as the wheel over it does.
  private let surfaces = (ruler: ScrubSurface(), rows: ScrubSurface())
  /// The area of the rows' names.
  let rowNames = RowNames()
  private let line = UIView()
  private let handle = UIView()
  private let loopBar = UIView()
  private let hint = UILabel("", color: Theme.dimText, alignment: .center)
  private var names: [(title: UILabel, detail: UILabel)] = []
  /// The row that was chosen last, whose name is lit; nil for none.
  var chosen: Int? { didSet { if chosen != oldValue { lightNames() } } }
  /// Behind the name of the chosen row.
  private let highlight = UIView()
  /// The number of animations that have no row.
  private let more = UILabel("", font: Theme.small, color: Theme.dimText)
  private var ticks: [UILabel] = []
  /// A line beside the names of rows that one block began.
  private var brackets: [UIView] = []
  private var rows: [TimelineRow] = []
  private var unlisted = 0
  private var version = -1
  private var length: TimeInterval = 0
  private var runLength: TimeInterval = 0
  private var time: TimeInterval = 0
  private var loop: ClosedRange<TimeInterval>?

  override init(frame: CGRect) {
    super.init(frame: frame)
    line.backgroundColor = Theme.focusRing
    handle.backgroundColor = Theme.focusRing
    handle.layer.cornerRadius = 4
    loopBar.backgroundColor = Theme.accent
    loopBar.layer.cornerRadius = 2
    for view in [line, handle, loopBar] { view.isUserInteractionEnabled = false }
    highlight.backgroundColor = Theme.controlPressed
    highlight.layer.cornerRadius = 4
    highlight.isHidden = true
    highlight.isUserInteractionEnabled = false
    outline.layer.borderColor = Theme.accent.cgColor
    outline.layer.borderWidth = 1
    for grip in [grips.0, grips.1] {
      grip.backgroundColor = Theme.accent
      grip.layer.cornerRadius = 2
    }
    for view in [outline, grips.0, grips.1] {
      view.isUserInteractionEnabled = false
      view.isHidden = true
    }
    [highlight, chart, outline, grips.0, grips.1, more, surfaces.rows, rowNames]
      .forEach(scroller.addSubview)
    rowNames.toolTip = "Choose the animation and its layer; a second one is compared with it"
    rowNames.press = { [weak self] in
      guard let self else { return }
      let row = Int($0 / Self.rowHeight)
      if rows.indices.contains(row) { choose(row) }
    }
    [scroller, hint, surfaces.ruler, loopBar, line, handle].forEach(addSubview)
    for surface in [surfaces.ruler, surfaces.rows] {
      surface.moved = { [weak self] in
        guard let self else { return }
        isScrubbing = true
        scrub(axis.time($0))
      }
      surface.ended = { [weak self] in
        guard let self else { return }
        if let dragged {
          self.dragged = nil
          return moveRunEdge(dragged.isStart, dragged.time, true)
        }
        guard isScrubbing else { return }
        isScrubbing = false
        scrubDidEnd()
      }
    }
    surfaces.rows.edge = { [weak self] in self?.runEdge(at: $0) }
    surfaces.rows.movedEdge = { [weak self] in
      guard let self else { return }
      let time = dragTime(isStart: $0, axis.time($1))
      dragged = ($0, time)
      placeGrips()
      moveRunEdge($0, time, false)
    }
    surfaces.ruler.edge = { [weak self] in self?.loopEdge(at: $0) }
    surfaces.ruler.movedEdge = { [weak self] in
      guard let self else { return }
      moveLoopEdge($0, axis.time($1))
    }
  }

  required init?(coder: NSCoder) { nil }

  /// The start or the end of the loop at a place of the ruler; nil for neither.
  private func loopEdge(at point: CGPoint) -> (isStart: Bool, x: CGFloat)? {
    guard let loop, point.y >= Self.ruler / 2 else { return nil }
    let (start, end) = (axis.x(loop.lowerBound), axis.x(loop.upperBound))
    let isStart = abs(point.x - start) < abs(point.x - end)
    let x = isStart ? start : end
    return abs(point.x - x) <= 6 ? (isStart, x) : nil
  }

  // MARK: The chosen run

  /// The begin and the end of the chosen row's first run; nil without one that can be edited.
  private var chosenRun: ClosedRange<TimeInterval>? {
    guard canEditChosen, let chosen, rows.indices.contains(chosen), rows[chosen].run.isFinite,
      rows[chosen].run > 0
    else { return nil }
    let row = rows[chosen]
    let (begin, end) = (max(0, row.begin), max(0, row.begin) + row.run)
    guard let dragged else { return begin...end }
    // The whole run moves with its begin.
    return dragged.isStart
      ? dragged.time...(dragged.time + row.run) : begin...max(begin, dragged.time)
  }

  /// The time to which an edge may be dragged, in whole hundredths of a second.
  private func dragTime(isStart: Bool, _ time: TimeInterval) -> TimeInterval {
    let time = (time * 100).rounded() / 100
    guard !isStart, let begin = chosenRun?.lowerBound else { return max(0, time) }
    return max(begin + 0.01, time)
  }

  private func runEdge(at point: CGPoint) -> (isStart: Bool, x: CGFloat)? {
    guard let run = chosenRun, let chosen, Int(point.y / Self.rowHeight) == chosen else {
      return nil
    }
    let (start, end) = (axis.x(run.lowerBound), axis.x(run.upperBound))
    // Of a short run the end is the one that has room.
    let isStart = abs(point.x - start) < abs(point.x - end)
    let x = isStart ? start : end
    return abs(point.x - x) <= 6 ? (isStart, x) : nil
  }

  private func placeGrips() {
    let run = chosenRun
    for view in [outline, grips.0, grips.1] { view.isHidden = run == nil }
    guard let run, let chosen else { return }
    let left = namesWidth + 32
    let (start, end) = (left + axis.x(run.lowerBound), left + axis.x(run.upperBound))
    let y = CGFloat(chosen) * Self.rowHeight + 3
    let height = Self.rowHeight - 6
    outline.frame = CGRect(x: start, y: y, width: max(1, end - start), height: height)
    grips.0.frame = CGRect(x: start - 2, y: y + 5, width: 4, height: height - 10)
    grips.1.frame = CGRect(x: end - 2, y: y + 5, width: 4, height: height - 10)
  }

  /// The control that is dragged, by the name that the log of events gives it.
  var control: (name: String, control: UIControl) { ("scrubber", surfaces.ruler) }

  /// Shows the rows of a run, if they changed.
  ///
  /// - Parameter hasBegun: Whether a run has begun.
  func show(_ timeline: RunTimeline, hasBegun: Bool) {
    guard timeline.version != version else { return }
    hint.show(hasBegun ? Wording.noAnimation : Wording.noRows)
    (version, rows, unlisted) = (timeline.version, timeline.rows, timeline.unlisted)
    length = timeline.length
    writeNames()
    setNeedsLayout()
    chart.layer.setNeedsDisplay()
  }

  /// Marks where the stage stood still before late frames.
  func show(standstills: [Standstill]) { chart.standstills = standstills }

  /// Moves the scrub line.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start of the run.
  ///   - length: Seconds of the run, which may be longer than its animations: while an animator is paused it goes on.
  ///     Infinite without an end.
  ///   - loop: The part that is played again and again.
  func show(time: TimeInterval, length: TimeInterval, loop: ClosedRange<TimeInterval>?) {
    let runLength = length.isFinite ? length : 0
    guard time != self.time || loop != self.loop || runLength != self.runLength else { return }
    (self.time, self.loop) = (time, loop)
    let old = axis
    self.runLength = runLength
    if axis != old { setNeedsLayout() }
    layOutLine()
  }

  private func writeNames() {
    while names.count < rows.count {
      let pair = (
        UILabel("", font: Theme.body), UILabel("", font: Theme.small, color: Theme.dimText)
      )
      scroller.addSubview(pair.0)
      scroller.addSubview(pair.1)
      names.append(pair)
    }
    widestName = 0
    for (index, name) in names.enumerated() {
      let isUsed = index < rows.count
      (name.title.isHidden, name.detail.isHidden) = (!isUsed, !isUsed)
      guard isUsed else { continue }
      let row = rows[index]
      name.title.show("\(row.title) · \(row.layer)")
      name.detail.show(Self.detail(of: row, among: rows))
      let room = CGSize(width: 1000, height: 20)
      for label in [name.title, name.detail] {
        widestName = max(widestName, label.sizeThatFits(room).width.rounded(.up))
      }
    }
    lightNames()
    more.isHidden = unlisted == 0
    more.show("and \(Wording.count(unlisted, "other"))")
  }

  private func lightNames() {
    for (index, name) in names.enumerated() {
      let color = index == chosen ? Theme.accent : Theme.text
      if name.title.textColor != color { name.title.textColor = color }
    }
    placeHighlight()
  }

  private func placeHighlight() {
    placeGrips()
    let row = chosen.flatMap { rows.indices.contains($0) ? $0 : nil }
    highlight.isHidden = row == nil
    guard let row else { return }
    highlight.frame = CGRect(
      x: 12, y: CGFloat(row) * Self.rowHeight + 1, width: namesWidth + 8,
      height: Self.rowHeight - 2)
  }

  /// What a long line loses is what matters least.
  private static func detail(of row: TimelineRow, among rows: [TimelineRow]) -> String {
    var parts = [row.detail]
    // A delay, not the time between the start of the run and its first frame.
    if row.begin >= 0.02 { parts.insert("after \(Wording.fixed(row.begin, 2)) s", at: 0) }
    if case .cutShort(let time) = row.outcome {
      // Another one of the same property began then.
      let isReplaced = rows.contains {
        $0.id != row.id && $0.title == row.title && $0.layer == row.layer
          && abs($0.begin - time) < 0.04
      }
      let word = isReplaced ? "replaced" : "removed"
      parts.insert("\(word) at \(Wording.fixed(time, 2)) s", at: 0)
    }
    return parts.joined(separator: ", ")
  }

  // MARK: Layout

  private var namesWidth: CGFloat {
    min(max(200, widestName), (bounds.width * 0.4).rounded())
  }
  /// The width of the longest name or detail, in points.
  private var widestName: CGFloat = 0

  private var axis: TimeAxis {
    TimeAxis(
      length: max(length, runLength, 0.05), width: max(1, bounds.width - namesWidth - 32 - 32))
  }

  override func layoutSubviews() {
    let left = namesWidth + 32
    let body = CGRect(
      x: 0, y: Self.ruler, width: bounds.width, height: max(0, bounds.height - Self.ruler))
    scroller.frame = body
    let rowsHeight = CGFloat(rows.count) * Self.rowHeight
    let height = rowsHeight + (unlisted > 0 ? 24 : 8)
    more.frame = CGRect(x: 16, y: rowsHeight + 2, width: namesWidth, height: 16)
    scroller.contentSize = CGSize(width: body.width, height: height)
    rowNames.frame = CGRect(x: 0, y: 0, width: namesWidth + 24, height: rowsHeight)
    for (index, name) in names.enumerated() where index < rows.count {
      let y = CGFloat(index) * Self.rowHeight
      name.title.frame = CGRect(x: 16, y: y + 2, width: namesWidth, height: 17)
      name.detail.frame = CGRect(x: 16, y: y + 18, width: namesWidth, height: 16)
    }
    layOutBrackets()
    placeHighlight()
    chart.frame = CGRect(x: left, y: 0, width: axis.width, height: max(height, body.height))
    chart.show(rows, axis)
    surfaces.ruler.frame = CGRect(x: left - 8, y: 0, width: axis.width + 16, height: Self.ruler)
    surfaces.rows.frame = CGRect(
      x: left - 8, y: 0, width: axis.width + 16, height: chart.frame.height)
    hint.isHidden = !rows.isEmpty
    for surface in [surfaces.ruler, surfaces.rows] { surface.isHidden = rows.isEmpty }
    hint.frame = CGRect(x: 16, y: bounds.height / 2 - 10, width: bounds.width - 32, height: 20)
    layOutTicks(left)
    layOutLine()
  }

  /// The runs of two rows or more that one block, animator or transaction began.
  var groups: [Range<Int>] {
    var groups: [Range<Int>] = []
    for (index, row) in rows.enumerated() where row.group != nil {
      if let last = groups.last, last.upperBound == index, rows[last.lowerBound].group == row.group
      {
        groups[groups.count - 1] = last.lowerBound..<index + 1
      } else {
        groups.append(index..<index + 1)
      }
    }
    return groups.filter { $0.count > 1 }
  }

  private func layOutBrackets() {
    let groups = groups
    while brackets.count < groups.count {
      let bracket = UIView()
      bracket.backgroundColor = Theme.accent
      bracket.layer.cornerRadius = 1.5
      bracket.isUserInteractionEnabled = false
      scroller.addSubview(bracket)
      brackets.append(bracket)
    }
    for (index, bracket) in brackets.enumerated() {
      bracket.isHidden = index >= groups.count
      guard index < groups.count else { continue }
      bracket.frame = CGRect(
        x: 7, y: CGFloat(groups[index].lowerBound) * Self.rowHeight + 4, width: 3,
        height: CGFloat(groups[index].count) * Self.rowHeight - 8)
    }
  }

  private func layOutTicks(_ left: CGFloat) {
    let axis = axis
    let count = rows.isEmpty ? 0 : Int(axis.length / axis.step + 1e-6) + 1
    while ticks.count < count {
      let label = UILabel("", font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
      label.isUserInteractionEnabled = false
      addSubview(label)
      ticks.append(label)
    }
    for (index, label) in ticks.enumerated() {
      label.isHidden = index >= count
      guard index < count else { continue }
      let time = Double(index) * axis.step
      label.show(Wording.fixed(time, axis.step < 0.1 ? 2 : 1) + " s")
      // The last one keeps the margin.
      let x = min(left + axis.x(time) - 32, bounds.width - 72)
      label.frame = CGRect(x: x, y: 2, width: 64, height: 14)
    }
  }

  private func layOutLine() {
    let x = namesWidth + 32 + axis.x(time)
    for view in [line, handle] { view.isHidden = rows.isEmpty }
    line.frame = CGRect(
      x: x, y: Self.ruler - 8, width: 1, height: max(0, bounds.height - Self.ruler + 8))
    // Beneath the times of the axis, which stay legible.
    handle.frame = CGRect(x: x - 3.5, y: Self.ruler - 8, width: 8, height: 8)
    loopBar.isHidden = loop == nil || rows.isEmpty
    if let loop {
      let from = axis.x(loop.lowerBound)
      loopBar.frame = CGRect(
        x: namesWidth + 32 + from, y: Self.ruler - 7, width: max(4, axis.x(loop.upperBound) - from),
        height: 4)
    }
  }
}

/// A control for the pointer alone, as keys do the same elsewhere.
class PointerArea: UIControl {
  override var canBecomeFocused: Bool { false }
  override var canBecomeFirstResponder: Bool { false }
}

/// The area in which a press chooses a row, as does the tree of the inspector's Layers tab.
final class RowNames: PointerArea {
  /// Called with the place of the pointer, in points from the upper edge.
  var press: (CGFloat) -> Void = { _ in }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    press(touch.location(in: self).y)
    return true
  }
}

/// The area in which a drag moves the scrub line, as do the keys `,` `.` Home and End, or an edge of the loop, as do
/// Shift+Home and Shift+End.
private final class ScrubSurface: PointerArea {
  /// Called with the distance of the pointer from the axis' start, in points.
  var moved: (CGFloat) -> Void = { _ in }
  /// Returns whether the start or the end of the loop is at a place, from the axis' start, and where; nil for neither.
  var edge: (CGPoint) -> (isStart: Bool, x: CGFloat)? = { _ in nil }
  /// Called with the edge that is dragged, and the distance of the pointer.
  var movedEdge: (_ isStart: Bool, CGFloat) -> Void = { _, _ in }
  /// Called when the pointer was let go.
  var ended: () -> Void = {}
  private var heldEdge: Bool?
  /// The distance of the pointer from the edge that it took, which it keeps.
  private var grip: CGFloat = 0

  private func follow(_ touch: UITouch) {
    let x = touch.location(in: self).x - 8
    if let heldEdge { movedEdge(heldEdge, x - grip) } else { moved(x) }
  }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let place = touch.location(in: self)
    let edge = edge(CGPoint(x: place.x - 8, y: place.y))
    (heldEdge, grip) = (edge?.isStart, edge.map { place.x - 8 - $0.x } ?? 0)
    follow(touch)
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    follow(touch)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) { ended() }

  override func cancelTracking(with event: UIEvent?) { ended() }
}
