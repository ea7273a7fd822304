// CurvePane.swift
// The Curve tab of the inspector: one animation's curve, with its values at even steps and now.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The curve and the values of one animation of the run.
final class CurvePane: UIView {
  private static let rowHeight: CGFloat = 18
  /// Rows of the table; an odd number has the middle of the run.
  private static let mostRows = 11

  private let hint = UILabel(Wording.noCurve, color: Theme.wait, alignment: .center, lines: 2)
  private let title = UILabel("", font: Theme.bodyBold)
  private let number = UILabel("", font: Theme.small, color: Theme.dimText)
  private let detail = UILabel("", font: Theme.small, color: Theme.dimText)
  private lazy var back = IconButton(.stepBack) { [weak self] in self?.choose(offset: -1) }
  private lazy var on = IconButton(.stepForward) { [weak self] in self?.choose(offset: 1) }
  private let plot = CurvePlot()
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
    ([hint, title, number, detail, back, on, plot, heading, current] + rows).forEach(addSubview)
    // The name of the curve is at its end.
    (detail.adjustsFontSizeToFitWidth, detail.minimumScaleFactor) = (true, 0.75)
    (back.toolTip, on.toolTip) = ("The animation before", "The next animation")
    showRow()
  }

  required init?(coder: NSCoder) { nil }

  /// The controls, by the names that the log of events gives them.
  var controls: [(name: String, control: UIControl)] {
    isHidden || back.isHidden ? [] : [("curve-back", back), ("curve-on", on)]
  }

  // MARK: What is shown

  /// The title of the animation on show.
  var shownTitle: String { title.text ?? "" }

  /// Shows the first animation of a run that begins.
  func beginRun() { (chosen, hasRun) = (0, true) }

  /// Shows nothing of the sample before.
  func beginSample() { (chosen, hasRun) = (0, false) }

  /// Chooses an animation by its row in the Animations dock.
  func choose(row: Int) {
    chosen = row
    version = -1
  }

  private func choose(offset: Int) {
    guard let count = timeline?.rows.count, count > 0 else { return }
    choose(row: (chosen + offset + count) % count)
    refresh(timeline, elapsed: elapsed)
  }

  private var elapsed: TimeInterval = 0

  /// Shows the chosen animation at a time.
  ///
  /// - Parameter elapsed: Seconds of the stage's time since the start of the run.
  func refresh(_ timeline: RunTimeline?, elapsed: TimeInterval) {
    let isOther = timeline !== self.timeline
    self.timeline = timeline
    self.elapsed = elapsed
    guard !isHidden, let timeline else { return }
    if isOther || timeline.version != version {
      version = timeline.version
      chosen = min(chosen, max(0, timeline.rows.count - 1))
      let new = timeline.rows.indices.contains(chosen) ? timeline.rows[chosen] : nil
      // An animator's curve changes with its segments.
      let isSame = new?.id == row?.id && new?.run == row?.run && new?.begin == row?.begin
      row = new
      if isOther || !isSame || curve == nil {
        curve = timeline.recorded(ofRow: chosen).map { CurveSample($0) }
        writeTable()
      }
      showRow()
    }
    showNow()
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
      let overshoot = curve?.overshoot(row).map { " · \($0)" } ?? ""
      number.show("\(chosen + 1) of \(timeline?.rows.count ?? 1)\(overshoot)")
      detail.show(row.detail)
      plot.show(curve?.samples ?? row.curve)
    }
    setNeedsLayout()
  }

  private func writeTable() {
    guard let row, let curve, shownRows > 1 else { return }
    for (index, labels) in rows.prefix(shownRows).enumerated() {
      let fraction = Double(index) / Double(shownRows - 1)
      labels.show(curve.texts(at: fraction, time: row.begin + row.shownRun * fraction))
    }
  }

  private func showNow() {
    guard let row, let curve else { return }
    let fraction = curve.drivenFraction ?? row.fraction(at: elapsed)
    plot.show(fraction, curve.progress(fraction))
    current.show(curve.texts(at: fraction, time: elapsed))
  }

  /// What the pane shows of a run as text, whether or not it is on show: the animation, the time on show, and even steps.
  ///
  /// - Parameter elapsed: Seconds of the stage's time since the start of the run.
  func lines(of timeline: RunTimeline, elapsed: TimeInterval) -> [String] {
    guard timeline.rows.indices.contains(chosen), let animation = timeline.recorded(ofRow: chosen)
    else { return [] }
    let (row, curve) = (timeline.rows[chosen], CurveSample(animation))
    let fraction = curve.drivenFraction ?? row.fraction(at: elapsed)
    let steps = (0..<Self.mostRows).map { step in
      let fraction = Double(step) / Double(Self.mostRows - 1)
      return curve.texts(at: fraction, time: row.begin + row.shownRun * fraction)
    }
    let overshoot = curve.overshoot(row).map { ", \($0)" } ?? ""
    return ["\(row.title) of \(row.layer), \(row.detail)\(overshoot)"]
      + ([curve.texts(at: fraction, time: elapsed)] + steps).map { $0.joined(separator: ", ") }
  }

  // MARK: Layout

  override func layoutSubviews() {
    let width = bounds.width - 12
    hint.frame = CGRect(x: 0, y: 24, width: width, height: 36)
    on.frame = CGRect(x: width - 36, y: 0, width: 36, height: Theme.target)
    back.frame = CGRect(x: width - 76, y: 0, width: 36, height: Theme.target)
    title.frame = CGRect(x: 0, y: 0, width: width - 84, height: 18)
    number.frame = CGRect(x: 0, y: 18, width: width - 84, height: 16)
    detail.frame = CGRect(x: 0, y: 36, width: width, height: 16)
    // The plot has a third; the table the rest, of which two rows are its heading and the time on show.
    let height = min(160, max(48, (bounds.height / 3).rounded()))
    plot.frame = CGRect(x: 0, y: 56, width: width, height: height)
    var y = plot.frame.maxY + 6
    for line in [heading, current] {
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

extension TimelineRow {
  /// Seconds of one run, as far as they can be shown.
  var shownRun: TimeInterval { run.isFinite ? run : 0 }

  /// The place in one run at a time of the run of the sample: 0 before it, and where it ended after it.
  func fraction(at time: TimeInterval) -> Double {
    guard run.isFinite, run > 0 else { return 0 }
    var end = end
    if case .cutShort(let cut) = outcome { end = cut }
    let elapsed = min(max(time, begin), end) - begin
    var cycle = (elapsed / run).rounded(.down)
    // The end of a run belongs to it. A sum of times meets it with a rounding error.
    if cycle > 0, elapsed > end - begin - 1e-6, elapsed - cycle * run < 1e-6 { cycle -= 1 }
    let position = min(max(elapsed / run - cycle, 0), 1)
    return autoreverses && cycle.truncatingRemainder(dividingBy: 2) == 1 ? 1 - position : position
  }
}

/// The progress and the value of a recorded animation at fractions of one run.
struct CurveSample {
  private let animation: RecordedAnimation
  let progress: (Double) -> Double

  @MainActor init(_ animation: RecordedAnimation) {
    self.animation = animation
    progress = AnimationCurve.progress(of: animation.animation, driven: animation.drivenCurve)
  }

  /// The progress at the ends of even steps.
  var samples: [Double] {
    (0...AnimationCurve.steps).map { progress(Double($0) / Double(AnimationCurve.steps)) }
  }

  /// How far the curve goes beyond its end, and when, in words; nil for one that does not.
  @MainActor func overshoot(_ row: TimelineRow) -> String? {
    let steps = 400
    let places = (0...steps).map { Double($0) / Double(steps) }
    guard let peak = places.max(by: { progress($0) < progress($1) }),
      progress(peak) > max(1, progress(1)) + 0.0005
    else { return nil }
    let percent = Wording.fixed(100 * (progress(peak) - 1), 1)
    return "\(percent) % over at \(Wording.seconds(row.begin + row.shownRun * peak))"
  }

  /// The place on the curve that an animator shows now; nil where none drives the animation.
  @MainActor var drivenFraction: Double? { animation.drivenFraction(at: CACurrentMediaTime()) }

  /// Time, progress and value as text.
  @MainActor func texts(at fraction: Double, time: TimeInterval) -> [String] {
    [
      Wording.seconds(time), Wording.fixed(progress(fraction), 3),
      animation.value(at: fraction)?.text ?? "–",
    ]
  }
}

/// A line of the table.
private final class CurveRow: UIView {
  private let labels: [UILabel]

  init(_ texts: [String], color: UIColor) {
    labels = texts.enumerated().map { column, text in
      UILabel(text, font: Theme.tick, color: color, alignment: column == 2 ? .left : .right)
    }
    super.init(frame: .zero)
    labels.forEach(addSubview)
    isUserInteractionEnabled = false
  }

  required init?(coder: NSCoder) { nil }

  func show(_ texts: [String]) { for (label, text) in zip(labels, texts) { label.show(text) } }

  override func layoutSubviews() {
    let places: [(x: CGFloat, width: CGFloat)] = [
      (0, 60), (64, 64), (144, max(0, bounds.width - 144)),
    ]
    for (label, place) in zip(labels, places) {
      label.frame = CGRect(x: place.x, y: 1, width: place.width, height: 16)
    }
  }
}

/// The curve with lines at its begin and its end, and a dot at the time on show.
private final class CurvePlot: UIView {
  private var curve: [Double] = []
  private let dot = UIView()
  private var place = (fraction: 0.0, progress: 0.0)

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    isUserInteractionEnabled = false
    layer.needsDisplayOnBoundsChange = true
    dot.backgroundColor = Theme.focusRing
    dot.layer.cornerRadius = 4
    addSubview(dot)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ curve: [Double]) {
    guard curve != self.curve else { return }
    self.curve = curve
    layer.setNeedsDisplay()
    placeDot()
  }

  func show(_ fraction: Double, _ progress: Double) {
    guard (fraction, progress) != place else { return }
    place = (fraction, progress)
    placeDot()
  }

  /// The point of a place on the curve. Overshoot has its room.
  private func point(_ fraction: Double, _ progress: Double) -> CGPoint {
    let (low, high) = (min(0, curve.min() ?? 0), max(1, curve.max() ?? 1))
    let share = min(max((progress - low) / (high - low), 0), 1)
    return CGPoint(
      x: 4 + fraction * (bounds.width - 8), y: bounds.height - 4 - share * (bounds.height - 8))
  }

  private func placeDot() {
    let center = point(place.fraction, place.progress)
    dot.frame = CGRect(x: center.x - 4, y: center.y - 4, width: 8, height: 8)
  }

  override func layoutSubviews() { placeDot() }

  override func draw(_ layer: CALayer, in context: CGContext) {
    guard curve.count > 1 else { return }
    context.setFillColor(Theme.hairline.cgColor)
    for progress in [0.0, 1] {
      context.fill(CGRect(x: 0, y: point(0, progress).y.rounded(), width: bounds.width, height: 1))
    }
    for quarter in 0...4 {
      context.fill(
        CGRect(x: point(Double(quarter) / 4, 0).x.rounded(), y: 0, width: 1, height: bounds.height))
    }
    context.setStrokeColor(Theme.accent.cgColor)
    context.setLineWidth(1.5)
    context.beginPath()
    for (index, progress) in curve.enumerated() {
      let place = point(Double(index) / Double(curve.count - 1), progress)
      if index == 0 { context.move(to: place) } else { context.addLine(to: place) }
    }
    context.strokePath()
  }
}
