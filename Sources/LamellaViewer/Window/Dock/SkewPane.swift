// SkewPane.swift
// The Skew dock: three lanes that one block moves, each with a magnifier and figures, and their skew over time.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// Three lanes, and how far their markers are apart.
final class SkewPane: UIView {
  /// The duration of a run, in seconds.
  static let duration: TimeInterval = 0.5
  private static let titleWidth: CGFloat = 104
  private static let magnifierWidth: CGFloat = 72
  private static let figuresWidth: CGFloat = 240
  private static let longestLane: CGFloat = 400
  private static let leastPlot: CGFloat = 100

  let lanes = SkewLane.Kind.allCases.map { SkewLane($0) }
  private(set) var figures = [SkewFigures](repeating: SkewFigures(), count: 3)
  private let titles = zip(SkewLane.Kind.allCases, SkewPlot.colors).map {
    UILabel($0.title, font: Theme.small, color: $1)
  }
  private let magnifiers = SkewLane.Kind.allCases.map { _ in SkewMagnifier() }
  private let live = SkewLane.Kind.allCases.map { _ in UILabel("–", font: Theme.smallNumbers) }
  private let worst = SkewLane.Kind.allCases.map { _ in
    UILabel("", font: Theme.smallNumbers, color: Theme.dimText)
  }
  private let plot = SkewPlot()
  /// What the colours of the markers mean, and what the magnifiers show.
  private let key = [Theme.color(of: .render), Theme.accent].map { color in
    let swatch = UIView()
    swatch.backgroundColor = color
    return (swatch: swatch, name: UILabel("", font: Theme.small, color: Theme.dimText))
  }
  /// In full, and for short lanes.
  private static let keyNames = [
    ["Built-in property", "The lane's property"], ["Built-in", "The lane's"],
  ]
  private let magnification = UILabel(
    "\(Int(SkewMagnifier.factor)) ×", font: Theme.smallNumbers, color: Theme.dimText,
    alignment: .center
  )
  private let note = UILabel(
    Wording.skewLimits(isServed: true), font: Theme.small, color: Theme.dimText, lines: 2)

  /// Called when a run has begun or ended.
  var runDidChange: () -> Void = {}
  private var link: CADisplayLink? {
    didSet { if (link == nil) != (oldValue == nil) { runDidChange() } }
  }
  /// The media times after which, and until which, frames are of the run. A blocked main thread hears of some only after
  /// its end, and of some of the run before only in this one.
  private var times = (first: TimeInterval.infinity, last: -TimeInterval.infinity)
  /// The media time of the last frame that was shown, which may be ahead of the clock.
  private var newest = -TimeInterval.infinity
  private var isStale = false
  /// Whether another run follows each.
  var repeats = false { didSet { if repeats { run() } } }
  var showsGhosts = false { didSet { isStale = true; refresh() } }
  /// Whether pixels are read back after each frame.
  var readsPixels = false
  /// Whether a timer of its own reads for the late lane, in place of a callback of each frame. During a run, takes
  /// effect with the next one.
  var usesTimer = false { didSet { if !isRunning { chooseTimer() } } }

