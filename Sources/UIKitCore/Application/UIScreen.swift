// UIScreen.swift
// The main screen, with the values that the host reports.
//
// SPDX-License-Identifier: MIT

public import Foundation
public import QuartzCore

/// A screen. There is one.
@preconcurrency @MainActor
public final class UIScreen: NSObject {
  /// The screen that windows are on.
  public static let main = UIScreen()

  /// The bounds in points, at the origin. Default 1280 x 800, until the host reports.
  public package(set) var bounds = CGRect(x: 0, y: 0, width: 1280, height: 800)

  /// Pixels per point. Default 1, until the host reports.
  public package(set) var scale: CGFloat = 1 { didSet { traitsDidChange() } }

  /// The system's light or dark style. Default light, until the host reports. Views without an override
  /// follow it.
  package var userInterfaceStyle = UIUserInterfaceStyle.light { didSet { traitsDidChange() } }

  /// The traits of the screen.
  public var traitCollection: UITraitCollection { .ofScreen }

  private func traitsDidChange() {
    let old = UITraitCollection.ofScreen
    UITraitCollection.ofScreen = UITraitCollection(ofScreen: userInterfaceStyle, scale: scale)
    guard old.userInterfaceStyle != userInterfaceStyle else { return }
    UITraitCollection.recordOverride()
    for window in UIApplication.shared.windows { window.screenTraitsDidChange(from: old) }
  }

  /// The screen's highest frame rate, in frames per second. Default 60, until the host reports.
  public package(set) var maximumFramesPerSecond = 60

  private override init() {}

  /// The bounds in pixels, at the origin.
  public var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }

  /// Pixels per point.
  public var nativeScale: CGFloat { scale }

  /// Returns a display link that calls a method of a target with itself, once per frame of the screen.
  public func displayLink<Target: AnyObject>(
    withTarget target: Target,
    selector sel: @escaping @MainActor (Target) -> @MainActor (CADisplayLink) -> Void
  ) -> CADisplayLink? {
    nonisolated(unsafe) let target = target
    return CADisplayLink { sel(target)($0) }
  }
}
