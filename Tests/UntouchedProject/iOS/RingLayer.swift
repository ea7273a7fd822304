// RingLayer.swift
// A layer with properties of its own that animate, as it is written for iOS.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit.UIColor

class RingLayer: CALayer {
  @NSManaged var progress: CGFloat
  @NSManaged private(set) var red: CGFloat, green: CGFloat
  @NSManaged dynamic var tint: UIColor!
  @NSManaged weak var owner: RingView?

  override class func needsDisplay(forKey key: String) -> Bool {
    if key == #keyPath(progress) || key == #keyPath(RingLayer.red) { return true }
    return super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    guard event == #keyPath(progress) else { return super.action(forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = presentation()?.progress
    animation.duration = 0.25
    return animation
  }

  override func draw(in context: CGContext) {
    let side = min(bounds.width, bounds.height)
    context.setLineWidth(8)
    context.setStrokeColor((tint ?? UIColor.red).cgColor)
    context.addArc(
      center: CGPoint(x: bounds.midX, y: bounds.midY), radius: side / 2 - 8, startAngle: 0,
      endAngle: 2 * .pi * progress, clockwise: false)
    context.strokePath()
  }
}
