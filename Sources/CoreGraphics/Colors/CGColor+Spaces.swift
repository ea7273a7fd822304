// CGColor+Spaces.swift
// Colours from the components of other colour spaces, converted to sRGB once.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension CGColor {
  /// Creates a colour from the components of a space, alpha last.
  ///
  /// They are converted to sRGB. A colour that sRGB does not have gets components outside of 0...1, which are clamped
  /// when it is drawn. Components outside of a space that is not extended are clamped first. Nil when one is not
  /// finite.
  public init?(colorSpace: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = colorSpace.numberOfComponents
    var lanes = SIMD4<Double>()
    for index in 0..<count {
      let component = components[index]
      guard component.isFinite else { return nil }
      lanes[index] =
        colorSpace.isExtended || colorSpace.isSRGB ? component : min(max(component, 0), 1)
    }
    guard components[count].isFinite else { return nil }
    self.init(lanes: SIMD4(colorSpace.toSRGB(lanes), components[count]))
  }

  /// Creates a colour from components of Display P3, 0...1. Its components are sRGB's.
  public init(
    displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
    lanes = SIMD4(CGColor.displayP3.toSRGB(lanes), lanes.w)
  }

  private static let displayP3 =
    CGColorSpace(name: CGColorSpace.extendedDisplayP3) ?? CGColorSpace.standard

  /// Creates a colour of printing inks, 0...1, without a profile; see ``CGColorSpaceCreateDeviceCMYK()``. NaN is 0.
  public init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat,
    alpha: CGFloat
  ) {
    func nearestInk(_ ink: CGFloat) -> CGFloat {
      ink.isNaN ? nearest(ink, "a component of a colour") : min(max(ink, 0), 1)
    }
    func light(_ ink: CGFloat) -> CGFloat {
      (1 - nearestInk(ink)) * (1 - nearestInk(black))
    }
    self.init(red: light(cyan), green: light(magenta), blue: light(yellow), alpha: alpha)
  }

  /// Creates a grey, 0 black to 1 white.
  public init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// The colour space of the components: sRGB, in which all colours are kept.
  public var colorSpace: CGColorSpace? { .standard }

  /// Returns the colour as it is in another space, in sRGB components.
  ///
  /// What the space does not have is clamped to it: wide colours to sRGB, and every colour to grey in a grey space.
  ///
  /// - Parameters:
  ///   - colorSpace: The other space.
  ///   - intent: Without effect.
  ///   - options: Without effect.
  public func converted(
    to colorSpace: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
  ) -> CGColor? {
    let own = colorSpace.components(ofSRGB: SIMD3(lanes.x, lanes.y, lanes.z)) + [lanes.w]
    return own.map { CGFloat($0) }.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { CGColor(colorSpace: colorSpace, components: $0) }
    }
  }
}
