// Theme.swift
// Colours and fonts of the window: a dark palette and a light one, checked for contrast and colour blindness.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import UIKit

/// The colours of a theme. Text colours are readable on ``panel``.
@MainActor struct Palette: Equatable {
  var isLight = false
  /// Whether controls have edges of their own.
  var hasEdges = false
  var window: UIColor
  var stage: UIColor
  var panel: UIColor
  /// The background of a control.
  var control: UIColor
  var controlPressed: UIColor
  var hairline: UIColor

  var text: UIColor
  var dimText: UIColor
  var accent: UIColor
  var focusRing: UIColor

  /// The colours of code; types have that of ``accent``.
  var codeKeyword: UIColor
  var codeString: UIColor
  var codeNumber: UIColor

  var hitch: UIColor
  /// The colours of a frame's stages, by ``FrameStage/rawValue``. The last one is the wait for the screen.
  var stages: [UIColor]
  /// A fifth colour of data, beside those of the first four stages.
  var violet: UIColor

  /// The theme in words, such as "dark" or "light, high contrast".
  var title: String { (isLight ? "light" : "dark") + (hasEdges ? ", high contrast" : "") }

  static let dark = Palette(
    window: UIColor(hex: 0x14181D), stage: UIColor(hex: 0x181D23), panel: UIColor(hex: 0x1D2229),
    control: UIColor(hex: 0x2A313B), controlPressed: UIColor(hex: 0x3A4452),
    hairline: UIColor(hex: 0x2E3641), text: UIColor(hex: 0xE8ECF1),
    dimText: UIColor(hex: 0xA9B4C2), accent: UIColor(hex: 0x88CCEE),
    focusRing: UIColor(hex: 0xFFFFFF), codeKeyword: UIColor(hex: 0xE58FB1),
    codeString: UIColor(hex: 0xE69F00), codeNumber: UIColor(hex: 0xDDCC77),
    hitch: UIColor(hex: 0xFF5C7A),
    stages: [0x88CCEE, 0xDDCC77, 0x3D7DD8, 0xE69F00, 0x7F8CA0].map { UIColor(hex: $0) },
    violet: UIColor(hex: 0x9D7BD0))

  static let light = Palette(
    isLight: true, window: UIColor(hex: 0xE3E7EC), stage: UIColor(hex: 0xF4F6F8),
    panel: UIColor(hex: 0xFFFFFF), control: UIColor(hex: 0xE9EDF2),
    controlPressed: UIColor(hex: 0xD2DAE4), hairline: UIColor(hex: 0xD5DBE3),
    text: UIColor(hex: 0x1B1F24), dimText: UIColor(hex: 0x55606E), accent: UIColor(hex: 0x1F77A8),
    focusRing: UIColor(hex: 0x1B1F24), codeKeyword: UIColor(hex: 0xA1246B),
    codeString: UIColor(hex: 0xA85F00), codeNumber: UIColor(hex: 0x7A6A00),
    hitch: UIColor(hex: 0xC2143F),
    stages: [0x1F77A8, 0x7A6A00, 0x1F4FB0, 0xA85F00, 0x6B7685].map { UIColor(hex: $0) },
    violet: UIColor(hex: 0x6B46A8))

  /// ``dark`` for the desktop's high contrast: on black, with edges that are seen.
  static let darkContrast = Palette(
    hasEdges: true, window: UIColor(hex: 0x000000), stage: UIColor(hex: 0x000000),
    panel: UIColor(hex: 0x000000),
    control: UIColor(hex: 0x1E242B), controlPressed: UIColor(hex: 0x3A4452),
    hairline: UIColor(hex: 0xA9B4C2), text: UIColor(hex: 0xFFFFFF),
    dimText: UIColor(hex: 0xE0E6EE), accent: UIColor(hex: 0xA6DCF5),
    focusRing: UIColor(hex: 0xFFFFFF), codeKeyword: UIColor(hex: 0xF0A9C6),
    codeString: UIColor(hex: 0xF2B233), codeNumber: UIColor(hex: 0xE8DA8E),
    hitch: UIColor(hex: 0xFF7F97),
    stages: [0x88CCEE, 0xDDCC77, 0x5B95E8, 0xE69F00, 0x9AA6B8].map { UIColor(hex: $0) },
    violet: UIColor(hex: 0xB79BE3))

