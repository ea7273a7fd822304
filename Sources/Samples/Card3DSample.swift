// Card3DSample.swift
// Perspective by m34, and CATransformLayer: a card of plates at different depths, beside the same card
// in a plain layer.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A card made of plates in one body, which is a transform layer or a plain layer.
@MainActor final class Card3D {
  static let size = CGSize(width: 118, height: 166)

  let body: CALayer
  /// Heights of the plates, from the back of the card to the highest above its front.
  private(set) var plates: [CALayer] = []
  /// The distance that each plate rises when the card is taken apart, in points.
  static let rises: [CGFloat] = [-44, -12, 20, 48, 74]

  init(_ body: CALayer) {
    self.body = body
    let bounds = CGRect(origin: .zero, size: Self.size)
    body.bounds = bounds

    let back = CALayer()
    back.backgroundColor = UIColor(hex: 0x274F8A).cgColor
    let stripes = CAShapeLayer()
    stripes.path = Self.stripes(in: bounds.insetBy(dx: 10, dy: 10))
    stripes.strokeColor = UIColor(hex: 0x88CCEE, alpha: 0.7).cgColor
    stripes.lineWidth = 3
    stripes.frame = bounds
    back.addSublayer(stripes)
    // It faces backwards and is visible only from behind.
    back.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    back.isDoubleSided = false

    let front = CAGradientLayer()
    front.colors = [UIColor(hex: 0xE8ECF1).cgColor, UIColor(hex: 0xC3CEDB).cgColor]
    front.isDoubleSided = false

    let picture = CAGradientLayer()
    picture.colors = [UIColor(hex: 0x3D7DD8).cgColor, UIColor(hex: 0xDDA5B5).cgColor]
    picture.cornerRadius = 6
    picture.frame = CGRect(x: 10, y: 10, width: 98, height: 92)

    let sun = CALayer()
    sun.backgroundColor = UIColor(hex: 0xFFD166).cgColor
    sun.cornerRadius = 17
    sun.frame = CGRect(x: 60, y: 24, width: 34, height: 34)

    let title = CATextLayer()
    title.string = "m34"
    title.fontSize = 26
    title.foregroundColor = UIColor(hex: 0x1B1F24).cgColor
    title.alignmentMode = .center
    title.contentsScale = 2
    title.backgroundColor = UIColor(hex: 0xDDCC77).cgColor
    title.cornerRadius = 6
    title.frame = CGRect(x: 10, y: 114, width: 98, height: 36)

    stripes.name = "stripes"
    plates = [back, front, picture, title, sun]
    for (plate, name) in zip(plates, ["back", "front", "picture", "title", "sun"]) {
      plate.name = name
    }
    for plate in [back, front] {
      plate.cornerRadius = 12
      plate.frame = bounds
    }
    for plate in [picture, title, sun] { plate.isDoubleSided = false }
    plates.forEach(body.addSublayer)
  }

  private static func stripes(in rect: CGRect) -> CGPath {
    let path = CGMutablePath()
    for x in stride(from: rect.minX, through: rect.maxX, by: 12) {
      path.move(to: CGPoint(x: x, y: rect.minY))
      path.addLine(to: CGPoint(x: x, y: rect.maxY))
    }
    for y in stride(from: rect.minY, through: rect.maxY, by: 12) {
      path.move(to: CGPoint(x: rect.minX, y: y))
      path.addLine(to: CGPoint(x: rect.maxX, y: y))
    }
    return path
  }
}

/// Two cards under one perspective.
final class Card3DSample: Sample {
  static let name = "Card3D"
  static let title = "3D card"
  static let summary =
    "The superlayer's sublayerTransform gives perspective by m34. In a CATransformLayer the plates "
    + "keep their depth; in a plain CALayer they are flattened into its plane."
  static let essence = """
    var space = CATransform3DIdentity
    space.m34 = -1 / 500
    scene.sublayerTransform = space

    let card = CATransformLayer()
    back.transform =
      CATransform3DMakeRotation(
        .pi, 0, 1, 0)
    back.isDoubleSided = false
    """

  /// The eye's distance, in points.
  static let distance: CGFloat = 500

  var onCompletion: (SampleReport) -> Void = { _ in }

  let solid = Card3D(CATransformLayer())
  let flat = Card3D(CALayer())
  let scene = CALayer()
  /// Rotation of the cards about their vertical axes, in radians.
  private(set) var turn: CGFloat = 0

  init() {}

  private var cards: [Card3D] { [solid, flat] }

  var triggers: [Trigger] {
    [
      Trigger(name: "flip", title: "Flip", duration: 0.9) { [self] in flip() },
      Trigger(name: "apart", title: "Take apart", duration: 3) { [self] in takeApart() },
      Trigger(name: "tumble", title: "Tumble", duration: 2.4) { [self] in tumble() },
      Trigger(name: "nearer", title: "Nearer", duration: 2) { [self] in comeNearer() },
    ]
  }

