// CALayer+Types.swift
// The names and option sets that properties of `CALayer` have as values.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The placement of contents in the bounds.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The gravity's name.
  public let rawValue: String
  /// Creates a gravity; an unknown name acts as ``center``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Centred, not scaled.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// At the top edge, not scaled.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// At the bottom edge, not scaled.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// At the left edge, not scaled.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// At the right edge, not scaled.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// In the corner, not scaled.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// In the corner, not scaled.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// In the corner, not scaled.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// In the corner, not scaled.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched to the bounds. The default.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// Scaled to fit inside the bounds, keeping the aspect ratio.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// Scaled to cover the bounds, keeping the aspect ratio.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

extension CALayerContentsGravity {
  /// Returns the rectangle of the bounds that contents of a size, in points, fill.
  package func place(_ size: CGSize, in bounds: CGRect) -> CGRect {
    var fitted = size
    switch self {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      let ratios = (bounds.width / size.width, bounds.height / size.height)
      let ratio = self == .resizeAspect ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
      fitted = CGSize(width: size.width * ratio, height: size.height * ratio)
    default: break
    }
    let x: CGFloat =
      switch self {
      case .left, .topLeft, .bottomLeft: bounds.minX
      case .right, .topRight, .bottomRight: bounds.maxX - fitted.width
      default: bounds.midX - fitted.width / 2
      }
    let y: CGFloat =
      switch self {
      case .top, .topLeft, .topRight: bounds.minY
      case .bottom, .bottomLeft, .bottomRight: bounds.maxY - fitted.height
      default: bounds.midY - fitted.height / 2
      }
    return CGRect(origin: CGPoint(x: x, y: y), size: fitted)
  }
}

/// The filtering of scaled contents.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The filter's name.
  public let rawValue: String
  /// Creates a filter; an unknown name acts as ``linear``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Interpolates between pixels. The default.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Takes the nearest pixel.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Interpolates between pixels of the nearest mipmap level that is at least as large.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// The corners that `cornerRadius` rounds.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// One bit for each corner.
  public let rawValue: UInt
  /// Creates a set of corners.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Smallest x, smallest y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// Largest x, smallest y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// Smallest x, largest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// Largest x, largest y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
  package static let all = CACornerMask(rawValue: 15)

  /// Returns a radius for each corner of the set and 0 for the others: top left, top right, bottom
  /// right, bottom left.
  package func radii(_ radius: Double) -> SIMD4<Double> {
    SIMD4(
      contains(.layerMinXMinYCorner) ? radius : 0, contains(.layerMaxXMinYCorner) ? radius : 0,
      contains(.layerMaxXMaxYCorner) ? radius : 0, contains(.layerMinXMaxYCorner) ? radius : 0)
  }
}

/// The edges of a layer that are smoothed.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// One bit for each edge.
  public let rawValue: UInt32
  /// Creates a set of edges.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Smallest x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// Largest x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// Smallest y where y points up.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// Largest y where y points up.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
  package static let all = CAEdgeAntialiasingMask(rawValue: 15)
}

/// The curve of rounded corners.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The curve's name.
  public let rawValue: String
  /// Creates a curve; an unknown name acts as ``circular``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A quarter of a circle. The default.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A curve of continuous curvature, which begins further from the corner.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// The pixel format of a layer's contents.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// The format's name.
  public let rawValue: String
  /// Creates a format from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Eight bits for each component of a colour. The default.
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Sixteen bits for each component of a colour.
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// Eight bits of grey.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
}

/// The mapping of colours brighter than the screen's white.
public struct CAToneMapMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The system decides. The default.
  public static let automatic = CAToneMapMode(rawValue: "automatic")
  /// Never.
  public static let never = CAToneMapMode(rawValue: "never")
  /// Wherever supported.
  public static let ifSupported = CAToneMapMode(rawValue: "ifSupported")
}
