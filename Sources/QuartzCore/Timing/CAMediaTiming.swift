// CAMediaTiming.swift
// The protocol of objects with a time space: layers and animations.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The value that an animation shows outside of its active interval.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public var rawValue: String {
    let number = Int(number)
    return number < Self.known.count
      ? Self.known[number] : Self.others.withLock { $0[number - Self.known.count] }
  }
  /// Creates a mode from its name; an unknown one acts as ``removed``.
  public init(rawValue: String) {
    if let known = Self.known.firstIndex(of: rawValue) {
      number = UInt16(known)
    } else {
      number = Self.others.withLock { others in
        if let index = others.firstIndex(of: rawValue) { return UInt16(Self.known.count + index) }
        // A program has a few names of its own at most.
        guard others.count < 1000 else { return Self.removed.number }
        others.append(rawValue)
        return UInt16(Self.known.count + others.count - 1)
      }
    }
  }

  /// Thousands of layers and animations have a mode, so it is a number of its name.
  private let number: UInt16
  private static let known = ["removed", "backwards", "forwards", "both"]
  /// The names of unknown modes, whose numbers follow those of the known ones.
  private static let others = Locked<[String]>([])

  /// Shows the first instant before the beginning.
  public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
  /// Shows the last instant after the end.
  public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
  /// Shows the first instant before and the last one after.
  public static let both = CAMediaTimingFillMode(rawValue: "both")
  /// Shows nothing outside. The default.
  public static let removed = CAMediaTimingFillMode(rawValue: "removed")

  package var fillsBackwards: Bool { self == .backwards || self == .both }
  package var fillsForwards: Bool { self == .forwards || self == .both }
}

/// A time space within a parent's: `local = (parent - beginTime) × speed + timeOffset`.
///
/// Adopted by layers and animations. Times are seconds.
///
/// Source: Apple's `CAMediaTiming`.
public protocol CAMediaTiming {
  /// The begin, in the parent's time. Default 0.
  var beginTime: CFTimeInterval { get set }
  /// The duration of one run, in local time. Default 0 for animations, infinite for layers.
  var duration: CFTimeInterval { get set }
  /// Local seconds per parent second. Default 1.
  var speed: Float { get set }
  /// Local time shown at ``beginTime``. Default 0.
  var timeOffset: CFTimeInterval { get set }
  /// The number of runs; may be fractional or infinite. Default 0, which means one.
  var repeatCount: Float { get set }
  /// The time to repeat for, in local time; overrides ``repeatCount``. Default 0, which means
  /// unset.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether each run plays forwards and back. Default false.
  var autoreverses: Bool { get set }
  /// The value shown outside of the active interval. Default ``CAMediaTimingFillMode/removed``.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// Stored timing, shared by layers and animations.
package struct MediaTiming: Hashable, Sendable {
  // The wide fields first, as each layer and each animation has one of these.
  package var beginTime: CFTimeInterval = 0
  package var duration: CFTimeInterval = 0
  package var timeOffset: CFTimeInterval = 0
  package var repeatDuration: CFTimeInterval = 0
  package var speed: Float = 1
  package var repeatCount: Float = 0
  package var fillMode = CAMediaTimingFillMode.removed
  package var autoreverses = false

  package init() {}

  /// A time that is finite; any other takes the nearest, with a report.
  static func finite(_ value: Double, _ what: @autoclosure () -> String) -> Double {
    nearest(value, what())
  }

  /// A number that may be infinite, as an endless repetition is; NaN is 0, with a report.
  static func number<Number: BinaryFloatingPoint>(
    _ value: Number, _ what: @autoclosure () -> String
  ) -> Number {
    nearest(value, in: -.infinity ... .infinity, what())
  }

  /// A speed that is finite; NaN is 1, with a report.
  static func speed(_ value: Float, of subject: @autoclosure () -> String) -> Float {
    nearest(value, ifNaN: 1, "\(subject()): speed")
  }

  package var map: TimeMapping {
    TimeMapping(beginTime: beginTime, speed: Double(speed), timeOffset: timeOffset)
  }

  package var active: ActiveTiming {
    ActiveTiming(
      map: map, duration: duration, repeatCount: Double(repeatCount),
      repeatDuration: repeatDuration, autoreverses: autoreverses,
      fillsBackwards: fillMode.fillsBackwards, fillsForwards: fillMode.fillsForwards)
  }
}
