// CAKeyframeAnimation.swift
// An animation through several values, or along a path.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// The interpolation between keyframes.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``linear``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Linear interpolation. The default.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Each value holds until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// Linear, at constant speed; key times and timing functions are ignored.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// A smooth curve through the values.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// A smooth curve, at constant speed.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// The rotation of a layer along a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name rotates nothing.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The layer's x axis points forwards along the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// The layer's x axis points backwards along the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation through several values.
///
/// Source: Apple's `CAKeyframeAnimation`.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values to animate through. One value, or none, has no effect.
  open var values: [Any]? {
    willSet { willChange("values") }
  }
  /// The path to follow, for properties that are points. Overrides ``values``.
  open var path: CGPath? {
    willSet { willChange("path") }
  }
  /// The time of each value, as a fraction of the duration; nil spaces them evenly.
  open var keyTimes: [NSNumber]? {
    willSet { willChange("keyTimes") }
  }
  /// The easing of each segment; a missing one is linear.
  open var timingFunctions: [CAMediaTimingFunction]? {
    willSet { willChange("timingFunctions") }
  }
  /// The interpolation between values. Default linear.
  open var calculationMode = CAAnimationCalculationMode.linear {
    willSet { willChange("calculationMode") }
  }
  /// The tightness of a cubic curve at each value; missing ones are 0.
  open var tensionValues: [NSNumber]? {
    willSet { willChange("tensionValues") }
  }
  /// The sharpness of a cubic curve's corners; missing ones are 0.
  open var continuityValues: [NSNumber]? {
    willSet { willChange("continuityValues") }
  }
  /// The bias of a cubic curve at each value; missing ones are 0.
  open var biasValues: [NSNumber]? {
    willSet { willChange("biasValues") }
  }
  /// The rotation of a layer along ``path``; nil for none. Default nil.
  ///
  /// The layer rotates about z by the angle of the path's direction, before its own transform. Only
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

  /// A list of numbers of any type; nil for anything else.
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
