// CALayoutManager.swift
// Who places the sublayers of a layer whose delegate does not, and what few layers have.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Places the sublayers of layers. Every method has a default body that does nothing.
///
/// Source: Apple's `CALayoutManager`; semantics 13.
public protocol CALayoutManager: AnyObject {
  /// Forgets what is known of a layer's size, as the layer needs layout.
  func invalidateLayout(of layer: CALayer)
  /// Places the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
  /// Returns the size that the layer would like to have, in points.
  func preferredSize(of layer: CALayer) -> CGSize
}

extension CALayoutManager {
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
  /// Leaves the sublayers where they are.
  public func layoutSublayers(of layer: CALayer) {}
  /// Leaves the size to the layer.
  public func preferredSize(of layer: CALayer) -> CGSize {
    layer.noteUnanswered()
    return layer.frame.size
  }
}

/// What few layers have, so that the others are smaller.
final class LayerExtras {
  var layoutManager: (any CALayoutManager)?
  var autoresizingMask: CAAutoresizingMask = []
  var constraints: [CAConstraint] = []
}

extension CALayer {
  /// Places the sublayers when the delegate does not. Kept alive. Default nil.
  public var layoutManager: (any CALayoutManager)? {
    get { model().extras?.layoutManager }
    set {
      changeExtras("layoutManager") { $0.layoutManager = newValue }
      setNeedsLayout()
    }
  }

  func changeExtras(_ name: String, _ change: (LayerExtras) -> Void) {
    refuseOnPresentation(name)
    let extras = self.extras ?? LayerExtras()
    change(extras)
    self.extras = extras
  }

  /// Asks the delegate to place the sublayers, and without its answer the layout manager.
  func layOutByOthers() {
    if let delegate, isAnswered({ delegate.layoutSublayers(of: self) }) { return }
    if let extras { extras.layoutManager?.layoutSublayers(of: self) }
  }

  /// The layout manager's answer.
  func preferredSizeByOthers() -> CGSize? {
    guard let manager = layoutManager else { return nil }
    var size = CGSize.zero
    return isAnswered { size = manager.preferredSize(of: self) } ? size : nil
  }
}
