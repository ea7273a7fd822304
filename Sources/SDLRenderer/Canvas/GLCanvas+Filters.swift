// GLCanvas+Filters.swift
// Stage: canvas. The steps of filters (`LayerFilter`) and backdrops, by passes over textures.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore

/// A texture with a picture of device pixels, or of larger ones where a blur allows it.
struct FilteredTexture {
  var texture: GLTexture
  /// In the picture's own pixels; the first of them is the texture's first.
  var bounds: PixelRect
  /// Device pixels along each side of one of the picture's.
  var scale = 1

  /// The device pixels that the picture covers.
  var deviceBounds: PixelRect {
    PixelRect(
      minX: bounds.minX * scale, minY: bounds.minY * scale, maxX: bounds.maxX * scale,
      maxY: bounds.maxY * scale)
  }

  /// Shows the picture in a rectangle.
  ///
  /// - Parameters:
  ///   - middle: The place that is in the rectangle's middle, in the rectangle's units.
  ///   - perUnit: The picture's pixels for each unit. Default those for a device pixel.
  func show(in instance: inout Instance, middle: SIMD2<Double>, perUnit: Double? = nil) {
    let perUnit = perUnit ?? 1 / Double(scale)
    instance.place = SIMD4(
      Float(middle.x * perUnit - Double(bounds.minX)),
      Float(middle.y * perUnit - Double(bounds.minY)), Float(perUnit), Float(perUnit))
    instance.radii = SIMD4(0.5, 0.5, Float(bounds.width) - 0.5, Float(bounds.height) - 0.5)
    instance.form |= Instance.isSmooth
  }
}

extension PixelRect {
  var middle: SIMD2<Double> { SIMD2(cgRect.midX, cgRect.midY) }
}

extension GLCanvas {
  /// The largest deviation that is blurred pixel for pixel. Larger ones are blurred on a smaller picture.
  private static let largestExact = 12.0

  /// Applies filters, the first one first. The picture's texture is returned to the pool with each that replaces it.
  func apply(_ filters: [LayerFilter], to picture: inout FilteredTexture) throws(SDLError) {
    for filter in filters {
      let next: FilteredTexture
      switch filter {
      case .blur(let deviation):
        next = try blurred(
          picture, deviation: min(deviation, FilteredPicture.softest), isMask: false, reach: 0)
      case .color(let matrix): next = try mapped(picture, matrix)
      }
      if next.texture !== picture.texture { pool.release(picture.texture) }
      picture = next
    }
  }

  private func mapped(
    _ picture: FilteredTexture, _ matrix: ColorMatrix
  ) throws(SDLError) -> FilteredTexture {
    let rows = [
      SIMD4(SIMD3<Float>(matrix.red), Float(matrix.bias.x)),
      SIMD4(SIMD3<Float>(matrix.green), Float(matrix.bias.y)),
      SIMD4(SIMD3<Float>(matrix.blue), Float(matrix.bias.z)),
    ]
    return try pass(over: picture, to: picture.bounds, .matrix(rows))
  }

  /// Draws a picture through an effect into another texture.
  ///
  /// - Parameter bounds: The new picture's, in the same pixels.
  private func pass(
    over picture: FilteredTexture, to bounds: PixelRect, _ effect: DrawRecorder.Effect
  ) throws(SDLError) -> FilteredTexture {
    let texture = try pool.acquire(PixelSize(width: bounds.width, height: bounds.height))
    recorder.setTarget(GLTarget(texture: texture, bounds: bounds))
    if var instance = Instance(.picture, bounds.cgRect, .identity, clip: bounds) {
      picture.show(in: &instance, middle: bounds.middle, perUnit: 1)
      recorder.add(instance, effect, picture: picture.texture.name)
    }
    return FilteredTexture(texture: texture, bounds: bounds, scale: picture.scale)
  }

