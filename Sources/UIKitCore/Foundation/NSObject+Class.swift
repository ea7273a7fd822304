// NSObject+Class.swift
// The class of an object as a value, by its Objective-C names.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension NSObject {
  /// The class itself, as `Bundle(for: View.classForCoder())` uses it.
  public class func classForCoder() -> AnyClass { self }
}
