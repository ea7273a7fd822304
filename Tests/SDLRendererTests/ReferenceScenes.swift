// ReferenceScenes.swift
// Scenes that both canvases must draw as the reference does: one property each, and faults of the past.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import QuartzCore
import ReferencePicture
import Testing

/// A scene on white, and how far a canvas may differ from the reference.
struct ReferenceScene: CustomTestStringConvertible, Sendable {
  var name: String
  /// The largest mean difference over all channels, of 255: of the memory canvas, and of `GLCanvas`.
  var mean: (memory: Double, sdl: Double)
  /// The largest difference of any channel, likewise.
  var maximum: (memory: Double, sdl: Double)
  var reason: String
  var layer: SceneLayer

  var testDescription: String { name }

  init(
    _ name: String, mean: (Double, Double), max: (Double, Double), _ reason: String,
    _ build: (inout SceneLayer) -> Void
  ) {
    (self.name, self.mean, maximum, self.reason) = (name, mean, max, reason)
    layer = SceneLayer(0, 0, 160, 120, SceneColor(1, 1, 1, 1))
    build(&layer)
  }

  static let all = boxes + groups + shadows + shapes + pictures + space
}

extension SceneColor {
  // Multiples of a fifth, which 8 bits hold exactly.
  static let blue = SceneColor(0, 0.4, 0.8, 1)
  static let red = SceneColor(0.8, 0.2, 0, 0.8)
  static let green = SceneColor(0.2, 0.6, 0.2, 1)
}

extension SceneLayer {
  /// Turns the layer in the plane by radians, and scales it.
  mutating func turn(_ angle: Double, _ scale: Double = 1) {
    transform = CATransform3DScale(
      CATransform3DMakeRotation(angle, 0, 0, 1), scale, scale, 1)
  }
}

// MARK: - Boxes

extension ReferenceScene {
  private static let rounding = "8-bit colours"
  private static let filtered = "GLCanvas: a line for an arc within one pixel"

