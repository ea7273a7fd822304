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
  /// The number of late frames.
  private var late = 0
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

  /// Shows the distribution of some figures.
  func show(_ figures: FrameFigures) {
    let (counts, late) = (figures.histogram, figures.hitches)
    guard (counts, late) != (self.counts, self.late) else { return }
    (self.counts, self.late) = (counts, late)
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

  /// Whether a bar has late frames: a frame is late from one and a half refreshes on, which is in the middle of a bar.
  private func isLate(_ index: Int) -> Bool {
    let middle = 6
    return index > middle || index == middle && late > counts.dropFirst(middle + 1).reduce(0, +)
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
      let color = isLate(index) ? Theme.hitch : Theme.color(of: .events)
      context.setFillColor(color.cgColor)
      context.fill(
        CGRect(
          x: (step * CGFloat(index) + 1).rounded(), y: bottom - bar,
          width: max(1, (step - 2).rounded(.down)), height: bar))
    }
  }
}
