// CALayerDelegate.swift
// The delegate of a layer: contents, layout, actions.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics

/// Provides a layer's contents, layout and actions. Every method is optional.
///
/// A view is the delegate of its own layer.
///
/// Source: Apple's `CALayerDelegate`.
public protocol CALayerDelegate: AnyObject {
  /// Sets the layer's contents. When implemented, `draw(_:in:)` is not called.
  func display(_ layer: CALayer)
  /// Draws the layer's contents.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Called before contents are drawn.
  func layerWillDraw(_ layer: CALayer)
  /// Lays out the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
  /// Returns the action for a key: an action, `NSNull` for none, nil to continue the search.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Leaves display to the layer.
  public func display(_ layer: CALayer) { layer.noteUnimplemented() }
  /// Draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.noteUnimplemented() }
  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// Leaves layout to the layer.
  public func layoutSublayers(of layer: CALayer) { layer.noteUnimplemented() }
  /// Returns nil, which continues the search.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
