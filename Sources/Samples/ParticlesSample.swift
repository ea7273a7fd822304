// ParticlesSample.swift
// Emitter layers: a fountain, a fire, snow and confetti, each switched on by animating its birth rate.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import LamellaViewer
import UIKit

/// Four emitters; each trigger makes one emit for some time.
final class ParticlesSample: Sample {
  static let name = "Particles"
  static let title = "Particles"
  static let summary =
    "Emitter layers at rest have a birth rate of 0; an animation of birthRate switches each on, and "
    + "its particles live on to the end. The same seed and time always show the same particles."
  static let essence = """
    let drop = CAEmitterCell()
    drop.contents = image
    drop.birthRate = 150
    drop.lifetime = 1.7
    drop.velocity = 300
    drop.yAcceleration = 380
    emitter.emitterCells = [drop]

    let tap = CAKeyframeAnimation(
      keyPath: "birthRate")
    tap.values = [1, 0]
    tap.calculationMode = .discrete
    """

  /// One kind of particles: for how long they are born, and for how long the last of them live.
  struct Kind {
    let name: String
    let title: String
    let emission: TimeInterval
    let lifetime: TimeInterval

    var duration: TimeInterval { emission + lifetime }
  }

  static let kinds = [
    Kind(name: "fountain", title: "Fountain", emission: 2, lifetime: 1.7),
    Kind(name: "fire", title: "Fire", emission: 2.5, lifetime: 1.2),
    Kind(name: "snow", title: "Snow", emission: 2, lifetime: 3),
    Kind(name: "confetti", title: "Confetti", emission: 0.15, lifetime: 2.4),
  ]

  var onCompletion: (SampleReport) -> Void = { _ in }

  /// By kind.
  let emitters = ParticlesSample.kinds.map { _ in CAEmitterLayer() }

  init() {}

  var triggers: [Trigger] {
    Self.kinds.enumerated().map { place, kind in
      Trigger(name: kind.name, title: kind.title, duration: kind.duration) { [self] in
        emit(kind, from: emitters[place])
      }
    }
  }

  func makeView() -> UIView {
    emitters[0].emitterCells = [fountain()]
    emitters[1].emitterCells = fire()
    emitters[2].emitterCells = [snow()]
    emitters[3].emitterCells = confetti()
    for (place, emitter) in emitters.enumerated() {
      emitter.birthRate = 0
      emitter.seed = SampleSeed.value &+ UInt32(place)
    }
    emitters[1].renderMode = .additive
    emitters[2].emitterShape = .line
    return ParticlesStage(emitters)
  }

  private func emit(_ kind: Kind, from emitter: CAEmitterLayer) {
    let tap = CAKeyframeAnimation(keyPath: "birthRate")
    tap.values = [1, 0]
    tap.keyTimes = [0, NSNumber(value: kind.emission / kind.duration), 1]
    tap.calculationMode = .discrete
    tap.duration = kind.duration
    tap.delegate = completionCounter(reporting: kind.title)
    emitter.add(tap, forKey: "tap")
  }

  // MARK: Cells

  private func fountain() -> CAEmitterCell {
    let drop = CAEmitterCell()
    drop.contents = ParticleImage.glow
    drop.birthRate = 150
    drop.lifetime = 1.7
    drop.velocity = 290
    drop.velocityRange = 50
    drop.emissionLongitude = -.pi / 2
    drop.emissionRange = 0.5
    drop.yAcceleration = 370
    drop.scale = 0.34
    drop.scaleRange = 0.16
    drop.color = UIColor(hex: 0x88CCEE).cgColor
    drop.blueRange = 0.2
    drop.greenRange = 0.3
    drop.alphaSpeed = -0.4
    return drop
  }

