// UIViewAnimatingPosition.swift
// Where an animator's animations ended (semantics 17).
//
// SPDX-License-Identifier: MIT

/// Where animations ended.
///
/// Source: Apple's `UIViewAnimatingPosition`.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// At the new values.
  case end
  /// At the values before.
  case start
  /// Somewhere in between.
  case current
}
