// Overlay.swift
// The Frames dock: a chart and figures of the last frames. It only observes: it requests no frames of its own
// except one after an animation.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// The dock at the bottom of the window.
final class Overlay: UIView {
  /// Called with log entries about frames.
  var log: (String) -> Void = { _ in }

  private(set) var history = FrameHistory()
  private(set) var figures = FrameFigures()
  private(set) var activity = ActivityCounts()

  private let heading = UILabel("Frames", font: Theme.heading)
  private let state = UILabel("", font: Theme.body, color: Theme.dimText)
  private let badge = UILabel("", font: Theme.smallNumbers, color: Theme.accent, alignment: .right)
  private let chart = FrameChart()
  private let column = FigureColumn()
  private let line = UIView()
  private let legend: [(swatch: UIView, name: UILabel)] = FrameStage.allCases.map { stage in
    let swatch = UIView()
    let color = Theme.color(of: stage)
    if stage == .present {
      swatch.layer.borderWidth = 1
      swatch.layer.borderColor = color.cgColor
    } else {
      swatch.backgroundColor = color
    }
    return (swatch, UILabel(stage.title, font: Theme.small, color: Theme.dimText))
  }

  /// Media time of the last update of the numbers, which are updated at most four times a second.
  private var written = -TimeInterval.infinity
  private var isStale = false
  /// An injected block, until the first frame after it.
  private struct ExpectedHitch {
    /// When the block ends at the earliest, as media time.
    var end: TimeInterval
    /// The number of refreshes that it should make frames miss.
    var misses: Int
    /// The number that frames missed so far.
    var found = 0
  }
  private var expectedHitch: ExpectedHitch?
  /// The frames in a row whose custom properties were behind, and the longest time in seconds.
  private var skewed = (frames: 0, most: TimeInterval(0))

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    [line, heading, state, badge, chart, column].forEach(addSubview)
    for entry in legend {
      addSubview(entry.swatch)
      addSubview(entry.name)
    }
    state.text = Wording.running(0)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows the stage's state: paused, slow, or nothing.
  func show(badge text: String) { badge.show(text) }

  /// The text of the dock's state line.
  var stateText: String { state.text ?? "" }

  /// The state line of a paused stage; nil shows the number of animations.
  var pausedSentence: String? { didSet { writeState() } }

  /// Resets the counts of actions, when a trigger is fired.
  func resetActions() {
    activity.answered = 0
    activity.refused = 0
  }

  /// Expects what a block does to the frames, just before it begins.
  ///
  /// - Parameter hasRenderThread: Whether frames have a thread of their own. Then a block of the main thread makes
  ///   no frame late, and the render thread marks the frame that it is blocked in.
  func expect(_ injection: Injection, hasRenderThread: Bool) {
    guard let last = history.last, last.isAnimating, last.period > 0 else { return }
    let stopsFrames = injection.isOfRenderThread || !hasRenderThread
    if !hasRenderThread { history.expectInjection() }
    let misses =
      stopsFrames
      ? FrameFigures.expectedMisses(
        block: injection.seconds, work: max(last.work, 0.0001), period: last.period) : 0
    expectedHitch = ExpectedHitch(end: MediaClock.now + injection.seconds, misses: misses)
  }

  /// Updates chart and numbers, within a frame that runs in any case.
  func refresh(at time: TimeInterval) {
    guard isStale, !isHidden else { return }
    isStale = false
    chart.history = history
    chart.layer.setNeedsDisplay()
    let isStill = history.last?.isAnimating != true
    guard isStill || time - written >= 0.25 || time < written else { return }
    written = time
    figures = history.figures
    column.show(figures, activity)
    writeState()
  }

  /// Adds a frame that has been shown.
  func add(_ record: FrameRecord) {
    let wasAnimating = history.last?.isAnimating == true
    let stored = history.append(record)
    // Animations that have not begun or have just ended are attached but not running.
    activity.animations = record.isAnimating ? record.animations : 0
    activity.answered += record.actions.answered
    activity.refused += record.actions.refused
    isStale = true
    if let sentence = history.sentence(forFrameAt: history.count - 1) { log(sentence) }
    noteHitch(in: stored)
    noteSkew(of: stored)
    // Request one more frame, which adds an animation's last frame to the chart.
    if wasAnimating, !record.isAnimating, !isHidden { chart.layer.setNeedsDisplay() }
  }

  /// Counts what frames missed during an injected block.
  private func noteHitch(in record: FrameRecord) {
    guard var hitch = expectedHitch else { return }
    hitch.found += history.interval(endingAt: history.count - 1)?.missed ?? 0
    expectedHitch = hitch
    guard record.display >= hitch.end else { return }
    expectedHitch = nil
    log(Wording.injected(expected: hitch.misses, found: hitch.found))
  }

  /// Logs how far custom properties were behind, once they are no longer.
  private func noteSkew(of record: FrameRecord) {
    if record.skew > 0 {
      skewed = (skewed.frames + 1, max(skewed.most, record.skew))
    } else if skewed.frames > 0 {
      log(Wording.skew(frames: skewed.frames, most: skewed.most))
      skewed = (0, 0)
    }
  }

  private func writeState() {
    state.show(pausedSentence ?? Wording.running(activity.animations))
  }

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
    let columnWidth = min(FigureColumn.width, bounds.width - 48)
    let margin: CGFloat = bounds.height < 200 ? 6 : 16
    column.frame = CGRect(
      x: bounds.width - columnWidth - 16, y: margin, width: columnWidth,
      height: bounds.height - 2 * margin)
    let width = min(FrameChart.preferredWidth, column.frame.minX - 32)
    heading.frame = CGRect(x: 16, y: 12, width: 72, height: 20)
    badge.frame = CGRect(x: 16 + width - 176, y: 14, width: 176, height: 16)
    state.frame = CGRect(x: 88, y: 14, width: width - 72 - 176, height: 18)
    chart.frame = CGRect(x: 16, y: 40, width: width, height: max(0, bounds.height - 40 - 36))
    var x: CGFloat = 16
    for entry in legend {
      entry.swatch.frame = CGRect(x: x, y: bounds.height - 24, width: 10, height: 10)
      entry.name.frame = CGRect(x: x + 16, y: bounds.height - 28, width: 88, height: 18)
      x += 16 + (entry.name.sizeThatFits(CGSize(width: 200, height: 18)).width + 20).rounded()
    }
  }
}
