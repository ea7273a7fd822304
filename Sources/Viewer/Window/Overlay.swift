// Overlay.swift
// The Frames dock: how the last frames went, in a chart and in figures. It watches frames that run
// anyway and never keeps the window awake.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The dock at the bottom of the window.
final class Overlay: UIView {
  /// Told what the log should say of a frame.
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

  /// Media time at which the numbers were last written; they change four times a second at most.
  private var written = -TimeInterval.infinity
  private var isStale = false
  /// How many refreshes a pressed injector should cost; nil when none waits for its frame.
  private var expectedMisses: Int?

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

  /// Says what is being done to the stage: paused, slow, or nothing.
  func show(badge text: String) { badge.show(text) }

  /// What the dock's line says.
  var stateText: String { state.text ?? "" }

  /// Says where the stage was paused; nil lets the number of animations speak.
  var pausedSentence: String? { didSet { writeState() } }

  /// Starts counting actions anew, as a trigger is pressed.
  func resetActions() {
    activity.answered = 0
    activity.refused = 0
  }

  /// Expects the next frame to be late, because a button makes it so.
  ///
  /// - Parameter seconds: How long the main thread is about to be held.
  func expectInjection(of seconds: TimeInterval) {
    guard let last = history.last, last.isAnimating, last.period > 0 else { return }
    history.expectInjection()
    let work = last.work
    expectedMisses = FrameFigures.expectedMisses(
      block: seconds, work: max(work, 0.0001), period: last.period)
  }

  /// Brings chart and numbers up to date, within a frame that runs anyway.
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

  /// Takes a frame that has been shown.
  func add(_ record: FrameRecord) {
    let wasAnimating = history.last?.isAnimating == true
    let kept = history.append(record)
    // What waits for its beginning, or has just ended, is attached and does not run.
    activity.animations = record.isAnimating ? record.animations : 0
    activity.answered += record.actions.answered
    activity.refused += record.actions.refused
    isStale = true
    if let sentence = history.sentence(forFrameAt: history.count - 1) { log(sentence) }
    if kept.isInjected, let expected = expectedMisses {
      expectedMisses = nil
      let found = history.interval(endingAt: history.count - 1)?.missed ?? 0
      log(Wording.injected(expected: expected, found: found))
    }
    // The last frame of an animation is still missing from the chart: ask for one more, once.
    if wasAnimating, !record.isAnimating, !isHidden { chart.layer.setNeedsDisplay() }
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
