// CGGradient.swift
// Colours at locations along a line.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Colours along a line, at locations 0...1 ascending.
public final class CGGradient: Sendable, Hashable {
  package let colors: [CGColor]
  package let locations: [CGFloat]

  /// Creates a gradient. Without locations the colours are spaced evenly.
  ///
  /// - Precondition: There are as many locations as colours, or none.
  public init?(colors: [CGColor], locations: [CGFloat]? = nil) {
    guard !colors.isEmpty else { return nil }
    trap(
      unless: locations == nil || locations?.count == colors.count,
      "\(colors.count) colours need as many locations, not \(locations?.count ?? 0)")
    self.colors = colors
    self.locations =
      locations
      ?? colors.indices.map { CGFloat($0) / CGFloat(max(colors.count - 1, 1)) }
  }

  /// Gradients are equal when their colours and locations are.
  public static func == (a: CGGradient, b: CGGradient) -> Bool {
    a.colors == b.colors && a.locations == b.locations
  }

  /// Hashes colours and locations.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(colors)
    hasher.combine(locations)
  }
}

extension CGGradient {
  /// Creates a gradient of colours.
  ///
  /// - Parameters:
  ///   - space: The colour space to blend in. Ignored; always sRGB.
  ///   - colors: `CGColor` values, at least one.
  ///   - locations: One for each colour, 0...1 ascending. Nil spaces them evenly.
  public convenience init?(
    colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?
  ) {
    let colors = colors.compactMap { $0 as? CGColor }
    self.init(
      colors: colors, locations: locations.map { l in colors.indices.map { l[$0] } })
  }

  /// Creates a gradient of colours given by their components, alpha last.
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
