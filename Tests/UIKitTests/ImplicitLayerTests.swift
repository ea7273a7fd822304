// ImplicitLayerTests.swift
// A view's layer that provides its own actions: implicit animations with custom duration and
// completion, inside and outside of blocks.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// Animates every change of its corner radius, or of all keys.
private final class CustomLayer: CALayer, CAAnimationDelegate {
  var animationDuration: CGFloat = 0
  var animatesAll = false
  var completionBlock: ((_ key: String, _ finished: Bool) -> Void)?

  func customAnimation(forKey key: String) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: key)
    animation.fromValue = presentation()?.value(forKey: key)
    animation.duration = animationDuration == 0 ? 0.3 : animationDuration
    animation.delegate = self
    animation.setValue(key, forKey: "Animation Type")
    return animation
  }

  override func action(forKey event: String) -> (any CAAction)? {
    event == "cornerRadius" || animatesAll
      ? customAnimation(forKey: event) : super.action(forKey: event)
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    guard let key = anim.value(forKey: "Animation Type") as? String else { return }
    completionBlock?(key, flag)
  }
}

private final class CustomView: UIView {
  override class var layerClass: AnyClass { CustomLayer.self }
}

extension LiveViews {
  /// semantics 11.1, semantics 16.1, semantics 16.5
  @MainActor @Suite struct ImplicitLayerTests {
    private func scene() throws -> (ViewScene, CustomLayer) {
      let scene = ViewScene(CustomView())
      return (scene, try #require(scene.view.layer as? CustomLayer))
    }

    /// A plain change animates for the layer's 0.3 s; other keys do not.
    @Test func changesAnimateImplicitly() throws {
      let (scene, layer) = try scene()
      layer.cornerRadius = 32
      layer.borderWidth = 4
      scene.host.advance(to: 0)
      #expect(layer.animationKeys() == ["cornerRadius"] && scene.shown("borderWidth") == 4)
      scene.host.advance(to: 0.15)
      #expect(isClose(scene.shown("cornerRadius"), 16) && layer.cornerRadius == 32)
      scene.host.advance(to: 0.31)
      #expect(scene.shown("cornerRadius") == 32 && layer.animationKeys() == nil)
    }

    /// It can provide actions for all keys.
    @Test func customActionsCanAnimateAllKeys() throws {
      let (scene, layer) = try scene()
      layer.animatesAll = true
      (layer.cornerRadius, layer.borderWidth) = (8, 4)
      scene.view.center.x = 50
      scene.host.advance(to: 0)
      scene.host.advance(to: 0.15)
      #expect(isClose(scene.shown("borderWidth"), 2) && isClose(scene.shown("position.x"), 35))
    }

    /// In a block of 2 s it takes its 0.3 s, and the block completes at once, as on iOS. With
    /// `includesLayers` the block waits for it.
    @Test(arguments: [(UIView.AnimationOptions(), 0.0), (.includesLayers, 0.3)])
    func blockDoesNotTimeImplicitAnimation(
      options: UIView.AnimationOptions, completes: TimeInterval
    ) throws {
      let (scene, layer) = try scene()
      var elapsed: TimeInterval?
      let start = MediaClock.now
      UIView.animate(withDuration: 2, delay: 0, options: options) {
        layer.cornerRadius = 32
      } completion: {
        #expect($0)
        elapsed = MediaClock.now - start
      }
      #expect(layer.animation(forKey: "cornerRadius")?.duration == 0.3)
      for time in [0, 0.1, 0.3, 1, 2, 3] as [TimeInterval] { scene.host.advance(to: time) }
      #expect(isClose(try #require(elapsed), completes))
    }

    /// With a change of the block's of the same duration, both run in sync, and the block completes
    /// after them.
    @Test func implicitAnimationCanCopyBlockTiming() throws {
      let (scene, layer) = try scene()
      scene.view.backgroundColor = .white
      scene.host.advance(to: 0)
      layer.animationDuration = 2
      var elapsed: TimeInterval?
      UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
        layer.cornerRadius = 32
        scene.view.backgroundColor = .black
      } completion: { _ in
        elapsed = MediaClock.now
      }
      scene.host.advance(to: 0)
      scene.host.advance(to: 1)
      let shown = try #require(layer.presentation())
      #expect(isClose(Double(shown.cornerRadius), 16))
      #expect(isClose(Double(shown.backgroundColor?.components?.first ?? -1), 0.5, within: 0.01))
      #expect(elapsed == nil)
      scene.host.advance(to: 2)
      #expect(elapsed == 2)
    }

    /// The completion reports the animation's key and whether it finished.
    @Test func completionReportsKeyAndFinished() throws {
      let (scene, layer) = try scene()
      layer.animatesAll = true
      var ends: [String] = []
      layer.completionBlock = { ends.append("\($0) \($1) \(MediaClock.now)") }
      layer.cornerRadius = 32
      scene.host.advance(to: 0)
      scene.host.advance(to: 0.25)
      layer.cornerRadius = 0
      layer.borderWidth = 1
      scene.host.advance(to: 0.25)
      #expect(ends == ["cornerRadius false 0.25"])
      scene.host.advance(to: 1)
      #expect(Set(ends.dropFirst()) == ["cornerRadius true 0.55", "borderWidth true 0.55"])
    }
  }
}
