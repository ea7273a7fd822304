// UIApplication.swift
// The program as views see it: its windows, its delegate, the end of the responder chain.
//
// SPDX-License-Identifier: MIT

import Foundation

/// What a program does when it starts and ends; every method has a body that does nothing.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
  /// The program has started; make the window here.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The program has started; called once, after its launch.
  func applicationDidBecomeActive(_ application: UIApplication)
  /// Kept for code that has it, and never called: a program is not told when windows lose the keys.
  func applicationWillResignActive(_ application: UIApplication)
  /// Kept for code that has it, and never called.
  func applicationDidEnterBackground(_ application: UIApplication)
  /// Kept for code that has it, and never called.
  func applicationWillEnterForeground(_ application: UIApplication)
  /// The program is about to end.
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

/// The program.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  /// Why a program was started; always for no special reason.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String
    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  private struct WeakWindow { weak var window: UIWindow? }

  /// The one application.
  public package(set) static var shared = UIApplication()

  /// Who is told of the program's life.
  open weak var delegate: (any UIApplicationDelegate)?

  private var weakWindows: [WeakWindow] = []

  /// The window that gets keys.
  public package(set) weak var keyWindow: UIWindow?

  /// Creates the application; hosts do so once.
  public override init() {}

  /// The windows that are not hidden, in the order in which they appeared.
  open var windows: [UIWindow] { weakWindows.compactMap(\.window) }

  /// The delegate, if it is a responder.
  open override var next: UIResponder? { delegate as? UIResponder }

  /// Counts windows that appeared or went, so that a host looks at ``windows`` only then.
  package private(set) var windowChanges = 0

  func windowDidAppear(_ window: UIWindow) {
    windowChanges += 1
    weakWindows.removeAll { $0.window == nil || $0.window === window }
    weakWindows.append(WeakWindow(window: window))
  }

  func windowDidDisappear(_ window: UIWindow) {
    windowChanges += 1
    weakWindows.removeAll { $0.window == nil || $0.window === window }
    guard keyWindow === window else { return }
    keyWindow = nil
    window.resignKey()
  }
}
