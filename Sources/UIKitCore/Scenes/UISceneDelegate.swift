// UISceneDelegate.swift
// Callbacks for the life cycle of a scene.
//
// SPDX-License-Identifier: MIT

/// The life cycle callbacks of a scene. Every method is optional.
///
/// A delegate is made by the application with its `init()`, and so its class is a ``UIResponder``.
@preconcurrency @MainActor
public protocol UISceneDelegate: AnyObject {
  /// The scene is being connected. Create its window here.
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  /// The scene was closed.
  func sceneDidDisconnect(_ scene: UIScene)
  /// A window of the scene has gained the keyboard. Also called after it was connected.
  func sceneDidBecomeActive(_ scene: UIScene)
  /// The scene's window is about to lose the keyboard.
  func sceneWillResignActive(_ scene: UIScene)
  /// A window of the scene is about to be visible. Also called after it was connected.
  func sceneWillEnterForeground(_ scene: UIScene)
  /// No window of the scene is visible any more.
  func sceneDidEnterBackground(_ scene: UIScene)
  /// URLs are to be opened: files that were dropped onto a window of the scene.
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

extension UISceneDelegate {
  /// Does nothing.
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  /// Does nothing.
  public func sceneDidDisconnect(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillResignActive(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  /// Does nothing.
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
}
