// DrawList.swift
// Stage: draw list. A picture as a value: primitives in painting order, each with a transform, a clip
// and an opacity.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

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
