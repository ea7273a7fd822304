// CALayer+Render.swift
// Drawing a layer and its sublayers into a context, for `render(in:)`.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Draws the layer in its own space, with the values of the model.
  ///
  /// - Parameter alpha: The product of the opacities of all layers above, 0...1.
  func record(in context: CGContext, alpha above: CGFloat = 1) {
    let alpha = above * min(max(values.opacity, 0), 1)
    guard !values.isHidden, alpha > 0 else { return }
    displayIfNeeded()
    reportOmissions()
    let bounds = values.bounds
    context.saveGState()
    context.setAlpha(alpha)
    if let color = values.backgroundColor {
      context.setFillColor(color)
      context.addPath(roundedBounds(inset: 0))
      context.fillPath()
    }
    context.saveGState()
    if values.masksToBounds {
      context.addPath(roundedBounds(inset: 0))
      context.clip()
    }
    recordContents(in: context)
    recordSubclassContents(in: context)
    let below = values.childTransform?.affine ?? .identity
    for child in children.backToFront(by: { Double($0.values.zPosition) }) {
      context.saveGState()
      context.concatenate(child.values.placement.affine.concatenating(below))
      child.record(in: context, alpha: alpha)
      context.restoreGState()
    }
    context.restoreGState()
    if values.borderWidth > 0, let color = values.borderColor, !bounds.isEmpty {
      if values.borderWidth > min(bounds.width, bounds.height) {
        // The border covers the layer; there is no line inside of the bounds that could be stroked.
        context.setFillColor(color)
        context.addPath(roundedBounds(inset: 0))
        context.fillPath()
      } else {
        context.setStrokeColor(color)
        context.setLineWidth(values.borderWidth)
        context.addPath(roundedBounds(inset: values.borderWidth / 2))
        context.strokePath()
      }
    }
    context.restoreGState()
  }

  private func roundedBounds(inset: CGFloat) -> CGPath {
    let rect = values.bounds.insetBy(dx: inset, dy: inset)
    let radius = min(values.cornerRadius - inset, min(rect.width, rect.height) / 2)
    if radius > 0, values.cornerCurve == .continuous {
      return CGPath(continuousRect: rect, radii: values.maskedCorners.radii(radius))
    }
    guard radius > 0, values.maskedCorners == .all else { return CGPath(rect: rect) }
    return CGPath(roundedRect: rect, cornerWidth: radius, cornerHeight: radius)
  }

  private func recordContents(in context: CGContext) {
    let gravity = values.contentsGravity
    switch values.contents {
    case .image(let image), .mix(_, .image(let image), _):
      let scale = values.contentsScale
      let natural = CGSize(
        width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
      context.draw(image, in: gravity.place(natural, in: values.bounds))
    case .drawing(let drawing), .mix(_, .drawing(let drawing), _):
      let size = drawing.size
      guard size.width > 0, size.height > 0 else { return }
      let rect = gravity.place(size, in: values.bounds)
      context.saveGState()
      context.translateBy(x: rect.minX, y: rect.minY)
      context.scaleBy(x: rect.width / size.width, y: rect.height / size.height)
      context.draw(drawing)
      context.restoreGState()
    case .mix, .object, nil: break
    }
  }

  /// Draws what the stock subclasses show between contents and sublayers.
  private func recordSubclassContents(in context: CGContext) {
    switch values.subclass {
    case .shape(let shape): record(shape, in: context)
    case .gradient(let gradient): record(gradient, in: context)
    case .replicator, .emitter, .transform, .tiled, nil: break
    }
  }

  private func record(_ shape: ShapeValues, in context: CGContext) {
    guard let path = shape.path else { return }
    if let color = shape.fillColor {
      context.setFillColor(color)
      context.addPath(path)
      context.fillPath(using: shape.fillRule == .evenOdd ? .evenOdd : .winding)
    }
    if let color = shape.strokeColor, shape.lineWidth > 0 {
      context.setStrokeColor(color)
      context.setLineWidth(shape.lineWidth)
      context.setLineCap(
        shape.lineCap == .round ? .round : shape.lineCap == .square ? .square : .butt)
      context.setLineJoin(
        shape.lineJoin == .round ? .round : shape.lineJoin == .bevel ? .bevel : .miter)
      context.setMiterLimit(shape.miterLimit)
      context.setLineDash(
        phase: shape.lineDashPhase, lengths: (shape.lineDashPattern ?? []).map { CGFloat($0) })
      context.addPath(path.trimmed(from: shape.strokeStart, to: shape.strokeEnd))
      context.strokePath()
    }
  }

  private func record(_ gradient: GradientValues, in context: CGContext) {
    guard gradient.type == .axial, let colors = gradient.colors,
      gradient.locations == nil || gradient.locations?.count == colors.count,
      let line = CGGradient(colors: colors, locations: gradient.locations?.map { CGFloat($0) })
    else { return }
    func point(_ p: CGPoint) -> CGPoint {
      let bounds = values.bounds
      return CGPoint(x: bounds.minX + p.x * bounds.width, y: bounds.minY + p.y * bounds.height)
    }
    context.saveGState()
    context.addPath(roundedBounds(inset: 0))
    context.clip()
    context.drawLinearGradient(
      line, start: point(gradient.startPoint), end: point(gradient.endPoint))
    context.restoreGState()
  }

  /// Reports once what `render(in:)` does not draw; Apple's documentation lists the same omissions.
  private func reportOmissions() {
    var omissions: [String] = []
    if maskLayer != nil { omissions.append("mask") }
    if values.shadowOpacity > 0 { omissions.append("shadow") }
    if !CATransform3DIsAffine(values.transform) { omissions.append("depth") }
    switch values.subclass {
    case .gradient(let gradient): if gradient.type != .axial { omissions.append("gradient") }
    case .replicator(let replicator):
      if replicator.instanceCount != 1 { omissions.append("copies") }
    case .emitter: omissions.append("particles")
    case .shape, .transform, .tiled, nil: break
    }
    guard !omissions.isEmpty else { return }
    Diagnostics.reportOnce(
      "\(label) render(in:)",
      "\(label): render(in:) leaves out \(omissions.joined(separator: ", "))")
  }
}
