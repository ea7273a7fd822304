// InterfaceUse+CoreGraphics.swift
// Uses of Apple's interface: geometry, colours, paths and contexts.
//
// SPDX-License-Identifier: MIT

import UIKit

extension InterfaceUse {
  mutating func coreGraphics1() {
    use("CGAffineTransform", CGAffineTransform.self)
    use("CGAffineTransform.identity", CGAffineTransform.identity)
    use("CGAffineTransform.init(translationX:y:)", CGAffineTransform.init(translationX:y:))
    use("CGAffineTransform.init(scaleX:y:)", CGAffineTransform.init(scaleX:y:))
    use("CGAffineTransform.init(rotationAngle:)", CGAffineTransform.init(rotationAngle:))
    use("CGAffineTransform.scaledBy(x:y:)", CGAffineTransform.scaledBy(x:y:))
    use("CGAffineTransform.concatenating(_:)", CGAffineTransform.concatenating(_:))
    use("CGColor", CGColor.self)
    use("CGContext.translateBy(x:y:)", CGContext.translateBy(x:y:))
    use("CGContext", CGContext.self)
    use("CGContext.setBlendMode(_:)", CGContext.setBlendMode(_:))
    use("CGContext.saveGState()", CGContext.saveGState)
    use("CGContext.addPath(_:)", CGContext.addPath(_:))
    use(
      "CGContext.setFillColor(_:)", CGContext.setFillColor(_:) as (CGContext) -> (CGColor) -> Void)
    use("CGContext.setLineWidth(_:)", CGContext.setLineWidth(_:))
    use("CGContext.restoreGState()", CGContext.restoreGState)
    use("CGFloat", CGFloat.self)
    use("CGFloat.init(_:)", CGFloat.init(_:) as (Double) -> CGFloat)
    use("CGFloat.pi", CGFloat.pi)
    use("CGFloat.infinity", CGFloat.infinity)
    use("CGFloat.greatestFiniteMagnitude", CGFloat.greatestFiniteMagnitude)
    use("CGGradient", CGGradient.self)
    use(
      "CGGradient.init(colorsSpace:colors:locations:)",
      CGGradient.init(colorsSpace:colors:locations:))
    use("CGLineCap", CGLineCap.self)
    use("CGMutablePath", CGMutablePath.self)
    use("CGMutablePath.init()", CGMutablePath.init())
    use("CGPath", CGPath.self)
    use("CGPoint", CGPoint.self)
    use("CGPoint.init(x:y:)", CGPoint.init(x:y:) as (CGFloat, CGFloat) -> CGPoint)
    use("CGPoint.x", \CGPoint.x)
    use("CGPoint.y", \CGPoint.y)
    use("CGPoint/CGRect/CGSize.zero", CGPoint.zero, CGRect.zero, CGSize.zero)
    use("CGPoint.zero", CGPoint.zero)
  }

  mutating func coreGraphics2() {
    use("CGRect", CGRect.self)
    use("CGRect/CGSize.width", \CGRect.width, \CGSize.width)
    use("CGRect/CGSize.height", \CGRect.height, \CGSize.height)
    use(
      "CGRect.init(x:y:width:height:)",
      CGRect.init(x:y:width:height:) as (CGFloat, CGFloat, CGFloat, CGFloat) -> CGRect)
    use("CGRect.size", \CGRect.size)
    use("CGRect.origin", \CGRect.origin)
    use("CGRect.init(origin:size:)", CGRect.init(origin:size:))
    use("CGRect.midY", \CGRect.midY)
    use("CGRect.zero", CGRect.zero)
    use("CGRect.midX", \CGRect.midX)
    use("CGRect.maxY", \CGRect.maxY)
    use("CGRect.insetBy(dx:dy:)", CGRect.insetBy(dx:dy:))
    use("CGRect.maxX", \CGRect.maxX)
    use("CGRect.offsetBy(dx:dy:)", CGRect.offsetBy(dx:dy:))
    use("CGRect.minY", \CGRect.minY)
    use("CGRect.minX", \CGRect.minX)
    use("CGRect.intersects(_:)", CGRect.intersects(_:))
    use(
      "CGRect/CGPath.contains(_:)", { CGRect.zero.contains(CGPoint.zero) },
      { (a: CGPath) in a.contains(CGPoint.zero) })
    use("CGSize", CGSize.self)
    use("CGSize.init(width:height:)", CGSize.init(width:height:) as (CGFloat, CGFloat) -> CGSize)
    use("CGSize.zero", CGSize.zero)
    use("CGColorSpaceCreateDeviceRGB()", CGColorSpaceCreateDeviceRGB)
  }

  mutating func allCoreGraphics() {
    coreGraphics1()
    coreGraphics2()
  }
}
