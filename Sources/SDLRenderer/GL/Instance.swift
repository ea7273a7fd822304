// Instance.swift
// Stage: canvas. One rectangle as the GPU gets it: in 112 bytes its map to pixels, its clip, and what fills it.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import CoreGraphics
import Foundation

/// What an instance is drawn as; `ShaderSource` has the formulas.
enum InstanceKind: UInt32 {
  /// A rectangle with round corners and a border.
  case box = 0
  /// Coverage, pixel for pixel.
  case mask = 1
  /// A part of a picture.
  case picture = 2
  case gradient = 3
  /// The shadow of a box.
  case shadow = 4

}

/// A rectangle about the origin of a space of its own.
///
/// The layout is that of ``attributes``.
struct Instance: BitwiseCopyable {
  /// The linear part of the map to device pixels: a, b, c, d.
  var linear = SIMD4<Float>(1, 0, 0, 1)
  /// The image of the origin, then the two factors of perspective.
  var move = SIMD4<Float>.zero
  /// Corner radii in the order of ``Box/radii``. Of a picture: the texels between which it is shown.
  var radii = SIMD4<Float>.zero
  /// Of a mask, the device pixel of its texel 0. Of a picture, the texel at the origin and texels per unit. Of a
  /// gradient, its own axes.
  var place = SIMD4<Float>.zero
  /// Half of the sides.
  var half = SIMD2<Float>.zero
  /// The width of the border. Of a shadow, the deviation; of a conic gradient, the width of its space by the height.
  var border: Float = 0
  /// An ``InstanceKind`` in the lowest three bits; then ``isSmooth`` and its like; from bit 8 on what the kind needs;
  /// from bit 16 on a gradient's row of colours.
  var form: UInt32 = 0
  /// The place of what may change: left, top, right, bottom. An edge between two pixels cuts a part of one.
  var clip = SIMD4<Float>.zero
  /// Premultiplied, red in the lowest byte.
  var fill: UInt32 = 0
  /// The border's colour, mixed with the fill beneath it. Of a gradient, where its pattern of dither begins.
  var ring: UInt32 = 0
  /// A flag in ``form``: every pixel of the clip is drawn, those beside the box with nothing.
  static let fillsClip: UInt32 = 64

  /// Flags of pictures in ``form``.
  static let isSmooth: UInt32 = 8
  /// Only alpha counts, and the fill gives the colour.
  static let isAlphaOnly: UInt32 = 16
  /// The radii are those of corners, and the picture has device pixels: the place is the first of them, and texels for
  /// each.
  static let isRound: UInt32 = 32

  /// A kind of number that an attribute has.
  enum Component { case float, unitByte, bits }

  /// The shader's attributes in the order of their locations: how many components of which kind, at which byte.
  static let attributes: [(count: Int32, kind: Component, offset: Int)] = [
    (4, .float, 0), (4, .float, 16), (4, .float, 32), (4, .float, 48), (3, .float, 64),
    (1, .bits, 76), (4, .float, 80), (4, .unitByte, 96), (4, .unitByte, 100),
  ]

