// ScrollIndicators.swift
// Stage: layout. The scroll bars at two edges of a scroll view.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The two scroll bars of a scroll view.
@MainActor
final class ScrollIndicators {
  private static let thickness: CGFloat = 4
  /// The distance to the edges, in points.
  private static let gap: CGFloat = 2
  private static let leastLength: CGFloat = 24

  private let horizontal = UIView()
  private let vertical = UIView()

  /// The bars, for the scroll view to add.
  var views: [UIView] { [horizontal, vertical] }

  var style = UIScrollView.IndicatorStyle.default { didSet { showStyle() } }

  init() {
    for view in views {
      view.layer.cornerRadius = Self.thickness / 2
      view.layer.zPosition = 1
      view.isUserInteractionEnabled = false
      view.isHidden = true
    }
    showStyle()
  }

  private func showStyle() {
    let white: CGFloat =
      switch style {
      case .default: 0.5
      case .black: 0
      case .white: 1
      }
    for view in views { view.backgroundColor = UIColor(white: white, alpha: 0.6) }
  }

  /// Lays out the bars for a scroll view's bounds. A bar without scrollable content is hidden.
  ///
  /// - Parameter visible: The part of the bounds whose edges hold the bars.
  func layOut(
    in bounds: CGRect, visible: CGRect, content: CGSize,
    shown: (horizontal: Bool, vertical: Bool)
  ) {
    let column = Self.bar(bounds.height, visible.height, content.height, bounds.minY)
    vertical.isHidden = column == nil || !shown.vertical
    if let column {
      vertical.frame = CGRect(
        x: visible.maxX - Self.thickness - Self.gap, y: visible.minY + column.start,
        width: Self.thickness, height: column.length)
    }
    let row = Self.bar(bounds.width, visible.width, content.width, bounds.minX)
    horizontal.isHidden = row == nil || !shown.horizontal
    if let row {
      horizontal.frame = CGRect(
        x: visible.minX + row.start, y: visible.maxY - Self.thickness - Self.gap,
        width: row.length, height: Self.thickness)
    }
  }

  private static func bar(
    _ length: CGFloat, _ visible: CGFloat, _ content: CGFloat, _ offset: CGFloat
  ) -> (start: CGFloat, length: CGFloat)? {
    guard content > length, length > 0 else { return nil }
    let available = visible - 2 * gap
    let size = max(leastLength, available * length / content)
    let part = min(max(offset / (content - length), 0), 1)
    return (gap + (available - size) * part, size)
  }
}
