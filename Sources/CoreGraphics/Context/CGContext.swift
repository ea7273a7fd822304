// CGContext.swift
// The destination of draw(_:), which records drawing commands.
//
// This folder: drawing contexts, the commands that they record (`Drawing`), and bitmap contexts.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A destination of drawing.
///
/// The contexts of views, layers and image renderers are in points, with the origin at the top left and y
/// down. A bitmap context is in pixels, with the origin at the bottom left and y up, as on iOS.
///
/// A context records commands. Layers draw them at the scale of the screen; images and bitmap contexts make
/// pixels of them when the pixels are read.
///
/// Source: Apple's `CGContext`.
public final class CGContext {
  struct State {
    /// From user space to ``CGContext/base``.
    var transform = CGAffineTransform.identity
    var fill = Paint.color(.black)
    var stroke = Paint.color(.black)
    var style = StrokeStyle()
    var alpha: CGFloat = 1
    var clip: Int?
    var quality = CGInterpolationQuality.default
    /// Nil where nothing differs from plain drawing.
    var effects: DrawingEffects?
    var patternPhase = CGSize.zero
    var fillSpace = CGColorSpace.standard, strokeSpace = CGColorSpace.standard
  }

  /// What fills and strokes consist of.
  enum Paint {
    case color(CGColor)
    case pattern(CGPattern, CGColor)
    case image(PatternImage)
  }

  /// The size in points.
  package let size: CGSize
  /// Pixels per point, for ``makeImage()``.
  package var scale: CGFloat = 1
  /// From the space in which a context begins to the drawing's, whose y points down.
  let base: CGAffineTransform
  /// The pixels of a bitmap context.
  var bitmap: Bitmap?
  var state = State()
  /// The transform of glyphs that are drawn by number, for code that sets it before Core Text. Stored without an effect:
  /// text is drawn by strings and layers. Not part of the saved state. Default the identity.
  public var textMatrix = CGAffineTransform.identity
  private var saved: [State] = []
  private(set) var items: [Drawing.Item] = []
  private var clips: [Drawing.Clip] = []
  /// The states around the transparency layers that are open.
  var openLayers: [(state: State, savedCount: Int)] = []
  /// Created for the first element, because most drawing needs no path.
  private lazy var current = CGMutablePath()

  /// Creates an empty drawing of a size in points.
  package init(size: CGSize, base: CGAffineTransform = .identity) {
    (self.size, self.base) = (size, base)
  }

  /// The recording so far. Transparency layers that are open end here.
  package var drawing: Drawing {
    let ends = openLayers.map { _ in Drawing.Item(command: .endLayer, transform: .identity) }
    return Drawing(size: size, items: items + ends, clips: clips)
  }

  /// Whether nothing has been drawn.
  package var isEmpty: Bool { items.isEmpty }

  func record(_ command: Drawing.Command) {
    items.append(
      Drawing.Item(
        command: command, transform: drawingTransform, clip: state.clip, alpha: state.alpha,
        effects: state.effects))
    noteDrawing()
  }

  /// Removes the commands that are part of the pixels now.
  func removeCommands() { items.removeAll(keepingCapacity: true) }

  /// From user space to the drawing's.
  var drawingTransform: CGAffineTransform { state.transform.concatenating(base) }

  // MARK: State

  /// Saves the transform, colours, line style, alpha, blend mode, shadow and clip.
  public func saveGState() { saved.append(state) }

  /// Restores the state saved last. Does nothing without one, nor for one that was saved before the innermost
  /// transparency layer began.
  public func restoreGState() {
    if saved.count > (openLayers.last?.savedCount ?? 0) { state = saved.popLast() ?? state }
  }

  /// The number of saved states.
  var savedCount: Int { saved.count }

  /// Forgets the states that were saved since there were as many.
  func removeSavedStates(after count: Int) { saved.removeLast(max(saved.count - count, 0)) }

  /// The transform from user space to the space in which the context began.
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
  public func setFillColor(_ color: CGColor) { state.fill = .color(color) }

  /// Sets the stroke colour.
  public func setStrokeColor(_ color: CGColor) { state.stroke = .color(color) }

  /// Sets the alpha of further drawing, 0...1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }

  /// Multiplies the alpha of further drawing.
  package func multiplyAlpha(by factor: CGFloat) { setAlpha(state.alpha * factor) }

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

  /// Changes the current path.
  func changePath(_ body: (CGMutablePath) -> Void) { body(current) }

  /// Replaces the current path by the outline of its stroke, in the current line style.
  public func replacePathWithStrokedPath() {
    let (style, path) = (state.style, takePath())
    let line =
      style.dashLengths.isEmpty
      ? path : path.copy(dashingWithPhase: style.dashPhase, lengths: style.dashLengths)
    addPath(
      line.copy(
        strokingWithWidth: style.width, lineCap: style.cap, lineJoin: style.join,
        miterLimit: style.miterLimit))
  }

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

  func takePath() -> CGPath {
    defer { current = CGMutablePath() }
    return CGPath(elements: current.elements, shape: current.shape)
  }

  /// Fills the current path and clears it.
  public func fillPath(using rule: CGPathFillRule = .winding) { fill(takePath(), rule) }

