// StageHUD.swift
// The dock's state and figures, in a corner of the stage.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The state of the run, how its time runs, and its figures. Takes no input.
final class StageHUD: UIView {
  private static let width: CGFloat = 232
  private static let margin = CGSize(width: 12, height: 8)

  private let state = UILabel("", font: Theme.small, lines: 2)
  private let badge = UILabel("", font: Theme.smallNumbers, color: Theme.accent, lines: 2)
  private let figures = UILabel("", font: Theme.smallNumbers, color: Theme.dimText, lines: 2)
  /// The texts on show, which are measured when they change.
  private var texts: [String] = []
  /// The size that the texts need: a line of the state or two, how time runs where that is not as usual, and two lines
  /// of figures.
  private(set) var fittingSize = CGSize(width: StageHUD.width, height: 80)

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    backgroundColor = Theme.panel
    layer.cornerRadius = 8
    layer.borderWidth = 1
    layer.borderColor = Theme.hairline.cgColor
    [state, badge, figures].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// - Parameters:
  ///   - badge: How the stage's time runs; empty as usual.
  func show(state: String, badge: String, _ figures: FrameFigures) {
    let texts = [state, badge, Self.text(of: figures)]
    guard texts != self.texts else { return }
    self.texts = texts
    for (label, text) in zip([self.state, self.badge, self.figures], texts) {
      label.show(text)
      label.isHidden = text.isEmpty
    }
    layOutLines()
  }

  /// The figures in three significant digits, in two lines.
  static func text(of figures: FrameFigures) -> String {
    guard let median = figures.p50 else { return "no frame measured" }
    func digits(_ value: Double) -> String {
      Wording.fixed(value, value >= 100 ? 0 : value >= 10 ? 1 : 2)
    }
    return "\(digits(figures.hitchTimeRatio)) ms/s · \(figures.hitches) late\n"
      + "p50 \(digits(median * 1000)) ms"
  }

  /// Lays out the texts one beneath the other, without a gap for one that is empty.
  private func layOutLines() {
    let width = Self.width - 2 * Self.margin.width
    var y = Self.margin.height
    for label in [state, badge, figures] where !label.isHidden {
      let isOneLine = label.sizeThatFits(CGSize(width: width, height: 100)).height <= 20
      let height: CGFloat = isOneLine ? 16 : 32
      label.frame = CGRect(x: Self.margin.width, y: y, width: width, height: height)
      y += height + 4
    }
    fittingSize.height = y - 4 + Self.margin.height
  }
}
