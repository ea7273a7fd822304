// LiveViewsLawTests.swift
// Views that change at random, with the caches of labels, painter and canvas: each frame equals a full
// repaint.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// A window's views, and one random change after another.
@MainActor private final class ChangingViews {
  let scene = ViewScene()
  var random: SeededRandom
  var views: [UIView] = []
  private var animator: UIViewPropertyAnimator?

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    scene.window.backgroundColor = .white
    for _ in 0..<14 { add() }
  }

  func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }
  func chance(_ share: Double) -> Bool { number(0...1) < share }
  func color() -> UIColor {
    UIColor(
      red: number(0...1), green: number(0...1), blue: number(0...1),
      alpha: chance(0.6) ? 1 : number(0...1))
  }
  func text() -> String {
    let words = ["12", "345", "left", "a longer line of text", "", "é", "日本", "two\nlines", "6789"]
    return words.randomElement(using: &random) ?? ""
  }
  func frame() -> CGRect {
    CGRect(x: number(-5...90), y: number(-5...90), width: number(4...60), height: number(6...40))
  }

  func add() {
    let view: UIView
    switch Int.random(in: 0..<9, using: &random) {
    case 5: view = UIProgressView()
    case 6: view = UIStackView()
    case 7:
      let wheel = UIActivityIndicatorView(style: .medium)
      wheel.startAnimating()
      view = wheel
    case 0, 1, 2:
      let label = UILabel()
      label.text = text()
      label.font = .systemFont(ofSize: chance(0.5) ? 10 : 14)
      view = label
    case 3: view = UIScrollView()
    case 4: view = UISwitch()
    default: view = UIView()
    }
    view.frame = frame()
    if chance(0.5) { view.backgroundColor = color() }
    (views.filter { !($0 is UISwitch) } + [scene.window]).randomElement(using: &random)?
      .addSubview(view)
    views.append(view)
  }

  private func change(_ view: UIView) {
    switch Int.random(in: 0..<15, using: &random) {
    case 12: (view as? UIProgressView)?.setProgress(Float(number(0...1)), animated: chance(0.5))
    case 13:
      guard let stack = view as? UIStackView else { return }
      stack.axis = chance(0.5) ? .horizontal : .vertical
      stack.spacing = number(0...8)
      let label = UILabel()
      label.text = text()
      stack.addArrangedSubview(label)
      stack.layoutIfNeeded()
    case 14:
      (view as? UIScrollView)?.contentSize = CGSize(width: 60, height: number(0...200))
      (view as? UIScrollView)?.setContentOffset(CGPoint(x: 0, y: number(0...40)), animated: true)
    case 0: view.center = CGPoint(x: number(0...100), y: number(0...100))
    case 1: view.alpha = chance(0.4) ? 1 : number(0...1)
    case 2: view.backgroundColor = chance(0.2) ? nil : color()
    case 3: view.transform = CGAffineTransform(rotationAngle: number(-2...2))
    case 4: view.frame = frame()
    case 5: view.layer.cornerRadius = chance(0.4) ? 0 : number(0...9)
    case 6: view.clipsToBounds.toggle()
    case 7: view.isHidden = chance(0.3)
    case 8: (view as? UIScrollView)?.contentOffset.y = number(0...20)
    case 9: (view as? UISwitch)?.setOn(chance(0.5), animated: chance(0.5))
    case 10: view.superview?.bringSubviewToFront(view)
    default:
      view.layer.shadowOpacity = chance(0.5) ? 0 : Float(number(0...1))
    }
  }

  /// Changes views in a keyframe block, at random times.
  private func changeInKeyframes(_ view: UIView) {
    let mode = UIView.KeyframeAnimationOptions(rawValue: UInt(number(0...4.9)) << 10)
    UIView.animateKeyframes(withDuration: number(0.02...0.4), delay: number(0...0.1), options: mode)
    {
      for _ in 0..<3 {
        UIView.addKeyframe(
          withRelativeStartTime: self.number(0...1), relativeDuration: self.number(0...0.6)
        ) { self.change(view) }
      }
    }
  }

  /// Drives an animator by a random call.
  private func conduct() {
    guard let animator, animator.state == .active else {
      let view = views.randomElement(using: &random)
      let new =
        chance(0.5)
        ? UIViewPropertyAnimator(duration: number(0.05...0.5), dampingRatio: number(0.2...1))
        : UIViewPropertyAnimator(duration: number(0.05...0.5), curve: .easeInOut)
      new.addAnimations { if let view { self.change(view) } }
      new.addAnimations({ if let view { self.change(view) } }, delayFactor: 0.3)
      new.startAnimation()
      animator = new
      return
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: animator.pauseAnimation()
    case 1: animator.startAnimation()
    case 2:
      animator.pauseAnimation()
      animator.fractionComplete = number(0...1)
    case 3: animator.isReversed.toggle()
    case 4: animator.stopAnimation(true)
    default: animator.continueAnimation(withTimingParameters: nil, durationFactor: number(0...1))
    }
  }

  /// Stops a paused animator, which must not be released.
  func end() { if animator?.state == .active { animator?.stopAnimation(true) } }

  func step() {
    if chance(0.3) { conduct() }
    for case let label as UILabel in views where chance(0.4) {
      label.text = text()
      if chance(0.05) { label.textColor = color() }
      if chance(0.05) { label.numberOfLines = chance(0.5) ? 0 : 1 }
    }
    for _ in 0..<Int(number(0...3)) {
      guard let view = views.randomElement(using: &random) else { return }
      if chance(0.1) {
        changeInKeyframes(view)
      } else if chance(0.4) {
        UIView.animate(withDuration: number(0.02...0.4)) { self.change(view) }
      } else if chance(0.1) {
        let kind = UInt(number(1...7))
        UIView.transition(
          with: view, duration: number(0.02...0.4),
          options: UIView.AnimationOptions(rawValue: kind << 20),
          animations: { self.change(view) })
      } else if chance(0.15) {
        let transition = CATransition()
        transition.duration = number(0.02...0.3)
        view.layer.add(transition, forKey: nil)
        (view as? UILabel)?.text = text()
        change(view)
      } else {
        change(view)
      }
    }
    if chance(0.05) { add() }
    if chance(0.05), views.count > 6, let view = views.randomElement(using: &random) {
      view.removeFromSuperview()
      views.removeAll { $0.window == nil }
    }
  }

  func afresh(at time: TimeInterval) throws -> CGImage {
    let context = try #require(scene.window.context)
    var (sampler, painter, tree) = (Sampler(), Painter(), context.tree)
    for slot in tree.nodes.indices where tree.nodes[slot].isUsed {
      tree.update(Int32(slot)) { _ in }
    }
    let sampled = sampler.sample(&tree, at: time)
    painter.paint(
      tree, sampled, scale: 1, size: PixelSize(width: 100, height: 100), background: .black)
    let canvas = MemoryCanvas(source: HostResources.coverage, threads: 1)
    _ = canvas.draw(painter.list)
    return try #require(canvas.image())
  }
}

extension LiveViews {
  @MainActor @Suite struct LiveViewsLawTests {
    @Test(arguments: 1...12) func incrementalFrameEqualsFullRepaint(seed: UInt64) throws {
      let views = ChangingViews(seed: seed)
      defer { views.end() }
      var time = 0.0
      for frame in 0..<24 {
        time += views.chance(0.8) ? 1.0 / 60 : views.number(0.02...0.3)
        views.step()
        views.scene.host.advance(to: time)
        let isSame = try views.scene.host.image().pixels == views.afresh(at: time).pixels
        try #require(isSame, "frame \(frame)")
      }
    }
  }
}
