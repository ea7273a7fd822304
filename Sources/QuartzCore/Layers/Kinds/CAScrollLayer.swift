// CAScrollLayer.swift
// A layer that shows a part of its sublayers, and scrolling to points and rectangles (semantics 12).
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
  /// Up and down alone.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// To the left and right alone.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// In both directions. The default.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
}

/// A layer that cuts its sublayers at its bounds, and scrolls by moving the bounds' origin.
///
/// Scrolling is a change of `bounds` and animates as such.
///
/// Source: Apple's `CAScrollLayer`; semantics 12.
open class CAScrollLayer: CALayer {
  /// Creates a layer that clips.
  public override init() {
    super.init()
    masksToBounds = true
  }

  /// Creates the copy that presents a layer; used by the system alone.
  public override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CAScrollLayer { scrollMode = layer.scrollMode }
  }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    masksToBounds = true
  }

  /// The directions in which the layer scrolls. Default both.
  open var scrollMode = CAScrollLayerScrollMode.both

  /// Scrolls so that a point of the layer's space is at the bounds' origin, as far as the mode allows.
  ///
  /// - Precondition: The point is finite.
  open override func scroll(_ p: CGPoint) {
    precondition(p.x.isFinite && p.y.isFinite, "\(label) cannot scroll to \(p)")
    var origin = bounds.origin
    if scrollMode != .none && scrollMode != .vertically { origin.x = p.x }
    if scrollMode != .none && scrollMode != .horizontally { origin.y = p.y }
    bounds = CGRect(origin: origin, size: bounds.size)
  }

  /// As ``scroll(_:)``.
  open func scroll(to p: CGPoint) { scroll(p) }

  /// Scrolls as little as shows a rectangle of the layer's space; of one that is larger than the bounds,
  /// its smallest coordinates.
  open func scroll(to r: CGRect) {
    let (box, rect) = (bounds, r.standardized)
    func origin(_ low: CGFloat, _ high: CGFloat, _ start: CGFloat, _ length: CGFloat) -> CGFloat {
      if low < start || high - low > length { return low }
      return high > start + length ? high - length : start
    }
    scroll(
      CGPoint(
        x: origin(rect.minX, rect.maxX, box.minX, box.width),
        y: origin(rect.minY, rect.maxY, box.minY, box.height)))
  }
}

extension CALayer {
  /// The nearest scroll layer above, or this one.
  private var scrollLayer: CAScrollLayer? {
    var current: CALayer? = self
    while let layer = current {
      if let found = layer as? CAScrollLayer { return found }
      current = layer.superlayer
    }
    return nil
  }

  /// Scrolls the nearest scroll layer above so that a rectangle of this layer shows; without one,
  /// nothing happens.
  public func scrollRectToVisible(_ r: CGRect) {
    guard let scroller = scrollLayer else { return }
    scroller.scroll(to: scroller.convert(r, from: self))
  }

  /// The part of the layer's bounds that the nearest scroll layer above shows; all of them without one.
  public var visibleRect: CGRect {
    guard let scroller = scrollLayer, scroller !== self else { return bounds }
    let shown = bounds.overlap(with: convert(scroller.bounds, from: scroller))
    return shown.isNull ? .zero : shown
  }

  /// Scrolls the nearest scroll layer above.
  func scrollAbove(to p: CGPoint) {
    guard let scroller = superlayer?.scrollLayer else { return }
    scroller.scroll(scroller.convert(p, from: self))
  }
}
