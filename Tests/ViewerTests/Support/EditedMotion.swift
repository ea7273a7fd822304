// EditedMotion.swift
// Animations of every origin, as code has them, and the code that was copied from the viewer after each was edited.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

@testable import LamellaViewer

/// A card and a ring.
final class MotionView: UIView {
  let card = UIView()
  let ring = CAShapeLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    self.frame = CGRect(x: 0, y: 0, width: 300, height: 200)
    card.frame = CGRect(x: 20, y: 20, width: 60, height: 40)
    card.backgroundColor = UIColor(red: 0.2, green: 0.5, blue: 0.8, alpha: 1)
    ring.frame = CGRect(x: 180, y: 60, width: 80, height: 80)
    ring.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 70, height: 70), transform: nil)
    ring.fillColor = nil
    ring.strokeColor = UIColor(red: 0.9, green: 0.6, blue: 0, alpha: 1).cgColor
    ring.lineWidth = 8
    ring.strokeEnd = 0.1
    addSubview(card)
    layer.addSublayer(ring)
  }

  required init?(coder: NSCoder) { nil }
}

/// The animations before they are edited.
final class EditedMotionSample: Sample {
  nonisolated static let kinds = [
    "block", "spring", "perceptual", "animator", "physical", "implicit", "explicit", "keyframes",
    "group", "transform",
  ]

  private let view = MotionView()

  func makeView() throws -> UIView { CenteredView(view) }

  var triggers: [Trigger] {
    Self.kinds.map { kind in Trigger(kind, name: kind, duration: 1) { [self] in play(kind) } }
  }

  private func play(_ kind: String) {
    let (card, ring) = (view.card, view.ring)
    switch kind {
    case "block":
      UIView.animate(withDuration: 0.4) {
        card.center = CGPoint(x: 120, y: 90)
        card.alpha = 0.5
      }
    case "spring":
      UIView.animate(
        withDuration: 0.6, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0
      ) {
        card.center.x = 160
      }
    case "perceptual":
      UIView.animate(springDuration: 0.5, bounce: 0.2) { card.bounds.size.width = 120 }
    case "animator":
      UIViewPropertyAnimator(duration: 0.5, curve: .easeOut) {
        card.center = CGPoint(x: 120, y: 90)
        card.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      }.startAnimation()
    case "physical":
      let spring = UISpringTimingParameters(
        mass: 1, stiffness: 120, damping: 8, initialVelocity: .zero)
      let animator = UIViewPropertyAnimator(duration: 0, timingParameters: spring)
      animator.addAnimations { card.center.y = 140 }
      animator.startAnimation()
    case "implicit": ring.strokeEnd = 0.8
    case "explicit":
      let spring = CASpringAnimation(keyPath: "strokeEnd")
      (spring.stiffness, spring.damping) = (120, 8)
      (spring.fromValue, spring.toValue) = (0.1, 0.7)
      spring.duration = spring.settlingDuration
      ring.add(spring, forKey: "fill")
    case "keyframes":
      let keyframes = CAKeyframeAnimation(keyPath: "position.x")
      keyframes.values = [50, 120, 50]
      keyframes.keyTimes = [0, 0.3, 1]
      keyframes.duration = 0.5
      card.layer.add(keyframes, forKey: "shake")
    case "group":
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue) = (1, 0.2)
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      (turn.fromValue, turn.toValue) = (0, 1)
      let group = CAAnimationGroup()
      group.animations = [fade, turn]
      group.duration = 0.5
      card.layer.add(group, forKey: nil)
    case "transform":
      UIView.animate(withDuration: 0.4, delay: 0, options: [.curveEaseIn]) {
        card.transform = CGAffineTransform(scaleX: 1.5, y: 1.5)
      }
    default: break
    }
  }
}

/// The animations as they were copied.
final class CopiedMotionSample: Sample {
  private let view = MotionView()

  func makeView() throws -> UIView { CenteredView(view) }

  var triggers: [Trigger] {
    EditedMotionSample.kinds.map { kind in
      Trigger(kind, name: kind, duration: 1) { [self] in
        Self.copied[kind]?(view.card, view.ring)
      }
    }
  }

  private static let copied: [String: @MainActor (UIView, CAShapeLayer) -> Void] = [
    "block": copiedBlock,
    "spring": copiedSpring,
    "perceptual": copiedPerceptual,
    "animator": copiedAnimator,
    "physical": copiedPhysical,
    "implicit": copiedImplicit,
    "explicit": copiedExplicit,
    "keyframes": copiedKeyframes,
    "group": copiedGroup,
    "transform": copiedTransform,
  ]