  func makeView() -> UIView {
    scene.sublayerTransform = Self.space(distance: Self.distance)
    return Card3DStage(scene, cards)
  }

  /// Perspective for an eye at a distance.
  private static func space(distance: CGFloat) -> CATransform3D {
    var space = CATransform3DIdentity
    space.m34 = -1 / distance
    return space
  }

  private func flip() {
    let end = completionCounter(reporting: "Flip", of: 2)
    let start = turn
    // Half a turn; the next press adds the other half.
    turn = turn == 0 ? .pi : 0
    for card in cards {
      // By "transform.rotation.y" a half turn is ambiguous: two sets of angles describe it.
      let animation = CABasicAnimation(keyPath: "transform")
      animation.valueFunction = CAValueFunction(name: .rotateY)
      animation.fromValue = start
      animation.toValue = start + .pi
      animation.duration = 0.9
      animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      animation.delegate = end
      set(turn, of: card)
      card.body.add(animation, forKey: "flip")
    }
  }

  private func takeApart() {
    let end = completionCounter(reporting: "Take apart", of: 2)
    for card in cards {
      let turning = keyframes("transform", [turn, turn + 0.75, turn + 0.75, turn])
      turning.valueFunction = CAValueFunction(name: .rotateY)
      turning.delegate = end
      let leaning = keyframes("transform", [0, 0.35, 0.35, 0])
      leaning.valueFunction = CAValueFunction(name: .rotateX)
      leaning.isAdditive = true
      card.body.add(turning, forKey: "turning")
      card.body.add(leaning, forKey: "leaning")
      for (plate, rise) in zip(card.plates, Card3D.rises) {
        plate.add(keyframes("zPosition", [0, rise, rise, 0]), forKey: "rise")
      }
    }
  }

  private func keyframes(_ keyPath: String, _ values: [CGFloat]) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: keyPath)
    animation.values = values
    animation.keyTimes = [0, 0.35, 0.65, 1]
    animation.timingFunctions = [.easeInEaseOut, .linear, .easeInEaseOut].map {
      CAMediaTimingFunction(name: $0)
    }
    animation.duration = 3
    return animation
  }

  private func tumble() {
    let end = completionCounter(reporting: "Tumble", of: 2)
    for card in cards {
      let group = CAAnimationGroup()
      group.animations = zip(
        ["transform.rotation.x", "transform.rotation.y"], [2 * .pi, -2 * .pi] as [CGFloat]
      ).map { keyPath, angle in
        let animation = CABasicAnimation(keyPath: keyPath)
        animation.byValue = angle
        return animation
      }
      group.duration = 2.4
      group.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      group.delegate = end
      card.body.add(group, forKey: "tumble")
    }
  }

  /// Moves the eye towards the tilted cards and back.
  private func comeNearer() {
    let end = completionCounter(reporting: "Nearer", of: 1)
    let near = CABasicAnimation(keyPath: "sublayerTransform")
    near.toValue = Self.space(distance: 180)
    near.duration = 1
    near.autoreverses = true
    near.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    near.delegate = end
    scene.add(near, forKey: "near")
    for card in cards {
      let tilt = CABasicAnimation(keyPath: "transform.rotation.y")
      tilt.byValue = 0.9
      tilt.duration = 1
      tilt.autoreverses = true
      tilt.timingFunction = near.timingFunction
      card.body.add(tilt, forKey: "tilt")
    }
  }

  private func set(_ turn: CGFloat, of card: Card3D) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    card.body.transform = CATransform3DMakeRotation(turn, 0, 1, 0)
    CATransaction.commit()
  }
}

/// The layout: two cards side by side, as large as possible.
private final class Card3DStage: UIView {
  private let scene: CALayer
  private let cards: [Card3D]
  private let captions = ["CATransformLayer", "CALayer"].map {
    UILabel($0, font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
  }

  init(_ scene: CALayer, _ cards: [Card3D]) {
    self.scene = scene
    self.cards = cards
    super.init(frame: .zero)
    layer.addSublayer(scene)
    for card in cards { scene.addSublayer(card.body) }
    captions.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let scale = min(1.6, (bounds.height - 84) / Card3D.size.height)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    scene.bounds = CGRect(x: 0, y: 0, width: 400, height: 200)
    scene.position = CGPoint(x: bounds.midX, y: (bounds.height / 2 - 16).rounded())
    scene.transform = CATransform3DMakeScale(scale, scale, 1)
    for (place, card) in cards.enumerated() {
      card.body.position = CGPoint(x: 90 + 220 * CGFloat(place), y: 100)
    }
    CATransaction.commit()
    for (place, caption) in captions.enumerated() {
      let x = bounds.midX + (CGFloat(place) * 220 - 110) * scale
      caption.frame = CGRect(x: x - 100, y: bounds.height - 54, width: 200, height: 16)
    }
  }
}
