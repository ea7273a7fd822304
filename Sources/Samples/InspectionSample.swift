// InspectionSample.swift
// A layer that logs every animation that UIKit adds to it.
// After "View-Layer Synergy" by David Rönnqvist.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A layer that reports each animation before adding it.
final class InspectionLayer: CALayer {
  var inspect: ((_ animation: CAAnimation, _ key: String?) -> Void)?

  override func add(_ anim: CAAnimation, forKey key: String?) {
    inspect?(anim, key)
    super.add(anim, forKey: key)
  }
}

/// A view with such a layer.
final class InspectionView: UIView {
  override class var layerClass: AnyClass { InspectionLayer.self }
}

/// The action that the view returns, and the animation that is added to its layer.
final class InspectionSample: Sample {
  static let name = "Inspection"
  static let title = "Inspection"
  static let summary =
    "Which action does a view return to its layer? NSNull outside a block, a CABasicAnimation "
    + "inside. The layer's add(_:forKey:) logs each animation."
  static let essence = """
    class InspectionLayer: CALayer {
      override func add(
        _ anim: CAAnimation,
        forKey key: String?
      ) {
        print(anim.debugDescription)
        super.add(anim, forKey: key)
      }
    }
    view.action(
      for: view.layer,
      forKey: "position")
    """

  static let blockDuration: TimeInterval = 0.3
  static let fadeDuration: TimeInterval = 0.75

  var onCompletion: (SampleReport) -> Void = { _ in }

  let view = InspectionView()
  let question = UILabel("", font: Theme.smallNumbers, color: Theme.dimText)
  let answer = UILabel("", font: Theme.numbers, color: Theme.accent)
  let log = UILabel("", font: Theme.smallNumbers, lines: 0)

  /// The view's two positions.
  fileprivate var places: [CGPoint] = []
  private var place = 0

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "outside", title: "Outside a block", duration: 0) { [self] in moveOutside() },
      Trigger(name: "inside", title: "In a 0.3 s block", duration: Self.blockDuration) {
        [self] in moveInside()
      },
      Trigger(name: "kept", title: "What is kept", duration: Self.blockDuration) { [self] in
        moveInside(showsStored: true)
      },
      Trigger(name: "fade", title: "Explicit fade", duration: Self.fadeDuration) { [self] in
        fadeIn()
      },
    ]
  }

  private var layer: InspectionLayer? { view.layer as? InspectionLayer }

  func makeView() -> UIView {
    view.backgroundColor = Theme.accent
    view.layer.cornerRadius = 10
    layer?.inspect = { [weak self] animation, key in
      // Only the text crosses to the main actor, not the animation.
      let text = animation.debugDescription
      MainActor.assumeIsolated { self?.note(text, key) }
    }
    return InspectionStage(self)
  }

  /// Shows the action for the position that the view would return now.
  private func ask() {
    question.text = "view.action(for: view.layer, forKey: \"position\")"
    answer.text = "→ " + Self.text(view.action(for: view.layer, forKey: "position"))
  }

  private func move() {
    place = 1 - place
    if places.indices.contains(place) { view.center = places[place] }
  }

  private func moveOutside() {
    log.text = "Nothing is added."
    ask()
    move()
  }

  private func moveInside(showsStored: Bool = false) {
    let start = SampleTime.now
    UIView.animate(withDuration: Self.blockDuration) {
      self.ask()
      self.move()
    } completion: { [weak self] finished in
      self?.report("Inspection", finished: finished, since: start)
    }
    guard showsStored else { return }
    question.text = "view.layer.animation(forKey: \"position\")"
    let stored = view.layer.animationKeys()?.last.flatMap { view.layer.animation(forKey: $0) }
    answer.text = "→ " + Self.text(stored)
    log.text = Self.withoutAddresses(stored?.debugDescription ?? "")
  }

  /// An explicit animation after a change of the model, as UIKit does it.
  private func fadeIn() {
    question.text = "view.layer.add(fadeIn, forKey: \"fade in slowly\")"
    answer.text = ""
    let start = SampleTime.now
    let fadeIn = CABasicAnimation(keyPath: "opacity")
    fadeIn.duration = Self.fadeDuration
    fadeIn.fromValue = 0
    fadeIn.delegate = AnimationBlockDelegate(stop: { [weak self] finished in
      self?.report("Fade", finished: finished, since: start)
    })
    view.layer.opacity = 1
    view.layer.add(fadeIn, forKey: "fade in slowly")
  }

  private func note(_ animation: String, _ key: String?) {
    log.text =
      "adding for \(key.map { "\"\($0)\"" } ?? "no key"):\n" + Self.withoutAddresses(animation)
  }

  /// Text for an action, with different words for `nil` and `NSNull`.
  private static func text(_ action: (any CAAction)?) -> String {
    guard let action else { return "nil" }
    return withoutAddresses(String(describing: action))
  }

  /// Removes addresses, which differ from run to run.
  private static func withoutAddresses(_ text: String) -> String {
    text.replacing(/0x[0-9a-f]+/, with: "0x…")
  }
}

/// The layout: the view's two positions at the left, the log at the right.
private final class InspectionStage: UIView {
  private let sample: InspectionSample
  private let track = UIView()

  init(_ sample: InspectionSample) {
    self.sample = sample
    super.init(frame: .zero)
    track.backgroundColor = Theme.panel
    track.layer.cornerRadius = 16
    [track, sample.view, sample.question, sample.answer, sample.log].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let left = ((bounds.width - 512) / 2).rounded()
    let top = ((bounds.height - 216) / 2).rounded()
    track.frame = CGRect(x: left, y: top, width: 88, height: 216)
    sample.view.bounds.size = CGSize(width: 64, height: 64)
    sample.place(CGPoint(x: left + 44, y: top + 44), CGPoint(x: left + 44, y: top + 172))
    let x = left + 112
    sample.question.frame = CGRect(x: x, y: top, width: 400, height: 18)
    sample.answer.frame = CGRect(x: x, y: top + 22, width: 400, height: 20)
    let room = sample.log.sizeThatFits(CGSize(width: 400, height: 400)).height
    sample.log.frame = CGRect(x: x, y: top + 54, width: 400, height: min(room, 162))
  }
}

extension InspectionSample {
  fileprivate func place(_ first: CGPoint, _ second: CGPoint) {
    places = [first, second]
    view.center = places[place]
  }
}
