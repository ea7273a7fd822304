// UIColor+Named.swift
// Colour sets of asset catalogues.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// The contents of a colour set.
struct ColorSet: Decodable {
  struct Entry: Decodable, AssetEntry {
    var idiom: String?
    var appearances: [AssetAppearance]?
    var color: Color?
  }

  /// A colour by its components, or by the name of one of the system's.
  struct Color: Decodable {
    var space: String?
    var components: [String: Component]?
    var reference: String?
    enum CodingKeys: String, CodingKey {
      case components, reference
      case space = "color-space"
    }
  }

  /// A component in one of Xcode's notations: "0.500", "128" of 255, or "0x80".
  struct Component: Decodable {
    var value: Double
    /// Whether it was written as a whole number, which stands for a 255th.
    var isByte: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        (value, isByte) = (number, false)
        return
      }
      let text = try container.decode(String.self).trimmingCharacters(in: .whitespaces)
      let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : nil
      if let number = digits.flatMap({ Int($0, radix: 16) }) ?? Int(text) {
        (value, isByte) = (Double(number), true)
      } else if let number = Double(text), number.isFinite {
        (value, isByte) = (number, false)
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\"\(text)\" is no component of a colour")
      }
    }

    /// The value as a fraction of the whole.
    var fraction: CGFloat { CGFloat(isByte ? value / 255 : value) }
  }

  var colors: [Entry]

  /// The colour for a style; nil without an entry for it.
  func color(dark: Bool) -> UIColor? {
    colors.filter { $0.color != nil && $0.isFor(dark: dark) }.ofBestIdiom.first?.color?.color
  }
}

extension ColorSet.Color {
  /// The colour; nil for a reference to one that is not here.
  var color: UIColor? {
    if let reference {
      if let color = Self.references[reference] { return color }
      Diagnostics.reportOnce("colour \(reference)", "There is no system colour \"\(reference)\"")
      return nil
    }
    func part(_ name: String) -> CGFloat { components?[name]?.fraction ?? 0 }
    // Xcode writes alpha as a fraction in every notation.
    let alpha =
      components?["alpha"].map { $0.isByte && $0.value > 1 ? $0.fraction : CGFloat($0.value) } ?? 1
    switch space {
    case "display-p3":
      return UIColor(
        displayP3Red: part("red"), green: part("green"), blue: part("blue"), alpha: alpha)
    case "gray-gamma-22", "extended-gray": return UIColor(white: part("white"), alpha: alpha)
    case "extended-linear-srgb":
      func curved(_ linear: CGFloat) -> CGFloat {
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
      }
      return UIColor(
        red: curved(part("red")), green: curved(part("green")), blue: curved(part("blue")),
        alpha: alpha)
    default:
      return UIColor(red: part("red"), green: part("green"), blue: part("blue"), alpha: alpha)
    }
  }

  /// The system's colours by Xcode's names.
  private static let references: [String: UIColor] = [
    "systemRedColor": .systemRed, "systemOrangeColor": .systemOrange,
    "systemYellowColor": .systemYellow, "systemGreenColor": .systemGreen,
    "systemMintColor": .systemMint, "systemTealColor": .systemTeal,
    "systemCyanColor": .systemCyan, "systemBlueColor": .systemBlue,
    "systemIndigoColor": .systemIndigo, "systemPurpleColor": .systemPurple,
    "systemPinkColor": .systemPink, "systemBrownColor": .systemBrown,
    "systemGrayColor": .systemGray, "systemGray2Color": .systemGray2,
    "systemGray3Color": .systemGray3, "systemGray4Color": .systemGray4,
    "systemGray5Color": .systemGray5, "systemGray6Color": .systemGray6,
    "labelColor": .label, "secondaryLabelColor": .secondaryLabel,
    "tertiaryLabelColor": .tertiaryLabel, "quaternaryLabelColor": .quaternaryLabel,
    "placeholderTextColor": .placeholderText, "linkColor": .link,
    "separatorColor": .separator, "opaqueSeparatorColor": .opaqueSeparator,
    "systemFillColor": .systemFill, "secondarySystemFillColor": .secondarySystemFill,
    "tertiarySystemFillColor": .tertiarySystemFill,
    "quaternarySystemFillColor": .quaternarySystemFill,
    "systemBackgroundColor": .systemBackground,
    "secondarySystemBackgroundColor": .secondarySystemBackground,
    "tertiarySystemBackgroundColor": .tertiarySystemBackground,
    "systemGroupedBackgroundColor": .systemGroupedBackground,
    "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
    "tertiarySystemGroupedBackgroundColor": .tertiarySystemGroupedBackground,
    "darkTextColor": .darkText, "lightTextColor": .lightText,
  ]
}

extension UIColor {
  /// Creates the colour of a colour set in the main bundle, which is the program with the resources of its targets.
  ///
  /// With a dark variant it is dynamic. Nil without a set of the name, which is reported once with the places that were
  /// searched.
  public convenience init?(named name: String) {
    self.init(named: name, in: nil, compatibleWith: nil)
  }

  /// Creates the colour of a colour set of a bundle, nil for the main one; see ``init(named:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the colour set.
  ///   - bundle: The bundle. Nil for the main one.
  ///   - traitCollection: The traits for which the colour is resolved; nil, or without a style, for a dynamic colour.
  public convenience init?(
    named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
  ) {
    let folders = ResourceFolders.folders(of: bundle ?? .main)
    guard let resolved = Self.color(ofSet: name, in: folders) else {
      ResourceFolders.reportMissing("colour", name, in: folders)
      return nil
    }
    if let traitCollection, traitCollection.userInterfaceStyle != .unspecified {
      self.init(cgColor: resolved.components(in: traitCollection))
    } else if resolved.isDynamic {
      self.init(dynamicProvider: { resolved.resolvedColor(with: $0) })
    } else {
      self.init(cgColor: resolved.cgColor)
    }
  }
  /// The colour of a colour set in folders of resources; dynamic with a dark variant, and nil without a set or a colour.
  static func color(ofSet name: String, in folders: [String]) -> UIColor? {
    guard let set = AssetCatalogue.first(name, .color, ColorSet.self, in: folders)?.contents else {
      return nil
    }
    let (light, dark) = (set.color(dark: false), set.color(dark: true))
    guard let first = light ?? dark else { return nil }
    return dark.map { dark in UIColor { $0.userInterfaceStyle == .dark ? dark : first } } ?? first
  }

  /// The tint of windows: the colour set `AccentColor` of the main bundle, which Xcode's templates have, else blue.
  static let accent =
    color(ofSet: "AccentColor", in: ResourceFolders.folders(of: .main)) ?? .systemBlue
}
