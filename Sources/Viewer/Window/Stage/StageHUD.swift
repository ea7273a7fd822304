// StageHUD.swift
// What the dock says, in a corner of the stage while the dock is hidden.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The state of the run, how its time runs, and its figures. Takes no input.
final class StageHUD: UIView {
  static let size = CGSize(width: 232, height: 96)

  private let state = UILabel("", font: Theme.small, lines: 2)
  private let badge = UILabel("", font: Theme.smallNumbers, color: Theme.accent)
  private let figures = UILabel("", font: Theme.smallNumbers, color: Theme.dimText)

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    backgroundColor = Theme.panel.withAlphaComponent(0.92)
    layer.cornerRadius = 8
    layer.borderWidth = 1
    layer.borderColor = Theme.hairline.cgColor
    [state, badge, figures].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameters:
  ///   - badge: How the stage's time runs; empty as usual.
  func show(state: String, badge: String, _ figures: FrameFigures) {
    self.state.show(state)
    self.badge.show(badge)
    self.figures.show(Self.text(of: figures))
  }

  /// The figures in three significant digits.
  static func text(of figures: FrameFigures) -> String {
    guard let median = figures.p50 else { return "no frame measured" }
    func digits(_ value: Double) -> String {
      Wording.fixed(value, value >= 100 ? 0 : value >= 10 ? 1 : 2)
    }
    return "\(digits(figures.hitchTimeRatio)) ms/s · \(figures.hitches) late · "
      + "p50 \(digits(median * 1000)) ms"
  }

  override func layoutSubviews() {
    let width = bounds.width - 24
    state.frame = CGRect(x: 12, y: 8, width: width, height: 34)
    badge.frame = CGRect(x: 12, y: 44, width: width, height: 16)
    figures.frame = CGRect(x: 12, y: 68, width: width, height: 16)
  }
}
