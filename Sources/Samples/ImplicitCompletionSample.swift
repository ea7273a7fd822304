// ImplicitCompletionSample.swift
// A completion block with the key of the implicit animation that ended, beside a transaction's, which has
// no arguments. After "Add Implicit Animations to Your iOS Views, Part 1".
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A layer that animates by itself and reports the end of each animation with its key.
final class CompletionLayer: SelfAnimatingLayer, CAAnimationDelegate {
  /// Called with the animated key and whether the animation finished.
  var completionBlock: ((_ key: String, _ finished: Bool) -> Void)?

  /// The key under which an animation stores its property; any key that Core Animation does not use.
  private static let keyOfKey = "Animation Type"

  override func animatesItself(_ key: String) -> Bool {
    key == "backgroundColor" || super.animatesItself(key)
  }

  override func makeAnimation(forKey key: String) -> CABasicAnimation {
    let animation = super.makeAnimation(forKey: key)
    animation.delegate = self
    animation.setValue(key, forKey: Self.keyOfKey)
    return animation
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    guard let key = anim.value(forKey: Self.keyOfKey) as? String else { return }
    completionBlock?(key, flag)
  }
}

/// A view with such a layer.
final class CompletionView: UIView {
  override class var layerClass: AnyClass { CompletionLayer.self }
}

/// Corner radius and colour with different durations in one transaction.
final class ImplicitCompletionSample: Sample {
  static let name = "ImplicitCompletion"
  static let title = "Implicit completion"
  static let summary =
    "The layer is its animations' delegate, and each animation carries its key: one block is "
    + "called with each key. The transaction's block is called once, after the last, without one."
  static let essence = """
    animation.delegate = self
    animation.setValue(
      key, forKey: "Animation Type")

    func animationDidStop(
      _ anim: CAAnimation,
      finished flag: Bool
    ) {
      let key = anim.value(
        forKey: "Animation Type")
      completionBlock?(key, flag)
    }
    """

  static let cornerDuration: TimeInterval = 0.3
  static let colorDuration: TimeInterval = 0.9

  var onCompletion: (SampleReport) -> Void = { _ in }

  let view = CompletionView()
  let rows = ["cornerRadius", "backgroundColor", "CATransaction"].map { CompletionRow($0) }

  private static var colors: [UIColor] { [Theme.orange, Theme.blue] }
  /// Begin times of the running animations by key, oldest first.
  private var begins: [String: [CFTimeInterval]] = [:]
  private var transactionStart: CFTimeInterval = 0
  private var cutsColorShort = false

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "corner", title: "Corner radius", duration: Self.cornerDuration) {
        [self] in change(color: false)
      },
      Trigger(name: "both", title: "Corner and colour", duration: Self.colorDuration) {
        [self] in change(color: true)
      },
      Trigger(
        name: "cut", title: "Colour cut short", duration: Self.cornerDuration, cutsShort: true
      ) {
        [self] in change(color: true, cutShort: true)
      },
    ]
  }

  private var layer: CompletionLayer? { view.layer as? CompletionLayer }

  func makeView() -> UIView {
    view.backgroundColor = Self.colors[0]
    layer?.completionBlock = { [weak self] key, finished in
      MainActor.assumeIsolated { self?.animationEnded(key, finished) }
    }
    return ImplicitCompletionStage(self)
  }

  private func change(color: Bool, cutShort: Bool = false) {
    guard let layer else { return }
    cutsColorShort = cutShort
    let start = SampleTime.now
    transactionStart = start
    rows[2].show("waiting…")

    CATransaction.begin()
    CATransaction.setCompletionBlock { [weak self] in
      MainActor.assumeIsolated { self?.transactionEnded(since: start) }
    }
    layer.animationDuration = Self.cornerDuration
    layer.cornerRadius = layer.cornerRadius < 56 ? 56 : 0
    note("cornerRadius", began: start)
    if color {
      layer.animationDuration = Self.colorDuration
      let isFirst = view.backgroundColor == Self.colors[0]
      view.backgroundColor = Self.colors[isFirst ? 1 : 0]
      note("backgroundColor", began: start)
    }
    CATransaction.commit()
  }

  private func note(_ key: String, began start: CFTimeInterval) {
    begins[key, default: []].append(start)
    row(key)?.show("running…")
  }

  private func row(_ key: String) -> CompletionRow? { rows.first { $0.name == key } }

  private func animationEnded(_ key: String, _ finished: Bool) {
    guard var starts = begins[key], !starts.isEmpty else { return }
    // Each replaces the one before, so that they end in the order of their begins.
    let start = starts.removeFirst()
    let elapsed = SampleTime.now - start
    begins[key] = starts
    if starts.isEmpty { row(key)?.show("finished \(finished), \(Wording.seconds(elapsed))") }
    report(key, finished: finished, since: start)
    // The key distinguishes the corner's end from the colour's.
    if cutsColorShort, key == "cornerRadius", finished {
      layer?.removeAnimation(forKey: "backgroundColor")
    }
  }

  private func transactionEnded(since start: CFTimeInterval) {
    let elapsed = SampleTime.now - start
    if start == transactionStart { rows[2].show("completed, \(Wording.seconds(elapsed))") }
    report("CATransaction", since: start)
  }
}

/// The name of a completion, and its last call.
final class CompletionRow: UIView {
  let name: String
  let state = UILabel("–", font: Theme.numbers)
  private let title: UILabel
  private let line = UIView()

  init(_ name: String) {
    self.name = name
    title = UILabel(name, font: Theme.smallNumbers, color: Theme.dimText)
    super.init(frame: .zero)
    line.backgroundColor = Theme.hairline
    [title, state, line].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ text: String) { state.show(text) }

  override func layoutSubviews() {
    title.frame = CGRect(x: 0, y: 8, width: bounds.width, height: 16)
    state.frame = CGRect(x: 0, y: 26, width: bounds.width, height: 18)
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
  }
}

/// The layout: the view at the left, its completions at the right.
private final class ImplicitCompletionStage: UIView {
  private let sample: ImplicitCompletionSample

  init(_ sample: ImplicitCompletionSample) {
    self.sample = sample
    super.init(frame: .zero)
    addSubview(sample.view)
    sample.rows.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let left = ((bounds.width - 464) / 2).rounded()
    let top = ((bounds.height - 168) / 2).rounded()
    sample.view.frame = CGRect(x: left, y: top + 12, width: 144, height: 144)
    for (place, row) in sample.rows.enumerated() {
      row.frame = CGRect(x: left + 192, y: top + 56 * CGFloat(place), width: 272, height: 56)
    }
  }
}
