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

  private let horizontal = ScrollBar(.horizontal)
  private let vertical = ScrollBar(.vertical)

  /// The bars, for the scroll view to add.
  var views: [ScrollBar] { [horizontal, vertical] }

  /// The bar at a point, which is easier to hit than its narrow shape; nil for none.
  func bar(at point: CGPoint) -> ScrollBar? {
    views.first { !$0.isHidden && $0.frame.insetBy(dx: -Self.gap, dy: -Self.gap).contains(point) }
  }

  var style = UIScrollView.IndicatorStyle.default { didSet { showStyle() } }

  init() {
    for view in views {
      view.layer.cornerRadius = Self.thickness / 2
      view.layer.zPosition = 1
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
  /// - Parameters:
  ///   - visible: The part of the bounds whose edges hold the bars.
  ///   - isMirrored: Whether the vertical bar is at the left.
  func layOut(
    in bounds: CGRect, visible: CGRect, content: CGSize,
    shown: (horizontal: Bool, vertical: Bool), isMirrored: Bool = false
  ) {
    let column = Self.bar(bounds.height, visible.height, content.height, bounds.minY)
    vertical.place(
      column.map { column in
        CGRect(
          x: isMirrored
            ? visible.minX + Self.gap : visible.maxX - Self.thickness - Self.gap,
          y: visible.minY + column.start,
          width: Self.thickness, height: column.length)
      }, isShown: shown.vertical)
    if let column { vertical.contentPerPoint = column.contentPerPoint }
    let row = Self.bar(bounds.width, visible.width, content.width, bounds.minX)
    horizontal.place(
      row.map { row in
        CGRect(
          x: visible.minX + row.start, y: visible.maxY - Self.thickness - Self.gap,
          width: row.length, height: Self.thickness)
      }, isShown: shown.horizontal)
    if let row { horizontal.contentPerPoint = row.contentPerPoint }
  }

  private static func bar(
    _ length: CGFloat, _ visible: CGFloat, _ content: CGFloat, _ offset: CGFloat
  ) -> (start: CGFloat, length: CGFloat, contentPerPoint: CGFloat)? {
    guard content > length, length > 0 else { return nil }
    let available = visible - 2 * gap
    let size = max(leastLength, available * (length / content))
    let part = min(max(offset / (content - length), 0), 1)
    let room = available - size
    return (gap + room * part, size, room > 0 ? (content - length) / room : 0)
  }
}

/// A scroll bar, which can be dragged.
@MainActor
final class ScrollBar: UIView {
  enum Axis { case horizontal, vertical }

  private let axis: Axis
  /// Points of the content that pass for each point that the bar is dragged.
  var contentPerPoint: CGFloat = 0
  /// The content's offset when the drag began, and the pointer's place in the window.
  private var grip: (offset: CGPoint, place: CGPoint)?

  init(_ axis: Axis) {
    self.axis = axis
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  private var scroller: UIScrollView? { superview as? UIScrollView }

  /// Moves the bar, and hides it where it has no place. One that appears does so in its place, even in an
  /// animation block; one that is seen moves with the block.
  func place(_ frame: CGRect?, isShown: Bool) {
    if let frame {
      if isHidden {
        UIView.performWithoutAnimation { self.frame = frame }
      } else {
        self.frame = frame
      }
    }
    isHidden = frame == nil || !isShown
  }

  /// A drag of the bar is not a drag of the content.
  override var blocksAncestorGestures: Bool { true }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, let scroller else { return }
    grip = (scroller.contentOffset, touch.location(in: nil))
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, let scroller, let grip else { return }
    let place = touch.location(in: nil)
    var offset = grip.offset
    switch axis {
    case .horizontal: offset.x += (place.x - grip.place.x) * contentPerPoint
    case .vertical: offset.y += (place.y - grip.place.y) * contentPerPoint
    }
    scroller.scroll(toNearestOf: offset)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { grip = nil }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { grip = nil }
}
