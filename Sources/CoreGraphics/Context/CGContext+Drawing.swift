// CGContext+Drawing.swift
// Drawing conveniences: colours by components, several shapes at once, gradients with ends.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// How a path is drawn.
public enum CGPathDrawingMode: Int32, Sendable {
  /// Filled where the winding number is not zero.
  case fill
  /// Filled where the winding number is odd.
  case eoFill
  /// Stroked.
  case stroke
  /// Filled where the winding number is not zero, then stroked.
  case fillStroke
  /// Filled where the winding number is odd, then stroked.
  case eoFillStroke
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

  /// Sets the fill colour to one of printing inks, 0...1.
  public func setFillColor(
    cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    setFillColor(
      CGColor(
        genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the stroke colour to one of printing inks, 0...1.
  public func setStrokeColor(
    cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    setStrokeColor(
      CGColor(
        genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the colour space of further components, and the fill colour to black. Default RGB.
  public func setFillColorSpace(_ space: CGColorSpace) {
    (state.fillSpace, state.fill) = (space, .color(.black))
  }

  /// Sets the colour space of further components, and the stroke colour to black. Default RGB.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    (state.strokeSpace, state.stroke) = (space, .color(.black))
  }

  /// Sets the fill colour by components of its colour space, alpha last.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    guard let color = CGColor(colorSpace: state.fillSpace, components: components) else { return }
    setFillColor(color)
  }

  /// Sets the stroke colour by components of its colour space, alpha last.
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    guard let color = CGColor(colorSpace: state.strokeSpace, components: components) else { return }
    setStrokeColor(color)
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

  /// Adds an arc of a circle that touches two lines: from the current point to `tangent1End`, and from there
  /// to `tangent2End`; see ``CGMutablePath/addArc(tangent1End:tangent2End:radius:transform:)``.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    changePath { $0.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius) }
  }

  /// Whether a point of user space lies in the current path, painted in a mode.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    guard let path else { return false }
    switch mode {
    case .fill, .fillStroke: return path.contains(point, using: .winding)
    case .eoFill, .eoFillStroke: return path.contains(point, using: .evenOdd)
    case .stroke:
      let style = state.style
      return path.copy(
        strokingWithWidth: style.width, lineCap: style.cap, lineJoin: style.join,
        miterLimit: style.miterLimit
      ).contains(point)
    }
  }

  // MARK: Spaces

  /// The transform from user space to the space in which the context began.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }

  /// Converts a point of user space to the space in which the context began.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }

  /// Converts a point of the space in which the context began to user space.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }

  /// Converts a size of user space to the space in which the context began.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }

  /// Converts a size of the space in which the context began to user space.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }

  /// Converts a rectangle of user space to its bounding rectangle in the space in which the context began.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }

  /// Converts a rectangle of the space in which the context began to its bounding rectangle in user space.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }
}
