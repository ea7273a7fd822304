// UIStatusBarStyle.swift
// The look of a status bar. A desktop has none; names are kept for source compatibility.
//
// SPDX-License-Identifier: MIT

/// The style of a status bar. Accepted for source compatibility.
public enum UIStatusBarStyle: Int, Sendable {
  /// Follows the appearance.
  case `default` = 0
  /// White.
  case lightContent = 1
  /// Black.
  case darkContent = 3
}

/// The animation of a status bar. Accepted for source compatibility.
public enum UIStatusBarAnimation: Int, Sendable {
  /// None.
  case none
  /// A fade.
  case fade
  /// A slide.
  case slide
}
