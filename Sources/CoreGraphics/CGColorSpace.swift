// CGColorSpace.swift
// Colour spaces by name. Colours in grey or RGB are converted to sRGB.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Foundation's arrays under the name used by Apple's C interfaces.
public typealias CFArray = NSArray
/// Foundation's strings under the name used by Apple's C interfaces.
public typealias CFString = NSString
/// Foundation's dictionaries under the name used by Apple's C interfaces.
public typealias CFDictionary = NSDictionary
/// Data under the name used by Apple's C interfaces.
public typealias CFData = NSData

/// The model of a colour space, which determines its number of components.
public enum CGColorSpaceModel: Int32, Sendable { case unknown = -1, monochrome, rgb }

/// The meaning of a colour's components: grey, or red, green and blue, both in sRGB.
public final class CGColorSpace: Hashable, Sendable {
  /// sRGB, the colour space of compositing.
  public static var sRGB: CFString { "kCGColorSpaceSRGB" as NSString }
  /// Grey with sRGB's transfer function.
  public static var genericGrayGamma2_2: CFString {
    "kCGColorSpaceGenericGrayGamma2_2" as NSString
  }

  /// Grey, or red, green and blue.
  public let model: CGColorSpaceModel

  fileprivate init(model: CGColorSpaceModel) { self.model = model }

  /// Creates a colour space by its name. Nil for an unsupported one.
  public convenience init?(name: CFString) {
    switch name {
    case Self.sRGB: self.init(model: .rgb)
    case Self.genericGrayGamma2_2: self.init(model: .monochrome)
    default: return nil
    }
  }

  /// The number of components, without alpha.
  public var numberOfComponents: Int { model == .rgb ? 3 : 1 }

  /// Spaces are equal when their models are.
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.model == b.model }

  /// Hashes the model.
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

/// Returns the RGB colour space of the screen: sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(model: .rgb) }

/// Returns the grey colour space of the screen.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(model: .monochrome) }

extension CGColor {
  /// Creates a colour from the components of a space, 0...1, alpha last.
  public init?(colorSpace: CGColorSpace, components: UnsafePointer<CGFloat>) {
    if colorSpace.model == .monochrome {
      self.init(gray: components[0], alpha: components[1])
    } else {
      self.init(
        red: components[0], green: components[1], blue: components[2], alpha: components[3])
    }
  }

  /// The colour space, always sRGB.
  public var colorSpace: CGColorSpace? { CGColorSpace(model: .rgb) }
}
