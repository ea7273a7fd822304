// UIAccessibilityElement.swift
// An element that is no view, such as a bar of a chart.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A part of a view that is an element by itself. The view lists it in its `accessibilityElements`.
@preconcurrency @MainActor
open class UIAccessibilityElement: AccessibleObject {
  /// The view or element that contains this one. Not retained.
  open weak var accessibilityContainer: AnyObject?

  /// The place in the coordinates of the container, a view, in points. Default zero.
  open var accessibilityFrameInContainerSpace = CGRect.zero

  /// Creates an element of a container.
  public init(accessibilityContainer container: Any) {
    accessibilityContainer = container as AnyObject
    super.init()
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    let frame = accessibilityFrameInContainerSpace
    return AccessibilityDefaults(
      frame: (accessibilityContainer as? UIView)?.convert(frame, to: nil) ?? frame)
  }
}
