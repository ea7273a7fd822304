// PropertyAnimatorSample.swift
// A property animator: scrubbed, reversed, paused, stopped and finished.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A box between two positions, and everything that an animator can do with it.
final class PropertyAnimatorSample: Sample {
  static let name = "PropertyAnimator"
  static let title = "Property animator"
  static let summary =
    "A UIViewPropertyAnimator of 2 s. Drag the slider at any time: it scrubs the animation. "
    + "Pause, reverse, continue with a spring, stop, and finish at the start, here or at the end."
  static let essence = """
    let animator =
      UIViewPropertyAnimator(
        duration: 2, curve: .easeInOut
      ) { box.center = end }
    animator.startAnimation()
    animator.pauseAnimation()
    animator.fractionComplete = value
    animator.isReversed = true
    animator.stopAnimation(false)
    animator.finishAnimation(at: .end)
    """

  static let duration: TimeInterval = 2

  var onCompletion: (SampleReport) -> Void = { _ in }

  let box = UIView()
  let slider = UISlider()
  let finish = UISegmentedControl(items: ["Start", "Here", "End"])
  let linear = ToggleButton("Scrubs linearly")
  let pauses = ToggleButton("Pauses at the end")
  let status = UILabel("", font: Theme.numbers, color: Theme.dimText, alignment: .center)

  /// The box's animator; nil before the first start and after each end.
  private(set) var animator: UIViewPropertyAnimator?
  private var began: TimeInterval = 0
  private var link: CADisplayLink?
  /// The box's start and end positions.
  fileprivate(set) var lane: (start: CGPoint, end: CGPoint) = (.zero, .zero)

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "start", title: "Start", duration: Self.duration) { [self] in start() },
      Trigger(name: "pause", title: "Pause / go on", duration: 0, actsOnOthers: true) { [self] in
        pauseOrGoOn()
      },
      Trigger(name: "reverse", title: "Reverse", duration: Self.duration, actsOnOthers: true) {
        [self] in reverse()
      },
      Trigger(name: "spring", title: "Spring on", duration: Self.duration, actsOnOthers: true) {
        [self] in springOn()
      },
      Trigger(name: "stop", title: "Stop", duration: 0, actsOnOthers: true) { [self] in stop() },
      Trigger(name: "finish", title: "Finish", duration: 0, actsOnOthers: true) { [self] in
        finishNow()
      },
    ]
  }

  /// The animator's fraction complete and the box's presentation, in percent.
  var drawnValues: [(name: String, value: Double)] {
    let x = box.layer.presentation()?.position.x ?? box.center.x
    let seen = (x - lane.start.x) / max(1, lane.end.x - lane.start.x)
    return [("fraction", Double(slider.value) * 100), ("box", Double(seen) * 100)]
  }

  func makeView() -> UIView {
    box.layer.cornerRadius = 10
    box.bounds.size = CGSize(width: 64, height: 64)
    slider.tintColor = Theme.accent
    slider.maximumTrackTintColor = Theme.controlPressed
    slider.addAction(UIAction { [weak self] _ in self?.scrub() }, for: .valueChanged)
    finish.selectedSegmentIndex = 2
    linear.isSelected = true
    showStart()
    showStatus()
    return PropertyAnimatorStage(self)
  }

  // MARK: Box

  private func showStart() {
    box.center = lane.start
    box.transform = .identity
    box.backgroundColor = Theme.accent
  }

  private func showEnd() {
    box.center = lane.end
    box.transform = CGAffineTransform(rotationAngle: .pi * 0.75)
    box.backgroundColor = Theme.orange
  }

  // MARK: Animator

  /// The current animator, or a new one at the start.
  private func current() -> UIViewPropertyAnimator {
    if let animator { return animator }
    showStart()
    let new = UIViewPropertyAnimator(duration: Self.duration, curve: .easeInOut) {
      self.showEnd()
    }
    new.scrubsLinearly = linear.isSelected
    new.pausesOnCompletion = pauses.isSelected
    new.addCompletion { [weak self] position in self?.completed(at: position) }
    animator = new
    began = SampleTime.now
    return new
  }

  private func start() {
    end()
    current().startAnimation()
    follow()
  }

  func pauseOrGoOn() {
    let animator = current()
    guard animator.state != .stopped else { return }
    if animator.isRunning || animator.state == .inactive {
      animator.pauseAnimation()
    } else {
      animator.startAnimation()
    }
    follow()
  }

  private func reverse() {
    let isNew = animator == nil
    let animator = current()
    guard animator.state != .stopped else { return }
    animator.isReversed.toggle()
    // Reversed before its start, it runs from the end to the start.
    if isNew { animator.startAnimation() }
    follow()
  }

  private func springOn() {
    let animator = current()
    guard animator.state != .stopped else { return }
    animator.pauseAnimation()
    animator.continueAnimation(
      withTimingParameters: UISpringTimingParameters(dampingRatio: 0.4), durationFactor: 1)
    follow()
  }

  private func stop() {
    if let animator, animator.state == .active { animator.stopAnimation(false) }
    showStatus()
    if animator == nil { status.show("inactive: there is nothing to stop or to finish") }
  }

  private func finishNow() {
    stop()
    guard let animator, animator.state == .stopped else { return }
    let positions: [UIViewAnimatingPosition] = [.start, .current, .end]
    animator.finishAnimation(at: positions[finish.selectedSegmentIndex])
  }

  private func scrub() {
    let value = CGFloat(slider.value)
    let animator = current()
    guard animator.state != .stopped else { return showStatus() }
    // Scrubbing pauses the animator.
    animator.pauseAnimation()
    animator.fractionComplete = value
    showStatus()
  }

  private func completed(at position: UIViewAnimatingPosition) {
    animator = nil
    switch position {
    case .start: slider.value = 0
    case .end: slider.value = 1
    default: break
    }
    showStatus()
    let name =
      switch position {
      case .start: "at the start"
      case .current: "on the way"
      default: "at the end"
      }
    report("Animator \(name)", finished: position == .end, since: began)
  }

  /// Stops the animator without its completion. Releasing a paused or stopped animator is an error.
  fileprivate func end() {
    animator?.stopAnimation(true)
    animator = nil
    link?.invalidate()
    link = nil
  }

  // MARK: Status

  isolated deinit { link?.invalidate() }

  /// Moves the slider in each frame while the animator runs.
  private func follow() {
    showStatus()
    guard link == nil, animator?.isRunning == true else { return }
    let new = CADisplayLink { [weak self] _ in self?.showStatus() }
    new.add(to: .main, forMode: .common)
    link = new
  }

  private func showStatus() {
    if animator?.isRunning != true {
      link?.invalidate()
      link = nil
    }
    guard let animator else {
      status.show("inactive")
      return
    }
    let fraction = animator.fractionComplete
    if !slider.isTracking { slider.value = Float(fraction) }
    let words = [
      animator.state == .stopped ? "stopped" : animator.isRunning ? "active, running" : "active",
      animator.isReversed ? "reversed" : nil,
      "fractionComplete \(Wording.fixed(Double(fraction), 2))",
    ]
    status.show(words.compactMap(\.self).joined(separator: " · "))
  }

  fileprivate func place(_ new: (start: CGPoint, end: CGPoint)) {
    guard new != lane else { return }
    // Its values are for another size.
    end()
    lane = new
    showStart()
    showStatus()
  }
}

