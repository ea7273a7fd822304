// InterfaceUse+UIKitClasses.swift
// Uses of Apple's interface: controls, text, images, colours and drawing.
//
// SPDX-License-Identifier: MIT

import UIKit

extension InterfaceUse {
  mutating func classes1() {
    use("UIGraphicsEndImageContext()", UIGraphicsEndImageContext)
    use("UIGraphicsGetImageFromCurrentImageContext()", UIGraphicsGetImageFromCurrentImageContext)
    use("UIGraphicsBeginImageContextWithOptions()", UIGraphicsBeginImageContextWithOptions)
    use("UIGraphicsGetCurrentContext()", UIGraphicsGetCurrentContext)
    use("NSMutableParagraphStyle", NSMutableParagraphStyle.self)
    use("NSMutableParagraphStyle.init()", NSMutableParagraphStyle.init())
    use("NSTextAlignment", NSTextAlignment.self)
    use("UIApplication", UIApplication.self)
    use("UIApplication.shared", UIApplication.shared)
    use(
      "UIApplication.didEnterBackgroundNotification", UIApplication.didEnterBackgroundNotification)
    use("UIBezierPath", UIBezierPath.self)
    use("UIBezierPath.cgPath", \UIBezierPath.cgPath)
    use(
      "UIBezierPath/CGPath.move(to:)", UIBezierPath.move(to:),
      { CGMutablePath().move(to: CGPoint.zero) })
    use("UIBezierPath.addLine(to:)", UIBezierPath.addLine(to:))
    use("UIBezierPath.init()", UIBezierPath.init())
    use("UIBezierPath.close()", UIBezierPath.close)
    use(
      "UIBezierPath.init(arcCenter:radius:startAngle:endAngle:clockwise:)",
      UIBezierPath.init(arcCenter:radius:startAngle:endAngle:clockwise:))
    use(
      "UIBezierPath.init(roundedRect:cornerRadius:)", UIBezierPath.init(roundedRect:cornerRadius:))
    use("UIBezierPath.init(ovalIn:)", UIBezierPath.init(ovalIn:))
    use(
      "UIBezierPath.addArc(withCenter:radius:startAngle:endAngle:clockwise:)",
      UIBezierPath.addArc(withCenter:radius:startAngle:endAngle:clockwise:))
    use("UIBezierPath.fill(_:)", UIBezierPath.fill as (UIBezierPath) -> () -> Void)
    use("UIBezierPath.init(rect:)", UIBezierPath.init(rect:))
    use(
      "UIBezierPath.addCurve(to:controlPoint1:controlPoint2:)",
      UIBezierPath.addCurve(to:controlPoint1:controlPoint2:))
    use(
      "UIBezierPath.init(roundedRect:byRoundingCorners:cornerRadii:)",
      UIBezierPath.init(roundedRect:byRoundingCorners:cornerRadii:))
    use("UIBezierPath.stroke()", UIBezierPath.stroke as (UIBezierPath) -> () -> Void)
    use("UIButton", UIButton.self)
    use("UIButton.setTitle(_:for:)", UIButton.setTitle(_:for:))
    use("UIButton.titleLabel", \UIButton.titleLabel)
    use("UIButton.setImage(_:for:)", UIButton.setImage(_:for:))
    use("UIButton.init(type:)", UIButton.init(type:))
    use("UIButton.imageView", \UIButton.imageView)
  }

  mutating func classes2() {
    use("UIColor", UIColor.self)
    use("UIColor.cgColor", \UIColor.cgColor)
    use("UIColor.clear", UIColor.clear)
    use("UIColor.white", UIColor.white)
    use("UIColor.init(red:green:blue:alpha:)", UIColor.init(red:green:blue:alpha:))
    use("UIColor.black", UIColor.black)
    use("UIColor.withAlphaComponent(_:)", UIColor.withAlphaComponent(_:))
    use("UIColor.init(cgColor:)", UIColor.init(cgColor:))
    use("UIColor.red", UIColor.red)
    use(
      "UIColor.init(hue:saturation:brightness:alpha:)",
      UIColor.init(hue:saturation:brightness:alpha:))
    use("UIColor.init(white:alpha:)", UIColor.init(white:alpha:))
    use("UIColor.setFill()", UIColor.setFill)
    use("UIColor.getRed(_:green:blue:alpha:)", UIColor.getRed(_:green:blue:alpha:))
    use("UIColor.lightGray", UIColor.lightGray)
    use("UIColor.setStroke()", UIColor.setStroke)
    use(
      "UIColor.getHue(_:saturation:brightness:alpha:)",
      UIColor.getHue(_:saturation:brightness:alpha:))
    use("UIColor.gray", UIColor.gray)
    use("UIControl", UIControl.self)
    use("UIControl.addTarget(_:action:for:)", UIControl.addTarget(_:action:for:))
    use("UIControl.state", \UIControl.state)
    use("UIControl.isEnabled", \UIControl.isEnabled)
    use("UIControl.isSelected", \UIControl.isSelected)
    use("UIControl.sendActions(for:)", UIControl.sendActions(for:))
    use("UIControl.Event.touchUpInside", UIControl.Event.touchUpInside)
    use("UIControl.Event", UIControl.Event.self)
    use("UIControl.Event.valueChanged", UIControl.Event.valueChanged)
    use("UIControl.State.normal", UIControl.State.normal)
    use("UIControl.State", UIControl.State.self)
    use("UIControl.State.selected", UIControl.State.selected)
    use("UIControl.State.init()", UIControl.State.init())
    use("UIDevice", UIDevice.self)
    use("UIEdgeInsets", UIEdgeInsets.self)
    use("UIEdgeInsets.init(top:left:bottom:right:)", UIEdgeInsets.init(top:left:bottom:right:))
    use("UIEdgeInsets.top", \UIEdgeInsets.top)
    use("UIEdgeInsets.left", \UIEdgeInsets.left)
    use("UIEdgeInsets.bottom", \UIEdgeInsets.bottom)
    use("UIEdgeInsets.right", \UIEdgeInsets.right)
    use("UIEdgeInsets.zero", UIEdgeInsets.zero)
    use("UIEvent", UIEvent.self)
  }

