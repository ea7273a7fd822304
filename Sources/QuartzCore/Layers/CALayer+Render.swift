// CALayer+Render.swift
// Drawing a layer and its sublayers into a context, for `render(in:)`.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Draws the layer in its own space, with the values of the model.
  ///
  /// What is left to do is on a list, not on the call stack, so a tree may be of any depth.
  func record(in context: CGContext) {
    var steps = [RecordingStep.layer(self)]
    while let step = steps.popLast() {
      switch step {
      case .layer(let layer): layer.begin(in: context, then: &steps)
      case .sublayer(let layer, let transform):
        context.saveGState()
        context.concatenate(transform)
        steps += [.end, .layer(layer)]
      case .border(let layer):
        context.restoreGState()
        layer.recordBorder(in: context)
      case .mask(let mask):
        context.setBlendMode(.destinationIn)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.concatenate(mask.values.placement.affine)
        steps += [.endGroup, .layer(mask)]
      case .endGroup: context.endTransparencyLayer()
      case .end: context.restoreGState()
      }
    }
  }

  /// Draws what is below the sublayers, and adds the steps that follow, the last one first.
  private func begin(in context: CGContext, then steps: inout [RecordingStep]) {
    let alpha = min(max(values.opacity, 0), 1)
    guard !values.isHidden, alpha > 0 else { return }
    displayIfNeeded()
    reportOmissions()
    context.saveGState()
    context.multiplyAlpha(by: alpha)
    let mask = maskLayer
    let isGroup = setShadow(of: context) || mask != nil || (alpha < 1 && hasSeveralParts)
    steps.append(.end)
    if isGroup {
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      steps.append(.endGroup)
    }
    if let mask { steps.append(.mask(mask)) }
    steps.append(.border(self))
    recordOwn(in: context)
    let below = values.childTransform?.affine ?? .identity
    for child in children.backToFront(by: { Double($0.values.zPosition) }).reversed() {
      steps.append(.sublayer(child, child.values.placement.affine.concatenating(below)))
    }
  }

  /// Draws background and contents, and leaves the clip of the sublayers on the context.
  private func recordOwn(in context: CGContext) {
    let bounds = values.bounds
    if let color = values.backgroundColor {
      context.setFillColor(color)
      context.addPath(roundedBounds(inset: 0))
      context.fillPath()
    }
    if let pattern = values.backgroundPattern {
      context.saveGState()
      context.addPath(roundedBounds(inset: 0))
      context.clip()
      context.translateBy(x: bounds.minX, y: bounds.minY)
      context.draw(pattern, over: CGRect(origin: .zero, size: bounds.size))
      context.restoreGState()
    }
    context.saveGState()
    if values.masksToBounds {
      context.addPath(roundedBounds(inset: 0))
      context.clip()
    }
    recordContents(in: context)
    recordSubclassContents(in: context)
  }

  private func recordBorder(in context: CGContext) {
    let bounds = values.bounds
    guard values.borderWidth > 0, let color = values.borderColor, !bounds.isEmpty else { return }
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

  /// Whether the layer draws more than one shape, so that its opacity needs a picture of the whole.
  private var hasSeveralParts: Bool {
    let hasBorder = values.borderWidth > 0 && values.borderColor != nil
    var parts = (hasBorder ? 1 : 0) + (values.backgroundColor == nil ? 0 : 1) + children.count
    if values.backgroundPattern != nil { parts += 1 }
    if case .drawing(let drawing) = values.contents {
      parts += drawing.items.count
    } else if values.contents != nil {
      parts += 1
    }
    if case .shape(let shape) = values.subclass {
      parts += (shape.fillColor == nil ? 0 : 1) + (shape.strokeColor == nil ? 0 : 1)
    } else if values.subclass != nil {
      parts += 1
    }
    return parts > 1
  }

  /// Sets the layer's shadow. Returns whether it has one.
  private func setShadow(of context: CGContext) -> Bool {
    guard values.shadowOpacity > 0, let color = values.shadowColor else { return false }
    let transform = context.ctm
    let scale = abs(transform.a * transform.d - transform.b * transform.c).squareRoot()
    context.setShadow(
      offset: values.shadowOffset.applying(transform), blur: values.shadowRadius * scale * 2,
      color: color.copy(alpha: color.alpha * min(values.shadowOpacity, 1)))
    return true
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
      context.drawUpright(image, in: gravity.place(natural, in: values.bounds))
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

  private func record(_ values: GradientValues, in context: CGContext) {
    guard let colors = values.colors,
      values.locations == nil || values.locations?.count == colors.count,
      let gradient = CGGradient(colors: colors, locations: values.locations?.map { CGFloat($0) })
    else { return }
    func point(_ p: CGPoint) -> CGPoint {
      let bounds = self.values.bounds
      return CGPoint(x: bounds.minX + p.x * bounds.width, y: bounds.minY + p.y * bounds.height)
    }
    let (start, end) = (point(values.startPoint), point(values.endPoint))
    let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
    context.saveGState()
    context.addPath(roundedBounds(inset: 0))
    context.clip()
    switch values.type {
    case .radial where width > 0 && height > 0:
      // A circle of radius 1, stretched to the ellipse.
      context.translateBy(x: start.x, y: start.y)
      context.scaleBy(x: width, y: height)
      context.drawRadialGradient(
        gradient, startCenter: .zero, startRadius: 0, endCenter: .zero, endRadius: 1,
        options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    case .conic:
      context.drawConicGradient(
        gradient, center: start, angle: atan2(end.y - start.y, end.x - start.x))
    default: context.drawLinearGradient(gradient, start: start, end: end)
    }
    context.restoreGState()
  }

  /// Reports once what `render(in:)` does not draw; Apple's documentation lists the same omissions.
  private func reportOmissions() {
    var omissions: [String] = []
    if !CATransform3DIsAffine(values.transform) { omissions.append("depth") }
    switch values.subclass {
    case .replicator(let replicator):
      if replicator.instanceCount != 1 { omissions.append("copies") }
    case .emitter: omissions.append("particles")
    case .gradient, .shape, .transform, .tiled, nil: break
    }
    guard !omissions.isEmpty else { return }
    Diagnostics.reportOnce(
      "\(label) render(in:)",
      "\(label): render(in:) leaves out \(omissions.joined(separator: ", "))")
  }
}

/// What is left to draw of a layer tree.
private enum RecordingStep {
  case layer(CALayer)
  /// A sublayer, with the transform from its space to its superlayer's.
  case sublayer(CALayer, CGAffineTransform)
  /// The end of the sublayers' clip, and the border.
  case border(CALayer)
  case mask(CALayer)
  case endGroup
  case end
}
