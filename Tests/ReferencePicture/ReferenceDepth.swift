// ReferenceDepth.swift
// Layers that stay in space: at each place the nearest one is on top, so that they cut through each other.
//
// SPDX-License-Identifier: MIT

extension ReferenceRenderer {
  /// The places of a pixel along each axis at which depths are compared.
  private static let places = (0..<8).map { (Double($0) + 0.5) / 8 }

  /// Returns the picture of the sublayers of a layer that keeps them in space.
  ///
  /// Each sublayer is painted as a plane. In each pixel these planes are composited from back to front, in the order
  /// at many places of the pixel, whose mean is taken.
  static func picture(
    inSpace layer: SceneLayer, of parent: SceneLayer, _ map: ReferenceMap, _ size: Size
  ) -> ReferencePicture {
    var result = ReferencePicture(width: size.width, height: size.height)
    let toParent = SpaceMatrix(placing: layer, in: parent)
    let planes = layer.sublayers.map { child in
      let space = SpaceMatrix(placing: child, in: layer).then(toParent)
      let seen = ReferenceMap(space).then(map)
      var picture = ReferencePicture(width: size.width, height: size.height)
      paint(child, seen, &picture)
      return (picture: picture, space: space, back: seen.inverse)
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let index = y * size.width + x
        let visible = planes.filter { $0.picture.pixels[index].w > 0 }
        var sum = SIMD4<Float>.zero
        for down in places {
          for across in places {
            let order = visible.map { plane in
              let point = plane.back?.point(Double(x) + across, Double(y) + down)
              return (point.map(plane.space.depth) ?? 0, plane.picture.pixels[index])
            }
            sum += order.sorted { $0.0 < $1.0 }.reduce(SIMD4<Float>.zero) { below, plane in
              plane.1 + below * (1 - plane.1.w)
            }
          }
        }
        result.pixels[index] = sum / Float(places.count * places.count)
      }
    }
    result.fade(to: layer.opacity)
    return result
  }
}
