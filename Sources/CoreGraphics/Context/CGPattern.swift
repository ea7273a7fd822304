// CGPattern.swift
// Patterns: a cell that is drawn once and repeated over fills and strokes.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The spacing of a pattern's cells. Cells always have the given distances.
public enum CGPatternTiling: Int32, Sendable {
  /// Without distortion of cells.
  case noDistortion
  /// With constant spacing, and little distortion.
  case constantSpacingMinimalDistortion
  /// With constant spacing.
  case constantSpacing
}

/// Draws a pattern's cell, given the pattern's `info`.
public typealias CGPatternDrawPatternCallback = (UnsafeMutableRawPointer?, CGContext) -> Void
/// Releases a pattern's `info`.
public typealias CGPatternReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The functions of a pattern.
public struct CGPatternCallbacks {
  /// The structure's version, 0.
  public var version: UInt32
  /// Draws the cell, in the pattern's space. Nil draws nothing.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// Called when the pattern is no longer used.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Creates callbacks that do nothing.
  public init() { self.init(version: 0, drawPattern: nil, releaseInfo: nil) }

  /// Creates callbacks.
  public init(
    version: UInt32, drawPattern: CGPatternDrawPatternCallback?,
    releaseInfo: CGPatternReleaseInfoCallback?
  ) {
    (self.version, self.drawPattern, self.releaseInfo) = (version, drawPattern, releaseInfo)
  }
}

/// A cell that repeats along two axes.
///
/// Source: Apple's `CGPattern`.
public final class CGPattern {
  /// The part of the pattern's space that a cell draws.
  let bounds: CGRect
  /// From the pattern's space to that in which the context began.
  let matrix: CGAffineTransform
  let step: CGSize
  let isColored: Bool
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGPatternCallbacks
  /// The cell of a coloured pattern, drawn once.
  private var cell: Drawing?

  /// Creates a pattern. Nil where the bounds or steps are empty or not finite.
  ///
  /// - Parameters:
  ///   - info: What the callbacks get. Not touched otherwise.
  ///   - bounds: The cell, in the pattern's space.
  ///   - matrix: From the pattern's space to that in which the context began; no other transform applies.
  ///   - xStep: The distance of cells along the x axis, in the pattern's space.
  ///   - yStep: The distance of cells along the y axis, in the pattern's space.
  ///   - tiling: Without effect: cells are at exact distances.
  ///   - isColored: Whether the cell sets its own colours. One that does not is drawn in the colour given
  ///     with the pattern.
  ///   - callbacks: Draw the cell, and release what `info` names.
  public init?(
    info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat,
    yStep: CGFloat, tiling: CGPatternTiling, isColored: Bool,
    callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    let numbers = [
      bounds.minX, bounds.minY, bounds.width, bounds.height, matrix.a, matrix.b, matrix.c, matrix.d,
      matrix.tx, matrix.ty, xStep, yStep,
    ]
    guard numbers.allSatisfy(\.isFinite), !bounds.isEmpty, xStep != 0, yStep != 0,
      matrix.a * matrix.d != matrix.b * matrix.c
    else { return nil }
    (self.bounds, self.matrix, self.isColored) = (bounds, matrix, isColored)
    step = CGSize(width: abs(xStep), height: abs(yStep))
    (self.info, self.callbacks) = (info, callbacks.pointee)
  }

  deinit { callbacks.releaseInfo?(info) }

  /// Returns the cell in a colour, with the bounds' origin as the drawing's.
  func cell(in color: CGColor) -> Drawing {
    if isColored, let cell { return cell }
    let context = CGContext(size: bounds.size)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    if !isColored {
      context.setFillColor(color)
      context.setStrokeColor(color)
    }
    context.clip(to: bounds)
    callbacks.drawPattern?(info, context)
    let drawing = context.drawing
    if isColored { cell = drawing }
    return drawing
  }
}

extension CGContext {
  /// The most cells that a fill draws; further ones are left out.
  private static let maximumCells = 65536.0

