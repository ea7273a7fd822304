// UIView+Types.swift
// Content modes, autoresizing masks and animation curves of views.
//
// SPDX-License-Identifier: MIT

import QuartzCore

extension UIView {
  /// The placement of content of another size in a view.
  public enum ContentMode: Int, Sendable {
    /// Stretched along both axes.
    case scaleToFill
    /// As large as fits, in proportion.
    case scaleAspectFit
    /// As small as covers the view, in proportion.
    case scaleAspectFill
    /// Redrawn for every size.
    case redraw
    /// Unscaled, in the middle.
    case center
    /// Unscaled, at the top.
    case top
    /// Unscaled, at the bottom.
    case bottom
    /// Unscaled, at the left.
    case left
    /// Unscaled, at the right.
    case right
    /// Unscaled, in the top left corner.
    case topLeft
    /// Unscaled, in the top right corner.
    case topRight
    /// Unscaled, in the bottom left corner.
    case bottomLeft
    /// Unscaled, in the bottom right corner.
    case bottomRight

    var gravity: CALayerContentsGravity {
      switch self {
      case .scaleToFill, .redraw: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      case .top: .top
      case .bottom: .bottom
      case .left: .left
      case .right: .right
      case .topLeft: .topLeft
      case .topRight: .topRight
      case .bottomLeft: .bottomLeft
      case .bottomRight: .bottomRight
      }
    }
  }

  /// The parts of a view's frame that follow its superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates a mask from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The distance to the left edge.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The distance to the right edge.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The distance to the top.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The distance to the bottom.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  /// A named curve.
  ///
  /// Source: Apple's `UIView.AnimationCurve`.
  public enum AnimationCurve: Int, Sendable {
    /// Starts and ends slowly.
    case easeInOut
    /// Starts slowly.
    case easeIn
    /// Ends slowly.
    case easeOut
    /// Constant speed.
    case linear

    var functionName: CAMediaTimingFunctionName {
      switch self {
      case .easeInOut: .easeInEaseOut
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .linear: .linear
      }
    }
  }
}
