// CAPropertyAnimation.swift
// The base of animations that change one property of a layer.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// An animation of one property, named by a key path.
///
/// Source: Apple's `CAPropertyAnimation`.
open class CAPropertyAnimation: CAAnimation {
  /// The animated property, such as "position" or "transform.rotation.z".
  open var keyPath: String? {
    willSet { willChange("keyPath") }
    didSet { if keyPath != oldValue { becomesAdditive = false } }
  }
  override var usualKey: String? { keyPath }
  /// Whether the layer makes this animation additive once the new value is stored. Another key path ends it.
  package final var becomesAdditive: Bool {
    get { flags.contains(.becomesAdditive) }
    set { flags.set(.becomesAdditive, newValue) }
  }
  /// Whether the value is added to that of the model and earlier animations. Default false.
  open var isAdditive: Bool {
    get { flags.contains(.isAdditive) }
    set {
      willChange("isAdditive")
      flags.set(.isAdditive, newValue)
    }
  }
  /// Whether each cycle continues from the end of the previous one. Default false.
  open var isCumulative: Bool {
    get { flags.contains(.isCumulative) }
    set {
      willChange("isCumulative")
      flags.set(.isCumulative, newValue)
    }
  }
  /// The function that converts the animation's numbers to a transform; nil animates the property's
  /// own values. Default nil.
  open var valueFunction: CAValueFunction? {
    get { rare[\.valueFunction] }
    set {
      willChange("valueFunction")
      if newValue == nil && rare.isEmpty { return }
      if newValue !== rare[\.valueFunction] { rare.fields.valueFunction = newValue }
    }
  }

  /// Creates an animation without a key path.
  public override init() { super.init() }

  /// Creates an animation with the defaults; nothing is decoded, as animations are not archived here.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates an animation of a property.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }

  /// Adds the animation to the layer under the event's key. Without a key path, it animates the event's property.
  open override func run(
    forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?
  ) {
    if becomesAdditive, let layer = anObject as? CALayer {
      layer.stage(self)
      return
    }
    guard keyPath == nil, let copy = copied() as? CAPropertyAnimation else {
      super.run(forKey: event, object: anObject, arguments: dict)
      return
    }
    copy.keyPath = event
    (anObject as? CALayer)?.add(copy, forKey: event)
  }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "keyPath": keyPath
    case "additive", "isAdditive": isAdditive
    case "cumulative", "isCumulative": isCumulative
    case "valueFunction": valueFunction
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    guard type(of: self).canBe(value, forKey: key) else { return refuse(value, forKey: key) }
    let flag = AnimatableValue(value).lanes?.x ?? 0 != 0
    switch key {
    case "keyPath": keyPath = value as? String
    case "additive", "isAdditive": isAdditive = flag
    case "cumulative", "isCumulative": isCumulative = flag
    case "valueFunction":
      valueFunction =
        value as? CAValueFunction
        ?? (value as? String).flatMap { CAValueFunction(name: CAValueFunctionName(rawValue: $0)) }
    default: super.setValue(value, forKey: key)
    }
  }

  override class func accepts(_ value: Any, forKey key: String) -> Bool {
    switch key {
    case "keyPath": value is String
    case "additive", "isAdditive", "cumulative", "isCumulative":
      AnimatableValue(value).numbers(as: .bool) != nil
    case "valueFunction": value is CAValueFunction || value is String
    default: super.accepts(value, forKey: key)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CAPropertyAnimation else { return }
    copy.keyPath = keyPath
    copy.becomesAdditive = becomesAdditive
    copy.isAdditive = isAdditive
    copy.isCumulative = isCumulative
    copy.valueFunction = valueFunction
  }

  override var summary: String { "\(super.summary) of \(keyPath ?? "nothing")" }

  override func describedProperties() -> [(String, String)] {
    var result = super.describedProperties()
    if let keyPath { result.append(("keyPath", keyPath)) }
    if isAdditive { result.append(("additive", "1")) }
    if isCumulative { result.append(("cumulative", "1")) }
    if let valueFunction { result.append(("valueFunction", valueFunction.name.rawValue)) }
    return result
  }
}
