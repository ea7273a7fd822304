// LayerValues.swift
// Every stock property of a layer as one value: the model, what a commit carries, what a frame shows.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The stock properties of one layer. Lengths are points of the layer's own space or, for
/// `position`, its superlayer's.
package struct LayerValues: Hashable, Sendable {
  package var bounds = CGRect.zero
  package var position = CGPoint.zero
  package var zPosition: CGFloat = 0
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var anchorPointZ: CGFloat = 0
  package var transform = CATransform3DIdentity
  package var sublayerTransform = CATransform3DIdentity
  package var opacity = 1.0
  package var backgroundColor: CGColor?
  package var cornerRadius: CGFloat = 0
  package var borderWidth: CGFloat = 0
  package var borderColor: CGColor? = .black
  package var shadowColor: CGColor? = .black
  package var shadowOpacity = 0.0
  package var shadowOffset = CGSize(width: 0, height: -3)
  package var shadowRadius: CGFloat = 3
  package var shadowPath: CGPath?
  package var contents: LayerContents?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsScale: CGFloat = 1
  package var rasterizationScale: CGFloat = 1
  package var contentsGravity = CALayerContentsGravity.resize
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  package var maskedCorners: CACornerMask = .all
  package var isHidden = false
  package var masksToBounds = false
  package var isDoubleSided = true
  package var isGeometryFlipped = false
  package var allowsGroupOpacity = true
  package var shouldRasterize = false
  package var isOpaque = false

  package init() {}
}

/// How contents are fitted into the bounds (semantics 15).
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
  /// Stretched over the bounds. The default.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// As large as fits inside the bounds with its proportions.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// As small as covers the bounds with its proportions.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// How contents are filtered when they are scaled.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The filter's name.
  public let rawValue: String
  /// Creates a filter; an unknown name acts as ``linear``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Between pixels, their mix. The default.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// The nearest pixel.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Linear between smaller versions of the picture; drawn as ``linear``.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// The corners that `cornerRadius` rounds.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// One bit a corner.
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
}
