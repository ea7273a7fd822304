// BarBackground.swift
// The background of navigation and tab bars: a colour, and a line at the edge towards the content.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The background of a bar, below all that it shows.
final class BarBackground: UIView {
  private let line = UIView()
  /// Whether the content lies below the bar, not above it.
  private let isAboveContent: Bool

  /// The colour; nil for the system's.
  var color: UIColor? { didSet { backgroundColor = color ?? Self.standardColor } }

  init(isAboveContent: Bool) {
    self.isAboveContent = isAboveContent
    super.init(frame: .zero)
    backgroundColor = Self.standardColor
    isUserInteractionEnabled = false
    line.backgroundColor = .separator
    addSubview(line)
  }

  required init?(coder: NSCoder) { nil }

  private static var standardColor: UIColor {
    UIColor(light: UIColor(white: 0.976, alpha: 1), dark: UIColor(white: 0.09, alpha: 1))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let height = 1 / max(contentScaleFactor, 1)
    line.frame = CGRect(
      x: 0, y: isAboveContent ? bounds.height - height : 0, width: bounds.width, height: height)
  }
}
