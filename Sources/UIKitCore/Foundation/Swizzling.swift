// Swizzling.swift
// Names of the Objective-C runtime by which programs exchange methods. There is none on Linux, so that no method is found.
//
// SPDX-License-Identifier: MIT

import QuartzCore

/// A method of a class in the Objective-C runtime. There are none on Linux.
public typealias Method = OpaquePointer

/// Returns nil: there is no Objective-C runtime. It is reported once for each method.
public func class_getInstanceMethod(_ cls: AnyClass?, _ name: Selector) -> Method? {
  Diagnostics.reportOnce(
    "swizzling \(name) of \(cls.map { "\($0)" } ?? "nil")",
    "Methods cannot be exchanged on Linux: \(cls.map { "\($0)" } ?? "nil").\(name). Use a subclass."
  )
  return nil
}

/// Returns nil: there is no Objective-C runtime. It is reported once for each method.
public func class_getClassMethod(_ cls: AnyClass?, _ name: Selector) -> Method? {
  class_getInstanceMethod(cls, name)
}

/// Does nothing. No method can be given: none is found.
public func method_exchangeImplementations(_ m1: Method, _ m2: Method) {}
