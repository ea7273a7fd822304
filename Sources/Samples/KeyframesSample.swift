// KeyframesSample.swift
// A keyframe block, and a drawing of the begin and end of each keyframe.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A box that a keyframe block moves, colours and shrinks, and the block's timeline under it.
final class KeyframesSample: Sample {
  static let name = "Keyframes"
  static let title = "Keyframe block"
  static let summary =
    "Each bar is one addKeyframe, at its part of the 3 s. Properties hold between their bars. The "
    + "timeline eases in and out by default; with a linear curve the line has one speed."
  static let essence = """
    UIView.animateKeyframes(
      withDuration: 3, delay: 0,
      options: []
    ) {
      UIView.addKeyframe(
        withRelativeStartTime: 0,
        relativeDuration: 0.3
      ) {
        box.center = top
      } // and so on
    }
    """

  static let duration: TimeInterval = 3

  /// One keyframe: its row in the drawing, and its part of the whole duration.
  struct Frame {
    enum Row: Int, CaseIterable { case center, color, scale }
    var row: Row
    var start: Double
    var length: Double
    /// The index of the value that it sets; see ``KeyframesSample/apply(_:)``.
    var value: Int
  }

  /// The keyframes. Every property returns to its first value.
  static let frames = [
    Frame(row: .center, start: 0, length: 0.3, value: 1),
    Frame(row: .center, start: 0.45, length: 0.25, value: 2),
    Frame(row: .center, start: 0.75, length: 0.25, value: 0),
    Frame(row: .color, start: 0.3, length: 0.15, value: 1),
    Frame(row: .color, start: 0.8, length: 0.2, value: 0),
    // A duration of 0 changes the value at once.
    Frame(row: .scale, start: 0.7, length: 0, value: 1),
    Frame(row: .scale, start: 0.9, length: 0.1, value: 0),
  ]

  var onCompletion: (SampleReport) -> Void = { _ in }

