// BorderColorSample.swift
// A border colour that animates in blocks, and touches during the animation.
// After a comment on "Hacking UIView animation blocks for fun and profit" by Nick Lockwood.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A view whose border colour animates in blocks, which UIKit does not animate.
final class BorderView: UIView {
  /// The source of the animation's delegate.
  enum DelegateSource { case copied, dropped, adopted }

  var delegateSource = DelegateSource.copied
  /// The delegate of an adopted animation. Replaces the block's.
  var ownDelegate: (any CAAnimationDelegate)?
  /// Called when a touch ends in the view.
  var tapped: () -> Void = {}

  override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    guard event == "borderColor" else { return super.action(for: layer, forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = (layer.presentation() ?? layer).borderColor
    if delegateSource == .adopted {
      // The block supplies its timing and counts the animation.
      animation.delegate = ownDelegate
      let isAdopted = UIAnimationContext.current?.adopt(animation, for: layer) == true
      return isAdopted ? animation : NSNull()
    }
    // Inside a block a stock key has an action; its timing is the block's.
    guard let action = super.action(for: layer, forKey: "backgroundColor") as? CAAnimation else {
      return NSNull()
    }
    animation.beginTime = action.beginTime
    animation.duration = action.duration
    animation.speed = action.speed
    animation.timeOffset = action.timeOffset
    animation.repeatCount = action.repeatCount
    animation.repeatDuration = action.repeatDuration
    animation.autoreverses = action.autoreverses
    animation.fillMode = action.fillMode
    animation.timingFunction = action.timingFunction
    if delegateSource == .copied { animation.delegate = action.delegate }
    return animation
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { tapped() }
}

/// A card to tap during and after a change of its border colour.
final class BorderColorSample: Sample {
  static let name = "BorderColor"
  static let title = "Border colour"
  static let summary =
    "A block does not animate borderColor; here the view does, with the block's timing. While it "
    + "runs the view gets no touches. It gets them back with any delegate."
  static let essence = """
    // action(for:forKey: "borderColor")
    let action = super.action(
      for: layer,
      forKey: "backgroundColor")
    animation.duration = action.duration
    // … and its other timing, then
    animation.delegate = action.delegate
    // or, with a delegate of one's own:
    UIAnimationContext.current?
      .adopt(animation, for: layer)
    """

  static let duration: TimeInterval = 1

  var onCompletion: (SampleReport) -> Void = { _ in }

  let card = BorderView()
  let hint = UILabel("Tap here", font: Theme.heading, alignment: .center)
  let touches = UILabel("", font: Theme.numbers)
  let completion = UILabel("", font: Theme.smallNumbers, color: Theme.dimText)
  /// Taps since the last trigger: during the change, after it, and those that missed the card.
  private(set) var takenDuring = 0
  private(set) var takenAfter = 0
  private(set) var passedBy = 0
  let counts = (0..<3).map { _ in UILabel("0", font: Theme.headline) }

  private static var colors: [UIColor] { [Theme.blue, Theme.orange] }
  private var isSecond = false
  /// Number of blocks, by which completions of older blocks are recognised.
  private var runs = 0

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "copied", title: "Delegate copied", duration: Self.duration) { [self] in
        change(.copied)
      },
      Trigger(name: "dropped", title: "Dropped", duration: Self.duration, completes: .atOnce) {
        [self] in
        change(.dropped)
      },
      Trigger(name: "adopted", title: "Adopted", duration: Self.duration) { [self] in
        change(.adopted)
      },
      Trigger(
        name: "removed", title: "Removed half-way", duration: Self.duration / 2, cutsShort: true
      ) {
        [self] in
        change(.copied)
        removeHalfWay()
      },
      Trigger(name: "allowed", title: "Touches allowed", duration: Self.duration) {
        [self] in change(.copied, options: .allowUserInteraction)
      },
    ]
  }

  func makeView() -> UIView {
    card.backgroundColor = Theme.control
    card.layer.cornerRadius = 16
    card.layer.borderWidth = 8
    card.layer.borderColor = Self.colors[0].cgColor
    card.tapped = { [weak self] in self?.cardWasTapped() }
    hint.isUserInteractionEnabled = false
    let stage = BorderColorStage(self)
    showTouches()
    return stage
  }

  private func change(
    _ delegateSource: BorderView.DelegateSource, options: UIView.AnimationOptions = []
  ) {
    runs += 1
    let run = runs
    (takenDuring, takenAfter, passedBy) = (0, 0, 0)
    completion.text = "The block is running."
    card.delegateSource = delegateSource
    // The block ends no matter which delegate is notified.
    card.ownDelegate = delegateSource == .adopted ? AnimationBlockDelegate() : nil
    isSecond.toggle()
    let start = SampleTime.now
    UIView.animate(withDuration: Self.duration, delay: 0, options: options) {
      self.card.layer.borderColor = Self.colors[self.isSecond ? 1 : 0].cgColor
    } completion: { [weak self] finished in
      let elapsed = SampleTime.now - start
      if let self, run == runs {
        completion.text = "Completed after \(Wording.seconds(elapsed)), finished \(finished)."
        showTouches()
      }
      self?.report("Border", finished: finished, since: start)
    }
    showTouches()
  }

  /// Removes the animation in the middle of the block.
  private func removeHalfWay() {
    let wait = CABasicAnimation(keyPath: "opacity")
    wait.fromValue = 1
    wait.toValue = 1
    wait.duration = Self.duration / 2
    wait.delegate = AnimationBlockDelegate(stop: { [weak self] finished in
      guard finished else { return }
      MainActor.assumeIsolated { self?.card.layer.removeAnimation(forKey: "borderColor") }
    })
    hint.layer.add(wait, forKey: "wait")
  }

  // MARK: Touches

  private var isChanging: Bool { card.layer.animation(forKey: "borderColor") != nil }

  private func cardWasTapped() {
    if isChanging { takenDuring += 1 } else { takenAfter += 1 }
    showTouches()
  }

  fileprivate func stageWasTapped() {
    passedBy += 1
    showTouches()
  }

  /// Hit-tests as for a touch, and shows the result and the counts.
  private func showTouches() {
    let middle = CGPoint(x: card.bounds.midX, y: card.bounds.midY)
    let isTaken = card.bounds.isEmpty || card.hitTest(middle, with: nil) != nil
    touches.text = isTaken ? "The card takes touches." : "The card takes no touches now."
    touches.textColor = isTaken ? Theme.accent : Theme.hitch
    for (label, count) in zip(counts, [takenDuring, takenAfter, passedBy]) {
      label.show("\(count)")
    }
  }
}

