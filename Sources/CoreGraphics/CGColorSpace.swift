// CGColorSpace.swift
// The names of colour spaces. There is one space here: colours given in grey or RGB come into sRGB.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Foundation's arrays under the name that Apple's C interfaces have for them.
public typealias CFArray = NSArray
/// Foundation's strings under the name that Apple's C interfaces have for them.
public typealias CFString = NSString
/// Foundation's dictionaries under the name that Apple's C interfaces have for them.
public typealias CFDictionary = NSDictionary
/// Data under the name that Apple's C interfaces have for it.
public typealias CFData = NSData

/// How many components a colour space has.
public enum CGColorSpaceModel: Int32, Sendable { case unknown = -1, monochrome, rgb }

/// What a colour's components mean: a grey, or red, green and blue, all in sRGB.
public final class CGColorSpace: Hashable, Sendable {
  /// sRGB, which everything is composited in.
  public static var sRGB: CFString { "kCGColorSpaceSRGB" as NSString }
  /// Greys with sRGB's curve.
  public static var genericGrayGamma2_2: CFString {
    "kCGColorSpaceGenericGrayGamma2_2" as NSString
  }

  /// Grey, or red, green and blue.
  public let model: CGColorSpaceModel

  fileprivate init(model: CGColorSpaceModel) { self.model = model }

  /// Creates a space by its name; nil for one that is not here.
  public convenience init?(name: CFString) {
    switch name {
    case Self.sRGB: self.init(model: .rgb)
    case Self.genericGrayGamma2_2: self.init(model: .monochrome)
    default: return nil
    }
  }

  /// Components of a colour, without alpha.
  public var numberOfComponents: Int { model == .rgb ? 3 : 1 }

  /// Spaces are equal when their models are.
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.model == b.model }

  /// Hashes the model.
  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

/// Returns red, green and blue as the screen takes them: sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(model: .rgb) }

/// Returns greys as the screen takes them.
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

  /// sRGB, whatever the colour was made of.
  public var colorSpace: CGColorSpace? { CGColorSpace(model: .rgb) }
}

extension CGGradient {
  /// Creates a gradient of colours.
  ///
  /// - Parameters:
  ///   - colorsSpace: What they would be blended in; it is sRGB at any rate.
  ///   - colors: `CGColor` values, at least one.
  ///   - locations: One for each colour, 0...1 ascending; nil spreads them evenly.
  public convenience init?(
    colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?
  ) {
    let colors = colors.compactMap { $0 as? CGColor }
    self.init(
      colors: colors, locations: locations.map { l in colors.indices.map { l[$0] } })
  }

  /// Creates a gradient of colours that are given by their components, alpha last.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    let width = space.numberOfComponents + 1
    let colors = (0..<max(count, 0)).compactMap {
      CGColor(colorSpace: space, components: components + $0 * width)
    }
    self.init(colors: colors, locations: locations.map { l in colors.indices.map { l[$0] } })
  }
}
