// UIImpactFeedbackGenerator.swift
// The feedback of an impact. A desktop has none.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The feedback of an impact. Does nothing.
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The mass and the hardness of what collides.
  public enum FeedbackStyle: Int, Sendable {
    /// Something light.
    case light
    /// Something of middle weight.
    case medium
    /// Something heavy.
    case heavy
    /// Something soft.
    case soft
    /// Something rigid.
    case rigid
  }

  /// Creates a generator.
  public convenience init(style: FeedbackStyle) { self.init() }

  /// Creates a generator for a view.
  public convenience init(style: FeedbackStyle, view: UIView) { self.init() }

  /// Does nothing.
  open func impactOccurred() {}
  /// Does nothing.
  open func impactOccurred(intensity: CGFloat) {}
  /// Does nothing.
  open func impactOccurred(at location: CGPoint) {}
  /// Does nothing.
  open func impactOccurred(intensity: CGFloat, at location: CGPoint) {}
}
