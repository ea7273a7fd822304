// CurvePane.swift
// The Curve tab of the inspector: one animation's curve, what can be edited of it, and its values at even steps and now.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The curve and the values of one animation of the run.
final class CurvePane: UIView {
  /// Called with the row of the animation before the one on show, or after it.
  var choose: (Int) -> Void = { _ in }
  /// Called after something was edited that stays: the run is to be played again.
  var didEdit: () -> Void = {}
  /// Called to copy the selected animation as code.
  var copyCode: () -> Void = {}
  /// What is edited of the run's animations.
  var edits: RunEdits?

  /// The height with a low plot, two rows of fields and the buttons, below one line of detail.
  static let leastHeight: CGFloat = 240
  private static let rowHeight: CGFloat = 20
  /// Rows of the table; an odd number has the middle of the run.
  private static let mostRows = 11

  private let hint = UILabel(Wording.noCurve, color: Theme.dimText, alignment: .center, lines: 2)
  private let title = UILabel("", font: Theme.bodyBold)
  private let number = UILabel("", font: Theme.small, color: Theme.dimText)
  private let detail = UILabel("", font: Theme.small, color: Theme.dimText)
  /// Measures details, outside of the window.
  private let ruler = UILabel("", font: Theme.small)
  private lazy var back = IconButton(.up) { [weak self] in self?.step(by: -1) }
  private lazy var on = IconButton(.down) { [weak self] in self?.step(by: 1) }
  private let plot = CurvePlot()
  private let fields = MotionFields()
  private lazy var copy = ActionButton("Copy as Swift") { [weak self] in self?.copyCode() }
  private lazy var revert = ActionButton("Revert") { [weak self] in self?.revertEdits() }
  private let heading = CurveRow(["time", "progress", "value"], color: Theme.dimText)
  private let current = CurveRow(["", "", ""], color: Theme.accent)
  private let rows = (0..<CurvePane.mostRows).map { _ in
    CurveRow(["", "", ""], color: Theme.text)
  }

