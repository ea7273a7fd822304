// DrawList.swift
// Stage: draw list. A picture as a value: primitives in painting order, each with a transform, a clip
// and an opacity.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

/// A picture as a value.
package struct DrawList: Hashable, Sendable {
  /// The target's size, and the colour it is cleared to.
  package var size: PixelSize
  package var background: CGColor
  package var items: [DrawItem] = []
  /// Whether the list may have groups or backdrops that only the processor can draw.
  package var needsPixels = false
  /// The number of the list among those of its painter, from 1; 0 for a list without a painter.
  package var serial = 0
  /// The pixels in which the picture may differ from that of the list before, numbered ``serial`` - 1. A
  /// canvas that drew that one last, at the same size, may keep all others.
  package var damage = DamageRegion.everything

  package init(size: PixelSize, background: CGColor = .clear) {
    self.size = size
    self.background = background
  }
}

/// One primitive of a list, and how it is drawn.
package struct DrawItem: Hashable, Sendable {
  package var primitive: Primitive
  /// From the primitive's space to device pixels.
  package var transform: PlaneTransform
  /// 0...1, multiplied into the primitive's own alpha.
  package var opacity: Double
  /// Device pixels outside do not change. Clips other than upright rectangles are groups.
  package var scissor: PixelRect
  /// The device pixels that the item can change, within its scissor. In a group with a shadow or with
  /// pixels of its own, and where a group begins and ends: all that the group can change. Empty where the
  /// item is invisible.
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
    // Most items that change move, and a primitive takes long to compare.
    a.transform == b.transform && a.opacity == b.opacity && a.reach == b.reach
      && a.scissor == b.scissor && a.primitive == b.primitive
  }

  /// Whether two items differ, without a copy of the first.
  @inline(__always)
  static func differs(_ a: UnsafePointer<DrawItem>, _ b: DrawItem) -> Bool {
    a.pointee.transform != b.transform || a.pointee.opacity != b.opacity
      || a.pointee.reach != b.reach || a.pointee.scissor != b.scissor
      || a.pointee.primitive != b.primitive
  }
}
