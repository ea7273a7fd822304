// CGVector.swift
// A vector in the plane, which Foundation lacks on Linux.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A vector in points.
public struct CGVector: Hashable, Sendable {
  /// The components, in points.
  public var dx: CGFloat, dy: CGFloat
  /// The zero vector.
  public static let zero = CGVector(dx: 0, dy: 0)
  /// Creates the zero vector.
  public init() { self.init(dx: 0, dy: 0) }
  /// Creates a vector from its components, in points.
  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
}

extension CGVector {
  /// Creates a vector from its components, in points.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
}
