// CornerRadiusSample.swift
// A layer that animates its corner radius by itself, inside and outside animation blocks.
// After "Add Implicit Animations to Your iOS Views, Part 1".
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A layer that animates its corner radius whenever it is set, inside or outside a block.
class SelfAnimatingLayer: CALayer {
  /// Seconds; 0 means 0.3.
  var animationDuration: CFTimeInterval = 0

  override func action(forKey event: String) -> (any CAAction)? {
    // Overrides the delegate, as a view returns NSNull outside blocks. Without a presentation there is no
    // start value.
    animatesItself(event) && presentation() != nil
      ? makeAnimation(forKey: event) : super.action(forKey: event)
  }

  /// Whether the layer itself supplies the action of a key.
  func animatesItself(_ key: String) -> Bool { key == "cornerRadius" }

  /// Returns an animation from the presentation value to the property's new value.
  func makeAnimation(forKey key: String) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: key)
    animation.fromValue = (presentation() ?? self).value(forKey: key)
    animation.duration = animationDuration == 0 ? 0.3 : animationDuration
    return animation
  }
}

/// A view with such a layer.
final class SelfAnimatingView: UIView {
  override class var layerClass: AnyClass { SelfAnimatingLayer.self }
}

/// The same change twice: in a block without the option `includesLayers`, and in one with it. Without a block, an
/// ordinary view and a layer without a view change beside them.
final class CornerRadiusSample: Sample {
  static let name = "CornerRadius"
  static let title = "Implicit corner radius"
  static let summary =
    "The layer animates its corner radius itself: 0.3 s in any block, and the block does not wait "
    + "for it. With includesLayers the block waits. Why an ordinary view does not: No block, then Actions."
  static let essence = """
    override func action(
      forKey event: String
    ) -> (any CAAction)? {
      event == "cornerRadius"
        ? makeAnimation(forKey: event)
        : super.action(forKey: event)
    }
    UIView.animate(
      withDuration: 2, delay: 0,
      options: .includesLayers
    ) {
      layer.cornerRadius = 56
    }
    """

  static let radius: CGFloat = 56
  static let blockDuration: TimeInterval = 2

  var onCompletion: (SampleReport) -> Void = { _ in }

  let plain = CornerCard(caption: "UIView block, as on iOS", options: [])
  let including = CornerCard(caption: "with .includesLayers", options: .includesLayers)
  let ordinary = OrdinaryPair()

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "implicit", title: "No block", duration: 0.3, completes: .never) { [self] in
        for card in [plain, including] { card.changeOutsideBlocks() }
        ordinary.change()
      },
      Trigger(name: "block", title: "2 s block", duration: 0.3) { [self] in change(layer: 0) },
      Trigger(name: "matched", title: "Layer at 2 s too", duration: 2) { [self] in
        change(layer: Self.blockDuration)
      },
      Trigger(name: "coordinated", title: "With the backdrop", duration: 2) { [self] in
        change(layer: Self.blockDuration, withBackdrop: true)
      },
    ]
  }

  func makeView() -> UIView {
    CornerRadiusStage([plain, including], ordinary)
  }

  private func change(layer duration: TimeInterval, withBackdrop: Bool = false) {
    for card in [plain, including] {
      card.change(layerDuration: duration, withBackdrop: withBackdrop) { [weak self] in
        self?.onCompletion($0)
      }
    }
  }
}

/// A square that animates by itself, on a backdrop that does not, and the time of their block's completion.
final class CornerCard: UIView {
  let square = SelfAnimatingView()
  let backdrop = UIView()
  let elapsed = UILabel("–", font: Theme.headline, alignment: .center)
  private let heading: UILabel
  private let outcome = UILabel(
    "until the block completed", font: Theme.small, color: Theme.dimText, alignment: .center)
  private let caption: String
  private let options: UIView.AnimationOptions
  /// Number of blocks, by which completions of older blocks are recognised.
  private var runs = 0

  private static var colors: [UIColor] { [Theme.control, Theme.blue] }

