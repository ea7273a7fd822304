// AppDelegate.swift
// The application, as it is written for iOS.
//
// SPDX-License-Identifier: MIT

import UIKit
import UIKit.UIGestureRecognizerSubclass

#if targetEnvironment(macCatalyst)
  #error("not a Mac")
#endif

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = RingViewController()
    window.makeKeyAndVisible()
    self.window = window
    if ProcessInfo.processInfo.arguments.contains("--report") {
      perform(#selector(report), with: nil, afterDelay: 1)
    }
    return true
  }

  @objc private func report() {
    guard let page = window?.rootViewController as? RingViewController else { return }
    NotificationCenter.default.post(name: .ringWasNoted, object: nil)
    print((page.log + [page.frames > 1 ? "frames" : "no frames"]).joined(separator: ", "))
    exit(0)
  }
}

enum Platform {
  #if os(iOS)
    static let isPhone = true
  #else
    static let isPhone = false
  #endif

  #if targetEnvironment(simulator) && !os(tvOS)
    static let isSimulator = true
  #else
    static let isSimulator = false
  #endif

  #if canImport(UIKit) && canImport(QuartzCore.CALayer) && !canImport(AppKit)
    static let hasUIKit = true
  #else
    static let hasUIKit = false
  #endif

  @available(iOS 13.0, *)
  static func newest() -> Bool {
    guard #available(iOS 15.0, *) else { return false }
    if #unavailable(iOS 16) { return false }
    return true
  }
}
