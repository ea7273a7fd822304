// UILayoutPriority.swift
// How much a view minds being larger or smaller than it asks to be.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A priority; stack views share their room by it.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  /// 0...1000.
  public var rawValue: Float
  /// Creates a priority.
  public init(rawValue: Float) { self.rawValue = rawValue }
  /// Creates a priority.
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  /// 1000.
  public static let required = UILayoutPriority(1000)
  /// 750: what views mind being made smaller.
  public static let defaultHigh = UILayoutPriority(750)
  /// 250: what views mind being made larger.
  public static let defaultLow = UILayoutPriority(250)
  /// 50.
  public static let fittingSizeLevel = UILayoutPriority(50)
}

/// A direction of layout, with its numbers those of Apple.
public enum NSLayoutAxis: Int, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}

/// The namespace of the direction's name in Swift; there are no constraints here.
public enum NSLayoutConstraint {
  /// A direction of layout.
  public typealias Axis = NSLayoutAxis
}
