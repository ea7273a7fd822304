// PaintContext+Drawings.swift
// Stage: draw list. A drawing's commands become items: clips become scissors or groups, transparency layers
// groups.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintContext {
  /// Paints a range of a drawing's commands, in which every transparency layer that begins ends.
  ///
  /// Blend modes and shadows are not drawn; see ``DrawingPixels``.
  ///
  /// - Parameter state: Its transform maps the drawing's space.
  mutating func paint(
    _ drawing: Drawing, _ range: Range<Int>, _ place: TextPlace, _ state: PaintState
  ) {
    // Read in place: a copy of each would retain all that it refers to.
    drawing.items.withUnsafeBufferPointer { items in
      guard let first = items.baseAddress else { return }
      var index = range.lowerBound
      while index < range.upperBound {
        let item = first + index
        guard case .beginLayer = item.pointee.command else {
          paint(item, of: drawing, place, state)
          index += 1
          continue
        }
        let end = drawing.endOfLayer(index)
        let inside = index + 1..<min(end, range.upperBound)
        var at = state
        at.opacity *= item.pointee.alpha
        clipped(item, of: drawing, state, at, isGroup: true) { context, at in
          context.paint(drawing, inside, place, at)
        }
        index = end + 1
      }
    }
  }

  private mutating func paint(
    _ item: UnsafePointer<Drawing.Item>, of drawing: Drawing, _ place: TextPlace,
    _ state: PaintState
  ) {
    var at = state
    at.transform = PlaneTransform(item.pointee.transform).concatenating(state.transform)
    at.opacity *= item.pointee.alpha
    clipped(item, of: drawing, state, at, isGroup: false) { context, at in
      context.add(item, of: drawing, place, at)
    }
  }

  /// Paints within an item's clip.
  ///
  /// - Parameters:
  ///   - at: The state in which to paint.
  ///   - isGroup: Whether the state's opacity applies to all that is painted as a whole.
  private mutating func clipped(
    _ item: UnsafePointer<Drawing.Item>, of drawing: Drawing, _ state: PaintState,
    _ at: PaintState, isGroup: Bool, _ paint: (inout PaintContext, PaintState) -> Void
  ) {
    var at = at
    // Rectangles on whole pixels shrink the scissor; any other clip is a group of its own.
    var shapes: [Drawing.Clip] = []
    var next = item.pointee.clip
    while let index = next {
      let clip = drawing.clips[index]
      let transform = PlaneTransform(clip.transform).concatenating(state.transform)
      let clipState = PaintState(transform: transform, opacity: 1, scissor: at.scissor)
      if clip.mask == nil, case .rect(let rect) = clip.path.shape, clipState.isOnPixels(rect) {
        at.scissor = at.scissor.intersection(clipState.pixels(of: rect))
      } else {
        shapes.append(clip)
      }
      next = clip.parent
    }
    guard !at.scissor.isEmpty else { return }
    guard !shapes.isEmpty || (isGroup && at.opacity < 1) else {
      paint(&self, at)
      return
    }
    let (bounds, opacity) = (at.scissor, at.opacity)
    at.opacity = 1
    group(Group(bounds: bounds), opacity: opacity, scissor: bounds) { context in
      paint(&context, at)
      for clip in shapes {
        context.group(Group(blend: .destinationIn, bounds: bounds), opacity: 1, scissor: bounds) {
          $0.add(
            clip,
            PaintState(
              transform: PlaneTransform(clip.transform).concatenating(state.transform), opacity: 1,
              scissor: bounds))
        }
      }
    }
  }

  /// Adds the shape or mask of a clip.
  private mutating func add(_ clip: Drawing.Clip, _ state: PaintState) {
    guard let mask = clip.mask else {
      return builder.add(.fill(clip.path, clip.rule, .black), state, bounds: clip.path.boundingBox)
    }
    let rect = clip.path.boundingBoxOfPath
    builder.add(
      .image(
        ImageQuad(
          image: mask, source: CGRect(x: 0, y: 0, width: mask.width, height: mask.height),
          rect: rect)), state, bounds: rect)
  }

  private mutating func add(
    _ item: UnsafePointer<Drawing.Item>, of drawing: Drawing, _ place: TextPlace,
    _ state: PaintState
  ) {
    switch item.pointee.command {
    case .fill(let path, let rule, let color): builder.fill(path, rule, color, state)
    case .stroke(let path, let style, let color): builder.stroke(path, style, color, state)
    case .image(let image, let rect, let isSmooth):
      builder.add(
        .image(
          ImageQuad(
            image: image, source: CGRect(x: 0, y: 0, width: image.width, height: image.height),
            rect: rect, isSmooth: isSmooth)), state, bounds: rect)
    case .stretched(let image, let rect, let centre, let size):
      guard rect.width > 0, rect.height > 0 else { return }
      let source = CGSize(width: image.width, height: image.height)
      builder.add(
        .image(
          ImageQuad(
            image: image, source: CGRect(origin: .zero, size: source), rect: rect,
            parts: ImageParts(centre: centre, source: source, natural: size, target: rect.size))),
        state, bounds: rect)
    case .glyphs(let run):
      var snapped = state
      snapped.transform.ty += place.shift(of: run, state.transform)
      builder.add(.glyphs(run), snapped, bounds: run.bounds)
    case .bar(let rect, let color):
      let rect = place.snapped(rect, state.transform)
      builder.add(.box(Box(rect: rect, fill: color)), state, bounds: rect)
    case .linearGradient, .radialGradient, .conicGradient:
      // All of the drawing, in the item's space.
      let rect = CGRect(origin: .zero, size: drawing.size)
        .applying(item.pointee.transform.inverted())
      if let fill = item.pointee.command.gradient(over: rect) {
        builder.add(.gradient(fill), state, bounds: rect)
      }
    case .tree(let tree): (tree.content as? LayerSnapshot)?.paint(state, into: &self)
    case .beginLayer, .endLayer: break
    }
  }
}

extension Drawing.Command {
  /// The command's gradient over a rectangle; nil for a command without one, and for circles of which canvases
  /// have no gradient.
  fileprivate func gradient(over rect: CGRect) -> GradientFill? {
    switch self {
    case .linearGradient(let gradient, let start, let end):
      return GradientFill(rect: rect, gradient: gradient, start: start, end: end)
    case .conicGradient(let gradient, let center, let angle):
      return GradientFill(
        kind: .conic, rect: rect, gradient: gradient, start: center,
        end: CGPoint(x: center.x + cos(angle), y: center.y + sin(angle)))
    case .radialGradient(let radial):
      guard radial.isConcentric else { return nil }
      // A canvas's gradient begins in the centre.
      let (inner, outer) = (radial.startRadius, radial.endRadius)
      let locations = radial.gradient.locations.map { (inner + $0 * (outer - inner)) / outer }
      guard let gradient = CGGradient(colors: radial.gradient.colors, locations: locations) else {
        return nil
      }
      return GradientFill(
        kind: .radial, rect: rect, gradient: gradient, start: radial.start,
        end: CGPoint(x: radial.start.x + outer, y: radial.start.y + outer))
    case .fill, .stroke, .image, .stretched, .glyphs, .bar, .tree, .beginLayer, .endLayer:
      return nil
    }
  }
}

extension Drawing {
  /// The index of the command that ends the transparency layer begun at an index.
  func endOfLayer(_ start: Int) -> Int {
    var depth = 0
    for index in start..<items.count {
      switch items[index].command {
      case .beginLayer: depth += 1
      case .endLayer:
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return items.count
  }
}
