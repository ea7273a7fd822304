// PaintWalk+ShapesAndGradients.swift
// Stage: draw list. What the layers of stock subclasses draw between their contents and their
// sublayers: shapes and gradients (semantics 12, 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// How often a layer's subclass draws over itself.
  func subclassDrawCount(_ v: Values) -> Int {
    switch v.subclass {
    case .shape(let shape): (shape.fills ? 1 : 0) + (shape.strokes ? 1 : 0)
    case .gradient(let gradient): gradient.colors?.isEmpty == false ? 1 : 0
    default: 0
    }
  }

  // MARK: Shapes

  /// Paints a shape: filled, the line over it. It is not cut at the bounds.
  func paintShape(_ shape: ShapeValues, _ place: PaintState, into painting: inout PaintContext) {
    guard let path = shape.path else { return }
    if shape.fills, let color = shape.fillColor {
      painting.writer.fill(
        path, shape.fillRule == .evenOdd ? .evenOdd : .winding, color, place)
    }
    guard shape.strokes, let color = shape.strokeColor else { return }
    let line = path.trimmed(from: shape.strokeStart, to: shape.strokeEnd)
    guard !line.elements.isEmpty else { return }
    painting.writer.stroke(line, shape.strokeStyle, color, place)
  }

  // MARK: Gradients

  /// Paints a gradient over the bounds, in the shape of the background.
  func paintGradient(
    _ values: GradientValues, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    guard let colors = values.colors, let gradient = values.gradient else { return }
    let bounds = v.pointee.bounds
    if colors.count == 1 {
      painting.writer.add(
        .box(Box(rect: bounds, radii: v.cornerRadii, fill: colors[0])), place, bounds: bounds)
      return
    }
    func point(_ unit: CGPoint) -> CGPoint {
      CGPoint(x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
    }
    painting.writer.add(
      .gradient(
        GradientFill(
          kind: values.kind, rect: bounds, radii: v.cornerRadii, gradient: gradient,
          start: point(values.startPoint),
          end: point(values.endPoint))), place, bounds: bounds)
  }
}

extension DrawListBuilder {
  /// Adds a filled path; simple ones as the boxes that canvases draw fast.
  mutating func fill(
    _ path: CGPath, _ rule: CGPathFillRule, _ color: CGColor, _ place: PaintState
  ) {
    switch path.shape {
    case .rect(let rect): add(.box(Box(rect: rect, fill: color)), place, bounds: rect)
    case .roundedRect(let rect, let radius):
      add(.box(Box(rect: rect, radii: SIMD4(repeating: radius), fill: color)), place, bounds: rect)
    case .general: add(.fill(path, rule, color), place, bounds: path.boundingBox)
    }
  }

  /// Adds a path's line.
  mutating func stroke(_ path: CGPath, _ style: StrokeStyle, _ color: CGColor, _ place: PaintState)
  {
    add(.stroke(path, style, color), place, bounds: style.reach(of: path))
  }
}

extension StrokeStyle {
  /// What a path's line can touch.
  fileprivate func reach(of path: CGPath) -> CGRect {
    let reach = width * max(miterLimit, 1.5) / 2 + 1
    return path.boundingBox.insetBy(dx: -reach, dy: -reach)
  }
}

extension ShapeValues {
  /// What a path can touch, filled and stroked.
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
    // A pattern that goes backwards, or never on, is none.
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

  /// The colours at their places; nil without colours. Places that do not ascend are moved up to the
  /// ones before; as many colours are used as have places.
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
