// CADisplayLink+Selector.swift
// Display links that call a method by its selector.
//
// SPDX-License-Identifier: MIT

public import QuartzCore

extension CADisplayLink {
  /// Creates a link that calls a method of a target.
  ///
  /// - Parameters:
  ///   - target: Retained until the link is invalid.
  ///   - sel: The method. It may take the link.
  public convenience init(target: Any, selector sel: Selector) {
    nonisolated(unsafe) let target = target
    self.init { sel.send(to: target, $0) }
  }
}
