// UIDevice.swift
// The machine, and how it is held: a computer, which nobody turns.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The machine that the program runs on.
@preconcurrency @MainActor
open class UIDevice {
  /// The machine.
  public static let current = UIDevice()

  private init() {}

  /// A computer with windows.
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .mac }

  /// The machine's name in its network.
  open var name: String { ProcessInfo.processInfo.hostName }

  /// "Linux".
  open var systemName: String { "Linux" }

  /// The kernel's version, such as "6.8.0".
  open var systemVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }

  /// "PC".
  open var model: String { "PC" }
}

/// What the bar at the top of a phone looks like; kept for code that says so.
public enum UIStatusBarStyle: Int, Sendable {
  /// As suits the appearance.
  case `default` = 0
  /// White.
  case lightContent = 1
  /// Black.
  case darkContent = 3
}

/// The ways in which a phone may be held; kept for code that says so.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Upright.
  public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
  /// On its head.
  public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
  /// On its right side.
  public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
  /// On its left side.
  public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
  /// On either side.
  public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
  /// All but on its head.
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
  /// All.
  public static let all: UIInterfaceOrientationMask = [.allButUpsideDown, .portraitUpsideDown]
}
