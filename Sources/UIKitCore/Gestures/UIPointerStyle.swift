// UIPointerStyle.swift
// The shapes of the pointer that a view can choose.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
package import HostInterface

/// A shape of the pointer. Its middle is at the pointer's place, moved by the origin of the path or of the rectangle.
public enum UIPointerShape {
  /// A filled path.
  case path(UIBezierPath)
  /// A rectangle with round corners.
  case roundedRect(CGRect, radius: CGFloat)
  /// The line that stands between characters, at the desktop's own size.
  case verticalBeam(length: CGFloat)
  /// A line that lies between lines of text.
  case horizontalBeam(length: CGFloat)

  /// A rectangle with corners of 8 points.
  public static func roundedRect(_ rect: CGRect) -> UIPointerShape { .roundedRect(rect, radius: 8) }
}

/// Directions in which something moves.
public struct UIAxis: OptionSet, Hashable, Sendable {
  /// The bits of the directions.
  public let rawValue: UInt
  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Left and right.
  public static let horizontal = UIAxis(rawValue: 1)
  /// Up and down.
  public static let vertical = UIAxis(rawValue: 2)
  /// All directions.
  public static let both: UIAxis = [.horizontal, .vertical]
}

/// The pointer's look in a region.
///
/// Source: Apple's `UIPointerStyle`.
@preconcurrency @MainActor
public final class UIPointerStyle: NSObject {
  private let make: @MainActor () -> PointerShape
  /// Made once, as a drawn one is another shape each time.
  package private(set) lazy var shape = make()

  private init(_ make: @escaping @MainActor () -> PointerShape) { self.make = make }

  /// Creates the style of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - axes: Ignored: the pointer moves freely. Default none.
  public convenience init(shape: UIPointerShape, constrainedAxes axes: UIAxis = []) {
    self.init {
      switch shape {
      case .verticalBeam: .text
      case .horizontalBeam(let length):
        Self.drawn(
          UIBezierPath(
            roundedRect: CGRect(x: 0, y: 0, width: length, height: 3), cornerRadius: 1.5))
      case .roundedRect(let rect, let radius):
        Self.drawn(UIBezierPath(roundedRect: rect, cornerRadius: radius))
      case .path(let path): Self.drawn(path)
      }
    }
  }

  /// No pointer.
  public static func hidden() -> UIPointerStyle { UIPointerStyle { .hidden } }

  /// The desktop's arrow.
  public static func system() -> UIPointerStyle { UIPointerStyle { .arrow } }

  /// The longest side of a pointer, in points: desktops show none that is much larger.
  private static let longestSide: CGFloat = 128

  /// A path in the colour of the desktop's arrow, with an edge that shows on every ground.
  private static func drawn(_ original: UIBezierPath) -> PointerShape {
    let path = UIBezierPath(cgPath: original.cgPath)
    let bounds = path.bounds
    guard bounds.isFinite, bounds.width > 0 || bounds.height > 0,
      max(bounds.width, bounds.height) <= longestSide
    else { return .arrow }
    let edge: CGFloat = 1
    let frame = bounds.insetBy(dx: -edge, dy: -edge)
    let renderer = UIGraphicsImageRenderer(bounds: frame)
    let image = renderer.image { context in
      context.cgContext.setFillColor(CGColor(gray: 0, alpha: 1))
      context.cgContext.setStrokeColor(CGColor(gray: 1, alpha: 1))
      path.lineWidth = 2 * edge
      path.stroke()
      path.fill()
    }
    guard let pixels = image.cgImage else { return .arrow }
    // The middle, less what the origin moves the shape by.
    let x = (frame.width / 2 - bounds.minX) * image.scale
    let y = (frame.height / 2 - bounds.minY) * image.scale
    return .drawn(
      PointerPicture(
        image: pixels,
        hotSpot: CGPoint(
          x: min(max(x, 0), CGFloat(pixels.width - 1)),
          y: min(max(y, 0), CGFloat(pixels.height - 1)))))
  }
}
