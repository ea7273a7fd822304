// CAScrollLayer.swift
// A layer that clips and scrolls its sublayers, and scrolling to points and rectangles.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// The directions in which a scroll layer scrolls.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``both``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// In neither direction.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Vertically.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Horizontally.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// In both directions. The default.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// A layer that clips its sublayers to its bounds, and scrolls by moving the bounds' origin.
///
/// Scrolling changes `bounds`, with its implicit animation.
///
/// Source: Apple's `CAScrollLayer`.
open class CAScrollLayer: CALayer {
  /// Creates a layer that clips.
  public override init() {
    super.init()
    masksToBounds = true
  }

  /// Creates the presentation copy of a layer; called by the system only.
  public override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CAScrollLayer { scrollMode = layer.scrollMode }
  }

  /// Creates a layer that clips. Layers are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    masksToBounds = true
  }

  /// The directions in which the layer scrolls. Default both.
  open var scrollMode = CAScrollLayerScrollMode.both

  /// Scrolls a point of the layer's space to the bounds' origin, in the directions of the mode.
  ///
  /// - Precondition: The point is finite.
  open override func scroll(_ p: CGPoint) {
    trap(unless: p.x.isFinite && p.y.isFinite, "\(label) cannot scroll to \(p)")
    var origin = bounds.origin
    if scrollMode != .none && scrollMode != .vertically { origin.x = p.x }
    if scrollMode != .none && scrollMode != .horizontally { origin.y = p.y }
    bounds = CGRect(origin: origin, size: bounds.size)
  }

  /// Equivalent to ``scroll(_:)``.
  open func scroll(to p: CGPoint) { scroll(p) }

  /// Scrolls the shortest distance that makes a rectangle of the layer's space visible; of one larger than the
  /// bounds, its minimum edges. In a direction in which it lies beyond the largest numbers, nothing is scrolled.
  open func scroll(to r: CGRect) {
    let (box, rect) = (bounds, r.standardized)
    func origin(_ low: CGFloat, _ high: CGFloat, _ start: CGFloat, _ length: CGFloat) -> CGFloat {
      let isBefore = low < start || high - low > length
      let target = isBefore ? low : high > start + length ? high - length : start
      return target.isFinite ? target : start
    }
    scroll(
      CGPoint(
        x: origin(rect.minX, rect.maxX, box.minX, box.width),
        y: origin(rect.minY, rect.maxY, box.minY, box.height)))
  }
}

extension CALayer {
  /// The nearest scroll layer, from this layer up.
  final var scrollLayer: CAScrollLayer? {
    var current: CALayer? = self
    while let layer = current {
      if let found = layer as? CAScrollLayer { return found }
      current = layer.superlayer
    }
    return nil
  }

  /// Scrolls the nearest scroll layer above.
  func scrollAbove(to p: CGPoint) {
    guard let scroller = superlayer?.scrollLayer else { return }
    let place = scroller.convert(p, from: self)
    // Transforms may take a finite point beyond the largest numbers.
    if p.x.isFinite && p.y.isFinite && !(place.x.isFinite && place.y.isFinite) { return }
    scroller.scroll(place)
  }
}
