// EasingSample.swift
// Timing functions as curves: a dot follows each curve, and a ball moves by it.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// The curve of a timing function: time to the right, progress upwards.
final class EasingPlot: UIView {
  private let title: UILabel
  private let curve = CAShapeLayer()
  private let frameLayer = CALayer()
  private let lane = CALayer()
  let dot = CALayer()
  let ball = CALayer()
  private(set) var function: CAMediaTimingFunction
  /// Whether dot and ball rest at the end.
  private(set) var isAtEnd = false
  /// The rectangle from (0, 0) to (1, 1) of the curve, in this view.
  private(set) var plot = CGRect.zero

  init(_ name: String, _ function: CAMediaTimingFunction) {
    title = UILabel(name, font: Theme.smallNumbers, color: Theme.dimText)
    self.function = function
    super.init(frame: .zero)
    frameLayer.borderWidth = 1
    frameLayer.borderColor = Theme.hairline.cgColor
    frameLayer.backgroundColor = Theme.panel.cgColor
    lane.backgroundColor = Theme.hairline.cgColor
    curve.fillColor = nil
    curve.strokeColor = Theme.accent.cgColor
    curve.lineWidth = 2
    curve.lineCap = .round
    dot.backgroundColor = Theme.text.cgColor
    dot.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    dot.cornerRadius = 4
    ball.backgroundColor = Theme.orange.cgColor
    ball.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
    ball.cornerRadius = 8
    let parts = [
      (frameLayer, "frame"), (lane, "lane"), (curve, "curve"), (ball, "ball"), (dot, "dot"),
    ]
    for (part, word) in parts {
      part.name = "\(name) \(word)"
      layer.addSublayer(part)
    }
    addSubview(title)
  }

  required init?(coder: NSCoder) { nil }

  /// The point of a time and a progress, in this view.
  func point(time: CGFloat, progress: CGFloat) -> CGPoint {
    CGPoint(x: plot.minX + plot.width * time, y: plot.maxY - plot.height * progress)
  }

  /// Runs dot and ball from the start. They rest at the end, or at the start if they reverse.
  func run(for duration: TimeInterval, autoreverses: Bool, delegate: any CAAnimationDelegate) {
    isAtEnd = !autoreverses
    place()
    let (start, end) = (point(time: 0, progress: 0), point(time: 1, progress: 1))
    func animation(_ keyPath: String, _ from: CGFloat, _ to: CGFloat) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: keyPath)
      animation.fromValue = from
      animation.toValue = to
      animation.duration = duration
      animation.autoreverses = autoreverses
      return animation
    }
    // Time is linear by definition; only progress is eased.
    dot.add(animation("position.x", start.x, end.x), forKey: "time")
    let progress = animation("position.y", start.y, end.y)
    progress.timingFunction = function
    dot.add(progress, forKey: "progress")
    progress.delegate = delegate
    ball.add(progress, forKey: "progress")
  }

  override func layoutSubviews() {
    title.frame = CGRect(x: 0, y: bounds.height - 18, width: bounds.width, height: 16)
    // A quarter of the side above and below is room for curves that overshoot.
    let side = min(bounds.width - 40, (bounds.height - 24) / 1.5)
    plot = CGRect(
      x: 0.5, y: (bounds.height - 22 - side * 1.25).rounded() + 0.5, width: side.rounded(),
      height: side.rounded())
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    frameLayer.frame = plot.insetBy(dx: -0.5, dy: -0.5)
    lane.frame = CGRect(x: plot.maxX + 19.5, y: plot.minY, width: 1, height: plot.height)
    curve.path = makePath()
    CATransaction.commit()
    place()
  }

  private func makePath() -> CGPath {
    var first: [Float] = [0, 0]
    var second: [Float] = [0, 0]
    function.getControlPoint(at: 1, values: &first)
    function.getControlPoint(at: 2, values: &second)
    func point(_ values: [Float]) -> CGPoint {
      self.point(time: CGFloat(values[0]), progress: CGFloat(values[1]))
    }
    let path = CGMutablePath()
    path.move(to: point([0, 0]))
    path.addCurve(to: point([1, 1]), control1: point(first), control2: point(second))
    return path
  }

  private func place() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let part: CGFloat = isAtEnd ? 1 : 0
    dot.position = point(time: part, progress: part)
    ball.position = CGPoint(x: plot.maxX + 20, y: point(time: 0, progress: part).y)
    CATransaction.commit()
  }
}

/// Six timing functions at the same time.
final class EasingSample: Sample {
  static let name = "Easing"
  static let title = "Easing gallery"
  static let summary =
    "The five named timing functions and one of four control points that overshoots. The dot's x "
    + "is linear, its y eased, so it runs along the curve; the ball beside it has the same y."
  static let essence = """
    animation.timingFunction =
      CAMediaTimingFunction(
        name: .easeInEaseOut)

    CAMediaTimingFunction(
      controlPoints:
        0.68, -0.55, 0.27, 1.55)
    """

  static let duration: TimeInterval = 1.6

  var onCompletion: (SampleReport) -> Void = { _ in }

  let plots: [EasingPlot] = [
    EasingPlot("linear", CAMediaTimingFunction(name: .linear)),
    EasingPlot("default", CAMediaTimingFunction(name: .default)),
    EasingPlot("easeIn", CAMediaTimingFunction(name: .easeIn)),
    EasingPlot("easeOut", CAMediaTimingFunction(name: .easeOut)),
    EasingPlot("easeInEaseOut", CAMediaTimingFunction(name: .easeInEaseOut)),
    EasingPlot(
      ".68, -.55, .27, 1.55", CAMediaTimingFunction(controlPoints: 0.68, -0.55, 0.27, 1.55)),
  ]

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "run", title: "Run all", duration: Self.duration) { [self] in
        run("Run", for: Self.duration)
      },
      Trigger(name: "back", title: "There and back", duration: 2 * Self.duration) { [self] in
        run("There and back", for: Self.duration, autoreverses: true)
      },
      Trigger(name: "fast", title: "In 0.4 s", duration: 0.4) { [self] in
        run("In 0.4 s", for: 0.4)
      },
    ]
  }

  func makeView() -> UIView { EasingStage(plots) }

  private func run(_ name: String, for duration: TimeInterval, autoreverses: Bool = false) {
    let counter = completionCounter(reporting: name, of: plots.count)
    for plot in plots { plot.run(for: duration, autoreverses: autoreverses, delegate: counter) }
  }
}

/// The layout: two rows of three plots.
private final class EasingStage: UIView {
  private let plots: [EasingPlot]

  init(_ plots: [EasingPlot]) {
    self.plots = plots
    super.init(frame: .zero)
    plots.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    // The window's hint is at the bottom.
    let height = min(190, ((bounds.height - 40) / 2).rounded(.down))
    let width = min(190, ((bounds.width - 64) / 3).rounded(.down))
    let side = min(width - 40, (height - 24) / 1.5)
    let pitch = min(width + 24, max(side + 96, 160))
    let left = ((bounds.width - 2 * pitch - side - 40) / 2).rounded()
    let top = max(0, ((bounds.height - 2 * height) / 2 - 16).rounded())
    for (place, plot) in plots.enumerated() {
      plot.frame = CGRect(
        x: left + pitch * CGFloat(place % 3), y: top + height * CGFloat(place / 3),
        width: pitch - 8,
        height: height)
    }
  }
}
