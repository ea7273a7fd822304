// DrawList.swift
// Stage: draw list. Primitives in paint order, each with transform, clip and opacity; what a canvas
// must do with them. A primitive is not a triangle: each canvas lowers it as is fastest for it.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// A whole picture as a value.
package struct DrawList: Hashable, Sendable {
  /// The target's size, and the colour it is cleared to.
  package var size: PixelSize
  package var background: CGColor
  package var items: [DrawItem] = []
  /// Counts the lists of one painter up from 1; 0 for a list made by hand.
  package var serial = 0
  /// The pixels in which this list's picture may differ from that of the list before it, numbered
  /// ``serial`` - 1. A canvas that drew that one last, at the same size, may keep all others.
  package var damage = DamageRegion.everything

  package init(size: PixelSize, background: CGColor = .clear) {
    self.size = size
    self.background = background
  }
}

/// One step of the picture.
package struct DrawItem: Hashable, Sendable {
  package var primitive: Primitive
  /// From the primitive's space to device pixels.
  package var transform: PlaneTransform
  /// 0...1, multiplied into the primitive's own alpha.
  package var opacity: Double
  /// Device pixels outside are left alone. Clips that are not whole upright rectangles are groups.
  package var scissor: PixelRect
  /// The device pixels that the item can change, within its scissor. In a group with a mask or a
  /// shadow, and where a group begins and ends: all that the group can change. Empty where nothing
  /// of it can be seen.
  package var reach: PixelRect

  package init(
    _ primitive: Primitive, transform: PlaneTransform, opacity: Double, scissor: PixelRect,
    reach: PixelRect? = nil
  ) {
    self.primitive = primitive
    self.transform = transform
    self.opacity = opacity
    self.scissor = scissor
    self.reach = reach ?? scissor
  }

  package static func == (a: DrawItem, b: DrawItem) -> Bool {
    // Most items that change move; what they are is dear to compare.
    a.transform == b.transform && a.opacity == b.opacity && a.reach == b.reach
      && a.scissor == b.scissor && a.primitive == b.primitive
  }
}

/// What can be drawn. Colours are not premultiplied; a canvas blends premultiplied.
package enum Primitive: Hashable, Sendable {
  case box(Box)
  case image(ImageQuad)
  case glyphs(GlyphRun)
  case fill(CGPath, CGPathFillRule, CGColor)
  case stroke(CGPath, StrokeStyle, CGColor)
  case gradient(GradientFill)
  case shadow(BoxShadow)
  case sprites(Sprites)
  /// Starts an offscreen picture, transparent at first; every item up to the matching
  /// ``endGroup`` goes into it. The item's opacity and scissor apply when it is put back, and its
  /// transform where the group is mapped.
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
  /// The part to show, in the image's pixels, from its top left; edge pixels extend outside.
  package var source: CGRect
  package var rect: CGRect
  /// Linear filtering, else nearest.
  package var isSmooth: Bool

  package init(image: CGImage, source: CGRect, rect: CGRect, isSmooth: Bool = true) {
    self.image = image
    self.source = source
    self.rect = rect
    self.isSmooth = isSmooth
  }
}

