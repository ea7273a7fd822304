// SceneLayer+Random.swift
// Random layer trees of two levels, with every property at once, in the plane or in perspective.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// Draws layer trees by chance.
package struct RandomScenes<Generator: RandomNumberGenerator> {
  package var generator: Generator
  /// Whether layers turn out of the plane.
  package var isInSpace: Bool
  package let width = 160.0, height = 120.0

  package init(_ generator: Generator, isInSpace: Bool) {
    (self.generator, self.isInSpace) = (generator, isInSpace)
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  private mutating func chance(_ share: Double) -> Bool { number(0...1) < share }

  private mutating func color() -> SceneColor {
    SceneColor(number(0...1), number(0...1), number(0...1), chance(0.6) ? 1 : number(0.2...1))
  }

  private mutating func point() -> CGPoint { CGPoint(x: number(0...1), y: number(0...1)) }

  /// Returns a tree on white.
  package mutating func tree() -> SceneLayer {
    var root = SceneLayer(0, 0, width, height, SceneColor(1, 1, 1, 1))
    if isInSpace { root.sublayerTransform.m34 = -1 / number(150...500) }
    for _ in 0..<Int(number(2...4)) {
      var layer = layer(center: CGPoint(x: number(20...140), y: number(20...100)), side: 30...80)
      for _ in 0..<Int(number(0...3.9)) {
        let (across, down) = (number(0...1), number(0...1))
        layer.sublayers.append(
          self.layer(
            center: CGPoint(x: layer.bounds.width * across, y: layer.bounds.height * down),
            side: 8...40))
      }
      root.sublayers.append(layer)
    }
    return root
  }

  private mutating func layer(center: CGPoint, side: ClosedRange<Double>) -> SceneLayer {
    var layer = SceneLayer(0, 0, number(side), number(side), chance(0.8) ? color() : nil)
    layer.position = center
    if chance(0.2) { layer.anchorPoint = point() }
    layer.transform = transform()
    if isInSpace && chance(0.3) { layer.sublayerTransform.m34 = -1 / number(150...400) }
    layer.zPosition = chance(0.3) ? number(-10...10) : 0
    if chance(0.4) { layer.cornerRadius = number(1...20) }
    if chance(0.3) { (layer.borderWidth, layer.borderColor) = (number(0.5...5), color()) }
    if chance(0.3) { layer.opacity = number(0.3...1) }
    layer.masksToBounds = chance(0.25)
    if chance(0.25) {
      layer.shadow = SceneShadow {
        $0.color = color()
        $0.opacity = number(0.3...1)
        $0.offset = CGVector(dx: number(-6...6), dy: number(-6...6))
        $0.radius = number(1...6)
        if chance(0.2) { $0.path = CGPath(ellipseIn: layer.bounds, transform: nil) }
      }
    }
    layer.content = content(layer.bounds)
    if chance(0.12) {
      var mask = SceneLayer(
        number(-5...5), number(-5...5), layer.bounds.width, layer.bounds.height,
        SceneColor(0, 0, 0, number(0.5...1)))
      mask.cornerRadius = number(0...20)
      layer.mask = [mask]
    }
    return layer
  }

  private mutating func transform() -> CATransform3D {
    var transform = CATransform3DIdentity
    if isInSpace && chance(0.7) {
      transform = CATransform3DMakeRotation(
        number(-1...1), number(-1...1), number(-1...1), number(-0.3...0.3))
    } else if chance(0.4) {
      transform = CATransform3DMakeRotation(number(-3...3), 0, 0, 1)
    }
    return chance(0.3)
      ? CATransform3DScale(transform, number(0.6...1.5), number(0.6...1.5), 1) : transform
  }

  private mutating func content(_ bounds: CGRect) -> SceneContent {
    switch Int(number(0...7.99)) {
    case 0: .shape(shape(bounds))
    case 1:
      .gradient(
        SceneGradient([color(), color(), color()]) {
          $0.kind = [.axial, .radial, .conic].randomElement(using: &generator) ?? .axial
          $0.locations = [0, number(0.2...0.8), 1]
          ($0.start, $0.end) = (CGPoint(x: 0.3, y: 0.4), CGPoint(x: 0.9, y: number(0.5...1)))
        })
    case 2:
      .image(
        SceneImage(
          width: 12, height: 9,
          { _, _ in
            SceneColor(number(0...1), number(0...1), number(0...1), chance(0.7) ? 1 : 0.5)
          }
        ) {
          if chance(0.3) { $0.contentsRect = CGRect(x: 0.25, y: 0.2, width: 0.5, height: 0.6) }
          if chance(0.3) { $0.contentsCenter = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2) }
        })
    default: .none
    }
  }

  private mutating func shape(_ bounds: CGRect) -> SceneShape {
    let path = CGMutablePath()
    func inside() -> CGPoint {
      CGPoint(x: bounds.width * number(0...1), y: bounds.height * number(0...1))
    }
    let join: CGLineJoin = [.miter, .round, .bevel].randomElement(using: &generator) ?? .miter
    path.move(to: inside())
    for _ in 0..<3 {
      // Whether a miter is too long is decided by the last digit of a curve's direction.
      if join == .miter || chance(0.5) {
        path.addLine(to: inside())
      } else {
        path.addQuadCurve(to: inside(), control: inside())
      }
    }
    if chance(0.6) { path.closeSubpath() }
    return SceneShape(path) {
      $0.fillColor = chance(0.7) ? color() : nil
      $0.isEvenOdd = chance(0.5)
      $0.strokeColor = chance(0.6) || $0.fillColor == nil ? color() : nil
      $0.lineWidth = number(0.7...6)
      $0.cap = [.butt, .round, .square].randomElement(using: &generator) ?? .butt
      $0.join = join
      if chance(0.3) { $0.strokeEnd = number(0.4...1) }
      if chance(0.3) { $0.dashes = [number(3...9), number(2...6)] }
    }
  }
}
