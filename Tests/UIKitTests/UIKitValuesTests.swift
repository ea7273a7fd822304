// UIKitValuesTests.swift
// Values used by views: colours, paths, insets, attributed text.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import Typesetting
import UIKitCore

@Suite struct UIKitValuesTests {
  /// Hue, saturation and brightness, and the colour. With a type, which is a matter of seconds for the compiler.
  private static let hues: [(CGFloat, CGFloat, CGFloat, UIColor)] = [
    (0, 1, 1, .red), (1.0 / 3, 1, 1, .green), (2.0 / 3, 1, 1, .blue),
    (1, 1, 1, .red), (0.3, 0, 0.5, .gray), (1.0 / 6, 1, 1, .yellow),
  ]

  /// What programs log is what they log on iOS.
  @Test func geometryIsPrintedAsByApple() {
    let rect = CGRect(x: 1, y: -2.5, width: 3, height: 4)
    let matrix = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 6)
    let rows: [(String, String)] = [
      ("\(rect)", "(1.0, -2.5, 3.0, 4.0)"), ("\(rect.origin)", "(1.0, -2.5)"),
      ("\(rect.size)", "(3.0, 4.0)"), ("\([rect])", "[(1.0, -2.5, 3.0, 4.0)]"),
      (rect.debugDescription, "(1.0, -2.5, 3.0, 4.0)"),
      (rect.origin.debugDescription, "(1.0, -2.5)"),
      ("\(["a": CGSize.zero])", "[\"a\": (0.0, 0.0)]"),
      ("\(Optional(CGPoint.zero) as Any)", "Optional((0.0, 0.0))"),
      (String(reflecting: rect.size), "(3.0, 4.0)"),
      ("\(CGVector(dx: 1, dy: 2))", "CGVector(dx: 1.0, dy: 2.0)"),
      ("\(matrix)", "CGAffineTransform(a: 1.0, b: 0.0, c: 0.0, d: 1.0, tx: 5.0, ty: 6.0)"),
      (
        "\(UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))",
        "UIEdgeInsets(top: 1.0, left: 2.0, bottom: 3.0, right: 4.0)"
      ),
      (
        "\(NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))",
        "NSDirectionalEdgeInsets(top: 1.0, leading: 2.0, bottom: 3.0, trailing: 4.0)"
      ),
      ("\(UIOffset(horizontal: 1, vertical: 2))", "UIOffset(horizontal: 1.0, vertical: 2.0)"),
      (
        "\(CATransform3DIdentity)",
        "CATransform3D(m11: 1.0, m12: 0.0, m13: 0.0, m14: 0.0, m21: 0.0, m22: 1.0, m23: 0.0, m24: 0.0, "
          + "m31: 0.0, m32: 0.0, m33: 1.0, m34: 0.0, m41: 0.0, m42: 0.0, m43: 0.0, m44: 1.0)"
      ),
    ]
    for (printed, right) in rows { #expect(printed == right) }
  }

  @Test func weightsOfTextAreTraits() {
    let bold = UITraitCollection(legibilityWeight: .bold)
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(dark.legibilityWeight == .unspecified && bold.userInterfaceStyle == .unspecified)
    let both = UITraitCollection(traitsFrom: [bold, dark])
    #expect(both.legibilityWeight == .bold && both.userInterfaceStyle == .dark)
    #expect(both.containsTraits(in: bold) && !dark.containsTraits(in: bold))
    #expect(bold != UITraitCollection(legibilityWeight: .regular) && bold != UITraitCollection())
  }

  /// Text is drawn by strings and layers, whatever a context is told about glyphs.
  @Test func settingsOfTextInAContextChangeNothing() {
    let context = CGContext(size: CGSize(width: 9, height: 9))
    #expect(context.textMatrix == .identity)
    context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
    context.textPosition = CGPoint(x: 3, y: 4)
    context.saveGState()
    context.textMatrix.a = 2
    context.restoreGState()
    // Not part of the saved state.
    #expect(context.textMatrix == CGAffineTransform(a: 2, b: 0, c: 0, d: -1, tx: 3, ty: 4))
    #expect(context.textPosition == CGPoint(x: 3, y: 4))
    context.setShouldSmoothFonts(true)
    context.setAllowsFontSmoothing(true)
    context.setShouldSubpixelPositionFonts(true)
    context.setAllowsFontSubpixelPositioning(true)
    context.setShouldSubpixelQuantizeFonts(true)
    context.setAllowsFontSubpixelQuantization(true)
    #expect(context.isEmpty)
  }

