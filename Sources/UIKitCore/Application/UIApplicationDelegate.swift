// UIApplicationDelegate.swift
// Callbacks for launch, activation and termination.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The life cycle callbacks of an application. Every method is optional.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
  /// The application is about to finish launching. Called before
  /// `application(_:didFinishLaunchingWithOptions:)`. The result has no effect.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The application has launched. Create the window here.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// Returns the classes of a scene that is about to be connected. Default the session's configuration, which is that
  /// of Info.plist. A program has scenes if its Info.plist declares one, or if this method is implemented; then the
  /// delegates of scenes are notified of their activity, and this delegate is not.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  /// Scenes were closed, by the user or by the program.
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
  /// A URL is to be opened: a file that was dropped onto a window. In a program with scenes, the delegate of the window's
  /// scene is called in place of this one. The options are empty, and the result has no effect.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
  /// Never called: windows are not rotated.
  func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask
  /// Never called: Linux gives no such warning.
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
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
  /// The delegate's stored property `window`. Nil without one; a nil of the property is in a second optional, as on iOS.
  ///
  /// A protocol's requirement would not allow private properties of that name. No program needs it set: without a
  /// storyboard it makes the window itself.
  public var window: UIWindow?? {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let some = mirror {
      for (label, value) in some.children
      where label == "window" || label == "$__lazy_storage_$_window" {
        return .some(value as? UIWindow)
      }
      mirror = some.superclassMirror
    }
    return nil
  }

  /// Does nothing.
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Does nothing.
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Does nothing.
  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool { false }
  /// Returns the session's configuration.
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { connectingSceneSession.configuration }
  /// Does nothing.
  public func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}
  /// Returns all.
  public func application(
    _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
  ) -> UIInterfaceOrientationMask { .all }
  /// Does nothing.
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
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
