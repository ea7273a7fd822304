// CircularProgressSample.swift
// A ring by a shape layer's strokeEnd and a ring that a custom layer draws, always equally long.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// Draws a part of a ring, clockwise from the top.
final class ProgressRingLayer: CALayer {
  /// 0...1. A change redraws, and animates like `strokeEnd`.
  @Animatable var progress: CGFloat = 0
  /// From the ring's centre to the middle of the line, in points.
  var radius: CGFloat = 0
  var lineWidth: CGFloat = 0
  var color = UIColor.black.cgColor

  override init() { super.init() }

  override init(layer: Any) {
    super.init(layer: layer)
    guard let ring = layer as? ProgressRingLayer else { return }
    (radius, lineWidth, color) = (ring.radius, ring.lineWidth, ring.color)
  }

  required init?(coder: NSCoder) { nil }

  override func draw(in ctx: CGContext) {
    guard progress > 0 else { return }
    ctx.setStrokeColor(color)
    ctx.setLineWidth(lineWidth)
    ctx.addArc(
      center: CGPoint(x: bounds.midX, y: bounds.midY), radius: radius, startAngle: -.pi / 2,
      endAngle: .pi * (2 * min(progress, 1) - 0.5), clockwise: false)
    ctx.strokePath()
  }
}

/// Two rings, one inside the other, that are always equally long.
final class CircularProgressSample: Sample {
  static let name = "CircularProgress"
  static let title = "Circular progress"
  static let summary =
    "Outside, a shape layer's strokeEnd; inside, a ring that a custom layer draws from its own "
    + "progress. Both are evaluated at the frame's time, so that their ends are always in one line."
  static let essence = """
    shape.strokeEnd = 1 // built in
    class Ring: CALayer {
      @Animatable
      var progress: CGFloat = 0
      override func draw(
        in ctx: CGContext) { … }
    }
    CATransaction
      .setAnimationDuration(2)
    ring.progress = 1
    """

  /// From the rings' centre to the middle of each line, and the lines' width, in points.
  static let radii: (shape: CGFloat, drawn: CGFloat) = (84, 63)
  static let lineWidth: CGFloat = 20
  static let side: CGFloat = 200

  var onCompletion: (SampleReport) -> Void = { _ in }

