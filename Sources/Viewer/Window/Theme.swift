// Theme.swift
// Colours and type of the window: one dark set, checked for contrast and for colour blindness.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The window's colours; each is readable on ``panel``.
@MainActor enum Theme {
  static let window = UIColor(hex: 0x14181D)
  static let stage = UIColor(hex: 0x181D23)
  static let panel = UIColor(hex: 0x1D2229)
  /// Something to press, at rest, under the pointer and held.
  static let control = UIColor(hex: 0x2A313B)
  static let controlPressed = UIColor(hex: 0x3A4452)
  static let hairline = UIColor(hex: 0x2E3641)

  static let text = UIColor(hex: 0xE8ECF1)
  static let dimText = UIColor(hex: 0xA9B4C2)
  static let accent = UIColor(hex: 0x88CCEE)
  static let focusRing = UIColor(hex: 0xFFFFFF)

  static let hitch = UIColor(hex: 0xFF5C7A)
  static let wait = UIColor(hex: 0x7F8CA0)

  /// The colour of a frame's stage; the order of the slots in a bar is the order of the stages.
  static func color(of stage: FrameStage) -> UIColor {
    switch stage {
    case .events: UIColor(hex: 0x88CCEE)
    case .commit: UIColor(hex: 0xDDCC77)
    case .animate: UIColor(hex: 0x3D7DD8)
    case .render: UIColor(hex: 0xE69F00)
    case .present: wait
    }
  }

  static func color(of band: HitchBand) -> UIColor {
    switch band {
    case .good: text
    case .warning: color(of: FrameStage.commit)
    case .critical, .actNow: hitch
    }
  }

  static let body = UIFont.systemFont(ofSize: 13)
  static let small = UIFont.systemFont(ofSize: 12)
  static let heading = UIFont.systemFont(ofSize: 15, weight: .semibold)
  /// Tabular figures, so that numbers do not wobble.
  static let numbers = UIFont.monospacedSystemFont(ofSize: 13, weight: .regular)
  static let smallNumbers = UIFont.monospacedSystemFont(ofSize: 12, weight: .regular)
  static let headline = UIFont.monospacedSystemFont(ofSize: 28, weight: .regular)

  /// The height of something to press, in points.
  static let target: CGFloat = 32
}

extension UIColor {
  /// A colour from `0xRRGGBB`, opaque unless told.
  convenience init(hex: UInt32, alpha: CGFloat = 1) {
    self.init(
      red: CGFloat(hex >> 16 & 0xFF) / 255, green: CGFloat(hex >> 8 & 0xFF) / 255,
      blue: CGFloat(hex & 0xFF) / 255, alpha: alpha)
  }
}

extension UILabel {
  /// A label with its text set in the window's style.
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

  /// Sets the text only when it is another, so that a label that stays the same is not drawn again.
  func show(_ text: String) {
    if self.text != text { self.text = text }
  }
}
