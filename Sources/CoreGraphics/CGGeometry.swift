// CGGeometry.swift
// Apple's geometry that Foundation lacks on Linux: comparisons and transform components.
// Values only: no state, no drawing.
//
// This folder: geometry, and what all targets share: locks, traps, reports. Colours, paths, images and contexts
// are in folders.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension CGPoint {
  /// Whether two points are equal.
  public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
  /// Whether two sizes are equal.
  public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
  /// Whether two rectangles are equal after standardising.
  public func equalTo(_ rect2: CGRect) -> Bool { standardized == rect2.standardized }
}

/// The components of a plane transform: scale, then shear, then rotation, then translation.
///
/// Source: Apple's `CGAffineTransformComponents`.
public struct CGAffineTransformComponents: Hashable, Sendable {
  /// The scale factors along both axes.
  public var scale: CGSize
  /// The shear of x along y.
  public var horizontalShear: CGFloat
  /// The rotation in radians. Positive angles turn x towards y.
  public var rotation: CGFloat
  /// The translation in points.
  public var translation: CGVector

  /// Creates the components of the identity.
  public init() {
    self.init(
      scale: CGSize(width: 1, height: 1), horizontalShear: 0, rotation: 0, translation: .zero)
  }

  /// Creates components; see ``CGAffineTransform/init(_:)``.
  public init(
    scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector
  ) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// Returns the components from which ``init(_:)`` creates this transform.
  ///
  /// A reflection is a negative scale in y.
  public func decomposed() -> CGAffineTransformComponents {
    let width = (a * a + b * b).squareRoot()
    let rotation = width > 0 ? atan2(b, a) : atan2(-c, d)
    let (sine, cosine) = (sin(rotation), cos(rotation))
    let height = d * cosine - c * sine
    // The x component of the second row without the rotation.
    let lean = c * cosine + d * sine
    return CGAffineTransformComponents(
      scale: CGSize(width: width, height: height),
      horizontalShear: height == 0 ? 0 : lean / height, rotation: rotation,
      translation: CGVector(dx: tx, dy: ty))
  }

  /// Creates a transform that scales, shears, rotates and translates, in this order.
  public init(_ components: CGAffineTransformComponents) {
    let (sine, cosine) = (sin(components.rotation), cos(components.rotation))
    let (width, height) = (components.scale.width, components.scale.height)
    let lean = components.horizontalShear * height
    self.init(
      a: width * cosine, b: width * sine, c: lean * cosine - height * sine,
      d: lean * sine + height * cosine, tx: components.translation.dx,
      ty: components.translation.dy)
  }
}
