// NearestNumberTests.swift
// Numbers that views, blocks and animators cannot use: the nearest ones act, and are reported once (semantics 15).
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
  @MainActor @Suite struct NearestNumberTests {
    private func lines(_ change: () -> Void) -> [String] {
      Reports.collecting {
        change()
        change()
      }.lines
    }

    /// semantics 15
    @Test func viewsTakeTheNearest() {
      let (view, label, stack, bar) = (UIView(), UILabel(), UIStackView(), UIProgressView())
      let (slider, scroll, tap) = (UISlider(), UIScrollView(), UITapGestureRecognizer())
      let press = UILongPressGestureRecognizer()
      slider.minimumValue = 2
      slider.maximumValue = 3
      let reports = lines {
        view.alpha = .nan
        label.numberOfLines = -1
        stack.spacing = .nan
        bar.progress = 0 / Float.zero
        slider.value = .nan
        scroll.contentSize = CGSize(width: CGFloat.nan, height: 5)
        scroll.contentInset = UIEdgeInsets(top: .nan, left: 1, bottom: 0, right: 0)
        scroll.decelerationRate = UIScrollView.DecelerationRate(rawValue: .nan)
        scroll.minimumZoomScale = 0
        tap.numberOfTapsRequired = 0
        press.minimumPressDuration = -1
      }
      #expect(view.alpha == 0 && label.numberOfLines == 0 && stack.spacing == 0)
      #expect(bar.progress == 0 && slider.value == 2)
      #expect(scroll.contentSize == CGSize(width: 0, height: 5) && scroll.contentInset.top == 0)
      #expect(scroll.decelerationRate == .normal && scroll.minimumZoomScale > 0)
      #expect(tap.numberOfTapsRequired == 1 && press.minimumPressDuration == 0)
      #expect(reports.count == 11, "\(reports)")
    }

    /// semantics 15
    @Test func valuesTakeTheNearest() {
      var (color, font) = (UIColor.white, UIFont.systemFont(ofSize: 9))
      let container = NSTextContainer()
      let reports = lines {
        color = UIColor(red: .nan, green: .infinity, blue: 0, alpha: 1)
        font = UIFont.systemFont(ofSize: .nan)
        container.maximumNumberOfLines = -3
      }
      #expect(color.cgColor.components == [0, 1, 0, 1] && font.pointSize == 12)
      #expect(container.maximumNumberOfLines == 0 && reports.count == 3, "\(reports)")
    }

    /// semantics 15: a block whose duration is no number is done at once, and its completion comes.
    @Test func blocksTakeTheNearest() {
      let scene = ViewScene()
      var isDone = 0
      let reports = lines {
        UIView.animate(withDuration: .nan) {
          scene.view.alpha = 0.5
        } completion: { _ in
          isDone += 1
        }
        UIView.animate(withDuration: 1, delay: .nan, options: []) { scene.view.center.x = 50 }
        UIView.animate(
          withDuration: 1, delay: 0, usingSpringWithDamping: .nan, initialSpringVelocity: .infinity
        ) { scene.view.bounds.size.width = 50 }
        UIView.animate(springDuration: 0, bounce: 7) { scene.view.bounds.size.height = 50 }
        UIView.animateKeyframes(withDuration: 1, delay: 0) {
          UIView.addKeyframe(withRelativeStartTime: .nan, relativeDuration: .nan) {
            scene.view.alpha = 0.25
          }
        }
        UIView.modifyAnimations(withRepeatCount: -1, autoreverses: false) {}
        UIView.setAnimationRepeatCount(.nan)
        UIView.transition(with: scene.view, duration: .nan, options: [], animations: {})
      }
      scene.host.advance(to: 0.1)
      #expect(isDone == 2 && scene.view.alpha == 0.25)
      // Both durations are one subject, as are the repeat counts.
      #expect(reports.count == 9, "\(reports)")
      scene.view.layer.removeAllAnimations()
    }

    /// semantics 15
    @Test func animatorsTakeTheNearest() {
      let scene = ViewScene()
      let reports = lines {
        let animator = UIViewPropertyAnimator(duration: .nan, curve: .linear)
        #expect(animator.duration == 0)
        let other = UIViewPropertyAnimator(duration: 1, curve: .linear)
        other.addAnimations({ scene.view.center.x = 50 }, delayFactor: .nan)
        other.fractionComplete = .nan
        #expect(other.fractionComplete == 0)
        other.continueAnimation(withTimingParameters: nil, durationFactor: .nan)
        other.stopAnimation(true)
        _ = UISpringTimingParameters(
          mass: 0, stiffness: .nan, damping: -1, initialVelocity: CGVector(dx: CGFloat.nan, dy: 0))
        _ = UISpringTimingParameters(dampingRatio: .nan)
        _ = UISpringTimingParameters(duration: 0, bounce: 2)
        _ = UICubicTimingParameters(
          controlPoint1: CGPoint(x: CGFloat.nan, y: 0), controlPoint2: .zero)
      }
      #expect(reports.count == 12, "\(reports)")
      withExtendedLifetime(scene) {}
    }
  }
}
