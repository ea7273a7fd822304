// CALayerDelegate.swift
// What a layer asks of its delegate: contents, layout, actions.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics

/// Answers for a layer. Every method has a default body that leaves the answer to the layer.
///
/// A view is the delegate of its own layer.
///
/// Source: Apple's `CALayerDelegate`; semantics 11.1, 13.
public protocol CALayerDelegate: AnyObject {
  /// Gives the layer its contents; when implemented, nothing else does.
  func display(_ layer: CALayer)
  /// Draws the layer's contents.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// Called before contents are drawn.
  func layerWillDraw(_ layer: CALayer)
  /// Places the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
  /// Answers the search for an action: an action, `NSNull` for none, nil to go on searching.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Leaves display to the layer.
  public func display(_ layer: CALayer) { layer.noteUnanswered() }
  /// Draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) { layer.noteUnanswered() }
  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// Leaves layout to the layer.
  public func layoutSublayers(of layer: CALayer) { layer.noteUnanswered() }
  /// Goes on searching.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}
