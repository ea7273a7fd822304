// UIView+Layout.swift
// Autoresizing, and the way between coordinate systems.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

extension UIView {
  /// Makes subviews follow a change of size, and asks for layout.
  final func sizeDidChange(from old: CGSize) {
    let new = layer.bounds.size
    guard new != old else { return }
    setNeedsLayout()
    guard autoresizesSubviews else { return }
    for view in storedSubviews { view.autoresize(from: old, to: new) }
  }

  private func autoresize(from old: CGSize, to new: CGSize) {
    guard !autoresizingMask.isEmpty else { return }
    let horizontal = Self.follow(
      start: frame.minX, length: frame.width, old: old.width, new: new.width,
      flexible: (
        autoresizingMask.contains(.flexibleLeftMargin), autoresizingMask.contains(.flexibleWidth),
        autoresizingMask.contains(.flexibleRightMargin)
      ))
    let vertical = Self.follow(
      start: frame.minY, length: frame.height, old: old.height, new: new.height,
      flexible: (
        autoresizingMask.contains(.flexibleTopMargin), autoresizingMask.contains(.flexibleHeight),
        autoresizingMask.contains(.flexibleBottomMargin)
      ))
    frame = CGRect(
      x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
  }

  /// Shares a change of length between what is flexible: margin before, length, margin behind.
  ///
  /// Flexible parts grow in proportion to what they were; if all of them were nothing, in equal
  /// parts. Without any flexible part all of them stay, as the margin behind then gives way.
  private static func follow(
    start: CGFloat, length: CGFloat, old: CGFloat, new: CGFloat,
    flexible: (before: Bool, length: Bool, behind: Bool)
  ) -> (start: CGFloat, length: CGFloat) {
    let behind = old - start - length
    let parts = [
      flexible.before ? start : 0, flexible.length ? length : 0, flexible.behind ? behind : 0,
    ]
    let flags = [flexible.before, flexible.length, flexible.behind]
    let count = flags.count { $0 }
    guard count > 0 else { return (start, length) }
    let total = parts.reduce(0, +)
    func share(_ index: Int) -> CGFloat {
      guard flags[index] else { return 0 }
      return total > 0 ? parts[index] / total : 1 / CGFloat(count)
    }
    let change = new - old
    return (start + change * share(0), max(0, length + change * share(1)))
  }

  // MARK: Sizes

  /// The least size of a view that fits.
  public nonisolated static let layoutFittingCompressedSize = CGSize.zero

  /// The greatest size of a view that fits.
  public nonisolated static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

  /// Returns the size that suits the view within a size: what its content asks for.
  ///
  /// Without constraints it is what ``sizeThatFits(_:)`` answers.
  public final func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    sizeThatFits(targetSize)
  }

  // MARK: Coordinates

  /// Returns a point of this view's coordinates in another's, or in the window's for nil.
  public final func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    layer.convert(point, to: (view ?? root).layer)
  }

  /// Returns a point of another view's coordinates, or of the window's for nil, in this one's.
  public final func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    layer.convert(point, from: (view ?? root).layer)
  }

  /// Returns a rectangle of this view's coordinates in another's, or in the window's for nil.
  public final func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    layer.convert(rect, to: (view ?? root).layer)
  }

  /// Returns a rectangle of another view's coordinates, or of the window's for nil, in this one's.
  public final func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    layer.convert(rect, from: (view ?? root).layer)
  }

  /// The window, or without one the topmost superview.
  private var root: UIView {
    var view: UIView = self
    while let above = view.storedSuperview { view = above }
    return view
  }
}
