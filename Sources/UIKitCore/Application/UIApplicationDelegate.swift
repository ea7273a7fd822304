// UIApplicationDelegate.swift
// Callbacks for launch, activation and termination.
//
// SPDX-License-Identifier: MIT

/// The life cycle callbacks of an application. Every method is optional.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
  /// The application has launched. Create the window here.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// A window of the application has gained the keyboard. Also called after launch.
  func applicationDidBecomeActive(_ application: UIApplication)
  /// The last window with the keyboard has lost it.
  func applicationWillResignActive(_ application: UIApplication)
  /// No window of the application is visible any more.
  func applicationDidEnterBackground(_ application: UIApplication)
  /// A window of the application is visible again.
  func applicationWillEnterForeground(_ application: UIApplication)
  /// The application is about to terminate.
  func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
  /// Does nothing.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Does nothing.
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillResignActive(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}
}
