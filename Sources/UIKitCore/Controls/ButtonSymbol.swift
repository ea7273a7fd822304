// ButtonSymbol.swift
// The pictures of buttons that have one of their own: information, addition and closing.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The picture of a button type, in the tint colour.
@MainActor enum ButtonSymbol {
  case information, addition, closing

  /// Returns nil for a type without a picture.
  init?(_ type: UIButton.ButtonType) {
    switch type {
    case .custom, .system: return nil
    case .detailDisclosure, .infoLight, .infoDark: self = .information
    case .contactAdd: self = .addition
    case .close: self = .closing
    }
  }

  /// The name for accessibility.
  var name: String {
    switch self {
    case .information: "More Info"
    case .addition: "Add"
    case .closing: "Close"
    }
  }

  /// The bars of the sign, in a picture of 22 points.
  private var bars: [CGRect] {
    switch self {
    case .information:
      [
        CGRect(x: 10.25, y: 6, width: 1.5, height: 1.75),
        CGRect(x: 10.25, y: 9, width: 1.5, height: 7),
      ]
    case .addition:
      [
        CGRect(x: 5.5, y: 10.5, width: 11, height: 1),
        CGRect(x: 10.5, y: 5.5, width: 1, height: 11),
      ]
    case .closing: []
    }
  }

  /// A picture of 22 points, the size of UIKit's, or of 30 for closing: a circle and a sign in it.
  var image: UIImage {
    let side: CGFloat = self == .closing ? 30 : 22
    let circle = CGRect(x: 0, y: 0, width: side, height: side)
    return UIGraphicsImageRenderer(size: circle.size).image { _ in
      UIColor.black.setStroke()
      UIColor.black.setFill()
      if self == .closing {
        UIColor.black.withAlphaComponent(0.12).setFill()
        UIBezierPath(ovalIn: circle).fill()
        let cross = UIBezierPath()
        cross.lineWidth = 2
        cross.lineCapStyle = .round
        for (x, end) in [(10.5, 19.5), (19.5, 10.5)] {
          cross.move(to: CGPoint(x: x, y: 10.5))
          cross.addLine(to: CGPoint(x: end, y: 19.5))
        }
        cross.stroke()
      } else {
        UIBezierPath(ovalIn: circle.insetBy(dx: 1, dy: 1)).stroke()
        for bar in bars { UIBezierPath(rect: bar).fill() }
      }
    }.withRenderingMode(.alwaysTemplate)
  }
}
