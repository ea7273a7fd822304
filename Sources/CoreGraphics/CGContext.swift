// CGContext.swift
// The destination of draw(_:), which records drawing commands.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A recording drawing destination, in points with the origin at the top left, y down.
public final class CGContext {
  private struct State {
    var transform = CGAffineTransform.identity
    var fill = CGColor.black
    var stroke = CGColor.black
    var style = StrokeStyle()
    var alpha: CGFloat = 1
    var clip: Int?
    var isSmooth = true
  }

  private let size: CGSize
  private var state = State()
  private var saved: [State] = []
  private var items: [Drawing.Item] = []
  private var clips: [Drawing.Clip] = []
  /// Created for the first element, because most drawing needs no path.
  private lazy var current = CGMutablePath()

  /// Creates an empty drawing of a size in points.
  package init(size: CGSize) { self.size = size }

  /// The recording so far.
  package var drawing: Drawing { Drawing(size: size, items: items, clips: clips) }

  /// Whether nothing has been drawn.
  package var isEmpty: Bool { items.isEmpty }

  private func record(_ command: Drawing.Command) {
    items.append(
      Drawing.Item(
        command: command, transform: state.transform, clip: state.clip, alpha: state.alpha))
  }

  // MARK: State

  /// Saves the transform, colours, line style, alpha and clip.
  public func saveGState() { saved.append(state) }

  /// Restores the state saved last. Does nothing without one.
  public func restoreGState() { state = saved.popLast() ?? state }

  /// The transform from user space to the drawing.
  public var ctm: CGAffineTransform { state.transform }

  /// Prepends a transform to the current one.
  public func concatenate(_ transform: CGAffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }

  /// Translates user space by points.
  public func translateBy(x: CGFloat, y: CGFloat) {
    concatenate(CGAffineTransform(translationX: x, y: y))
  }

  /// Scales user space.
  public func scaleBy(x: CGFloat, y: CGFloat) { concatenate(CGAffineTransform(scaleX: x, y: y)) }

  /// Rotates user space by radians.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Sets the fill colour.
  public func setFillColor(_ color: CGColor) { state.fill = color }

  /// Sets the stroke colour.
  public func setStrokeColor(_ color: CGColor) { state.stroke = color }

  /// Sets the alpha of further drawing, 0...1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }

  /// Sets the line width of strokes, in points.
  public func setLineWidth(_ width: CGFloat) { state.style.width = width }

  /// Sets the line caps of strokes.
  public func setLineCap(_ cap: CGLineCap) { state.style.cap = cap }

  /// Sets the line joins of strokes.
  public func setLineJoin(_ join: CGLineJoin) { state.style.join = join }

  /// Sets the maximum length of a miter, in line widths.
  public func setMiterLimit(_ limit: CGFloat) { state.style.miterLimit = limit }

  /// Sets the dashes of strokes, in points.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    state.style.dashPhase = phase
    state.style.dashLengths = lengths
  }

  // MARK: Paths

  /// Begins a new path.
  public func beginPath() { current = CGMutablePath() }

  /// Begins a new subpath.
  public func move(to point: CGPoint) { current.move(to: point) }

  /// Adds a straight line.
  public func addLine(to point: CGPoint) { current.addLine(to: point) }

  /// Adds a cubic Bezier curve.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    current.addCurve(to: end, control1: control1, control2: control2)
  }

  /// Adds a quadratic Bezier curve.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    current.addQuadCurve(to: end, control: control)
  }

  /// Adds a rectangle.
  public func addRect(_ rect: CGRect) { current.addRect(rect) }

  /// Adds an ellipse.
  public func addEllipse(in rect: CGRect) { current.addEllipse(in: rect) }

  /// Adds a path.
  public func addPath(_ path: CGPath) { current.addPath(path) }

  /// Adds an arc; see
  /// ``CGMutablePath/addArc(center:radius:startAngle:endAngle:clockwise:transform:)``.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    current.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
      clockwise: clockwise)
  }

  /// Closes the subpath.
  public func closePath() { current.closeSubpath() }

  /// A copy of the current path.
  public var path: CGPath? { current.copy() }

  private func takePath() -> CGPath {
    defer { current = CGMutablePath() }
    return CGPath(elements: current.elements, shape: current.shape)
  }

  /// Fills the current path and clears it.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    record(.fill(takePath(), rule, state.fill))
  }

  /// Strokes the current path and clears it.
  public func strokePath() { record(.stroke(takePath(), state.style, state.stroke)) }

  /// Clips further drawing to the current path and clears it.
  public func clip(using rule: CGPathFillRule = .winding) { clip(takePath(), rule) }

  /// Clips further drawing to a rectangle.
  public func clip(to rect: CGRect) { clip(CGPath(rect: rect), .winding) }

  private func clip(_ path: CGPath, _ rule: CGPathFillRule) {
    clips.append(
      Drawing.Clip(parent: state.clip, path: path, rule: rule, transform: state.transform))
    state.clip = clips.count - 1
  }

  /// The bounding rectangle of the clip in user space. Without a clip, of the whole drawing.
  public var boundingBoxOfClipPath: CGRect {
    var box = CGRect(origin: .zero, size: size)
    var next = state.clip
    while let index = next {
      let clip = clips[index]
      box = box.overlap(with: clip.path.boundingBoxOfPath.applying(clip.transform))
      next = clip.parent
    }
    if box.isNull || box.isEmpty { return .zero }
    return box.applying(state.transform.inverted())
  }

  /// Fills a rectangle.
  public func fill(_ rect: CGRect) { record(.fill(CGPath(rect: rect), .winding, state.fill)) }

  /// Fills an ellipse.
  public func fillEllipse(in rect: CGRect) {
    record(.fill(CGPath(ellipseIn: rect), .winding, state.fill))
  }

  /// Strokes a rectangle.
  public func stroke(_ rect: CGRect) {
    record(.stroke(CGPath(rect: rect), state.style, state.stroke))
  }

  /// Strokes an ellipse.
  public func strokeEllipse(in rect: CGRect) {
    record(.stroke(CGPath(ellipseIn: rect), state.style, state.stroke))
  }

  // MARK: Images, gradients, text

  /// Draws an image into a rectangle, with its first row at the rectangle's smallest y.
  public func draw(_ image: CGImage, in rect: CGRect) {
    record(.image(image, rect, isSmooth: state.isSmooth))
  }

  /// Fills the clip with a linear gradient.
  public func drawLinearGradient(_ gradient: CGGradient, start: CGPoint, end: CGPoint) {
    record(.linearGradient(gradient, from: start, to: end))
  }

  /// Draws another context's recording at this one's origin.
  package func draw(_ drawing: Drawing) {
    // The recording's outermost clips are intersected with the current one.
    let first = clips.count
    for clip in drawing.clips {
      var clip = clip
      clip.parent = clip.parent.map { $0 + first } ?? state.clip
      clip.transform = clip.transform.concatenating(state.transform)
      clips.append(clip)
    }
    for item in drawing.items {
      var item = item
      item.clip = item.clip.map { $0 + first } ?? state.clip
      item.transform = item.transform.concatenating(state.transform)
      item.alpha *= state.alpha
      items.append(item)
    }
  }

  /// Fills a bar under or through text with the fill colour.
  package func fillBar(_ rect: CGRect) { record(.bar(rect, state.fill)) }

  /// Draws placed glyphs.
  package func draw(_ run: GlyphRun) { record(.glyphs(run)) }
}
