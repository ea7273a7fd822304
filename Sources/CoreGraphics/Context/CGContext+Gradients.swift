// CGContext+Gradients.swift
// Linear, radial and conic gradients over the clip.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The ends at which a gradient continues in its end colour.
public struct CGGradientDrawingOptions: OptionSet, Hashable, Sendable {
  /// The options' bits.
  public let rawValue: UInt32
  /// Creates options from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// After the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

extension CGContext {
  /// Fills the clip with a linear gradient that continues beyond both ends.
  public func drawLinearGradient(_ gradient: CGGradient, start: CGPoint, end: CGPoint) {
    record(.linearGradient(gradient, from: start, to: end))
  }

  /// Fills the clip with a linear gradient. Without options, only between its ends.
  ///
  /// - Parameters:
  ///   - gradient: Colours and locations.
  ///   - start: The first location's point, in user space.
  ///   - end: The last location's point, in user space.
  ///   - options: Whether the colours at the ends continue beyond them.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = hypot(dx, dy)
    guard length > 0, length.isFinite else { return }
    saveGState()
    defer { restoreGState() }
    if options != [.drawsBeforeStartLocation, .drawsAfterEndLocation] {
      // A band across the gradient, far wider than any drawing.
      let far = 100_000 + length
      let (ux, uy) = (dx / length * far, dy / length * far)
      let low =
        options.contains(.drawsBeforeStartLocation)
        ? CGPoint(x: start.x - ux, y: start.y - uy) : start
      let high =
        options.contains(.drawsAfterEndLocation) ? CGPoint(x: end.x + ux, y: end.y + uy) : end
      let band = CGMutablePath()
      band.addLines(between: [
        CGPoint(x: low.x - uy, y: low.y + ux), CGPoint(x: high.x - uy, y: high.y + ux),
        CGPoint(x: high.x + uy, y: high.y - ux), CGPoint(x: low.x + uy, y: low.y - ux),
      ])
      band.closeSubpath()
      clip(band, .winding)
    }
    drawLinearGradient(gradient, start: start, end: end)
  }

  /// Fills the clip with a gradient between two circles. Without options, only between them.
  ///
  /// Draws nothing with a negative radius or a number that is not finite.
  ///
  /// - Parameters:
  ///   - gradient: Colours and locations.
  ///   - startCenter: The centre of the first location's circle, in user space.
  ///   - startRadius: Its radius, at least 0.
  ///   - endCenter: The centre of the last location's circle, in user space.
  ///   - endRadius: Its radius, at least 0.
  ///   - options: Whether the colours at the ends continue beyond them.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat, options: CGGradientDrawingOptions
  ) {
    let numbers = [
      startCenter.x, startCenter.y, startRadius, endCenter.x, endCenter.y, endRadius,
    ]
    guard numbers.allSatisfy(\.isFinite), startRadius >= 0, endRadius >= 0 else { return }
    let radial = Drawing.RadialGradient(
      gradient: gradient, start: startCenter, end: endCenter, startRadius: startRadius,
      endRadius: endRadius, options: options)
    saveGState()
    defer { restoreGState() }
    if radial.isConcentric {
      // Circles about one centre are clips, at every scale.
      if !options.contains(.drawsAfterEndLocation) { clipToCircle(endCenter, endRadius) }
      if !options.contains(.drawsBeforeStartLocation), startRadius > 0 {
        let ring = CGMutablePath()
        ring.addRect(
          CGRect(x: startCenter.x - 1e5, y: startCenter.y - 1e5, width: 2e5, height: 2e5))
        ring.addEllipse(in: Self.square(startCenter, startRadius))
        clip(ring, .evenOdd)
      }
    }
    record(.radialGradient(radial))
  }

  /// Fills the clip with a gradient around a point.
  ///
  /// - Parameters:
  ///   - gradient: Colours and locations; those from 0 to 1 go once around.
  ///   - center: In user space.
  ///   - angle: The direction of the first colour, in radians, turning from the x axis to the y axis.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    guard center.x.isFinite, center.y.isFinite, angle.isFinite else { return }
    record(.conicGradient(gradient, center: center, angle: angle))
  }

  private func clipToCircle(_ center: CGPoint, _ radius: CGFloat) {
    clip(CGPath(ellipseIn: Self.square(center, radius)), .winding)
  }

  private static func square(_ center: CGPoint, _ radius: CGFloat) -> CGRect {
    CGRect(x: center.x - radius, y: center.y - radius, width: radius * 2, height: radius * 2)
  }
}
