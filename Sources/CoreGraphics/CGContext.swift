// CGContext.swift
// What draw(_:) draws into: it keeps a list of drawing commands and paints nothing itself.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// What a context recorded: the contents of a layer that draws itself.
///
/// Unlike a bitmap it holds no pixels, so a string that changes every frame uploads nothing, and
/// a layer that is scaled up stays sharp.
///
/// It never changes while more than one holds it; see ``reclaim(_:)``.
package final class Drawing: @unchecked Sendable, Hashable {
  /// One thing drawn, in the space that ``Item/transform`` maps to the drawing's.
  package enum Command: Hashable, Sendable {
    case fill(CGPath, CGPathFillRule, CGColor)
    case stroke(CGPath, StrokeStyle, CGColor)
    case image(CGImage, CGRect, isSmooth: Bool)
    case glyphs(GlyphRun)
    case linearGradient(CGGradient, from: CGPoint, to: CGPoint)
  }

  /// A command with the state it was given under.
  package struct Item: Hashable, Sendable {
    package var command: Command
    package var transform: CGAffineTransform
    /// Index into ``Drawing/clips``; nil when nothing clips.
    package var clip: Int?
    /// 0...1.
    package var alpha: CGFloat

    package init(
      command: Command, transform: CGAffineTransform, clip: Int? = nil, alpha: CGFloat = 1
    ) {
      self.command = command
      self.transform = transform
      self.clip = clip
      self.alpha = alpha
    }
  }

  /// A clip path, which holds inside its parent's.
  package struct Clip: Hashable, Sendable {
    package var parent: Int?
    package var path: CGPath
    package var rule: CGPathFillRule
    package var transform: CGAffineTransform
  }

  /// The size of the drawing in points; its space runs from the top left, y down.
  @exclusivity(unchecked) package private(set) var size: CGSize
  @exclusivity(unchecked) package private(set) var items: [Item]
  @exclusivity(unchecked) package private(set) var clips: [Clip]

  package init(size: CGSize, items: [Item], clips: [Clip] = []) {
    self.size = size
    self.items = items
    self.clips = clips
  }

  /// Takes the room for glyphs of a drawing that its owner no longer shows, unless somebody else
  /// holds it; then ``fill(_:size:with:)`` makes it another drawing. So a line of text that changes
  /// every frame allocates nothing.
  ///
  /// - Parameter drawing: The owner's own reference.
  /// - Returns: Glyphs that mean nothing any more; nil when the drawing has to stay as it is.
  package static func reclaim(_ drawing: inout Drawing?) -> [PlacedGlyph]? {
    guard isKnownUniquelyReferenced(&drawing), let drawing else { return nil }
    guard drawing.items.count == 1, case .glyphs(let run) = drawing.items[0].command else {
      return []
    }
    drawing.items[0].command = .glyphs(.empty)
    return run.glyphs
  }

  /// Makes a drawing that nobody else holds another one, of a single command.
  package static func fill(_ drawing: inout Drawing?, size: CGSize, with item: Item) {
    guard isKnownUniquelyReferenced(&drawing), let drawing else {
      preconditionFailure("a drawing that others hold cannot become another")
    }
    drawing.size = size
    if drawing.items.count == 1 {
      drawing.items[0] = item
    } else {
      drawing.items = [item]
    }
    if !drawing.clips.isEmpty { drawing.clips = [] }
  }

  package static func == (a: Drawing, b: Drawing) -> Bool {
    a === b || (a.size == b.size && a.items == b.items && a.clips == b.clips)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(items.count) }
}

/// Colours along a line; locations 0...1 ascending.
public final class CGGradient: Sendable, Hashable {
  package let colors: [CGColor]
  package let locations: [CGFloat]

  /// Creates a gradient; without locations the colours are spread evenly.
  ///
  /// - Precondition: There is a location for each colour, if any.
  public init?(colors: [CGColor], locations: [CGFloat]? = nil) {
    guard !colors.isEmpty else { return nil }
    precondition(
      locations == nil || locations?.count == colors.count,
      "\(colors.count) colours need as many locations, not \(locations?.count ?? 0)")
    self.colors = colors
    self.locations =
      locations
      ?? colors.indices.map { CGFloat($0) / CGFloat(max(colors.count - 1, 1)) }
  }

  /// Gradients are equal when their colours and locations are.
  public static func == (a: CGGradient, b: CGGradient) -> Bool {
    a.colors == b.colors && a.locations == b.locations
  }

