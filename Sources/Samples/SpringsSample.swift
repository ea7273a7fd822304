// SpringsSample.swift
// Springs specified in three forms: UIKit's damping ratio, Core Animation's physics, and the perceptual
// form.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A layer with the stretch of a spring.
final class HangingWeightLayer: CALayer {
  /// From the ceiling to the weight's centre, as a fraction of the height.
  @Animatable var stretch: CGFloat = 0
}

/// A coil with a weight, drawn from the layer's presentation value.
final class HangingWeight: UIView {
  static let radius: CGFloat = 17
  private static let turns = 9

  private let color: UIColor

  override class var layerClass: AnyClass { HangingWeightLayer.self }

  init(color: UIColor) {
    self.color = color
    super.init(frame: .zero)
    layer.needsDisplayOnBoundsChange = true
    layer.setNeedsDisplay()
  }

  required init?(coder: NSCoder) { nil }

  /// Animatable.
  var stretch: CGFloat {
    get { (layer as? HangingWeightLayer)?.stretch ?? 0 }
    set { (layer as? HangingWeightLayer)?.stretch = newValue }
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    // During an animation `layer` is a presentation copy with the value of the frame's time.
    guard let layer = layer as? HangingWeightLayer else { return }
    let middle = bounds.midX
    let weight = layer.stretch * bounds.height
    context.setFillColor(Theme.controlPressed.cgColor)
    context.fill(CGRect(x: middle - 44, y: 0, width: 88, height: 3))

    let (top, bottom) = (CGFloat(12), weight - Self.radius - 6)
    context.beginPath()
    context.move(to: CGPoint(x: middle, y: 3))
    context.addLine(to: CGPoint(x: middle, y: top))
    for half in 1..<(2 * Self.turns) {
      let side: CGFloat = half.isMultiple(of: 2) ? -12 : 12
      let part = CGFloat(half) / CGFloat(2 * Self.turns)
      context.addLine(to: CGPoint(x: middle + side, y: top + (bottom - top) * part))
    }
    context.addLine(to: CGPoint(x: middle, y: bottom))
    context.addLine(to: CGPoint(x: middle, y: weight))
    context.setStrokeColor(Theme.wait.cgColor)
    context.setLineWidth(2)
    context.setLineJoin(.round)
    context.strokePath()

    context.setFillColor(color.cgColor)
    context.fillEllipse(
      in: CGRect(
        x: middle - Self.radius, y: weight - Self.radius, width: 2 * Self.radius,
        height: 2 * Self.radius))
  }
}

/// Three springs; each press releases them to their other position.
final class SpringsSample: Sample {
  static let name = "Springs"
  static let title = "Springs"
  static let summary =
    "One weight, a spring in three forms. UIKit's has a given duration; the other two last until "
    + "they have settled. Press again midway: each continues from where it is."
  static let essence = """
    UIView.animate(withDuration: 1.5,
      delay: 0,
      usingSpringWithDamping: 0.4,
      initialSpringVelocity: 0) { … }

    let spring = CASpringAnimation(
      keyPath: "stretch")
    spring.stiffness = 120
    spring.damping = 8
    spring.duration =
      spring.settlingDuration

    UIView.animate(
      springDuration: 0.6,
      bounce: 0.6) { … }
    """

  /// The weights' rest positions, as fractions of the height.
  static let places: (high: CGFloat, low: CGFloat) = (0.38, 0.7)
  static let dampedDuration: TimeInterval = 1.5

  var onCompletion: (SampleReport) -> Void = { _ in }

  let damped = HangingWeight(color: Theme.accent)
  let physical = HangingWeight(color: Theme.orange)
  let perceptual = HangingWeight(color: Theme.sand)

  init() {}

  /// Settling duration of the physical spring, in seconds.
  var physicalDuration: TimeInterval { makeSpring().duration }
  /// Settling duration of the perceptual spring, in seconds.
  var perceptualDuration: TimeInterval {
    CASpringAnimation(perceptualDuration: 0.6, bounce: 0.6).settlingDuration
  }

