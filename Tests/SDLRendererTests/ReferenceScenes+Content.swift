// ReferenceScenes+Content.swift
// Scenes of shape, gradient and image layers, and of layers in perspective, for the reference.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import ReferencePicture

// MARK: - Shapes

extension ReferenceScene {
  private static let rasteriser = "256 levels of coverage, and short lines for curves"

  /// Adds a shape layer with its own space at a place.
  private static func shape(
    _ x: Double, _ y: Double, _ path: CGPath, _ change: (inout SceneShape) -> Void
  ) -> SceneLayer {
    SceneLayer(x, y, 40, 40) { $0.content = .shape(SceneShape(path, change)) }
  }

  private static func lines(_ points: [(Double, Double)], isClosed: Bool = false) -> CGPath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if isClosed { path.closeSubpath() }
    return path
  }

  private static let star = lines(
    (0..<5).map { index in
      let angle = Double(index) * 4 / 5 * .pi
      return (25 + 24 * sin(angle), 25 - 24 * cos(angle))
    }, isClosed: true)

  static let shapes: [ReferenceScene] = [
    ReferenceScene(
      "fills by both rules", mean: (0.1, 0.1), max: (4, 4),
      "lines that cross in one pixel; 256 levels of coverage"
    ) {
      for isEvenOdd in [false, true] {
        $0.sublayers.append(
          shape(isEvenOdd ? 85.3 : 15.3, 30.6, star) {
            ($0.fillColor, $0.isEvenOdd) = (.blue, isEvenOdd)
          })
      }
    },
    ReferenceScene(
      "curves", mean: (0.3, 0.3), max: (60, 60),
      "the reference's chords, where two curves meet at a small angle"
    ) {
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 0, y: 90))
      path.addCurve(
        to: CGPoint(x: 140, y: 90), control1: CGPoint(x: 30, y: -70),
        control2: CGPoint(x: 110, y: 150))
      path.addQuadCurve(to: CGPoint(x: 0, y: 90), control: CGPoint(x: 70, y: 120))
      $0.sublayers = [
        shape(10, 10, path) {
          ($0.fillColor, $0.strokeColor, $0.lineWidth, $0.join) = (.red, .blue, 3, .round)
        }
      ]
    },
    ReferenceScene(
      "caps and joins", mean: (0.1, 0.1), max: (3, 3),
      rasteriser
    ) {
      let zigzag = lines([(0, 25), (12, 0), (24, 25), (36, 8)])
      for (index, cap) in [CGLineCap.butt, .round, .square].enumerated() {
        for (row, join) in [CGLineJoin.miter, .round, .bevel].enumerated() {
          $0.sublayers.append(
            shape(8 + Double(index) * 50, 8 + Double(row) * 37, zigzag) {
              ($0.strokeColor, $0.lineWidth) = (.blue, 6)
              ($0.cap, $0.join) = (cap, join)
            })
        }
      }
    },
    ReferenceScene(
      "trimmed and dashed strokes", mean: (0.1, 0.1), max: (12, 12),
      rasteriser
    ) {
      let ring = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 60, height: 60), transform: nil)
      $0.sublayers = [
        shape(10, 10, ring) {
          ($0.strokeColor, $0.lineWidth, $0.strokeStart, $0.strokeEnd) = (.blue, 5, 0.1, 0.65)
        },
        shape(85, 10, lines([(0, 0), (60, 0), (60, 60), (0, 60)])) {
          ($0.strokeColor, $0.lineWidth, $0.dashes, $0.dashPhase) = (.red, 4, [9, 5], 4)
        },
        shape(10, 90, lines([(0, 0), (140, 10)])) {
          ($0.strokeColor, $0.lineWidth, $0.dashes, $0.dashPhase) = (.blue, 3, [7], -3)
          ($0.strokeStart, $0.strokeEnd) = (0.1, 0.9)
        },
      ]
    },
    ReferenceScene(
      "dotted lines", mean: (0.1, 0.1), max: (3, 3),
      "the first dot is drawn, too"
    ) {
      for (index, cap) in [CGLineCap.round, .square].enumerated() {
        $0.sublayers.append(
          shape(12, 25 + Double(index) * 50, lines([(0, 0), (130, 0)])) {
            ($0.strokeColor, $0.lineWidth, $0.dashes, $0.cap) = (.blue, 8, [0, 16], cap)
          })
      }
    },
    ReferenceScene(
      "thick strokes with short ends", mean: (0.1, 0.1), max: (4, 4),
      "the inside of a corner belongs to the longer line, too"
    ) {
      $0.sublayers = [
        shape(15, 20, lines([(0, 0), (50, 0), (50, 4)])) {
          ($0.strokeColor, $0.lineWidth) = (.blue, 24)
        },
        shape(90, 30, lines([(0, 0), (40, 0), (35, 6), (60, 50)])) {
          ($0.strokeColor, $0.lineWidth, $0.join) = (.red, 20, .round)
        },
      ]
    },
    ReferenceScene(
      "a shape beyond its bounds", mean: (0.1, 0.1), max: (5, 5),
      rasteriser
    ) {
      $0.sublayers = [
        SceneLayer(60, 40, 20, 20, .green) {
          $0.content = .shape(
            SceneShape(
              CGPath(ellipseIn: CGRect(x: -30, y: -20, width: 80, height: 60), transform: nil)
            ) {
              $0.fillColor = .red
            })
          $0.turn(0.4)
        }
      ]
    },
  ]
}

