// CAKeyframeAnimation.swift
// An animation through several values, or along a path.
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

/// How a layer that follows a path turns with it.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name turns nothing.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The layer's x points where the path goes.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's x points where the path comes from.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation through several values.
///
/// Source: Apple's `CAKeyframeAnimation`.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values to go through. One alone, or none, does nothing.
  open var values: [Any]? {
    willSet { willChange("values") }
  }
  /// A path to follow, which wins over ``values``; for properties that are points.
  open var path: CGPath? {
    willSet { willChange("path") }
  }
  /// When each value is reached, as fractions of the duration; nil spreads them evenly.
  open var keyTimes: [NSNumber]? {
    willSet { willChange("keyTimes") }
  }
  /// The easing of each segment; a missing one is linear.
  open var timingFunctions: [CAMediaTimingFunction]? {
    willSet { willChange("timingFunctions") }
  }
  /// How values in between are found. Default linear.
  open var calculationMode = CAAnimationCalculationMode.linear {
    willSet { willChange("calculationMode") }
  }
  /// Tightness of a cubic curve at each value; missing ones are 0.
  open var tensionValues: [NSNumber]? {
    willSet { willChange("tensionValues") }
  }
  /// Sharpness of a cubic curve's corners; missing ones are 0.
  open var continuityValues: [NSNumber]? {
    willSet { willChange("continuityValues") }
  }
  /// Where a cubic curve leans; missing ones are 0.
  open var biasValues: [NSNumber]? {
    willSet { willChange("biasValues") }
  }
  /// Whether a layer that follows ``path`` turns with it; nil, the default, for not at all.
  ///
  /// The layer turns about z by the angle of the path's direction, before its own transform. Only
  /// for the key path `position`.
  open var rotationMode: CAAnimationRotationMode? {
    willSet { willChange("rotationMode") }
  }

  /// Creates an animation without a key path.
  public override init() { super.init() }

  /// Creates an animation with the defaults; nothing is decoded, as animations are not archived here.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "values": values
    case "path": path
    case "keyTimes": keyTimes
    case "timingFunctions": timingFunctions
    case "calculationMode": calculationMode
    case "tensionValues": tensionValues
    case "continuityValues": continuityValues
    case "biasValues": biasValues
    case "rotationMode": rotationMode
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    guard type(of: self).canBe(value, forKey: key) else { return refuse(value, forKey: key) }
    switch key {
    case "values": values = value as? [Any]
    case "path": path = value as? CGPath
    case "keyTimes": keyTimes = Self.numbers(value)
    case "timingFunctions": timingFunctions = value as? [CAMediaTimingFunction]
    case "calculationMode":
      calculationMode =
        value as? CAAnimationCalculationMode
        ?? (value as? String).map { CAAnimationCalculationMode(rawValue: $0) } ?? .linear
    case "tensionValues": tensionValues = Self.numbers(value)
    case "continuityValues": continuityValues = Self.numbers(value)
    case "biasValues": biasValues = Self.numbers(value)
    case "rotationMode":
      rotationMode =
        value as? CAAnimationRotationMode
        ?? (value as? String).map { CAAnimationRotationMode(rawValue: $0) }
    default: super.setValue(value, forKey: key)
    }
  }

  override class func accepts(_ value: Any, forKey key: String) -> Bool {
    switch key {
    case "values": value is [Any]
    case "path": value is CGPath
    case "keyTimes", "tensionValues", "continuityValues", "biasValues": numbers(value) != nil
    case "timingFunctions": value is [CAMediaTimingFunction]
    case "calculationMode": value is CAAnimationCalculationMode || value is String
    case "rotationMode": value is CAAnimationRotationMode || value is String
    default: super.accepts(value, forKey: key)
    }
  }

  /// A list of numbers of whatever type; nil for anything else.
  private static func numbers(_ value: Any?) -> [NSNumber]? {
    AnimatableValue(value).numbers?.map { NSNumber(value: $0) }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CAKeyframeAnimation else { return }
    (copy.values, copy.path, copy.keyTimes) = (values, path, keyTimes)
    (copy.timingFunctions, copy.calculationMode) = (timingFunctions, calculationMode)
    (copy.tensionValues, copy.continuityValues, copy.biasValues) = (
      tensionValues, continuityValues, biasValues
    )
    copy.rotationMode = rotationMode
  }

  override func describedProperties() -> [(String, String)] {
    var result = super.describedProperties()
    if let rotationMode { result.append(("rotationMode", rotationMode.rawValue)) }
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