  mutating func classes3() {
    use("UIFont", UIFont.self)
    use("UIFont.init(name:size:)", UIFont.init(name:size:))
    use("UIFont.pointSize", \UIFont.pointSize)
    use("UIFont.systemFont(ofSize:)", UIFont.systemFont(ofSize:))
    use("UIFont.fontName", \UIFont.fontName)
    use("UIFont.lineHeight", \UIFont.lineHeight)
    use("UIFont.boldSystemFont(ofSize:)", UIFont.boldSystemFont(ofSize:))
    use("UIImage", UIImage.self)
    use("UIImage.init(named:)", UIImage.init(named:))
    use("UIImage.init()", UIImage.init())
    use("UIImage.withRenderingMode(_:)", UIImage.withRenderingMode(_:))
    use("UIImage.init(named:in:compatibleWith:)", UIImage.init(named:in:compatibleWith:))
    use("UIImage.init(data:)", { (a: Data) in UIImage(data: a) })
    use("UIImage.RenderingMode.alwaysTemplate", UIImage.RenderingMode.alwaysTemplate)
    use("UIImageView", UIImageView.self)
    use("UIImageView/UIImage.cgImage", \UIImage.cgImage)
    use("UIImageView/UIImage.image", \UIImageView.image)
    use("UIImageView.init(image:)", UIImageView.init(image:))
    use(
      "UIImageView/UIActivityIndicator.startAnimating()", UIImageView.startAnimating,
      UIActivityIndicatorView.startAnimating)
    use(
      "UIImageView/UIImage.isAnimating", \UIImageView.isAnimating,
      \UIActivityIndicatorView.isAnimating)
    use("UIImageView.init()", UIImageView.init())
    use(
      "UIImageView/UIActivityIndicator.stopAnimating()", UIImageView.stopAnimating,
      UIActivityIndicatorView.stopAnimating)
    use("UILabel", UILabel.self)
    use(
      "UILabel/UIText*.textColor", \UILabel.textColor, \UITextField.textColor, \UITextView.textColor
    )
    use(
      "UILabel/UIText*/CATextLayer.font", \UILabel.font, \UITextField.font, \UITextView.font,
      \CATextLayer.font)
    use(
      "UILabel/UIText*.textAlignment", \UILabel.textAlignment, \UITextField.textAlignment,
      \UITextView.textAlignment)
    use("UILabel.init()", UILabel.init())
    use("UILabel/UIText*.text", \UILabel.text, \UITextField.text, \UITextView.text)
    use("UILabel/UIText*.numberOfLines", \UILabel.numberOfLines)
    use(
      "UILabel/UIText*.attributedText", \UILabel.attributedText, \UITextField.attributedText,
      \UITextView.attributedText)
    use("UILabel/UIText*.placeholder", \UITextField.placeholder)
    use("UILabel.init(frame:)", UILabel.init(frame:))
    use("UIResponder", UIResponder.self)
    use("UIResponder.keyboardFrameEndUserInfoKey", UIResponder.keyboardFrameEndUserInfoKey)
  }

  mutating func classes4() {
    use("UIScreen", UIScreen.self)
    use("UIScreen.main", UIScreen.main)
    use("UIScreen.scale", \UIScreen.scale)
    use("UIScreen/UIWindow/UIApplication.keyWindow", \UIApplication.keyWindow)
    use("UIScreen/UIWindow/UIApplication.userInterfaceStyle", \UITraitCollection.userInterfaceStyle)
    use("UIScreen/UIWindow/UIApplication.windows", \UIApplication.windows)
    use("UIScreen/UIWindow/UIApplication.rootViewController", \UIWindow.rootViewController)
    use("UITextField", UITextField.self)
    use("UITextField.ViewMode", UITextField.ViewMode.self)
    use("UITextView", UITextView.self)
    use("UITouch", UITouch.self)
    use("UITraitCollection", UITraitCollection.self)
    use("UIWindow", UIWindow.self)
  }

  mutating func allClasses() {
    classes1()
    classes2()
    classes3()
    classes4()
  }
}
