// PaintWalk+Contents.swift
// Stage: draw list. A layer's contents: images by gravity, drawings command by command, and the mix of
// two.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// Paints contents into the layer's bounds.
  func paintContents(
    _ contents: LayerContents, _ layer: LayerRef, _ state: PaintState,
    into context: inout PaintContext
  ) {
    switch contents {
    case .image(let image): paintImage(image, layer, state, into: &context)
    case .drawing(let drawing): paintDrawing(drawing, layer, state, into: &context)
    case .object: break
    case .mix(let from, let to, let progress):
      var inner = state
      inner.opacity = 1
      context.group(
        Group(bounds: state.scissor), opacity: state.opacity, scissor: state.scissor
      ) { context in
        for (half, weight) in [(from, 1 - progress), (to, progress)] {
          guard let half else { continue }
          context.group(
            Group(blend: .add, bounds: state.scissor), opacity: min(max(weight, 0), 1),
            scissor: state.scissor
          ) { paintContents(half, layer, inner, into: &$0) }
        }
      }
    }
  }

  // MARK: Images

  private func paintImage(
    _ image: CGImage, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    let pixels = CGSize(width: image.width, height: image.height)
    let source = CGRect(
      x: layer.contentsRect.minX * pixels.width, y: layer.contentsRect.minY * pixels.height,
      width: layer.contentsRect.width * pixels.width,
      height: layer.contentsRect.height * pixels.height)
    guard source.width > 0, source.height > 0 else { return }
    let natural = CGSize(
      width: source.width / layer.contentsScale, height: source.height / layer.contentsScale
    )
    let rect = layer.contentsGravity.place(natural, in: layer.bounds)
    guard !rect.isEmpty else { return }
    let middle = CGPoint(x: rect.midX, y: rect.midY)
    let scale = (state.transform.affine(about: middle) ?? .identity).meanScale
    let shrinks = rect.width * scale < source.width
    let filter = shrinks ? layer.minificationFilter : layer.magnificationFilter
    let isSmooth = filter != .nearest
    var image = image
    // Texels of the chosen version per pixel of the image, in which `contentsRect` is given.
    var fit = CGSize(width: 1, height: 1)
    if shrinks && filter == .trilinear {
      let factor =
        (source.width * source.height / (rect.width * rect.height)).squareRoot() / scale
      // The next larger version: linear filtering shrinks by up to a half without artefacts.
      if factor >= 2 { image = image.smaller(Int(log2(min(factor, 65536)))) }
      fit = CGSize(
        width: CGFloat(image.width) / pixels.width, height: CGFloat(image.height) / pixels.height)
    }
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    // Nine parts: corners keep their natural size, edges stretch along one axis, the centre along both.
    let parts =
      layer.contentsCenter != unit && rect.size != natural
      ? ImageParts(
        centre: layer.contentsCenter, source: source.size, natural: natural, target: rect.size)
      : nil
    context.builder.add(
      .image(
        ImageQuad(
          image: image,
          source: CGRect(
            x: source.minX * fit.width, y: source.minY * fit.height,
            width: source.width * fit.width, height: source.height * fit.height), rect: rect,
          isSmooth: isSmooth, parts: parts)), state, bounds: rect)
  }

  // MARK: Drawings

  private func paintDrawing(
    _ drawing: Drawing, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    guard drawing.size.width > 0, drawing.size.height > 0 else { return }
    let rect = layer.contentsGravity.place(drawing.size, in: layer.bounds)
    let fit = CGAffineTransform(
      a: rect.width / drawing.size.width, b: 0, c: 0, d: rect.height / drawing.size.height,
      tx: rect.minX, ty: rect.minY)
    var inside = state
    inside.transform = PlaneTransform(fit).concatenating(state.transform)
    // Contents end at the drawing's edges, as a bitmap's would.
    if inside.transform.isUpright {
      inside.scissor = state.scissor.intersection(
        PixelRect(
          covering: inside.transform.bounds(of: CGRect(origin: .zero, size: drawing.size)) ?? .null)
      )
      if inside.scissor.isEmpty { return }
    }
    let place = TextPlace(layer: layer.bounds.origin, state.transform)
    if !inside.isOnPixels(CGRect(origin: .zero, size: drawing.size)) && drawing.overflows {
      context.group(inside) { context, inner in
        context.paint(drawing, drawing.items.indices, place, inner)
        context.clip(to: CGRect(origin: .zero, size: drawing.size), .zero, inner)
      }
    } else {
      context.paint(drawing, drawing.items.indices, place, inside)
    }
  }
}

extension ImageParts {
  /// The parts of an image around its centre.
  ///
  /// - Parameters:
  ///   - centre: The part that stretches along both axes, 0...1 over the source.
  ///   - source: The source's size in pixels of the image.
  ///   - natural: The source's size in points.
  ///   - target: The size in points over which the image stretches.
  init(centre: CGRect, source: CGSize, natural: CGSize, target: CGSize) {
    func lines(
      _ low: CGFloat, _ high: CGFloat, pixels: CGFloat, natural: CGFloat, target: CGFloat
    ) -> (source: SIMD2<Float>, place: SIMD2<Float>) {
      // An empty centre is one pixel wide.
      let isEmpty = high - low < 1e-9
      let low = min(max(isEmpty ? low - 0.5 / pixels : low, 0), 1)
      let high = min(max(isEmpty ? high + 0.5 / pixels : high, low), 1)
      // Where the target is too short for both corners, they share it in proportion.
      let (head, tail) = (natural * low, natural * (1 - high))
      let fit = min(1, target / max(head + tail, 1e-9))
      return (
        SIMD2(Float(low), Float(high)),
        SIMD2(
          Float(head * fit / target),
          max(Float(head * fit / target), Float(1 - tail * fit / target)))
      )
    }
    let x = lines(
      centre.minX, centre.maxX, pixels: source.width, natural: natural.width, target: target.width)
    let y = lines(
      centre.minY, centre.maxY, pixels: source.height, natural: natural.height,
      target: target.height)
    self.init(
      source: SIMD4(x.source.x, y.source.x, x.source.y, y.source.y),
      place: SIMD4(x.place.x, y.place.x, x.place.y, y.place.y))
  }
}

extension Drawing {
  /// Whether anything but text may reach beyond the drawing's edges.
  fileprivate var overflows: Bool {
    let whole = CGRect(origin: .zero, size: size).insetBy(dx: -0.01, dy: -0.01)
    return items.contains { item in
      let box: CGRect
      switch item.command {
      case .fill(let path, _, _): box = path.boundingBoxOfPath
      case .stroke(let path, let style, _):
        let reach = path.elements.count < 3 ? style.width / 2 : style.reach
        box = path.boundingBoxOfPath.insetBy(dx: -reach, dy: -reach)
      case .image(_, let rect, _), .stretched(_, let rect, _, _): box = rect
      case .glyphs, .bar: return false
      case .tree: return true
      case .linearGradient, .radialGradient, .conicGradient: return !item.transform.isIdentity
      case .beginLayer, .endLayer: return false
      }
      return !box.isNull && !whole.contains(box.applying(item.transform))
    }
  }
}
