// CrossFadeSample.swift
// The image of an image view dissolves into the next one, but only inside a block.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// Three image views, their images set inside a block, outside it, and by a transition.
final class CrossFadeSample: Sample {
  static let name = "CrossFade"
  static let title = "Cross-fade of images"
  static let summary =
    "An image view's layer animates its contents inside a block: the images dissolve. Outside a "
    + "block the new image shows at once. A cross-dissolve transition works for any view."
  static let essence = """
    UIView.animate(withDuration: 1) {
      imageView.image = night
    }
    imageView.image = night // at once
    UIView.transition(
      with: imageView, duration: 1,
      options: .transitionCrossDissolve
    ) {
      imageView.image = night
    }
    """

  static let duration: TimeInterval = 1
  /// In points.
  static let imageSize = (width: 160, height: 120)
  static let day = scene(sky: (0x3D7DD8, 0xBFE3F5), hill: 0x4F8A4B, light: 0xFFE9A8, isMoon: false)
  static let night = scene(
    sky: (0x0B1026, 0x2B3358), hill: 0x1B2B2E, light: 0xE8ECF1, isMoon: true)

  var onCompletion: (SampleReport) -> Void = { _ in }

  let inBlock = UIImageView(image: day)
  let outside = UIImageView(image: day)
  let dissolved = UIImageView(image: day)
  /// Each layer's animations, right after its image was set.
  let found = (0..<3).map { _ in
    UILabel("–", font: Theme.smallNumbers, color: Theme.accent, alignment: .center)
  }

  init() {}

  var views: [UIImageView] { [inBlock, outside, dissolved] }

  var triggers: [Trigger] {
    [
      Trigger(name: "all", title: "All three", duration: Self.duration) { [self] in
        fadeInBlock()
        changeOutside()
        dissolve()
      },
      Trigger(name: "block", title: "In a block", duration: Self.duration) { [self] in
        fadeInBlock()
      },
      Trigger(name: "outside", title: "Outside", duration: 0) { [self] in changeOutside() },
      Trigger(name: "transition", title: "Transition", duration: Self.duration) { [self] in
        dissolve()
      },
    ]
  }

  func makeView() -> UIView {
    for view in views {
      view.layer.cornerRadius = 10
      view.clipsToBounds = true
      view.contentMode = .scaleAspectFill
    }
    return CrossFadeStage(
      self, captions: ["UIView.animate { }", "no block", "UIView.transition"])
  }

  private func next(of view: UIImageView) -> UIImage {
    view.image == Self.day ? Self.night : Self.day
  }

  private func fadeInBlock() {
    let start = SampleTime.now
    UIView.animate(withDuration: Self.duration) { [self] in
      inBlock.image = next(of: inBlock)
    } completion: { [weak self] finished in
      self?.report("In a block", finished: finished, since: start)
    }
    noteAnimations(0)
  }

  private func changeOutside() {
    outside.image = next(of: outside)
    noteAnimations(1)
  }

  private func dissolve() {
    let start = SampleTime.now
    UIView.transition(
      with: dissolved, duration: Self.duration, options: .transitionCrossDissolve
    ) { [self] in
      dissolved.image = next(of: dissolved)
    } completion: { [weak self] finished in
      self?.report("Transition", finished: finished, since: start)
    }
    noteAnimations(2)
  }

  /// Notes the animations of a view's layer.
  private func noteAnimations(_ place: Int) {
    let keys = views[place].layer.animationKeys() ?? []
    found[place].text = keys.isEmpty ? "no animation" : keys.joined(separator: ", ")
  }

  /// A hill under a sky with a sun, or a crescent moon and stars.
  private static func scene(
    sky: (top: UInt32, bottom: UInt32), hill: UInt32, light: UInt32, isMoon: Bool
  ) -> UIImage {
    let stars = [(24.0, 22.0), (52, 40), (70, 16), (96, 52), (18, 60), (142, 66), (84, 34)]
    let size = imageSize
    return DrawnPicture.paint(width: size.width, height: size.height) { point in
      var color = mix(paint(sky.top), paint(sky.bottom), point.y / 90)
      func disc(_ x: Double, _ y: Double, _ radius: Double) -> Double {
        let away = point - SIMD2(x, y)
        return DrawnPicture.coverage(radius - (away * away).sum().squareRoot())
      }
      if isMoon {
        for star in stars { color = mix(color, paint(light), 0.8 * disc(star.0, star.1, 1)) }
      }
      let shade = isMoon ? disc(110, 28, 17) : 0
      color = mix(color, paint(light), disc(118, 34, 18) * (1 - shade))
      let far = point.y - (84 - 16 * sin(point.x / 26))
      color = mix(color, mix(paint(hill), paint(sky.bottom), 0.35), DrawnPicture.coverage(far))
      let near = point.y - (98 + 10 * sin(point.x / 40 + 1.4))
      return mix(color, paint(hill), DrawnPicture.coverage(near))
    }
  }
}

/// The layout: three columns, each with its title and its layer's animations.
private final class CrossFadeStage: UIView {
  private let sample: CrossFadeSample
  private let captions: [UILabel]

  init(_ sample: CrossFadeSample, captions: [String]) {
    self.sample = sample
    self.captions = captions.map {
      UILabel($0, font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
    }
    super.init(frame: .zero)
    (sample.views + self.captions + sample.found).forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let column = (bounds.width - 32) / CGFloat(sample.views.count)
    let size = CrossFadeSample.imageSize
    let middle = (bounds.height / 2 - 24).rounded()
    for (place, view) in sample.views.enumerated() {
      let x = (16 + column * (CGFloat(place) + 0.5)).rounded()
      view.bounds.size = CGSize(width: size.width, height: size.height)
      view.center = CGPoint(x: x, y: middle)
      let left = x - (column / 2).rounded()
      captions[place].frame = CGRect(x: left, y: middle + 76, width: column, height: 16)
      sample.found[place].frame = CGRect(x: left, y: middle + 98, width: column, height: 16)
    }
  }
}
