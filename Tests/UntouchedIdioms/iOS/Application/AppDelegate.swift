// AppDelegate.swift
// The application, as it is written for iOS.
//
// SPDX-License-Identifier: MIT

import UIKit

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {

  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.backgroundColor = UIColor.white
    window?.tintColor = UIColor(red: 0.2, green: 0.4, blue: 0.95, alpha: 1)
    window?.rootViewController = SwipeBackNavigationController(
      rootViewController: MenuViewController())
    window?.makeKeyAndVisible()
    return true
  }
}

/// What the `main.swift` of many projects calls instead of the attribute.
func startApplication() -> Int32 {
  return UIApplicationMain(
    CommandLine.argc, CommandLine.unsafeArgv, nil, NSStringFromClass(AppDelegate.self))
}
