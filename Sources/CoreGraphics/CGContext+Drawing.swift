// CGContext+Drawing.swift
// Drawing conveniences: colours by components, several shapes at once, gradients with ends.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// How a path is drawn.
public enum CGPathDrawingMode: Int32, Sendable {
  case fill, eoFill, stroke, fillStroke, eoFillStroke
}

/// The ends at which a gradient continues in its end colour.
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
  /// The options' bits.
  public let rawValue: UInt32
  /// Creates options from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// After the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

extension CGContext {
  /// Sets the fill colour, components 0...1.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the fill colour to a grey: 0 black, 1 white.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(gray: gray, alpha: alpha))
  }

  /// Sets the stroke colour, components 0...1.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the stroke colour to a grey: 0 black, 1 white.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(gray: gray, alpha: alpha))
  }

  /// Fills rectangles.
  public func fill(_ rects: [CGRect]) { for rect in rects { fill(rect) } }

  /// Strokes a rectangle with a line width in points, without changing the current line width.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    saveGState()
    setLineWidth(width)
    stroke(rect)
    restoreGState()
  }

  /// Adds lines between points, after a move to the first.
  public func addLines(between points: [CGPoint]) {
    let lines = CGMutablePath()
    lines.addLines(between: points)
    addPath(lines)
  }

  /// Adds rectangles.
  public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }

  /// Strokes lines from the first point to the second, from the third to the fourth, and so on.
  /// Clears the current path.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for pair in 0..<points.count / 2 {
      move(to: points[pair * 2])
      addLine(to: points[pair * 2 + 1])
    }
    strokePath()
  }

  /// Draws the current path, filled before it is stroked, and clears it.
  public func drawPath(using mode: CGPathDrawingMode) {
    let path = path
    switch mode {
    case .fill: fillPath()
    case .eoFill: fillPath(using: .evenOdd)
    case .stroke: strokePath()
    case .fillStroke, .eoFillStroke:
      fillPath(using: mode == .fillStroke ? .winding : .evenOdd)
      if let path { addPath(path) }
      strokePath()
    }
  }

  /// Clips further drawing to the union of rectangles.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects)
    clip()
  }

  /// Whether the current path has no elements.
  public var isPathEmpty: Bool { path?.isEmpty ?? true }

  /// The current path's current point.
  public var currentPointOfPath: CGPoint { path?.currentPoint ?? .zero }

  /// The bounding rectangle of the current path.
  public var boundingBoxOfPath: CGRect { path?.boundingBoxOfPath ?? .null }

  /// Fills the clip with a linear gradient. Without options, only between its ends.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = hypot(dx, dy)
    guard length > 0, length.isFinite else { return }
    saveGState()
    defer { restoreGState() }
    if options != [.drawsBeforeStartLocation, .drawsAfterEndLocation] {
      // A band across the gradient, far wider than any drawing.
      let far = 100_000 + length
      let (ux, uy) = (dx / length * far, dy / length * far)
      let low =
        options.contains(.drawsBeforeStartLocation)
        ? CGPoint(x: start.x - ux, y: start.y - uy) : start
      let high =
        options.contains(.drawsAfterEndLocation) ? CGPoint(x: end.x + ux, y: end.y + uy) : end
      let band = CGMutablePath()
      band.addLines(between: [
        CGPoint(x: low.x - uy, y: low.y + ux), CGPoint(x: high.x - uy, y: high.y + ux),
        CGPoint(x: high.x + uy, y: high.y - ux), CGPoint(x: low.x + uy, y: low.y - ux),
      ])
      band.closeSubpath()
      beginPath()
      addPath(band)
      clip()
    }
    drawLinearGradient(gradient, start: start, end: end)
  }
}
