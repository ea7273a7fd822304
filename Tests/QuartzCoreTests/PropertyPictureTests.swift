// PropertyPictureTests.swift
// What each row of the table of stock properties draws: a change of any of them changes the picture, and redraws all
// that it changes.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct PropertyPictureTests {
    /// Properties that are stored, and draw nothing.
    private static let stored: Set<LayerProperty> = [
      .opaque, .minificationFilterBias, .edgeAntialiasingMask, .allowsEdgeAntialiasing,
      .emitterZPosition, .emitterDepth, .emitterPreservesDepth,
    ]

    /// Properties that a draw list has, but not the pictures of a ``TestCoverageSource``.
    private static let styles: Set<LayerProperty> = [
      .miterLimit, .lineJoin, .lineDashPhase, .lineDashPattern,
    ]

    /// The inputs of filters are numbers of a layer that has filters; see FilterAnimationTests.
    private nonisolated static let properties = LayerProperty.allCases.filter {
      $0 != .filterInputs
    }

    /// Frames after a change equal those that are drawn from scratch, and for one value at least differ from those without
    /// the change.
    @Test(arguments: properties) func aChangeIsDrawn(property: LayerProperty) throws {
      var isDrawn = false
      // Boxes without contents, border and sublayers are drawn in other ways, and cast shadows by a formula.
      for isAlone in property.row.owner == .plain ? [false, true] : [false] {
        let unchanged = Self.frame(of: property, nil, isAlone: isAlone)
        for value in try Self.values(of: property) {
          let frame = Self.frame(of: property, value, isAlone: isAlone)
          let isOther =
            frame.pixels != unchanged.pixels
            || Self.styles.contains(property) && frame.list.items != unchanged.list.items
          isDrawn = isDrawn || isOther
        }
      }
      #expect(isDrawn != Self.stored.contains(property), "\(property.key)")
    }

    /// The second frame after a change.
    private static func frame(
      of property: LayerProperty, _ value: Any?, isAlone: Bool
    ) -> (pixels: [UInt8], list: DrawList) {
      let (stage, layer) = scene(of: property)
      if isAlone {
        (layer.sublayers, layer.contents, layer.borderWidth) = (nil, nil, 0)
      }
      stage.advance(to: 0.5)
      _ = stage.picture()
      if let value { withoutActions { layer.setValue(value, forKey: property.key) } }
      var pixels: [UInt8] = []
      for time in [0.5, 0.6] {
        stage.advance(to: time)
        pixels = Array(stage.picture().pixels)
        let afresh = stage.pictureAfresh().map { Array($0.pixels) }
        #expect(pixels == afresh, "\(property.key) = \(value ?? "as it was") at \(time)")
      }
      return (pixels, stage.drawList())
    }

    // MARK: Values

    private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

    private static func values(of property: LayerProperty) throws -> [Any] {
      if property == .emitterCells { return [[cell(red)]] }
      return switch property.kind {
      case .lanes(.number): [-0.3, 0, 0.4, 2, 40]
      case .lanes(.bool): [true, false]
      case .lanes(.point): [CGPoint(x: 0.2, y: 0.7), CGPoint(x: 30, y: 62)]
      case .lanes(.size), .lanes(.vector): [CGSize(width: 7, height: 12)]
      case .lanes(.rect):
        [
          CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
          CGRect(x: 3, y: 2, width: 50, height: 30),
        ]
      case .lanes(.color): [red]
      case .transform: [CATransform3DMakeRotation(0.7, 0, 0.5, 1)]
      case .path: [CGPath(ellipseIn: CGRect(x: -9, y: 2, width: 44, height: 20), transform: nil)]
      case .contents: [picture(9)]
      case .list(.number): [[0.1, 0.2, 0.9], [5, 2]]
      case .list: [[red, red]]
      case .name: [try #require(names[property], "a value for \(property.key)")]
      }
    }

    private static let names: [LayerProperty: Any] = [
      .contentsGravity: CALayerContentsGravity.center,
      .minificationFilter: CALayerContentsFilter.nearest,
      .magnificationFilter: CALayerContentsFilter.nearest,
      .maskedCorners: CACornerMask.layerMinXMinYCorner,
      .cornerCurve: CALayerCornerCurve.continuous,
      .edgeAntialiasingMask: CAEdgeAntialiasingMask.layerLeftEdge,
      .fillRule: CAShapeLayerFillRule.evenOdd,
      .lineCap: CAShapeLayerLineCap.round,
      .lineJoin: CAShapeLayerLineJoin.bevel,
      .gradientType: CAGradientLayerType.radial,
      .emitterShape: CAEmitterLayerEmitterShape.circle,
      .emitterMode: CAEmitterLayerEmitterMode.outline,
      .renderMode: CAEmitterLayerRenderMode.additive,
    ]

    private static func picture(_ size: Int) -> CGImage {
      let bytes = (0..<size * size * 4).map { index -> UInt8 in
        index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index * index / 4 * 37)
      }
      return CGImage(width: size, height: size, premultipliedRGBA: bytes)
    }

    // MARK: Scenes

    /// A layer of the property's class, in a place where what the property does shows.
    private static func scene(of property: LayerProperty) -> (LiveStage, CALayer) {
      let stage = LiveStage()
      stage.root.sublayerTransform.m34 = -1 / 200
      let layer = layer(of: property.row.owner)
      prepare(layer, for: property)
      if property == .backdropRadius { stage.root.addSublayer(stripes()) }
      stage.root.addSublayer(layer)
      CATransaction.flush()
      return (stage, layer)
    }

    private static func layer(of owner: LayerKind) -> CALayer {
      let layer: CALayer =
        switch owner {
        case .shape: shape()
        case .gradient: gradient()
        case .replicator: replicator()
        case .emitter: emitter()
        default: CALayer()
        }
      layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
      layer.position = CGPoint(x: 50, y: 46)
      layer.transform = CATransform3DMakeRotation(0.4, 0.3, 1, 0.4)
      guard owner == .plain else { return layer }
      layer.backgroundColor = CGColor(red: 0.2, green: 0.8, blue: 0.4, alpha: 0.8)
      layer.contents = picture(5)
      layer.contentsRect = CGRect(x: 0, y: 0, width: 0.8, height: 0.8)
      layer.opacity = 0.8
      layer.cornerRadius = 9
      layer.borderWidth = 3
      layer.shadowOpacity = 0.7
      layer.shadowOffset = CGSize(width: 5, height: 6)
      layer.shadowRadius = 2
      let child = CALayer()
      child.frame = CGRect(x: 30, y: 3, width: 20, height: 16)
      child.zPosition = 9
      child.backgroundColor = CGColor(red: 0.1, green: 0.2, blue: 0.9, alpha: 1)
      layer.addSublayer(child)
      return layer
    }

    /// What a backdrop blurs.
    private static func stripes() -> CALayer {
      let path = CGMutablePath()
      for x in stride(from: 0.0, to: 100, by: 6) {
        path.addRect(CGRect(x: x, y: 0, width: 3, height: 100))
      }
      let stripes = CAShapeLayer()
      stripes.path = path
      return stripes
    }

    /// Sets what a property needs beside it to show.
    private static func prepare(_ layer: CALayer, for property: LayerProperty) {
      switch property {
      case .contentsScale: layer.contentsGravity = .center
      case .minificationFilter: layer.contents = picture(90)
      case .rasterizationScale: layer.shouldRasterize = true
      case .doubleSided: layer.transform = CATransform3DMakeRotation(2.8, 0, 1, 0)
      case .backdropRadius:
        layer.transform = CATransform3DIdentity
        (layer.contents, layer.opacity) = (nil, 1)
        layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.2)
      default: break
      }
    }

    private static func shape() -> CAShapeLayer {
      let layer = CAShapeLayer()
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 0, y: 12))
      for point in [(38, 12), (6, 30), (20, 0), (34, 30), (9, 14)] {
        path.addLine(to: CGPoint(x: point.0, y: point.1))
      }
      layer.path = path
      layer.fillColor = CGColor(red: 0.9, green: 0.6, blue: 0.1, alpha: 1)
      layer.strokeColor = CGColor(red: 0.1, green: 0.1, blue: 0.5, alpha: 0.7)
      layer.lineWidth = 3
      layer.lineDashPattern = [16, 4]
      return layer
    }

    private static func gradient() -> CAGradientLayer {
      let layer = CAGradientLayer()
      layer.colors = [
        CGColor(red: 0, green: 0, blue: 1, alpha: 1), CGColor(red: 0, green: 1, blue: 0, alpha: 1),
        CGColor(red: 1, green: 1, blue: 0, alpha: 1),
      ]
      layer.startPoint = CGPoint(x: 0.1, y: 0.2)
      return layer
    }

    private static func replicator() -> CAReplicatorLayer {
      let layer = CAReplicatorLayer()
      layer.instanceCount = 3
      layer.instanceTransform = CATransform3DTranslate(
        CATransform3DMakeRotation(0.3, 0, 1, 0), 14, 5, 9)
      let child = CALayer()
      child.frame = CGRect(x: 0, y: 0, width: 18, height: 18)
      child.backgroundColor = CGColor(red: 0.8, green: 0.7, blue: 0.9, alpha: 0.6)
      let animation = CABasicAnimation(keyPath: "position.y")
      animation.toValue = 40
      animation.duration = 2
      child.add(animation, forKey: nil)
      layer.addSublayer(child)
      return layer
    }

    private static func emitter() -> CAEmitterLayer {
      let layer = CAEmitterLayer()
      layer.seed = 7
      layer.emitterShape = .cuboid
      layer.emitterMode = .volume
      layer.emitterPosition = CGPoint(x: 20, y: 15)
      layer.emitterSize = CGSize(width: 30, height: 20)
      layer.emitterDepth = 20
      layer.preservesDepth = true
      layer.emitterCells = [cell(CGColor(red: 0.1, green: 0.6, blue: 0.9, alpha: 0.7))]
      return layer
    }

    private static func cell(_ color: CGColor) -> CAEmitterCell {
      let cell = CAEmitterCell()
      cell.contents = CGImage(
        width: 4, height: 3, premultipliedRGBA: .init(repeating: 255, count: 48))
      cell.color = color
      (cell.birthRate, cell.lifetime) = (90, 1)
      (cell.velocity, cell.spin) = (20, 2)
      cell.emissionRange = 3
      return cell
    }
  }
}
