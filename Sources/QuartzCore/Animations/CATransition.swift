// CATransition.swift
// A transition from a layer's before image to its after image.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The effect of a transition.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
  /// The type's name.
  public let rawValue: String
  /// Creates a type; an unknown name acts as ``fade``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Dissolves the old into the new. The default.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new slides over the old.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new pushes the old out.
  public static let push = CATransitionType(rawValue: "push")
  /// The old slides off the new.
  public static let reveal = CATransitionType(rawValue: "reveal")
  /// Half a turn, with the before image in front and the after image at its back. Used by views;
  /// the name is the one in existing programs.
  package static let flip = CATransitionType(rawValue: "oglFlip")
  /// The before image turns up about its upper edge and uncovers the after image.
  package static let pageCurl = CATransitionType(rawValue: "pageCurl")
  /// The after image turns down about its upper edge and covers the before image.
  package static let pageUnCurl = CATransitionType(rawValue: "pageUnCurl")
}

/// The direction of a transition, named for a y axis that points up: with ``fromTop`` the picture
/// moves up on a screen whose y points down.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The direction's name.
  public let rawValue: String
  /// Creates a direction; an unknown name acts as ``fromLeft``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The after image enters at the right edge.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// The after image enters at the left edge.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// The after image enters at the edge of largest y, the lower one on a screen.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// The after image enters at the edge of smallest y, the upper one on a screen.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// A transition between a layer as last committed and as committed next.
///
/// It runs under the key "transition", whatever key it is added under, and replaces a running one.
///
/// Source: Apple's `CATransition`.
open class CATransition: CAAnimation {
  /// The effect. Default fade.
  open var type = CATransitionType.fade {
    willSet { willChange("type") }
  }
  /// The direction; nil is from the left, for effects that move. Default nil.
  open var subtype: CATransitionSubtype? {
    willSet { willChange("subtype") }
  }
  /// The progress at the start, 0...1. Default 0.
  open var startProgress: Float = 0 {
    willSet { willChange("startProgress") }
  }
  /// The progress at the end, 0...1, at least ``startProgress``. Default 1.
  open var endProgress: Float = 1 {
    willSet { willChange("endProgress") }
  }

  /// Creates a cross-fade.
  public override init() { super.init() }

  /// Creates an animation with the defaults; nothing is decoded, as animations are not archived here.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func value(forKey key: String) -> Any? {
    switch key {
    case "type": type
    case "subtype": subtype
    case "startProgress": startProgress
    case "endProgress": endProgress
    default: super.value(forKey: key)
    }
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    guard Swift.type(of: self).canBe(value, forKey: key) else { return refuse(value, forKey: key) }
    let number = AnimatableValue(value).lanes?.x
    switch key {
    case "type": type = AnimatableValue(value).name(CATransitionType.self) ?? .fade
    case "subtype": subtype = AnimatableValue(value).name(CATransitionSubtype.self)
    case "startProgress": startProgress = Float(number ?? 0)
    case "endProgress": endProgress = Float(number ?? 1)
    default: super.setValue(value, forKey: key)
    }
  }

  override class func accepts(_ value: Any, forKey key: String) -> Bool {
    switch key {
    case "type": AnimatableValue(value).name(CATransitionType.self) != nil
    case "subtype": AnimatableValue(value).name(CATransitionSubtype.self) != nil
    case "startProgress", "endProgress": AnimatableValue(value).numbers(as: .number) != nil
    default: super.accepts(value, forKey: key)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CATransition else { return }
    (copy.type, copy.subtype) = (type, subtype)
    (copy.startProgress, copy.endProgress) = (startProgress, endProgress)
  }

  override func describedProperties() -> [(String, String)] {
    var result = super.describedProperties() + [("type", type.rawValue)]
    if let subtype { result.append(("subtype", subtype.rawValue)) }
    if startProgress != 0 { result.append(("startProgress", Double(startProgress).asText)) }
    if endProgress != 1 { result.append(("endProgress", Double(endProgress).asText)) }
    return result
  }

  override var summary: String { "\(super.summary) \(type.rawValue)" }
}

/// The key under which transitions run.
public let kCATransition = "transition"
