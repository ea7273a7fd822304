// SceneDelegate.swift
// The scene's delegate, in the shape of Xcode's template: its window is the storyboard's.
//
// SPDX-License-Identifier: MIT

import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let windowScene = (scene as? UIWindowScene) else { return }
    windowScene.title = "Template"
    print("connects", window == nil ? "without" : "with", "a window")
  }

  func sceneDidDisconnect(_ scene: UIScene) {
    print("disconnected")
  }

  func sceneDidBecomeActive(_ scene: UIScene) {
    print("active")
  }

  func sceneWillResignActive(_ scene: UIScene) {
    print("resigns")
  }

  func sceneWillEnterForeground(_ scene: UIScene) {
    print("foreground")
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    print("background")
  }
}
