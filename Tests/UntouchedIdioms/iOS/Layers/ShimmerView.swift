// ShimmerView.swift
// A placeholder while something loads: a gradient whose locations pass through the mask.
//
// SPDX-License-Identifier: MIT

import UIKit

class ShimmerView: UIView, Playable {

  private struct Key {
    static var shimmer = "shimmer"
  }

  private var bars: [UIView] = []
  let gradient = CAGradientLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    for row in 0..<4 {
      let bar = UIView()
      bar.backgroundColor = .lightGray
      bar.layer.cornerRadius = 6
      bar.tag = row
      addSubview(bar)
      bars.append(bar)
    }
  }

  required init?(coder: NSCoder) {
    fatalError()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    for bar in bars {
      let width = bar.tag == 3 ? bounds.width * 0.6 : bounds.width
      bar.frame = CGRect(x: 0, y: CGFloat(bar.tag) * 50, width: width, height: 28)
    }
    gradient.frame = CGRect(
      x: -bounds.width, y: 0, width: 3 * bounds.width, height: bounds.height)
  }

  func play() {
    layer.animationKeys()?.isEmpty ?? true && layer.mask == nil ? startShimmering() : stop()
  }

  func startShimmering() {
    let light = UIColor.black.withAlphaComponent(0.3).cgColor
    let dark = UIColor.black.cgColor
    gradient.colors = [dark, light, dark]
    gradient.startPoint = CGPoint(x: 0, y: 0.5)
    gradient.endPoint = CGPoint(x: 1, y: 0.525)
    gradient.locations = [0.4, 0.5, 0.6]
    layer.mask = gradient

    let animation = CABasicAnimation(keyPath: "locations")
    animation.fromValue = [0.0, 0.1, 0.2]
    animation.toValue = [0.8, 0.9, 1.0]
    animation.duration = 1.2
    animation.repeatCount = Float.greatestFiniteMagnitude
    gradient.add(animation, forKey: Key.shimmer)
  }

  func stop() {
    gradient.removeAnimation(forKey: Key.shimmer)
    layer.mask = nil
  }
}
