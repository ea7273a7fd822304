// UIApplicationMain.swift
// Starts a program with windows, as on iOS.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import QuartzCore
public import UIKitCore

/// Runs the application until its last window is closed.
///
/// - Parameters:
///   - argc: How many arguments the program got; not looked at.
///   - argv: The program's arguments; not looked at.
///   - principalClassName: A class of the application itself; not looked at, there is one.
///   - delegateClassName: The delegate's class as `NSStringFromClass` names it; it is made by its
///     `init()`.
/// - Returns: 0 when it ended as it should; 69 when no window could be opened or drawn into, after
///   saying why on standard error.
@MainActor @discardableResult
public func UIApplicationMain(
  _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
  var delegate: (any UIApplicationDelegate)?
  if let delegateClassName {
    guard let type = NSClassFromString(delegateClassName) else {
      preconditionFailure("there is no class named \(delegateClassName)")
    }
    delegate = makeDelegate(type)
  }
  return run(delegate)
}

extension UIApplicationDelegate where Self: UIResponder {
  /// Starts the program with a new instance of the class as its delegate: what `@main` calls.
  public static func main() {
    let status = runApplication()
    if status != 0 { exit(status) }
  }

  /// Runs the program with a new instance of the class as its delegate, and answers what
  /// ``UIApplicationMain(_:_:_:_:)`` does.
  ///
  /// To find a class by its name costs 3 ms at a start; here it is known.
  package static func runApplication() -> Int32 { run(makeDelegate(Self.self)) }
}

@MainActor private func makeDelegate(_ type: AnyClass) -> (any UIApplicationDelegate)? {
  guard type is UIResponder.Type else {
    preconditionFailure("an application's delegate is a UIResponder, which \(type) is not")
  }
  let object: UIResponder = MethodSlot.responderInit.make(type)
  guard let delegate = object as? any UIApplicationDelegate else {
    preconditionFailure("\(type) is not a UIApplicationDelegate")
  }
  return delegate
}

/// Runs the program and says on standard error why it could not.
@MainActor private func run(_ delegate: (any UIApplicationDelegate)?) -> Int32 {
  let application = UIApplication.shared
  application.delegate = delegate
  do throws(HostError) {
    try WindowHost.run {
      _ = delegate?.application(application, didFinishLaunchingWithOptions: nil)
      application.didLaunch()
    }
  } catch {
    StandardError.write("\(error)")
    return 69
  }
  application.willTerminate()
  // The application knows its delegate weakly; this keeps it until the end.
  withExtendedLifetime(delegate) {}
  return 0
}
