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

  /// "PC".
  open var localizedModel: String { "PC" }

  /// Nil: there is no identifier of the device.
  open var identifierForVendor: UUID? { nil }

  /// True.
  open var isMultitaskingSupported: Bool { true }

  // MARK: Orientation

  /// Unknown: a desktop has no sensor.
  open var orientation: UIDeviceOrientation { .unknown }

  /// Whether ``beginGeneratingDeviceOrientationNotifications()`` was called more often than the end.
  open private(set) var isGeneratingDeviceOrientationNotifications = false

  private var orientationObservers = 0

  /// Counts an observer of the orientation, which never changes.
  open func beginGeneratingDeviceOrientationNotifications() {
    orientationObservers += 1
    isGeneratingDeviceOrientationNotifications = true
  }

  /// Ends the effect of ``beginGeneratingDeviceOrientationNotifications()``.
  open func endGeneratingDeviceOrientationNotifications() {
    orientationObservers = max(0, orientationObservers - 1)
    isGeneratingDeviceOrientationNotifications = orientationObservers > 0
  }

  /// Never posted: a desktop is not rotated.
  public nonisolated static let orientationDidChangeNotification =
    Notification.Name("UIDeviceOrientationDidChangeNotification")
}
