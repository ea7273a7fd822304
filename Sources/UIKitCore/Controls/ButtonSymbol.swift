// ButtonSymbol.swift
// The pictures of buttons that have one of their own: information and addition.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The picture of a button type, in the tint colour.
@MainActor enum ButtonSymbol {
  case information, addition

  /// Returns nil for a type without a picture.
  init?(_ type: UIButton.ButtonType) {
    switch type {
    case .custom, .system: return nil
    case .detailDisclosure, .infoLight, .infoDark: self = .information
    case .contactAdd: self = .addition
    }
  }

  /// The name for accessibility.
  var name: String { self == .information ? "More Info" : "Add" }

  /// A picture of 22 points, the size of UIKit's: a circle and a sign in it.
  var image: UIImage {
    let size = CGSize(width: 22, height: 22)
    let signs =
      self == .information
      ? [
        CGRect(x: 10.25, y: 6, width: 1.5, height: 1.75),
        CGRect(x: 10.25, y: 9, width: 1.5, height: 7),
      ]
      : [
        CGRect(x: 5.5, y: 10.5, width: 11, height: 1),
        CGRect(x: 10.5, y: 5.5, width: 1, height: 11),
      ]
    return UIGraphicsImageRenderer(size: size).image { _ in
      UIColor.black.setStroke()
      UIColor.black.setFill()
      UIBezierPath(ovalIn: CGRect(origin: .zero, size: size).insetBy(dx: 1, dy: 1)).stroke()
      for sign in signs { UIBezierPath(rect: sign).fill() }
    }.withRenderingMode(.alwaysTemplate)
  }
}
