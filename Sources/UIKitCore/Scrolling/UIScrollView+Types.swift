// UIScrollView+Types.swift
// Rates and styles: the small vocabulary of scroll views.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension UIScrollView {
  /// How fast content that was let go comes to stand: the part of the speed left after a millisecond.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The part, between 0 and 1.
    public let rawValue: CGFloat
    /// Creates a rate.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// 0.998.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  /// The colour of the bars.
  public enum IndicatorStyle: Int, Sendable {
    /// Grey.
    case `default`
    /// Black.
    case black
    /// White.
    case white
  }
}
