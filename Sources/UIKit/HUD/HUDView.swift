// HUDView.swift
// The picture of the overlay: what moves, how smoothly, and a bar for each of the last frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// The overlay of one window. It takes no input, and requests no frame of its own but one after an animation, for
/// its last figures.
final class HUDView: UIView {
  static let size = CGSize(width: 232, height: 96)

  private var history = FrameHistory()
  private let state = HUDView.label(13)
  private let figures = HUDView.label(11)
  private let chart = HUDChart()
  private var isStale = true
  /// The media time at which the figures were written last.
  private var written = -TimeInterval.infinity

  private static func label(_ size: CGFloat) -> UILabel {
    let label = UILabel(frame: .zero)
    label.font = .monospacedSystemFont(ofSize: size, weight: .regular)
    label.textColor = UIColor(white: 0.95, alpha: 1)
    return label
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    backgroundColor = UIColor(white: 0.07, alpha: 0.85)
    layer.cornerRadius = 8
    layer.zPosition = 1e6
    [chart, state, figures].forEach(addSubview)
    state.text = "Still"
    figures.text = "F3 hides, Shift+F3 moves"
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    state.frame = CGRect(x: 10, y: 7, width: bounds.width - 20, height: 18)
    figures.frame = CGRect(x: 10, y: 26, width: bounds.width - 20, height: 15)
    chart.frame = CGRect(x: 10, y: 46, width: bounds.width - 20, height: 42)
  }

  /// Adds a frame that was shown.
  func add(_ record: FrameRecord) {
    let wasAnimating = history.last?.isAnimating == true
    if record.isAnimating, !wasAnimating { history.beginRun() }
    history.append(record)
    isStale = true
    if wasAnimating, !record.isAnimating, !isHidden { chart.layer.setNeedsDisplay() }
  }

  /// Updates the picture, within a frame that runs in any case.
  func refresh(at time: TimeInterval) {
    guard isStale else { return }
    isStale = false
    chart.show(history)
    let isStill = history.last?.isAnimating != true
    guard isStill || time - written >= 0.25 || time < written else { return }
    written = time
    let texts = Self.texts(history)
    if state.text != texts.state { state.text = texts.state }
    if figures.text != texts.figures { figures.text = texts.figures }
  }

  /// The two lines above the bars.
  static func texts(_ history: FrameHistory) -> (state: String, figures: String) {
    guard let last = history.last else { return ("Still", "") }
    let count = last.animations
    let state =
      !last.isAnimating ? "Still" : count == 1 ? "1 animation" : "\(count) animations"
    let figures = history.figures
    guard let median = figures.p50 else { return (state, "no frame measured") }
    func number(_ value: Double) -> String { String(format: "%.1f", value) }
    let late = figures.missed == 0 ? "none late" : "\(figures.missed) late"
    // Where presenting does not wait for the screen, no frame can be late on it.
    let isSimulated = last.source == .simulated
    return (
      "\(state) · \(late)\(isSimulated ? " · simulated" : "")",
      "\(number(median * 1000)) ms · hitch \(number(figures.hitchTimeRatio)) ms/s"
    )
  }
}

/// A bar for each refresh, the newest at the right: work below, the wait for the screen left out. A refresh that
/// showed no new picture is red.
final class HUDChart: UIView {
  private static let barWidth: CGFloat = 3
  private var history = FrameHistory()

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    isUserInteractionEnabled = false
    layer.needsDisplayOnBoundsChange = true
  }

  required init?(coder: NSCoder) { nil }

  func show(_ history: FrameHistory) {
    self.history = history
    layer.setNeedsDisplay()
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    let (width, height) = (bounds.width, bounds.height)
    // The line is one refresh, at half of the height.
    context.setFillColor(CGColor(red: 0.66, green: 0.7, blue: 0.76, alpha: 0.6))
    context.fill(CGRect(x: 0, y: (height / 2).rounded(), width: width, height: 1))
    var x = width - Self.barWidth
    var index = history.count - 1
    while index >= 0, x >= 0 {
      let record = history[index]
      let share = min(1, record.work / max(record.period, 1e-4) / 2)
      let bar = max(2, (height * share).rounded())
      context.setFillColor(CGColor(red: 0.53, green: 0.8, blue: 0.93, alpha: 1))
      context.fill(CGRect(x: x, y: height - bar, width: Self.barWidth - 1, height: bar))
      x -= Self.barWidth
      let missed = history.interval(endingAt: index)?.missed ?? 0
      for _ in 0..<min(missed, 64) where x >= 0 {
        context.setFillColor(CGColor(red: 1, green: 0.36, blue: 0.48, alpha: 1))
        context.fill(CGRect(x: x, y: height - 6, width: Self.barWidth - 1, height: 6))
        x -= Self.barWidth
      }
      index -= 1
    }
  }
}
