// AnimationOriginTests.swift
// What began an animation, and which others it belongs to, as the viewer lists them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct AnimationOriginTests {
    private func reports(_ scene: ViewScene) throws -> [AnimationReport] {
      scene.host.advance(to: MediaClock.now + 0.05)
      let context = try #require(scene.window.context)
      var reports: [AnimationReport] = []
      context.forEachAnimation(beneath: scene.window.layer, at: MediaClock.now) {
        reports.append($0)
      }
      return reports.sorted { ($0.key ?? "") < ($1.key ?? "") }
    }

    @Test func blocksAreOneGroupEach() throws {
      let scene = ViewScene()
      UIView.animate(withDuration: 1) { (scene.view.alpha, scene.view.center.x) = (0.5, 60) }
      UIView.animate(withDuration: 1) { scene.view.bounds.size.width = 40 }
      let reports = try reports(scene)
      #expect(reports.count == 3 && reports.allSatisfy { $0.origin == .block })
      #expect(Set(reports.map(\.group)).count == 2 && reports.allSatisfy { $0.group != nil })
      let byKey = Dictionary(grouping: reports) { ($0.animation as? CABasicAnimation)?.keyPath }
      #expect(byKey["opacity"]?.first?.group == byKey["position"]?.first?.group)
    }

    @Test func keyframesOfABlockAreItsOwn() throws {
      let scene = ViewScene()
      UIView.animateKeyframes(withDuration: 1, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
          scene.view.alpha = 0.5
        }
      }
      #expect(try reports(scene).map(\.origin) == [.block])
    }

    @Test func animatorsAreNamed() throws {
      let scene = ViewScene()
      let animator = scene.makeAnimator(UICubicTimingParameters(animationCurve: .linear))
      animator.startAnimation()
      let reports = try reports(scene)
      #expect(reports.map(\.origin) == [.animator] && reports.first?.group != nil)
      animator.stopAnimation(true)
    }

    @Test func implicitAnimationsOfLayers() throws {
      let scene = ViewScene()
      let layer = CALayer()
      scene.view.layer.addSublayer(layer)
      scene.host.advance(to: MediaClock.now + 1)
      layer.opacity = 0.5
      let reports = try reports(scene)
      #expect(reports.map(\.origin) == [.implicit] && reports.map(\.group) == [nil])
    }

    /// A completion block makes a group of what would have none.
    @Test func transactionsWithACompletionBlockAreAGroup() throws {
      let scene = ViewScene()
      let layer = CALayer()
      scene.view.layer.addSublayer(layer)
      scene.host.advance(to: MediaClock.now + 1)
      CATransaction.begin()
      CATransaction.setCompletionBlock {}
      layer.opacity = 0.5
      let spin = CABasicAnimation(keyPath: "transform.rotation.z")
      (spin.toValue, spin.duration) = (1.0, 1)
      layer.add(spin, forKey: "spin")
      CATransaction.commit()
      let reports = try reports(scene)
      #expect(reports.map(\.origin) == [.implicit, .transaction])
      #expect(reports[0].group != nil && reports[0].group == reports[1].group)
    }

    /// What a delegate or a dictionary answers is an action; what is added is explicit.
    @Test func actionsAndExplicitAnimations() throws {
      let scene = ViewScene()
      let layer = CALayer()
      let fade = CABasicAnimation(keyPath: "opacity")
      fade.duration = 1
      layer.actions = ["opacity": fade]
      scene.view.layer.addSublayer(layer)
      scene.host.advance(to: MediaClock.now + 1)
      layer.opacity = 0.5
      let spin = CABasicAnimation(keyPath: "transform.rotation.z")
      (spin.toValue, spin.duration) = (1.0, 1)
      layer.add(spin, forKey: "spin")
      let reports = try reports(scene)
      #expect(reports.map(\.key) == ["opacity", "spin"])
      #expect(reports.map(\.origin) == [.action, .explicit])
      #expect(reports.map(\.group) == [nil, nil])
    }

    /// Hosted layers that a block takes along are the block's.
    @Test func includedLayersAreOfTheBlock() throws {
      let scene = ViewScene()
      let layer = CALayer()
      scene.view.layer.addSublayer(layer)
      scene.host.advance(to: MediaClock.now + 1)
      UIView.animate(withDuration: 1, delay: 0, options: .includesLayers) {
        scene.view.alpha = 0.5
        layer.opacity = 0.5
      }
      let reports = try reports(scene)
      #expect(reports.map(\.origin) == [.block, .block])
      #expect(reports[0].group == reports[1].group)
    }
  }
}
