// SpringButtonView.swift
// A button that shrinks under the finger and springs back, with an image in the tint colour.
//
// SPDX-License-Identifier: MIT

import UIKit

class SpringButton: UIButton {

  var isOn = false {
    didSet {
      tintColor = isOn ? UIColor.systemPink : UIColor.gray
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    sharedInit()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    sharedInit()
  }

  private func sharedInit() {
    adjustsImageWhenHighlighted = false
    setImage(SpringButton.heart.withRenderingMode(.alwaysTemplate), for: UIControl.State())
    tintColor = .gray
    addTarget(self, action: #selector(SpringButton.down), for: [.touchDown, .touchDragEnter])
    addTarget(
      self, action: #selector(SpringButton.up), for: [.touchUpInside, .touchDragExit, .touchCancel])
    addTarget(self, action: #selector(SpringButton.toggle), for: .touchUpInside)
  }

  @objc fileprivate func down() {
    UIView.animate(
      withDuration: 0.15, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState],
      animations: { self.transform = CGAffineTransform(scaleX: 0.7, y: 0.7) }, completion: nil)
  }

  @objc fileprivate func up() {
    UIView.animate(
      withDuration: 0.8, delay: 0, usingSpringWithDamping: 0.35, initialSpringVelocity: 4,
      options: [.allowUserInteraction, .beginFromCurrentState],
      animations: { self.transform = CGAffineTransform.identity })
  }

  @objc func toggle() {
    isOn = !isOn
  }

  static let heart: UIImage = {
    let size = CGSize(width: 80, height: 80)
    return UIGraphicsImageRenderer(size: size).image { _ in
      let path = UIBezierPath()
      path.move(to: CGPoint(x: 40, y: 72))
      path.addCurve(
        to: CGPoint(x: 40, y: 22), controlPoint1: CGPoint(x: -20, y: 30),
        controlPoint2: CGPoint(x: 18, y: -10))
      path.addCurve(
        to: CGPoint(x: 40, y: 72), controlPoint1: CGPoint(x: 62, y: -10),
        controlPoint2: CGPoint(x: 100, y: 30))
      path.close()
      UIColor.black.set()
      path.fill()
    }
  }()
}

class SpringButtonView: UIView, Playable {

  let button = SpringButton(type: .custom)

  override func layoutSubviews() {
    super.layoutSubviews()
    if button.superview == nil {
      addSubview(button)
    }
    button.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    button.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }

  func play() {
    button.sendActions(for: .touchDown)
    button.sendActions(for: .touchUpInside)
  }
}