// MARK: - Gradients and images

extension ReferenceScene {
  private static let colours = "tables of colours"
  private static let clear = SceneColor(1, 1, 1, 0)

  private static func gradient(_ kind: SceneGradient.Kind) -> SceneGradient {
    SceneGradient([.blue, SceneColor(1, 0.8, 0.1, 1), clear]) {
      ($0.kind, $0.locations) = (kind, [0.1, 0.4, 1])
      if kind != .axial { ($0.start, $0.end) = (CGPoint(x: 0.45, y: 0.5), CGPoint(x: 1, y: 0.9)) }
    }
  }

  /// A gradient over a green layer, and turned on nothing.
  private static func uprightAndTurned(_ gradient: SceneGradient) -> [SceneLayer] {
    [
      SceneLayer(10, 10, 65, 100, .green) { $0.content = .gradient(gradient) },
      SceneLayer(85, 30, 60, 60) {
        $0.content = .gradient(gradient)
        $0.turn(0.5)
      },
    ]
  }

  private static let checkers = SceneImage(
    width: 12, height: 12,
    { x, y in
      (x / 3 + y / 3) % 2 == 0 ? .red : SceneColor(Double(x) / 12, 0.5, Double(y) / 12, 1)
    })

  private static func image(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ change: (inout SceneImage) -> Void = { _ in }
  ) -> SceneLayer {
    var image = checkers
    change(&image)
    return SceneLayer(x, y, width, height) { $0.content = .image(image) }
  }

  static let pictures: [ReferenceScene] = [
    ReferenceScene(
      "axial gradients", mean: (0.3, 0.3), max: (12, 6),
      "dither, and short lines for arcs"
    ) {
      $0.sublayers = [
        SceneLayer(10, 10, 60, 100) { $0.content = .gradient(gradient(.axial)) },
        SceneLayer(85, 20, 60, 80, .green) {
          $0.content = .gradient(gradient(.axial))
          $0.cornerRadius = 12
          $0.turn(0.3)
        },
      ]
    },
    ReferenceScene(
      "radial gradients", mean: (0.2, 0.2), max: (3, 3),
      "tables of colours, and dither"
    ) {
      $0.sublayers = uprightAndTurned(gradient(.radial))
    },
    ReferenceScene(
      "conic gradients", mean: (0.3, 0.4), max: (80, 80),
      "the pixel at the middle has no colour"
    ) {
      $0.sublayers = uprightAndTurned(gradient(.conic))
    },
    ReferenceScene(
      "images", mean: (0.2, 0.2), max: (4, 18),
      "corners of fading edges"
    ) {
      $0.sublayers = [
        image(4, 4, 12, 12), image(30, 4, 60, 50), image(4.5, 60.3, 40, 50),
        image(100, 10, 51.7, 40.9) { $0.isNearest = true }, image(70, 65, 45, 45),
      ]
      $0.sublayers[4].turn(0.5)
      $0.sublayers[1].opacity = 0.6
    },
    ReferenceScene(
      "parts of images", mean: (0.2, 0.2), max: (4, 4),
      "texture places"
    ) {
      $0.sublayers = [
        image(5, 5, 70, 50) {
          $0.contentsRect = CGRect(x: 0.2, y: 0.3, width: 0.55, height: 0.5)
        },
        image(85, 5, 70, 50) {
          $0.contentsRect = CGRect(x: -0.5, y: -0.3, width: 1.8, height: 1.7)
        },
        image(5, 62, 70, 50) {
          $0.contentsRect = CGRect(x: 1.2, y: 0.1, width: 0.4, height: 0.5)
        },
      ]
    },
    ReferenceScene(
      "images in nine parts", mean: (0.3, 0.3), max: (4, 13),
      "corners of fading edges"
    ) {
      let middle = CGRect(x: 0.5, y: 0.5, width: 0, height: 0)
      $0.sublayers = [
        image(5, 5, 70, 50) { $0.contentsCenter = middle },
        image(85.3, 5.6, 60, 45) {
          $0.contentsCenter = CGRect(x: 0.25, y: 0.3, width: 0.5, height: 0.4)
        },
        image(50, 62, 60, 45) { $0.contentsCenter = middle },
      ]
      $0.sublayers[2].turn(0.3)
    },
  ]
}

