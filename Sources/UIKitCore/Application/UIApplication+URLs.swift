// UIApplication+URLs.swift
// URLs that the desktop opens for the program, URLs that the program opens, and its icon.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore

extension UIApplication {
  /// Keys of the options of ``open(_:options:completionHandler:)``.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String
    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Whether only the program of a web page's own may open it. Ignored: the desktop decides.
    public static let universalLinksOnly = OpenExternalURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  /// Keys of the options that a delegate gets with a URL. The options are empty.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String
    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name of the program that sent the URL.
    public static let sourceApplication = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
    /// Whether the file must be copied before it is used.
    public static let openInPlace = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
  }

  /// Has the program open URLs that were dropped onto a window.
  final func open(_ urls: [URL], in scene: UIWindowScene?) {
    if let scene, usesScenes {
      scene.delegate?.scene(
        scene, openURLContexts: Set(urls.map { UIOpenURLContext(url: $0) }))
    } else {
      for url in urls { _ = delegate?.application(self, open: url, options: [:]) }
    }
  }

  /// The icon of the program's windows. Nil without an image of its name.
  package final var icon: UIImage? { UIImage(silentlyNamed: storedIconName ?? "AppIcon") }
}
