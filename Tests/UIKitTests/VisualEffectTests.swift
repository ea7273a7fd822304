// VisualEffectTests.swift
// Visual effect views: the blur and its tint, and their growth in an animation block.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct VisualEffectTests {
    @Test func effectFadesInAndOutInABlock() {
      let view = UIVisualEffectView(effect: nil)
      let scene = ViewScene(view)
      let backdrop = view.subviews[0]
      #expect(
        backdrop.backgroundColor == nil
          && backdrop.frame == CGRect(x: 0, y: 0, width: 20, height: 20))
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.effect = UIBlurEffect(style: .dark)
      }
      scene.host.advance(to: 0.5)
      #expect(abs(scene.shown("backdropRadius", backdrop.layer) - 10) < 1)
      scene.host.advance(to: 1.1)
      #expect(
        (backdrop.backgroundColor?.cgColor.alpha ?? 0) > 0.7)
      view.effect = nil
      #expect(backdrop.backgroundColor?.cgColor.alpha == 0 && backdrop.layer.backdropRadius == 0)
      #expect(view.contentView.superview === view)
    }

    @Test func rawValuesOfStylesMatchApple() {
      #expect(UIBlurEffect.Style.dark.rawValue == 2 && UIBlurEffect.Style.regular.rawValue == 4)
      #expect(UIBlurEffect.Style.systemChromeMaterial.rawValue == 10)
    }
  }
}
