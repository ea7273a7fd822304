// CALayoutManager.swift
// Layout managers, and the stored properties that few layers have.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Lays out the sublayers of layers. Every method is optional.
///
/// Source: Apple's `CALayoutManager`.
public protocol CALayoutManager: AnyObject {
  /// Discards cached sizes of a layer that is marked for layout.
  func invalidateLayout(of layer: CALayer)
  /// Lays out the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
  /// Returns the layer's preferred size, in points.
  func preferredSize(of layer: CALayer) -> CGSize
}

extension CALayoutManager {
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
  /// Leaves the sublayers where they are.
  public func layoutSublayers(of layer: CALayer) {}
  /// Returns the size of the layer's frame.
  public func preferredSize(of layer: CALayer) -> CGSize {
    layer.noteUnimplemented()
    return layer.frame.size
  }
}

extension CALayer {
  /// Lays out the sublayers by the delegate, or else by the layout manager.
  func layOutByDelegateOrManager() {
    if let delegate, isImplemented({ delegate.layoutSublayers(of: self) }) { return }
    rare[\.layoutManager]?.layoutSublayers(of: self)
  }

  /// The layout manager's preferred size; nil where it implements none.
  func managedPreferredSize() -> CGSize? {
    guard let manager = layoutManager else { return nil }
    var size = CGSize.zero
    return isImplemented { size = manager.preferredSize(of: self) } ? size : nil
  }
}
