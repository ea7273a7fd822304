// CGColor.swift
// A colour in sRGB, not premultiplied.
//
// This folder: colours in sRGB, and the colour spaces from which they are converted.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A colour in sRGB with alpha, each component 0...1 and not premultiplied.
///
/// Apple's `CGColor` is a class with many colour spaces. This one is a value in the colour space in
/// which layers are composited: colours of other spaces are converted when they are created. Components
/// outside 0...1 are stored and clamped when drawn.
public struct CGColor: Hashable, Sendable {
  /// Red, green, blue and alpha, 0...1, not premultiplied.
  package var lanes: SIMD4<Double>

  package init(lanes: SIMD4<Double>) { self.lanes = lanes }

  /// Creates a colour from sRGB components, 0...1.
  ///
  /// A component that is NaN is 0, an infinite one 0 or 1; both are reported once.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    lanes = SIMD4(
      Self.finite(red), Self.finite(green), Self.finite(blue), Self.finite(alpha))
  }

  /// A component that is finite.
  @inline(__always)
  private static func finite(_ component: CGFloat) -> CGFloat {
    component.isFinite ? component : nearest(component, in: 0...1, "a component of a colour")
  }

  /// Creates a colour from sRGB components, 0...1.
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a grey, 0 black to 1 white.
  public init(gray: CGFloat, alpha: CGFloat) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Black, fully transparent.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The alpha component: 0 transparent, 1 opaque.
  public var alpha: CGFloat { lanes.w }

  /// Red, green, blue and alpha, in this order.
  public var components: [CGFloat]? { [lanes.x, lanes.y, lanes.z, lanes.w] }

  /// Always 4.
  public var numberOfComponents: Int { 4 }

  /// Returns the same colour with another alpha, 0...1. Never nil.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(red: lanes.x, green: lanes.y, blue: lanes.z, alpha: alpha)
  }
}
