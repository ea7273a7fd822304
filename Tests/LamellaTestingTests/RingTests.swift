// RingTests.swift
// The example of the library's page: a ring that fills.
//
// SPDX-License-Identifier: MIT

import LamellaTesting
import Testing
import UIKit

final class RingLayer: CALayer {
  @Animatable var progress: CGFloat = 0
}

/// A ring that is closed at a progress of 1.
final class RingView: UIView {
  override class var layerClass: AnyClass { RingLayer.self }

  var progress: CGFloat {
    get { (layer as? RingLayer)?.progress ?? 0 }
    set { (layer as? RingLayer)?.progress = newValue }
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    guard let progress = (layer as? RingLayer)?.progress else { return }
    let centre = CGPoint(x: bounds.midX, y: bounds.midY)
    context.setStrokeColor(UIColor.systemBlue.cgColor)
    context.setLineWidth(8)
    context.addArc(
      center: centre, radius: bounds.width / 2 - 8, startAngle: -.pi / 2,
      endAngle: -.pi / 2 + 2 * .pi * progress, clockwise: false)
    context.strokePath()
  }
}

@MainActor @Suite(.serialized) struct RingTests {
  @Test func ringFillsInHalfASecond() throws {
    let ring = RingView(frame: CGRect(x: 0, y: 0, width: 80, height: 80))
    let scene = OffscreenScene(ring)
    let order = EventOrder()
    UIView.animate(withDuration: 0.5) {
      ring.progress = 1
    } completion: { _ in
      order.note("filled")
    }
    scene.advance(to: 0.25)
    try scene.verifyPicture("half")
    try scene.finish()
    try order.verify(["filled"])
    try scene.verifyNoHitch()
    try scene.verifyNoSkew()
  }
}
