// UIImage+Traits.swift
// An image's properties beside its pixels: orientation, mode, edges, and the images of an animated one.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UIImage {
  /// How the stored pixels are turned to be shown, clockwise. Raw values are UIKit's.
  public enum Orientation: Int, Sendable {
    /// As they are stored.
    case up
    /// By half a turn.
    case down
    /// By a quarter counterclockwise.
    case left
    /// By a quarter clockwise.
    case right
    /// Mirrored from left to right.
    case upMirrored
    /// Mirrored from top to bottom.
    case downMirrored
    /// With rows and columns exchanged.
    case leftMirrored
    /// With rows and columns exchanged, and turned by half a turn.
    case rightMirrored

    /// The orientation of EXIF's number, 1...8; up for any other.
    init(exif: Int) {
      let all: [Orientation] = [
        .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
      ]
      self = all.indices.contains(exif - 1) ? all[exif - 1] : .up
    }

    /// The orientation that shows what this one does in a mirror.
    var mirrored: Orientation {
      switch self {
      case .up: .upMirrored
      case .upMirrored: .up
      case .down: .downMirrored
      case .downMirrored: .down
      case .left: .rightMirrored
      case .rightMirrored: .left
      case .right: .leftMirrored
      case .leftMirrored: .right
      }
    }
  }

  /// How the part within the cap insets fills a larger area.
  public enum ResizingMode: Int, Sendable {
    /// Repeated. Image views and drawing stretch it instead.
    case tile
    /// Stretched.
    case stretch
  }

  /// The properties beside the pixels.
  struct Traits: Equatable, @unchecked Sendable {
    var scale: CGFloat = 1
    var orientation = Orientation.up
    var mode = RenderingMode.automatic
    var capInsets = UIEdgeInsets.zero
    var resizingMode = ResizingMode.stretch
    var flips = false
    var images: [UIImage]?
    var duration = 0.0
    /// The name of a symbol that is drawn here.
    var symbol: String?
    /// The image for a dark style.
    var dark: UIImage?
  }

  /// The pixels of an image and its traits.
  struct Contents {
    let image: CGImage?
    /// The pixels as they are shown.
    let upright: CGImage?
    let traits: Traits

    init(_ image: CGImage?, _ traits: Traits) {
      trap(
        unless: traits.scale > 0 && traits.scale.isFinite,
        "an image needs a positive scale, not \(traits.scale)")
      self.image = image
      upright = image?.upright(from: traits.orientation)
      self.traits = traits
    }

    /// The contents for a style, which do not follow it.
    func resolved(for style: UIUserInterfaceStyle) -> Contents {
      guard style != .unspecified, let dark = traits.dark else { return self }
      if style == .dark { return Contents(dark.cgImage, dark.traits) }
      var single = traits
      single.dark = nil
      return Contents(image, single)
    }
  }

  final func with(_ change: (inout Traits) -> Void) -> UIImage {
    var changed = traits
    change(&changed)
    changed.dark = traits.dark?.with(change)
    return UIImage(contents.image, changed)
  }
}

extension CGImage {
  /// Returns an image of one colour with this image's alpha.
  func filled(_ color: UIColor) -> CGImage {
    let lanes = color.cgColor.lanes.clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    var filled = pixels
    for index in stride(from: 0, to: filled.count, by: 4) {
      let alpha = Double(pixels[index + 3]) * lanes.w
      filled[index] = UInt8((lanes.x * alpha).rounded())
      filled[index + 1] = UInt8((lanes.y * alpha).rounded())
      filled[index + 2] = UInt8((lanes.z * alpha).rounded())
      filled[index + 3] = UInt8(alpha.rounded())
    }
    return CGImage(width: width, height: height, premultipliedRGBA: filled)
  }

  /// Returns the pixels as an orientation shows them.
  func upright(from orientation: UIImage.Orientation) -> CGImage {
    if orientation == .up { return self }
    let isTurned = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
    let (columns, rows) = isTurned ? (height, width) : (width, height)
    let (right, bottom) = (width - 1, height - 1)
    var turned = [UInt8](repeating: 0, count: pixels.count)
    for y in 0..<rows {
      for x in 0..<columns {
        let (u, v) =
          switch orientation {
          case .up: (x, y)
          case .upMirrored: (right - x, y)
          case .down: (right - x, bottom - y)
          case .downMirrored: (x, bottom - y)
          case .leftMirrored: (y, x)
          case .right: (y, bottom - x)
          case .rightMirrored: (right - y, bottom - x)
          case .left: (right - y, x)
          }
        let (to, from) = ((y * columns + x) * 4, (v * width + u) * 4)
        for byte in 0..<4 { turned[to + byte] = pixels[from + byte] }
      }
    }
    return CGImage(width: columns, height: rows, premultipliedRGBA: turned)
  }
}
