// BackingLayerSample.swift
// A view's layer beside a layer without a view: the same change, outside and inside a block.
// After "View-Layer Synergy" by David Rönnqvist.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// Two boxes with the same movement; the animation of each is named at the right.
final class BackingLayerSample: Sample {
  static let name = "BackingLayer"
  static let title = "Backing and standalone"
  static let summary =
    "Above a view's own layer, below a layer without a view, moved by the same lines. A view's "
    + "layer animates only in blocks, the other always, for 0.25 s, with any block."
  static let essence = """
    func move() {
      view.layer.position.x = end
      standalone.position.x = end
    }
    move()  // 0 s and 0.25 s
    UIView.animate(withDuration: 1) {
      move()  // 1 s and 0.25 s
    }
    // .includesLayers: 1 s and 1 s
    """

  static let blockDuration: TimeInterval = 1
  static let implicitDuration: TimeInterval = 0.25
  static let distance: CGFloat = 240

  var onCompletion: (SampleReport) -> Void = { _ in }

  let backing = UIView()
  let standalone = CALayer()
  /// The animation that each layer got from the last change.
  let notes = (0..<2).map { _ in UILabel("–", font: Theme.numbers) }
  let completion = UILabel("", font: Theme.numbers, color: Theme.dimText, alignment: .center)

  /// Positions of the two at the left.
  private(set) var starts = [CGPoint.zero, .zero]
  private var isAtEnd = false
  /// Number of changes, by which older completions are recognised.
  private var runs = 0

  init() {}

  private var layers: [CALayer] { [backing.layer, standalone] }

  var triggers: [Trigger] {
    [
      Trigger(name: "outside", title: "Outside a block", duration: Self.implicitDuration) {
        [self] in moveInTransaction("Outside a block")
      },
      Trigger(name: "inside", title: "In a 1 s block", duration: Self.blockDuration) {
        [self] in moveInBlock([])
      },
      Trigger(name: "included", title: "With includesLayers", duration: Self.blockDuration) {
        [self] in moveInBlock(.includesLayers)
      },
      Trigger(name: "disabled", title: "Actions disabled", duration: 0) { [self] in
        moveInTransaction("Actions disabled", disablesActions: true)
      },
    ]
  }

  var drawnValues: [(name: String, value: Double)] {
    zip(["backing", "standalone"], zip(layers, starts)).map { name, part in
      let x = (part.0.presentation() ?? part.0).position.x
      return (name, Double((x - part.1.x) / Self.distance * 100))
    }
  }

  func makeView() -> UIView {
    backing.backgroundColor = Theme.accent
    backing.layer.cornerRadius = 8
    standalone.backgroundColor = Theme.orange.cgColor
    standalone.cornerRadius = 8
    return BackingLayerStage(self)
  }

  /// The same code for both.
  private func move() {
    isAtEnd.toggle()
    for (layer, start) in zip(layers, starts) {
      layer.position.x = start.x + (isAtEnd ? Self.distance : 0)
    }
  }

  private func moveInTransaction(_ name: String, disablesActions: Bool = false) {
    let run = begin()
    let start = SampleTime.now
    CATransaction.begin()
    CATransaction.setDisableActions(disablesActions)
    CATransaction.setCompletionBlock { [weak self] in
      let elapsed = SampleTime.now - start
      MainActor.assumeIsolated { self?.completed(run, "transaction", elapsed) }
      self?.report(name, since: start)
    }
    move()
    CATransaction.commit()
    noteAnimations()
  }

  private func moveInBlock(_ options: UIView.AnimationOptions) {
    let run = begin()
    let start = SampleTime.now
    UIView.animate(withDuration: Self.blockDuration, delay: 0, options: options) {
      self.move()
    } completion: { [weak self] finished in
      let elapsed = SampleTime.now - start
      self?.completed(run, "block", elapsed)
      self?.report("Block", finished: finished, since: start)
    }
    noteAnimations()
  }

  /// A press during a move shows its own result, not the one before.
  private func begin() -> Int {
    layers.forEach { $0.removeAllAnimations() }
    completion.text = "…"
    runs += 1
    return runs
  }

  private func completed(_ run: Int, _ what: String, _ elapsed: TimeInterval) {
    guard run == runs else { return }
    completion.text = "The \(what) completed after \(Wording.seconds(elapsed))."
  }

  private func noteAnimations() {
    for (layer, note) in zip(layers, notes) {
      let animation = layer.animationKeys()?.first.flatMap { layer.animation(forKey: $0) }
      note.text = animation.map { "animates \(Wording.seconds($0.duration))" } ?? "jumps"
    }
  }

  /// Sets both positions without animation.
  fileprivate func place(_ starts: [CGPoint]) {
    self.starts = starts
    backing.bounds.size = CGSize(width: 48, height: 48)
    // A layer without a view would animate.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    standalone.bounds.size = CGSize(width: 48, height: 48)
    for (layer, start) in zip(layers, starts) {
      layer.position = CGPoint(x: start.x + (isAtEnd ? Self.distance : 0), y: start.y)
    }
    CATransaction.commit()
  }
}

/// The layout: two lanes, each with its caption above and its note at the right.
private final class BackingLayerStage: UIView {
  private let sample: BackingLayerSample
  private let lanes = (0..<2).map { _ in UIView() }
  private let captions = ["view.layer", "CALayer()"].map {
    UILabel($0, font: Theme.smallNumbers, color: Theme.dimText)
  }

  init(_ sample: BackingLayerSample) {
    self.sample = sample
    super.init(frame: .zero)
    for lane in lanes {
      lane.backgroundColor = Theme.panel
      lane.layer.cornerRadius = 12
      addSubview(lane)
    }
    captions.forEach(addSubview)
    sample.notes.forEach(addSubview)
    addSubview(sample.backing)
    layer.addSublayer(sample.standalone)
    addSubview(sample.completion)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let left = ((bounds.width - 488) / 2).rounded()
    let top = ((bounds.height - 228) / 2).rounded()
    let width = BackingLayerSample.distance + 64
    for (place, lane) in lanes.enumerated() {
      let y = top + 98 * CGFloat(place)
      captions[place].frame = CGRect(x: left, y: y, width: width, height: 16)
      lane.frame = CGRect(x: left, y: y + 20, width: width, height: 64)
      sample.notes[place].frame = CGRect(x: left + width + 20, y: y + 42, width: 164, height: 20)
    }
    sample.place(lanes.map { CGPoint(x: $0.frame.minX + 32, y: $0.frame.midY) })
    sample.completion.frame = CGRect(x: 16, y: top + 208, width: bounds.width - 32, height: 20)
  }
}
