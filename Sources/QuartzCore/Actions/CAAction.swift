// CAAction.swift
// The protocol of actions, which run when a layer changes.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Something that runs when a layer's property changes or an event happens to it.
///
/// Source: Apple's `CAAction`.
public protocol CAAction {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: The key of the property or event.
  ///   - anObject: The layer; its model still holds the old value.
  ///   - dict: Always nil here.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// As the result of an action search, `NSNull` means no action.
extension NSNull: CAAction {
  /// Does nothing.
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
  }
}

extension CAAction {
  /// The action; nil for `NSNull`, which means none.
  var unlessNull: (any CAAction)? {
    if type(of: self) == NSNull.self { return nil }
    return self is CAAnimation || !(self is NSNull) ? self : nil
  }
}
