// CABasicAnimation.swift
// An animation from one value to another.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// One end of a basic animation: an object, or numbers that are not boxed yet.
package enum AnimationEndpoint {
  case none
  case given(Any)
  /// As single numbers: a vector would give every animation a wider alignment.
  case numbers(Double, Double, Double, Double, LaneKind)

  package init(_ any: Any?) { self = any.map { .given($0) } ?? .none }

  /// A value in the form that animations compute with.
  init(_ value: AnimatableValue) {
    if case .lanes(let numbers, let kind) = value {
      self.init(numbers, kind)
    } else {
      self.init(value.any)
    }
  }

  /// A property's value.
  package init(_ values: borrowing LayerValues, _ property: LayerProperty) {
    guard case .lanes(let kind) = property.kind else {
      self.init(values[property: property])
      return
    }
    self = values[lanes: property].map { AnimationEndpoint($0, kind) } ?? .none
  }

  private init(_ numbers: SIMD4<Double>, _ kind: LaneKind) {
    self = .numbers(numbers.x, numbers.y, numbers.z, numbers.w, kind)
  }

  /// The value in the form that animations compute with.
  package var value: AnimatableValue {
    switch self {
    case .none: .none
    case .given(let any): AnimatableValue(any)
    case .numbers(let x, let y, let z, let w, let kind): .lanes(SIMD4(x, y, z, w), kind)
    }
  }

  /// The value as callers see it.
  var any: Any? {
    if case .given(let any) = self { any } else { value.any }
  }

  package var isNone: Bool {
    if case .none = self { true } else { false }
  }
}

/// An animation between two values, given by at most two of from, to and by.
///
/// A missing end is the property's value underneath at each instant: the result of the model and
/// earlier animations. If all three are given, from and to apply.
///
/// Source: Apple's `CABasicAnimation`.
open class CABasicAnimation: CAPropertyAnimation {
  /// The value at the start.
  open var fromValue: Any? {
    get { from.any }
    set {
      willChange("fromValue")
      from = AnimationEndpoint(newValue)
    }
  }
  /// The value at the end.
  open var toValue: Any? {
    get { to.any }
    set {
      willChange("toValue")
      to = AnimationEndpoint(newValue)
    }
  }
  /// The difference between start and end.
  open var byValue: Any? {
    get { by.any }
    set {
      willChange("byValue")
      by = AnimationEndpoint(newValue)
    }
  }

  package final var from = AnimationEndpoint.none
  package final var to = AnimationEndpoint.none
  package final var by: AnimationEndpoint {
    get { rare[\.by] ?? .none }
    set { if !newValue.isNone || !rare.isEmpty { rare.fields.by = newValue } }
  }

  /// From, to and by, with the overridden properties of a subclass.
  package final var ends: (from: AnimationEndpoint, to: AnimationEndpoint, by: AnimationEndpoint) {
    hasStockEnds
      ? (from, to, by)
      : (AnimationEndpoint(fromValue), AnimationEndpoint(toValue), AnimationEndpoint(byValue))
  }

  /// Sets two ends.
  package final func setEnds(from: AnimationEndpoint, to: AnimationEndpoint) {
    if hasStockEnds {
      (self.from, self.to) = (from, to)
    } else {
      (fromValue, toValue) = (from.any, to.any)
    }
  }

  private var hasStockEnds: Bool {
    type(of: self) == CABasicAnimation.self || type(of: self) == CASpringAnimation.self
  }

  /// Creates an animation without a key path.
  public override init() { super.init() }

  /// Creates an animation with the defaults; nothing is decoded, as animations are not archived here.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "fromValue": fromValue
    case "toValue": toValue
    case "byValue": byValue
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "fromValue": fromValue = value
    case "toValue": toValue = value
    case "byValue": byValue = value
    default: super.setValue(value, forKey: key)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CABasicAnimation else { return }
    if hasStockEnds {
      // The other end is among the rare fields.
      (copy.from, copy.to) = (from, to)
    } else {
      (copy.fromValue, copy.toValue, copy.byValue) = (fromValue, toValue, byValue)
    }
  }

  override func describedProperties() -> [(String, String)] {
    var result = super.describedProperties()
    for (name, value) in [("fromValue", fromValue), ("toValue", toValue), ("byValue", byValue)] {
      if let value { result.append((name, AnimatableValue(value).text)) }
    }
    return result
  }
}
