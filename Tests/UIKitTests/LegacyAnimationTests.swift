// LegacyAnimationTests.swift
// Animation without blocks: begin, set, change, commit (semantics 16.3).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  /// semantics 16.3
  @MainActor @Suite struct LegacyAnimationTests {
    private func animate(_ set: () -> Void, _ change: () -> Void) {
      UIView.beginAnimations("name", context: nil)
      set()
      change()
      UIView.commitAnimations()
    }

    @Test func defaultsMatchApple() throws {
      let scene = ViewScene()
      animate({}, { scene.view.alpha = 0 })
      let animation = try #require(scene.animation("opacity"))
      #expect(animation.duration == 0.2 && animation.beginTime == 0 && !animation.autoreverses)
      #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
      #expect(scene.view.touchBlockCount == 0 && UIAnimationContext.current == nil)
    }

    @Test func parametersApplyToFollowingChanges() throws {
      let scene = ViewScene()
      animate({ UIView.setAnimationDuration(2) }) {
        scene.view.alpha = 0
        UIView.setAnimationDuration(1)
        UIView.setAnimationDelay(0.5)
        UIView.setAnimationCurve(.linear)
        UIView.setAnimationRepeatCount(3)
        UIView.setAnimationRepeatAutoreverses(true)
        scene.view.center.x = 60
      }
      let first = try #require(scene.animation("opacity"))
      #expect(first.duration == 2 && first.repeatCount == 0)
      let second = try #require(scene.animation("position"))
      #expect(second.duration == 1 && second.repeatCount == 3 && second.autoreverses)
      #expect(second.timingFunction == CAMediaTimingFunction(name: .linear))
      scene.host.advance(to: 0)
      #expect(isClose(scene.animation("position")?.beginTime ?? 0, 0.5))
    }

    @Test func pairsNestInPairsAndBlocks() {
      let scene = ViewScene()
      UIView.animate(withDuration: 3) {
        self.animate({ UIView.setAnimationDuration(2) }) {
          self.animate({}, { scene.view.alpha = 0 })
          scene.view.center.x = 60
        }
        scene.view.layer.cornerRadius = 5
      }
      #expect(scene.animation("opacity")?.duration == 0.2)
      #expect(scene.animation("position")?.duration == 2)
      #expect(scene.animation("cornerRadius")?.duration == 3)
    }

    @Test(arguments: [false, true]) func beginsFromCurrentState(isFromScreen: Bool) {
      let scene = ViewScene()
      animate(
        {
          UIView.setAnimationDuration(1)
          UIView.setAnimationCurve(.linear)
        }, { scene.view.alpha = 0 })
      scene.host.advance(to: 0.5)
      animate({ UIView.setAnimationBeginsFromCurrentState(isFromScreen) }, { scene.view.alpha = 1 })
      #expect(
        isClose(scene.animation("opacity")?.fromValue as? Double ?? -1, isFromScreen ? 0.5 : 0))
    }

    @Test func setAnimationTransition() throws {
      let scene = ViewScene()
      animate(
        {
          UIView.setAnimationTransition(.flipFromLeft, for: scene.view, cache: true)
          UIView.setAnimationDuration(1)
        }, { scene.view.addSubview(UIView()) })
      let transition = try #require(scene.view.layer.animation(forKey: kCATransition))
      #expect(transition.duration == 1)
      #expect((transition as? CATransition)?.type == CATransitionType(rawValue: "oglFlip"))
      animate({ UIView.setAnimationDuration(0) }, { scene.view.alpha = 0 })
      #expect(scene.view.layer.animationKeys() == [kCATransition] && scene.view.alpha == 0)
    }

    /// Outside of a pair parameters have no effect.
    @Test func parametersOutsideOfPairsAreIgnored() {
      let scene = ViewScene()
      UIView.setAnimationDuration(5)
      UIView.setAnimationRepeatCount(5)
      animate({}, { scene.view.alpha = 0 })
      #expect(scene.animation("opacity")?.duration == 0.2)
    }

    @Test func unbalancedPairsTrap() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run { UIView.commitAnimations() }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          UIView.animate(withDuration: 1) { UIView.beginAnimations(nil, context: nil) }
        }
      }
    }
  }
}
