// FigureColumn.swift
// The figures at the right of the Frames dock.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// Names and values in two columns below one large figure, and the histogram of the frame times.
final class FigureColumn: UIView {
  /// The width in a dock, in points.
  static func width(in dock: CGFloat) -> CGFloat { dock < 900 ? 256 : 296 }

  private let ratio = UILabel("–", font: Theme.headline)
  private let unit = UILabel("ms/s hitch time ratio", font: Theme.small, color: Theme.dimText)
  static let names = [
    "Late frames", "Missed · longest", "p50 · p95 · p99", "Error, mean · p99", "Slowest 1 %, mean",
    "Animated",
  ]
  /// What each figure is, for the pointer.
  private static let meanings = [
    "Frames that were shown one refresh or more after they were due",
    "Refreshes that showed nothing new although something moved; the most in a row",
    "Half of the frames, 95 and 99 of 100 were on the screen for no longer than this",
    "How far the time that a frame shows is from when it was shown: the mean, and of 99 of 100 frames at most",
    "Frames per second of the slowest hundredth",
    "Seconds in which something moved",
  ]
  private let names = FigureColumn.names.map {
    UILabel($0, font: Theme.small, color: Theme.dimText)
  }
  private let areas = FigureColumn.meanings.map { meaning in
    let area = PointerArea()
    area.toolTip = meaning
    return area
  }
  private let values = FigureColumn.names.map { _ in
    UILabel("–", font: Theme.smallNumbers, alignment: .right)
  }

  private let histogram = HistogramView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    // A verdict beside a figure of many digits gets smaller letters rather than an ellipsis.
    (unit.adjustsFontSizeToFitWidth, unit.minimumScaleFactor) = (true, 0.7)
    histogram.isUserInteractionEnabled = false
    ([ratio, unit, histogram] + names + values + areas).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows figures. What was not measured is a dash.
  ///
  /// - Parameters:
  ///   - selection: The name of the frames that they are about. Nil for the whole run.
  ///   - bands: The scale of the verdict.
  func show(_ figures: FrameFigures, of selection: String?, bands: HitchBand.Scale = .raw) {
    // The state line names the selection too, but also a frame beneath the pointer.
    names.last?.show(selection ?? Self.names.last ?? "")
    let verdict = figures.verdict(bands)
    let text = verdict == .notMeasured ? "–" : Wording.fixed(figures.hitchTimeRatio, 1)
    if ratio.text?.count != text.count { setNeedsLayout() }
    ratio.show(text)
    let color = Theme.color(of: verdict)
    if ratio.textColor != color { ratio.textColor = color }
    unit.show(Wording.verdict(verdict))
    for (label, text) in zip(values, Self.texts(of: figures)) { label.show(text) }
    histogram.show(figures)
  }

  /// The text of each value, in the order of the names.
  static func texts(of figures: FrameFigures) -> [String] {
    guard figures.p50 != nil else { return names.map { _ in "–" } }
    func milliseconds(_ seconds: [TimeInterval?]) -> String {
      // Three figures have room for as many digits.
      let decimals = seconds.contains { ($0 ?? 0) >= 0.1 } ? 0 : 1
      return seconds.map { $0.map { Wording.fixed($0 * 1000, decimals) } ?? "–" }
        .joined(separator: " · ") + " ms"
    }
    return [
      "\(figures.hitches)",
      figures.missed == 0 ? "0" : "\(figures.missed) · \(figures.longestMiss)",
      milliseconds([figures.p50, figures.p95, figures.p99]),
      milliseconds([figures.animationErrorMean, figures.animationErrorP99]),
      figures.lows.map { Wording.fixed($0.average, 1) + " per s" } ?? "–",
      Wording.fixed(figures.animatingTime, 1) + " s",
    ]
  }

  override func layoutSubviews() {
    ratio.frame = CGRect(x: 0, y: 0, width: 160, height: 36)
    let top: CGFloat = bounds.height < 160 ? 38 : 44
    // The unit follows its figure, whose width varies.
    let width = ratio.sizeThatFits(bounds.size).width.rounded(.up)
    unit.frame = CGRect(x: width + 8, y: 14, width: bounds.width - width - 8, height: 16)
    // The histogram has what the rows leave, if that is enough for it.
    let rest = bounds.height - top - 19 * CGFloat(names.count)
    histogram.isHidden = rest < 60
    let room = bounds.height - top - (histogram.isHidden ? 0 : min(rest, 84))
    let row = min(28, max(16, (room / CGFloat(names.count)).rounded(.down)))
    let end = top + row * CGFloat(names.count)
    histogram.frame = CGRect(
      x: 0, y: end + 4, width: bounds.width, height: max(0, bounds.height - end - 4))
    for place in names.indices {
      let y = top + row * CGFloat(place)
      // What has no room is left out, not cut.
      let fits = y + 16 <= bounds.height
      for view in [names[place], values[place], areas[place]] as [UIView] {
        view.isHidden = !fits
      }
      areas[place].frame = CGRect(x: 0, y: y, width: bounds.width, height: 18)
      names[place].frame = CGRect(x: 0, y: y, width: bounds.width, height: 18)
      values[place].frame = CGRect(x: 96, y: y, width: bounds.width - 96, height: 18)
    }
  }
}
