// CATransition.swift
// From a layer's old look to its new one (semantics 9).
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The way a transition goes from the old look to the new.
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
}

/// The direction of a transition, named as in a world whose y points up: with ``fromTop`` the
/// picture moves up on a screen whose y points down.
public struct CATransitionSubtype: RawRepresentable, Hashable, Sendable {
  /// The direction's name.
  public let rawValue: String
  /// Creates a direction; an unknown name acts as ``fromLeft``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The new look enters at the right edge.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// The new look enters at the left edge.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// The new look enters at the edge of largest y, the lower one on a screen.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// The new look enters at the edge of smallest y, the upper one on a screen.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// A transition between a layer's look as last committed and what it becomes.
///
/// Whatever key it is added under, it runs under "transition", and replaces one that runs.
///
/// Source: Apple's `CATransition`; semantics 9.
open class CATransition: CAAnimation {
  /// How it goes. Default fade.
  open var type = CATransitionType.fade {
    willSet { willChange("type") }
  }
  /// Which way it goes; nil, the default, is from the left where it moves.
  open var subtype: CATransitionSubtype? {
    willSet { willChange("subtype") }
  }
  /// Where it begins, 0...1 of the whole. Default 0.
  open var startProgress: Float = 0 {
    willSet { willChange("startProgress") }
  }
  /// Where it ends, 0...1 of the whole, not before its beginning. Default 1.
  open var endProgress: Float = 1 {
    willSet { willChange("endProgress") }
  }

  /// Creates a cross-fade.
  public override init() { super.init() }

  /// Creates an animation with the defaults; nothing is decoded, as animations are not archived here.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    guard let copy = copy as? CATransition else { return }
    (copy.type, copy.subtype) = (type, subtype)
    (copy.startProgress, copy.endProgress) = (startProgress, endProgress)
  }

  override func describedProperties() -> [(String, String)] {
    var result = super.describedProperties() + [("type", type.rawValue)]
    if let subtype { result.append(("subtype", subtype.rawValue)) }
    return result
  }
}

/// The key under which transitions run.
public let kCATransition = "transition"
