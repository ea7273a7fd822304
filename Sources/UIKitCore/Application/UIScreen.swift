// UIScreen.swift
// The screen as the host reports it.
//
// SPDX-License-Identifier: MIT

public import Foundation
public import QuartzCore

/// A screen; there is one.
@preconcurrency @MainActor
public final class UIScreen {
  /// The screen that windows are on.
  public static let main = UIScreen()

  /// The size in points at the origin; 1280 x 800 until the host says otherwise.
  public package(set) var bounds = CGRect(x: 0, y: 0, width: 1280, height: 800)

  /// Pixels per point; 1 until the host says otherwise.
  public package(set) var scale: CGFloat = 1 { didSet { traitsDidChange() } }

  /// Light or dark, as the host says; light until it does. Views without an override follow.
  package var userInterfaceStyle = UIUserInterfaceStyle.light { didSet { traitsDidChange() } }

  /// What the screen says of itself.
  public var traitCollection: UITraitCollection { .ofScreen }

  private func traitsDidChange() {
    let old = UITraitCollection.ofScreen
    UITraitCollection.ofScreen = UITraitCollection(style: userInterfaceStyle, scale: scale)
    guard old.userInterfaceStyle != userInterfaceStyle else { return }
    UITraitCollection.noteDifference()
    for window in UIApplication.shared.windows { window.screenTraitsDidChange(from: old) }
  }

  /// How many frames the screen can show in a second; 60 until the host says otherwise.
  public package(set) var maximumFramesPerSecond = 60

  private init() {}

  /// The size in pixels at the origin.
  public var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }

  /// Pixels per point.
  public var nativeScale: CGFloat { scale }

  /// Returns a link that calls a method of a target for each of the screen's frames, with the link.
  public func displayLink<Target: AnyObject>(
    withTarget target: Target,
    selector sel: @escaping @MainActor (Target) -> @MainActor (CADisplayLink) -> Void
  ) -> CADisplayLink? {
    nonisolated(unsafe) let target = target
    return CADisplayLink { sel(target)($0) }
  }
}
