// UIInterfaceOrientation.swift
// The orientation of a window's content. A desktop does not rotate it.
//
// SPDX-License-Identifier: MIT

/// The orientation of a window's content.
public enum UIInterfaceOrientation: Int, Sendable {
  /// Unknown.
  case unknown
  /// Upright.
  case portrait
  /// Upside down.
  case portraitUpsideDown
  /// Turned to the left.
  case landscapeLeft = 4
  /// Turned to the right.
  case landscapeRight = 3

  /// Whether the content is higher than wide.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the content is wider than high.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The orientation of a device.
public enum UIDeviceOrientation: Int, Sendable {
  /// Unknown: there is no sensor.
  case unknown
  /// Upright.
  case portrait
  /// Upside down.
  case portraitUpsideDown
  /// Turned to the left.
  case landscapeLeft
  /// Turned to the right.
  case landscapeRight
  /// On its back.
  case faceUp
  /// On its front.
  case faceDown

  /// Whether the device is upright or upside down.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the device is turned to a side.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  /// Whether the device lies flat.
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
  /// Whether content has such an orientation.
  public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}
