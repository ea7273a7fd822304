import UIKit

final class RingLayer: CALayer {
  @Animatable var progress: CGFloat = 0
}

final class RingView: UIView {
  override class var layerClass: AnyClass { RingLayer.self }

  var progress: CGFloat {
    get { (layer as? RingLayer)?.progress ?? 0 }
    set { (layer as? RingLayer)?.progress = newValue }
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    guard let progress = (layer as? RingLayer)?.progress else { return }
    context.setStrokeColor(UIColor.systemTeal.cgColor)
    context.setLineWidth(16)
    context.setLineCap(.round)
    context.addArc(
      center: CGPoint(x: layer.bounds.midX, y: layer.bounds.midY),
      radius: layer.bounds.width / 2 - 8, startAngle: -.pi / 2,
      endAngle: (2 * progress - 0.5) * .pi, clockwise: false)
    context.strokePath()
  }
}
