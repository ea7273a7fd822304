// CATransformLayer.swift
// A layer that keeps its sublayers in space and shows nothing itself (semantics 12).
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A layer whose sublayers keep their depth: they are not flattened into its plane.
///
/// It has no look of its own: background, contents, border, shadow and the fading of its sublayers as
/// one picture are left out, and it is never hit. Its opacity is multiplied into that of each sublayer.
///
/// Source: Apple's `CATransformLayer`; semantics 12, 15.
open class CATransformLayer: CALayer {
  /// Creates a layer without sublayers.
  public override init() {
    super.init()
    values.subclass = .transform
  }

  /// Creates the copy that presents a layer; used by the system alone.
  public override init(layer: Any) {
    super.init(layer: layer)
    values.subclass = .transform
  }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .transform
  }

  /// Returns the topmost sublayer at a point of the superlayer's space; never this layer.
  open override func hitTest(_ p: CGPoint) -> CALayer? {
    let found = super.hitTest(p)
    return found === self ? nil : found
  }
}
