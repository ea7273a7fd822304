// LayerChanges.swift
// Random values for properties of layers.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// One change of one property, by number.
@MainActor enum LayerChanges {
  static let ofAll = 31
  static let ofSubclasses = 7

  static func change(_ layer: CALayer, _ number: Int, _ random: FuzzRandom) {
    if number < 16 {
      changeGeometry(of: layer, number, random)
    } else {
      changeLook(of: layer, number, random)
    }
  }

  private static func changeGeometry(of layer: CALayer, _ number: Int, _ random: FuzzRandom) {
    switch number {
    case 0, 1: layer.position = random.point()
    case 2: layer.bounds = random.rect()
    case 3: layer.frame = random.rect()
    case 4: layer.anchorPoint = random.unitPoint()
    case 5: layer.anchorPointZ = random.number(-9...9)
    case 6: layer.zPosition = random.number(-9...9)
    case 7, 8: layer.transform = random.transform()
    case 9: layer.sublayerTransform = random.transform()
    case 10: layer.bounds.size = random.size()
    case 11: layer.bounds.origin = random.point()
    case 12: layer.isGeometryFlipped = random.chance(0.5)
    case 13: layer.masksToBounds = random.chance(0.5)
    case 14: layer.setAffineTransform(random.affine())
    default: layer.position.x += random.plain(-9...9)
    }
  }

  private static func changeLook(of layer: CALayer, _ number: Int, _ random: FuzzRandom) {
    switch number {
    case 16: layer.opacity = random.float(0...1)
    case 17: layer.isHidden = random.chance(0.3)
    case 18: layer.cornerRadius = random.number(0...20)
    case 19:
      layer.borderWidth = random.number(0...6)
      layer.borderColor = random.color().cgColor
    case 20: layer.shadowOpacity = random.float(0...1)
    case 21: layer.shadowRadius = random.number(0...6)
    case 22: layer.shadowOffset = random.size()
    case 23: layer.shadowPath = random.chance(0.5) ? nil : random.path()
    case 24: layer.contents = random.chance(0.3) ? nil : random.image()
    case 25:
      layer.contentsRect =
        random.chance(0.5) ? CGRect(x: 0, y: 0, width: 1, height: 1) : random.rect()
    case 26:
      layer.contentsCenter = CGRect(
        origin: random.unitPoint(), size: CGSize(width: 0.5, height: 0.5))
    case 27: layer.contentsScale = random.number(0.5...3)
    case 28: layer.setNeedsDisplay()
    case 29: layer.setNeedsLayout()
    case 30: layer.shouldRasterize = random.chance(0.3)
    default: layer.layoutIfNeeded()
    }
  }

  static func changeSubclass(of layer: CALayer, _ number: Int, _ random: FuzzRandom) {
    switch layer {
    case let layer as CAShapeLayer: change(layer, number, random)
    case let layer as CAGradientLayer: change(layer, number, random)
    case let layer as CAReplicatorLayer: change(layer, number, random)
    case let layer as CATextLayer: change(layer, number, random)
    case let layer as CAEmitterLayer: change(layer, number, random)
    case let layer as CAScrollLayer: layer.scroll(to: random.point())
    case let layer as CATiledLayer:
      switch number {
      case 0: layer.tileSize = random.size()
      case 1: layer.levelsOfDetail = random.integer(-3...99)
      case 2: layer.levelsOfDetailBias = random.integer(-3...99)
      default: layer.setNeedsDisplay(random.rect())
      }
    default: layer.name = random.text()
    }
  }

  private static func change(_ layer: CAShapeLayer, _ number: Int, _ random: FuzzRandom) {
    switch number {
    case 0, 1: layer.path = random.chance(0.1) ? nil : random.path()
    case 2: layer.strokeStart = random.number(0...1)
    case 3: layer.strokeEnd = random.number(0...1)
    case 4: layer.lineWidth = random.number(0...9)
    case 5:
      layer.lineDashPattern = random.chance(0.3) ? nil : [3, NSNumber(value: random.number(0...5))]
    case 6: layer.miterLimit = random.number(0...12)
    default: layer.strokeColor = random.color().cgColor
    }
  }

  private static func change(_ layer: CAGradientLayer, _ number: Int, _ random: FuzzRandom) {
    switch number {
    case 0, 1: layer.colors = (0..<random.integer(0...4)).map { _ in random.color().cgColor }
    case 2:
      layer.locations = (0..<random.integer(0...4)).map { _ in NSNumber(value: random.number(0...1))
      }
    case 3: layer.startPoint = random.unitPoint()
    case 4: layer.endPoint = random.unitPoint()
    default: layer.type = random.pick([.axial, .radial, .conic]) ?? .axial
    }
  }

  private static func change(_ layer: CAReplicatorLayer, _ number: Int, _ random: FuzzRandom) {
    switch number {
    case 0, 1: layer.instanceCount = random.integer(-1...5)
    case 2: layer.instanceTransform = random.transform()
    case 3: layer.instanceDelay = random.number(-1...1)
    case 4: layer.instanceRedOffset = random.float(-1...1)
    case 5: layer.preservesDepth = random.chance(0.5)
    default: layer.instanceColor = random.color().cgColor
    }
  }

  private static func change(_ layer: CATextLayer, _ number: Int, _ random: FuzzRandom) {
    switch number {
    case 0, 1: layer.string = random.text()
    case 2: layer.string = random.attributedText()
    case 3:
      layer.fontSize = random.chance(0.2) ? min(random.number(0...40), 1e6) : random.plain(4...30)
    case 4: layer.isWrapped = random.chance(0.5)
    case 5: layer.truncationMode = random.pick([.none, .start, .middle, .end]) ?? .end
    default: layer.foregroundColor = random.color().cgColor
    }
  }

  private static func change(_ layer: CAEmitterLayer, _ number: Int, _ random: FuzzRandom) {
    switch number {
    case 0, 1, 2:
      let cell = CAEmitterCell()
      cell.name = "cell"
      cell.contents = random.image()
      cell.birthRate = random.float(0...30)
      cell.lifetime = random.float(0...1)
      cell.velocity = random.number(-50...50)
      cell.scale = random.number(0...2)
      cell.spin = random.number(-4...4)
      layer.emitterCells = [cell]
    case 3: layer.emitterPosition = random.point()
    case 4: layer.emitterSize = random.size()
    case 5: layer.birthRate = random.float(0...2)
    case 6: layer.emitterShape = random.pick([.point, .line, .circle, .rectangle]) ?? .point
    default: layer.lifetime = random.float(0...2)
    }
  }
}
