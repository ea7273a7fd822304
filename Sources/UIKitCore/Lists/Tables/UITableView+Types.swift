// UITableView+Types.swift
// Styles, scroll positions and row animations of tables.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension UITableView {
  /// The look of a table.
  public enum Style: Int, Sendable {
    /// One list; headers stay at the top while their section is visible.
    case plain
    /// Sections apart, on grey; headers move with their section.
    case grouped
    /// As `grouped`, with the rows of a section as one field: 16 points from the sides, its corners round.
    case insetGrouped
  }

  /// The place of a row that a table scrolls to.
  public enum ScrollPosition: Int, Sendable {
    /// As near as possible; without effect on a visible row.
    case none
    /// The top.
    case top
    /// The middle.
    case middle
    /// The bottom.
    case bottom
  }

  /// The way in which a row appears or disappears.
  public enum RowAnimation: Int, Sendable {
    /// Fades.
    case fade
    /// Slides from or to the right.
    case right
    /// Slides from or to the left.
    case left
    /// Slides from or to the top, by its height.
    case top
    /// Slides from or to the bottom, by its height.
    case bottom
    /// At once, while the rows below move.
    case none
    /// Opens from or closes to its middle.
    case middle
    /// The table chooses; currently `fade`.
    case automatic = 100
  }

  /// The lines between rows.
  public enum SeparatorStyle: Int, Sendable {
    /// None.
    case none
    /// A line.
    case singleLine
    /// Same as `singleLine`. Deprecated by Apple.
    case singleLineEtched
  }

  /// Requests the height of the content: by the cell's constraints, else by its `sizeThatFits(_:)`.
  public nonisolated static let automaticDimension: CGFloat = -1

  /// The height of a row without another one, in points.
  nonisolated static let standardRowHeight: CGFloat = 44
  /// The distance of separators and content from the sides of a cell, in points.
  nonisolated static let standardMargin: CGFloat = 16
  /// The radius of the corners of a section in the style `insetGrouped`, in points.
  nonisolated static let groupRadius: CGFloat = 10
  /// The height of a header or footer with a title, in points.
  nonisolated static let standardHeaderHeight: CGFloat = 28
  /// The duration of updates, in seconds.
  static let updateDuration: TimeInterval = 0.3
}
