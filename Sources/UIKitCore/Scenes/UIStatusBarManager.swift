// UIStatusBarManager.swift
// The status bar of a scene. A desktop has none.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The status bar of a scene. A desktop has none, so it is hidden and has no size.
@preconcurrency @MainActor
public final class UIStatusBarManager: NSObject {
  /// Creates a manager.
  override init() {}

  /// The default style.
  public var statusBarStyle: UIStatusBarStyle { .default }

  /// True.
  public var isStatusBarHidden: Bool { true }

  /// Zero.
  public var statusBarFrame: CGRect { .zero }
}
