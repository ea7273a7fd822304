// UIApplication+Scenes.swift
// Connects scenes at launch and on request, and disconnects them.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

extension UIApplication {
  // MARK: Launch

  /// Connects the first scene, if the program has scenes: its Info.plist has a manifest with a configuration, or its
  /// delegate answers `application(_:configurationForConnecting:options:)`. Otherwise the implicit scene becomes active.
  final func connectFirstScene() {
    let module = delegate.flatMap { SceneManifest.module(of: type(of: $0)) }
    if sceneManifest == nil { sceneManifest = SceneManifest.ofProgram(module: module) }
    let session = UISceneSession(
      role: .windowApplication,
      configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    let configuration = configuration(for: session)
    guard configuration.entry != nil || configuration !== session.configuration else {
      implicitScene?.enter(.foregroundActive)
      return
    }
    usesScenes = true
    connect(session, configuration)
  }

  private func configuration(for session: UISceneSession) -> UISceneConfiguration {
    delegate?.application(
      self, configurationForConnecting: session, options: UIScene.ConnectionOptions())
      ?? session.configuration
  }

  private func connect(_ session: UISceneSession, _ configuration: UISceneConfiguration) {
    let options = UIScene.ConnectionOptions()
    session.configuration = configuration
    let scene = sceneClass(of: configuration).init(session: session, connectionOptions: options)
    session.scene = scene
    scene.delegate = makeDelegate(of: configuration)
    addScene(scene)
    let window = makeStoryboardWindow(for: scene, configuration)
    scene.notify(UIScene.willConnectNotification) {
      $0.scene(scene, willConnectTo: session, options: options)
    }
    if let window, (scene.delegate as? any UIWindowSceneDelegate)?.window === window {
      window.makeKeyAndVisible()
    }
    scene.enter(.foregroundActive)
    (scene as? UIWindowScene)?.updateActivity()
  }

  // MARK: Classes

  private func sceneClass(of configuration: UISceneConfiguration) -> UIScene.Type {
    if configuration.sceneClass == nil, let name = configuration.entry?.sceneClassName,
      name != "UIWindowScene"
    {
      endForMissingClass(name, key: "UISceneClassName")
    }
    guard let type = configuration.sceneClass else { return UIWindowScene.self }
    guard let type = type as? UIScene.Type else {
      trap("the class of a scene must be a UIScene, which \(type) is not")
    }
    return type
  }

  private func makeDelegate(of configuration: UISceneConfiguration) -> (any UISceneDelegate)? {
    guard let type = configuration.delegateClass ?? templateClass("SceneDelegate", configuration)
    else {
      if let name = configuration.entry?.delegateClassName {
        endForMissingClass(name, key: "UISceneDelegateClassName")
      }
      reportMissingDelegate(of: configuration)
      return nil
    }
    guard type is UIResponder.Type else {
      trap("the delegate of a scene must be a UIResponder, which \(type) is not")
    }
    let object: UIResponder = MethodSlot.responderInit.make(type)
    guard let delegate = object as? any UISceneDelegate else {
      trap("the delegate of a scene must be a UISceneDelegate, which \(type) is not")
    }
    return delegate
  }

  /// The module's class of a name in Xcode's template, in a program without a manifest.
  private func templateClass(_ name: String, _ configuration: UISceneConfiguration) -> AnyClass? {
    guard sceneManifest == nil, let delegate,
      let module = SceneManifest.module(of: type(of: delegate))
    else { return nil }
    return NSClassFromString("\(module).\(name)")
  }

  private func endForMissingClass(_ name: String, key: String) -> Never {
    let manifest = sceneManifest
    let searched = (manifest?.classNames(for: name) ?? [name]).map { "\"\($0)\"" }
    trap(
      "\(key) in \(manifest?.source ?? "Info.plist") is \"\(name)\", but the program has no such class. "
        + "Searched for: \(searched.joined(separator: ", ")). A class is named by its module and its name; "
        + "the module of the application's delegate is \(manifest?.module ?? "unknown")")
  }

  private func reportMissingDelegate(of configuration: UISceneConfiguration) {
    let module = delegate.flatMap { SceneManifest.module(of: type(of: $0)) }
    let name = configuration.name.map { "\"\($0)\"" } ?? "without a name"
    let place =
      sceneManifest.map { "\($0.source) gives it none" }
      ?? "there is no Info.plist with \(SceneManifest.key) in "
      + SceneManifest.files(module: module).map(\.path).joined(separator: ", ")
      + ", and no class \(module.map { "\($0)." } ?? "")SceneDelegate"
    Diagnostics.reportOnce(
      "scene delegate", "The scene configuration \(name) has no delegate class: \(place).")
  }

  /// The window that a storyboard would give a scene. Nil where none is named, or the delegate keeps no window.
  private func makeStoryboardWindow(
    for scene: UIScene, _ configuration: UISceneConfiguration
  ) -> UIWindow? {
    let named = configuration.entry?.storyboard
    guard let scene = scene as? UIWindowScene, let sceneDelegate = scene.delegate,
      let owner = sceneDelegate as? any UIWindowSceneDelegate,
      named != nil || sceneManifest == nil && configuration.delegateClass == nil,
      let module = SceneManifest.module(of: type(of: sceneDelegate))
    else { return nil }
    guard let type = NSClassFromString("\(module).ViewController"), type is UIViewController.Type
    else {
      if let named {
        Diagnostics.reportOnce(
          "storyboard",
          "Storyboards are not read: \"\(named)\" in \(sceneManifest?.source ?? "Info.plist"). There is no class "
            + "\(module).ViewController in its place. Make the window in scene(_:willConnectTo:options:)."
        )
      }
      return nil
    }
    let window = UIWindow(windowScene: scene)
    owner.window = window
    // A delegate that declares no window has a constant nil.
    guard owner.window === window else { return nil }
    let controller: UIResponder = MethodSlot.responderInit.make(type)
    window.rootViewController = controller as? UIViewController
    return window
  }

  // MARK: Requests

  /// Connects another scene, or shows the windows of one. Returns why that is not possible.
  final func activate(_ session: UISceneSession?) -> UISceneError? {
    if let scene = session?.scene as? UIWindowScene {
      for window in scene.windows { window.isHidden = false }
      scene.windows.last?.makeKey()
      return nil
    }
    guard usesScenes, supportsMultipleScenes else {
      return UISceneError(code: .multipleScenesNotSupported)
    }
    let session =
      session
      ?? UISceneSession(
        role: .windowApplication,
        configuration: UISceneConfiguration(name: nil, sessionRole: .windowApplication))
    connect(session, configuration(for: session))
    return nil
  }

  /// Closes the windows of a scene, and ends it.
  final func disconnect(_ scene: UIScene) {
    guard removeScene(scene) else { return }
    // In the order of iOS: the scene goes to the background, and ends.
    scene.enter(.unattached)
    for window in (scene as? UIWindowScene)?.windows ?? [] { window.isHidden = true }
    scene.session.scene = nil
    delegate?.application(self, didDiscardSceneSessions: [scene.session])
    scene.delegate = nil
  }
}
