// PreviewBanner.swift
// Words over the stage about the build of the samples: that it goes on, or what the compiler found.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A card at the top of the stage.
final class PreviewBanner: UIView {
  private let title = UILabel("", font: Theme.bodyBold)
  private let text = UILabel("", font: Theme.smallNumbers, lines: 0)
  private(set) var words: PreviewWords?

  override init(frame: CGRect) {
    super.init(frame: frame)
    (isHidden, isUserInteractionEnabled, clipsToBounds) = (true, false, true)
    backgroundColor = Theme.panel
    layer.cornerRadius = 8
    layer.borderWidth = 1
    [title, text].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows words; nil hides the card.
  func show(_ words: PreviewWords?) {
    self.words = words
    isHidden = words == nil
    guard let words else { return }
    title.show(words.title)
    title.textColor = words.isFailure ? Theme.hitch : Theme.text
    text.show(words.text)
    layer.borderColor = (words.isFailure ? Theme.hitch : Theme.hairline).cgColor
    setNeedsLayout()
  }

  /// Takes its place at the top of the stage, as high as its words are.
  func place(over stage: CGRect) {
    let width = max(0, stage.width - 24)
    let room = CGSize(width: max(0, width - 24), height: .greatestFiniteMagnitude)
    let height = text.text?.isEmpty == false ? text.sizeThatFits(room).height.rounded(.up) + 8 : 0
    frame = CGRect(
      x: stage.minX + 12, y: stage.minY + 12, width: width,
      height: min(36 + height, max(36, stage.height - 24)))
    title.frame = CGRect(x: 12, y: 8, width: room.width, height: 20)
    text.frame = CGRect(x: 12, y: 32, width: room.width, height: max(0, frame.height - 40))
  }
}
