// MarqueeView.swift
// Text that moves through a view whose ends fade.
//
// SPDX-License-Identifier: MIT

import UIKit

open class MarqueeView: UIView, Playable {

  let label = UILabel()
  private let copyLabel = UILabel()
  private let container = UIView()
  private let fade = CAGradientLayer()
  fileprivate let gap = CGFloat(40)

  @IBInspectable open var speed: CGFloat = 60

  @objc dynamic open var text: String? {
    didSet {
      label.text = text
      copyLabel.text = text
      setNeedsLayout()
    }
  }

  /// Creates a view with a text.
  override public init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }

  /// Creates a view from an archive.
  required public init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    setup()
  }

  private func setup() {
    clipsToBounds = true
    addSubview(container)
    for label in [label, copyLabel] {
      label.font = UIFont.systemFont(ofSize: 22)
      label.textColor = .black
      label.lineBreakMode = .byClipping
      container.addSubview(label)
    }
    fade.startPoint = CGPoint(x: 0, y: 0.5)
    fade.endPoint = CGPoint(x: 1, y: 0.5)
    let transparent = UIColor.clear.cgColor
    let opaque = UIColor.black.cgColor
    fade.colors = [transparent, opaque, opaque, transparent]
    fade.locations = [0.0, 0.1, 0.9, 1.0]
    fade.shouldRasterize = true
    fade.rasterizationScale = UIScreen.main.scale
    layer.mask = fade
    text = "Lorem ipsum dolor sit amet, consetetur sadipscing"
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let size = label.sizeThatFits(
      CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude))
    let y = (bounds.height - size.height) / 2
    container.bounds.size = CGSize(width: 2 * size.width + gap, height: bounds.height)
    container.layer.anchorPoint = .zero
    container.center = .zero
    label.frame = CGRect(x: 0, y: y, width: size.width, height: size.height)
    copyLabel.frame = label.frame.offsetBy(dx: size.width + gap, dy: 0)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    fade.frame = bounds
    CATransaction.commit()
  }

  func play() {
    let distance = label.bounds.width + gap
    let duration = TimeInterval(distance / speed)
    container.layer.removeAllAnimations()
    container.transform = .identity
    UIView.animate(
      withDuration: duration, delay: 0.25, options: [.curveLinear, .repeat],
      animations: { [weak self] in
        self?.container.transform = CGAffineTransform(translationX: -distance, y: 0)
      }, completion: nil)
  }

  var isRunning: Bool { return !(container.layer.animationKeys() ?? []).isEmpty }
  var offset: CGFloat { return -(container.layer.presentation()?.frame.minX ?? 0) }
}
