// GettingStartedTests.swift
// The property of the page Getting started.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

private final class MeterLayer: CALayer {
  @Animatable var percent: CGFloat = 0
}

private final class Meter: UIView {
  override class var layerClass: AnyClass { MeterLayer.self }

  override func draw(_ layer: CALayer, in context: CGContext) {
    guard let percent = (layer as? MeterLayer)?.percent else { return }
    context.fill(CGRect(x: 0, y: 0, width: bounds.width * percent / 100, height: bounds.height))
  }
}

extension LiveViews {
  @MainActor @Suite struct GettingStartedTests {
    private func width(_ layer: CALayer) -> Double? {
      guard case .fill(let path, _, _) = (layer.contents as? Drawing)?.items.first?.command else {
        return nil
      }
      return Double(path.boundingBox.width)
    }

    /// A custom property, drawn in sync with a built-in one.
    @Test func customPropertyOfGettingStarted() throws {
      let meter = Meter()
      let scene = ViewScene(meter)
      UIView.animate(withDuration: 2) {
        (meter.layer as? MeterLayer)?.percent = 100
        meter.center.x = 40
      }
      for time in [0.5, 1, 1.5] {
        scene.host.advance(to: time)
        let moved = scene.shown("position.x") - 20
        let drawn = try #require(width(meter.layer))
        #expect(moved > 0 && isClose(drawn, moved))
      }
      scene.host.advance(to: 2.1)
      #expect(width(meter.layer) == 20)
    }
  }
}
