// UIApplication.swift
// The application: its windows, its delegate, and the end of the responder chain.
//
// This folder: application, screen, device, pasteboard, and windows, which receive input and move the keyboard's
// focus.
//
// SPDX-License-Identifier: MIT

public import Foundation
import HostInterface
import QuartzCore

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

  private struct WeakWindow {
    weak var window: UIWindow?
    let isOverlay: Bool
  }

  /// The one application.
  public package(set) static var shared = UIApplication()

  /// The application's delegate. Default nil.
  open weak var delegate: (any UIApplicationDelegate)?

  private var weakWindows: [WeakWindow] = []

  /// The window that receives keys.
  open package(set) weak var keyWindow: UIWindow?

  /// Creates the application. The host does so once.
  public override init() { _ = MethodSlot.ofViews }

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

  /// Notifies the delegate of the launch, connects the first scene, and becomes active.
  package final func launch() {
    _ = delegate?.application(self, willFinishLaunchingWithOptions: nil)
    _ = delegate?.application(self, didFinishLaunchingWithOptions: nil)
    didLaunch()
  }

  /// The application has launched.
  package final func didLaunch() {
    hasLaunched = true
    NotificationCenter.default.post(name: Self.didFinishLaunchingNotification, object: self)
    connectFirstScene()
    enter(.active)
  }

  /// The application is about to terminate.
  package final func willTerminate() {
    for scene in scenes { disconnect(scene) }
    delegate?.applicationWillTerminate(self)
    NotificationCenter.default.post(name: Self.willTerminateNotification, object: self)
    hasLaunched = false
  }

  private var hasLaunched = false

  /// A window has gained or lost the keyboard, or its visibility has changed.
  final func updateApplicationState() {
    for case let scene as UIWindowScene in connectedScenes { scene.updateActivity() }
    let windows = desktopWindows
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
    // As on iOS, the delegates of scenes are called in its place.
    if let delegate, !usesScenes { call(delegate) }
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

  // MARK: Scenes

  /// The scenes that are connected: those of a program with scenes, else one with all windows.
  open var connectedScenes: Set<UIScene> {
    if let implicitScene { return [implicitScene] }
    return Set(scenes)
  }

  /// The sessions of the connected scenes.
  open var openSessions: Set<UISceneSession> { Set(connectedScenes.map(\.session)) }

  /// Whether the program's Info.plist supports several scenes. Default false.
  open var supportsMultipleScenes: Bool { sceneManifest?.supportsMultipleScenes ?? false }

  /// What the program's Info.plist says of scenes, once it was searched for at launch.
  final var sceneManifest: SceneManifest?

  /// Whether the program has scenes of its own.
  final var usesScenes = false

  private var scenes: [UIScene] = []

  /// The scene of a program without scenes of its own. It is active from the start.
  final var implicitScene: UIWindowScene? {
    if usesScenes { return nil }
    if let storedImplicitScene { return storedImplicitScene }
    let session = UISceneSession(
      role: .windowApplication,
      configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    let scene = UIWindowScene(session: session, connectionOptions: UIScene.ConnectionOptions())
    storedImplicitScene = scene
    session.scene = scene
    scene.enter(.foregroundActive)
    return scene
  }

  private var storedImplicitScene: UIWindowScene?

  final func addScene(_ scene: UIScene) { scenes.append(scene) }

  /// Removes a scene. Returns false if it is not connected.
  final func removeScene(_ scene: UIScene) -> Bool {
    let count = scenes.count
    scenes.removeAll { $0 === scene }
    return scenes.count < count
  }

  // MARK: Requests for scenes

  /// Connects another scene, or brings one to the front.
  ///
  /// - Parameters:
  ///   - sceneSession: The session of a connected scene, whose windows are shown again; nil for a new scene.
  ///   - userActivity: Ignored.
  ///   - options: Ignored.
  ///   - errorHandler: Called where the program's Info.plist does not support several scenes.
  open func requestSceneSessionActivation(
    _ sceneSession: UISceneSession?, userActivity: Any?,
    options: UIScene.ActivationRequestOptions?, errorHandler: ((any Error) -> Void)? = nil
  ) {
    if let error = activate(sceneSession) { errorHandler?(error) }
  }

  /// Closes the windows of a session's scene, and disconnects it.
  ///
  /// - Parameters:
  ///   - sceneSession: The session.
  ///   - options: Ignored.
  ///   - errorHandler: Called where the session has no scene.
  open func requestSceneSessionDestruction(
    _ sceneSession: UISceneSession, options: Any?, errorHandler: ((any Error) -> Void)? = nil
  ) {
    guard let scene = sceneSession.scene, usesScenes, scenes.contains(scene) else {
      errorHandler?(UISceneError(code: .requestDenied))
      return
    }
    disconnect(scene)
  }

  // MARK: Status bar

  /// The default style: there is no status bar.
  open var statusBarStyle: UIStatusBarStyle {
    get { .default }
    set {}
  }

  /// True: there is no status bar. Setting it has no effect.
  open var isStatusBarHidden: Bool {
    get { true }
    set {}
  }

  /// Zero: there is no status bar.
  open var statusBarFrame: CGRect { .zero }

  /// The orientation of the first window: landscape if it is wider than high.
  open var statusBarOrientation: UIInterfaceOrientation {
    get {
      let size = (keyWindow ?? windows.first)?.bounds.size ?? UIScreen.main.bounds.size
      return size.width > size.height ? .landscapeRight : .portrait
    }
    set {}
  }

  /// Does nothing.
  open func setStatusBarHidden(_ hidden: Bool, with animation: UIStatusBarAnimation) {}

  /// Does nothing.
  open func setStatusBarStyle(_ statusBarStyle: UIStatusBarStyle, animated: Bool) {}

  /// Returns all: windows are not rotated.
  open func supportedInterfaceOrientations(
    for window: UIWindow?
  ) -> UIInterfaceOrientationMask { .all }

  // MARK: Input

  private var ignoringDepth = 0

  /// Ignores the pointer and the keys in all windows until ``endIgnoringInteractionEvents()``. Calls are counted.
  open func beginIgnoringInteractionEvents() { ignoringDepth += 1 }

  /// Ends the effect of ``beginIgnoringInteractionEvents()``.
  open func endIgnoringInteractionEvents() { ignoringDepth = max(0, ignoringDepth - 1) }

  /// Whether the pointer and the keys are ignored.
  open var isIgnoringInteractionEvents: Bool { ignoringDepth > 0 }

  // MARK: Device

  /// The direction of the program's language: the first of the user's languages that the main bundle has. Views may have
  /// another one by their `semanticContentAttribute`.
  open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    ProgramDirection.isFromRight ? .rightToLeft : .leftToRight
  }

  // MARK: The desktop

  /// Opens a URL with the desktop's program for it: a web page, a file, an address of mail. Uses `xdg-open`, or
  /// `gio open`.
  ///
  /// - Parameters:
  ///   - url: With a scheme, such as `https`, `file` or `mailto`.
  ///   - options: Ignored.
  ///   - completion: Called on the main thread with whether the desktop has a program for it. Default nil.
  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    guard canOpenURL(url) else {
      CallbackQueue.enqueue { completion?(false) }
      return
    }
    Platform.services.open(url) { completion?($0) }
  }

  /// Opens a URL with the desktop's program for it; returns whether it has one.
  ///
  /// - Parameters:
  ///   - url: With a scheme, such as `https`, `file` or `mailto`.
  ///   - options: Ignored.
  @discardableResult
  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      open(url, options: options) { continuation.resume(returning: $0) }
    }
  }

  /// Whether the desktop may be asked to open a URL: it has a scheme, and there is a desktop. Whether it has a program for
  /// the scheme is known only later.
  open func canOpenURL(_ url: URL) -> Bool {
    url.scheme?.isEmpty == false && Platform.services.canOpenURLs
  }

  /// Whether ``setAlternateIconName(_:completionHandler:)`` has an effect. True.
  open var supportsAlternateIcons: Bool { true }

  /// Shows another icon for the program's windows.
  ///
  /// - Parameters:
  ///   - alternateIconName: An image of the main bundle. Nil for the image named "AppIcon", the icon from the start.
  ///   - completionHandler: Called on the main thread; with an error where there is no such image. Default nil.
  open func setAlternateIconName(
    _ alternateIconName: String?, completionHandler: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    var error: (any Error)?
    if let name = alternateIconName, UIImage(named: name) == nil {
      error = CocoaError(
        .fileNoSuchFile,
        userInfo: [NSLocalizedDescriptionKey: "The main bundle has no image named \(name)."])
    } else {
      storedIconName = alternateIconName
      iconObserver?()
    }
    CallbackQueue.enqueue { completionHandler?(error) }
  }

  /// The name given to ``setAlternateIconName(_:completionHandler:)``. Default nil.
  open var alternateIconName: String? { storedIconName }

  /// The size of text that the user prefers: large.
  open var preferredContentSizeCategory: UIContentSizeCategory { .large }

  /// False. Setting it has no effect: a desktop's screen saver is the user's.
  open var isIdleTimerDisabled: Bool {
    get { false }
    set {}
  }

  /// False. Setting it has no effect.
  open var isNetworkActivityIndicatorVisible: Bool {
    get { false }
    set {}
  }

  /// Zero. Setting it has no effect.
  open var applicationIconBadgeNumber: Int {
    get { 0 }
    set {}
  }

  // MARK: Windows

  /// The name of the icon. Nil for that of the start.
  final var storedIconName: String?

  /// Called when the icon has changed. Set by the host.
  package final var iconObserver: (@MainActor () -> Void)?

  /// The windows that are not hidden, from back to front: by level, then in order of appearance.
  open var windows: [UIWindow] {
    // A window whose layer was moved into another tree no longer has a context.
    weakWindows.compactMap(\.window).filter { $0.context != nil }.sortedByLevel
  }

  /// Those of ``windows`` that have a frame of the desktop's own.
  package final var desktopWindows: [UIWindow] { windows.filter { !$0.isOverlay } }

  /// The windows that are not hidden and were not assigned to a scene.
  final var looseWindows: [UIWindow] { windows.filter { $0.ownScene == nil } }

  /// The delegate, if it is a responder.
  open override var next: UIResponder? { delegate as? UIResponder }

  /// The number of window appearances and disappearances, so that a host reads ``windows`` only after a
  /// change.
  package private(set) var windowChanges = 0

  /// The number of windows that were released while they were shown.
  package var releasedWindows: Int {
    forgottenWindows + weakWindows.count { $0.window == nil && !$0.isOverlay }
  }

  /// Those that are no longer in the list.
  private var forgottenWindows = 0

  private func remove(_ window: UIWindow) {
    forgottenWindows = releasedWindows
    weakWindows.removeAll { $0.window == nil || $0.window === window }
  }

  func windowDidAppear(_ window: UIWindow) {
    windowChanges += 1
    remove(window)
    weakWindows.append(WeakWindow(window: window, isOverlay: window.isOverlay))
    window.windowScene?.updateActivity()
  }

  func windowDidDisappear(_ window: UIWindow) {
    windowChanges += 1
    remove(window)
    window.windowScene?.updateActivity()
    guard keyWindow === window else { return }
    keyWindow = nil
    window.resignKey()
  }
}

extension [UIWindow] {
  /// The windows by level; those of one level in their order.
  @MainActor var sortedByLevel: [UIWindow] {
    guard contains(where: { $0.windowLevel != .normal }) else { return self }
    return enumerated().sorted {
      ($0.element.windowLevel.rawValue, $0.offset) < ($1.element.windowLevel.rawValue, $1.offset)
    }.map(\.element)
  }
}
