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
  private var lines: [String] = []

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = RingViewController()
    window.makeKeyAndVisible()
    // Without a reference the window ends with this function.
    if ProcessInfo.processInfo.arguments.contains("--release") { return true }
    self.window = window
    if ProcessInfo.processInfo.arguments.contains("--report") {
      perform(#selector(report), with: nil, afterDelay: 1)
    }
    return true
  }

  @objc private func report() {
    guard let page = window?.rootViewController as? RingViewController else { return }
    // However busy the machine is, timers fire and frames come, if in another order.
    wait { page.log.count > 2 && page.frames > 1 }
    NotificationCenter.default.post(name: .ringWasNoted, object: nil)
    var lines = page.log.sorted()
    lines.append(page.frames > 1 ? "frames" : "no frames")
    lines.append(waitForAnimation(of: page) ? "nested" : "not nested")
    // In a completion block, too.
    var innerEnded: Bool?
    UIView.animate(withDuration: 0.05, animations: { page.ringView.alpha = 1 }) { _ in
      innerEnded = self.waitForAnimation(of: page)
    }
    wait { innerEnded != nil }
    lines.append(innerEnded == true ? "nested twice" : "not nested twice")
    self.lines = lines
    // A timer that is due at once, set by a timer.
    perform(#selector(endReport), with: nil, afterDelay: 0)
  }

  @objc private func endReport() {
    guard let page = window?.rootViewController as? RingViewController else { return }
    lines.append(waitForAnimation(of: page) ? "nested at once" : "not nested at once")
    print(lines.joined(separator: ", "))
    exit(0)
  }

  /// Animates, and runs the run loop until the animation has ended and its frames were drawn.
  private func waitForAnimation(of page: RingViewController) -> Bool {
    let frames = page.frames
    var hasEnded = false
    UIView.animate(withDuration: 0.1, animations: { page.ringView.alpha = 0.5 }) { _ in
      hasEnded = true
    }
    wait { hasEnded && page.frames > frames + 2 }
    return hasEnded && page.frames > frames + 2
  }

  private func wait(until condition: () -> Bool) {
    let limit = Date(timeIntervalSinceNow: 20)
    while !condition() && Date() < limit {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
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
