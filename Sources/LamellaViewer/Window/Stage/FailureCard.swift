// FailureCard.swift
// What the stage shows in place of a sample that failed.
//
// SPDX-License-Identifier: MIT

import UIKit

/// States which sample failed, why, and what to do.
final class FailureCard: UIView {
  private let card = UIView()
  private let title: UILabel
  private let reason: UILabel
  private let advice = UILabel(Wording.failureAdvice, color: Theme.dimText, lines: 0)

  init(of kind: any Sample.Type, _ reason: String) {
    title = UILabel(Wording.failure(of: kind.title), font: Theme.heading, color: Theme.hitch)
    self.reason = UILabel(reason, lines: 0)
    super.init(frame: .zero)
    card.backgroundColor = Theme.panel
    card.layer.cornerRadius = 8
    (card.layer.borderWidth, card.layer.borderColor) = (1, Theme.hairline.cgColor)
    (title.adjustsFontSizeToFitWidth, title.minimumScaleFactor) = (true, 0.7)
    [title, self.reason, advice].forEach(card.addSubview)
    addSubview(card)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let width = max(0, min(480, bounds.width - 32))
    let room = CGSize(width: max(0, width - 32), height: .greatestFiniteMagnitude)
    var y: CGFloat = 16
    for (label, gap) in [(title, 8.0), (reason, 8.0), (advice, 16.0)] {
      let height = label.sizeThatFits(room).height.rounded(.up)
      label.frame = CGRect(x: 16, y: y, width: room.width, height: height)
      y += height + gap
    }
    card.frame = CGRect(
      x: ((bounds.width - width) / 2).rounded(), y: max(8, ((bounds.height - y) / 2).rounded()),
      width: width, height: y)
  }
}
