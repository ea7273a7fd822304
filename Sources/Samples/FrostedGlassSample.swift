// FrostedGlassSample.swift
// A visual effect view over moving discs, which blend with each other.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A pane of glass that frosts and clears, above discs with a blend mode.
final class FrostedGlassSample: Sample {
  static let name = "FrostedGlass"
  static let title = "Frosted glass"
  static let summary =
    "A visual effect view blurs whatever moves behind it; a change of its effect in a block blurs "
    + "gradually. The discs are layers that blend by a compositing filter."
  static let essence = """
    let glass = UIVisualEffectView(effect: nil)
    UIView.animate(withDuration: 1) {
      glass.effect = UIBlurEffect(
        style: .systemThinMaterial)
    }
    // Layers that brighten each other:
    disc.layer.compositingFilter =
      "screenBlendMode"
    """

  static let duration: TimeInterval = 1.2

  var onCompletion: (SampleReport) -> Void = { _ in }

  let glass = UIVisualEffectView(effect: UIBlurEffect(style: .systemThinMaterial))
  let discs = [0xE0_4050, 0x30_B060, 0x40_60E0].map { hex in
    let disc = UIView()
    disc.backgroundColor = UIColor(hex: UInt32(hex))
    disc.layer.compositingFilter = "screenBlendMode"
    return disc
  }
  private let caption = UILabel("Glass", font: Theme.heading, alignment: .center)
  private var isMoved = false

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "move", title: "Move discs", duration: Self.duration) { [self] in move() },
      Trigger(name: "frost", title: "Frost or clear", duration: Self.duration) { [self] in frost()
      },
      Trigger(name: "slide", title: "Slide glass", duration: Self.duration) { [self] in slide() },
    ]
  }

  func makeView() -> UIView {
    caption.textColor = .label
    glass.contentView.addSubview(caption)
    glass.layer.cornerRadius = 20
    glass.clipsToBounds = true
    return FrostedGlassStage(self)
  }

  private func animate(_ name: String, _ changes: @escaping () -> Void) {
    let start = SampleTime.now
    UIView.animate(withDuration: Self.duration, animations: changes) { [weak self] finished in
      self?.report(name, finished: finished, since: start)
    }
  }

  private func move() {
    isMoved.toggle()
    animate("Discs") { self.placeDiscs() }
  }

  private func frost() {
    let effect = glass.effect == nil ? UIBlurEffect(style: .systemThinMaterial) : nil
    animate("Effect") { self.glass.effect = effect }
  }

  private func slide() {
    let distance: CGFloat = glass.transform.isIdentity ? 120 : 0
    animate("Glass") { self.glass.transform = CGAffineTransform(translationX: distance, y: 0) }
  }

  /// Sets the discs' frames in the stage.
  fileprivate func placeDiscs() {
    guard let size = discs.first?.superview?.bounds.size else { return }
    let side = min(size.width, size.height) * 0.45
    for (index, disc) in discs.enumerated() {
      let place = CGFloat(isMoved ? 2 - index : index)
      disc.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      disc.center = CGPoint(
        x: size.width / 2 + (place - 1) * side * 0.62,
        y: size.height / 2 + (index == 1 ? -0.14 : 0.14) * side)
      disc.layer.cornerRadius = side / 2
    }
  }

  fileprivate func placeGlass(in size: CGSize) {
    glass.bounds = CGRect(
      x: 0, y: 0, width: max(size.width * 0.4, 40), height: max(size.height * 0.4, 24))
    glass.center = CGPoint(x: size.width / 2, y: size.height / 2)
    caption.frame = glass.contentView.bounds
  }
}

/// The layout: discs on black, the glass above their middle.
private final class FrostedGlassStage: UIView {
  private let sample: FrostedGlassSample
  private let ground = UIView()

  init(_ sample: FrostedGlassSample) {
    self.sample = sample
    super.init(frame: .zero)
    ground.backgroundColor = UIColor(hex: 0x101418)
    ground.layer.cornerRadius = 16
    addSubview(ground)
    sample.discs.forEach(ground.addSubview)
    addSubview(sample.glass)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    // Above the line of text at the stage's bottom.
    let (x, y) = (min(24, bounds.width / 4), min(40, bounds.height / 4))
    ground.frame = bounds.insetBy(dx: x, dy: y)
    sample.placeDiscs()
    sample.placeGlass(in: bounds.size)
  }
}