  let box = UIView()
  let playhead = UIView()
  fileprivate let caption = UILabel(
    "", font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
  fileprivate let bars = frames.map { _ in UIView() }
  /// Positions of the box: at rest, then those of the keyframes.
  fileprivate(set) var places = [CGPoint](repeating: .zero, count: 3)
  /// The timeline's left and right edges, in the stage's points.
  fileprivate(set) var timeline: ClosedRange<CGFloat> = 0...1

  init() {}

  var triggers: [Trigger] {
    let linear = UIView.KeyframeAnimationOptions(
      rawValue: UIView.AnimationOptions.curveLinear.rawValue)
    return [
      trigger("linear", "Linear", linear, "curveLinear: the times are as they are drawn"),
      trigger("ease", "Default curve", [], "no curve given: the whole timeline eases in and out"),
      trigger(
        "cubic", "Cubic", [linear, .calculationModeCubic],
        "calculationModeCubic: smooth, so it overshoots where it holds"),
      trigger(
        "discrete", "Discrete", [linear, .calculationModeDiscrete],
        "calculationModeDiscrete: each value holds until the next"),
      trigger(
        "paced", "Paced", [linear, .calculationModePaced],
        "calculationModePaced: one speed, the times are ignored", usesTimes: false),
    ]
  }

  /// The timeline's progress, 0...1, and the box's height above the bottom, in points.
  var drawnValues: [(name: String, value: Double)] {
    let x = playhead.layer.presentation()?.position.x ?? playhead.center.x
    let y = box.layer.presentation()?.position.y ?? box.center.y
    let length = timeline.upperBound - timeline.lowerBound
    return [
      ("timeline", length > 0 ? Double((x - timeline.lowerBound) / length) : 0),
      ("height", Double(places[0].y - y)),
    ]
  }

  func makeView() -> UIView {
    box.backgroundColor = Theme.accent
    box.layer.cornerRadius = 8
    playhead.backgroundColor = Theme.text
    for bar in bars { bar.layer.cornerRadius = 3 }
    caption.text = "Seven keyframes of three properties."
    return KeyframesStage(self)
  }

  private func trigger(
    _ name: String, _ title: String, _ options: UIView.KeyframeAnimationOptions, _ words: String,
    usesTimes: Bool = true
  ) -> Trigger {
    Trigger(name: name, title: title, duration: Self.duration) { [self] in
      caption.text = words
      for bar in bars { bar.alpha = usesTimes ? 1 : 0.3 }
      play(title, options)
    }
  }

  private func play(_ name: String, _ options: UIView.KeyframeAnimationOptions) {
    // Additive animations of an interrupted run would be added to the next run.
    box.layer.removeAllAnimations()
    playhead.layer.removeAllAnimations()
    playhead.center.x = timeline.lowerBound
    // The line shows the whole timeline, so it has the curve and no keyframes.
    let isLinear = options.rawValue & UIView.AnimationOptions.curveLinear.rawValue != 0
    UIView.animate(
      withDuration: Self.duration, delay: 0, options: isLinear ? .curveLinear : [],
      animations: { self.playhead.center.x = self.timeline.upperBound })

    let start = SampleTime.now
    UIView.animateKeyframes(withDuration: Self.duration, delay: 0, options: options) {
      for frame in Self.frames {
        UIView.addKeyframe(
          withRelativeStartTime: frame.start, relativeDuration: frame.length
        ) {
          self.apply(frame)
        }
      }
    } completion: { [weak self] finished in
      self?.report(name, finished: finished, since: start)
    }
  }

  private func apply(_ frame: Frame) {
    switch frame.row {
    case .center: box.center = places[frame.value]
    case .color:
      box.backgroundColor = frame.value == 0 ? Theme.accent : Theme.orange
    case .scale:
      box.transform = frame.value == 0 ? .identity : CGAffineTransform(scaleX: 0.5, y: 0.5)
    }
  }
}

/// The layout: the box over its timeline.
private final class KeyframesStage: UIView {
  private static let rowHeight: CGFloat = 22
  private let sample: KeyframesSample
  private let rows = ["center", "backgroundColor", "transform"].map {
    UILabel($0, font: Theme.smallNumbers, color: Theme.dimText, alignment: .right)
  }
  private let lanes = KeyframesSample.Frame.Row.allCases.map { _ in UIView() }
  /// Every half second.
  private let ticks = (0...6).map { _ in UIView() }
  private let times = (0...3).map {
    UILabel("\($0) s", font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
  }

  init(_ sample: KeyframesSample) {
    self.sample = sample
    super.init(frame: .zero)
    for lane in lanes { lane.backgroundColor = Theme.panel }
    for tick in ticks { tick.backgroundColor = Theme.hairline }
    let colors = [Theme.sky, Theme.orange, Theme.sand]
    for (bar, frame) in zip(sample.bars, KeyframesSample.frames) {
      bar.backgroundColor = colors[frame.row.rawValue]
    }
    (lanes + ticks + rows + times + sample.bars).forEach(addSubview)
    [sample.playhead, sample.box, sample.caption].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let row = Self.rowHeight
    let left: CGFloat = 152
    // The stage may have no size yet, or be narrower than the column beside the timeline.
    let length = max(0, bounds.width - left - 40)
    let height = row * CGFloat(lanes.count)
    // The box has the height that the timeline leaves, at most 140 points.
    let room = min(bounds.height - height - 84, 200)
    let top = ((bounds.height - room - height - 60) / 2).rounded()
    let bottom = top + room
    let start = bottom + 12

    sample.timeline = left...(left + length)
    sample.places = [
      CGPoint(x: left + length * 0.15, y: bottom - 28),
      CGPoint(x: left + length * 0.15, y: top + 28),
      CGPoint(x: left + length * 0.85, y: top + 28),
    ]
    sample.box.bounds.size = CGSize(width: 56, height: 56)
    sample.box.center = sample.places[0]

    for (place, lane) in lanes.enumerated() {
      let y = start + row * CGFloat(place)
      lane.frame = CGRect(x: left, y: y + 1, width: length, height: row - 2)
      rows[place].frame = CGRect(x: 16, y: y + 3, width: left - 28, height: 16)
    }
    for (place, tick) in ticks.enumerated() {
      let x = left + length * CGFloat(place) / 6
      tick.frame = CGRect(x: x.rounded(), y: start, width: 1, height: height + 4)
    }
    for (place, label) in times.enumerated() {
      let x = left + length * CGFloat(place) / 3
      label.frame = CGRect(x: x - 24, y: start + height + 6, width: 48, height: 16)
    }
    for (bar, frame) in zip(sample.bars, KeyframesSample.frames) {
      let y = start + row * CGFloat(frame.row.rawValue) + 5
      // A keyframe without duration is drawn with a minimum width.
      let width = max(4, length * CGFloat(frame.length))
      bar.frame = CGRect(
        x: left + length * CGFloat(frame.start), y: y, width: width, height: row - 10)
    }
    sample.playhead.bounds.size = CGSize(width: 2, height: height + 4)
    let isAtEnd = sample.playhead.center.x >= left + length / 2
    sample.playhead.center = CGPoint(
      x: isAtEnd ? left + length : left, y: start + height / 2)
    sample.caption.frame = CGRect(
      x: 16, y: start + height + 30, width: bounds.width - 32, height: 16)
  }
}