  private func fire() -> [CAEmitterCell] {
    let flame = CAEmitterCell()
    flame.contents = ParticleImage.glow
    flame.birthRate = 170
    flame.lifetime = 0.85
    flame.lifetimeRange = 0.3
    flame.velocity = 120
    flame.velocityRange = 50
    flame.emissionLongitude = -.pi / 2
    flame.emissionRange = 0.5
    flame.scale = 1.3
    flame.scaleSpeed = -1.1
    flame.color = UIColor(hex: 0xE65A14, alpha: 0.6).cgColor
    flame.alphaSpeed = -0.5
    let spark = CAEmitterCell()
    spark.contents = ParticleImage.glow
    spark.birthRate = 14
    spark.lifetime = 1.1
    spark.velocity = 190
    spark.velocityRange = 80
    spark.emissionLongitude = -.pi / 2
    spark.emissionRange = 0.9
    spark.scale = 0.14
    spark.color = UIColor(hex: 0xFFD166).cgColor
    spark.alphaSpeed = -0.8
    return [flame, spark]
  }

  private func snow() -> CAEmitterCell {
    let flake = CAEmitterCell()
    flake.contents = ParticleImage.glow
    flake.birthRate = 70
    flake.lifetime = 3
    flake.velocity = 90
    flake.velocityRange = 40
    // Down, from a line.
    flake.emissionLongitude = .pi
    flake.emissionRange = 0.5
    flake.xAcceleration = 8
    flake.scale = 0.34
    flake.scaleRange = 0.18
    flake.alphaRange = 0.3
    flake.alphaSpeed = -0.2
    return flake
  }

  private func confetti() -> [CAEmitterCell] {
    ([0x88CCEE, 0xE69F00, 0xDDCC77, 0xFF5C7A] as [UInt32]).map { color in
      let piece = CAEmitterCell()
      piece.contents = ParticleImage.slip
      piece.birthRate = 260
      piece.lifetime = 2.4
      piece.velocity = 260
      piece.velocityRange = 160
      piece.emissionLongitude = -.pi / 2
      piece.emissionRange = 2.4
      piece.yAcceleration = 300
      piece.spin = 3
      piece.spinRange = 12
      piece.scale = 0.7
      piece.scaleRange = 0.4
      piece.color = UIColor(hex: color).cgColor
      piece.alphaSpeed = -0.35
      return piece
    }
  }
}

/// White images of particles, coloured by the cells.
@MainActor private enum ParticleImage {
  /// A disc that fades towards its edge.
  static let glow = make(width: 32, height: 32) { x, y in
    let distance = ((x - 15.5) * (x - 15.5) + (y - 15.5) * (y - 15.5)).squareRoot() / 16
    let light = max(0, 1 - distance)
    return min(1, light * light * 1.8)
  }

  /// A slip of paper, transparent along its edge so that it rotates smoothly.
  static let slip = make(width: 14, height: 10) { x, y in
    (1...12).contains(x) && (1...8).contains(y) ? 1 : 0
  }

  private static func make(
    width: Int, height: Int, alpha: (Double, Double) -> Double
  ) -> CGImage {
    let pixels = (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        [UInt8](repeating: UInt8(255 * alpha(Double(x), Double(y))), count: 4)
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }
}

/// The layout: fountain and fire at the bottom, snow along the top, confetti between.
private final class ParticlesStage: UIView {
  private let emitters: [CAEmitterLayer]

  init(_ emitters: [CAEmitterLayer]) {
    self.emitters = emitters
    super.init(frame: .zero)
    clipsToBounds = true
    emitters.forEach(layer.addSublayer)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for emitter in emitters { emitter.frame = bounds }
    // Velocities are scaled to the height of the stage; gravity is constant.
    let room = Float(max(1, bounds.height / 260))
    let factors = [room.squareRoot(), room, room, room.squareRoot()]
    for (emitter, factor) in zip(emitters, factors) {
      emitter.velocity = factor
      emitter.scale = factor.squareRoot()
    }
    let floor = bounds.height - 56
    emitters[0].emitterPosition = CGPoint(x: bounds.width * 0.32, y: floor)
    emitters[1].emitterPosition = CGPoint(x: bounds.width * 0.68, y: floor)
    emitters[1].emitterShape = .rectangle
    emitters[1].emitterSize = CGSize(width: 70, height: 8)
    emitters[2].emitterPosition = CGPoint(x: bounds.midX, y: -8)
    emitters[2].emitterSize = CGSize(width: bounds.width + 80, height: 0)
    emitters[3].emitterPosition = CGPoint(x: bounds.midX, y: bounds.height * 0.45)
    CATransaction.commit()
  }
}
