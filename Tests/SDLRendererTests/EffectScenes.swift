// EffectScenes.swift
// Scenes of CanvasAgreementTests with what reads pixels: filters, backdrops and blend modes.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
@testable import QuartzCore

extension AgreementTests {
  private static var whole: PixelRect { PixelRect(size) }

  /// Something with edges of every kind: a card, a stroke, a picture.
  private static func addStill(_ scene: inout Scene) {
    var box = card(SIMD4(repeating: 14), border: 4)
    scene.add(.box(box), turned(0.4))
    box.rect = CGRect(x: 0, y: 0, width: 50, height: 40)
    box.fill = CGColor(red: 0.2, green: 0.8, blue: 0.3, alpha: 0.6)
    scene.add(.box(box), PlaneTransform(tx: 15, ty: 62))
    let source = CGRect(x: 0, y: 0, width: 16, height: 16)
    scene.add(
      .image(
        ImageQuad(
          image: checkers, source: source, rect: CGRect(x: 100, y: 10, width: 48, height: 40))))
  }

  private static func group(
    _ scene: inout Scene, filters: [LayerFilter] = [], blend: Group.Blend = .over,
    shadow: GroupShadow? = nil, opacity: Double = 1, bounds: PixelRect? = nil,
    _ content: (inout Scene) -> Void
  ) {
    scene.list.needsPixels = true
    scene.add(
      .beginGroup(
        Group(blend: blend, bounds: bounds ?? whole, shadow: shadow, filters: filters)),
      opacity: opacity)
    content(&scene)
    scene.add(.endGroup)
  }

  private static let sepia = ColorMatrix(
    red: [0.5, 0.4, 0.1], green: [0.3, 0.5, 0.1], blue: [0.2, 0.3, 0.2], bias: [0.1, 0, -0.05])

  static let blurScenes: [AgreementScene] = [0.4, 1, 2.5, 7, 12, 30, 90].map { deviation in
    let isLarge = deviation > 12
    return AgreementScene(
      "a blur of \(deviation)", isLarge ? 6 : 5, mean: isLarge ? 0.4 : 0.1,
      isLarge ? "a smaller picture, blurred and stretched" : "eight bits between the passes"
    ) { scene in
      group(&scene, filters: [.blur(deviation)], opacity: 0.9, addStill)
    }
  }

  /// One of each filter, with its defaults.
  static let filterScenes: [AgreementScene] = FilterKind.all.keys.sorted().compactMap { name in
    let filter = CIFilter(name: name).flatMap { FilterValues($0) }.flatMap { LayerFilter($0) }
    guard let filter else { return nil }
    return AgreementScene(
      name, 10, mean: 0.15, "eight bits between the passes, which a filter may stretch"
    ) { scene in
      group(&scene, filters: [filter], opacity: 0.9, addStill)
    }
  }

  static let effectScenes: [AgreementScene] = [
    AgreementScene("a map of colours", 7, mean: 0.03, "a line for an arc within one pixel") {
      scene in
      group(&scene, filters: [.color(sepia)], addStill)
    },
    AgreementScene("filters in a row", 4, mean: 0.15, "eight bits between the passes") { scene in
      group(&scene, filters: [.blur(3), .color(sepia), .blur(2)], addStill)
    },
    AgreementScene("filters in filters", 4, mean: 0.3, "eight bits between the passes") { scene in
      let part = PixelRect(minX: 5, minY: 5, maxX: 120, maxY: 100)
      group(&scene, filters: [.color(sepia)]) { scene in
        group(&scene, filters: [.blur(4)], opacity: 0.7, bounds: part, addStill)
        scene.add(.box(Box(rect: CGRect(x: 70, y: 50, width: 40, height: 60), fill: red)))
      }
    },
    AgreementScene("a backdrop", 5, mean: 0.1, "eight bits between the passes") { scene in
      addStill(&scene)
      scene.list.needsPixels = true
      scene.add(
        .backdrop(
          Backdrop(
            rect: CGRect(x: 20, y: 20, width: 110, height: 80), radii: SIMD4(repeating: 18),
            filters: [.blur(5), .color(sepia)])), opacity: 0.95)
      scene.add(
        .backdrop(
          Backdrop(
            rect: CGRect(x: -20, y: -14, width: 40, height: 28), radii: SIMD4(2, 8, 2, 8),
            filters: [.color(sepia)])), turned(0.3))
    },
    AgreementScene(
      "a strong backdrop", 23, mean: 1, "edges that memory repeats anew in each of its passes"
    ) {
      scene in
      addStill(&scene)
      scene.list.needsPixels = true
      scene.add(
        .backdrop(
          Backdrop(
            rect: CGRect(x: 0, y: 30, width: 160, height: 90), radii: .zero, filters: [.blur(25)])))
    },
    AgreementScene("a backdrop in groups", 7, mean: 0.1, "eight bits between the passes") { scene in
      addStill(&scene)
      group(&scene, opacity: 0.8) { scene in
        scene.add(.box(Box(rect: CGRect(x: 30, y: 30, width: 60, height: 60), fill: red)))
        scene.add(
          .backdrop(
            Backdrop(
              rect: CGRect(x: 10, y: 20, width: 100, height: 70), radii: SIMD4(repeating: 9),
              filters: [.blur(4)])))
      }
      group(&scene, filters: [.color(sepia)]) { scene in
        // Nothing of what lies beneath the group is beneath this one.
        scene.add(.box(Box(rect: CGRect(x: 110, y: 60, width: 30, height: 40), fill: blue)))
        scene.add(
          .backdrop(
            Backdrop(
              rect: CGRect(x: 100, y: 50, width: 55, height: 60), radii: .zero, filters: [.blur(3)]
            )))
      }
    },
    AgreementScene("a shadow that is blended", 7, mean: 0.1, "eight bits between the passes") {
      scene in
      addStill(&scene)
      let shadow = GroupShadow(
        offset: CGVector(dx: 6.5, dy: 8.25), deviation: 3, color: CGColor(gray: 0, alpha: 0.7))
      let part = PixelRect(minX: 40, minY: 20, maxX: 110, maxY: 80)
      group(&scene, blend: .mode(.multiply), shadow: shadow, opacity: 0.9, bounds: part) { scene in
        scene.add(
          .box(
            Box(
              rect: CGRect(x: 45, y: 25, width: 60, height: 50), radii: SIMD4(repeating: 10),
              fill: red)))
      }
    },
  ]

  static let blendScenes: [AgreementScene] = CGBlendMode.allCases.map { mode in
    // A step of 255 decides whether a component is none, and the result nothing or everything.
    let isUnsteady = mode == .colorDodge || mode == .colorBurn
    return AgreementScene(
      "blended by \(mode)", isUnsteady ? 220 : 25, mean: 0.1, "rounding of 8-bit colours, divided"
    ) { scene in
      // Within a group, so that what lies beneath is translucent in places.
      group(&scene) { scene in
        addStill(&scene)
        let part = PixelRect(minX: 20, minY: 10, maxX: 140, maxY: 110)
        group(&scene, blend: .mode(mode), opacity: 0.8, bounds: part) { scene in
          guard
            let gradient = CGGradient(colors: [red, blue, CGColor(gray: 1, alpha: 0.2)])
          else { return }
          scene.add(
            .gradient(
              GradientFill(
                rect: CGRect(x: 30, y: 20, width: 100, height: 80), radii: SIMD4(repeating: 20),
                gradient: gradient, start: CGPoint(x: 30, y: 20), end: CGPoint(x: 130, y: 100))))
        }
      }
    }
  }
}
