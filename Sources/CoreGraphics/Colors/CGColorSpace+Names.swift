// CGColorSpace+Names.swift
// The names of colour spaces.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension CGColorSpace {
  /// sRGB, the colour space of compositing.
  public static var sRGB: CFString { "kCGColorSpaceSRGB" as NSString }
  /// sRGB with components outside of 0...1.
  public static var extendedSRGB: CFString { "kCGColorSpaceExtendedSRGB" as NSString }
  /// sRGB with components that are amounts of light.
  public static var linearSRGB: CFString { "kCGColorSpaceLinearSRGB" as NSString }
  /// Linear sRGB with components outside of 0...1.
  public static var extendedLinearSRGB: CFString { "kCGColorSpaceExtendedLinearSRGB" as NSString }
  /// The same as linear sRGB.
  public static var genericRGBLinear: CFString { "kCGColorSpaceGenericRGBLinear" as NSString }
  /// Apple's Display P3: the primaries of cinemas with sRGB's white and transfer function.
  public static var displayP3: CFString { "kCGColorSpaceDisplayP3" as NSString }
  /// Display P3 with components outside of 0...1.
  public static var extendedDisplayP3: CFString { "kCGColorSpaceExtendedDisplayP3" as NSString }
  /// Display P3 with components that are amounts of light.
  public static var linearDisplayP3: CFString { "kCGColorSpaceLinearDisplayP3" as NSString }
  /// Linear Display P3 with components outside of 0...1.
  public static var extendedLinearDisplayP3: CFString {
    "kCGColorSpaceExtendedLinearDisplayP3" as NSString
  }
  /// Adobe RGB (1998).
  public static var adobeRGB1998: CFString { "kCGColorSpaceAdobeRGB1998" as NSString }
  /// ITU-R BT.709: sRGB's primaries with the transfer function of cameras.
  public static var itur_709: CFString { "kCGColorSpaceITUR_709" as NSString }
  /// ITU-R BT.2020.
  public static var itur_2020: CFString { "kCGColorSpaceITUR_2020" as NSString }
  /// BT.2020 with components outside of 0...1.
  public static var extendedITUR_2020: CFString { "kCGColorSpaceExtendedITUR_2020" as NSString }
  /// BT.2020 with components that are amounts of light.
  public static var linearITUR_2020: CFString { "kCGColorSpaceLinearITUR_2020" as NSString }
  /// Linear BT.2020 with components outside of 0...1.
  public static var extendedLinearITUR_2020: CFString {
    "kCGColorSpaceExtendedLinearITUR_2020" as NSString
  }
  /// Grey with sRGB's transfer function, so that a grey is the colour with three such components.
  public static var genericGrayGamma2_2: CFString {
    "kCGColorSpaceGenericGrayGamma2_2" as NSString
  }
  /// Grey with components outside of 0...1.
  public static var extendedGray: CFString { "kCGColorSpaceExtendedGray" as NSString }
  /// Grey as an amount of light.
  public static var linearGray: CFString { "kCGColorSpaceLinearGray" as NSString }
  /// Linear grey with components outside of 0...1.
  public static var extendedLinearGray: CFString { "kCGColorSpaceExtendedLinearGray" as NSString }
  /// Printing inks; see ``CGColorSpaceCreateDeviceCMYK()``.
  public static var genericCMYK: CFString { "kCGColorSpaceGenericCMYK" as NSString }
}