/// The layout: the card at the left, its touches at the right.
private final class BorderColorStage: UIView {
  private let sample: BorderColorSample
  private let captions = ["taken during", "taken after", "passed by"].map {
    UILabel($0, font: Theme.small, color: Theme.dimText)
  }

  init(_ sample: BorderColorSample) {
    self.sample = sample
    super.init(frame: .zero)
    [sample.card, sample.touches, sample.completion].forEach(addSubview)
    sample.card.addSubview(sample.hint)
    captions.forEach(addSubview)
    sample.counts.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, sample.card.frame.contains(touch.location(in: self)) else {
      return
    }
    sample.stageWasTapped()
  }

  override func layoutSubviews() {
    let left = ((bounds.width - 528) / 2).rounded()
    let top = ((bounds.height - 168) / 2).rounded()
    sample.card.frame = CGRect(x: left, y: top, width: 200, height: 168)
    sample.hint.frame = sample.card.bounds
    let x = left + 232
    for (place, label) in sample.counts.enumerated() {
      let column = x + 100 * CGFloat(place)
      label.frame = CGRect(x: column, y: top + 12, width: 96, height: 36)
      captions[place].frame = CGRect(x: column, y: top + 50, width: 96, height: 16)
    }
    sample.touches.frame = CGRect(x: x, y: top + 96, width: 296, height: 20)
    sample.completion.frame = CGRect(x: x, y: top + 124, width: 296, height: 20)
  }
}
