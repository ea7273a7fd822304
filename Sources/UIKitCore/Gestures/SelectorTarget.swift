// SelectorTarget.swift
// A target of a gesture recogniser that is called by selector.
//
// SPDX-License-Identifier: MIT

/// A target, not retained, and its method.
struct SelectorTarget {
  private weak var target: AnyObject?
  private let action: Selector

  init(_ target: Any, _ action: Selector) {
    self.target = target as AnyObject
    self.action = action
  }

  /// Whether this is a method of a target. Nil matches any target or method; a released target matches everything.
  func matches(_ target: Any?, _ action: Selector?) -> Bool {
    guard let own = self.target else { return true }
    return target.map { $0 as AnyObject === own } ?? true
      && action.map { $0 == self.action } ?? true
  }

  func call(with sender: Any) {
    if let target { action.send(to: target, sender) }
  }
}
