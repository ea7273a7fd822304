// ReferenceRenderer.swift
// Draws a described layer tree exactly and slowly, by Core Animation's public rules.
//
// SPDX-License-Identifier: MIT

import CoreGraphics

/// A second, independent way from layers to pixels, which the canvases are compared with.
///
/// It draws as every graphics processor does: each primitive (a background, a border, a fill, an image) covers
/// a share of each pixel, and is laid over what is beneath by that share. Nothing is rounded.
package enum ReferenceRenderer {
  struct Size {
    var width: Int, height: Int
  }

  /// Returns the picture of a layer and its sublayers.
  ///
  /// - Parameters:
  ///   - root: The root layer, whose bounds fill the picture from its upper left corner on.
  ///   - width: The columns, in pixels.
  ///   - height: The rows, in pixels.
  ///   - scale: Pixels per point.
  ///   - background: Behind the root.
  package static func picture(
    of root: SceneLayer, width: Int, height: Int, scale: Double = 1, background: SceneColor
  ) -> ReferencePicture {
    var result = ReferencePicture(width: width, height: height)
    for index in result.pixels.indices { result.pixels[index] = background.premultiplied }
    let map = ReferenceMap(
      scale: scale, x: -root.bounds.minX * scale, y: -root.bounds.minY * scale)
    paint(root, map, &result)
    return result
  }

  /// Paints a layer: shadow and body, both faded and masked.
  static func paint(
    _ layer: SceneLayer, _ map: ReferenceMap, _ target: inout ReferencePicture
  ) {
    if layer.opacity <= 0 { return }
    let size = Size(width: target.width, height: target.height)
    var body = ReferencePicture(width: size.width, height: size.height)
    paintBody(layer, map, &body)
    body.fade(to: layer.opacity)
    var whole = ReferencePicture(width: size.width, height: size.height)
    // A clip to the bounds hides the shadow.
    if let shadow = layer.shadow, !layer.masksToBounds {
      whole = self.shadow(shadow, of: layer, map, size)
      whole.fade(to: layer.opacity)
    }
    whole.over(body)
    if let mask = layer.mask.first {
      var alpha = ReferencePicture(width: size.width, height: size.height)
      paint(mask, ReferenceMap(placing: mask, in: layer).then(map), &alpha)
      whole.mask(by: alpha)
    }
    target.over(whole)
  }

  /// Paints a layer's background, content, sublayers and border.
  static func paintBody(
    _ layer: SceneLayer, _ map: ReferenceMap, _ target: inout ReferencePicture
  ) {
    let (width, height) = (target.width, target.height)
    func coverage(_ polygons: [ReferencePolygon], isEvenOdd: Bool = false) -> ReferenceCoverage {
      ReferenceCoverage(
        polygons.map { ReferenceOutline.see($0, map) }, isEvenOdd: isEvenOdd, width: width,
        height: height)
    }
    let shape = ReferenceOutline.box(layer.bounds, radius: layer.cornerRadius)
    let outline = coverage([shape])
    let border = layer.borderWidth > 0 ? layer.borderColor.premultiplied : .zero
    let fill = layer.backgroundColor?.premultiplied ?? .zero
    // The border covers what is not within it.
    let within = coverage(
      layer.hasInside(of: layer.borderWidth)
        ? [
          ReferenceOutline.box(
            layer.bounds.insetBy(dx: layer.borderWidth, dy: layer.borderWidth),
            radius: max(layer.cornerRadius - layer.borderWidth, 0))
        ] : [])
    func ring(_ x: Int, _ y: Int) -> Float {
      let whole = outline[x, y]
      return whole > 0 ? max(0, 1 - within[x, y] / whole) : 0
    }
    // With nothing between them, background and border are one primitive.
    if case .none = layer.content, layer.sublayers.isEmpty {
      target.over(outline) { x, y in
        let share = ring(x, y)
        return border * share + fill * (1 - border.w * share)
      }
      return
    }
    var interior = ReferencePicture(width: width, height: height)
    var isGradient = false
    if case .gradient = layer.content { isGradient = true }
    if layer.masksToBounds && !isGradient {
      // The clip gives the background its shape.
      for index in interior.pixels.indices { interior.pixels[index] = fill }
    } else {
      target.over(outline) { _, _ in fill }
    }
    let back = map.inverse
    func point(_ x: Int, _ y: Int, _ across: Double = 0.5, _ down: Double = 0.5) -> ReferencePoint {
      back?.point(Double(x) + across, Double(y) + down) ?? ReferencePoint(x: 0, y: 0)
    }
    switch layer.content {
    case .none: break
    case .gradient(let gradient):
      // It has the shape of the background. Many points a pixel, as a conic one has a sharp line.
      let places = gradient.kind == .conic ? [0.125, 0.375, 0.625, 0.875] : [0.5]
      target.over(outline) { x, y in
        var sum = SIMD4<Float>.zero
        for down in places {
          for across in places {
            sum += gradient.color(at: point(x, y, across, down), in: layer.bounds)
          }
        }
        return sum / Float(places.count * places.count)
      }
    case .image(let image):
      interior.over(coverage([ReferenceOutline.box(layer.bounds, radius: 0)])) {
        image.color(at: point($0, $1), in: layer.bounds)
      }
    case .text(let text):
      let color = text.color.premultiplied
      interior.over(coverage(ReferenceOutline.fill(text.outline))) { _, _ in color }
    case .shape(let shape):
      if let color = shape.fillColor?.premultiplied {
        interior.over(
          coverage(ReferenceOutline.fill(shape.path), isEvenOdd: shape.isEvenOdd)
        ) { _, _ in color }
      }
      if let color = shape.strokeColor?.premultiplied {
        interior.over(coverage(ReferenceStroke(shape).polygons)) { _, _ in color }
      }
    }
    let order = layer.sublayers.enumerated().sorted {
      ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
    }
    for (_, child) in order {
      if child.keepsDepth {
        interior.over(picture(inSpace: child, of: layer, map, Size(width: width, height: height)))
      } else {
        paint(child, ReferenceMap(placing: child, in: layer).then(map), &interior)
      }
    }
    if layer.masksToBounds { interior.clip(to: outline) }
    target.over(interior)
    target.over(outline) { x, y in border * ring(x, y) }
  }
}

extension SceneLayer {
  /// Whether a border leaves something free.
  func hasInside(of border: Double) -> Bool {
    bounds.width > 2 * border && bounds.height > 2 * border
  }

  /// A rectangle in the layer's space outside of which nothing of it is drawn.
  var reach: CGRect {
    var result = bounds
    if case .shape(let shape) = content {
      let pen = shape.lineWidth * max(shape.miterLimit, 1.5) / 2
      result = result.union(shape.path.boundingBox.insetBy(dx: -pen, dy: -pen))
    }
    if masksToBounds { return bounds }
    for child in sublayers {
      let around = child.shadow.map { $0.radius * 3 + abs($0.offset.dx) + abs($0.offset.dy) } ?? 0
      let own = child.reach.insetBy(dx: -around, dy: -around)
      let seen = ReferenceOutline.see(
        ReferenceOutline.box(own, radius: 0), ReferenceMap(placing: child, in: self))
      for point in seen {
        result = result.union(CGRect(x: point.x, y: point.y, width: 0, height: 0))
      }
    }
    return result
  }
}
