// UISceneConfiguration.swift
// The classes that a scene is made of.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The classes that a scene is made of.
///
/// Those that Info.plist gives for the name and the role are set. Where a program has no Info.plist with a
/// `UIApplicationSceneManifest`, and a configuration has no delegate, it is that of Xcode's template: the class
/// `SceneDelegate` of the program's module.
///
/// Storyboards are not read. The scene of a configuration that names one, as the template's does, begins with a window
/// whose root controller is of the module's class `ViewController`, if there is one.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
  /// The name in Info.plist. Nil for none.
  open var name: String? { storedName }

  /// What the scene's content is for.
  open var role: UISceneSession.Role { storedRole }

  private let storedName: String?
  private let storedRole: UISceneSession.Role

  /// The class of the scene. Default Info.plist's; nil for ``UIWindowScene``.
  open var sceneClass: AnyClass?

  /// The class of the scene's delegate. Default Info.plist's.
  open var delegateClass: AnyClass?

  /// What Info.plist gives.
  final let entry: SceneManifest.Entry?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - name: The name in Info.plist; nil for the first with the role.
  ///   - sessionRole: What the scene's content is for.
  public init(name: String?, sessionRole: UISceneSession.Role) {
    let manifest = UIApplication.shared.sceneManifest
    (storedName, storedRole) = (name, sessionRole)
    entry = manifest?.entry(named: name, role: sessionRole)
    super.init()
    sceneClass = entry?.sceneClassName.flatMap { manifest?.findClass($0) }
    delegateClass = entry?.delegateClassName.flatMap { manifest?.findClass($0) }
  }
}
