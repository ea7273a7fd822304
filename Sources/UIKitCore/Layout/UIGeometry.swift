// UIGeometry.swift
// Insets, offsets, and geometry as text.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// Distances from the edges of a rectangle inwards, in points. Negative ones reach outwards.
public struct UIEdgeInsets: Hashable, Sendable {
  /// Points from each edge.
  public var top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat

  /// No distance from any edge.
  public static let zero = UIEdgeInsets()

  /// Creates insets of zero.
  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

  /// Creates insets from points.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}

/// Distances from the edges of a rectangle inwards, in points, named in the direction of text.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
  /// Points from each edge.
  public var top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat

  /// No distance from any edge.
  public static let zero = NSDirectionalEdgeInsets()

  /// Creates insets of zero.
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

  /// Creates insets from points.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

/// A distance in points along both axes.
public struct UIOffset: Hashable, Sendable {
  /// Points to the right and down.
  public var horizontal: CGFloat, vertical: CGFloat

  /// No distance.
  public static let zero = UIOffset()

  /// Creates an offset of zero.
  public init() { self.init(horizontal: 0, vertical: 0) }

  /// Creates an offset from points.
  public init(horizontal: CGFloat, vertical: CGFloat) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }
}

extension CGRect {
  /// Returns the rectangle with its edges moved inwards. Its size is never negative.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    let rect = standardized
    return CGRect(
      x: rect.minX + insets.left, y: rect.minY + insets.top,
      width: max(0, rect.width - insets.left - insets.right),
      height: max(0, rect.height - insets.top - insets.bottom))
  }
}

/// Returns a point as "{x, y}".
public func NSStringFromCGPoint(_ point: CGPoint) -> String {
  "{\(short(point.x)), \(short(point.y))}"
}

/// Returns a size as "{width, height}".
public func NSStringFromCGSize(_ size: CGSize) -> String {
  "{\(short(size.width)), \(short(size.height))}"
}

/// Returns a rectangle as "{{x, y}, {width, height}}".
public func NSStringFromCGRect(_ rect: CGRect) -> String {
  "{\(NSStringFromCGPoint(rect.origin)), \(NSStringFromCGSize(rect.size))}"
}

/// Returns a transform as "[a, b, c, d, tx, ty]".
public func NSStringFromCGAffineTransform(_ t: CGAffineTransform) -> String {
  "[\([t.a, t.b, t.c, t.d, t.tx, t.ty].map(short).joined(separator: ", "))]"
}

/// Returns insets as "{top, left, bottom, right}".
public func NSStringFromUIEdgeInsets(_ insets: UIEdgeInsets) -> String {
  "{\([insets.top, insets.left, insets.bottom, insets.right].map(short).joined(separator: ", "))}"
}

/// Returns a number with at most 17 digits and without ".0", as Apple's functions print it.
private func short(_ value: CGFloat) -> String {
  value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(Double(value))"
}
