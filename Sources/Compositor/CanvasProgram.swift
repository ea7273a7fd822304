// CanvasProgram.swift
// Stage: canvas. A draw list made ready for bands of rows: colours premultiplied, outlines as
// edges, masks fetched. Nothing in it changes while bands are drawn, so threads share it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Pixels of a region, in memory that is kept while it is large enough.
final class Surface {
  private(set) var bounds = PixelRect.empty
  private(set) var pixels: UnsafeMutablePointer<Pixel>
  private var capacity = 1

  init() {
    pixels = .allocate(capacity: 1)
    pixels.initialize(to: 0)
  }

  deinit { pixels.deallocate() }

  /// Makes room for a region; what the pixels hold is not said.
  func resize(to bounds: PixelRect) {
    self.bounds = bounds
    let needed = max(bounds.width * bounds.height, 1)
    // A surface that was once much larger gives the memory back.
    guard needed > capacity || needed < capacity / 8 else { return }
    pixels.deallocate()
    capacity = needed
    pixels = .allocate(capacity: needed)
    // A fresh page is zero and costs nothing until it is touched; bands clear what they use.
  }

  /// Returns where a row's pixel 0 is, or would be.
  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<Pixel> {
    pixels + ((y - bounds.minY) * bounds.width - bounds.minX)
  }
}

/// A step of a program.
struct CanvasStep {
  enum Kind: UInt8 { case box, mask, glyphs, gradient, image, shadow, push, pop }
  var kind: Kind
  /// Which of the program's values of that kind.
  var index: Int
  /// Which surface is drawn into; a pop draws surface `depth + 1` into `depth`.
  var depth: Int
  /// The only pixels that change.
  var bounds: PixelRect
  /// Pixels that are opaque afterwards, whatever lay there.
  var opaque = PixelRect.empty
  var isHidden = false
}

/// A box, or another shape of one colour.
struct BoxStep {
  var outer: ConvexShape
  /// Premultiplied colour inside the border.
  var fill: Pixel
  /// Premultiplied colour of border over fill; meaningful with a border.
  var ring: Pixel = 0
  var hasBorder = false
  /// Inside the border; nil when the border covers everything.
  var inner: ConvexShape?
}

/// Coverage of one colour.
struct MaskStep {
  var mask: MaskBuffer
  var color: Pixel
  /// Added to the mask's bounds.
  var x = 0, y = 0
}

/// A shape filled with a gradient.
struct GradientStep {
  var shape: ConvexShape
  /// Where the ramp's colours begin in the program's ``CanvasProgram/ramps``.
  var ramp: Int
  /// Position on the line, 0...1, as a map from device pixels: `(x·a + y·c + tx) / w`.
  var map: PlaneTransform
}

/// A shape filled with a picture.
struct ImageStep {
  var shape: ConvexShape
  var image: CGImage
  /// From device pixels to the image's.
  var map: PlaneTransform
  var isSmooth: Bool
  var opacity: UInt32
}

/// A group that has begun, or is put back.
struct GroupStep {
  var blend = Group.Blend.over
  var opacity: UInt32 = 255
  /// Where the group's surface holds something.
  var content = PixelRect.empty
  /// A picture drawn beforehand, as shadows reach beyond bands; nil when the surface is `depth +
  /// 1`.
  var surface: Surface?
  var shadow: MaskStep?
}

/// A list, or a group with a shadow, made ready.
final class CanvasProgram {
  /// The pixels there are.
  var bounds = PixelRect.empty
  var background: Pixel = 0
  var steps: [CanvasStep] = []
  var edges = EdgeList()
  var boxes: [BoxStep] = []
  /// Masks of paths, and those of placed glyphs.
  var masks: [MaskStep] = []
  /// Which of the masks are a run's glyphs.
  var glyphRuns: [Range<Int>] = []
  var gradients: [GradientStep] = []
  var images: [ImageStep] = []
  var shadows: [ShadowStep] = []
  var groups: [GroupStep] = []
  /// Ramps of ``GradientRamp/count`` premultiplied pixels.
  var ramps: [Pixel] = []
  /// Numbers that shadows are made of.
  var terms: [Float] = []
  /// One for each depth; the first is the result.
  var surfaces: [Surface] = [Surface()]
  /// Pixels that all steps touch, for deciding about threads.
  var area = 0

  func reset(bounds: PixelRect, background: Pixel) {
    self.bounds = bounds
    self.background = background
    steps.removeAll(keepingCapacity: true)
    edges.removeAll()
    boxes.removeAll(keepingCapacity: true)
    masks.removeAll(keepingCapacity: true)
    glyphRuns.removeAll(keepingCapacity: true)
    gradients.removeAll(keepingCapacity: true)
    images.removeAll(keepingCapacity: true)
    shadows.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    ramps.removeAll(keepingCapacity: true)
    terms.removeAll(keepingCapacity: true)
    surfaces[0].resize(to: bounds)
    area = 0
  }

  func append(
    _ kind: CanvasStep.Kind, _ index: Int, _ depth: Int, _ bounds: PixelRect,
    opaque: PixelRect = .empty
  ) {
    steps.append(
      CanvasStep(kind: kind, index: index, depth: depth, bounds: bounds, opaque: opaque))
    area += bounds.width * bounds.height
  }

  /// Makes surfaces for depths up to one.
  func reach(depth: Int) {
    while surfaces.count <= depth { surfaces.append(Surface()) }
    surfaces[depth].resize(to: bounds)
  }

  /// Marks what later opaque steps cover; a few large ones find nearly all of it.
  func hideCovered() {
    var covers: [PixelRect] = []
    var hiddenGroup: Int?
    for index in steps.indices.reversed() {
      let step = steps[index]
      if let depth = hiddenGroup {
        steps[index].isHidden = true
        if step.kind == .push && step.depth == depth + 1 { hiddenGroup = nil }
        continue
      }
      guard step.depth == 0 else { continue }
      if covers.contains(where: { $0.contains(step.bounds) }) {
        steps[index].isHidden = true
        if step.kind == .pop {
          let group = groups[step.index]
          // Only a group that was drawn in place has steps of its own.
          if group.surface == nil && !group.content.isEmpty { hiddenGroup = 0 }
        }
        continue
      }
      if step.opaque.width * step.opaque.height > 4096, covers.count < 8 {
        covers.append(step.opaque)
      }
    }
    isBackgroundCovered = covers.contains { $0.contains(bounds) }
  }

  /// Whether something opaque covers everything, so that nothing need be cleared.
  var isBackgroundCovered = false
}
