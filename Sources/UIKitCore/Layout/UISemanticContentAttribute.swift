// UISemanticContentAttribute.swift
// Whether a view's content runs from left to right or from right to left.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// What a view's content is, for the direction of its layout.
public enum UISemanticContentAttribute: Int, Sendable {
  /// The direction of the program's language.
  case unspecified
  /// Controls of playing, which are not mirrored.
  case playback
  /// Directions in space, which are not mirrored.
  case spatial
  /// From left to right.
  case forceLeftToRight
  /// From right to left.
  case forceRightToLeft
}

/// The direction of layout.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
  /// From left to right.
  case leftToRight
  /// From right to left.
  case rightToLeft
}

/// The direction of layout among traits.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
  /// Unspecified.
  case unspecified = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// The direction of the program's language.
enum ProgramDirection {
  /// Whether it is from right to left: that of the first of the user's languages which the main bundle has. Set by tests,
  /// on the main thread.
  nonisolated(unsafe) static var isFromRight = LocalizedStrings.runsFromRightToLeft(
    ResourceFolders.folders(of: .main))
}

extension UITraitCollection {
  /// The direction of the program's language.
  public var layoutDirection: UITraitEnvironmentLayoutDirection {
    ProgramDirection.isFromRight ? .rightToLeft : .leftToRight
  }
}

extension UIView {
  /// Whether the view's layout is mirrored.
  final var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  /// A subview's frame that is laid out from left to right, in the view's own direction.
  final func directed(_ frame: CGRect) -> CGRect {
    guard isMirrored else { return frame }
    return CGRect(
      x: bounds.minX + bounds.maxX - frame.maxX, y: frame.minY, width: frame.width,
      height: frame.height)
  }

  /// Lays out again what depends on the direction.
  final func directionDidChange() {
    if let layoutState, let engine = LayoutEngine.of(self) {
      for constraint in layoutState.constraints + layoutState.ownConstraints {
        engine.reinstall(constraint)
      }
    }
    followDirection()
    layoutContentDidChange()
    setNeedsLayout()
    setNeedsDisplay()
  }
}

/// A part of a bar, which runs in the bar's direction.
class BarPart: UIView {
  override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    superview?.effectiveUserInterfaceLayoutDirection
      ?? super.effectiveUserInterfaceLayoutDirection
  }
}

extension NSLayoutConstraint.Attribute {
  /// The attribute in a layout from right to left.
  var mirrored: Self {
    switch self {
    case .leading: .right
    case .trailing: .left
    case .leadingMargin: .rightMargin
    case .trailingMargin: .leftMargin
    default: self
    }
  }
}