  /// Returns a picture blurred, in another texture.
  ///
  /// - Parameters:
  ///   - deviation: In device pixels.
  ///   - isMask: Whether the blur is that of a shadow.
  ///   - reach: Device pixels to add on each side. Beyond the picture its edges repeat.
  func blurred(
    _ picture: FilteredTexture, deviation: Double, isMask: Bool, reach: Int
  ) throws(SDLError) -> FilteredTexture {
    var small = picture
    var owned: [GLTexture] = []
    defer { for texture in owned { pool.release(texture) } }
    var deviation = deviation / Double(picture.scale)
    guard deviation > 0.05 || reach > 0 else { return picture }
    // Halving and stretching blur, too: what they add to the variance is left out of the kernel.
    var (factor, variance) = (1, deviation * deviation)
    while deviation > Self.largestExact {
      factor *= 2
      deviation /= 2
      let f = Double(factor)
      variance = (deviation * deviation * f * f - (f * f - 1) / 12 - f * f / 6) / (f * f)
      small = try halved(small)
      owned.append(small.texture)
    }
    let exact = max(variance, 0).squareRoot()
    let kernel =
      factor == 1 && isMask
      ? GaussianBlur.maskKernel(exact) : GaussianBlur.pictureKernel(exact)
    let taps = Self.taps(kernel)
    var more = (reach + small.scale - 1) / small.scale
    if !pool.fits(small.bounds.outset(by: more)) { more = 0 }
    let wide = PixelRect(
      minX: small.bounds.minX - more, minY: small.bounds.minY, maxX: small.bounds.maxX + more,
      maxY: small.bounds.maxY)
    let rows = try pass(over: small, to: wide, .blur(taps: taps, direction: SIMD2(1, 0)))
    owned.append(rows.texture)
    return try pass(
      over: rows,
      to: PixelRect(
        minX: wide.minX, minY: wide.minY - more, maxX: wide.maxX, maxY: wide.maxY + more),
      .blur(taps: taps, direction: SIMD2(0, 1)))
  }

  /// Returns a picture of half the size: each pixel the mean of four.
  private func halved(_ picture: FilteredTexture) throws(SDLError) -> FilteredTexture {
    func half(_ value: Int) -> Int { Int((Double(value) / 2).rounded(.down)) }
    let bounds = PixelRect(
      minX: half(picture.bounds.minX), minY: half(picture.bounds.minY),
      maxX: half(picture.bounds.maxX + 1), maxY: half(picture.bounds.maxY + 1))
    let texture = try pool.acquire(PixelSize(width: bounds.width, height: bounds.height))
    recorder.setTarget(GLTarget(texture: texture, bounds: bounds))
    if var instance = Instance(.picture, bounds.cgRect, .identity, clip: bounds) {
      picture.show(in: &instance, middle: bounds.middle, perUnit: 2)
      instance.fill = .max
      recorder.add(instance, .pictures, picture: picture.texture.name, blend: .replace)
    }
    return FilteredTexture(texture: texture, bounds: bounds, scale: picture.scale * 2)
  }

  /// Offsets and weights of a kernel: the middle, then pairs of neighbours, which a linear filter mixes.
  private static func taps(_ kernel: [Double]) -> [SIMD2<Float>] {
    var taps = [SIMD2<Float>(0, Float(kernel[0]))]
    var index = 1
    while index < kernel.count {
      let near = kernel[index]
      let far = index + 1 < kernel.count ? kernel[index + 1] : 0
      let sum = near + far
      if sum > 0 { taps.append(SIMD2(Float(Double(index) + far / sum), Float(sum))) }
      index += 2
    }
    return taps
  }

  // MARK: Backdrops

  /// Draws all that is beneath a backdrop, filtered, in the shape of its box.
  func draw(_ backdrop: Backdrop, _ context: LoweringContext) throws(SDLError) {
    guard target.texture != nil,
      var instance = Instance(.picture, backdrop.rect, context.transform, clip: context.clip),
      let image = context.transform.bounds(of: backdrop.rect)
    else { return }
    // The targets from the one that hides all others on.
    var targets = openGroups.map(\.outer) + [target]
    if let last = openGroups.lastIndex(where: \.isApart) { targets.removeFirst(last + 1) }
    let seen = PixelRect(covering: image).intersection(context.clip)
    let area = seen.outset(by: backdrop.filters.reach).intersection(targets[0].bounds)
    if seen.isEmpty || area.isEmpty { return }
    let texture = try pool.acquire(PixelSize(width: area.width, height: area.height))
    recorder.setTarget(GLTarget(texture: texture, bounds: area))
    recorder.clear(.zero)
    for beneath in targets {
      guard let texture = beneath.texture else { continue }
      append(FilteredTexture(texture: texture, bounds: beneath.bounds), clip: area, blend: .over)
    }
    var picture = FilteredTexture(texture: texture, bounds: area)
    try apply(backdrop.filters, to: &picture)
    recorder.setTarget(target)
    let (first, perPixel) = (picture.deviceBounds, 1 / Float(picture.scale))
    instance.form |= Instance.isRound | (picture.scale > 1 ? Instance.isSmooth : 0)
    instance.place = SIMD4(Float(first.minX), Float(first.minY), perPixel, perPixel)
    instance.setRadii(backdrop.radii)
    instance.fill = pack(SIMD4(repeating: Float(context.opacity)))
    recorder.add(instance, .pictures, picture: picture.texture.name)
    pool.release(picture.texture)
  }
}