  /// Gives the late lane its timer, or none. What was measured of the other has no figures.
  private func chooseTimer() {
    for (place, lane) in lanes.enumerated()
    where lane.kind == .late && usesTimer != (lane.timer != nil) {
      lane.timer = usesTimer ? SkewTimer(seed: SampleSeed.value) : nil
      titles[place].show(lane.title)
      figures[place] = SkewFigures()
      isStale = true
    }
    refresh()
  }
  private var progress: CGFloat = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    (titles + lanes + magnifiers + live + worst + [plot, magnification, note]).forEach(addSubview)
    for entry in key { [entry.swatch, entry.name].forEach(addSubview) }
  }

  required init?(coder: NSCoder) { nil }

  // A link that goes on without its pane would keep the program awake.
  isolated deinit { link?.invalidate() }

  var isRunning: Bool { link != nil }

  /// Moves all markers to the other end, in one block; has no effect during a run.
  func run() {
    guard link == nil else { return }
    chooseTimer()
    figures = figures.map { _ in SkewFigures() }
    times = (max(CACurrentMediaTime(), newest), .infinity)
    lanes.forEach { $0.begin() }
    let new = CADisplayLink { [weak self] link in
      self?.lanes.forEach { $0.step(beginningAt: link.timestamp) }
    }
    new.add(to: .main, forMode: .common)
    link = new
    progress = 1 - progress
    UIView.animate(withDuration: Self.duration, delay: 0, options: .curveEaseInOut) {
      for lane in self.lanes { lane.show(progress: self.progress) }
    } completion: { [weak self] _ in
      self?.finish()
    }
  }

  private func finish() {
    link?.invalidate()
    link = nil
    times.last = CACurrentMediaTime()
    lanes.forEach { $0.finish() }
    if repeats, window != nil, !isHidden { run() }
  }

  /// Measures a frame that was shown.
  func note(_ record: FrameRecord) {
    note.show(Wording.skewLimits(isServed: record.isServed))
    newest = max(newest, record.time)
    guard record.time > times.first, record.time <= times.last, record.isAnimating else { return }
    for (place, lane) in lanes.enumerated() {
      let pixels = readsPixels ? lane.distanceInPixels(at: record.time) : nil
      figures[place].add(lane.skew(at: record.time), pixels: pixels)
    }
    isStale = true
  }

  /// Shows what was measured, within a frame that runs in any case.
  func refresh() {
    guard isStale, !isHidden else { return }
    isStale = false
    for (place, figures) in figures.enumerated() {
      let pixels = figures.pixels.map { "  (pixels \(Wording.fixed($0, 2)))" } ?? ""
      let isMeasured = figures.frames > 0
      live[place].show(isMeasured ? figures.last.text + pixels : "–")
      worst[place].show(
        !isMeasured
          ? ""
          : figures.witnessesAgree
            ? "worst \(figures.worst.text)"
            : "pixels differ by \(Wording.fixed(figures.disagreement, 2)) px")
      color(live[place], figures.last, else: Theme.text)
      color(worst[place], figures.worst, else: Theme.dimText)
      magnifiers[place].show(figures.last.distance)
      lanes[place].showGhosts(showsGhosts)
    }
    plot.show(figures.map(\.distances))
  }

  /// Colours the figure of markers that are apart.
  private func color(_ label: UILabel, _ skew: Skew, else usual: UIColor) {
    let color = skew.distance < SkewFigures.tolerance ? usual : Theme.hitch
    if label.textColor != color { label.textColor = color }
  }

  /// The skew of the lane of each kind, for a text form of what is shown.
  var sentences: [String] {
    zip(lanes, figures).map { lane, figures in
      guard figures.frames > 0 else { return "\(lane.title): not measured" }
      let pixels = figures.pixels.map { ", pixels \(Wording.fixed($0, 2)) px" } ?? ""
      return "\(lane.title): last \(figures.last.text)\(pixels), worst \(figures.worst.text)"
    }
  }

  override func layoutSubviews() {
    let width = bounds.width
    let left = 16 + Self.titleWidth + 8
    let right = 16 + Self.magnifierWidth + 16 + Self.figuresWidth + 16
    // The lanes and the plot share the rest. In a narrow window the lanes are shorter, and the plot has two fifths.
    let room = max(0, width - left - right)
    let rest = room - Self.longestLane - 16
    let plotWidth =
      rest >= Self.leastPlot
      ? rest : room - 16 < 2.5 * Self.leastPlot ? 0 : ((room - 16) * 0.4).rounded()
    let track = min(Self.longestLane, plotWidth > 0 ? room - 16 - plotWidth : room)
    let lines = note.sizeThatFits(CGSize(width: width - 32, height: 100)).height.rounded(.up)
    let noteHeight: CGFloat = bounds.height > 150 ? min(34, lines) + 10 : 0
    let top: CGFloat = 18
    let step = max(0, min(56, ((bounds.height - noteHeight - top) / 3).rounded(.down)))
    let height = max(0, min(40, step - 6))
    layOutKey(from: left, magnifier: left + track + 16)
    for place in lanes.indices {
      let y = top + step * CGFloat(place)
      titles[place].frame = CGRect(x: 16, y: y, width: Self.titleWidth, height: height)
      lanes[place].frame = CGRect(x: left, y: y, width: track, height: height)
      magnifiers[place].frame = CGRect(
        x: left + track + 16, y: y, width: Self.magnifierWidth, height: height)
      let x = left + track + 16 + Self.magnifierWidth + 16
      live[place].frame = CGRect(x: x, y: y, width: Self.figuresWidth, height: height / 2)
      worst[place].frame = CGRect(
        x: x, y: y + height / 2, width: Self.figuresWidth, height: height / 2)
    }
    plot.isHidden = plotWidth == 0
    plot.frame = CGRect(
      x: left + track + right, y: top, width: plotWidth, height: max(0, step * 3 - 6))
    note.isHidden = noteHeight == 0
    note.frame = CGRect(
      x: 16, y: bounds.height - noteHeight + 2, width: width - 32, height: max(0, noteHeight - 10))
  }

  /// The row above the lanes.
  private func layOutKey(from left: CGFloat, magnifier: CGFloat) {
    for names in Self.keyNames {
      var x = left
      for (entry, name) in zip(key, names) {
        entry.name.show(name)
        entry.swatch.frame = CGRect(x: x, y: 4, width: 8, height: 8)
        let width = entry.name.sizeThatFits(bounds.size).width.rounded(.up)
        entry.name.frame = CGRect(x: x + 12, y: 1, width: width, height: 14)
        x += width + 28
      }
      if x - 16 <= magnifier { break }
    }
    magnification.frame = CGRect(x: magnifier, y: 1, width: Self.magnifierWidth, height: 14)
  }
}

