// TransitionsSample.swift
// The transitions of layers and views, in all directions.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A card that contains one of its two faces.
final class TransitionCard: UIView {
  let faces: [UIView]
  private(set) var shown = 0

  override init(frame: CGRect) {
    let designs: [(String, UInt32, UInt32, UInt32)] = [
      ("A", 0x3D7DD8, 0x274F8A, 0xE8ECF1), ("B", 0xE6B450, 0xC97A12, 0x1B1F24),
    ]
    faces = designs.map { CardFace($0, top: $1, bottom: $2, text: $3) }
    super.init(frame: frame)
    layer.cornerRadius = 12
    clipsToBounds = true
    addSubview(faces[0])
  }

  required init?(coder: NSCoder) { nil }

  /// Replaces the face by the other one.
  func turn() {
    faces[shown].removeFromSuperview()
    shown = 1 - shown
    addSubview(faces[shown])
  }

  /// Runs ``turn()`` in a view transition.
  func turn(
    for duration: TimeInterval, _ options: UIView.AnimationOptions,
    completion: @escaping (Bool) -> Void
  ) {
    shown = 1 - shown
    UIView.transition(
      from: faces[1 - shown], to: faces[shown], duration: duration, options: options,
      completion: completion)
  }

  override func layoutSubviews() { for face in faces { face.frame = bounds } }
}

/// A letter on a gradient.
private final class CardFace: UIView {
  private let letter: UILabel

  override class var layerClass: AnyClass { CAGradientLayer.self }

  init(_ text: String, top: UInt32, bottom: UInt32, text color: UInt32) {
    letter = UILabel(
      text, font: .systemFont(ofSize: 52, weight: .semibold), color: UIColor(hex: color),
      alignment: .center)
    super.init(frame: .zero)
    (layer as? CAGradientLayer)?.colors = [top, bottom].map { UIColor(hex: $0).cgColor }
    addSubview(letter)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() { letter.frame = bounds }
}

/// Four cards, one for each direction.
final class TransitionsSample: Sample {
  static let name = "Transitions"
  static let title = "Transitions gallery"
  static let summary =
    "Four cards take the four subtypes of a CATransition at once. Flips, curls and the dissolve are "
    + "UIView.transition. A curl is approximated by a flat leaf that turns about the upper edge."
  static let essence = """
    let transition = CATransition()
    transition.type = .push
    transition.subtype = .fromRight
    card.layer.add(
      transition, forKey: nil)
    card.turn()

    UIView.transition(
      from: front, to: back,
      duration: 0.8,
      options: .transitionFlipFromLeft)
    """

  static let duration: TimeInterval = 0.8

  var onCompletion: (SampleReport) -> Void = { _ in }

  let cards = (0..<4).map { _ in TransitionCard() }
  let captions = (0..<4).map { _ in
    UILabel("", font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
  }

  init() {}

  private static let subtypes: [CATransitionSubtype] = [
    .fromRight, .fromLeft, .fromTop, .fromBottom,
  ]

  var triggers: [Trigger] {
    [
      layerTrigger("fade", "Fade", .fade), layerTrigger("push", "Push", .push),
      layerTrigger("move-in", "Move in", .moveIn), layerTrigger("reveal", "Reveal", .reveal),
      viewTrigger(
        "flip", "Flips",
        [
          .transitionFlipFromRight, .transitionFlipFromLeft, .transitionFlipFromTop,
          .transitionFlipFromBottom,
        ], ["FlipFromRight", "FlipFromLeft", "FlipFromTop", "FlipFromBottom"]),
      viewTrigger(
        "curl", "Curls",
        [
          .transitionCurlUp, .transitionCurlDown, .transitionCurlUp, .transitionCurlDown,
        ], ["CurlUp", "CurlDown", "CurlUp", "CurlDown"]),
      viewTrigger(
        "dissolve", "Dissolve",
        [UIView.AnimationOptions](repeating: .transitionCrossDissolve, count: 4),
        [String](repeating: "CrossDissolve", count: 4)),
    ]
  }

  func makeView() -> UIView {
    show(Self.subtypes.map(\.rawValue))
    return TransitionsStage(cards, captions)
  }

  private func show(_ names: [String]) {
    for (caption, name) in zip(captions, names) { caption.show(name) }
  }

  private func layerTrigger(_ name: String, _ title: String, _ type: CATransitionType) -> Trigger {
    Trigger(name: name, title: title, duration: Self.duration) { [self] in
      // A fade has no direction.
      show(Self.subtypes.map { type == .fade ? type.rawValue : $0.rawValue })
      let end = completionCounter(reporting: title, of: cards.count)
      for (card, subtype) in zip(cards, Self.subtypes) {
        let transition = CATransition()
        transition.type = type
        transition.subtype = subtype
        transition.duration = Self.duration
        transition.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        transition.delegate = end
        card.layer.add(transition, forKey: nil)
        card.turn()
      }
    }
  }

  private func viewTrigger(
    _ name: String, _ title: String, _ options: [UIView.AnimationOptions], _ names: [String]
  ) -> Trigger {
    Trigger(name: name, title: title, duration: Self.duration) { [self] in
      show(names)
      let end = completionCounter(reporting: title, of: cards.count)
      for (card, options) in zip(cards, options) {
        card.turn(for: Self.duration, options, completion: end.stopped)
      }
    }
  }
}

/// The layout: four cards in a row, each over the name of its transition.
private final class TransitionsStage: UIView {
  private let cards: [TransitionCard]
  private let captions: [UILabel]

  init(_ cards: [TransitionCard], _ captions: [UILabel]) {
    self.cards = cards
    self.captions = captions
    super.init(frame: .zero)
    cards.forEach(addSubview)
    captions.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let column = min(176, (bounds.width - 32) / CGFloat(cards.count))
    let size = CGSize(width: (column - 28).rounded(), height: ((column - 28) * 1.25).rounded())
    let left = (bounds.width - column * CGFloat(cards.count)) / 2
    let middle = (bounds.height / 2 - 16).rounded()
    for (place, card) in cards.enumerated() {
      let x = (left + column * (CGFloat(place) + 0.5)).rounded()
      card.bounds = CGRect(origin: .zero, size: size)
      card.center = CGPoint(x: x, y: middle)
      captions[place].frame = CGRect(
        x: x - column / 2, y: middle + (size.height / 2).rounded() + 16, width: column, height: 16)
    }
  }
}
