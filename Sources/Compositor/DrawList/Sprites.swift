// Sprites.swift
// Stage: draw list. Many small images in one primitive: particles.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Parts of images, drawn many times, each with its own position, rotation and tint: particles.
package struct Sprites: Hashable, Sendable {
  /// The blending of each sprite onto what lies beneath it.
  package enum Blend: Hashable, Sendable {
    /// Premultiplied source over destination.
    case over
    /// Sum of premultiplied colours and alphas.
    case add
  }

  /// The images to choose from. Their rectangles are in a sprite's own space.
  package var images: [ImageQuad]
  /// Back to front.
  package var items: [Sprite]
  package var blend: Blend

  package init(images: [ImageQuad], items: [Sprite], blend: Blend = .over) {
    self.images = images
    self.items = items
    self.blend = blend
  }
}

/// One of many copies of an image.
package struct Sprite: Hashable, Sendable {
  /// The sprite's x axis in the item's space: direction and scale. Its y axis is perpendicular.
  package var axis: SIMD2<Double>
  /// The position of the sprite's origin in the item's space.
  package var origin: SIMD2<Double>
  /// Multiplied into the image: red, green, blue, alpha, 0...1, not premultiplied.
  package var color: SIMD4<Float>
  /// Index into ``Sprites/images``.
  package var image: Int32
  /// The sort key of sprites that are drawn back to front.
  package var depth: Float

  package init(
    image: Int32, axis: SIMD2<Double>, origin: SIMD2<Double>,
    color: SIMD4<Float> = SIMD4(repeating: 1), depth: Float = 0
  ) {
    (self.image, self.axis, self.origin) = (image, axis, origin)
    (self.color, self.depth) = (color, depth)
  }

  /// From the sprite's space to the item's.
  package var transform: PlaneTransform {
    PlaneTransform(a: axis.x, b: axis.y, c: -axis.y, d: axis.x, tx: origin.x, ty: origin.y)
  }
}
