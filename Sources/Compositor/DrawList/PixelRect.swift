// PixelRect.swift
// Sizes and rectangles in whole device pixels.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// A size in device pixels.
package struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  package var width: Int, height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package var description: String { "\(width) x \(height)" }
}

/// An upright rectangle of whole device pixels; the far edges are excluded.
///
/// Public, unlike most of the module: only what is public is inlined in other modules, and canvases ask each item for its
/// pixels.
public struct PixelRect: Hashable, Sendable {
  // Each item of a draw list has two, so they are stored in half the room of an `Int`.
  /// The edges.
  public var left: Int32, top: Int32, right: Int32, bottom: Int32

  /// Creates a rectangle; edges beyond the range of 32 bits are at its ends.
  @inlinable public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    left = Int32(clamping: minX)
    top = Int32(clamping: minY)
    right = Int32(clamping: maxX)
    bottom = Int32(clamping: maxY)
  }

  /// The left edge.
  @inlinable public var minX: Int {
    get { Int(left) }
    set { left = Int32(clamping: newValue) }
  }

  /// The top edge.
  @inlinable public var minY: Int {
    get { Int(top) }
    set { top = Int32(clamping: newValue) }
  }

  /// The right edge, excluded.
  @inlinable public var maxX: Int {
    get { Int(right) }
    set { right = Int32(clamping: newValue) }
  }

  /// The bottom edge, excluded.
  @inlinable public var maxY: Int {
    get { Int(bottom) }
    set { bottom = Int32(clamping: newValue) }
  }

  package init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  /// Every pixel that a rectangle in device space touches, clamped to ±2^24 to avoid overflow.
  package init(covering rect: CGRect) {
    self.init(covering: SIMD4(rect.minX, rect.minY, rect.maxX, rect.maxY))
  }

  /// Every pixel that a rectangle in device space touches, which has its left, top, right and bottom edge here.
  @inline(__always)
  init(covering edges: SIMD4<Double>) {
    // False for NaN as well.
    guard edges.z > edges.x, edges.w > edges.y, (edges - edges) == .zero else {
      (left, top, right, bottom) = (0, 0, 0, 0)
      return
    }
    (left, top) = (Self.pixel(below: edges.x), Self.pixel(below: edges.y))
    (right, bottom) = (-Self.pixel(below: -edges.z), -Self.pixel(below: -edges.w))
  }

  /// The pixel in which a coordinate lies.
  @inline(__always)
  private static func pixel(below value: Double) -> Int32 {
    let near = min(max(value, -16_777_216), 16_777_216)
    // Rounded towards zero by the processor; the library's rounding is a call.
    let whole = Int32(near)
    return Double(whole) > near ? whole - 1 : whole
  }

  package static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  package var width: Int { max(0, maxX - minX) }
  package var height: Int { max(0, maxY - minY) }
  /// Whether it has no pixel.
  @inlinable @inline(__always) public var isEmpty: Bool { right <= left || bottom <= top }
  package var cgRect: CGRect { CGRect(x: minX, y: minY, width: width, height: height) }

  /// Returns the rectangle with more pixels on each side.
  package func outset(by pixels: Int) -> PixelRect {
    PixelRect(
      minX: minX - pixels, minY: minY - pixels, maxX: maxX + pixels, maxY: maxY + pixels)
  }

  /// Returns the pixels of both rectangles.
  @inlinable @inline(__always) public func intersection(_ other: PixelRect) -> PixelRect {
    var result = self
    (result.left, result.top) = (max(left, other.left), max(top, other.top))
    (result.right, result.bottom) = (min(right, other.right), min(bottom, other.bottom))
    return result.isEmpty ? PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) : result
  }

  /// Returns the rectangle around both; an empty one adds nothing.
  @inlinable @inline(__always) public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    var result = self
    (result.left, result.top) = (min(left, other.left), min(top, other.top))
    (result.right, result.bottom) = (max(right, other.right), max(bottom, other.bottom))
    return result
  }

  /// Whether all pixels of another rectangle are in this one.
  @inlinable @inline(__always) public func contains(_ other: PixelRect) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }
}
