// UIDevice.swift
// The current device.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The device that the program runs on.
@preconcurrency @MainActor
open class UIDevice: NSObject {
  /// The current device.
  public static let current = UIDevice()

  /// Creates another object for the same device.
  public override init() {}

  /// The idiom of desktop computers.
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .mac }

  /// The host name.
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
