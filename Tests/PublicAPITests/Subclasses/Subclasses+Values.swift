// Subclasses+Values.swift
// Subclasses of the other open classes, made by each initialiser.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import UIKit

extension SubclassTable {
  static func values() -> [Row] {
    let bitmap = CGContext(
      data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    guard let pixel = bitmap?.makeImage() else { return [] }
    return [
      Row(
        "NSLayoutConstraint",
        [
          SubNSLayoutConstraint(),
          SubNSLayoutConstraint(
            item: UIView(), attribute: .width, relatedBy: .equal, toItem: nil,
            attribute: .notAnAttribute, multiplier: 1, constant: 8),
        ]),
      Row("UILayoutGuide", [SubUILayoutGuide()]),
      Row("UIMotionEffect", [SubUIMotionEffect(), SubUIMotionEffect(coder: NSCoder())]),
      Row("UIMotionEffectGroup", [SubUIMotionEffectGroup()]),
      Row(
        "UIInterpolatingMotionEffect",
        [SubUIInterpolatingMotionEffect(keyPath: "center.x", type: .tiltAlongVerticalAxis)]),
      Row("UIBarAppearance", [SubUIBarAppearance(), SubUIBarAppearance(coder: NSCoder())]),
      Row(
        "UINavigationBarAppearance",
        [
          SubUINavigationBarAppearance(),
          SubUINavigationBarAppearance(barAppearance: UIBarAppearance()),
        ]),
      Row("UIToolbarAppearance", [SubUIToolbarAppearance()]),
      Row("UITabBarAppearance", [SubUITabBarAppearance()]),
      Row("UIBarButtonItemStateAppearance", [SubUIBarButtonItemStateAppearance()]),
      Row(
        "UIBarButtonItemAppearance",
        [SubUIBarButtonItemAppearance(), SubUIBarButtonItemAppearance(style: .done)]),
      Row("UITabBarItemStateAppearance", [SubUITabBarItemStateAppearance()]),
      Row(
        "UITabBarItemAppearance",
        [SubUITabBarItemAppearance(), SubUITabBarItemAppearance(style: .inline)]),
      Row(
        "UIColor",
        [
          SubUIColor(red: 1, green: 0, blue: 0, alpha: 1), SubUIColor(white: 1, alpha: 1),
          SubUIColor(hue: 0, saturation: 1, brightness: 1, alpha: 1),
          SubUIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1),
          SubUIColor(cgColor: UIColor.red.cgColor), SubUIColor(patternImage: UIImage()),
          SubUIColor(dynamicProvider: { _ in .red }),
        ]),
      Row(
        "UIImage",
        [
          SubUIImage(), SubUIImage(cgImage: pixel),
          SubUIImage(cgImage: pixel, scale: 2, orientation: .up), SubUIImage(data: Data()),
          SubUIImage(data: Data(), scale: 2), SubUIImage(named: "none"),
          SubUIImage(named: "none", in: nil, compatibleWith: nil),
          SubUIImage(contentsOfFile: "none"),
        ]),
      Row(
        "UIBezierPath",
        [
          SubUIBezierPath(), SubUIBezierPath(rect: .zero), SubUIBezierPath(ovalIn: .zero),
          SubUIBezierPath(roundedRect: .zero, cornerRadius: 1),
          SubUIBezierPath(cgPath: CGMutablePath()),
          SubUIBezierPath(arcCenter: .zero, radius: 1, startAngle: 0, endAngle: 1, clockwise: true),
        ]),
      Row(
        "UICubicTimingParameters",
        [
          SubUICubicTimingParameters(), SubUICubicTimingParameters(coder: NSCoder()),
          SubUICubicTimingParameters(animationCurve: .linear),
          SubUICubicTimingParameters(controlPoint1: .zero, controlPoint2: .zero),
        ]),
      Row(
        "UISpringTimingParameters",
        [
          SubUISpringTimingParameters(), SubUISpringTimingParameters(coder: NSCoder()),
          SubUISpringTimingParameters(dampingRatio: 1),
          SubUISpringTimingParameters(dampingRatio: 1, initialVelocity: .zero),
          SubUISpringTimingParameters(mass: 1, stiffness: 1, damping: 1, initialVelocity: .zero),
          SubUISpringTimingParameters(duration: 1, bounce: 0, initialVelocity: .zero),
        ]),
      Row(
        "UIViewPropertyAnimator",
        [
          SubUIViewPropertyAnimator(),
          SubUIViewPropertyAnimator(duration: 1, curve: .linear, animations: nil),
          SubUIViewPropertyAnimator(duration: 1, dampingRatio: 1, animations: nil),
          SubUIViewPropertyAnimator(
            duration: 1, controlPoint1: .zero, controlPoint2: .zero, animations: nil),
          SubUIViewPropertyAnimator(duration: 1, timingParameters: UICubicTimingParameters()),
        ]),
      Row("UIGraphicsImageRendererFormat", [SubUIGraphicsImageRendererFormat()]),
      Row(
        "UIGraphicsImageRenderer",
        [
          SubUIGraphicsImageRenderer(size: .zero), SubUIGraphicsImageRenderer(bounds: .zero),
          SubUIGraphicsImageRenderer(size: .zero, format: .default()),
          SubUIGraphicsImageRenderer(bounds: .zero, format: .default()),
        ]),
      Row("NSParagraphStyle", [SubNSParagraphStyle()]),
      Row("NSMutableParagraphStyle", [SubNSMutableParagraphStyle()]),
      Row("NSStringDrawingContext", [SubNSStringDrawingContext()]),
      Row("NSShadow", [SubNSShadow()]),
      Row("NSTextAttachment", [SubNSTextAttachment(), SubNSTextAttachment(image: UIImage())]),
      Row("NSTextContainer", [SubNSTextContainer(size: .zero)]),
      Row("UIVisualEffect", [SubUIVisualEffect()]),
      Row("UIBlurEffect", [SubUIBlurEffect(style: .dark)]),
      Row("UIVibrancyEffect", [SubUIVibrancyEffect(blurEffect: UIBlurEffect(style: .dark))]),
      Row("UIAction", [SubUIAction(title: "a", image: nil, identifier: nil, handler: { _ in })]),
      Row("UIMenu", [SubUIMenu(title: "a", children: [])]),
      Row(
        "UICommand", [SubUICommand(title: "a", action: Selector(UIView.layoutIfNeeded, named: "a"))]
      ),
      Row(
        "UIKeyCommand",
        [
          SubUIKeyCommand(
            title: "a", action: Selector(UIView.layoutIfNeeded, named: "a"), input: "b"),
          SubUIKeyCommand(
            input: "b", modifierFlags: .command,
            action: Selector(UIView.layoutIfNeeded, named: "a")),
        ]),
      Row("UIDeferredMenuElement", [SubUIDeferredMenuElement { $0([]) }]),
      Row("UIContextMenuConfiguration", [SubUIContextMenuConfiguration(identifier: nil)]),
      Row("UIPointerInteraction", [SubUIPointerInteraction(delegate: nil)]),
      Row("UIDropInteraction", [SubUIDropInteraction(delegate: NoDrops())]),
      Row("UIDropProposal", [SubUIDropProposal(operation: .copy)]),
      Row("UIContextMenuInteraction", [SubUIContextMenuInteraction(delegate: NoMenus())]),
      Row("UIDevice", [SubUIDevice()]),
      Row(
        "UISceneConfiguration",
        [SubUISceneConfiguration(name: nil, sessionRole: .windowApplication)]),
      Row(
        "UIFeedbackGenerator", [SubUIFeedbackGenerator(), SubUIFeedbackGenerator(view: UIView())]),
      Row(
        "UIImpactFeedbackGenerator",
        [
          SubUIImpactFeedbackGenerator(), SubUIImpactFeedbackGenerator(style: .light),
          SubUIImpactFeedbackGenerator(style: .light, view: UIView()),
        ]),
      Row("UISelectionFeedbackGenerator", [SubUISelectionFeedbackGenerator()]),
      Row("UINotificationFeedbackGenerator", [SubUINotificationFeedbackGenerator()]),
      Row("UINib", [SubUINib(nibName: "a", bundle: nil)]),
      Row("UIFontMetrics", [SubUIFontMetrics(forTextStyle: .body)]),
      Row("UIApplication", [SubUIApplication()]),
      Row("UIResponder", [SubUIResponder()]),
      Row("UIEvent", [SubUIEvent()]),
      Row("UIPress", [SubUIPress()]),
      Row("UIPressesEvent", [SubUIPressesEvent()]),
      Row("UITouch", [SubUITouch()]),
      Row("UIAccessibilityElement", [SubUIAccessibilityElement(accessibilityContainer: UIView())]),
      Row(
        "UICollectionViewLayout",
        [SubUICollectionViewLayout(), SubUICollectionViewLayout(coder: NSCoder())]),
      Row(
        "UICollectionViewFlowLayout",
        [SubUICollectionViewFlowLayout(), SubUICollectionViewFlowLayout(coder: NSCoder())]),
      Row(
        "UICollectionViewLayoutAttributes",
        [
          SubUICollectionViewLayoutAttributes(),
          SubUICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 0, section: 0)),
          SubUICollectionViewLayoutAttributes(
            forSupplementaryViewOfKind: "a", with: IndexPath(item: 0, section: 0)),
        ]),
      Row(
        "UICollectionViewLayoutInvalidationContext",
        [SubUICollectionViewLayoutInvalidationContext()]),
      Row("UICollectionViewUpdateItem", [SubUICollectionViewUpdateItem()]),
    ]
  }
}

