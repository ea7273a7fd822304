// UIScene.swift
// One instance of a program's user interface, its activity, and its title.
//
// This folder: scenes and their delegates: what Info.plist declares (`SceneManifest`), and their connection at
// launch.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

/// One instance of a program's user interface.
///
/// Scenes are made by the application, from the configuration that its delegate or its Info.plist gives: see
/// ``UISceneConfiguration``. A program without either has one scene, which is connected from the start and has no
/// delegate.
@preconcurrency @MainActor
open class UIScene: UIResponder {
  /// The activity of a scene.
  public enum ActivationState: Int, Sendable {
    /// Not connected to the application.
    case unattached = -1
    /// A window of the scene has the keyboard.
    case foregroundActive
    /// Windows are visible, none has the keyboard.
    case foregroundInactive
    /// No window is visible.
    case background
  }

  /// What a scene is connected with. Nothing opens a scene on Linux but the program itself, so it is empty.
  @preconcurrency @MainActor
  public final class ConnectionOptions: NSObject {
    /// The URLs to open. Always empty.
    public let urlContexts: Set<UIOpenURLContext> = []
    /// The program that requests the scene. Always nil.
    public let sourceApplication: String? = nil

    /// Creates options.
    override init() {}
  }

  /// Options of a request for a scene.
  @preconcurrency @MainActor
  open class ActivationRequestOptions: NSObject {
    /// The scene that requests another one. Default nil. Kept, without effect.
    open var requestingScene: UIScene?

    /// Creates options.
    public override init() {}
  }

  /// The session that keeps the scene's configuration.
  open var session: UISceneSession { storedSession }
  private let storedSession: UISceneSession

  /// The delegate, made from the configuration. Default nil.
  open var delegate: (any UISceneDelegate)?

  /// The scene's activity. Default unattached.
  open private(set) var activationState = ActivationState.unattached

  /// The title of the desktop's frame around the scene's windows. Default empty, which is the name of the program.
  open var title: String! {
    get { storedTitle }
    set {
      storedTitle = newValue ?? ""
      frameDidChange()
    }
  }

  private var storedTitle = ""

  /// Creates a scene. The application does so.
  public required init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
    storedSession = session
    super.init()
  }

  /// The application.
  open override var next: UIResponder? { UIApplication.shared }

  /// The title or the limits of the desktop's frame have changed.
  func frameDidChange() {}

  // MARK: Activity

  private var targetState = ActivationState.unattached
  private var isChangingState = false

  /// Enters a state through those between, with a callback and a notification for each step. A callback that causes
  /// another change sets the state that is entered next.
  final func enter(_ state: ActivationState) {
    targetState = state
    guard !isChangingState else { return }
    isChangingState = true
    while activationState != targetState { step() }
    isChangingState = false
  }

  private func step() {
    switch (activationState, targetState) {
    case (.foregroundActive, _):
      notify(Self.willDeactivateNotification) { $0.sceneWillResignActive(self) }
      activationState = .foregroundInactive
    case (.foregroundInactive, .foregroundActive):
      activationState = .foregroundActive
      notify(Self.didActivateNotification) { $0.sceneDidBecomeActive(self) }
    case (.foregroundInactive, _):
      activationState = .background
      notify(Self.didEnterBackgroundNotification) { $0.sceneDidEnterBackground(self) }
    case (.background, .unattached):
      activationState = .unattached
      notify(Self.didDisconnectNotification) { $0.sceneDidDisconnect(self) }
    case (.background, _), (.unattached, _):
      notify(Self.willEnterForegroundNotification) { $0.sceneWillEnterForeground(self) }
      activationState = .foregroundInactive
    }
  }

  /// Calls the delegate, then posts a notification.
  final func notify(_ name: Notification.Name, _ call: (any UISceneDelegate) -> Void) {
    if let delegate { call(delegate) }
    NotificationCenter.default.post(name: name, object: self)
  }

  /// Posted when a scene was connected, after its delegate was called.
  public nonisolated static let willConnectNotification =
    Notification.Name("UISceneWillConnectNotification")
  /// Posted when a scene was closed, after its delegate was called.
  public nonisolated static let didDisconnectNotification =
    Notification.Name("UISceneDidDisconnectNotification")
  /// Posted when a window of a scene has gained the keyboard.
  public nonisolated static let didActivateNotification =
    Notification.Name("UISceneDidActivateNotification")
  /// Posted when a scene's window is about to lose the keyboard.
  public nonisolated static let willDeactivateNotification =
    Notification.Name("UISceneWillDeactivateNotification")
  /// Posted when a window of a scene is about to be visible.
  public nonisolated static let willEnterForegroundNotification =
    Notification.Name("UISceneWillEnterForegroundNotification")
  /// Posted when no window of a scene is visible any more.
  public nonisolated static let didEnterBackgroundNotification =
    Notification.Name("UISceneDidEnterBackgroundNotification")
}
