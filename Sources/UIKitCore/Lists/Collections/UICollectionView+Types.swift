// UICollectionView+Types.swift
// Directions, scroll positions and kinds of views of collections.
//
// SPDX-License-Identifier: MIT

extension UICollectionView {
  /// The direction in which a flow layout scrolls.
  public enum ScrollDirection: Int, Sendable {
    /// Downwards.
    case vertical
    /// To the right.
    case horizontal
  }

  /// The place of an item that a collection scrolls to: one for each direction.
  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The top.
    public static let top = ScrollPosition(rawValue: 1)
    /// The middle between top and bottom.
    public static let centeredVertically = ScrollPosition(rawValue: 2)
    /// The bottom.
    public static let bottom = ScrollPosition(rawValue: 4)
    /// The left.
    public static let left = ScrollPosition(rawValue: 8)
    /// The middle between left and right.
    public static let centeredHorizontally = ScrollPosition(rawValue: 16)
    /// The right.
    public static let right = ScrollPosition(rawValue: 32)
  }

  /// The kinds of views.
  public enum ElementCategory: UInt, Sendable {
    /// The view of an item.
    case cell
    /// A view beside the items, such as a header.
    case supplementaryView
  }

  /// The kind of a flow layout's headers.
  public nonisolated static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"

  /// The kind of a flow layout's footers.
  public nonisolated static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"
}
