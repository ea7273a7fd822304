// FigureColumn.swift
// The figures at the right of the Frames dock.
//
// SPDX-License-Identifier: MIT

import UIKit

/// Counts that the column shows besides the figures of frames.
struct ActivityCounts: Hashable {
  /// Running animations.
  var animations = 0
  /// Results of action searches since the last trigger: with an action, and without.
  var answered = 0
  var refused = 0
}

/// Names and values in two columns below one large figure.
final class FigureColumn: UIView {
  static let width: CGFloat = 296

  private let ratio = UILabel("0.0", font: Theme.headline)
  private let unit = UILabel("ms/s hitch time ratio", font: Theme.small, color: Theme.dimText)
  private static let names = [
    "Hitches", "Missed refreshes", "p50 · p95 · p99", "Animation error, mean · p99",
    "Animations running", "Actions answered · refused",
  ]
  private let names = FigureColumn.names.map {
    UILabel($0, font: Theme.small, color: Theme.dimText)
  }
  private let values = FigureColumn.names.map { _ in
    UILabel("–", font: Theme.smallNumbers, alignment: .right)
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    ([ratio, unit] + names + values).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ figures: FrameFigures, _ activity: ActivityCounts) {
    let text = Wording.fixed(figures.hitchTimeRatio, 1)
    if ratio.text?.count != text.count { setNeedsLayout() }
    ratio.show(text)
    let color = Theme.color(of: figures.band)
    if ratio.textColor != color { ratio.textColor = color }
    unit.show("ms/s hitch time ratio, \(figures.band.rawValue)")
    let percentiles = [figures.p50, figures.p95, figures.p99].map {
      $0.map { Wording.fixed($0 * 1000, 1) } ?? "–"
    }
    let errors = [figures.animationErrorMean, figures.animationErrorP99].map {
      Wording.fixed($0 * 1000, 1)
    }
    let texts = [
      "\(figures.hitches)", "\(figures.missed)",
      percentiles.joined(separator: " · ") + " ms", errors.joined(separator: " · ") + " ms",
      "\(activity.animations)", "\(activity.answered) · \(activity.refused)",
    ]
    for (label, text) in zip(values, texts) { label.show(text) }
  }

  override func layoutSubviews() {
    ratio.frame = CGRect(x: 0, y: 0, width: 160, height: 36)
    let top: CGFloat = bounds.height < 160 ? 38 : 44
    // The unit follows its figure, whose width varies.
    let width = ratio.sizeThatFits(bounds.size).width.rounded(.up)
    unit.frame = CGRect(x: width + 8, y: 14, width: bounds.width - width - 8, height: 16)
    let row = min(24, max(15, (bounds.height - top) / CGFloat(names.count)))
    for place in names.indices {
      let y = (top + row * CGFloat(place)).rounded()
      names[place].frame = CGRect(x: 0, y: y, width: bounds.width, height: 18)
      values[place].frame = CGRect(x: 96, y: y, width: bounds.width - 96, height: 18)
    }
  }
}
