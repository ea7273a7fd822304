// UIView+Layout.swift
// Autoresizing, fitting sizes and coordinate conversion.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

extension UIView {
  /// Autoresizes subviews after a change of size, and requests layout.
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
    let followed = CGRect(
      x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length)
    guard followed.isFinite else {
      Diagnostics.reportOnce(
        "\(layoutName) autoresizing",
        "\(layoutName): its autoresizing mask gives no finite frame from \(frame) as its superview's size "
          + "changes from \(old) to \(new); the frame is unchanged")
      return
    }
    frame = followed
  }

  /// Distributes a change of length among the flexible parts: leading margin, length, trailing margin.
  ///
  /// Flexible parts grow in proportion to their old length, or equally if all were zero. Without a
  /// flexible part the trailing margin takes the change.
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

  /// Requests the smallest fitting size.
  public nonisolated static let layoutFittingCompressedSize = CGSize.zero

  /// Requests the largest fitting size.
  public nonisolated static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

  // MARK: Coordinates

  /// The window, or the root of the view tree without one.
  final var root: UIView {
    var view: UIView = self
    while let above = view.storedSuperview { view = above }
    return view
  }
}