  /// Fills further shapes with a pattern.
  ///
  /// - Parameters:
  ///   - pattern: What repeats.
  ///   - components: The alpha of a coloured pattern. Components and alpha of the colour of one without
  ///     colours, in the base space of the context's colour space, or in RGB.
  public func setFillPattern(
    _ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>
  ) {
    state.fill = .pattern(pattern, Self.color(of: pattern, components, state.fillSpace))
  }

  /// Strokes further paths with a pattern.
  ///
  /// - Parameters:
  ///   - pattern: What repeats.
  ///   - components: The alpha of a coloured pattern. Components and alpha of the colour of one without
  ///     colours, in the base space of the context's colour space, or in RGB.
  public func setStrokePattern(
    _ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>
  ) { state.stroke = .pattern(pattern, Self.color(of: pattern, components, state.strokeSpace)) }

  /// Moves further patterns, in points of the space in which the context began.
  public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }

  private static func color(
    of pattern: CGPattern, _ components: UnsafePointer<CGFloat>, _ space: CGColorSpace
  ) -> CGColor {
    if pattern.isColored {
      return CGColor(gray: 0, alpha: components[0].isFinite ? min(max(components[0], 0), 1) : 1)
    }
    return CGColor(colorSpace: space.baseColorSpace ?? .standard, components: components) ?? .black
  }

  /// Draws a pattern's cells into a clip.
  func drawPattern(_ pattern: CGPattern, _ color: CGColor, clip: () -> Void) {
    let isWhole = state.effects != nil
    if isWhole { beginTransparencyLayer(auxiliaryInfo: nil) }
    saveGState()
    clip()
    if pattern.isColored { setAlpha(state.alpha * color.alpha) }
    drawCells(of: pattern, color)
    restoreGState()
    if isWhole { endTransparencyLayer() }
  }

  /// Draws a pattern's cells along a path.
  func drawStrokePattern(_ pattern: CGPattern, _ color: CGColor, _ path: CGPath) {
    let style = state.style
    beginTransparencyLayer(auxiliaryInfo: nil)
    let transform = state.transform
    if pattern.isColored { setAlpha(color.alpha) }
    drawCells(of: pattern, color)
    // What the stroke does not cover is erased.
    setBlendMode(.destinationIn)
    setAlpha(1)
    beginTransparencyLayer(auxiliaryInfo: nil)
    state.transform = transform
    record(.stroke(path, style, .black))
    endTransparencyLayer()
    endTransparencyLayer()
  }

  /// Draws all cells that the clip can show.
  private func drawCells(of pattern: CGPattern, _ color: CGColor) {
    saveGState()
    defer { restoreGState() }
    state.transform = pattern.matrix.concatenating(
      CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height))
    let box = clipBox.applying(drawingTransform.inverted())
    guard !box.isEmpty, box.isFinite else { return }
    let (bounds, step) = (pattern.bounds, pattern.step)
    let columns = Self.cells(box.minX - bounds.maxX, box.maxX - bounds.minX, step.width)
    let rows = Self.cells(box.minY - bounds.maxY, box.maxY - bounds.minY, step.height)
    guard
      (columns.upperBound - columns.lowerBound) * (rows.upperBound - rows.lowerBound)
        < Self.maximumCells
    else { return }
    let cell = pattern.cell(in: color)
    let origin = state.transform
    for row in stride(from: rows.lowerBound, through: rows.upperBound, by: 1) {
      for column in stride(from: columns.lowerBound, through: columns.upperBound, by: 1) {
        state.transform = CGAffineTransform(
          translationX: bounds.minX + column * step.width, y: bounds.minY + row * step.height
        ).concatenating(origin)
        draw(cell)
      }
    }
  }

  /// The whole numbers of steps between two distances.
  private static func cells(_ low: CGFloat, _ high: CGFloat, _ step: CGFloat) -> ClosedRange<Double>
  {
    let (first, last) = ((low / step).rounded(.up), (high / step).rounded(.down))
    return first...max(first, last)
  }
}
