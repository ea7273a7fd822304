// Drawing.swift
// The recording of a graphics context: drawing commands with their state.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A frozen tree of layers as part of a drawing. Only the module that paints layers can look into it.
package protocol DrawnTree: AnyObject, Sendable {
  /// Whether the picture is independent of its background.
  var isPlain: Bool { get }
}

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
    /// An image whose edges keep their size; the centre, as a part of the image 0...1, stretches. The size is the
    /// image's in points.
    case stretched(CGImage, CGRect, centre: CGRect, size: CGSize)
    case glyphs(GlyphRun)
    /// A bar under or through text. Upright, it covers whole rows of pixels, as text lies on them.
    case bar(CGRect, CGColor)
    case linearGradient(CGGradient, from: CGPoint, to: CGPoint)
    case radialGradient(RadialGradient)
    /// From the direction of an angle on, turning from x to y.
    case conicGradient(CGGradient, center: CGPoint, angle: CGFloat)
    /// A tree of layers, in the space of its root's bounds.
    case tree(Tree)
    /// Begins a transparent picture of its own, into which everything up to the matching ``endLayer`` is
    /// drawn. The item's alpha, clip and effects apply to the picture as a whole.
    case beginLayer
    case endLayer
  }

  /// A gradient between two circles.
  package struct RadialGradient: Hashable, Sendable {
    package var gradient: CGGradient
    package var start: CGPoint, end: CGPoint
    /// In units of the item's space; not negative.
    package var startRadius: CGFloat, endRadius: CGFloat
    package var options: CGGradientDrawingOptions
  }

  /// A tree, equal to itself only.
  package struct Tree: Hashable, Sendable {
    package let content: any DrawnTree

    package static func == (a: Tree, b: Tree) -> Bool { a.content === b.content }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(content)) }
  }

  /// A command with its graphics state.
  package struct Item: Hashable, Sendable {
    package var command: Command
    package var transform: CGAffineTransform
    /// An index into ``Drawing/clips``. Nil without a clip.
    package var clip: Int?
    /// The alpha, 0...1.
    package var alpha: CGFloat
    /// Nil without any.
    package var effects: DrawingEffects?

    package init(
      command: Command, transform: CGAffineTransform, clip: Int? = nil, alpha: CGFloat = 1,
      effects: DrawingEffects? = nil
    ) {
      self.command = command
      self.transform = transform
      self.clip = clip
      self.alpha = alpha
      self.effects = effects
    }
  }

  /// A clip path, intersected with its parent.
  package struct Clip: Hashable, Sendable {
    package var parent: Int?
    package var path: CGPath
    package var rule: CGPathFillRule
    package var transform: CGAffineTransform
    /// An image over the path's bounding rectangle, whose alpha clips further; its first row is at the
    /// smallest y. Nil for a path alone.
    package var mask: CGImage?
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

  /// Whether canvases can draw the commands one after another, at any scale. A drawing that blends with
  /// itself or casts shadows is made into pixels at the scale of its layer, as every drawing is on iOS.
  package var isPlain: Bool {
    items.allSatisfy { item in
      if item.effects != nil { return false }
      switch item.command {
      case .radialGradient(let gradient): return gradient.isConcentric
      case .tree(let tree): return tree.content.isPlain
      default: return true
      }
    }
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

extension Drawing.RadialGradient {
  /// Whether the circles have one centre, and the second is larger.
  package var isConcentric: Bool { start == end && endRadius > startRadius }
}
