// Primitives.swift
// Stage: draw list. What a draw list can draw. A primitive is not a triangle: each canvas lowers it in
// the form that is fastest for it.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// One shape, image, text or group boundary. Its colours are not premultiplied; a canvas blends
/// premultiplied.
package enum Primitive: Hashable, Sendable {
  case box(Box)
  case image(ImageQuad)
  case glyphs(GlyphRun)
  case fill(CGPath, CGPathFillRule, CGColor)
  case stroke(CGPath, StrokeStyle, CGColor)
  case gradient(GradientFill)
  case shadow(BoxShadow)
  case sprites(Sprites)
  case backdrop(Backdrop)
  /// Begins an offscreen picture, transparent at first, into which every item up to the matching
  /// ``endGroup`` is drawn. The item's opacity and scissor apply when it is composited; its transform
  /// applies to a mapped group.
  case beginGroup(Group)
  case endGroup
}

/// A rectangle with round corners, filled and bordered, edges anti-aliased.
package struct Box: Hashable, Sendable {
  package var rect: CGRect
  /// Corner radii, in units of the box: top left, top right, bottom right, bottom left. Never more
  /// than half of the shorter side.
  package var radii: SIMD4<Double>
  // A colour that is nil takes no room of its own, as every layer has a box: zero, with a flag.
  package private(set) var fillLanes = SIMD4<Double>.zero, borderLanes = SIMD4<Double>.zero
  /// The border lies inside the rectangle. Its inner edge is rounded by radius minus width.
  package var borderWidth: Double
  package private(set) var hasFill = false, hasBorderColor = false

  package var fill: CGColor? {
    get { hasFill ? CGColor(lanes: fillLanes) : nil }
    set { (fillLanes, hasFill) = (newValue?.lanes ?? .zero, newValue != nil) }
  }

  package var borderColor: CGColor? {
    get { hasBorderColor ? CGColor(lanes: borderLanes) : nil }
    set { (borderLanes, hasBorderColor) = (newValue?.lanes ?? .zero, newValue != nil) }
  }

  /// Whether the box has nothing but a fill.
  @inline(__always)
  func isPlain(_ rect: CGRect, _ radii: SIMD4<Double>, _ fill: CGColor) -> Bool {
    hasFill && !hasBorderColor && borderWidth == 0 && fillLanes == fill.lanes
      && self.radii == radii && self.rect.origin.x == rect.origin.x
      && self.rect.origin.y == rect.origin.y && self.rect.size.width == rect.size.width
      && self.rect.size.height == rect.size.height
  }

  package init(
    rect: CGRect, radii: SIMD4<Double> = .zero, fill: CGColor? = nil, borderWidth: Double = 0,
    borderColor: CGColor? = nil
  ) {
    (self.rect, self.radii, self.borderWidth) = (rect, radii, borderWidth)
    self.fill = fill
    self.borderColor = borderColor
  }
}

/// A part of an image stretched over a rectangle, its edges anti-aliased.
package struct ImageQuad: Hashable, Sendable {
  package var image: CGImage
  /// The part to draw, in pixels from the image's top left; outside, edge pixels repeat.
  package var source: CGRect
  package var rect: CGRect
  /// Whether filtering is linear instead of nearest.
  package var isSmooth: Bool
  /// The parts that stretch apart from each other; nil where all of the image stretches alike.
  package var parts: ImageParts?

  package init(
    image: CGImage, source: CGRect, rect: CGRect, isSmooth: Bool = true, parts: ImageParts? = nil
  ) {
    self.image = image
    self.source = source
    self.rect = rect
    self.isSmooth = isSmooth
    self.parts = parts
  }
}

/// Two lines across each axis of an image, which cut it into nine parts.
///
/// The parts are one primitive: between them there is no edge to be anti-aliased.
package struct ImageParts: Hashable, Sendable {
  /// The lines as fractions of the source, 0...1: left, top, right, bottom.
  package var source: SIMD4<Float>
  /// The same lines as fractions of the rectangle.
  package var place: SIMD4<Float>

  package init(source: SIMD4<Float>, place: SIMD4<Float>) {
    (self.source, self.place) = (source, place)
  }

  /// The map of one axis: 0 for columns, 1 for rows.
  package func axis(_ axis: Int, of source: ClosedRange<Double>) -> PartsAxis {
    let length = source.upperBound - source.lowerBound
    return PartsAxis(
      place: SIMD4(0, Double(place[axis]), Double(place[axis + 2]), 1),
      texel: source.lowerBound
        + SIMD4(0, Double(self.source[axis]), Double(self.source[axis + 2]), 1) * length)
  }
}

/// The map from places along one side of a rectangle to an image, linear in each of three parts.
package struct PartsAxis: Sendable {
  /// The ends of the parts as fractions of the side, ascending from 0 to 1.
  package var place: SIMD4<Double>
  /// The ends in pixels of the image.
  package var texel: SIMD4<Double>
  /// Pixels of the image per side, in each part.
  private var slope: SIMD4<Double>

  package init(place: SIMD4<Double>, texel: SIMD4<Double>) {
    (self.place, self.texel) = (place, texel)
    slope = .zero
    for part in 0..<3 where place[part + 1] > place[part] {
      slope[part] = (texel[part + 1] - texel[part]) / (place[part + 1] - place[part])
    }
  }

  /// Returns the place on the image; beyond the ends, the outer parts continue.
  @inline(__always) package func texel(at position: Double) -> Double {
    if position < place.y { return texel.x + position * slope.x }
    if position < place.z { return texel.y + (position - place.y) * slope.y }
    return texel.w + (position - 1) * slope.z
  }

  /// Returns the place along the side of a place on the image; nil outside of the image's part.
  package func position(of wanted: Double) -> Double? {
    for part in 0..<3 where texel[part] <= wanted && wanted <= texel[part + 1] {
      guard slope[part] > 0 else { continue }
      return place[part] + (wanted - texel[part]) / slope[part]
    }
    return nil
  }
}

/// A gradient over a rectangle with round corners; beyond its ends the end colours continue.
package struct GradientFill: Hashable, Sendable {
  package var kind: GradientKind
  package var rect: CGRect
  package var radii: SIMD4<Double>
  package var gradient: CGGradient
  /// In the units of ``space``. Their meaning depends on the kind; where they give no size or direction, the
  /// last colour fills everything.
  package var start: CGPoint, end: CGPoint
  /// The place of the gradient's unit square in the rectangle's space. All kinds stretch with it: lines of one
  /// colour stay lines, and circles become ellipses.
  package var space: CGRect

  /// - Parameter space: Default one unit at the origin, so that the points are in the rectangle's space.
  package init(
    kind: GradientKind = .axial, rect: CGRect, radii: SIMD4<Double> = .zero, gradient: CGGradient,
    start: CGPoint, end: CGPoint, space: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  ) {
    self.kind = kind
    self.rect = rect
    self.radii = radii
    self.gradient = gradient
    self.start = start
    self.end = end
    self.space = space
  }
}

/// The Gaussian shadow of a rectangle with round corners.
package struct BoxShadow: Hashable, Sendable {
  package var rect: CGRect
  package var radii: SIMD4<Double>
  /// Standard deviation, in units of the rectangle; 0 is a sharp edge.
  package var deviation: Double
  package var color: CGColor

  package init(rect: CGRect, radii: SIMD4<Double>, deviation: Double, color: CGColor) {
    self.rect = rect
    self.radii = radii
    self.deviation = deviation
    self.color = color
  }
}
