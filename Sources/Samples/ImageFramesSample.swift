// ImageFramesSample.swift
// An image view's sequence of images: one discrete keyframe animation of its layer's contents.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// The moon's phases in sequence, over a strip with a mark at the current one.
final class ImageFramesSample: Sample {
  static let name = "ImageFrames"
  static let title = "Image view frames"
  static let summary =
    "animationImages is a discrete keyframe animation of the layer's contents: each image "
    + "holds until the next. The mark hops by keyframes of position at the same times."
  static let essence = """
    view.animationImages = phases
    view.animationDuration = 1.2
    view.animationRepeatCount = 2
    view.startAnimating()
    // the same, with own times:
    let frames = CAKeyframeAnimation(
      keyPath: "contents")
    frames.calculationMode = .discrete
    frames.values = images
    frames.keyTimes = times // n + 1
    """

  /// The moon from new moon to new moon; painted once.
  static let phases: [UIImage] = (0..<12).map { moon(at: Double($0) / 12) }

  /// Begin times of the phases in "Own times", and the end. New moon and full moon are longest.
  static let ownTimes: [Double] = {
    let weights: [Double] = [6, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1]
    let sum = weights.reduce(0, +)
    return weights.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1 / sum) }
  }()

  static let duration: TimeInterval = 2.4
  static let side = 128
  static let thumbnail: CGFloat = 32
  private static let markKey = "hop"

  var onCompletion: (SampleReport) -> Void = { _ in }

  let view = UIImageView(image: phases[0])
  let mark = UIView()
  private let caption = UILabel(
    "The first of twelve images.", font: Theme.smallNumbers, color: Theme.dimText,
    alignment: .center)

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "frames", title: "animationImages", duration: Self.duration) { [self] in
        play("animationImages", "12 equal slots of 0.100 s, twice", times: nil, .discrete) {
          [self] in
          view.animationImages = Self.phases
          view.animationDuration = Self.duration / 2
          view.animationRepeatCount = 2
          view.startAnimating()
        }
      },
      Trigger(name: "times", title: "Own times", duration: Self.duration) { [self] in
        let times = Self.ownTimes
        play("Own times", "new and full moon hold six times as long", times: times, .discrete) {
          [self] in view.layer.add(frames(times: times, .discrete), forKey: "contents")
        }
      },
      Trigger(name: "fade", title: "Linear", duration: Self.duration) { [self] in
        play("Linear", "linear: each image dissolves into the next", times: nil, .linear) {
          [self] in
          view.layer.add(frames(times: nil, .linear), forKey: "contents")
        }
      },
      Trigger(name: "stop", title: "Stop", duration: 0, actsOnOthers: true) { [self] in
        let isPlaying = view.layer.animation(forKey: "contents") != nil || view.isAnimating
        caption.text =
          isPlaying ? "Stopped: the view's own image, the first of twelve." : "Nothing is playing."
        view.stopAnimating()
        mark.layer.removeAnimation(forKey: Self.markKey)
      },
    ]
  }

  /// The index of the phase on show, 0..<12; fractional during a dissolve.
  var drawnValues: [(name: String, value: Double)] {
    let x = mark.layer.presentation()?.position.x ?? mark.center.x
    return [("mark", Double((x - markPlaces[0].x) / (markPlaces[1].x - markPlaces[0].x)))]
  }

  func makeView() -> UIView {
    mark.layer.borderColor = Theme.accent.cgColor
    mark.layer.borderWidth = 2
    mark.layer.cornerRadius = 6
    return ImageFramesStage(self, caption)
  }

  /// Positions of the mark, by phase.
  fileprivate(set) var markPlaces = [CGPoint](repeating: .zero, count: phases.count)

  /// Starts both animations, and reports when both have ended.
  private func play(
    _ name: String, _ words: String, times: [Double]?, _ mode: CAAnimationCalculationMode,
    _ start: () -> Void
  ) {
    caption.text = words
    // Running animations end now, not with the new ones.
    view.layer.removeAllAnimations()
    mark.layer.removeAllAnimations()
    let began = SampleTime.now
    CATransaction.begin()
    CATransaction.setCompletionBlock { [weak self] in
      self?.report(name, since: began)
    }
    start()
    let hop = CAKeyframeAnimation(keyPath: "position")
    hop.values = markPlaces
    hop.calculationMode = mode
    hop.keyTimes = times.map { $0.map { NSNumber(value: $0) } }
    let image = view.layer.animation(forKey: "contents")
    hop.duration = image?.duration ?? Self.duration
    hop.repeatCount = image?.repeatCount ?? 0
    mark.layer.add(hop, forKey: Self.markKey)
    CATransaction.commit()
  }

  private func frames(
    times: [Double]?, _ mode: CAAnimationCalculationMode
  ) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = Self.phases.compactMap(\.cgImage)
    animation.calculationMode = mode
    animation.keyTimes = times.map { $0.map { NSNumber(value: $0) } }
    animation.duration = Self.duration
    return animation
  }

  /// The moon at a part of the month, 0...1 from new moon to new moon.
  private static func moon(at part: Double) -> UIImage {
    let radius = Double(side) / 2 - 4
    // The edge between light and dark is half an ellipse; this is its half axis, to the right.
    let axis = cos(2 * .pi * part) * (part <= 0.5 ? 1 : -1)
    return DrawnPicture.paint(width: side, height: side) { point in
      let from = point - SIMD2(repeating: Double(side) / 2)
      let distance = (from * from).sum().squareRoot()
      let disc = DrawnPicture.coverage(radius - distance)
      let edge = axis * max(0, radius * radius - from.y * from.y).squareRoot()
      let lit = DrawnPicture.coverage(part <= 0.5 ? from.x - edge : edge - from.x)
      // A few dark plains.
      let plains: [(x: Double, y: Double, size: Double)] = [
        (-18, -14, 16), (14, -22, 11), (20, 12, 13), (-8, 26, 9),
      ]
      var stone = paint(0xC6D0DC)
      for plain in plains {
        let away = from - SIMD2(plain.x, plain.y)
        let inside = plain.size - (away * away).sum().squareRoot()
        stone = mix(stone, paint(0xA3AEBC), DrawnPicture.coverage(inside))
      }
      var color = mix(paint(0x2E3641), stone, lit)
      color.w = disc
      return color
    }
  }
}

