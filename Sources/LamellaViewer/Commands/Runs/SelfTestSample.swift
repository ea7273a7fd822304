// SelfTestSample.swift
// What `check --self-test` plays: a stock property and a custom one in the same block.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// A marker whose `position.x` is animated, and a bar whose length is a property of its layer.
final class SelfTestSample: Sample {
  private final class BarLayer: CALayer {
    /// The length, 0...1.
    @Animatable var length: CGFloat = 0
  }

  /// Draws the length from the presentation value.
  private final class Bar: UIView {
    private let filled = UIView()

    override class var layerClass: AnyClass { BarLayer.self }

    override init(frame: CGRect) {
      super.init(frame: frame)
      filled.backgroundColor = Theme.accent
      addSubview(filled)
    }

    required init?(coder: NSCoder) { nil }

    override func display(_ layer: CALayer) {
      guard let shown = (layer.presentation() ?? layer) as? BarLayer else { return }
      filled.frame = CGRect(x: 0, y: 0, width: shown.length * bounds.width, height: bounds.height)
    }
  }

  private let bar = Bar(frame: CGRect(x: 40, y: 40, width: 400, height: 24))
  private let marker = UIView(frame: CGRect(x: 40, y: 80, width: 40, height: 24))

  var triggers: [Trigger] {
    [
      Trigger("Ease out", duration: 2) { [bar, marker] in
        UIView.animate(withDuration: 2, delay: 0, options: .curveEaseOut) {
          (bar.layer as? BarLayer)?.length = 1
          marker.center.x = 420
        }
      }
    ]
  }

  func makeView() -> UIView {
    marker.backgroundColor = Theme.orange
    let view = UIView()
    [bar, marker].forEach(view.addSubview)
    return view
  }
}
