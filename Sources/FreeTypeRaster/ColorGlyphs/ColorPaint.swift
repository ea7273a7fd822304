// ColorPaint.swift
// The paint graph of a glyph (COLR version 1) as a value, in font units with y up.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A node of the graph.
///
/// Source: OpenType 1.9.1, the table COLR, "Paint tables".
indirect enum ColorPaint {
  /// Paints on top of each other, the first at the bottom.
  case layers([ColorPaint])
  case solid(PaintColor)
  case linear(ColorLine, from: CGPoint, to: CGPoint)
  case radial(ColorLine, from: PaintCircle, to: PaintCircle)
  /// Around a point, between two angles in radians from the x axis to the y axis.
  case sweep(ColorLine, center: CGPoint, from: CGFloat, to: CGFloat)
  /// A paint inside a glyph's outline.
  case glyph(UInt32, ColorPaint)
  /// A paint inside a rectangle.
  case clip(CGRect, ColorPaint)
  case transform(CGAffineTransform, ColorPaint)
  case composite(ColorPaint, CGBlendMode, backdrop: ColorPaint)
}

struct PaintCircle {
  var center: CGPoint
  var radius: CGFloat
}

/// A colour of the palette, or the text's, with an alpha of its own.
struct PaintColor {
  /// Nil for the text's colour.
  var color: CGColor?
  /// 0...1.
  var alpha: CGFloat

  func resolved(_ textColor: CGColor) -> CGColor {
    var color = color ?? textColor
    color.lanes.w *= alpha
    return color
  }
}

/// The colours along the line of a gradient.
struct ColorLine {
  /// What lies beyond the first and the last colour.
  enum Extend: UInt8 {
    case pad, `repeat`, reflect
  }
  struct Stop<Color> {
    /// 0 at the start of the line and 1 at its end; may lie outside.
    var offset: CGFloat
    var color: Color
  }

  var extend: Extend
  /// At least one, by ascending offset.
  var stops: [Stop<PaintColor>]
}

extension ColorPaint {
  /// Whether a colour is the text's.
  var usesTextColor: Bool {
    switch self {
    case .layers(let paints): paints.contains(where: \.usesTextColor)
    case .solid(let color): color.color == nil
    case .linear(let line, _, _), .radial(let line, _, _), .sweep(let line, _, _, _):
      line.stops.contains { $0.color.color == nil }
    case .glyph(_, let paint), .clip(_, let paint), .transform(_, let paint): paint.usesTextColor
    case .composite(let source, _, let backdrop): source.usesTextColor || backdrop.usesTextColor
    }
  }

  /// The rectangle that is painted; nil for a paint without an end, such as a colour outside of any outline.
  ///
  /// - Parameter outline: A glyph's outline in font units, y up; nil without one.
  func bounds(_ outline: (UInt32) -> CGPath?) -> CGRect? {
    switch self {
    case .layers(let paints):
      return paints.reduce(CGRect.null) { all, paint in
        paint.bounds(outline).flatMap { all?.union($0) }
      }
    case .solid, .linear, .radial, .sweep: return nil
    case .glyph(let glyph, _): return outline(glyph)?.boundingBoxOfPath ?? .null
    case .clip(let rect, let paint):
      return paint.bounds(outline)?.intersection(rect) ?? rect
    case .transform(let transform, let paint):
      return paint.bounds(outline).map { $0.isNull ? $0 : $0.applying(transform) }
    case .composite(let source, _, let backdrop):
      guard let source = source.bounds(outline), let backdrop = backdrop.bounds(outline) else {
        return nil
      }
      return source.union(backdrop)
    }
  }
}

// MARK: - Colours of a gradient

extension ColorLine {
  /// The most repetitions in one gradient.
  private static let mostPeriods = 64

  /// The offsets of the first and the last colour.
  var ends: ClosedRange<CGFloat> {
    let first = stops.first?.offset ?? 0
    return first...max(stops.last?.offset ?? 1, first)
  }

  /// The colours between two offsets, repeated as far as needed; the first at the lower offset, the last at
  /// the upper.
  func colors(over range: ClosedRange<CGFloat>, textColor: CGColor) -> [Stop<CGColor>] {
    let own = stops.map { Stop(offset: $0.offset, color: $0.color.resolved(textColor)) }
    let all = repeated(own, over: range)
    let inside = all.filter { $0.offset > range.lowerBound && $0.offset < range.upperBound }
    return [Stop(offset: range.lowerBound, color: Self.color(at: range.lowerBound, of: all))]
      + inside
      + [Stop(offset: range.upperBound, color: Self.color(at: range.upperBound, of: all))]
  }

  private func repeated(
    _ own: [Stop<CGColor>], over range: ClosedRange<CGFloat>
  ) -> [Stop<CGColor>] {
    let (first, length) = (ends.lowerBound, ends.upperBound - ends.lowerBound)
    guard extend != .pad, length > 1e-6 else { return own }
    func period(_ offset: CGFloat) -> Int {
      Int(min(max(((offset - first) / length).rounded(.down), -1e6), 1e6))
    }
    let low = period(range.lowerBound)
    let high = min(period(range.upperBound), low + Self.mostPeriods)
    return (low...high).flatMap { index -> [Stop<CGColor>] in
      let start = first + CGFloat(index) * length
      let isMirrored = extend == .reflect && !index.isMultiple(of: 2)
      let colors = isMirrored ? own.reversed() : own
      return colors.map { stop in
        let along = stop.offset - first
        return Stop(offset: start + (isMirrored ? length - along : along), color: stop.color)
      }
    }
  }

  private static func color(at offset: CGFloat, of stops: [Stop<CGColor>]) -> CGColor {
    guard let next = stops.firstIndex(where: { $0.offset > offset }) else {
      return stops.last?.color ?? .clear
    }
    guard next > 0 else { return stops[0].color }
    let (a, b) = (stops[next - 1], stops[next])
    let part = (offset - a.offset) / (b.offset - a.offset)
    return CGColor(lanes: a.color.lanes + (b.color.lanes - a.color.lanes) * part)
  }
}
