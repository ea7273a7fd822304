// ClockFaceSample.swift
// A clock's hands are properties of its layer: they animate implicitly, in a block, and by keyframes.
// After "Animating Custom Layer Properties" by Nick Lockwood.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// An analog clock that draws its hands' presentation values.
final class ClockFaceLayer: CALayer {
  /// Hours, 12 a turn. A change redraws, and animates like any other property.
  @Animatable var hourHand: CGFloat = 0
  /// Minutes, 60 a turn.
  @Animatable var minuteHand: CGFloat = 0

  override func draw(in ctx: CGContext) {
    // During an animation `self` is a presentation copy with the values of the frame's time.
    let radius = min(bounds.width, bounds.height) / 2
    ctx.translateBy(x: bounds.midX, y: bounds.midY)
    ctx.setFillColor(ClockColors.face)
    ctx.fillEllipse(in: CGRect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius))
    for minute in stride(from: 0, to: 60, by: 5) {
      let isQuarter = minute % 15 == 0
      drawHand(
        ctx, turn: CGFloat(minute) / 60, from: radius * (isQuarter ? 0.78 : 0.84),
        to: radius * 0.92, width: isQuarter ? 3 : 2, ClockColors.marks)
    }
    let (long, short) = (radius * 0.74, radius * 0.5)
    drawHand(ctx, turn: hourHand / 12, from: -8, to: short, width: 7, ClockColors.hour)
    drawHand(ctx, turn: minuteHand / 60, from: -12, to: long, width: 4, ClockColors.minute)
    ctx.setFillColor(ClockColors.minute)
    ctx.fillEllipse(in: CGRect(x: -5, y: -5, width: 10, height: 10))
  }

  /// Draws a line from the centre outwards; 0 turns point up.
  private func drawHand(
    _ ctx: CGContext, turn: CGFloat, from: CGFloat, to: CGFloat, width: CGFloat, _ color: CGColor
  ) {
    let direction = CGPoint(x: sin(2 * .pi * turn), y: -cos(2 * .pi * turn))
    ctx.setStrokeColor(color)
    ctx.setLineWidth(width)
    ctx.setLineCap(.round)
    ctx.move(to: CGPoint(x: direction.x * from, y: direction.y * from))
    ctx.addLine(to: CGPoint(x: direction.x * to, y: direction.y * to))
    ctx.strokePath()
  }
}

/// The window's colours as `CGColor`.
private enum ClockColors {
  static let face = CGColor(red: 0.165, green: 0.192, blue: 0.231, alpha: 1)
  static let marks = CGColor(red: 0.663, green: 0.706, blue: 0.761, alpha: 1)
  static let hour = CGColor(red: 0.902, green: 0.624, blue: 0, alpha: 1)
  static let minute = CGColor(red: 0.533, green: 0.8, blue: 0.933, alpha: 1)
}

/// A view whose layer is a clock.
final class ClockFace: UIView {
  override class var layerClass: AnyClass { ClockFaceLayer.self }
}

/// The clock twice: as a view's layer, and as a layer of its own.
final class ClockFaceSample: Sample {
  static let name = "ClockFace"
  static let title = "Clock face"
  static let summary =
    "hourHand and minuteHand are properties of the clock's layer. A view's layer animates them in a "
    + "block, a layer without a view outside of it; keyframes move both."
  static let essence = """
    class ClockFaceLayer: CALayer {
      @Animatable
      var hourHand: CGFloat = 0
      @Animatable
      var minuteHand: CGFloat = 0
    }
    UIView.animate(withDuration: 1) {
      clock.hourHand = 13 + 50 / 60
      clock.minuteHand = 50
    }
    """

  /// Ten past ten, ten to two, six o'clock, twenty to nine.
  static let times: [(hour: CGFloat, minute: CGFloat)] = [(10, 10), (1, 50), (6, 0), (8, 40)]
  static let side: CGFloat = 168

  var onCompletion: (SampleReport) -> Void = { _ in }

  let face = ClockFace()
  let alone = ClockFaceLayer()
  /// Each layer's animations, right after the hands were set.
  let found = (0..<2).map { _ in
    UILabel("–", font: Theme.smallNumbers, color: Theme.accent, alignment: .center)
  }
  private var time = 0

  init() {}

  private var layers: [ClockFaceLayer] {
    [face.layer as? ClockFaceLayer, alone].compactMap(\.self)
  }

