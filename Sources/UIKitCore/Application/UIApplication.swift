// UIApplication.swift
// The program as views see it: its windows, its delegate, the end of the responder chain.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// What a program does when it starts and ends; every method has a body that does nothing.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
  /// The program has started; make the window here.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// A window of the program gets the user's keys; called after the launch too.
  func applicationDidBecomeActive(_ application: UIApplication)
  /// No window of the program gets the user's keys any more.
  func applicationWillResignActive(_ application: UIApplication)
  /// No window of the program can be seen any more.
  func applicationDidEnterBackground(_ application: UIApplication)
  /// A window of the program can be seen again.
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

  // MARK: Life

  /// What the program is doing.
  public enum State: Int, Sendable {
    /// A window gets the user's keys.
    case active
    /// Windows can be seen, none gets keys.
    case inactive
    /// No window can be seen.
    case background
  }

  /// What the program is doing; inactive until it has started.
  public private(set) final var applicationState = State.inactive

  /// The program has started.
  package final func didLaunch() {
    hasLaunched = true
    NotificationCenter.default.post(name: Self.didFinishLaunchingNotification, object: self)
    enter(.active)
  }

  /// The program is about to end.
  package final func willTerminate() {
    delegate?.applicationWillTerminate(self)
    NotificationCenter.default.post(name: Self.willTerminateNotification, object: self)
    hasLaunched = false
  }

  private var hasLaunched = false

  /// A window was given or lost the user's keys, or came into or out of sight.
  final func noteActivity() {
    let windows = windows
    guard hasLaunched, !windows.isEmpty else { return }
    if !windows.contains(where: \.isSeen) {
      enter(.background)
    } else {
      enter(windows.contains(where: \.hasKeyboardFocus) ? .active : .inactive)
    }
  }

  /// Goes to a state by way of the inactive one, as every program does.
  private func enter(_ state: State) {
    while applicationState != state {
      switch (applicationState, state) {
      case (.active, _):
        tell(Self.willResignActiveNotification) { $0.applicationWillResignActive(self) }
        applicationState = .inactive
      case (.inactive, .active):
        applicationState = .active
        tell(Self.didBecomeActiveNotification) { $0.applicationDidBecomeActive(self) }
      case (.inactive, _):
        applicationState = .background
        tell(Self.didEnterBackgroundNotification) { $0.applicationDidEnterBackground(self) }
      case (.background, _):
        tell(Self.willEnterForegroundNotification) { $0.applicationWillEnterForeground(self) }
        applicationState = .inactive
      }
    }
  }

  private func tell(
    _ name: Notification.Name, _ call: (any UIApplicationDelegate) -> Void
  ) {
    if let delegate { call(delegate) }
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Posted when the program has started.
  public nonisolated static let didFinishLaunchingNotification =
    Notification.Name("UIApplicationDidFinishLaunchingNotification")
  /// Posted when a window gets the user's keys.
  public nonisolated static let didBecomeActiveNotification =
    Notification.Name("UIApplicationDidBecomeActiveNotification")
  /// Posted when no window gets the user's keys any more.
  public nonisolated static let willResignActiveNotification =
    Notification.Name("UIApplicationWillResignActiveNotification")
  /// Posted when no window can be seen any more.
  public nonisolated static let didEnterBackgroundNotification =
    Notification.Name("UIApplicationDidEnterBackgroundNotification")
  /// Posted when a window can be seen again.
  public nonisolated static let willEnterForegroundNotification =
    Notification.Name("UIApplicationWillEnterForegroundNotification")
  /// Posted before the program ends.
  public nonisolated static let willTerminateNotification =
    Notification.Name("UIApplicationWillTerminateNotification")

  // MARK: Windows

  /// The windows that are not hidden, in the order in which they appeared.
  open var windows: [UIWindow] {
    // One whose layer was taken into another tree is none of its own any more.
    weakWindows.compactMap(\.window).filter { $0.context != nil }
  }

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
