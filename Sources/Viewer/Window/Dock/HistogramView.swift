// HistogramView.swift
// The distribution of the frame times, below the figures of the Frames dock.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// A bar for each quarter of a refresh, on an axis of refreshes. Heights are logarithmic, so that a single late frame is
/// seen beside thousands in time.
final class HistogramView: UIView {
  private var counts: [Int] = []
  static let title = "Frame times in refreshes"
  private let caption = UILabel(HistogramView.title, font: Theme.small, color: Theme.dimText)
  private let ticks = ["1", "2", "3", "4+"].map {
    UILabel($0, font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
  }
  private static let (captionHeight, axisHeight) = (CGFloat(16), CGFloat(15))

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    isUserInteractionEnabled = false
    layer.needsDisplayOnBoundsChange = true
    (ticks + [caption]).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows the counts of ``FrameFigures/histogram``.
  func show(_ counts: [Int]) {
    guard counts != self.counts else { return }
    self.counts = counts
    layer.setNeedsDisplay()
  }

  /// The width of a bar with its gap.
  private var step: CGFloat { bounds.width / CGFloat(FrameFigures.histogramSteps) }

  override func layoutSubviews() {
    for (index, label) in ticks.enumerated() {
      let middle = step * (CGFloat(4 * (index + 1)) + 0.5)
      label.frame = CGRect(
        x: min(middle - 12, bounds.width - 24), y: bounds.height - 14, width: 24, height: 14)
    }
    caption.frame = CGRect(x: 0, y: 0, width: bounds.width, height: Self.captionHeight)
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    let bottom = bounds.height - Self.axisHeight
    let height = bottom - Self.captionHeight
    guard height > 4 else { return }
    context.setFillColor(Theme.hairline.cgColor)
    context.fill(CGRect(x: 0, y: bottom, width: bounds.width, height: 1))
    let most = log(Double(counts.max() ?? 0) + 1)
    for (index, count) in counts.enumerated() where count > 0 {
      let bar = max(2, CGFloat(log(Double(count) + 1) / most) * (height - 2))
      // From one and a half refreshes on, a frame is late.
      let color = index < 6 ? Theme.color(of: .events) : Theme.hitch
      context.setFillColor(color.cgColor)
      context.fill(
        CGRect(
          x: (step * CGFloat(index) + 1).rounded(), y: bottom - bar,
          width: max(1, (step - 2).rounded(.down)), height: bar))
    }
  }
}
