// UIWindowSceneDelegate.swift
// Callbacks for a scene with windows.
//
// SPDX-License-Identifier: MIT

/// The callbacks of a scene with windows. Every member is optional.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The scene's main window. It is set before `scene(_:willConnectTo:options:)` only for a configuration that names a
  /// storyboard; see ``UISceneConfiguration``.
  var window: UIWindow? { get set }
  /// The scene's windows have another size, or other traits.
  func windowScene(
    _ windowScene: UIWindowScene,
    didUpdate previousCoordinateSpace: any UICoordinateSpace,
    interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
    traitCollection previousTraitCollection: UITraitCollection)
}

extension UIWindowSceneDelegate {
  /// Nil; setting it has no effect.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  /// Does nothing.
  public func windowScene(
    _ windowScene: UIWindowScene,
    didUpdate previousCoordinateSpace: any UICoordinateSpace,
    interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
    traitCollection previousTraitCollection: UITraitCollection
  ) {}
}
