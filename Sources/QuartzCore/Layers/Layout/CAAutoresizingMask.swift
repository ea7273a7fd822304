// CAAutoresizingMask.swift
// Autoresizing: how a layer's frame follows its superlayer's size.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The parts of a layer's frame and margins that are resized with its superlayer.
///
/// Source: Apple's `CAAutoresizingMask`.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates a mask of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The space between the left edges.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  /// The layer's width.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  /// The space between the right edges.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  /// The space between the edges of the lower y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  /// The layer's height.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  /// The space between the edges of the higher y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)
}

extension CALayer {
  /// Passes a change of size to the sublayers, if one of them may follow it.
  func autoresizeSublayers(from size: CGSize) {
    guard layerState[.hasAutoresizingSublayers] else { return }
    for child in children where child.parent === self {
      child.resize(withOldSuperlayerSize: size)
    }
  }

  /// Applies the mask after a change of the superlayer's size.
  func autoresize(from old: CGSize) {
    guard let parent, let mask = rare[\.autoresizingMask], !mask.isEmpty else { return }
    let (new, frame) = (parent.values.bounds.size, self.frame)
    let x = Span(start: frame.minX, length: frame.width).resized(
      from: old.width, to: new.width, before: mask.contains(.layerMinXMargin),
      itself: mask.contains(.layerWidthSizable), behind: mask.contains(.layerMaxXMargin))
    let y = Span(start: frame.minY, length: frame.height).resized(
      from: old.height, to: new.height, before: mask.contains(.layerMinYMargin),
      itself: mask.contains(.layerHeightSizable), behind: mask.contains(.layerMaxYMargin))
    let target = CGRect(x: x.start, y: y.start, width: x.length, height: y.length)
    if target.isFinite { self.frame = target }
  }
}

/// A frame along one axis.
private struct Span {
  var start: CGFloat
  var length: CGFloat

  func resized(
    from old: CGFloat, to new: CGFloat, before: Bool, itself: Bool, behind: Bool
  ) -> Span {
    let parts = [
      before ? start : 0, itself ? length : 0, behind ? old - start - length : 0,
    ]
    let count = CGFloat([before, itself, behind].count { $0 })
    if count == 0 || old == new { return self }
    let total = parts.reduce(0, +)
    func share(_ gives: Bool, _ part: CGFloat) -> CGFloat {
      if !gives { return 0 }
      return (new - old) * (total > 0 ? part / total : 1 / count)
    }
    return Span(
      start: start + share(before, parts[0]), length: max(0, length + share(itself, parts[1])))
  }
}
