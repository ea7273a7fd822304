// NSLayoutConstraint.swift
// The axes of layout, under their Swift name.
//
// SPDX-License-Identifier: MIT

/// An axis of layout. The raw values are Apple's.
public enum NSLayoutAxis: Int, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}

/// The namespace of ``Axis``. There are no constraints.
public enum NSLayoutConstraint {
  /// An axis of layout.
  public typealias Axis = NSLayoutAxis
}
