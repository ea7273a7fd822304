// RenderInContextTests+Features.swift
// A tree for each feature of a layer: `render(in:)` and the window draw the same.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension RenderInContextTests {
  private func box(_ frame: CGRect, _ color: CGColor?) -> CALayer {
    let layer = CALayer()
    (layer.frame, layer.backgroundColor) = (frame, color)
    return layer
  }

  /// The pixels of `render(in:)`, 120 x 120 on white.
  private func recorded(_ layer: CALayer) -> CGImage {
    let context = CGContext(size: size)
    context.setFillColor(.white)
    context.fill(CGRect(origin: .zero, size: size))
    layer.render(in: context)
    return DrawingPixels(source: TestCoverageSource()).rasterize(
      context.drawing, width: 120, height: 120, scale: 2, on: .clear)
  }

  private nonisolated enum Feature: String, CaseIterable, Sendable {
    case axial, radial, conic, locations, oneColor, noDirection, partOfImage, stretchedMiddle
    case stretchedPart, someCorners, shadowOfPath, shadowUnderMask, maskWithOpacity
    case sublayerTransform, flippedGeometry, rotatedGradient, multiply, screen, sourceOut, xorInMask
    case order
  }

  private func tree(_ feature: Feature) -> CALayer {
    let root = box(CGRect(origin: .zero, size: size), nil)
    let card = box(CGRect(x: 5, y: 15, width: 50, height: 22), red)
    let image = CGImage(
      width: 4, height: 4,
      premultipliedRGBA: (0..<16).flatMap { [UInt8($0 * 16), UInt8($0 % 4 * 80), 128, 255] })
    func gradient(_ type: CAGradientLayerType) -> CAGradientLayer {
      let layer = CAGradientLayer()
      (layer.frame, layer.type) = (CGRect(x: 5, y: 6, width: 50, height: 20), type)
      (layer.colors, layer.startPoint) = ([CGColor.white, blue], CGPoint(x: 0.25, y: 0.1))
      layer.endPoint = CGPoint(x: 0.9, y: 0.8)
      return layer
    }
    switch feature {
    case .axial: root.addSublayer(gradient(.axial))
    case .radial: root.addSublayer(gradient(.radial))
    case .conic: root.addSublayer(gradient(.conic))
    case .locations:
      let layer = gradient(.axial)
      (layer.colors, layer.locations) = ([red, green, blue], [0.8, 0.2])
      root.addSublayer(layer)
    case .oneColor:
      let layer = gradient(.axial)
      layer.colors = [green]
      root.addSublayer(layer)
    case .noDirection:
      let layer = gradient(.axial)
      layer.endPoint = layer.startPoint
      root.addSublayer(layer)
    case .rotatedGradient:
      let layer = gradient(.axial)
      layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.5))
      root.addSublayer(layer)
    case .partOfImage, .stretchedMiddle, .stretchedPart:
      (card.backgroundColor, card.contents, card.contentsScale) = (nil, image, 0.25)
      card.magnificationFilter = .nearest
      if feature != .stretchedMiddle {
        card.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 0.75)
      }
      if feature != .partOfImage {
        card.contentsCenter = CGRect(x: 0.5, y: 0.25, width: 0.25, height: 0.5)
      }
      root.addSublayer(card)
    case .someCorners:
      (card.cornerRadius, card.masksToBounds) = (9, true)
      card.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
      root.addSublayer(card)
    case .shadowOfPath:
      (card.shadowOpacity, card.shadowRadius, card.opacity) = (0.8, 2, 0.7)
      card.shadowPath = CGPath(ellipseIn: CGRect(x: -3, y: 8, width: 56, height: 30))
      root.addSublayer(card)
    case .shadowUnderMask:
      (card.shadowOpacity, card.shadowRadius, card.shadowOffset) = (
        1, 0, CGSize(width: 6, height: 8)
      )
      card.mask = box(CGRect(x: 10, y: 5, width: 44, height: 21), .black)
      root.addSublayer(card)
    case .maskWithOpacity:
      card.opacity = 0.5
      card.addSublayer(box(CGRect(x: 20, y: 5, width: 40, height: 10), blue))
      card.mask = box(CGRect(x: 10, y: 0, width: 30, height: 40), CGColor(gray: 0, alpha: 0.5))
      root.addSublayer(card)
    case .sublayerTransform:
      card.sublayerTransform = CATransform3DMakeRotation(0.3, 0, 0, 1)
      card.addSublayer(box(CGRect(x: 20, y: 5, width: 20, height: 10), blue))
      root.addSublayer(card)
    case .flippedGeometry:
      root.isGeometryFlipped = true
      card.addSublayer(box(CGRect(x: 20, y: 2, width: 20, height: 5), blue))
      root.addSublayer(card)
    case .multiply, .screen, .sourceOut:
      root.addSublayer(box(CGRect(x: 0, y: 0, width: 40, height: 60), CGColor(gray: 0.5, alpha: 1)))
      card.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
      card.compositingFilter =
        switch feature {
        case .multiply: "multiplyBlendMode"
        case .screen: "screenBlendMode"
        default: "sourceOut"
        }
      root.addSublayer(card)
    case .xorInMask:
      let mask = box(card.bounds, .black)
      let hole = box(CGRect(x: 10, y: 5, width: 20, height: 10), .black)
      hole.compositingFilter = "xor"
      mask.addSublayer(hole)
      card.mask = mask
      root.addSublayer(card)
    case .order:
      let other = box(CGRect(x: 20, y: 5, width: 12, height: 50), blue)
      card.zPosition = 1
      root.sublayers = [card, other]
    }
    return root
  }

  /// `render(in:)` draws what the window draws (semantics 21.1, 21.4).
  @Test(arguments: Feature.allCases) private func recordingIsTheWindowsPicture(_ feature: Feature)
    throws
  {
    let root = tree(feature)
    let difference = PictureDifference(recorded(root), try picture(of: root))
    #expect(difference.maximum <= 2, "\(difference)")
  }
}
