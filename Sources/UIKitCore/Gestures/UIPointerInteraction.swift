// UIPointerInteraction.swift
// A view's own shapes of the pointer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import HostInterface

/// Where the pointer is, and what is asked for.
@preconcurrency @MainActor
public final class UIPointerRegionRequest: NSObject {
  /// The pointer's place in the view of the interaction.
  public let location: CGPoint

  init(location: CGPoint) { self.location = location }
}

/// A part of a view that has one shape of the pointer.
@preconcurrency @MainActor
public final class UIPointerRegion: NSObject {
  /// In the view of the interaction.
  public let rect: CGRect
  /// What tells regions of equal rectangles apart. Default nil.
  public let identifier: AnyHashable?

  /// Creates a region.
  ///
  /// - Parameters:
  ///   - rect: In the view of the interaction.
  ///   - identifier: What tells regions of equal rectangles apart. Default nil.
  public init(rect: CGRect, identifier: AnyHashable? = nil) {
    (self.rect, self.identifier) = (rect, identifier)
  }
}

/// Chooses the regions of a view and the pointer's style in each. Every method is optional.
@preconcurrency @MainActor
public protocol UIPointerInteractionDelegate: AnyObject {
  /// Returns the region that the pointer is in; nil for none. Called with each movement. Default the whole view.
  func pointerInteraction(
    _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion?
  /// Returns the pointer's style in a region that it has entered; nil for the system's. Default nil.
  func pointerInteraction(
    _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
  ) -> UIPointerStyle?
}

extension UIPointerInteractionDelegate {
  /// Returns the default region.
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion? { defaultRegion }
  /// Returns nil.
  public func pointerInteraction(
    _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
  ) -> UIPointerStyle? { nil }
}

/// Shapes of the pointer over a view, chosen by a delegate.
///
/// A control and a text view have shapes without one. Of views inside of each other, the innermost that has a shape
/// decides. Apple's effects, which draw a view in the pointer's place, are missing.
///
/// Source: Apple's `UIPointerInteraction`.
@preconcurrency @MainActor
open class UIPointerInteraction: NSObject, UIInteraction {
  /// What chooses regions and styles. Nil for the system's shape.
  open private(set) weak var delegate: (any UIPointerInteractionDelegate)?
  /// Whether the interaction has an effect. Default true.
  open var isEnabled = true
  /// The view that has the interaction.
  open private(set) weak var view: UIView?

  private var region: UIPointerRegion?
  private var style: UIPointerStyle?

  /// Creates an interaction.
  ///
  /// - Parameter delegate: What chooses regions and styles. Stored weakly. Default nil.
  public init(delegate: (any UIPointerInteractionDelegate)? = nil) { self.delegate = delegate }

  /// Does nothing.
  open func willMove(to view: UIView?) {}

  /// Stores the view.
  open func didMove(to view: UIView?) {
    self.view = view
    invalidate()
  }

  /// Asks the delegate again with the pointer's next movement.
  open func invalidate() { (region, style) = (nil, nil) }

  /// The pointer's shape at a place of the view. Nil for the system's.
  final func shape(at location: CGPoint) -> PointerShape? {
    guard isEnabled, let delegate, let view else { return nil }
    let found = delegate.pointerInteraction(
      self, regionFor: UIPointerRegionRequest(location: location),
      defaultRegion: UIPointerRegion(rect: view.bounds))
    guard let found, found.rect.contains(location) else {
      invalidate()
      return nil
    }
    if region?.rect != found.rect || region?.identifier != found.identifier {
      region = found
      style = delegate.pointerInteraction(self, styleFor: found)
    }
    return style?.shape
  }
}

extension UIView {
  /// The pointer's shape for a touch over this view: that of the innermost view around it that has one.
  final func pointerShape(for touch: UITouch) -> PointerShape {
    var current: UIView? = self
    while let some = current {
      for case let pointer as UIPointerInteraction in some.interactions {
        if let shape = pointer.shape(at: touch.location(in: some)) { return shape }
      }
      if some === self, some.cursor != .arrow { return some.cursor }
      current = some.superview
    }
    return .arrow
  }
}
