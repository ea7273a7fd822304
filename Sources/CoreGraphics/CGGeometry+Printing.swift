// CGGeometry+Printing.swift
// What `print` shows of Foundation's geometry.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension CGPoint: @retroactive CustomDebugStringConvertible {
  /// "(x, y)", as on Apple's systems.
  public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
  /// "(width, height)", as on Apple's systems.
  public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible {
  /// "(x, y, width, height)", as on Apple's systems.
  public var debugDescription: String {
    "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
  }
}
