// Group.swift
// Stage: draw list. Offscreen groups: how they are blended, and the shadows they cast.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation
package import QuartzCore

/// The compositing of an offscreen picture onto what lies beneath it.
package struct Group: Hashable, Sendable {
  package enum Blend: Hashable, Sendable {
    /// Premultiplied source over destination.
    case over
    /// Sum of premultiplied colours and alphas, for exact cross-fades.
    case add
    /// Destination times source alpha over the whole enclosing group, for masks and round clips.
    case destinationIn
    /// Another blend mode, where the group draws something.
    case mode(CGBlendMode)
  }
  package var blend: Blend
  /// The device pixels that the group can change. With ``Blend/destinationIn``, all other pixels of the
  /// enclosing group become transparent.
  package var bounds: PixelRect
  /// A shadow of everything in the group, beneath it; offset and deviation in device pixels.
  package var shadow: GroupShadow?
  /// Applied to the group's picture, the first one first. A group with filters has no shadow.
  package var filters: [LayerFilter]
  /// Whether bounds and items are in pixels of the group's own, which the transform of the item that
  /// begins the group maps to the enclosing ones. Such a group blends ``Blend/over`` and has no shadow.
  package var isMapped: Bool

  package init(
    blend: Blend = .over, bounds: PixelRect, shadow: GroupShadow? = nil,
    filters: [LayerFilter] = [], isMapped: Bool = false
  ) {
    self.blend = blend
    self.bounds = bounds
    self.shadow = shadow
    self.filters = filters
    self.isMapped = isMapped
  }

  /// Whether a change of anything in the group can change every pixel that the group reaches.
  var spreadsDamage: Bool { isMapped || shadow != nil || !filters.isEmpty }
}

extension Group.Blend {
  /// Whether the group clears the enclosing group wherever it draws nothing.
  package var clearsOutside: Bool {
    switch self {
    case .over, .add, .mode: false
    case .destinationIn: true
    }
  }

  /// Whether a shadow can be drawn beneath the group on its own. Otherwise it is part of the picture
  /// that is blended.
  package var separatesShadow: Bool {
    switch self {
    case .over: true
    case .add, .destinationIn, .mode: false
    }
  }
}

extension Group {
  /// Whether a GPU needs more than blending to composite the group: the pixels beneath it, or filtered ones.
  package var needsPixels: Bool {
    if case .mode = blend { return true }
    return !filters.isEmpty
  }
}

extension [LayerFilter] {
  /// How far the filters spread a pixel, in pixels.
  package var reach: Int {
    reduce(0) { sum, filter in
      switch filter {
      case .blur(let deviation): sum + GaussianBlur.reach(deviation)
      case .color: sum
      }
    }
  }
}

/// A picture of what is beneath, filtered, in the shape of a box: what a visual effect view shows.
package struct Backdrop: Hashable, Sendable {
  package var rect: CGRect
  /// Corner radii, in units of the box.
  package var radii: SIMD4<Double>
  /// Beyond the edges of the target, and of the open groups, its edge pixels repeat.
  package var filters: [LayerFilter]

  package init(rect: CGRect, radii: SIMD4<Double>, filters: [LayerFilter]) {
    (self.rect, self.radii, self.filters) = (rect, radii, filters)
  }
}

/// A blurred, coloured, displaced copy of a group's alpha.
package struct GroupShadow: Hashable, Sendable {
  package var offset: CGVector
  /// Standard deviation, in device pixels.
  package var deviation: Double
  package var color: CGColor
  /// Whether the shadow is drawn without the group that casts it.
  package var isAlone: Bool

  package init(offset: CGVector, deviation: Double, color: CGColor, isAlone: Bool = false) {
    self.offset = offset
    self.deviation = deviation
    self.color = color
    self.isAlone = isAlone
  }

  /// The device pixels that the shadow of a rectangle's content can change, and the rectangle.
  package func reach(around rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty, isBounded else { return rect }
    return Self.shifted(rect, by: offset, deviation: deviation).union(rect)
  }

  /// The device pixels of a rectangle and those around it whose shadow can be seen in it.
  package func source(of rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty, isBounded else { return rect }
    return Self.shifted(
      rect, by: CGVector(dx: -offset.dx, dy: -offset.dy), deviation: deviation
    ).union(rect)
  }

  /// Whether the shadow's numbers are small enough for whole pixels.
  private var isBounded: Bool {
    deviation >= 0 && abs(offset.dx) < 1e6 && abs(offset.dy) < 1e6 && deviation < 1e6
  }

  /// A rectangle moved by an offset, rounded outwards, and outset by the reach of a blur.
  static func shifted(_ rect: PixelRect, by offset: CGVector, deviation: Double) -> PixelRect {
    let margin = GaussianBlur.reach(deviation)
    return PixelRect(
      minX: rect.minX + Int(offset.dx.rounded(.down)) - margin,
      minY: rect.minY + Int(offset.dy.rounded(.down)) - margin,
      maxX: rect.maxX + Int(offset.dx.rounded(.up)) + margin,
      maxY: rect.maxY + Int(offset.dy.rounded(.up)) + margin)
  }
}