// MARK: - Perspective

extension ReferenceScene {
  private static func tilt(_ angle: Double) -> CATransform3D {
    CATransform3DMakeRotation(angle, 0.2, 1, 0.1)
  }

  static let space: [ReferenceScene] = [
    ReferenceScene(
      "cards in perspective", mean: (0.1, 0.1), max: (8, 10),
      "256 levels of coverage, and short lines for arcs"
    ) {
      $0.sublayerTransform.m34 = -1 / 200
      for (index, angle) in [-0.9, 0.2, 0.8].enumerated() {
        $0.sublayers.append(
          SceneLayer(10 + Double(index) * 50, 25, 44, 70, .blue) {
            $0.transform = tilt(angle)
            ($0.cornerRadius, $0.borderWidth, $0.borderColor) = (Double(index) * 8, 3, .red)
          })
      }
    },
    ReferenceScene(
      "a turned transform of sublayers", mean: (0.2, 0.2), max: (4, 4),
      "edges"
    ) {
      $0.sublayerTransform = CATransform3DMakeRotation(0.5, 0, 1, 0)
      $0.sublayerTransform.m34 = -1 / 300
      for index in 0..<3 {
        $0.sublayers.append(
          SceneLayer(20 + Double(index) * 30, 20 + Double(index) * 15, 60, 50, .red) {
            $0.zPosition = Double(index * 20)
            cross(&$0)
          })
      }
    },
    ReferenceScene(
      "strokes in perspective", mean: (0.1, 0.1), max: (15, 15),
      "the pen is projected"
    ) {
      $0.sublayerTransform.m34 = -1 / 120
      let ring = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 80, height: 80), transform: nil)
      $0.sublayers = [
        SceneLayer(35, 15, 90, 90) {
          $0.content = .shape(
            SceneShape(ring) { ($0.strokeColor, $0.lineWidth) = (.blue, 8) })
          $0.sublayers = [
            SceneLayer(0, 0, 90, 90) {
              $0.content = .shape(
                SceneShape(lines([(20, 30), (70, 30), (70, 60), (20, 60)])) {
                  ($0.strokeColor, $0.lineWidth, $0.dashes, $0.dashPhase) = (.red, 5, [8, 4], 3)
                })
            }
          ]
          $0.transform = tilt(0.87)
        }
      ]
    },
    ReferenceScene(
      "gradients and images in perspective", mean: (0.2, 0.3), max: (4, 12),
      "edges, and meshes"
    ) {
      $0.sublayerTransform.m34 = -1 / 200
      $0.sublayers = [
        image(10, 20, 60, 70),
        SceneLayer(85, 20, 60, 70) { $0.content = .gradient(gradient(.axial)) },
      ]
      for index in 0..<2 { $0.sublayers[index].transform = tilt(0.7) }
    },
    ReferenceScene(
      "shadows in perspective", mean: (0.1, 0.1), max: (4, 6),
      "GLCanvas: a mesh for depth"
    ) {
      $0.sublayerTransform.m34 = -1 / 200
      $0.sublayers = [
        SceneLayer(50, 30, 60, 50, .blue) {
          $0.shadow = SceneShadow { ($0.radius, $0.opacity) = (3, 0.8) }
          $0.transform = tilt(0.6)
        }
      ]
    },
    ReferenceScene(
      "cards that cut through each other", mean: (0.1, 0.1), max: (45, 45),
      "pixels in which the edge of a layer is cut"
    ) {
      $0.sublayerTransform.m34 = -1 / 250
      $0.sublayers = [
        SceneLayer(10, 10, 140, 100) {
          $0.keepsDepth = true
          for (index, angle) in [0.7, -0.5, 0.1].enumerated() {
            $0.sublayers.append(
              SceneLayer(20 + Double(index) * 10, 20, 80, 60, [.blue, .green, .red][index]) {
                $0.transform = CATransform3DMakeRotation(angle, 0.3 * Double(index), 1, 0)
                if index == 1 { cross(&$0) }
              })
          }
        }
      ]
    },
  ]
}