/// The layout: the lane, the slider below it, then the options.
private final class PropertyAnimatorStage: UIView {
  private let sample: PropertyAnimatorSample
  private let ends = (0..<2).map { _ in UIView() }
  private let caption = UILabel("Finish at", color: Theme.dimText, alignment: .right)

  init(_ sample: PropertyAnimatorSample) {
    self.sample = sample
    super.init(frame: .zero)
    for end in ends {
      end.layer.borderColor = Theme.hairline.cgColor
      end.layer.borderWidth = 2
      end.layer.cornerRadius = 10
    }
    (ends + [sample.box, sample.slider, sample.status, caption]).forEach(addSubview)
    [sample.finish, sample.linear, sample.pauses].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func didMoveToWindow() {
    if window == nil { sample.end() }
  }

  override func layoutSubviews() {
    let width = min(bounds.width - 64, 560)
    let left = ((bounds.width - width) / 2).rounded()
    let top = ((bounds.height - 236) / 2).rounded()
    let y = top + 48
    sample.place((CGPoint(x: left + 48, y: y), CGPoint(x: left + width - 48, y: y)))
    for (end, place) in zip(ends, [sample.lane.start, sample.lane.end]) {
      // Not the frame, which is undefined for the rotated one.
      end.bounds.size = CGSize(width: 64, height: 64)
      end.center = place
    }
    ends[1].transform = CGAffineTransform(rotationAngle: .pi * 0.75)
    sample.slider.frame = CGRect(x: left + 36, y: top + 108, width: width - 72, height: 32)
    sample.status.frame = CGRect(x: left, y: top + 148, width: width, height: 20)
    let rowY = top + 192
    let finishWidth: CGFloat = 144
    let row =
      64 + finishWidth + 16 + sample.linear.fittingWidth + 8 + sample.pauses.fittingWidth
    let rowLeft = ((bounds.width - row) / 2).rounded()
    caption.frame = CGRect(x: rowLeft - 8, y: rowY, width: 64, height: 32)
    sample.finish.frame = CGRect(x: rowLeft + 64, y: rowY, width: finishWidth, height: 32)
    layOutRow(
      [sample.linear, sample.pauses], from: CGPoint(x: rowLeft + 80 + finishWidth, y: rowY))
  }
}
