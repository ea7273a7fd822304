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
  package var fill: CGColor?
  /// The border lies inside the rectangle. Its inner edge is rounded by radius minus width.
  package var borderWidth: Double
  package var borderColor: CGColor?

  package init(
    rect: CGRect, radii: SIMD4<Double> = .zero, fill: CGColor? = nil, borderWidth: Double = 0,
    borderColor: CGColor? = nil
  ) {
    self.rect = rect
    self.radii = radii
    self.fill = fill
    self.borderWidth = borderWidth
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

  package init(image: CGImage, source: CGRect, rect: CGRect, isSmooth: Bool = true) {
    self.image = image
    self.source = source
    self.rect = rect
    self.isSmooth = isSmooth
  }
}

/// A gradient over a rectangle with round corners; beyond its ends the end colours continue.
package struct GradientFill: Hashable, Sendable {
  package var kind: GradientKind
  package var rect: CGRect
  package var radii: SIMD4<Double>
  package var gradient: CGGradient
  /// In the rectangle's space. Their meaning depends on the kind; where they give no size or direction, the
  /// last colour fills everything.
  package var start: CGPoint, end: CGPoint

  package init(
    kind: GradientKind = .axial, rect: CGRect, radii: SIMD4<Double> = .zero, gradient: CGGradient,
    start: CGPoint, end: CGPoint
  ) {
    self.kind = kind
    self.rect = rect
    self.radii = radii
    self.gradient = gradient
    self.start = start
    self.end = end
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
