// CGFloat+NSNumber.swift
// Casts between `CGFloat` in an `Any` and `NSNumber`, as for every other type of number.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// On Apple's systems a `CGFloat` in an `Any` casts to `NSNumber` and back. Foundation on Linux declares
/// this for the other number types only; animations and key-value coding need it for `CGFloat` too.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// The bridged class.
  public typealias _ObjectiveCType = NSNumber

  /// Returns the number as an object.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  /// Converts any number.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  /// Converts any number; always succeeds.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSNumber, result: inout CGFloat?
  ) -> Bool {
    result = CGFloat(source.doubleValue)
    return true
  }

  /// Converts any number; nil is 0.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}

extension NSNumber {
  /// Creates a number.
  public convenience init(value: CGFloat) { self.init(value: Double(value)) }
}

extension CGFloat {
  /// Converts any number.
  public init(truncating number: NSNumber) { self.init(number.doubleValue) }
}
