// PopSample.swift
// A custom block API: changes inside it pop to the new value and back.
// After "View-Layer Synergy" by David Rönnqvist.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// Collects the changes of a block, then makes each a pop: quickly there, slowly back.
final class PopAnimationContext: UIAnimationContext {
  /// A property's value before the block.
  private struct SavedState {
    let layer: CALayer
    let keyPath: String
    let oldValue: Any?
  }

  private let duration: TimeInterval
  private var savedStates: [SavedState] = []

  init(duration: TimeInterval) { self.duration = duration }

  override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
    // The new value is not stored yet. A property that changes twice pops from its first value.
    if !savedStates.contains(where: { $0.layer === layer && $0.keyPath == key }) {
      let oldValue = layer.value(forKeyPath: key)
      savedStates.append(SavedState(layer: layer, keyPath: key, oldValue: oldValue))
    }
    // No animation yet: the keyframes need the new value too.
    return NSNull()
  }

  override func didEndBlock() {
    for state in savedStates {
      guard let oldValue = state.oldValue,
        let newValue = state.layer.value(forKeyPath: state.keyPath)
      else { continue }
      let easing: Float = 0.2
      let animation = CAKeyframeAnimation(keyPath: state.keyPath)
      animation.duration = duration
      animation.keyTimes = [0, 0.35, 1]
      animation.values = [oldValue, newValue, oldValue]
      animation.timingFunctions = [
        CAMediaTimingFunction(controlPoints: 1, 0, 1 - easing, 1),
        CAMediaTimingFunction(controlPoints: easing, 0, 0, 1),
      ]

      // The model returns to the old value at once, where the pop ends.
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      state.layer.setValue(oldValue, forKeyPath: state.keyPath)
      CATransaction.commit()

      state.layer.add(animation, forKey: state.keyPath)
    }
  }
}

extension UIView {
  /// Draws attention to views: properties changed in the block pop to the new value and back.
  static func popAnimation(withDuration duration: TimeInterval, animations: () -> Void) {
    PopAnimationContext(duration: duration).perform(animations)
  }
}

/// Four views: position, size, colour and rotation.
final class PopSample: Sample {
  static let name = "Pop"
  static let title = "Pop"
  static let summary =
    "A block API of one's own: everything changed inside popAnimation darts to its new value, "
    + "reaches it at 35 % and eases back. The model never leaves its old value."
  static let essence = """
    UIView.popAnimation(
      withDuration: 0.7
    ) {
      view.center.y -= 72
    }
    // A UIAnimationContext of our own:
    // it saves each old value, and adds
    // keyframes at 0, 0.35 and 1 when
    // the block ends.
    """

  static let duration: TimeInterval = 0.7

  var onCompletion: (SampleReport) -> Void = { _ in }

  let position = UIView()
  let size = UIView()
  let color = UIView()
  let rotation = UIView()

  init() {}

  private var views: [UIView] { [position, size, color, rotation] }
  /// Not square for the rotation, so that a right angle is visible.
  private let sizes = [88, 88, 88, 44].map { CGSize(width: $0, height: 88) }

  var triggers: [Trigger] {
    [
      trigger("all", "Pop all four", .position, .size, .color, .rotation),
      trigger("position", "Position", .position),
      trigger("size", "Size", .size),
      trigger("color", "Colour", .color),
      trigger("rotation", "Rotation", .rotation),
    ]
  }

  func makeView() -> UIView {
    for (view, color) in zip(views, [Theme.sky, Theme.sand, Theme.blue, Theme.orange]) {
      view.backgroundColor = color
      view.layer.cornerRadius = 14
    }
    return PopStage(
      views, sizes: sizes, captions: ["position", "bounds", "backgroundColor", "transform"])
  }

  private enum Part { case position, size, color, rotation }

  private func trigger(_ name: String, _ title: String, _ parts: Part...) -> Trigger {
    Trigger(name: name, title: title, duration: Self.duration) { [self] in
      let start = SampleTime.now
      CATransaction.begin()
      CATransaction.setCompletionBlock { [weak self] in
        self?.report("Pop", since: start)
      }
      UIView.popAnimation(withDuration: Self.duration) { parts.forEach(change) }
      CATransaction.commit()
    }
  }

  private func change(_ part: Part) {
    switch part {
    case .position: position.center.y -= 72
    case .size: size.bounds.size = CGSize(width: 152, height: 152)
    case .color: color.backgroundColor = Theme.hitch
    case .rotation: rotation.transform = CGAffineTransform(rotationAngle: .pi / 2)
    }
  }
}

/// The layout: the four side by side, each over the name of its property.
private final class PopStage: UIView {
  private let views: [UIView]
  private let sizes: [CGSize]
  private let captions: [UILabel]

  init(_ views: [UIView], sizes: [CGSize], captions: [String]) {
    self.views = views
    self.sizes = sizes
    self.captions = captions.map {
      UILabel($0, font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
    }
    super.init(frame: .zero)
    self.captions.forEach(addSubview)
    views.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let column = (bounds.width - 32) / CGFloat(views.count)
    let middle = (bounds.height / 2).rounded()
    for (place, view) in views.enumerated() {
      let x = (16 + column * (CGFloat(place) + 0.5)).rounded()
      // Not the frame, which is undefined while a pop rotates the view.
      view.bounds = CGRect(origin: .zero, size: sizes[place])
      view.center = CGPoint(x: x, y: middle)
      captions[place].frame = CGRect(x: x - column / 2, y: middle + 92, width: column, height: 16)
    }
  }
}