/// The markers of a lane, eight times as far apart: the upper one in the middle.
private final class SkewMagnifier: UIView {
  static let factor = 8.0
  private let upper = UIView()
  private let lower = UIView()
  private var distance = 0.0

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.window
    clipsToBounds = true
    layer.borderWidth = 1
    layer.borderColor = Theme.hairline.cgColor
    upper.backgroundColor = Theme.color(of: .render)
    lower.backgroundColor = Theme.accent
    [upper, lower].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ distance: Double) {
    guard distance != self.distance else { return }
    self.distance = distance
    setNeedsLayout()
  }

  override func layoutSubviews() {
    let (half, middle) = (bounds.height / 2, bounds.midX - 8)
    upper.frame = CGRect(x: middle, y: 0, width: 16, height: half)
    // What is farther apart than the room ends at its edge.
    let x = max(middle - distance * Self.factor, -8)
    lower.frame = CGRect(x: x, y: half, width: 16, height: half)
  }
}

/// The distances of three lanes over the frames of a run, each in the colour of the lane's title.
private final class SkewPlot: UIView {
  /// Of the theme on show, which may change.
  static var colors: [UIColor] { [Theme.dimText, Theme.accent, Theme.hitch] }
  private var lines: [[Double]] = []
  private let top = UILabel("", font: Theme.smallNumbers, color: Theme.dimText)
  private let bottom = UILabel("0 px", font: Theme.smallNumbers, color: Theme.dimText)
  private let end = UILabel("", font: Theme.smallNumbers, color: Theme.dimText, alignment: .right)

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    backgroundColor = Theme.window
    [top, bottom, end].forEach(addSubview)
    writeScale()
    layer.needsDisplayOnBoundsChange = true
  }

  required init?(coder: NSCoder) { nil }

  func show(_ lines: [[Double]]) {
    guard lines != self.lines else { return }
    self.lines = lines
    writeScale()
    layer.setNeedsDisplay()
  }

  /// The top of the scale, which is one for all lanes: at least ten points, in steps of ten.
  private var most: Double { max(10, ((lines.joined().max() ?? 0) / 10).rounded(.up) * 10) }

  /// The number of frames at the right end: at least those of half a second.
  private var count: Int { max(32, lines.map(\.count).max() ?? 0) }

  private func writeScale() {
    top.show("\(Wording.fixed(most, 0)) px")
    end.show("\(count) frames")
  }

  override func layoutSubviews() {
    let width = max(0, bounds.width - 8)
    top.frame = CGRect(x: 4, y: 0, width: width, height: 14)
    let y = bounds.height - 14
    let zero = min(width, 32)
    bottom.frame = CGRect(x: 4, y: y, width: zero, height: 14)
    end.frame = CGRect(x: 4 + zero, y: y, width: width - zero, height: 14)
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    let (most, count) = (most, count)
    let area = bounds.insetBy(dx: 4, dy: 14)
    context.setFillColor(Theme.hairline.cgColor)
    for y in [area.minY, area.maxY] {
      context.fill(CGRect(x: area.minX, y: y, width: area.width, height: 1))
    }
    for (line, color) in zip(lines, Self.colors) where line.count > 1 {
      context.setStrokeColor(color.cgColor)
      context.setLineWidth(1.5)
      for (index, value) in line.enumerated() {
        let point = CGPoint(
          x: area.minX + area.width * CGFloat(index) / CGFloat(count - 1),
          y: area.maxY - area.height * CGFloat(value / most))
        if index == 0 { context.move(to: point) } else { context.addLine(to: point) }
      }
      context.strokePath()
    }
  }
}