  /// Hashes colours and locations.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(colors)
    hasher.combine(locations)
  }
}

/// A drawing destination that records; origin at the top left, y down, units points.
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
  /// Made when the first step comes; most drawing needs none.
  private lazy var current = CGMutablePath()

  /// Creates an empty drawing of a size in points.
  package init(size: CGSize) { self.size = size }

  /// Everything drawn so far.
  package var drawing: Drawing { Drawing(size: size, items: items, clips: clips) }

  /// Whether nothing has been drawn.
  package var isEmpty: Bool { items.isEmpty }

  private func record(_ command: Drawing.Command) {
    items.append(
      Drawing.Item(
        command: command, transform: state.transform, clip: state.clip, alpha: state.alpha))
  }

  // MARK: State

  /// Remembers transform, colours, line style, alpha and clip.
  public func saveGState() { saved.append(state) }

  /// Returns to what was remembered last; without anything remembered, does nothing.
  public func restoreGState() { state = saved.popLast() ?? state }

  /// The transform from user space to the drawing.
  public var ctm: CGAffineTransform { state.transform }

  /// Puts a transform in front of the current one.
  public func concatenate(_ transform: CGAffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }

  /// Moves the origin, in points.
  public func translateBy(x: CGFloat, y: CGFloat) {
    concatenate(CGAffineTransform(translationX: x, y: y))
  }

  /// Scales user space.
  public func scaleBy(x: CGFloat, y: CGFloat) { concatenate(CGAffineTransform(scaleX: x, y: y)) }

  /// Rotates user space by radians.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Sets the colour of fills.
  public func setFillColor(_ color: CGColor) { state.fill = color }

  /// Sets the colour of strokes.
  public func setStrokeColor(_ color: CGColor) { state.stroke = color }

  /// Sets the alpha, 0...1, of what is drawn from now on.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }

  /// Sets the width of strokes, in points.
  public func setLineWidth(_ width: CGFloat) { state.style.width = width }

  /// Sets the ends of strokes.
  public func setLineCap(_ cap: CGLineCap) { state.style.cap = cap }

  /// Sets the joins of strokes.
  public func setLineJoin(_ join: CGLineJoin) { state.style.join = join }

  /// Sets how long a miter may become, in line widths.
  public func setMiterLimit(_ limit: CGFloat) { state.style.miterLimit = limit }

  /// Sets the dashes of strokes, lengths in points.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    state.style.dashPhase = phase
    state.style.dashLengths = lengths
  }

  // MARK: Paths

  /// Starts a new path, dropping the current one.
  public func beginPath() { current = CGMutablePath() }

  /// Starts a new subpath.
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

  /// Adds an arc; see ``CGMutablePath/addArc(center:radius:startAngle:endAngle:clockwise:transform:)``.
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

  /// Fills the current path and drops it.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    record(.fill(takePath(), rule, state.fill))
  }

  /// Strokes the current path and drops it.
  public func strokePath() { record(.stroke(takePath(), state.style, state.stroke)) }

  /// Keeps further drawing inside the current path, and drops it.
  public func clip(using rule: CGPathFillRule = .winding) { clip(takePath(), rule) }

  /// Keeps further drawing inside a rectangle.
  public func clip(to rect: CGRect) { clip(CGPath(rect: rect), .winding) }

  private func clip(_ path: CGPath, _ rule: CGPathFillRule) {
    clips.append(
      Drawing.Clip(parent: state.clip, path: path, rule: rule, transform: state.transform))
    state.clip = clips.count - 1
  }

  /// The smallest upright rectangle of user space around what the clips leave; all that can be drawn
  /// on without a clip.
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

  /// Draws an image into a rectangle, its first row at the rectangle's smallest y.
  public func draw(_ image: CGImage, in rect: CGRect) {
    record(.image(image, rect, isSmooth: state.isSmooth))
  }

  /// Fills the clip with a gradient along a line.
  public func drawLinearGradient(_ gradient: CGGradient, start: CGPoint, end: CGPoint) {
    record(.linearGradient(gradient, from: start, to: end))
  }

  /// Draws what another context recorded, from this one's origin on.
  package func draw(_ drawing: Drawing) {
    // Its outermost clips lie inside what clips here.
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

  /// Draws placed glyphs.
  package func draw(_ run: GlyphRun) { record(.glyphs(run)) }
}
