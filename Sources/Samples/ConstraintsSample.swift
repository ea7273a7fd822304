// ConstraintsSample.swift
// Views that constraints position: one constant changes, and a block lays out with a spring.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A card, a disc beside it and a row of bars below, all held together by constraints.
final class ConstraintsSample: Sample {
  static let name = "Constraints"
  static let title = "Constraints that spring"
  static let summary =
    "One constant changes; layoutIfNeeded in a block animates everything that depends on it. The disc "
    + "and the bars follow the card, whose height follows its text."
  static let essence = """
    width.constant = 340

    UIView.animate(
      withDuration: 1,
      delay: 0,
      usingSpringWithDamping: 0.5,
      initialSpringVelocity: 0
    ) {
      stage.layoutIfNeeded()
    }
    """

  /// The card's widths, in points.
  static let widths: (narrow: CGFloat, wide: CGFloat) = (200, 340)
  static let springDuration: TimeInterval = 1
  static let moveDuration: TimeInterval = 0.6

  var onCompletion: (SampleReport) -> Void = { _ in }

  let stage = ConstraintsStage()

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "width", title: "Width", duration: Self.springDuration) { [self] in
        toggleWidth()
      },
      Trigger(name: "side", title: "Other side", duration: Self.moveDuration) { [self] in
        toggleSide()
      },
      Trigger(name: "spacing", title: "Spacing", duration: Self.springDuration) { [self] in
        toggleSpacing()
      },
    ]
  }

  func makeView() -> UIView { stage }

  private func toggleWidth() {
    let widths = Self.widths
    stage.width.constant = stage.width.constant == widths.narrow ? widths.wide : widths.narrow
    spring("Width")
  }

  private func toggleSpacing() {
    stage.bars.spacing = stage.bars.spacing == 8 ? 40 : 8
    spring("Spacing")
  }

  private func spring(_ name: String) {
    let completion = reporting(name)
    UIView.animate(
      withDuration: Self.springDuration, delay: 0, usingSpringWithDamping: 0.5,
      initialSpringVelocity: 0, animations: { self.stage.layoutIfNeeded() }, completion: completion)
  }

  private func toggleSide() {
    let stage = stage
    let isBeside = stage.besideCard.isActive
    (isBeside ? stage.besideCard : stage.atEdge).isActive = false
    (isBeside ? stage.atEdge : stage.besideCard).isActive = true
    UIView.animate(
      withDuration: Self.moveDuration, animations: { stage.layoutIfNeeded() },
      completion: reporting("Other side"))
  }

  private func reporting(_ name: String) -> (Bool) -> Void {
    let start = SampleTime.now
    return { [weak self] finished in
      self?.report(name, finished: finished, since: start)
    }
  }
}

/// The views and their constraints. Nothing here sets a frame.
final class ConstraintsStage: UIView {
  let card = UIView()
  let disc = UIView()
  let bars = UIStackView()
  /// The card's width, unless there is less room.
  private(set) var width = NSLayoutConstraint()
  private(set) var besideCard = NSLayoutConstraint()
  private(set) var atEdge = NSLayoutConstraint()

  private let heading = UILabel("One constant", font: Theme.heading)
  private let text = UILabel(
    "The text wraps at the width that the card gets, and the card is as high as its text.",
    color: Theme.dimText, lines: 0)

  init() {
    super.init(frame: .zero)
    card.backgroundColor = Theme.control
    card.layer.cornerRadius = 12
    disc.backgroundColor = Theme.accent
    disc.layer.cornerRadius = 22
    bars.distribution = .fillEqually
    bars.spacing = 8
    for color in [Theme.blue, Theme.orange, Theme.sand] {
      let bar = UIView()
      bar.backgroundColor = color
      bar.layer.cornerRadius = 6
      bars.addArrangedSubview(bar)
    }
    // The text keeps its shape while its bounds animate to the size that it is drawn for.
    text.layer.contentsGravity = .topLeft
    for view in [heading, text] {
      view.translatesAutoresizingMaskIntoConstraints = false
      card.addSubview(view)
    }
    for view in [card, disc, bars] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    constrain()
  }

  required init?(coder: NSCoder) { nil }

  private func constrain() {
    let views = ["heading": heading, "text": text]
    for format in [
      "H:|-14@999-[heading]", "H:|-14@999-[text]-14@999-|",
      "V:|-12-[heading]-6-[text]-14-|",
    ] {
      NSLayoutConstraint.activate(
        NSLayoutConstraint.constraints(
          withVisualFormat: format, options: [], metrics: nil, views: views))
    }
    width = card.widthAnchor.constraint(equalToConstant: ConstraintsSample.widths.narrow)
    // More than the text's resistance to wrapping.
    width.priority = UILayoutPriority(800)
    let room = card.trailingAnchor.constraint(
      lessThanOrEqualTo: trailingAnchor, constant: -100)
    room.priority = UILayoutPriority(998)
    // The widest card, with its disc, is in the middle where there is room.
    let leading = card.leadingAnchor.constraint(equalTo: centerXAnchor, constant: -200)
    leading.priority = .defaultHigh
    besideCard = disc.leadingAnchor.constraint(equalTo: card.trailingAnchor, constant: 16)
    atEdge = disc.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -24)
    NSLayoutConstraint.activate([
      leading, card.leadingAnchor.constraint(greaterThanOrEqualTo: leadingAnchor, constant: 24),
      card.topAnchor.constraint(equalTo: centerYAnchor, constant: -100), width, room,
      disc.centerYAnchor.constraint(equalTo: card.centerYAnchor),
      disc.widthAnchor.constraint(equalToConstant: 44),
      disc.heightAnchor.constraint(equalToConstant: 44), besideCard,
      bars.leadingAnchor.constraint(equalTo: card.leadingAnchor),
      bars.widthAnchor.constraint(equalTo: card.widthAnchor, constant: 60),
      bars.topAnchor.constraint(equalTo: card.bottomAnchor, constant: 16),
      bars.heightAnchor.constraint(equalToConstant: 40),
    ])
  }
}
