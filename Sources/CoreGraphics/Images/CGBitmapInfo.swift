// CGBitmapInfo.swift
// Names for the layout of pixels in memory.
//
// SPDX-License-Identifier: MIT

/// Where a pixel's alpha is, and whether colours are multiplied by it.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha: RGB.
  case none
  /// RGBA, multiplied.
  case premultipliedLast
  /// ARGB, multiplied.
  case premultipliedFirst
  /// RGBA, not multiplied.
  case last
  /// ARGB, not multiplied.
  case first
  /// RGB and unused bits.
  case noneSkipLast
  /// Unused bits and RGB.
  case noneSkipFirst
  /// Alpha without colours.
  case alphaOnly

  var isFirst: Bool { self == .premultipliedFirst || self == .first || self == .noneSkipFirst }
  var hasAlpha: Bool { self != .none && !isSkipped }
  var isSkipped: Bool { self == .noneSkipFirst || self == .noneSkipLast }
  var isPremultiplied: Bool { self == .premultipliedFirst || self == .premultipliedLast }
}

/// The order of a pixel's bytes, in units of 16 or 32 bits.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The bits of the order in a bitmap's info.
  case orderMask = 0x7000
  /// From the first component to the last.
  case orderDefault = 0
  /// Components of 16 bits, low byte first.
  case order16Little = 0x1000
  /// Pixels of 32 bits, last component first.
  case order32Little = 0x2000
  /// Components of 16 bits, high byte first.
  case order16Big = 0x3000
  /// Pixels of 32 bits, first component first.
  case order32Big = 0x4000
}

/// The layout of a bitmap's pixels: a ``CGImageAlphaInfo`` and a byte order.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  /// The alpha info in the lowest five bits, floating-point components in bit 8, the byte order in bits 12 to 14.
  public let rawValue: UInt32

  /// Creates a layout from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a layout from its parts.
  public init(
    alpha: CGImageAlphaInfo, byteOrder: CGImageByteOrderInfo = .orderDefault
  ) {
    self.init(rawValue: alpha.rawValue | byteOrder.rawValue)
  }

  /// The bits of the alpha info.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Components are floating-point numbers, which images do not support.
  public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
  /// The bits of the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// From the first component to the last.
  public static let byteOrderDefault = CGBitmapInfo([])
  /// Components of 16 bits, low byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
  /// Pixels of 32 bits, last component first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
  /// Components of 16 bits, high byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
  /// Pixels of 32 bits, first component first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)

  /// The alpha info; nil for bits without a meaning.
  var alphaInfo: CGImageAlphaInfo? { CGImageAlphaInfo(rawValue: rawValue & 0x1F) }
  /// The byte order; nil for bits without a meaning.
  var byteOrder: CGImageByteOrderInfo? {
    let bits = rawValue & 0x7000
    return bits == 0x7000 ? nil : CGImageByteOrderInfo(rawValue: bits)
  }
}
