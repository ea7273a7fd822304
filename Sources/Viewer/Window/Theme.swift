// Theme.swift
// Colours and fonts of the window: one dark theme, checked for contrast and colour blindness.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The window's colours and fonts. Text colours are readable on ``panel``.
@MainActor enum Theme {
  static let window = UIColor(hex: 0x14181D)
  static let stage = UIColor(hex: 0x181D23)
  static let panel = UIColor(hex: 0x1D2229)
  /// The background of a control.
  static let control = UIColor(hex: 0x2A313B)
  static let controlPressed = UIColor(hex: 0x3A4452)
  static let hairline = UIColor(hex: 0x2E3641)

  static let text = UIColor(hex: 0xE8ECF1)
  static let dimText = UIColor(hex: 0xA9B4C2)
  static let accent = UIColor(hex: 0x88CCEE)
  static let focusRing = UIColor(hex: 0xFFFFFF)

  /// The colours of code; types have that of ``accent``.
  static let codeKeyword = UIColor(hex: 0xE58FB1)
  static let codeString = UIColor(hex: 0xE69F00)
  static let codeNumber = UIColor(hex: 0xDDCC77)

  static let hitch = UIColor(hex: 0xFF5C7A)
  static let wait = UIColor(hex: 0x7F8CA0)

  /// The colour of a frame's stage.
  static func color(of stage: FrameStage) -> UIColor {
    switch stage {
    case .events: UIColor(hex: 0x88CCEE)
    case .commit: UIColor(hex: 0xDDCC77)
    case .animate: UIColor(hex: 0x3D7DD8)
    case .render: UIColor(hex: 0xE69F00)
    case .present: wait
    }
  }

  /// The colour of the hitch time ratio. What is not a rating is dim.
  static func color(of verdict: Verdict) -> UIColor {
    switch verdict {
    case .rated(.good): text
    case .rated(.warning), .slowerThanScreen: color(of: FrameStage.commit)
    case .rated(.critical), .rated(.actNow): hitch
    case .notMeasured, .tooShort, .notRealTime: dimText
    }
  }

  static let body = UIFont.systemFont(ofSize: 13)
  static let bodyBold = UIFont.systemFont(ofSize: 13, weight: .semibold)
  static let small = UIFont.systemFont(ofSize: 12)
  static let heading = UIFont.systemFont(ofSize: 15, weight: .semibold)
  /// Monospaced, so that changing numbers keep their width.
  static let numbers = UIFont.monospacedSystemFont(ofSize: 13, weight: .regular)
  static let smallNumbers = UIFont.monospacedSystemFont(ofSize: 12, weight: .regular)
  /// The labels of an axis.
  static let tick = UIFont.monospacedSystemFont(ofSize: 11, weight: .regular)
  static let headline = UIFont.monospacedSystemFont(ofSize: 28, weight: .regular)

  /// The height of a control, in points.
  static let target: CGFloat = 32
}

extension UIColor {
  /// Creates a colour from `0xRRGGBB`. Default alpha 1.
  convenience init(hex: UInt32, alpha: CGFloat = 1) {
    self.init(
      red: CGFloat(hex >> 16 & 0xFF) / 255, green: CGFloat(hex >> 8 & 0xFF) / 255,
      blue: CGFloat(hex & 0xFF) / 255, alpha: alpha)
  }
}

extension UILabel {
  /// Creates a label in the window's style.
  convenience init(
    _ text: String, font: UIFont = Theme.body, color: UIColor = Theme.text,
    alignment: NSTextAlignment = .left, lines: Int = 1
  ) {
    self.init(frame: .zero)
    self.text = text
    self.font = font
    textColor = color
    textAlignment = alignment
    numberOfLines = lines
  }

  /// Sets the text if it is different, so that an unchanged label is not drawn again.
  func show(_ text: String) {
    if self.text != text { self.text = text }
  }
}
