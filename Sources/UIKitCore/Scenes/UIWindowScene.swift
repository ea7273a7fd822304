// UIWindowScene.swift
// A scene with windows on the desktop.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// A scene with windows on the desktop.
///
///     func scene(
///       _ scene: UIScene, willConnectTo session: UISceneSession,
///       options connectionOptions: UIScene.ConnectionOptions
///     ) {
///       guard let windowScene = scene as? UIWindowScene else { return }
///       windowScene.title = "Rings"
///       let window = UIWindow(windowScene: windowScene)
///       window.rootViewController = RingViewController()
///       window.makeKeyAndVisible()
///       self.window = window
///     }
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
  private struct WeakWindow { weak var window: UIWindow? }

  private var weakWindows: [WeakWindow] = []

  /// The screen that the windows are on.
  open var screen: UIScreen { .main }

  /// The windows of the scene, from back to front: by level, then in the order in which they were assigned.
  open var windows: [UIWindow] {
    let all =
      weakWindows.compactMap(\.window) + (isImplicit ? UIApplication.shared.looseWindows : [])
    return all.sortedByLevel
  }

  /// The scene's window that receives keys.
  open var keyWindow: UIWindow? {
    UIApplication.shared.keyWindow.flatMap { $0.windowScene === self ? $0 : nil }
  }

  /// Landscape where the scene is wider than high.
  open var interfaceOrientation: UIInterfaceOrientation {
    let size = coordinateSpace.bounds.size
    return size.width > size.height ? .landscapeRight : .portrait
  }

  /// The coordinates of the scene's windows. Its bounds are those of the first window that is shown, else the screen's.
  open var coordinateSpace: any UICoordinateSpace {
    let window = windows.first { !$0.isHidden }
    return ScreenSpace(size: (window?.bounds ?? screen.bounds).size)
  }

  /// The smallest and the largest size of the windows.
  open private(set) lazy var sizeRestrictions: UISceneSizeRestrictions? =
    UISceneSizeRestrictions(scene: self)

  /// Whether the scene's windows cover their screens, without a frame. Default false.
  ///
  /// On iOS it can only be read. The user's own change is seen where the window system reports it, as Wayland does.
  open var isFullScreen: Bool {
    get {
      let shown = windows.filter { $0.context != nil && !$0.isOverlay }
      return shown.isEmpty ? wantsFullScreen : shown.contains(where: \.isFullScreen)
    }
    set {
      wantsFullScreen = newValue
      for window in windows { window.isFullScreen = newValue }
    }
  }

  /// Whether windows that the scene gets cover their screens.
  private var wantsFullScreen = false

  /// The status bar, which a desktop does not have.
  open private(set) lazy var statusBarManager: UIStatusBarManager? = UIStatusBarManager()

  /// The traits of the screen.
  open var traitCollection: UITraitCollection { windows.first?.traitCollection ?? .ofScreen }

  /// The traits have changed.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Windows

  /// Whether the scene is that of a program without scenes, with all its windows.
  final var isImplicit: Bool { UIApplication.shared.implicitScene === self }

  final func add(_ window: UIWindow) {
    remove(window)
    weakWindows.append(WeakWindow(window: window))
    if wantsFullScreen { window.isFullScreen = true }
    updateActivity()
  }

  final func remove(_ window: UIWindow) {
    weakWindows.removeAll { $0.window == nil || $0.window === window }
  }

  override func frameDidChange() {
    for window in windows { window.frameObserver?() }
  }

  private var hadWindow = false

  /// A window has appeared or disappeared, has gained or lost the keyboard, or its visibility has changed.
  final func updateActivity() {
    guard activationState != .unattached else { return }
    let shown = windows.filter { $0.context != nil && !$0.isOverlay }
    hadWindow = hadWindow || !shown.isEmpty
    guard hadWindow else { return }
    if !shown.contains(where: \.isVisible) {
      enter(.background)
    } else {
      enter(shown.contains(where: \.hasKeyboardFocus) ? .foregroundActive : .foregroundInactive)
    }
  }

  /// The user has closed a window of the scene. The last one ends the scene.
  final func windowWasClosed() {
    guard !isImplicit, !windows.contains(where: { $0.context != nil }) else { return }
    UIApplication.shared.disconnect(self)
  }

  /// A window has another size than before.
  final func sizeDidChange(from size: CGSize) {
    let orientation: UIInterfaceOrientation =
      size.width > size.height ? .landscapeRight : .portrait
    (delegate as? any UIWindowSceneDelegate)?.windowScene(
      self, didUpdate: ScreenSpace(size: size), interfaceOrientation: orientation,
      traitCollection: traitCollection)
  }
}

extension UIWindowScene: UITraitEnvironment {}
