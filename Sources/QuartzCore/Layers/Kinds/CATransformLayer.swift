// CATransformLayer.swift
// A layer that keeps the depth of its sublayers and draws nothing itself.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A layer whose sublayers keep their depth: they are not flattened into its plane.
///
/// Background, contents, border, shadow and group opacity are not drawn, and the layer is never hit. Its
/// opacity is multiplied into that of each sublayer.
///
/// Source: Apple's `CATransformLayer`.
open class CATransformLayer: CALayer {
  /// Creates a layer without sublayers.
  public override init() {
    super.init()
    values.subclass = .transform
  }

  /// Creates the presentation copy of a layer; called by the system only.
  public override init(layer: Any) {
    super.init(layer: layer)
    values.subclass = .transform
  }

  /// Creates a layer without sublayers. Layers are not archived, so nothing is decoded.
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