  private var timeline: RunTimeline?
  private var version = -1
  /// The index of the row on show.
  private(set) var chosen = 0
  private var row: TimelineRow?
  private var curve: CurveSample?
  private var hasRun = false
  /// The rows of the table that have room.
  private var shownRows = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    ([hint, title, number, detail, back, on, plot, fields, copy, revert, heading, current] + rows)
      .forEach(addSubview)
    plot.bend = { [weak self] in self?.take(pace: $0, isFinal: $1) }
    fields.changeMotion = { [weak self] in self?.take($0, isFinal: $1) }
    fields.changeEnd = { [weak self] in self?.take($0, isFinal: $1) }
    copy.toolTip = "Copy the code that makes this animation, and those of the same block"
    revert.toolTip = "Play it as the code has it"
    detail.numberOfLines = 2
    // A long name gets smaller letters rather than an ellipsis.
    (title.adjustsFontSizeToFitWidth, title.minimumScaleFactor) = (true, 0.8)
    (back.toolTip, on.toolTip) = ("The animation before", "The next animation")
    showRow()
  }

  required init?(coder: NSCoder) { nil }

  /// The controls, by the names that the log of events gives them.
  var controls: [(name: String, control: UIControl)] {
    guard !isHidden, !back.isHidden else { return [] }
    let own: [(name: String, control: UIControl)] =
      [("curve-back", back), ("curve-on", on)]
      + (copy.isHidden ? [] : [("plot", plot), ("copy-swift", copy), ("revert", revert)])
    return own + (fields.isHidden ? [] : fields.controls)
  }

  // MARK: What is shown

  /// The title of the animation on show.
  var shownTitle: String { title.text ?? "" }

  /// Shows the first animation of a run that begins.
  func beginRun() { (chosen, hasRun) = (0, true) }

  /// Shows nothing of the sample before.
  func beginSample() { (chosen, hasRun) = (0, false) }

  /// Shows an animation by its row in the Animations dock.
  func show(row: Int) {
    chosen = row
    version = -1
  }

  private func step(by offset: Int) {
    guard let count = timeline?.rows.count, count > 0 else { return }
    choose((chosen + offset + count) % count)
  }

  /// Shows the chosen animation at a time.
  ///
  /// - Parameter elapsed: Seconds of the stage's time since the start of the run.
  func refresh(_ timeline: RunTimeline?, elapsed: TimeInterval) {
    let isOther = timeline !== self.timeline
    self.timeline = timeline
    guard !isHidden, let timeline else { return }
    if isOther || timeline.version != version {
      version = timeline.version
      chosen = min(chosen, max(0, timeline.rows.count - 1))
      let new = timeline.rows.indices.contains(chosen) ? timeline.rows[chosen] : nil
      let isSame =
        new?.id == row?.id && new?.run == row?.run && new?.begin == row?.begin
        && new?.segments == row?.segments
      row = new
      if isOther || !isSame || curve == nil {
        curve = sample(of: timeline)
        writeTable()
      }
      if let new { curve?.row = new }
      showRow()
    }
    showNow(at: elapsed)
  }

  /// The curve of the chosen row; nil where there is none, or its animation was not recorded.
  private func sample(of timeline: RunTimeline) -> CurveSample? {
    timeline.recorded(ofRow: chosen).map { CurveSample($0, timeline.rows[chosen]) }
  }

  // MARK: Editing

  /// Identifies the animation on show, if it can be edited.
  private var editable: ObjectIdentifier? {
    let id = timeline?.recorded(ofRow: chosen)?.id
    return id.flatMap { edits?.knows($0) == true ? $0 : nil }
  }

  private func take(pace: Pace, isFinal: Bool) {
    guard let id = editable, var motion = edits?.motion(of: id) else { return }
    motion.pace = pace
    take(motion, isFinal: isFinal)
  }

  private func take(_ motion: Motion, isFinal: Bool) {
    guard let id = editable else { return }
    edits?.setMotion(motion, of: id)
    showMotion()
    if isFinal { didEdit() }
  }

  private func take(_ end: EndValue, isFinal: Bool) {
    guard let id = editable else { return }
    edits?.setEnd(end, of: id)
    showMotion()
    if isFinal { didEdit() }
  }

  private func revertEdits() {
    guard let id = editable, edits?.isEdited(id) == true else { return }
    edits?.revert(id)
    showMotion()
    didEdit()
  }

  /// Shows the numbers of the motion, and its curve beside the one that the code has.
  func showMotion() {
    let id = editable
    for view in [fields, copy, revert] as [UIView] { view.isHidden = row == nil || id == nil }
    guard let row else { return }
    guard let id, let edits, let motion = edits.motion(of: id), let old = edits.original(of: id)
    else { return plot.show(row.curve) }
    fields.show(motion, edits.end(of: id))
    revert.isEnabled = edits.isEdited(id)
    // What an animator did on the way is no longer the curve that it has.
    let isPlain = row.segments.count < 2 && motion.pace != .keyed
    plot.show(
      isPlain ? motion.curve ?? row.curve : row.curve,
      old: isPlain && motion.pace != old.pace ? old.curve ?? [] : [],
      pace: isPlain ? motion.pace : nil)
  }

  private func showRow() {
    let isEmpty = row == nil
    hint.isHidden = !isEmpty
    hint.show(hasRun ? Wording.noAnimation : Wording.noCurve)
    for view in [title, number, detail, back, on, plot, heading, current] as [UIView] {
      view.isHidden = isEmpty
    }
    if let row {
      title.show("\(row.title) · \(row.layer)")
      let overshoot = curve?.overshoot.map { " · \($0)" } ?? ""
      number.show("\(chosen + 1) of \(timeline?.rows.count ?? 1)\(overshoot)")
      showDetail()
    }
    showMotion()
    setNeedsLayout()
  }

  /// Shows what the animation is in one line: where all of it has no room, without the class, which the curve implies.
  ///
  /// - Returns: Whether it needs a second line, for what an animator changed on the way.
  @discardableResult private func showDetail() -> Bool {
    guard let row else { return false }
    func hasRoom(_ text: String) -> Bool {
      ruler.text = text
      return ruler.sizeThatFits(CGSize(width: 10_000, height: 16)).width <= lineWidth
    }
    let text = hasRoom(row.detail) ? row.detail : row.briefDetail
    detail.show(text)
    return !hasRoom(text)
  }

  /// The width of the pane's lines, in points. Scroll bars are in the margin.
  private var lineWidth: CGFloat { bounds.width - 12 }

  private func writeTable() {
    let table = curve?.table(shownRows, isAligned: true) ?? []
    for (place, labels) in rows.enumerated() {
      labels.show(place < table.count ? table[place] : ["", "", ""])
    }
  }

  private func showNow(at elapsed: TimeInterval) {
    guard let curve else { return }
    let place = curve.place(at: elapsed)
    plot.show(place, curve.progress(place))
    let texts = curve.texts(at: place, time: curve.shownTime(elapsed), isAligned: true)
    current.show(["now \(texts[0])"] + texts.dropFirst())
  }

  /// What the pane shows of a run as text, whether or not it is on show: the animation, the time on show, and even steps.
  ///
  /// - Parameter elapsed: Seconds of the stage's time since the start of the run.
  func lines(of timeline: RunTimeline, elapsed: TimeInterval) -> [String] {
    guard let curve = sample(of: timeline) else { return [] }
    let row = curve.row
    let overshoot = curve.overshoot.map { ", \($0)" } ?? ""
    let now = curve.texts(at: curve.place(at: elapsed), time: curve.shownTime(elapsed))
    return ["\(row.title) of \(row.layer), \(row.detail)\(overshoot)"]
      + ([now] + curve.table(Self.mostRows)).map { $0.joined(separator: ", ") }
  }

  // MARK: Layout

  override func layoutSubviews() {
    let width = lineWidth
    hint.frame = CGRect(x: 0, y: 24, width: width, height: 36)
    on.frame = CGRect(x: width - 36, y: 0, width: 36, height: Theme.target)
    back.frame = CGRect(x: width - 76, y: 0, width: 36, height: Theme.target)
    title.frame = CGRect(x: 0, y: 0, width: width - 84, height: 20)
    number.frame = CGRect(x: 0, y: 20, width: width - 84, height: 16)
    let lower: CGFloat = showDetail() ? 16 : 0
    detail.frame = CGRect(x: 0, y: 36, width: width, height: 16 + lower)
    // The plot has nearly a third, in steps of four points; with fields what they and the begin, the middle and the end
    // of the run leave. The table has the rest, of which two rows are its heading and the time on show.
    let editing = fields.isHidden ? 0 : fields.fittingHeight + Theme.target + 12
    let share =
      fields.isHidden ? bounds.height * 0.3 : bounds.height - 56 - lower - 8 - editing - 100
    let height = min(160, max(48, (share / 4).rounded(.down) * 4))
    plot.frame = CGRect(x: 0, y: 56 + lower, width: width, height: height)
    var y = plot.frame.maxY + 8
    if !fields.isHidden {
      let height = fields.fittingHeight
      fields.frame = CGRect(x: 0, y: y, width: width, height: height)
      y += height + 4
      layOutRow([copy, revert], from: CGPoint(x: 0, y: y))
      y += Theme.target + 8
    }
    // Where there is no room for numbers, the dot shows the time.
    let showsTable = row != nil && y + 2 * Self.rowHeight <= bounds.height
    for line in [heading, current] {
      line.isHidden = !showsTable
      line.frame = CGRect(x: 0, y: y, width: width, height: Self.rowHeight)
      y += Self.rowHeight
    }
    let room = max(0, Int((bounds.height - y) / Self.rowHeight))
    let count = row == nil ? 0 : min(room, Self.mostRows)
    for (index, labels) in rows.enumerated() {
      labels.isHidden = index >= count
      labels.frame = CGRect(
        x: 0, y: y + CGFloat(index) * Self.rowHeight, width: width, height: Self.rowHeight)
    }
    if count != shownRows {
      shownRows = count
      writeTable()
    }
  }
}

/// A line of the table.
private final class CurveRow: UIView {
  private let labels: [UILabel]

  init(_ texts: [String], color: UIColor) {
    labels = texts.enumerated().map { column, text in
      UILabel(text, font: Theme.smallNumbers, color: color, alignment: column == 2 ? .left : .right)
    }
    super.init(frame: .zero)
    labels.forEach(addSubview)
    isUserInteractionEnabled = false
  }

  required init?(coder: NSCoder) { nil }

  func show(_ texts: [String]) { for (label, text) in zip(labels, texts) { label.show(text) } }

  override func layoutSubviews() {
    let places: [(x: CGFloat, width: CGFloat)] = [
      (0, 84), (88, 60), (160, max(0, bounds.width - 160)),
    ]
    for (label, place) in zip(labels, places) {
      label.frame = CGRect(x: place.x, y: 2, width: place.width, height: 16)
    }
  }
}