  var triggers: [Trigger] {
    [
      Trigger(name: "implicit", title: "Just set", duration: 0.25) { [self] in
        transaction("Just set") { setNextTime() }
      },
      Trigger(name: "block", title: "In a block", duration: 1) { [self] in
        block("In a block", [])
      },
      Trigger(name: "includes", title: "Block with layers", duration: 1) { [self] in
        block("Block with layers", .includesLayers)
      },
      Trigger(name: "keyframes", title: "Keyframes", duration: 4) { [self] in
        transaction("Keyframes") { layers.forEach(addHalfDay) }
        noteAnimations()
      },
    ]
  }

  /// The presentation values of the minute hands: the view's and the other.
  var drawnValues: [(name: String, value: Double)] {
    zip(["view", "layer"], layers).map { name, layer in
      (name, Double((layer.presentation() ?? layer).minuteHand))
    }
  }

  func makeView() -> UIView {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in layers {
      layer.contentsScale = UIScreen.main.scale
      layer.needsDisplayOnBoundsChange = true
      layer.setNeedsDisplay()
      set(Self.times[0], on: layer)
    }
    CATransaction.commit()
    return ClockFaceStage(self)
  }

  /// Turns all hands forwards to the next time.
  private func setNextTime() {
    time = (time + 1) % Self.times.count
    for layer in layers { set(Self.times[time], on: layer) }
    noteAnimations()
  }

  private func set(_ time: (hour: CGFloat, minute: CGFloat), on layer: ClockFaceLayer) {
    func forwards(to new: CGFloat, from old: CGFloat, turn: CGFloat) -> CGFloat {
      new + turn * ((old - new) / turn).rounded(.up)
    }
    layer.hourHand = forwards(
      to: time.hour + time.minute / 60, from: layer.hourHand, turn: 12)
    layer.minuteHand = forwards(to: time.minute, from: layer.minuteHand, turn: 60)
  }

  private func block(_ name: String, _ options: UIView.AnimationOptions) {
    let start = SampleTime.now
    UIView.animate(withDuration: 1, delay: 0, options: options) {
      self.setNextTime()
    } completion: { [weak self] finished in
      self?.report(name, finished: finished, since: start)
    }
  }

  private func transaction(_ name: String, _ changes: () -> Void) {
    let start = SampleTime.now
    CATransaction.begin()
    CATransaction.setCompletionBlock { [weak self] in
      self?.report(name, since: start)
    }
    changes()
    CATransaction.commit()
  }

  /// Twelve hours, with a pause at every third. The model stays, because the hands return to it.
  private func addHalfDay(to layer: ClockFaceLayer) {
    for (key, start, step) in [
      ("hourHand", layer.hourHand, 3), ("minuteHand", layer.minuteHand, 180),
    ] as [(String, CGFloat, CGFloat)] {
      let animation = CAKeyframeAnimation(keyPath: key)
      animation.values = (0...4).map { start + step * CGFloat($0) }
      animation.timingFunctions = (0..<4).map { _ in CAMediaTimingFunction(name: .easeInEaseOut) }
      animation.duration = 4
      layer.add(animation, forKey: key)
    }
  }

  /// Notes the animations of both minute hands.
  private func noteAnimations() {
    for (label, layer) in zip(found, layers) {
      let animation = layer.animation(forKey: "minuteHand")
      label.text = animation.map { "minuteHand \(Wording.seconds($0.duration))" } ?? "no animation"
    }
  }
}

/// The layout: both clocks side by side.
private final class ClockFaceStage: UIView {
  private let sample: ClockFaceSample
  private let captions = ["a view's layer", "a layer of its own"].map {
    UILabel($0, font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
  }

  init(_ sample: ClockFaceSample) {
    self.sample = sample
    super.init(frame: .zero)
    addSubview(sample.face)
    layer.addSublayer(sample.alone)
    (captions + sample.found).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let column = (bounds.width - 32) / 2
    let side = ClockFaceSample.side
    let middle = (bounds.height / 2 - 26).rounded()
    // A live layer without a view would animate.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (place, layer) in [sample.face.layer, sample.alone].enumerated() {
      let x = (16 + column * (CGFloat(place) + 0.5)).rounded()
      layer.bounds.size = CGSize(width: side, height: side)
      layer.position = CGPoint(x: x, y: middle)
      let left = x - (column / 2).rounded()
      captions[place].frame = CGRect(x: left, y: middle + 96, width: column, height: 16)
      sample.found[place].frame = CGRect(x: left, y: middle + 118, width: column, height: 16)
    }
    CATransaction.commit()
  }
}
