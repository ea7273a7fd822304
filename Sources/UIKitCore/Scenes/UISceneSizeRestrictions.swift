// UISceneSizeRestrictions.swift
// The smallest and the largest size of a scene's windows.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The smallest and the largest size of a scene's windows. A window that has another size is changed to the nearest.
@preconcurrency @MainActor
public final class UISceneSizeRestrictions: NSObject {
  private weak var scene: UIWindowScene?

  /// The smallest size, in points. Default zero, which is that of every program's windows: 320 x 240.
  public var minimumSize = CGSize.zero {
    didSet { if minimumSize != oldValue { scene?.frameDidChange() } }
  }

  /// The largest size, in points. Default the greatest finite numbers, which is no limit.
  public var maximumSize = CGSize(
    width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
  {
    didSet { if maximumSize != oldValue { scene?.frameDidChange() } }
  }

  /// Creates restrictions of a scene.
  init(scene: UIWindowScene) { self.scene = scene }
}
