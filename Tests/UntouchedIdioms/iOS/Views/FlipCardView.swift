// FlipCardView.swift
// A card that turns over: a transition between two views, in perspective.
//
// SPDX-License-Identifier: MIT

import UIKit

class FlipCardView: UIView, Playable {

  enum Side {
    case front
    case back
  }

  let front = UILabel()
  let back = UILabel()
  private(set) var side = Side.front
  private(set) var flips = 0
  private let card = UIView(frame: CGRect(x: 30, y: 10, width: 140, height: 180))

  override init(frame: CGRect) {
    super.init(frame: frame)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1.0 / 500.0
    layer.sublayerTransform = perspective
    addSubview(card)
    setUp(back, text: "Back", color: UIColor(hue: 0.55, saturation: 0.7, brightness: 0.8, alpha: 1))
    setUp(
      front, text: "Front", color: UIColor(hue: 0.1, saturation: 0.8, brightness: 0.95, alpha: 1))
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  private func setUp(_ label: UILabel, text: String, color: UIColor) {
    label.text = text
    label.textColor = .white
    label.font = UIFont.boldSystemFont(ofSize: 28)
    label.textAlignment = .center
    label.backgroundColor = color
    label.layer.cornerRadius = 12
    label.layer.masksToBounds = true
    label.frame = card.bounds
    label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    card.addSubview(label)
    label.isHidden = label === back
  }

  func play() {
    let showsBack = side == .front
    let options: UIView.AnimationOptions = [
      showsBack ? .transitionFlipFromRight : .transitionFlipFromLeft, .showHideTransitionViews,
    ]
    UIView.transition(
      from: showsBack ? front : back, to: showsBack ? back : front, duration: 0.6, options: options,
      completion: { finished in
        if finished { self.flips += 1 }
      })
    side = showsBack ? .back : .front
  }
}