  private static let boxes: [ReferenceScene] = [
    ReferenceScene(
      "backgrounds", mean: (0.1, 0.1), max: (2, 2),
      rounding
    ) {
      for step in 0..<6 {
        let offset = Double(step) * 0.171
        $0.sublayers.append(
          SceneLayer(
            5 + Double(step) * 24 + offset, 10 + offset, 12.4, 90.2 - offset,
            step % 2 == 0 ? .blue : .red))
      }
    },
    ReferenceScene(
      "turned backgrounds", mean: (0.1, 0.1), max: (3, 4),
      filtered
    ) {
      $0.sublayers = [
        SceneLayer(20, 20, 60, 40, .blue) { $0.turn(0.4) },
        SceneLayer(70, 50, 60, 40, .red) { $0.turn(-1.1, 1.3) },
      ]
    },
    ReferenceScene(
      "borders", mean: (0.1, 0.1), max: (3, 3),
      rounding
    ) {
      for (index, width) in [1.0, 2.5, 6].enumerated() {
        $0.sublayers.append(
          SceneLayer(6 + Double(index) * 50.3, 10.4, 40, 90, index == 1 ? nil : .blue) {
            ($0.borderWidth, $0.borderColor) = (width, .red)
          })
      }
    },
    ReferenceScene(
      "rounded boxes", mean: (0.1, 0.1), max: (8, 6),
      "256 levels of coverage, and short lines for arcs"
    ) {
      for (index, radius) in [3.0, 12, 40].enumerated() {
        $0.sublayers.append(
          SceneLayer(6 + Double(index) * 50.25, 10.5, 40, 40 + Double(index * 25), .blue) {
            $0.cornerRadius = radius
            ($0.borderWidth, $0.borderColor) = (Double(index) * 1.5, .red)
          })
      }
    },
    ReferenceScene(
      "turned rounded boxes", mean: (0.1, 0.1), max: (9, 6),
      "256 levels of coverage, and short lines for arcs"
    ) {
      $0.sublayers = [
        SceneLayer(15, 15, 60, 40, .blue) {
          $0.cornerRadius = 12
          $0.turn(0.5)
        },
        SceneLayer(85, 50, 50, 50, nil) {
          ($0.cornerRadius, $0.borderWidth, $0.borderColor) = (15, 4, .green)
          $0.turn(-0.8)
        },
      ]
    },
    ReferenceScene(
      "thin rounded borders at half pixels", mean: (0.1, 0.1), max: (6, 5),
      filtered
    ) {
      for index in 0..<4 {
        $0.sublayers.append(
          SceneLayer(6.5 + Double(index) * 37, 10.5, 30, 30 + Double(index) * 15) {
            ($0.cornerRadius, $0.borderWidth, $0.borderColor) = (8, 1, .blue)
          })
      }
    },
    ReferenceScene(
      "a large rounded box beside an image", mean: (0.1, 0.1), max: (10, 8),
      "no colour of the image may bleed into the box's edges"
    ) {
      $0.sublayers = [
        SceneLayer(2, 2, 30, 20) { $0.content = .image(loud) },
        SceneLayer(10.5, 20.5, 140, 90, .blue) { $0.cornerRadius = 24 },
      ]
    },
    ReferenceScene(
      "a turned large rounded box beside an image", mean: (0.1, 0.1), max: (8, 8),
      filtered
    ) {
      $0.sublayers = [
        SceneLayer(2, 2, 30, 20) { $0.content = .image(loud) },
        SceneLayer(14, 30, 132, 60, .blue) {
          $0.cornerRadius = 14
          $0.turn(0.2)
        },
      ]
    },
    ReferenceScene(
      "anchors and positions", mean: (0.1, 0.1), max: (3, 5),
      filtered
    ) {
      for index in 0..<5 {
        $0.sublayers.append(
          SceneLayer(0, 0, 40, 20, index % 2 == 0 ? .red : .blue) {
            $0.anchorPoint = CGPoint(x: 0.1, y: 0.9)
            $0.position = CGPoint(x: 80, y: 60)
            $0.turn(Double(index) * 1.256)
          })
      }
    },
    ReferenceScene(
      "the order of zPosition", mean: (0.1, 0.1), max: (2, 2),
      rounding
    ) {
      for (index, z) in [3.0, -1, 0, 3, 2].enumerated() {
        $0.sublayers.append(
          SceneLayer(
            10 + Double(index) * 20, 10 + Double(index) * 15, 50, 40,
            [.blue, .green, .red, .green, .blue][index]
          ) { $0.zPosition = z })
      }
    },
  ]

  /// An image of one loud colour.
  static let loud = SceneImage(width: 30, height: 20, { _, _ in SceneColor(0, 1, 0, 1) })
}

// MARK: - Groups, clips and masks

extension ReferenceScene {
  static func cross(_ layer: inout SceneLayer) {
    layer.sublayers = [
      SceneLayer(-8, 15, 76, 12.5, .green), SceneLayer(22.3, -8, 14, 66, .red),
    ]
  }

