// UIImage+Symbols.swift
// Images of symbols by name.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

extension UIImage {
  /// The size and the weight of a symbol.
  ///
  /// Source: Apple's `UIImage.SymbolConfiguration`.
  public final class SymbolConfiguration: NSObject, Sendable {
    let pointSize: CGFloat?
    let weight: SymbolWeight?
    let scale: SymbolScale?

    init(_ pointSize: CGFloat?, _ weight: SymbolWeight?, _ scale: SymbolScale?) {
      (self.pointSize, self.weight, self.scale) = (pointSize, weight, scale)
    }

    /// The size of text beside which the symbol lies, in points.
    public convenience init(pointSize: CGFloat) { self.init(pointSize, nil, nil) }
    /// The size of text, and the weight of the lines.
    public convenience init(pointSize: CGFloat, weight: SymbolWeight) {
      self.init(pointSize, weight, nil)
    }
    /// The size of text, the weight of the lines, and the size beside the text.
    public convenience init(pointSize: CGFloat, weight: SymbolWeight, scale: SymbolScale) {
      self.init(pointSize, weight, scale)
    }
    /// The weight of the lines.
    public convenience init(weight: SymbolWeight) { self.init(nil, weight, nil) }
    /// The size beside the text.
    public convenience init(scale: SymbolScale) { self.init(nil, nil, scale) }
    /// The size of a font.
    public convenience init(font: UIFont) { self.init(font.pointSize, nil, nil) }

    /// Returns this configuration with the values of another one that has some.
    public func applying(_ other: SymbolConfiguration) -> SymbolConfiguration {
      SymbolConfiguration(
        other.pointSize ?? pointSize, other.weight ?? weight, other.scale ?? scale)
    }
  }

  /// The weight of a symbol's lines.
  public enum SymbolWeight: Int, Sendable {
    /// Unspecified.
    case unspecified = 0
    /// The thinnest.
    case ultraLight = 1
    /// Thin.
    case thin
    /// Light.
    case light
    /// Of text.
    case regular
    /// Between regular and semibold.
    case medium
    /// Between medium and bold.
    case semibold
    /// Bold.
    case bold
    /// Heavy.
    case heavy
    /// The heaviest.
    case black
  }

  /// The size of a symbol beside text.
  public enum SymbolScale: Int, Sendable {
    /// Unspecified.
    case unspecified = -1
    /// The usual one.
    case `default` = 0
    /// Smaller.
    case small = 1
    /// The usual one.
    case medium
    /// Larger.
    case large
  }

  /// Creates the image of a symbol by its name, in the tint colour.
  ///
  /// About a hundred of the usual names have drawings of our own. For any other the image is empty, and of the usual
  /// size: one line of log says so.
  public convenience init?(systemName name: String) {
    self.init(systemName: name, withConfiguration: nil)
  }

  /// Creates the image of a symbol by its name, with a size and a weight; see ``init(systemName:)``.
  public convenience init?(
    systemName name: String, withConfiguration configuration: SymbolConfiguration?
  ) {
    guard !name.isEmpty else { return nil }
    let drawing = SymbolDrawings.all[name]
    if drawing == nil {
      Diagnostics.reportOnce(
        "symbol \(name)",
        "There is no drawing of the symbol \"\(name)\", so that its image is empty")
    }
    let size = Self.finite(configuration?.pointSize ?? 17)
    let large: CGFloat =
      switch configuration?.scale ?? .default {
      case .small: 0.78
      case .large: 1.28
      case .unspecified, .default, .medium: 1
      }
    let weight = CGFloat((configuration?.weight ?? .regular).rawValue)
    let side = (size * 1.2 * large).rounded()
    let format = UIGraphicsImageRendererFormat()
    format.scale = max(1, UITraitCollection.scaleOfScreen)
    let image = UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format)
      .image { context in
        guard let drawing else { return }
        SymbolDrawings.draw(
          drawing, side: side, lineWidth: 0.7 + 0.3 * (weight == 0 ? 4 : weight),
          in: context.cgContext)
      }
    guard let pixels = image.cgImage else { return nil }
    var traits = Traits(scale: image.scale)
    traits.mode = .alwaysTemplate
    traits.symbol = name
    self.init(pixels, traits)
  }

  final func symbol(with configuration: SymbolConfiguration) -> UIImage {
    guard let name = traits.symbol else { return self }
    return UIImage(systemName: name, withConfiguration: configuration) ?? self
  }

  private static func finite(_ size: CGFloat) -> CGFloat {
    size.isFinite ? min(max(size, 1), 1000) : 17
  }
}
