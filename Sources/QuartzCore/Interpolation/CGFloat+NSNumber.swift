// CGFloat+NSNumber.swift
// A CGFloat in an `Any` casts to NSNumber and back, as every other number does.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// On Apple's systems a `CGFloat` in an `Any` casts to `NSNumber` and back; on Linux Foundation says
/// so for the other number types alone. Values of animations and of key-value coding are such.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// The class that stands for it.
  public typealias _ObjectiveCType = NSNumber

  /// Returns the number as an object.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

  /// Takes any number.
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
    result = CGFloat(source.doubleValue)
  }

  /// Takes any number; always possible.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSNumber, result: inout CGFloat?
  ) -> Bool {
    result = CGFloat(source.doubleValue)
    return true
  }

  /// Takes any number; nil is 0.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}

extension NSNumber {
  /// Creates a number.
  public convenience init(value: CGFloat) { self.init(value: Double(value)) }
}

extension CGFloat {
  /// Takes any number.
  public init(truncating number: NSNumber) { self.init(number.doubleValue) }
}