  /// The lines of code of a kind, as they are below.
  static func lines(of kind: String) throws -> String {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let begin = source.firstIndex { $0.contains("func copied\(kind.capitalized)(") }
    guard let begin else { return "" }
    return source[(begin + 1)...].prefix { $0 != "}" }.map { $0.dropFirst(2) + "\n" }.joined()
  }
}

// MARK: Copied from the viewer

@MainActor private func copiedBlock(_ card: UIView, _ ring: CAShapeLayer) {
  let animator = UIViewPropertyAnimator(
    duration: 0.4, controlPoint1: CGPoint(x: 0.7, y: -0.2), controlPoint2: CGPoint(x: 0.58, y: 1)
  ) {
    card.center = CGPoint(x: 120, y: 90)
    card.alpha = 0.25
  }
  animator.startAnimation()
}

@MainActor private func copiedSpring(_ card: UIView, _ ring: CAShapeLayer) {
  UIView.animate(
    withDuration: 0.8, delay: 0.1, usingSpringWithDamping: 0.3, initialSpringVelocity: 2
  ) {
    card.center = CGPoint(x: 160, y: 40)
  }
}

@MainActor private func copiedPerceptual(_ card: UIView, _ ring: CAShapeLayer) {
  UIView.animate(springDuration: 0.7, bounce: 0.4) {
    card.bounds.size = CGSize(width: 120, height: 40)
  }
}

@MainActor private func copiedAnimator(_ card: UIView, _ ring: CAShapeLayer) {
  let animator = UIViewPropertyAnimator(
    duration: 0.6, controlPoint1: CGPoint(x: 0.2, y: 0.9), controlPoint2: CGPoint(x: 0.4, y: 1.1)
  ) {
    card.center = CGPoint(x: 120, y: 90)
    card.backgroundColor = UIColor(red: 0, green: 0.6, blue: 0, alpha: 1)
  }
  animator.startAnimation(afterDelay: 0.2)
}

@MainActor private func copiedPhysical(_ card: UIView, _ ring: CAShapeLayer) {
  let spring = UISpringTimingParameters(
    mass: 2, stiffness: 120, damping: 10, initialVelocity: CGVector(dx: 1, dy: 1))
  let animator = UIViewPropertyAnimator(duration: 0, timingParameters: spring)
  animator.addAnimations {
    card.center = CGPoint(x: 50, y: 140)
  }
  animator.startAnimation()
}

@MainActor private func copiedImplicit(_ card: UIView, _ ring: CAShapeLayer) {
  CATransaction.begin()
  CATransaction.setAnimationDuration(0.5)
  CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(controlPoints: 0.9, 0, 0.1, 1))
  ring.strokeEnd = 0.6
  CATransaction.commit()
}

@MainActor private func copiedExplicit(_ card: UIView, _ ring: CAShapeLayer) {
  let animation = CASpringAnimation(keyPath: "strokeEnd")
  animation.stiffness = 200
  animation.damping = 5
  animation.fromValue = 0.1
  animation.toValue = 0.9
  animation.duration = animation.settlingDuration
  animation.fillMode = .backwards
  animation.beginTime = CACurrentMediaTime() + 0.1
  ring.add(animation, forKey: "fill")
}

@MainActor private func copiedKeyframes(_ card: UIView, _ ring: CAShapeLayer) {
  let animation = CAKeyframeAnimation(keyPath: "position.x")
  animation.values = [50, 120, 50]
  animation.keyTimes = [0, 0.3, 1]
  animation.duration = 0.9
  card.layer.add(animation, forKey: "shake")
}

@MainActor private func copiedGroup(_ card: UIView, _ ring: CAShapeLayer) {
  let animation = CAAnimationGroup()
  let part1 = CABasicAnimation(keyPath: "opacity")
  part1.fromValue = 1
  part1.toValue = 0.2
  let part2 = CABasicAnimation(keyPath: "transform.rotation.z")
  part2.fromValue = 0
  part2.toValue = 1
  animation.animations = [part1, part2]
  animation.duration = 0.9
  animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
  card.layer.add(animation, forKey: nil)
}

@MainActor private func copiedTransform(_ card: UIView, _ ring: CAShapeLayer) {
  UIView.animate(withDuration: 0.7, delay: 0, options: [.curveEaseIn]) {
    card.transform = CGAffineTransform(translationX: 30, y: 10).scaledBy(x: 1.25, y: 1.25)
      .rotated(by: 0.5)
  }
}
