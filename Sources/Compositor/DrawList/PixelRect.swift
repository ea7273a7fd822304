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
package struct PixelRect: Hashable, Sendable {
  // Each item of a draw list has two, so they are stored in half the room of an `Int`.
  package var left: Int32, top: Int32, right: Int32, bottom: Int32

  @inlinable package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    left = Int32(clamping: minX)
    top = Int32(clamping: minY)
    right = Int32(clamping: maxX)
    bottom = Int32(clamping: maxY)
  }

  @inlinable package var minX: Int {
    get { Int(left) }
    set { left = Int32(clamping: newValue) }
  }

  @inlinable package var minY: Int {
    get { Int(top) }
    set { top = Int32(clamping: newValue) }
  }

  @inlinable package var maxX: Int {
    get { Int(right) }
    set { right = Int32(clamping: newValue) }
  }

  @inlinable package var maxY: Int {
    get { Int(bottom) }
    set { bottom = Int32(clamping: newValue) }
  }

  package init(_ size: PixelSize) {
    self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height)
  }

  /// Every pixel that a rectangle in device space touches, clamped to ±2^24 to avoid overflow.
  package init(covering rect: CGRect) {
    func pixel(_ value: CGFloat) -> Int { Int(min(max(value, -16_777_216), 16_777_216)) }
    guard !rect.isNull, !rect.isEmpty, rect.isFinite else {
      self.init(minX: 0, minY: 0, maxX: 0, maxY: 0)
      return
    }
    self.init(
      minX: pixel(rect.minX.rounded(.down)), minY: pixel(rect.minY.rounded(.down)),
      maxX: pixel(rect.maxX.rounded(.up)), maxY: pixel(rect.maxY.rounded(.up)))
  }

  package static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  package var width: Int { max(0, maxX - minX) }
  package var height: Int { max(0, maxY - minY) }
  package var isEmpty: Bool { maxX <= minX || maxY <= minY }
  package var cgRect: CGRect { CGRect(x: minX, y: minY, width: width, height: height) }

  /// Returns the rectangle with more pixels on each side.
  package func outset(by pixels: Int) -> PixelRect {
    PixelRect(
      minX: minX - pixels, minY: minY - pixels, maxX: maxX + pixels, maxY: maxY + pixels)
  }

  package func intersection(_ other: PixelRect) -> PixelRect {
    let result = PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return result.isEmpty ? .empty : result
  }

  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  package func contains(_ other: PixelRect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }
}