/// A gradient over a rectangle with round corners; beyond its ends the end colours go on.
package struct GradientFill: Hashable, Sendable {
  package var kind: GradientKind
  package var rect: CGRect
  package var radii: SIMD4<Double>
  package var gradient: CGGradient
  /// In the rectangle's space. What they mean is the kind's business; where they give no size or
  /// direction the last colour fills all.
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

/// Parts of images, many times, each placed, turned and tinted by itself: particles.
package struct Sprites: Hashable, Sendable {
  /// What sprites show. The quads' rectangles are in the sprites' own space.
  package var looks: [ImageQuad]
  /// Back to front.
  package var items: [Sprite]
  /// Whether each is added to what lies beneath: the sum of premultiplied colours and alphas.
  package var isAdditive: Bool

  package init(looks: [ImageQuad], items: [Sprite], isAdditive: Bool = false) {
    self.looks = looks
    self.items = items
    self.isAdditive = isAdditive
  }
}

/// One of many copies of an image.
package struct Sprite: Hashable, Sendable {
  /// From its own space to the item's: its x axis (a, b), to which its y axis is a quarter turn, and where
  /// its origin is.
  package var axis: SIMD2<Double>, origin: SIMD2<Double>
  /// Multiplied into the image: red, green, blue, alpha, 0...1, not premultiplied.
  package var color: SIMD4<Float>
  /// Which of the looks it has.
  package var look: Int32
  /// Orders those that are drawn back to front.
  package var depth: Float

  package init(
    look: Int32, axis: SIMD2<Double>, origin: SIMD2<Double>,
    color: SIMD4<Float> = SIMD4(repeating: 1), depth: Float = 0
  ) {
    (self.look, self.axis, self.origin) = (look, axis, origin)
    (self.color, self.depth) = (color, depth)
  }

  /// From its own space to the item's.
  package var transform: PlaneTransform {
    PlaneTransform(a: axis.x, b: axis.y, c: -axis.y, d: axis.x, tx: origin.x, ty: origin.y)
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

/// How an offscreen picture is put back onto what lies beneath it.
package struct Group: Hashable, Sendable {
  package enum Blend: Hashable, Sendable {
    /// Premultiplied source over destination.
    case over
    /// Sum of premultiplied colours and alphas, for exact cross-fades.
    case add
    /// Destination times source alpha over the whole enclosing group, for masks and round clips.
    case destinationIn
  }
  package var blend: Blend
  /// Device pixels the group can touch. For ``Blend/destinationIn`` everything of the enclosing
  /// group outside of it becomes transparent.
  package var bounds: PixelRect
  /// A shadow of everything in the group, beneath it; offset and deviation in device pixels.
  package var shadow: GroupShadow?
  /// Whether bounds and items are in pixels of the group's own, which the transform of the item that
  /// begins it maps to the enclosing ones; its blend is over, and it has no shadow.
  package var isMapped: Bool

  package init(
    blend: Blend = .over, bounds: PixelRect, shadow: GroupShadow? = nil, isMapped: Bool = false
  ) {
    self.blend = blend
    self.bounds = bounds
    self.shadow = shadow
    self.isMapped = isMapped
  }
}

/// A blurred, coloured, displaced copy of a group's alpha.
package struct GroupShadow: Hashable, Sendable {
  package var offset: CGVector
  package var deviation: Double
  package var color: CGColor
  /// Whether the group casts its shadow without being seen itself.
  package var isAlone: Bool

  package init(offset: CGVector, deviation: Double, color: CGColor, isAlone: Bool = false) {
    self.offset = offset
    self.deviation = deviation
    self.color = color
    self.isAlone = isAlone
  }

  /// The device pixels that the shadow of what lies in a rectangle can change, and the rectangle.
  package func reach(around rect: PixelRect) -> PixelRect { spread(rect, offset) }

  /// The device pixels of a rectangle and those around it whose shadow can be seen in it.
  package func source(of rect: PixelRect) -> PixelRect {
    spread(rect, CGVector(dx: -offset.dx, dy: -offset.dy))
  }

  private func spread(_ rect: PixelRect, _ offset: CGVector) -> PixelRect {
    guard !rect.isEmpty, deviation >= 0, abs(offset.dx) < 1e6, abs(offset.dy) < 1e6,
      deviation < 1e6
    else { return rect }
    let margin = GaussianBlur.reach(deviation)
    return PixelRect(
      minX: rect.minX + Int(offset.dx.rounded(.down)) - margin,
      minY: rect.minY + Int(offset.dy.rounded(.down)) - margin,
      maxX: rect.maxX + Int(offset.dx.rounded(.up)) + margin,
      maxY: rect.maxY + Int(offset.dy.rounded(.up)) + margin
    ).union(rect)
  }
}

/// Something that can draw a list. A canvas knows no layer.
package protocol Canvas: AnyObject {
  /// Why a list could not be drawn; `Never` for a canvas in memory.
  associatedtype Failure: Error
  /// Draws a whole list; nothing of an earlier one remains.
  func draw(_ list: borrowing DrawList) throws(Failure) -> CanvasCounts
}

/// What drawing cost, for records and thresholds.
package struct CanvasCounts: Hashable, Sendable {
  package var drawCalls = 0
  package var vertices = 0
  package var groups = 0
  /// Pixels of the target that were drawn anew; 0 for a canvas that does not count them.
  package var pixels = 0
  /// Bytes newly put into textures or atlas pages.
  package var uploadedBytes = 0
  package init() {}
}
