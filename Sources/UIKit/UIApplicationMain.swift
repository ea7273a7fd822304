// UIApplicationMain.swift
// Starts a program with windows, as on iOS.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import QuartzCore
public import UIKitCore

/// Runs the application until the last window that was open is closed.
///
/// The first window may come at any time: a program without one yet runs on.
///
/// - Parameters:
///   - argc: The number of arguments. Ignored.
///   - argv: The program's arguments. Ignored.
///   - principalClassName: A subclass of the application. Ignored.
///   - delegateClassName: The delegate's class as named by `NSStringFromClass`, created with
///     `init()`.
/// - Returns: 0 on success. 69 when no window can be opened or drawn into; the reason is written to
///   standard error.
@preconcurrency @MainActor @discardableResult
public func UIApplicationMain(
  _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
  var delegate: (any UIApplicationDelegate)?
  if let delegateClassName {
    guard let type = NSClassFromString(delegateClassName) else {
      trap("there is no class named \(delegateClassName)")
    }
    delegate = makeDelegate(type)
  }
  return run(delegate)
}

extension UIApplicationDelegate where Self: UIResponder {
  /// Runs the program with a new instance of the class as its delegate. Called by `@main`.
  public static func main() {
    let status = runApplication()
    if status != 0 { exit(status) }
  }

  /// Runs the program with a new instance of the class as its delegate; returns the same as
  /// ``UIApplicationMain(_:_:_:_:)``.
  ///
  /// Saves the 3 ms that a search for the class by its name would take.
  package static func runApplication() -> Int32 {
    let object: UIResponder = MethodSlot.responderInit.make(Self.self)
    // A cast to the protocol would search all conformances in the program.
    return run(object as? Self)
  }
}

@MainActor private func makeDelegate(_ type: AnyClass) -> (any UIApplicationDelegate)? {
  guard type is UIResponder.Type else {
    trap("an application delegate must be a UIResponder, which \(type) is not")
  }
  let object: UIResponder = MethodSlot.responderInit.make(type)
  guard let delegate = object as? any UIApplicationDelegate else {
    trap("\(type) is not a UIApplicationDelegate")
  }
  return delegate
}

/// Runs the program. A failure is reported on standard error.
@MainActor private func run(_ delegate: (any UIApplicationDelegate)?) -> Int32 {
  let application = UIApplication.shared
  application.delegate = delegate
  do throws(HostError) {
    try WindowHost.run {
      application.launch()
    }
  } catch {
    StandardError.report("\(error)")
    return 69
  }
  application.willTerminate()
  // The application's reference is weak.
  withExtendedLifetime(delegate) {}
  return 0
}