  /// ``light`` for the desktop's high contrast: on white, with edges that are seen.
  static let lightContrast = Palette(
    isLight: true, hasEdges: true, window: UIColor(hex: 0xFFFFFF), stage: UIColor(hex: 0xFFFFFF),
    panel: UIColor(hex: 0xFFFFFF), control: UIColor(hex: 0xE9EDF2),
    controlPressed: UIColor(hex: 0xC8D2DE), hairline: UIColor(hex: 0x55606E),
    text: UIColor(hex: 0x000000), dimText: UIColor(hex: 0x2A313B), accent: UIColor(hex: 0x0B4F75),
    focusRing: UIColor(hex: 0x000000), codeKeyword: UIColor(hex: 0x7A1450),
    codeString: UIColor(hex: 0x6B3C00), codeNumber: UIColor(hex: 0x4F4500),
    hitch: UIColor(hex: 0x9C0E30),
    stages: [0x14608A, 0x665800, 0x1F4FB0, 0x8A4D00, 0x55606E].map { UIColor(hex: $0) },
    violet: UIColor(hex: 0x4F2E8A))
}

/// The window's colours and fonts.
@MainActor package enum Theme {
  /// The palette in use. Views read it when they are made: a change needs a new window content.
  static var palette = Palette.dark

  package static var window: UIColor { palette.window }
  package static var stage: UIColor { palette.stage }
  package static var panel: UIColor { palette.panel }
  package static var control: UIColor { palette.control }
  package static var controlPressed: UIColor { palette.controlPressed }
  package static var hairline: UIColor { palette.hairline }
  /// The lines of an axis, behind what is plotted: fainter than edges where these are to be seen well.
  static var grid: UIColor {
    palette.hasEdges ? palette.hairline.withAlphaComponent(0.35) : palette.hairline
  }
  /// The edge of a control that is neither chosen nor pressed; nil for none.
  static var edge: UIColor? { palette.hasEdges ? palette.hairline : nil }
  package static var text: UIColor { palette.text }
  package static var dimText: UIColor { palette.dimText }
  package static var accent: UIColor { palette.accent }
  package static var focusRing: UIColor { palette.focusRing }
  package static var codeKeyword: UIColor { palette.codeKeyword }
  package static var codeString: UIColor { palette.codeString }
  package static var codeNumber: UIColor { palette.codeNumber }
  package static var hitch: UIColor { palette.hitch }
  /// The lines across the slots of missed refreshes.
  static var hatching: UIColor { hitch.withAlphaComponent(palette.hasEdges ? 0.7 : 0.4) }
  package static var wait: UIColor { color(of: FrameStage.present) }

  /// The colours of what samples move and plot.
  package static var sky: UIColor { palette.stages[0] }
  package static var sand: UIColor { palette.stages[1] }
  package static var blue: UIColor { palette.stages[2] }
  package static var orange: UIColor { palette.stages[3] }
  package static var violet: UIColor { palette.violet }

  /// The colour of a frame's stage.
  package static func color(of stage: FrameStage) -> UIColor { palette.stages[stage.rawValue] }

  /// The colour of the hitch time ratio. What is not a rating is dim.
  static func color(of verdict: Verdict) -> UIColor {
    switch verdict {
    case .rated(.good): text
    case .rated(.warning), .slowerThanScreen: color(of: FrameStage.commit)
    case .rated(.critical), .rated(.actNow): hitch
    case .notMeasured, .tooShort, .notRealTime: dimText
    }
  }

  package static let body = UIFont.systemFont(ofSize: 13)
  package static let bodyBold = UIFont.systemFont(ofSize: 13, weight: .semibold)
  package static let small = UIFont.systemFont(ofSize: 12)
  package static let heading = UIFont.systemFont(ofSize: 15, weight: .semibold)
  /// Monospaced, so that changing numbers keep their width.
  package static let numbers = UIFont.monospacedSystemFont(ofSize: 13, weight: .regular)
  package static let smallNumbers = UIFont.monospacedSystemFont(ofSize: 12, weight: .regular)
  package static let headline = UIFont.monospacedSystemFont(ofSize: 28, weight: .regular)

  /// The height of a control, in points.
  package static let target: CGFloat = 32
}

extension UIColor {
  /// Creates a colour from `0xRRGGBB`. Default alpha 1.
  package convenience init(hex: UInt32, alpha: CGFloat = 1) {
    self.init(
      red: CGFloat(hex >> 16 & 0xFF) / 255, green: CGFloat(hex >> 8 & 0xFF) / 255,
      blue: CGFloat(hex & 0xFF) / 255, alpha: alpha)
  }
}

extension UILabel {
  /// Creates a label in the window's style.
  package convenience init(
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
  package func show(_ text: String) {
    if self.text != text { self.text = text }
  }
}
