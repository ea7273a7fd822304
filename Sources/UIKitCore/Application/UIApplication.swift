// UIApplication.swift
// The application: its windows, its delegate, and the end of the responder chain.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The application.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
  /// Keys of launch options. The options are always empty.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String
    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  private struct WeakWindow { weak var window: UIWindow? }

  /// The one application.
  public package(set) static var shared = UIApplication()

  /// The application's delegate. Default nil.
  open weak var delegate: (any UIApplicationDelegate)?

  private var weakWindows: [WeakWindow] = []

  /// The window that receives keys.
  open package(set) weak var keyWindow: UIWindow?

  /// Creates the application. The host does so once.
  public override init() {}

  // MARK: Life cycle

  /// The activity of an application.
  public enum State: Int, Sendable {
    /// A window has the keyboard.
    case active
    /// Windows are visible, none has the keyboard.
    case inactive
    /// No window is visible.
    case background
  }

  /// The application's activity. Inactive until it has launched.
  open private(set) var applicationState = State.inactive

  /// The application has launched.
  package final func didLaunch() {
    hasLaunched = true
    NotificationCenter.default.post(name: Self.didFinishLaunchingNotification, object: self)
    enter(.active)
  }

  /// The application is about to terminate.
  package final func willTerminate() {
    delegate?.applicationWillTerminate(self)
    NotificationCenter.default.post(name: Self.willTerminateNotification, object: self)
    hasLaunched = false
  }

  private var hasLaunched = false

  /// A window has gained or lost the keyboard, or its visibility has changed.
  final func updateApplicationState() {
    let windows = windows
    guard hasLaunched, !windows.isEmpty else { return }
    if !windows.contains(where: \.isVisible) {
      enter(.background)
    } else {
      enter(windows.contains(where: \.hasKeyboardFocus) ? .active : .inactive)
    }
  }

  /// Enters a state through the inactive one.
  private func enter(_ state: State) {
    while applicationState != state {
      switch (applicationState, state) {
      case (.active, _):
        notify(Self.willResignActiveNotification) { $0.applicationWillResignActive(self) }
        applicationState = .inactive
      case (.inactive, .active):
        applicationState = .active
        notify(Self.didBecomeActiveNotification) { $0.applicationDidBecomeActive(self) }
      case (.inactive, _):
        applicationState = .background
        notify(Self.didEnterBackgroundNotification) { $0.applicationDidEnterBackground(self) }
      case (.background, _):
        notify(Self.willEnterForegroundNotification) { $0.applicationWillEnterForeground(self) }
        applicationState = .inactive
      }
    }
  }

  private func notify(
    _ name: Notification.Name, _ call: (any UIApplicationDelegate) -> Void
  ) {
    if let delegate { call(delegate) }
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Posted after launch.
  public nonisolated static let didFinishLaunchingNotification =
    Notification.Name("UIApplicationDidFinishLaunchingNotification")
  /// Posted when a window has gained the keyboard.
  public nonisolated static let didBecomeActiveNotification =
    Notification.Name("UIApplicationDidBecomeActiveNotification")
  /// Posted when the last window with the keyboard has lost it.
  public nonisolated static let willResignActiveNotification =
    Notification.Name("UIApplicationWillResignActiveNotification")
  /// Posted when no window is visible any more.
  public nonisolated static let didEnterBackgroundNotification =
    Notification.Name("UIApplicationDidEnterBackgroundNotification")
  /// Posted when a window is visible again.
  public nonisolated static let willEnterForegroundNotification =
    Notification.Name("UIApplicationWillEnterForegroundNotification")
  /// Posted before the application terminates.
  public nonisolated static let willTerminateNotification =
    Notification.Name("UIApplicationWillTerminateNotification")
  /// Never posted: Linux gives no such warning.
  public nonisolated static let didReceiveMemoryWarningNotification =
    Notification.Name("UIApplicationDidReceiveMemoryWarningNotification")

  // MARK: Actions

  /// Calls a method of a target.
  ///
  /// - Parameters:
  ///   - action: The method. It may take the sender, and the event.
  ///   - target: The target; nil for the first responder, or else the sender, or else the nearest of its next
  ///     responders that has the method.
  ///   - sender: The first argument.
  ///   - event: The second argument.
  /// - Returns: Whether there was a target with the method.
  @discardableResult
  open func sendAction(
    _ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?
  ) -> Bool {
    var receiver = target
    if receiver == nil {
      let first = keyWindow?.currentFirstResponder ?? sender as? UIResponder
      receiver = first?.target(forAction: action, withSender: sender)
    }
    guard let receiver else { return false }
    let isKnown = action.isKnown(in: receiver)
    action.send(to: receiver, sender, event)
    return isKnown
  }

  // MARK: Windows

  /// The windows that are not hidden, in order of appearance.
  open var windows: [UIWindow] {
    // A window whose layer was moved into another tree no longer has a context.
    weakWindows.compactMap(\.window).filter { $0.context != nil }
  }

  /// The delegate, if it is a responder.
  open override var next: UIResponder? { delegate as? UIResponder }

  /// The number of window appearances and disappearances, so that a host reads ``windows`` only after a
  /// change.
  package private(set) var windowChanges = 0

  /// The number of windows that were released while they were shown.
  package var releasedWindows: Int { forgottenWindows + weakWindows.count { $0.window == nil } }

  /// Those that are no longer in the list.
  private var forgottenWindows = 0

  private func remove(_ window: UIWindow) {
    forgottenWindows = releasedWindows
    weakWindows.removeAll { $0.window == nil || $0.window === window }
  }

  func windowDidAppear(_ window: UIWindow) {
    windowChanges += 1
    remove(window)
    weakWindows.append(WeakWindow(window: window))
  }

  func windowDidDisappear(_ window: UIWindow) {
    windowChanges += 1
    remove(window)
    guard keyWindow === window else { return }
    keyWindow = nil
    window.resignKey()
  }
}