  /// Places a rectangle.
  ///
  /// - Parameters:
  ///   - transform: From the rectangle's space to device pixels.
  ///   - clip: The device pixels that may change.
  /// - Returns: Nil where its middle lies behind the eye, where nothing of it is in the clip, where it is folded to a
  ///   line, and where a number is not finite or beyond all screens.
  @inline(__always)
  init?(_ kind: InstanceKind, _ rect: CGRect, _ transform: PlaneTransform, clip: PixelRect) {
    let (halfWidth, halfHeight) = (rect.size.width / 2, rect.size.height / 2)
    let (x, y) = (rect.origin.x + halfWidth, rect.origin.y + halfHeight)
    var (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
    var (tx, ty) = (x * a + y * c + transform.tx, x * b + y * d + transform.ty)
    if !transform.isAffine {
      let w = x * transform.px + y * transform.py + transform.pw
      guard w > 1e-6 else { return nil }
      let scale = 1 / w
      (a, b, c, d) = (a * scale, b * scale, c * scale, d * scale)
      (tx, ty) = (tx * scale, ty * scale)
      move.z = Float(transform.px * scale)
      move.w = Float(transform.py * scale)
    }
    let area = a * d - b * c
    // Comparisons with NaN are false.
    guard abs(tx) < 1e7, abs(ty) < 1e7, abs(halfWidth) < 1e7, abs(halfHeight) < 1e7,
      abs(area) > 1e-10, abs(area) < 1e12
    else { return nil }
    if kind != .shadow, transform.isAffine {
      // Half of the image's sides, with a pixel of anti-aliasing.
      let across = abs(a * halfWidth) + abs(c * halfHeight) + 1
      let down = abs(b * halfWidth) + abs(d * halfHeight) + 1
      guard tx + across > Double(clip.minX), tx - across < Double(clip.maxX),
        ty + down > Double(clip.minY), ty - down < Double(clip.maxY)
      else { return nil }
    }
    linear = SIMD4(Float(a), Float(b), Float(c), Float(d))
    move.x = Float(tx)
    move.y = Float(ty)
    half = SIMD2(Float(abs(halfWidth)), Float(abs(halfHeight)))
    form = kind.rawValue
    setClip(clip)
  }

  /// Places a box. Under the border, the border's colour over the fill's is drawn as one colour, so that the fill does
  /// not show at the border's anti-aliased outer edge.
  ///
  /// - Returns: Nil also where the box has no colour.
  @inline(__always)
  init?(_ box: Box, _ transform: PlaneTransform, opacity: Double, clip: PixelRect) {
    self.init(.box, box.rect, transform, clip: clip)
    let color = premultiplied(box.fillLanes, opacity: 1)
    fill = pack(color * Float(opacity))
    ring = fill
    if box.borderWidth > 0, box.borderLanes.w > 0 {
      let above = premultiplied(box.borderLanes, opacity: 1)
      ring = pack((above + color * (1 - above.w)) * Float(opacity))
      border = Float(min(box.borderWidth, 1e6))
    }
    if fill == 0, ring == 0 { return nil }
    setRadii(box.radii)
  }

  /// Rounds the corners, no more than half of the sides allows.
  @inline(__always) mutating func setRadii(_ radii: SIMD4<Double>) {
    let most = min(half.x, half.y)
    func fitting(_ radius: Double) -> Float { max(0, min(Float(radius), most)) }
    self.radii = SIMD4(
      fitting(radii.x), fitting(radii.y), fitting(radii.z), fitting(radii.w))
  }

  /// What it needs as a box.
  @inline(__always) var boxNeeds: GLProgram.Needs {
    // Turned and scaled alike in both directions, and perhaps mirrored.
    let size = (abs(linear.x) + abs(linear.y)) * 1e-5
    let isAlike =
      abs(abs(linear.x) - abs(linear.w)) < size && abs(abs(linear.y) - abs(linear.z)) < size
      && abs(linear.x * linear.z + linear.y * linear.w) < size * size * 1e5
    guard isAlike, move.z == 0, move.w == 0 else { return .pictures }
    let thickness = min(half.x, half.y)
    let isThin = thickness * thickness * (linear.x * linear.x + linear.y * linear.y) < 0.25
    return border > 0 || isThin ? .borders : .boxes
  }

  /// Places a mask on whole pixels.
  @inline(__always) init(mask corner: SIMD2<Float>, _ size: SIMD2<Float>, clip: PixelRect) {
    half = size / 2
    move.x = corner.x + half.x
    move.y = corner.y + half.y
    form = InstanceKind.mask.rawValue
    setClip(clip)
  }

  @inline(__always) mutating func setClip(_ clip: PixelRect) {
    self.clip = SIMD4<Float>(SIMD4(clip.left, clip.top, clip.right, clip.bottom))
  }
}
