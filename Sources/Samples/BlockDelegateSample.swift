// BlockDelegateSample.swift
// Blocks instead of a delegate, on an explicit animation.
// After "View-Layer Synergy" by David Rönnqvist.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A card that fades in, and the calls of its animation's two delegate blocks.
final class BlockDelegateSample: Sample {
  static let name = "BlockDelegate"
  static let title = "Block-based delegate"
  static let summary =
    "A delegate made of two blocks: one when the animation starts, after its delay; one when it "
    + "stops, with whether it finished. The fuse's own delegate cuts the fade short."
  static let essence = """
    layer.opacity = 1
    fadeIn.fromValue = 0
    fadeIn.delegate =
      AnimationBlockDelegate(
        start: { print("begins") },
        stop: { finished in
          print(finished
            ? "faded in" : "cut short")
        })
    layer.add(fadeIn, forKey: "fade")
    """

  static let fadeDuration: TimeInterval = 0.75
  static let delay: TimeInterval = 0.5
  static let fuseDuration: TimeInterval = 0.4

  var onCompletion: (SampleReport) -> Void = { _ in }

  let card = UIView()
  let fuse = UIView()
  let started = UILabel("–", font: Theme.numbers)
  let stopped = UILabel("–", font: Theme.numbers)
  /// Number of fades, by which blocks of older fades are recognised.
  private var runs = 0

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "fade", title: "Fade in", duration: Self.fadeDuration) { [self] in
        fadeIn(after: 0)
      },
      Trigger(name: "delayed", title: "After 0.5 s", duration: Self.delay + Self.fadeDuration) {
        [self] in fadeIn(after: Self.delay)
      },
      Trigger(name: "cancelled", title: "Cut short", duration: Self.fuseDuration, cutsShort: true) {
        [self] in
        fadeIn(after: 0)
        burnFuse()
      },
    ]
  }

  func makeView() -> UIView {
    card.backgroundColor = Theme.blue
    card.layer.cornerRadius = 14
    fuse.backgroundColor = Theme.orange
    // The fuse is visible only while it burns.
    fuse.layer.opacity = 0
    return BlockDelegateStage(self)
  }

  private func fadeIn(after delay: TimeInterval) {
    fuse.layer.removeAllAnimations()
    runs += 1
    let run = runs
    let begin = SampleTime.now
    started.text = delay > 0 ? "waiting…" : "…"
    stopped.text = "…"

    let layer = card.layer
    let fadeIn = CABasicAnimation(keyPath: "opacity")
    fadeIn.duration = Self.fadeDuration
    fadeIn.fromValue = 0
    if delay > 0 {
      fadeIn.beginTime = layer.convertTime(begin, from: nil) + delay
      // Without it the card would be visible until the fade begins.
      fadeIn.fillMode = .backwards
    }
    fadeIn.delegate = AnimationBlockDelegate(
      start: { [weak self] in
        MainActor.assumeIsolated { self?.fadeStarted(run, since: begin) }
      },
      stop: { [weak self] finished in
        MainActor.assumeIsolated { self?.fadeStopped(run, finished, since: begin) }
      })
    layer.opacity = 1
    layer.add(fadeIn, forKey: "fade")
  }

  private func fadeStarted(_ run: Int, since begin: CFTimeInterval) {
    let elapsed = SampleTime.now - begin
    if run == runs { started.text = "begins after \(Wording.seconds(elapsed))" }
  }

  private func fadeStopped(_ run: Int, _ finished: Bool, since begin: CFTimeInterval) {
    let elapsed = SampleTime.now - begin
    if run == runs {
      let how = finished ? "faded to the end" : "was cut short"
      stopped.text = "\(how) after \(Wording.seconds(elapsed))"
    }
    report("Fade", finished: finished, since: begin)
  }

  /// A line that burns down and at its end removes the card's fade.
  private func burnFuse() {
    let burn = CABasicAnimation(keyPath: "transform.scale.x")
    burn.fromValue = 1
    burn.toValue = 0
    let show = CABasicAnimation(keyPath: "opacity")
    show.fromValue = 1
    show.toValue = 1
    let both = CAAnimationGroup()
    both.animations = [burn, show]
    both.duration = Self.fuseDuration
    both.delegate = AnimationBlockDelegate(stop: { [weak self] finished in
      guard finished else { return }
      MainActor.assumeIsolated { self?.card.layer.removeAnimation(forKey: "fade") }
    })
    fuse.layer.add(both, forKey: "burn")
  }
}

/// The layout: the card at the left, its fuse under it, the two blocks at the right.
private final class BlockDelegateStage: UIView {
  private let sample: BlockDelegateSample
  private let frameOfCard = UIView()
  private let captions = ["start:", "stop:"].map {
    UILabel($0, font: Theme.smallNumbers, color: Theme.dimText)
  }

  init(_ sample: BlockDelegateSample) {
    self.sample = sample
    super.init(frame: .zero)
    frameOfCard.layer.borderWidth = 1
    frameOfCard.layer.borderColor = Theme.hairline.cgColor
    frameOfCard.layer.cornerRadius = 18
    [frameOfCard, sample.card, sample.fuse, sample.started, sample.stopped].forEach(addSubview)
    captions.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let left = ((bounds.width - 488) / 2).rounded()
    let top = ((bounds.height - 176) / 2).rounded()
    frameOfCard.frame = CGRect(x: left, y: top, width: 192, height: 152)
    sample.card.frame = frameOfCard.frame.insetBy(dx: 8, dy: 8)
    // Not the frame, which is undefined while the fuse has a transform.
    sample.fuse.layer.anchorPoint = CGPoint(x: 0, y: 0.5)
    sample.fuse.bounds.size = CGSize(width: 192, height: 4)
    sample.fuse.center = CGPoint(x: left, y: top + 168)
    for (place, label) in [sample.started, sample.stopped].enumerated() {
      let y = top + 28 + 60 * CGFloat(place)
      captions[place].frame = CGRect(x: left + 232, y: y, width: 256, height: 16)
      label.frame = CGRect(x: left + 232, y: y + 18, width: 288, height: 20)
    }
  }
}
