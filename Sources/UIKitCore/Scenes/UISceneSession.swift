// UISceneSession.swift
// What lasts of a scene: its role and its configuration.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// What lasts of a scene: its role and its configuration.
///
/// Sessions are not saved: a program begins with a new one.
@preconcurrency @MainActor
public final class UISceneSession: NSObject {
  /// What the content of a scene is for.
  public struct Role: RawRepresentable, Hashable, Sendable {
    /// The name in Info.plist.
    public let rawValue: String
    /// Creates a role from its name in Info.plist.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Windows of the program.
    public static let windowApplication = Role(
      rawValue: "UIWindowSceneSessionRoleApplication")
    /// Windows on an external screen. No scene has it.
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }

  /// The scene, while it is connected.
  public package(set) weak var scene: UIScene?

  /// What the scene's content is for.
  public let role: Role

  /// The classes of the scene and of its delegate.
  public package(set) var configuration: UISceneConfiguration

  /// An identifier that no other session has.
  public let persistentIdentifier = UUID().uuidString

  /// Values of the program's own. Default nil. Not saved.
  public var userInfo: [String: Any]?

  /// Creates a session.
  init(role: Role, configuration: UISceneConfiguration) {
    self.role = role
    self.configuration = configuration
  }
}
