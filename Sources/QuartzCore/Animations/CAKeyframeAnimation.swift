// CAKeyframeAnimation.swift
// Through several values, or along a path (semantics 6).
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// How values between keyframes are found.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``linear``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Straight from one to the next. The default.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Each value holds until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Straight, at one speed; key times and timing functions are ignored.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// Along a smooth curve through the values.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// Along a smooth curve, at one speed.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// An animation through several values.
///
/// Source: Apple's `CAKeyframeAnimation`; semantics 6.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values to go through. One alone, or none, does nothing.
  open var values: [Any]?
  /// A path to follow, which wins over ``values``; for properties that are points.
  open var path: CGPath?
  /// When each value is reached, as fractions of the duration; nil spreads them evenly.
  open var keyTimes: [NSNumber]?
  /// The easing of each segment; a missing one is linear.
  open var timingFunctions: [CAMediaTimingFunction]?
  /// How values in between are found. Default linear.
  open var calculationMode = CAAnimationCalculationMode.linear
  /// Tightness of a cubic curve at each value; missing ones are 0.
  open var tensionValues: [NSNumber]?
  /// Sharpness of a cubic curve's corners; missing ones are 0.
  open var continuityValues: [NSNumber]?
  /// Where a cubic curve leans; missing ones are 0.
  open var biasValues: [NSNumber]?

  /// Creates an animation without a key path.
  public override init() { super.init() }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CAKeyframeAnimation else { return }
    (copy.values, copy.path, copy.keyTimes) = (values, path, keyTimes)
    (copy.timingFunctions, copy.calculationMode) = (timingFunctions, calculationMode)
    (copy.tensionValues, copy.continuityValues, copy.biasValues) = (
      tensionValues, continuityValues, biasValues
    )
  }

  override func describedProperties() -> [(String, String)] {
    var result = super.describedProperties()
    if calculationMode != .linear { result.append(("calculationMode", calculationMode.rawValue)) }
    if let keyTimes { result.append(("keyTimes", AnimatableValue(keyTimes).text)) }
    if let timingFunctions { result.append(("timingFunctions", "\(timingFunctions)")) }
    if let path { result.append(("path", AnimatableValue(path).text)) }
    if let values {
      let lines = values.map { "        \(AnimatableValue($0).text)" }
      let list = lines.isEmpty ? "()" : "(\n" + lines.joined(separator: ",\n") + "\n    )"
      result.append(("values", list))
    }
    return result
  }
}