  init(caption: String, options: UIView.AnimationOptions) {
    self.caption = caption
    self.options = options
    heading = UILabel(caption, font: Theme.numbers, color: Theme.dimText, alignment: .center)
    super.init(frame: .zero)
    backdrop.backgroundColor = Self.colors[0]
    backdrop.layer.cornerRadius = 8
    square.backgroundColor = Theme.orange
    [heading, backdrop, square, elapsed, outcome].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  private var layerOfSquare: SelfAnimatingLayer? { square.layer as? SelfAnimatingLayer }

  func changeOutsideBlocks() {
    runs += 1
    layerOfSquare?.animationDuration = 0
    changeRadius()
    elapsed.text = "–"
    outcome.text = "no block, no completion"
  }

  /// Changes the radius, and optionally the backdrop, in one block.
  func change(
    layerDuration: TimeInterval, withBackdrop: Bool, report: @escaping (SampleReport) -> Void
  ) {
    runs += 1
    let run = runs
    layerOfSquare?.animationDuration = layerDuration
    elapsed.text = "…"
    outcome.text = "the block is running"
    let start = SampleTime.now
    UIView.animate(
      withDuration: CornerRadiusSample.blockDuration, delay: 0, options: options
    ) {
      self.changeRadius()
      if withBackdrop { self.changeBackdrop() }
    } completion: { [weak self] finished in
      let time = SampleTime.now - start
      if let self {
        if run == runs { show(time, finished) }
        report(SampleReport(animation: caption, finished: finished, elapsed: time))
      }
    }
  }

  private func changeRadius() {
    let radius = CornerRadiusSample.radius
    square.layer.cornerRadius = square.layer.cornerRadius < radius ? radius : 0
  }

  private func changeBackdrop() {
    let isFirst = backdrop.backgroundColor == Self.colors[0]
    backdrop.backgroundColor = Self.colors[isFirst ? 1 : 0]
  }

  private func show(_ time: TimeInterval, _ finished: Bool) {
    elapsed.text = Wording.seconds(time)
    outcome.text = "until the block completed, finished \(finished)"
  }

  override func layoutSubviews() {
    let width = bounds.width
    heading.frame = CGRect(x: 0, y: 0, width: width, height: 18)
    backdrop.frame = CGRect(x: 0, y: 26, width: width, height: 144)
    square.frame = CGRect(x: ((width - 112) / 2).rounded(), y: 42, width: 112, height: 112)
    elapsed.frame = CGRect(x: 0, y: 178, width: width, height: 36)
    outcome.frame = CGRect(x: 0, y: 216, width: width, height: 18)
  }
}

/// A view with an ordinary layer, which changes at once, and a layer without a view, which animates: side by side, or
/// one below the other in a high frame.
final class OrdinaryPair: UIView {
  static let side: CGFloat = 48

  let square = UIView()
  let hosted = CALayer()
  private let captions = ["an ordinary view", "a layer without a view"].map {
    UILabel($0, font: Theme.small, color: Theme.dimText)
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    square.backgroundColor = Theme.accent
    hosted.backgroundColor = Theme.accent.cgColor
    layer.addSublayer(hosted)
    ([square] + captions).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// Makes both round, or square again. The view is last, so that the inspector shows its search first.
  func change() {
    let radius = square.layer.cornerRadius == 0 ? Self.side / 2 : 0
    for layer in [hosted, square.layer] { layer.cornerRadius = radius }
  }

  override func layoutSubviews() {
    let isColumn = bounds.height > bounds.width
    let half = ((isColumn ? bounds.height : bounds.width) / 2).rounded()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    for (place, layer) in [square.layer, hosted].enumerated() {
      let start = CGFloat(place) * half
      layer.frame = CGRect(
        x: isColumn ? ((bounds.width - Self.side) / 2).rounded() : start, y: isColumn ? start : 0,
        width: Self.side, height: Self.side)
      captions[place].textAlignment = isColumn ? .center : .left
      captions[place].frame =
        isColumn
        ? CGRect(x: 0, y: start + Self.side + 8, width: bounds.width, height: 18)
        : CGRect(x: start + Self.side + 12, y: 15, width: half - 72, height: 18)
    }
  }
}

/// The layout: both cards side by side, and the pair below them, or beside them on a low stage.
private final class CornerRadiusStage: UIView {
  private let cards: [CornerCard]
  private let ordinary: OrdinaryPair

  init(_ cards: [CornerCard], _ ordinary: OrdinaryPair) {
    (self.cards, self.ordinary) = (cards, ordinary)
    super.init(frame: .zero)
    cards.forEach(addSubview)
    addSubview(ordinary)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let height: CGFloat = 234
    let below = OrdinaryPair.side + 32
    let isLow = bounds.height < height + below + 64
    // On a low stage the pair is a third column; what has no room is left out.
    let column: CGFloat = 152
    let gap: CGFloat = isLow ? 24 : 32
    let room = bounds.width - 2 * gap - column - 48
    let width: CGFloat = isLow ? min(248, max(200, (room / 2).rounded(.down))) : 248
    ordinary.isHidden = isLow && room < 2 * width
    let beside = isLow && !ordinary.isHidden ? gap + column : 0
    let left = ((bounds.width - 2 * width - gap - beside) / 2).rounded()
    let top = ((bounds.height - height - (isLow ? 0 : below)) / 2).rounded()
    for (place, card) in cards.enumerated() {
      let x = left + CGFloat(place) * (width + gap)
      card.frame = CGRect(x: x, y: top, width: width, height: height)
    }
    ordinary.frame =
      isLow
      ? CGRect(x: left + 2 * (width + gap), y: top + 26, width: column, height: 176)
      : CGRect(x: left, y: top + height + 32, width: 2 * width + gap, height: OrdinaryPair.side)
  }
}