private class SubNSLayoutConstraint: NSLayoutConstraint { var mark = 1 }
private class SubUIMotionEffect: UIMotionEffect { var mark = 1 }
private class SubUIMotionEffectGroup: UIMotionEffectGroup { var mark = 1 }
private class SubUIInterpolatingMotionEffect: UIInterpolatingMotionEffect {
  var mark = 1
}
private class SubUIBarAppearance: UIBarAppearance { var mark = 1 }
private class SubUINavigationBarAppearance: UINavigationBarAppearance {
  var mark = 1
}
private class SubUIToolbarAppearance: UIToolbarAppearance { var mark = 1 }
private class SubUITabBarAppearance: UITabBarAppearance { var mark = 1 }
private class SubUIBarButtonItemStateAppearance: UIBarButtonItemStateAppearance {
  var mark = 1
}
private class SubUIBarButtonItemAppearance: UIBarButtonItemAppearance {
  var mark = 1
}
private class SubUITabBarItemStateAppearance: UITabBarItemStateAppearance {
  var mark = 1
}
private class SubUITabBarItemAppearance: UITabBarItemAppearance { var mark = 1 }
private class SubUILayoutGuide: UILayoutGuide { var mark = 1 }
private class SubUIColor: UIColor, @unchecked Sendable { var mark = 1 }
private class SubUIImage: UIImage, @unchecked Sendable { var mark = 1 }
private class SubUIBezierPath: UIBezierPath { var mark = 1 }
private class SubUICubicTimingParameters: UICubicTimingParameters { var mark = 1 }
private class SubUISpringTimingParameters: UISpringTimingParameters { var mark = 1 }
private class SubUIViewPropertyAnimator: UIViewPropertyAnimator { var mark = 1 }
private class SubUIGraphicsImageRendererFormat: UIGraphicsImageRendererFormat { var mark = 1 }
private class SubUIGraphicsImageRenderer: UIGraphicsImageRenderer { var mark = 1 }
private class SubNSParagraphStyle: NSParagraphStyle, @unchecked Sendable { var mark = 1 }
private class SubNSMutableParagraphStyle: NSMutableParagraphStyle, @unchecked Sendable {
  var mark = 1
}
private class SubNSStringDrawingContext: NSStringDrawingContext { var mark = 1 }
private class SubNSShadow: NSShadow, @unchecked Sendable { var mark = 1 }
private class SubNSTextAttachment: NSTextAttachment, @unchecked Sendable { var mark = 1 }
private class SubNSTextContainer: NSTextContainer { var mark = 1 }
private class SubUIVisualEffect: UIVisualEffect { var mark = 1 }
private class SubUIBlurEffect: UIBlurEffect { var mark = 1 }
private class SubUIVibrancyEffect: UIVibrancyEffect { var mark = 1 }
private class SubUIAction: UIAction { var mark = 1 }
private class SubUIMenu: UIMenu { var mark = 1 }
private class SubUICommand: UICommand { var mark = 1 }
private class SubUIKeyCommand: UIKeyCommand { var mark = 1 }
private class SubUIDeferredMenuElement: UIDeferredMenuElement { var mark = 1 }
private class SubUIContextMenuConfiguration: UIContextMenuConfiguration { var mark = 1 }
private class SubUIContextMenuInteraction: UIContextMenuInteraction { var mark = 1 }
private class SubUIPointerInteraction: UIPointerInteraction { var mark = 1 }
private class SubUIDropInteraction: UIDropInteraction { var mark = 1 }
private class SubUIDropProposal: UIDropProposal { var mark = 1 }
private class NoDrops: UIDropInteractionDelegate {}
private class NoMenus: UIContextMenuInteractionDelegate {
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? { nil }
}
private class SubUIDevice: UIDevice { var mark = 1 }
private class SubUIApplication: UIApplication { var mark = 1 }
private class SubUIResponder: UIResponder { var mark = 1 }
private class SubUIEvent: UIEvent { var mark = 1 }
private class SubUIPress: UIPress { var mark = 1 }
private class SubUIPressesEvent: UIPressesEvent { var mark = 1 }
private class SubUITouch: UITouch { var mark = 1 }
private class SubUIAccessibilityElement: UIAccessibilityElement { var mark = 1 }
private class SubUICollectionViewLayout: UICollectionViewLayout { var mark = 1 }
private class SubUICollectionViewFlowLayout: UICollectionViewFlowLayout { var mark = 1 }
private class SubUICollectionViewLayoutAttributes: UICollectionViewLayoutAttributes { var mark = 1 }
private class SubUICollectionViewLayoutInvalidationContext:
  UICollectionViewLayoutInvalidationContext
{ var mark = 1 }
private class SubUICollectionViewUpdateItem: UICollectionViewUpdateItem { var mark = 1 }
private class SubUISceneConfiguration: UISceneConfiguration { var mark = 1 }
private class SubUIFeedbackGenerator: UIFeedbackGenerator { var mark = 1 }
private class SubUIImpactFeedbackGenerator: UIImpactFeedbackGenerator { var mark = 1 }
private class SubUISelectionFeedbackGenerator: UISelectionFeedbackGenerator { var mark = 1 }
private class SubUINotificationFeedbackGenerator: UINotificationFeedbackGenerator { var mark = 1 }
private class SubUINib: UINib { var mark = 1 }
private class SubUIFontMetrics: UIFontMetrics { var mark = 1 }