  var triggers: [Trigger] {
    [
      Trigger(
        name: "all", title: "All three",
        duration: max(Self.dampedDuration, physicalDuration, perceptualDuration)
      ) { [self] in
        swingDamped()
        swingPhysical()
        swingPerceptual()
      },
      Trigger(name: "damping", title: "UIKit damping", duration: Self.dampedDuration) { [self] in
        swingDamped()
      },
      Trigger(name: "physics", title: "CASpringAnimation", duration: physicalDuration) { [self] in
        swingPhysical()
      },
      Trigger(name: "perceptual", title: "Perceptual", duration: perceptualDuration) { [self] in
        swingPerceptual()
      },
    ]
  }

  func makeView() -> UIView {
    for weight in [damped, physical, perceptual] { weight.stretch = Self.places.high }
    return SpringsStage(
      [damped, physical, perceptual],
      titles: ["UIKit damping", "CASpringAnimation", "Perceptual"],
      numbers: [
        "1.5 s, damping 0.4", "stiffness 120, damping 8", "0.6 s, bounce 0.6",
      ])
  }

  /// The other rest position of a weight.
  private func otherPlace(of weight: HangingWeight) -> CGFloat {
    weight.stretch == Self.places.high ? Self.places.low : Self.places.high
  }

  private func swingDamped() {
    // Animations of a custom property are not additive: the new one replaces the old, and starts from the
    // presentation only with this option.
    let place = otherPlace(of: damped)
    let completion = reporting("UIKit damping")
    UIView.animate(
      withDuration: Self.dampedDuration, delay: 0, usingSpringWithDamping: 0.4,
      initialSpringVelocity: 0, options: .beginFromCurrentState,
      animations: { self.damped.stretch = place },
      completion: completion)
  }

  private func makeSpring() -> CASpringAnimation {
    let spring = CASpringAnimation(keyPath: "stretch")
    spring.stiffness = 120
    spring.damping = 8
    spring.duration = spring.settlingDuration
    return spring
  }

  private func swingPhysical() {
    let spring = makeSpring()
    let shown = physical.layer.presentation() as? HangingWeightLayer
    spring.fromValue = shown?.stretch ?? physical.stretch
    spring.delegate = completionCounter(reporting: "CASpringAnimation")
    // Outside a block a view's layer does not animate implicitly; the model changes at once.
    physical.stretch = otherPlace(of: physical)
    spring.toValue = physical.stretch
    physical.layer.add(spring, forKey: "stretch")
  }

  private func swingPerceptual() {
    let place = otherPlace(of: perceptual)
    UIView.animate(
      springDuration: 0.6, bounce: 0.6, options: .beginFromCurrentState,
      animations: { self.perceptual.stretch = place }, completion: reporting("Perceptual"))
  }

  private func reporting(_ name: String) -> (Bool) -> Void {
    let start = SampleTime.now
    return { [weak self] finished in
      self?.report(name, finished: finished, since: start)
    }
  }
}

/// The layout: three columns, each with a name, a spring with lines at its rest positions, and its numbers.
private final class SpringsStage: UIView {
  private let weights: [HangingWeight]
  private let titles: [UILabel]
  private let numbers: [UILabel]
  private let lines = [UIView(), UIView()]

  init(_ weights: [HangingWeight], titles: [String], numbers: [String]) {
    self.weights = weights
    self.titles = titles.map { UILabel($0, font: Theme.heading, alignment: .center) }
    self.numbers = numbers.map {
      UILabel($0, font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
    }
    super.init(frame: .zero)
    for line in lines {
      line.backgroundColor = Theme.hairline
      addSubview(line)
    }
    weights.forEach(addSubview)
    (self.titles + self.numbers).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let column = min(220, (bounds.width - 32) / CGFloat(weights.count))
    let left = ((bounds.width - column * CGFloat(weights.count)) / 2).rounded()
    let height = min(300, bounds.height - 104)
    let top = ((bounds.height - height - 80) / 2 + 20).rounded()
    for (place, weight) in weights.enumerated() {
      let x = (left + column * CGFloat(place)).rounded()
      titles[place].frame = CGRect(x: x, y: top - 8, width: column, height: 20)
      weight.frame = CGRect(x: x, y: top + 24, width: column, height: height)
      numbers[place].frame = CGRect(x: x, y: top + 28 + height, width: column, height: 16)
    }
    let places = [SpringsSample.places.high, SpringsSample.places.low]
    for (line, place) in zip(lines, places) {
      line.frame = CGRect(
        x: left, y: (top + 24 + height * place).rounded(), width: column * CGFloat(weights.count),
        height: 1)
    }
  }
}