  @Test(arguments: hues)
  func huesBecomeColours(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, color: UIColor) {
    let made = UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: 1)
    for (a, b) in zip(made.cgColor.components ?? [], color.cgColor.components ?? []) {
      #expect(abs(a - b) < 1e-9)
    }
  }

  @Test func hueSaturationBrightnessRoundTrip() {
    var (hue, saturation, brightness): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    UIColor(hue: 0.7, saturation: 0.4, brightness: 0.9, alpha: 1)
      .getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: nil)
    #expect(abs(hue - 0.7) < 1e-9 && abs(saturation - 0.4) < 1e-9 && abs(brightness - 0.9) < 1e-9)
  }

  @Test func colourComponentsAreClampedAndCompared() {
    #expect(UIColor(red: 2, green: -1, blue: 0, alpha: 1) == .red)
    #expect(UIColor.systemBlue.withAlphaComponent(0.5).cgColor.alpha == 0.5)
    var white: CGFloat = 0
    #expect(UIColor.gray.getWhite(&white, alpha: nil) && white == 0.5)
    #expect(!UIColor.red.getWhite(&white, alpha: nil) && white == 0.5)
  }

  /// Source of the figures: W3C's CSS Color Module Level 4, for Display P3's green in sRGB.
  @Test func wideColoursKeepTheirComponents() {
    var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    let color = UIColor(displayP3Red: 0, green: 1, blue: 0, alpha: 0.5)
    #expect(color.getRed(&red, green: &green, blue: &blue, alpha: nil))
    #expect(abs(red + 0.5116) < 1e-3 && abs(green - 1.0183) < 1e-3 && abs(blue + 0.3107) < 1e-3)
    #expect(color.cgColor.alpha == 0.5)
  }

  @Test func bezierPathDrawsIntoCurrentContext() {
    let context = CGContext(size: CGSize(width: 10, height: 10))
    UIBezierPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5)).fill()
    UIGraphicsPushContext(context)
    UIColor.red.set()
    UIBezierPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5)).fill()
    UIGraphicsPopContext()
    #expect(context.drawing.items.count == 1)
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  @Test func arcIsClockwiseOnScreen() {
    let path = UIBezierPath(
      arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(abs(path.currentPoint.x) < 1e-9 && abs(path.currentPoint.y - 10) < 1e-9)
    #expect(path.bounds.minX > -0.01 && path.bounds.minY > -0.01)
    let round = UIBezierPath(
      arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(round.bounds.minX < -9.9)
  }

  @Test func copiesAndReversedPathsKeepTheirDashes() throws {
    let path = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5))
    path.setLineDash([3, 2, 1], count: 3, phase: 4)
    for other in [path, path.reversing(), try #require(path.copy() as? UIBezierPath)] {
      var (lengths, count, phase) = ([CGFloat](repeating: 0, count: 3), 0, CGFloat(0))
      other.getLineDash(&lengths, count: &count, phase: &phase)
      #expect(lengths == [3, 2, 1] && count == 3 && phase == 4)
    }
    path.setLineDash(nil, count: 0, phase: 0)
    var count = 7
    path.getLineDash(nil, count: &count, phase: nil)
    #expect(count == 0)
  }

  @Test func roundedRectWithSomeCorners() {
    let rect = CGRect(x: 0, y: 0, width: 20, height: 10)
    let path = UIBezierPath(
      roundedRect: rect, byRoundingCorners: [.topLeft], cornerRadii: CGSize(width: 4, height: 4))
    #expect(path.bounds == rect)
    let curves = path.cgPath.elements.filter { if case .cubic = $0 { true } else { false } }
    #expect(curves.count == 1)
  }

  @Test func insetRectangleNeverHasNegativeSize() {
    let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect.inset(by: insets) == CGRect(x: 2, y: 1, width: 4, height: 6))
    #expect(rect.inset(by: UIEdgeInsets(top: 0, left: 8, bottom: 0, right: 8)).width == 0)
    #expect(NSStringFromUIEdgeInsets(insets) == "{1, 2, 3, 4}")
    #expect(NSStringFromCGRect(rect) == "{{0, 0}, {10, 10}}")
  }

  @Test func attributedStringBecomesRuns() {
    let text = NSMutableAttributedString(string: "ab👍c")
    text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 1, length: 3))
    text.addAttribute(.kern, value: 2, range: NSRange(location: 4, length: 1))
    text.addAttribute(
      .underlineStyle, value: NSUnderlineStyle.single.rawValue,
      range: NSRange(location: 0, length: 1))
    let runs = text.runs(defaultFont: .systemFont(ofSize: 20))
    #expect(runs.map(\.text) == ["a", "b👍", "c"])
    #expect(runs.map(\.attributes.color) == [.black, UIColor.red.cgColor, .black])
    #expect(runs.map(\.attributes.kern) == [0, 0, 2])
    #expect(runs.map(\.attributes.underline) == [.single, [], []])
    #expect(runs.allSatisfy { $0.attributes.size == 20 })
  }

  @Test func paragraphStylesAreMutableAndCopyable() {
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    style.lineSpacing = 4
    let copy = style.copy() as? NSParagraphStyle
    style.alignment = .right
    #expect(copy?.alignment == .center && copy?.settings.lineSpacing == 4)
    #expect(style.settings.alignment == .right && copy != style)
  }

  @Test(arguments: [
    (UIFont.Weight.ultraLight, 100), (.regular, 400), (.medium, 500), (.bold, 700), (.black, 900),
    (UIFont.Weight(0.35), 600),
  ])
  func weightsBecomeNumbers(weight: UIFont.Weight, number: Int) {
    #expect(UIFont.systemFont(ofSize: 10, weight: weight).face.weight == number)
  }

  @MainActor @Test func tintComponentsAreClamped() {
    let shape = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
    let view = UIImageView(image: UIImage(cgImage: shape).withRenderingMode(.alwaysTemplate))
    view.tintColor = UIColor(cgColor: CGColor(red: 2, green: -1, blue: 0.5, alpha: 1))
    #expect((view.layer.contents as? CGImage)?.pixels == [255, 0, 128, 255])
  }

  @MainActor @Test func fontMetrics() {
    let installed = Fonts.provider
    Fonts.provider = PlaceholderFont()
    defer { Fonts.provider = installed }
    let font = UIFont.systemFont(ofSize: 10)
    #expect(font.ascender == 8 && font.descender == -2 && font.lineHeight == 10)
    #expect("abc".size(withAttributes: [.font: font]) == CGSize(width: 18, height: 10))
  }
}
