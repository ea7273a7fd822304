// UIApplication+URLs.swift
// What the program has the desktop open, what it is to open itself, and its icon.
//
// SPDX-License-Identifier: MIT

public import Foundation
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

  /// Opens a URL with the desktop's program for it: a web page, a file, an address of mail. Uses `xdg-open`, or
  /// `gio open`.
  ///
  /// - Parameters:
  ///   - url: With a scheme, such as `https`, `file` or `mailto`.
  ///   - options: Ignored.
  ///   - completion: Called on the main thread with whether the desktop has a program for it. Default nil.
  public func open(
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
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      open(url, options: options) { continuation.resume(returning: $0) }
    }
  }

  /// Whether the desktop may be asked to open a URL: it has a scheme, and there is a desktop. Whether it has a program for
  /// the scheme is known only later.
  public func canOpenURL(_ url: URL) -> Bool {
    url.scheme?.isEmpty == false && Platform.services.canOpenURLs
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

  // MARK: Icon

  /// Whether ``setAlternateIconName(_:completionHandler:)`` has an effect. True.
  public var supportsAlternateIcons: Bool { true }

  /// Shows another icon for the program's windows.
  ///
  /// - Parameters:
  ///   - alternateIconName: An image of the main bundle. Nil for the image named "AppIcon", the icon from the start.
  ///   - completionHandler: Called on the main thread; with an error where there is no such image. Default nil.
  public func setAlternateIconName(
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
  public var alternateIconName: String? { storedIconName }

  /// The icon of the program's windows. Nil without an image of its name.
  package final var icon: UIImage? { UIImage(named: storedIconName ?? "AppIcon") }
}
