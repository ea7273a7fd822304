// InterfaceUse+Views.swift
// Uses of Apple's interface: `UIView`.
//
// SPDX-License-Identifier: MIT

import UIKit

extension InterfaceUse {
  mutating func views1() {
    use("UIView/CALayer.frame", \UIView.frame, \CALayer.frame)
    use("UIView.layer", \UIView.layer)
    use("UIView", UIView.self)
    use("UIView/CALayer.bounds", \UIView.bounds, \CALayer.bounds)
    use("UIView.addSubview(_:)", UIView.addSubview(_:))
    use("UIView/CALayer.backgroundColor", \UIView.backgroundColor, \CALayer.backgroundColor)
    use("UIView.removeFromSuperview()", UIView.removeFromSuperview)
    use("UIView.alpha", \UIView.alpha)
    use("UIView.center", \UIView.center)
    use("UIView/CALayer.transform", \UIView.transform, \CALayer.transform)
    use("UIView/CALayer.delegate", \CALayer.delegate, \UIScrollView.delegate)
    use("UIView.superview", \UIView.superview)
    use(
      "UIView.translatesAutoresizingMaskIntoConstraints",
      \UIView.translatesAutoresizingMaskIntoConstraints)
    use("UIView/CALayer.isHidden", \UIView.isHidden, \CALayer.isHidden)
    use(
      "UIView.animate(withDuration:delay:options:animations:completion:)",
      UIView.animate(withDuration:delay:options:animations:completion:))
    use("UIView.isUserInteractionEnabled", \UIView.isUserInteractionEnabled)
    use("UIView.init(frame:)", UIView.init(frame:))
    use("UIView.tintColor", \UIView.tintColor)
    use("UIView.init()", UIView.init())
    use(
      "UIView.animate(withDuration:animations:completion:)",
      UIView.animate(withDuration:animations:completion:))
    use("UIView.clipsToBounds", \UIView.clipsToBounds)
    use("UIView.subviews", \UIView.subviews)
    use("UIView.addGestureRecognizer(_:)", UIView.addGestureRecognizer(_:))
    use("UIView/CALayer.mask", \UIView.mask, \CALayer.mask)
    use(
      "UIView/CALayer.setNeedsDisplay()", UIView.setNeedsDisplay as (UIView) -> () -> Void,
      CALayer.setNeedsDisplay as (CALayer) -> () -> Void)
    use(
      "UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:)",
      UIView.animate(
        withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:
        completion:))
    use("UIView/CALayer.layoutIfNeeded()", UIView.layoutIfNeeded, CALayer.layoutIfNeeded)
    use("UIView.autoresizingMask", \UIView.autoresizingMask)
    use("UIView.animate(withDuration:animations:)", UIView.animate(withDuration:animations:))
    use("UIView.tag", \UIView.tag)
    use(
      "UIView/CALayer.convert(_:to:)", { (a: UIView, b: UIView) in a.convert(CGPoint.zero, to: b) },
      { (a: CALayer, b: CALayer) in a.convert(CGRect.zero, to: b) })
    use("UIView.bringSubviewToFront(_:)", UIView.bringSubviewToFront(_:))
    use("UIView.addConstraints(_:)", UIView.addConstraints(_:))
    use("UIView/CALayer.setNeedsLayout()", UIView.setNeedsLayout, CALayer.setNeedsLayout)
    use("UIView.insertSubview(_:at:)", UIView.insertSubview(_:at:))
    use("UIView.addConstraint(_:)", UIView.addConstraint(_:))
    use("UIView.window", \UIView.window)
    use("UIView.leadingAnchor", \UIView.leadingAnchor)
    use("UIView.trailingAnchor", \UIView.trailingAnchor)
    use("UIView.sizeThatFits(_:)", UIView.sizeThatFits(_:))
  }

  mutating func views2() {
    use("UIView.constraints", \UIView.constraints)
    use("UIView.sizeToFit()", UIView.sizeToFit)
    use("UIView.bottomAnchor", \UIView.bottomAnchor)
    use("UIView.contentMode", \UIView.contentMode)
    use("UIView.topAnchor", \UIView.topAnchor)
    use("UIView.intrinsicContentSize", \UIView.intrinsicContentSize)
    use("UIView.invalidateIntrinsicContentSize()", UIView.invalidateIntrinsicContentSize)
    use("UIView/CALayer.isOpaque", \UIView.isOpaque, \CALayer.isOpaque)
    use(
      "UIView/CALayer.convert(_:from:)",
      { (a: UIView, b: UIView) in a.convert(CGRect.zero, from: b) },
      { (a: CALayer, b: CALayer) in a.convert(CGPoint.zero, from: b) })
    use("UIView.AnimationOptions.curveEaseOut", UIView.AnimationOptions.curveEaseOut)
    use("UIView.AnimationOptions", UIView.AnimationOptions.self)
    use("UIView.AnimationOptions.curveEaseIn", UIView.AnimationOptions.curveEaseIn)
    use("UIView.AnimationOptions.curveLinear", UIView.AnimationOptions.curveLinear)
    use("UIView.AnimationOptions.init(rawValue:)", UIView.AnimationOptions.init(rawValue:))
    use(
      "UIView.AnimationOptions.beginFromCurrentState", UIView.AnimationOptions.beginFromCurrentState
    )
    use("UIView.AutoresizingMask.flexibleHeight", UIView.AutoresizingMask.flexibleHeight)
    use("UIView.AutoresizingMask.flexibleWidth", UIView.AutoresizingMask.flexibleWidth)
    use("UIView.ContentMode.scaleAspectFit", UIView.ContentMode.scaleAspectFit)
  }

  mutating func allViews() {
    views1()
    views2()
  }
}
