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

  /// The colour where there is no ``look``; nil for the system's.
  var color: UIColor? { didSet { show() } }

  /// The look that a program has set. Default nil.
  var look: UIBarAppearance? { didSet { show() } }

  private var picture: UIImageView?

  private func show() {
    backgroundColor = (look == nil ? color : look?.backgroundColor) ?? Self.standardColor
    line.backgroundColor = look == nil ? .separator : look?.shadowColor
    if picture?.image !== look?.backgroundImage {
      let view = picture ?? UIImageView(frame: bounds)
      if picture == nil { insertSubview(view, at: 0) }
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.clipsToBounds = true
      view.image = look?.backgroundImage
      picture = view
    }
    picture?.contentMode = look?.backgroundImageContentMode ?? .scaleToFill
  }

  init(isAboveContent: Bool) {
    self.isAboveContent = isAboveContent
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    addSubview(line)
    show()
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
