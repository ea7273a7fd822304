// PaintWalk+ContinuousCorners.swift
// Stage: draw list. Layers whose corners are continuous curves: what is a box elsewhere is a path here
// (semantics 15).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UnsafePointer<LayerValues> {
  /// Whether corners are rounded, and along a continuous curve.
  var hasContinuousCorners: Bool {
    hasRareValues && pointee.cornerRadius > 0 && pointee.cornerCurve == .continuous
  }
}

extension PaintWalk {
  /// As `paintBody` for a layer with continuous corners.
  func paintContinuousBody(
    _ slot: Int32, _ v: Values, _ place: PaintState, into painting: inout PaintContext
  ) {
    let (bounds, radii, subclass) = (v.pointee.bounds, v.cornerRadii, v.subclass)
    let shape = CGPath(continuousRect: bounds, radii: radii)
    if let color = v.backgroundColor, color.alpha > 0 {
      painting.writer.add(.fill(shape, .winding, color), place, bounds: bounds)
    }
    var inner = place
    inner.opacity = 1
    inner.scissor = place.touched(by: bounds)
    let group = Group(bounds: inner.scissor)
    if case .gradient(let gradient)? = subclass, v.pointee.contents == nil {
      painting.group(group, opacity: place.opacity, scissor: inner.scissor) { painting in
        paintGradient(gradient, v, inner, into: &painting)
        painting.cut(to: shape, inner)
      }
    }
    if !nodes[Int(slot)].children.isEmpty || v.pointee.contents != nil || subclass != nil {
      if v.pointee.masksToBounds {
        painting.group(group, opacity: place.opacity, scissor: inner.scissor) { painting in
          paintInside(slot, v, inner, into: &painting)
          painting.cut(to: shape, inner)
        }
      } else {
        paintInside(slot, v, place, into: &painting)
      }
    }
    let width = v.pointee.borderWidth
    guard width > 0, let color = v.pointee.borderColor, color.alpha > 0 else { return }
    var ring = shape.elements
    let hole = bounds.standardized.insetBy(dx: width, dy: width)
    if !hole.isNull, hole.width > 0, hole.height > 0 {
      let left = radii - SIMD4(repeating: width)
      ring +=
        CGPath(continuousRect: hole, radii: left.replacing(with: 0, where: left .< 0)).elements
    }
    painting.writer.add(
      .fill(CGPath(elements: ring), .evenOdd, color), place, bounds: bounds)
  }
}

extension PaintContext {
  /// Keeps of what was painted into the open group what lies in a path.
  fileprivate mutating func cut(to path: CGPath, _ place: PaintState) {
    group(
      Group(blend: .destinationIn, bounds: place.scissor), opacity: 1, scissor: place.scissor
    ) { $0.writer.add(.fill(path, .winding, .black), place, bounds: path.boundingBox) }
  }
}