  private static let groups: [ReferenceScene] = [
    ReferenceScene(
      "groups with an opacity", mean: (0.2, 0.2), max: (2, 2),
      rounding
    ) {
      $0.sublayers = [
        SceneLayer(10, 10, 60, 50, .blue) {
          $0.opacity = 0.5
          cross(&$0)
        },
        SceneLayer(90, 60, 60, 50, .blue) {
          $0.opacity = 0.7
          cross(&$0)
          $0.sublayers[0].opacity = 0.4
        },
      ]
    },
    ReferenceScene(
      "clips to whole pixels", mean: (0.1, 0.1), max: (2, 2),
      rounding
    ) {
      $0.sublayers = [
        SceneLayer(20, 20, 60, 50, .blue) {
          $0.masksToBounds = true
          cross(&$0)
        }
      ]
    },
    ReferenceScene(
      "clips between pixels", mean: (0.1, 0.1), max: (3, 5),
      filtered
    ) {
      $0.sublayers = [
        SceneLayer(20.5, 20.3, 60, 50, .blue) {
          $0.masksToBounds = true
          cross(&$0)
        },
        SceneLayer(80, 60, 60, 50, .blue) {
          $0.masksToBounds = true
          cross(&$0)
          $0.turn(0.3)
        },
      ]
    },
    ReferenceScene(
      "rounded clips", mean: (0.15, 0.15), max: (12, 8),
      filtered
    ) {
      $0.sublayers = [
        SceneLayer(10, 10, 60, 50, .blue) {
          ($0.masksToBounds, $0.cornerRadius, $0.borderWidth) = (true, 15, 2)
          cross(&$0)
        },
        SceneLayer(85, 55, 60, 50, .blue) {
          ($0.masksToBounds, $0.cornerRadius, $0.opacity) = (true, 25, 0.8)
          cross(&$0)
          $0.turn(0.3)
        },
      ]
    },
    ReferenceScene(
      "masks", mean: (0.15, 0.15), max: (8, 5),
      filtered
    ) {
      $0.sublayers = [
        SceneLayer(10, 10, 60, 50, .blue) {
          cross(&$0)
          $0.mask = [SceneLayer(5.5, 5.5, 50, 35, .red) { $0.cornerRadius = 12 }]
        },
        SceneLayer(85, 55, 60, 50, .blue) {
          cross(&$0)
          $0.opacity = 0.7
          $0.mask = [
            SceneLayer(0, 0, 60, 50) {
              $0.content = .gradient(
                SceneGradient([SceneColor(0, 0, 0, 1), SceneColor(0, 0, 0, 0)]))
            }
          ]
        },
      ]
    },
    ReferenceScene(
      "a masked translucent layer with a shadow", mean: (0.3, 0.4), max: (3, 3),
      "the shadow is seen through the layer, with a mask as without"
    ) {
      $0.sublayers = [
        SceneLayer(30, 30, 90, 60, .blue) {
          $0.opacity = 0.6
          $0.shadow = SceneShadow { $0.offset = CGVector(dx: 12, dy: 14) }
          $0.mask = [SceneLayer(-20, -20, 150, 120, SceneColor(1, 1, 1, 1))]
        }
      ]
    },
  ]
}

// MARK: - Shadows

extension ReferenceScene {
  private static let blurred = "Gaussians made of boxes, and shadows of content in device pixels"

  private static let shadows: [ReferenceScene] = [
    ReferenceScene(
      "shadows of boxes", mean: (0.2, 0.2), max: (7, 5),
      blurred
    ) {
      for (index, radius) in [0.0, 2, 6].enumerated() {
        $0.sublayers.append(
          SceneLayer(12 + Double(index) * 50, 20, 32, 70, .blue) {
            $0.shadow = SceneShadow {
              ($0.radius, $0.opacity, $0.offset) = (radius, 0.8, CGVector(dx: 4, dy: 6))
            }
            $0.cornerRadius = Double(index) * 6
          })
      }
    },
    ReferenceScene(
      "shadows of content", mean: (0.5, 0.5), max: (6, 6),
      blurred
    ) {
      $0.sublayers = [
        SceneLayer(20, 20, 50, 50) {
          cross(&$0)
          $0.shadow = SceneShadow { ($0.radius, $0.opacity) = (3, 0.7) }
        },
        SceneLayer(90, 50, 50, 50) {
          ($0.borderWidth, $0.borderColor) = (5, .blue)
          $0.shadow = SceneShadow { ($0.radius, $0.opacity) = (3, 0.7) }
          $0.opacity = 0.8
        },
      ]
    },
    ReferenceScene(
      "shadows by path", mean: (0.4, 0.4), max: (6, 10),
      blurred
    ) {
      $0.sublayers = [
        SceneLayer(40, 30, 80, 50, .blue) {
          let path = CGPath(
            ellipseIn: CGRect(x: -10, y: 20, width: 100, height: 50), transform: nil)
          $0.shadow = SceneShadow { ($0.radius, $0.opacity, $0.path) = (4, 0.9, path) }
        }
      ]
    },
    ReferenceScene(
      "turned shadows", mean: (0.2, 0.2), max: (4, 5),
      blurred
    ) {
      $0.sublayers = [
        SceneLayer(45, 30, 70, 50, .blue) {
          $0.shadow = SceneShadow {
            ($0.radius, $0.opacity, $0.offset) = (4, 0.9, CGVector(dx: 10, dy: 4))
          }
          $0.turn(0.6)
        }
      ]
    },
  ]
}