  /// Strokes the current path and clears it.
  public func strokePath() { stroke(takePath()) }

  /// Clips further drawing to the current path and clears it.
  public func clip(using rule: CGPathFillRule = .winding) { clip(takePath(), rule) }

  /// Clips further drawing to a rectangle.
  public func clip(to rect: CGRect) { clip(CGPath(rect: rect), .winding) }

  func clip(_ path: CGPath, _ rule: CGPathFillRule) {
    append(Drawing.Clip(parent: state.clip, path: path, rule: rule, transform: drawingTransform))
  }

  /// Clips further drawing.
  func append(_ clip: Drawing.Clip) {
    clips.append(clip)
    state.clip = clips.count - 1
  }

  /// The bounding rectangle of the clip in user space. Without a clip, of the whole drawing.
  public var boundingBoxOfClipPath: CGRect {
    let box = clipBox
    return box.isEmpty ? .zero : box.applying(drawingTransform.inverted())
  }

  /// The bounding rectangle of the clip in the drawing's space; empty where everything is clipped.
  var clipBox: CGRect {
    var box = CGRect(origin: .zero, size: size)
    var next = state.clip
    while let index = next {
      let clip = clips[index]
      box = box.overlap(with: clip.path.boundingBoxOfPath.applying(clip.transform))
      next = clip.parent
    }
    return box.isNull ? .zero : box
  }

  private func fill(_ path: CGPath, _ rule: CGPathFillRule) {
    switch state.fill {
    case .color(let color): record(.fill(path, rule, color))
    case .pattern(let pattern, let color):
      drawPattern(pattern, color) { clip(path, rule) }
    case .image(let pattern): fill(path, rule, with: pattern)
    }
  }

  private func stroke(_ path: CGPath) {
    switch state.stroke {
    case .color(let color): record(.stroke(path, state.style, color))
    case .pattern(let pattern, let color):
      drawStrokePattern(pattern, color, path)
    case .image(let pattern): stroke(path, with: pattern)
    }
  }

  /// Fills a rectangle.
  public func fill(_ rect: CGRect) { fill(CGPath(rect: rect), .winding) }

  /// Fills an ellipse.
  public func fillEllipse(in rect: CGRect) { fill(CGPath(ellipseIn: rect), .winding) }

  /// Strokes a rectangle.
  public func stroke(_ rect: CGRect) { stroke(CGPath(rect: rect)) }

  /// Strokes an ellipse.
  public func strokeEllipse(in rect: CGRect) { stroke(CGPath(ellipseIn: rect)) }

  // MARK: Images, gradients, text

  /// Draws an image into a rectangle, with its first row at the rectangle's largest y.
  ///
  /// The image is upright where y points up, as in a bitmap context, and upside down in the context of a view,
  /// as on iOS. `UIImage` draws itself upright in both.
  public func draw(_ image: CGImage, in rect: CGRect) {
    let rect = rect.standardized
    saveGState()
    concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: rect.minY + rect.maxY))
    drawUpright(image, in: rect)
    restoreGState()
  }

  /// Draws an image into a rectangle, with its first row at the rectangle's smallest y.
  package func drawUpright(_ image: CGImage, in rect: CGRect) {
    record(.image(image, rect, isSmooth: state.quality != .none))
  }

  /// Draws an image upright into a rectangle, with edges that keep their size.
  ///
  /// - Parameters:
  ///   - centre: The part of the image that stretches, 0...1.
  ///   - size: The image's size in points.
  package func drawStretched(_ image: CGImage, in rect: CGRect, centre: CGRect, size: CGSize) {
    record(.stretched(image, rect, centre: centre, size: size))
  }

  /// Draws a tree of layers; user space is that of its root's bounds.
  package func draw(_ tree: any DrawnTree) { record(.tree(Drawing.Tree(content: tree))) }

  /// Draws another context's recording at this one's origin.
  package func draw(_ drawing: Drawing) {
    // The recording's outermost clips are intersected with the current one.
    let first = clips.count
    for clip in drawing.clips {
      var clip = clip
      clip.parent = clip.parent.map { $0 + first } ?? state.clip
      clip.transform = clip.transform.concatenating(drawingTransform)
      clips.append(clip)
    }
    // Alpha, clip and effects apply once, to a layer as a whole.
    var depth = 0
    for var item in drawing.items {
      if case .endLayer = item.command { depth -= 1 }
      item.clip = item.clip.map { $0 + first } ?? (depth == 0 ? state.clip : nil)
      item.transform = item.transform.concatenating(drawingTransform)
      if depth == 0 {
        item.alpha *= state.alpha
        item.effects = item.effects ?? state.effects
      }
      if case .beginLayer = item.command { depth += 1 }
      items.append(item)
    }
    noteDrawing()
  }

  /// Fills a bar under or through text with the fill colour.
  package func fillBar(_ rect: CGRect) {
    guard case .color(let color) = state.fill else { return fill(rect) }
    record(.bar(rect, color))
  }

  /// Draws placed glyphs.
  package func draw(_ run: GlyphRun) { record(.glyphs(run)) }
}
