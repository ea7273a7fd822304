// UIViewAnimatingState.swift
// What an animator is about (semantics 17).
//
// SPDX-License-Identifier: MIT

/// The state of something that animates views.
///
/// Source: Apple's `UIViewAnimatingState`.
public enum UIViewAnimatingState: Int, Sendable {
  /// Not started, or over: nothing is animated.
  case inactive
  /// Started: it runs, or is paused.
  case active
  /// Stopped where it was; it waits for `finishAnimation(at:)`.
  case stopped
}
