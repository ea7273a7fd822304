// UIScreenEdgePanGestureRecognizer.swift
// Recognises drags that begin at an edge.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A set of edges of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The upper edge.
  public static let top = UIRectEdge(rawValue: 1)
  /// The left edge.
  public static let left = UIRectEdge(rawValue: 2)
  /// The lower edge.
  public static let bottom = UIRectEdge(rawValue: 4)
  /// The right edge.
  public static let right = UIRectEdge(rawValue: 8)
  /// All edges.
  public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}

/// Recognises drags that begin at an edge, inwards.
///
/// The edges are those of the recogniser's view, as a window on a desktop may lie anywhere on the screen.
/// Pans of scroll views in the view wait until it has failed.
@preconcurrency @MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// The greatest distance from the edge at which a drag may begin, in points.
  static let reach: CGFloat = 20

  /// The edges at which a drag may begin. Default none.
  open var edges: UIRectEdge = []

  private var start = CGPoint.zero
  private var begun: UIRectEdge = []

  /// Fails for a touch that is not at an edge.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    start = location(in: view)
    begun = edges.intersection(edgesNear(start))
    if begun.isEmpty { state = .failed }
  }

  /// Begins when the drag goes inwards; fails in another direction.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible {
      let now = location(in: view)
      let (x, y) = (now.x - start.x, now.y - start.y)
      if hypot(x, y) >= threshold, !isInwards(x, y) {
        state = .failed
        return
      }
    }
    super.touchesMoved(touches, with: event)
  }

  private func edgesNear(_ point: CGPoint) -> UIRectEdge {
    guard let bounds = view?.bounds else { return [] }
    var result: UIRectEdge = []
    if point.x - bounds.minX <= Self.reach { result.insert(.left) }
    if bounds.maxX - point.x <= Self.reach { result.insert(.right) }
    if point.y - bounds.minY <= Self.reach { result.insert(.top) }
    if bounds.maxY - point.y <= Self.reach { result.insert(.bottom) }
    return result
  }

  private func isInwards(_ x: CGFloat, _ y: CGFloat) -> Bool {
    begun.contains(.left) && x > abs(y) || begun.contains(.right) && -x > abs(y)
      || begun.contains(.top) && y > abs(x) || begun.contains(.bottom) && -y > abs(x)
  }

  /// Pans of scroll views wait until this one has failed.
  open override func shouldBeRequiredToFail(
    by otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { otherGestureRecognizer is ScrollPanGestureRecognizer }
}