  let shape = CAShapeLayer()
  let drawn = ProgressRingLayer()
  let number = UILabel("0 %", font: Theme.headline, alignment: .center)
  private var link: CADisplayLink?
  private var runs = 0

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "implicit", title: "Implicit", duration: 2) { [self] in
        start("Implicit") { show(1) }
      },
      Trigger(name: "block", title: "Block with layers", duration: 2) { [self] in
        empty()
        let start = began()
        UIView.animate(withDuration: 2, delay: 0, options: .includesLayers) {
          self.show(0.75)
        } completion: { [weak self] finished in
          self?.ended("Block with layers", finished, since: start)
        }
      },
      Trigger(name: "spring", title: "Spring", duration: 2) { [self] in
        start("Spring") { [self] in
          for (layer, key) in [(shape, "strokeEnd"), (drawn, "progress")] as [(CALayer, String)] {
            let spring = CASpringAnimation(keyPath: key)
            spring.fromValue = 0
            spring.damping = 6
            spring.stiffness = 80
            spring.duration = 2
            layer.add(spring, forKey: key)
          }
          CATransaction.setDisableActions(true)
          show(0.6)
        }
      },
      Trigger(name: "empty", title: "Without actions", duration: 0) { [self] in
        empty()
        showNumber()
      },
    ]
  }

  /// Both presentation values, in percent.
  var drawnValues: [(name: String, value: Double)] {
    [
      ("strokeEnd", Double((shape.presentation() ?? shape).strokeEnd * 100)),
      ("progress", Double((drawn.presentation() ?? drawn).progress * 100)),
    ]
  }

  func makeView() -> UIView {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    shape.fillColor = nil
    shape.strokeColor = Theme.accent.cgColor
    shape.lineWidth = Self.lineWidth
    shape.strokeEnd = 0
    drawn.color = Theme.orange.cgColor
    drawn.lineWidth = Self.lineWidth
    drawn.radius = Self.radii.drawn
    drawn.contentsScale = UIScreen.main.scale
    drawn.needsDisplayOnBoundsChange = true
    CATransaction.commit()
    return CircularProgressStage(self)
  }

  private func show(_ part: CGFloat) {
    shape.strokeEnd = part
    drawn.progress = part
  }

  /// Empties both rings at once and removes their animations.
  private func empty() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    shape.removeAllAnimations()
    drawn.removeAllAnimations()
    show(0)
    CATransaction.commit()
  }

  private func start(_ name: String, _ changes: () -> Void) {
    empty()
    let start = began()
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setCompletionBlock { [weak self] in
      MainActor.assumeIsolated { self?.ended(name, nil, since: start) }
    }
    changes()
    CATransaction.commit()
  }

  // MARK: The number

  isolated deinit { link?.invalidate() }

  /// Counts a run. A display link updates the number until all runs have ended.
  private func began() -> TimeInterval {
    runs += 1
    if link == nil {
      let new = CADisplayLink { [weak self] _ in self?.showNumber() }
      new.add(to: .main, forMode: .common)
      link = new
    }
    return SampleTime.now
  }

  private func ended(_ name: String, _ finished: Bool?, since start: TimeInterval) {
    runs -= 1
    if runs == 0 {
      link?.invalidate()
      link = nil
      showNumber()
    }
    report(name, finished: finished, since: start)
  }

  private func showNumber() {
    // Before the frame's commit, the presentation of a built-in property is its committed value. Nothing runs
    // without an animation, when the model is what will be shown.
    let part = runs > 0 ? drawnValues[0].value : Double(shape.strokeEnd * 100)
    number.show("\(Wording.fixed(part.rounded(.down), 0)) %")
  }

  /// An active display link requests frames, which are not needed without a window.
  fileprivate func leave() {
    link?.invalidate()
    link = nil
  }
}

/// The layout: the rings and their captions.
private final class CircularProgressStage: UIView {
  private let sample: CircularProgressSample
  private let track = CAShapeLayer()
  private let captions = [
    UILabel("strokeEnd of a CAShapeLayer", font: Theme.smallNumbers, color: Theme.accent),
    UILabel("progress, drawn", font: Theme.smallNumbers, color: Theme.codeString),
  ]

  init(_ sample: CircularProgressSample) {
    self.sample = sample
    super.init(frame: .zero)
    track.fillColor = nil
    track.strokeColor = Theme.control.cgColor
    for ring in [track, sample.shape, sample.drawn] { layer.addSublayer(ring) }
    (captions + [sample.number]).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func didMoveToWindow() {
    if window == nil { sample.leave() }
  }

  override func layoutSubviews() {
    let side = CircularProgressSample.side
    let radii = CircularProgressSample.radii
    let middle = CGPoint(
      x: (bounds.width / 2 - 108).rounded(), y: (bounds.height / 2).rounded())
    let centre = CGPoint(x: side / 2, y: side / 2)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for ring in [track, sample.shape, sample.drawn] {
      ring.bounds.size = CGSize(width: side, height: side)
      ring.position = middle
    }
    // One wide line below both.
    track.lineWidth = CircularProgressSample.lineWidth + radii.shape - radii.drawn
    track.path =
      UIBezierPath(
        arcCenter: centre, radius: (radii.shape + radii.drawn) / 2, startAngle: 0,
        endAngle: 2 * .pi, clockwise: true
      ).cgPath
    sample.shape.path =
      UIBezierPath(
        arcCenter: centre, radius: radii.shape, startAngle: -.pi / 2, endAngle: 1.5 * .pi,
        clockwise: true
      ).cgPath
    CATransaction.commit()
    sample.number.frame = CGRect(x: middle.x - 50, y: middle.y - 18, width: 100, height: 36)
    for (place, caption) in captions.enumerated() {
      caption.frame = CGRect(
        x: middle.x + side / 2 + 24, y: middle.y - 20 + 24 * CGFloat(place), width: 220,
        height: 16)
    }
  }
}
