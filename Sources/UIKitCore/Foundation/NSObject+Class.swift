// NSObject+Class.swift
// Messages to classes, by their Objective-C names.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

extension NSObject {
  /// The class itself, as `Bundle(for: View.classForCoder())` uses it.
  public class func classForCoder() -> AnyClass { self }

  /// Whether the class has a selector's class method.
  ///
  /// Those are known that code asks for which may run in an extension of an app: `sharedApplication` of an application,
  /// `mainScreen` of a screen, `currentDevice` of a device. For other classes, and other selectors, false.
  public class func responds(to aSelector: Selector!) -> Bool {
    aSelector.map { ClassMessages.message($0.name, to: self) != nil } ?? false
  }

  /// Calls a class method without arguments; see ``responds(to:)-swift.type.method``.
  ///
  /// - Returns: The object that the method returns, not retained; nil for a method that is not known, which is reported
  ///   once.
  @discardableResult
  public class func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
    guard let aSelector else { return nil }
    return ClassMessages.result(of: aSelector.name, to: self).map { Unmanaged.passUnretained($0) }
  }

  /// Returns what a class method returns, by its name; see ``responds(to:)-swift.type.method``.
  public class func value(forKey key: String) -> Any? { ClassMessages.result(of: key, to: self) }

  /// Returns what a class method returns, by its name; see ``responds(to:)-swift.type.method``. Paths of several names are
  /// not known.
  public class func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }
}

/// The class methods that messages to classes find.
private enum ClassMessages {
  static func message(
    _ name: String, to type: NSObject.Type
  ) -> (@MainActor () -> NSObject)? {
    switch name {
    case "sharedApplication", "shared":
      if type is UIApplication.Type { return { UIApplication.shared } }
    case "mainScreen", "main": if type is UIScreen.Type { return { UIScreen.main } }
    case "currentDevice", "current": if type is UIDevice.Type { return { UIDevice.current } }
    default: break
    }
    return nil
  }

  static func result(of name: String, to type: NSObject.Type) -> NSObject? {
    guard let message = message(name, to: type) else {
      Diagnostics.reportOnce(
        "class message \(type) \(name)", "There is no message \"\(name)\" to the class \(type)")
      return nil
    }
    nonisolated(unsafe) var object: NSObject?
    MainActor.assumeIsolated { object = message() }
    return object
  }
}