/// The layout: the image over the strip of all images.
private final class ImageFramesStage: UIView {
  private let sample: ImageFramesSample
  private let caption: UILabel
  private let strip = ImageFramesSample.phases.map { UIImageView(image: $0) }

  init(_ sample: ImageFramesSample, _ caption: UILabel) {
    (self.sample, self.caption) = (sample, caption)
    super.init(frame: .zero)
    ([sample.view, caption] + strip + [sample.mark]).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let side = CGFloat(ImageFramesSample.side)
    let thumbnail = ImageFramesSample.thumbnail
    let top = ((bounds.height - side - 88) / 2).rounded()
    sample.view.frame = CGRect(
      x: ((bounds.width - side) / 2).rounded(), y: top, width: side, height: side)
    let step = thumbnail + 8
    let left = ((bounds.width - step * CGFloat(strip.count) + 8) / 2).rounded()
    sample.mark.bounds.size = CGSize(width: thumbnail + 8, height: thumbnail + 8)
    for (place, view) in strip.enumerated() {
      view.frame = CGRect(
        x: left + step * CGFloat(place), y: top + side + 16, width: thumbnail, height: thumbnail)
      sample.markPlaces[place] = view.center
    }
    sample.mark.center = sample.markPlaces[0]
    caption.frame = CGRect(x: 16, y: top + side + 64, width: bounds.width - 32, height: 16)
  }
}
