// Drawing.swift
// The recording of a graphics context: drawing commands with their state.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The recording of a context: the contents of a layer that draws itself.
///
/// It has commands instead of pixels, so a string that changes in every frame uploads nothing, and
/// a layer stays sharp when it is scaled up.
///
/// Immutable while it is shared; see ``reclaim(_:)``.
package final class Drawing: @unchecked Sendable, Hashable {
  /// A drawing command, in the space that ``Item/transform`` maps to the drawing's.
  package enum Command: Hashable, Sendable {
    case fill(CGPath, CGPathFillRule, CGColor)
    case stroke(CGPath, StrokeStyle, CGColor)
    case image(CGImage, CGRect, isSmooth: Bool)
    case glyphs(GlyphRun)
    /// A bar under or through text. Upright, it covers whole rows of pixels, as text lies on them.
    case bar(CGRect, CGColor)
    case linearGradient(CGGradient, from: CGPoint, to: CGPoint)
  }

  /// A command with its graphics state.
  package struct Item: Hashable, Sendable {
    package var command: Command
    package var transform: CGAffineTransform
    /// An index into ``Drawing/clips``. Nil without a clip.
    package var clip: Int?
    /// The alpha, 0...1.
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

  /// A clip path, intersected with its parent.
  package struct Clip: Hashable, Sendable {
    package var parent: Int?
    package var path: CGPath
    package var rule: CGPathFillRule
    package var transform: CGAffineTransform
  }

  /// The drawing's size in points, with the origin at the top left, y down.
  @exclusivity(unchecked) package private(set) var size: CGSize
  @exclusivity(unchecked) package private(set) var items: [Item]
  @exclusivity(unchecked) package private(set) var clips: [Clip]

  package init(size: CGSize, items: [Item], clips: [Clip] = []) {
    self.size = size
    self.items = items
    self.clips = clips
  }

  /// Takes the memory for glyphs of a drawing that its owner no longer shows, if it is uniquely
  /// referenced. ``fill(_:size:with:)`` then replaces its contents, so that a line of text that
  /// changes in every frame allocates nothing.
  ///
  /// - Parameter drawing: The owner's own reference.
  /// - Returns: Glyphs with undefined contents. Nil when the drawing is shared.
  package static func reclaim(_ drawing: inout Drawing?) -> [PlacedGlyph]? {
    guard isKnownUniquelyReferenced(&drawing), let drawing else { return nil }
    guard drawing.items.count == 1, case .glyphs(let run) = drawing.items[0].command else {
      return []
    }
    drawing.items[0].command = .glyphs(.empty)
    return run.glyphs
  }

  /// Replaces the contents of an unshared drawing by a single command.
  package static func fill(_ drawing: inout Drawing?, size: CGSize, with item: Item) {
    guard isKnownUniquelyReferenced(&drawing), let drawing else {
      trap("a shared drawing cannot be changed")
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
