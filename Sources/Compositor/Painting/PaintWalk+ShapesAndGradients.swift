// PaintWalk+ShapesAndGradients.swift
// Stage: draw list. The drawing of shape and gradient layers between contents and sublayers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// The number of primitives that a layer's subclass draws.
  func subclassDrawCount(_ layer: LayerRef) -> Int {
    switch layer.subclass {
    case .shape(let shape): (shape.fills ? 1 : 0) + (shape.strokes ? 1 : 0)
    case .gradient(let gradient): gradient.colors?.isEmpty == false ? 1 : 0
    default: 0
    }
  }

  // MARK: Shapes

  /// Paints a shape: the fill, then the stroke. It is not clipped to the bounds.
  func paintShape(_ shape: ShapeValues, _ state: PaintState, into context: inout PaintContext) {
    guard let path = shape.path else { return }
    if shape.fills, let color = shape.fillColor {
      context.builder.fill(
        path, shape.fillRule == .evenOdd ? .evenOdd : .winding, color, state)
    }
    guard shape.strokes, let color = shape.strokeColor else { return }
    let line = path.trimmed(from: shape.strokeStart, to: shape.strokeEnd)
    guard !line.elements.isEmpty else { return }
    context.builder.stroke(line, shape.strokeStyle, color, state)
  }

  // MARK: Gradients

  /// Paints a gradient over the bounds, in the shape of the background.
  func paintGradient(
    _ values: GradientValues, _ layer: LayerRef, _ state: PaintState,
    into context: inout PaintContext
  ) {
    guard let colors = values.colors, let gradient = values.gradient else { return }
    let bounds = layer.bounds
    if colors.count == 1 {
      context.builder.add(
        .box(Box(rect: bounds, radii: layer.cornerRadii, fill: colors[0])), state, bounds: bounds)
      return
    }
    context.builder.add(
      .gradient(
        GradientFill(
          kind: values.kind, rect: bounds, radii: layer.cornerRadii, gradient: gradient,
          start: values.startPoint, end: values.endPoint, space: bounds)), state, bounds: bounds)
  }
}

extension DrawListBuilder {
  /// Adds a filled path; rectangles and rounded rectangles as boxes, which canvases draw fast.
  mutating func fill(
    _ path: CGPath, _ rule: CGPathFillRule, _ color: CGColor, _ state: PaintState
  ) {
    switch path.shape {
    case .rect(let rect): add(.box(Box(rect: rect, fill: color)), state, bounds: rect)
    case .roundedRect(let rect, let radius):
      add(.box(Box(rect: rect, radii: SIMD4(repeating: radius), fill: color)), state, bounds: rect)
    case .general: add(.fill(path, rule, color), state, bounds: path.boundingBox)
    }
  }

  /// Adds a stroked path.
  mutating func stroke(_ path: CGPath, _ style: StrokeStyle, _ color: CGColor, _ state: PaintState)
  {
    add(.stroke(path, style, color), state, bounds: style.reach(of: path))
  }
}

extension StrokeStyle {
  /// The maximum reach of a stroke from its path.
  var reach: CGFloat { width * max(miterLimit, 1.5) / 2 + 1 }

  /// The rectangle that a path's stroke can touch.
  func reach(of path: CGPath) -> CGRect { path.boundingBox.insetBy(dx: -reach, dy: -reach) }
}

extension ShapeValues {
  /// The rectangle that a path can touch, filled and stroked.
  func reach(of path: CGPath) -> CGRect {
    strokes && strokeColor != nil ? strokeStyle.reach(of: path) : path.boundingBox
  }

  fileprivate var fills: Bool { fillColor?.alpha ?? 0 > 0 && path?.elements.isEmpty == false }

  fileprivate var strokes: Bool {
    strokeColor?.alpha ?? 0 > 0 && lineWidth > 0 && path?.elements.isEmpty == false
      && strokeEnd > strokeStart
  }

  fileprivate var strokeStyle: StrokeStyle {
    var style = StrokeStyle()
    style.width = lineWidth
    style.miterLimit = max(miterLimit, 1)
    style.dashPhase = lineDashPhase
    style.cap =
      switch lineCap {
      case .round: .round
      case .square: .square
      default: .butt
      }
    style.join =
      switch lineJoin {
      case .round: .round
      case .bevel: .bevel
      default: .miter
      }
    // A pattern with a negative length, or with no positive one, is ignored.
    if let lineDashPattern, lineDashPattern.allSatisfy({ $0 >= 0 && $0.isFinite }),
      lineDashPattern.contains(where: { $0 > 0 })
    {
      style.dashLengths = lineDashPattern.map { CGFloat($0) }
    }
    return style
  }
}

extension GradientValues {
  fileprivate var kind: GradientKind {
    switch type {
    case .radial: .radial
    case .conic: .conic
    default: .axial
    }
  }

  /// The colours at their locations; nil without colours. Locations that do not ascend are raised to the
  /// one before; colours without a location are left out.
  fileprivate var gradient: CGGradient? {
    guard let colors, !colors.isEmpty else { return nil }
    guard let locations else { return CGGradient(colors: colors) }
    let count = min(colors.count, locations.count)
    var last = 0.0
    let ascending = locations.prefix(count).map { location -> CGFloat in
      last = max(last, location.isNaN ? last : min(max(location, 0), 1))
      return last
    }
    return CGGradient(colors: Array(colors.prefix(count)), locations: ascending)
  }
}
