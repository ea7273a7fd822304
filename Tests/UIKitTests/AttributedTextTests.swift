// AttributedTextTests.swift
// Fonts by name, style and description; shadows, paragraph styles and bounds of attributed text.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import Typesetting

@testable import UIKitCore

@MainActor @Suite struct AttributedTextTests {
  // MARK: Names of Apple's fonts

  /// Programs unwrap these by force.
  @Test(arguments: [
    "Helvetica", "HelveticaNeue", "HelveticaNeue-Bold", "Helvetica Neue", "ArialMT", "Arial",
    "Arial-BoldMT", "Menlo", "Menlo-Regular", "Courier", "CourierNewPSMT", "Georgia", "Avenir",
    "Avenir-Heavy", "AvenirNext-DemiBold", "Times New Roman", "TimesNewRomanPS-BoldItalicMT",
    "Futura-CondensedExtraBold", "GillSans", "Palatino-Roman", "Verdana", "TrebuchetMS",
    "AmericanTypewriter", "MarkerFelt-Wide", "Chalkduster", "Zapfino", "Didot", "SFProText-Medium",
    ".SFUIText-Semibold", "AppleSDGothicNeo-Bold", "PingFangSC-Regular", "HiraginoSans-W3",
    "BodoniSvtyTwoITCTT-Book", "PartyLetPlain", "ArialRoundedMTBold", "helvetica",
  ])
  func namesOfApplesFontsGiveTheNearestFace(name: String) throws {
    let font = try #require(UIFont(name: name, size: 15))
    #expect(font.pointSize == 15 && font.lineHeight > 10)
    // The names are those of the face that is drawn, and lead to it again.
    #expect(UIFont.familyNames.contains(font.familyName))
    let again = try #require(UIFont(name: font.fontName, size: 15))
    #expect(again.fontName == font.fontName)
    #expect(UIFontDescriptor(name: name, size: 15).postscriptName == font.fontName)
  }

  @Test func weightSlantAndKindOfApplesFontsAreKept() throws {
    func face(_ name: String) throws -> FontDescription {
      try #require(UIFont(name: name, size: 9)).face
    }
    let weights: [(String, Int)] = [
      ("HelveticaNeue-UltraLight", 100), ("HelveticaNeue-Thin", 200), ("HelveticaNeue-Light", 300),
      ("Helvetica", 400), ("HelveticaNeue-Medium", 500), ("AvenirNext-DemiBold", 600),
      ("Arial-BoldMT", 700), ("Avenir-Heavy", 800), ("Avenir-Black", 900), ("Georgia Bold", 700),
    ]
    for (name, weight) in weights { #expect(try face(name).weight == weight, "\(name)") }
    for name in ["Arial-ItalicMT", "Courier-Oblique", "Georgia-BoldItalic"] {
      #expect(try face(name).isItalic, "\(name)")
    }
    for name in ["Menlo", "Courier", "CourierNewPS-BoldMT", "Monaco", "SFMono-Regular"] {
      let font = try #require(UIFont(name: name, size: 20))
      #expect(
        "iii".size(withAttributes: [.font: font]) == "WWW".size(withAttributes: [.font: font]))
      #expect(font.fontDescriptor.symbolicTraits.contains(.traitMonoSpace))
    }
    let bold = try #require(UIFont(name: "HelveticaNeue-Bold", size: 12))
    #expect(bold.fontDescriptor.symbolicTraits == .traitBold)
    #expect(bold.fontName == UIFont(name: bold.familyName + " Bold", size: 12)?.fontName)
    let serifs = ["Serif", "Tinos", "Gelasio", "Nimbus Roman", "Source Serif 4"]
    func isSerif(_ family: String) -> Bool { serifs.contains(where: family.contains) }
    if UIFont.familyNames.contains(where: isSerif) {
      for name in ["Georgia", "Times New Roman", "TimesNewRomanPSMT", "Baskerville"] {
        #expect(isSerif(try #require(UIFont(name: name, size: 9)).familyName), "\(name)")
      }
      let descriptor = UIFont.systemFont(ofSize: 9).fontDescriptor.withFamily("Georgia")
      #expect(isSerif(UIFont(descriptor: descriptor, size: 0).familyName))
    }
    #expect(UIFont.systemFont(ofSize: 9).fontDescriptor.withFamily("Courier").face.isMonospaced)
    for name in [
      "", "Bold", "-Bold", "NoSuchFont", "NoSuchFont-Bold", "Helveticus", "MT",
      "Helvetica Nonsense",
    ] { #expect(UIFont(name: name, size: 12) == nil, "\(name)") }
  }

  @Test func textStylesHaveApplesSizes() {
    let sizes: [(UIFont.TextStyle, CGFloat)] = [
      (.largeTitle, 34), (.title1, 28), (.title2, 22), (.title3, 20), (.headline, 17), (.body, 17),
      (.callout, 16), (.subheadline, 15), (.footnote, 13), (.caption1, 12), (.caption2, 11),
    ]
    for (style, size) in sizes {
      #expect(UIFont.preferredFont(forTextStyle: style).pointSize == size)
    }
    #expect(UIFont.preferredFont(forTextStyle: .headline).face.weight == 600)
  }

  @Test func descriptorsChangeTraitsAndKeepTheRest() throws {
    let font = UIFont.systemFont(ofSize: 13)
    #expect(UIFont(descriptor: font.fontDescriptor, size: 0) == font)
    #expect(UIFont(descriptor: font.fontDescriptor, size: 20).pointSize == 20)
    let bold = try #require(font.fontDescriptor.withSymbolicTraits([.traitBold, .traitItalic]))
    #expect(bold.symbolicTraits == [.traitBold, .traitItalic] && bold.pointSize == 13)
    #expect(UIFont(descriptor: bold, size: 0).face.weight == 700)
    #expect(bold.withSymbolicTraits([])?.symbolicTraits == [])
    #expect(font.fontDescriptor.withFamily("Roboto").face.family == "Roboto")
  }

  /// Foundation ends the program where it takes an object for one of Core Foundation's.
  @Test func neighbouringRunsWithDifferentObjectsAreEditedAndCopied() {
    let tall = NSMutableParagraphStyle()
    tall.lineSpacing = 1
    let (near, far) = (NSShadow(), NSShadow())
    far.shadowOffset = CGSize(width: 1, height: 1)
    let pairs: [(NSAttributedString.Key, NSObject, NSObject)] = [
      (.foregroundColor, UIColor.black, UIColor(red: 0.5, green: 1, blue: 0, alpha: 1)),
      (.backgroundColor, UIColor.clear, UIColor { _ in .white }),
      (.font, UIFont.systemFont(ofSize: 1), UIFont.boldSystemFont(ofSize: 2)),
      (.paragraphStyle, NSParagraphStyle(), tall),
      (.shadow, near, far),
      (.attachment, NSTextAttachment(), NSTextAttachment()),
      (.font, UIFont.systemFont(ofSize: 1), UIColor.black),
    ]
    for (key, one, other) in pairs {
      let text = NSMutableAttributedString(string: "one", attributes: [key: one])
      text.append(NSAttributedString(string: "two", attributes: [key: other]))
      text.append(NSAttributedString(string: "three", attributes: [key: one]))
      #expect(lengths(text) == [3, 3, 5])
      text.addAttribute(key, value: other, range: NSRange(location: 2, length: 1))
      #expect(lengths(text) == [2, 4, 5])
      text.replaceCharacters(
        in: NSRange(location: 3, length: 2),
        with: NSAttributedString(string: "x", attributes: [key: one]))
      let copy = NSMutableAttributedString(attributedString: text)
      #expect(copy == text && lengths(copy) == [2, 1, 1, 1, 5])
      copy.addAttribute(key, value: one, range: NSRange(location: 0, length: copy.length))
      #expect(lengths(copy) == [10])
      copy.removeAttribute(key, range: NSRange(location: 0, length: copy.length))
      #expect(lengths(copy) == [10] && copy != text)
    }
  }

  private func lengths(_ text: NSAttributedString) -> [Int] {
    var result: [Int] = []
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { _, range, _ in
      result.append(range.length)
    }
    return result
  }

  @Test func shadowsAndStrokesBecomeAttributes() {
    let shadow = NSShadow()
    shadow.shadowOffset = CGSize(width: 1, height: 2)
    shadow.shadowColor = UIColor.red
    let text = NSAttributedString(
      string: "a",
      attributes: [
        .shadow: shadow, .strokeWidth: -3, .obliqueness: 0.2, .tracking: 1.5, .ligature: 0,
      ])
    let attributes = text.runs().first?.attributes
    #expect(attributes?.ornaments?.shadow?.color == UIColor.red.cgColor)
    #expect(attributes?.ornaments?.shadow?.offset == CGSize(width: 1, height: 2))
    #expect(attributes?.ornaments?.strokeWidth == -3 && attributes?.ornaments?.obliqueness == 0.2)
    #expect(attributes?.kern == 1.5 && attributes?.ornaments?.hasLigatures == false)
    shadow.shadowColor = nil
    #expect(shadow.textShadow == nil)
  }

  @Test func paragraphStyleKeepsItsTabsAndDirection() {
    let style = NSMutableParagraphStyle()
    #expect(style.tabStops.map(\.location) == (1...12).map { CGFloat($0) * 28 })
    style.tabStops = [NSTextTab(textAlignment: .right, location: 80)]
    style.addTabStop(NSTextTab(textAlignment: .left, location: 20))
    style.baseWritingDirection = .rightToLeft
    style.tailIndent = -9
    style.paragraphSpacingBefore = 3
    #expect(style.settings.tabs?.stops.map(\.location) == [20, 80])
    #expect(style.settings.direction == .rightToLeft && style.settings.tailIndent == -9)
    #expect(style.settings.paragraphSpacingBefore == 3)
    #expect((style.copy() as? NSParagraphStyle) == style)
  }

  /// Who asks for the size of a text gives it a width without an end; semantics 21.5 and its neighbours.
  @Test(arguments: [
    CGFloat.greatestFiniteMagnitude, .infinity, 1e30, 3.4e38, 0, -5,
  ])
  func boundsWithoutAWidthAreTheTexts(width: CGFloat) {
    let size = CGSize(width: width, height: .greatestFiniteMagnitude)
    for text in ["Lamella", "one\nand three\n", "שלום עולם", "a\tb"] {
      let font = UIFont.systemFont(ofSize: 17)
      let natural = text.size(withAttributes: [.font: font])
      for alignment: NSTextAlignment in [.left, .center, .right, .justified, .natural] {
        let style = NSMutableParagraphStyle()
        style.alignment = alignment
        let attributes: [NSAttributedString.Key: Any] = [.font: font, .paragraphStyle: style]
        let rect = CGRect(origin: .zero, size: natural)
        let options: NSStringDrawingOptions = [.usesLineFragmentOrigin, .usesFontLeading]
        let found = [
          text.boundingRect(with: size, options: options, attributes: attributes, context: nil),
          (text as NSString).boundingRect(
            with: size, options: options, attributes: attributes, context: nil),
          NSAttributedString(string: text, attributes: attributes)
            .boundingRect(with: size, options: options, context: nil),
        ]
        for bounds in found {
          #expect(
            abs(bounds.minX) < 0.01 && abs(bounds.width - rect.width) < 0.01
              && bounds.height == rect.height, "\(text), \(alignment), \(bounds)")
        }
        guard width > 0, !text.contains("\t") else { continue }
        let label = UILabel()
        (label.numberOfLines, label.font, label.text) = (0, font, text)
        label.textAlignment = alignment
        let fitting = label.sizeThatFits(size)
        #expect(abs(fitting.width - natural.width) <= 1, "\(text), \(alignment), \(fitting)")
      }
    }
  }

  // MARK: Kerning

  private func width(_ text: String, _ attributes: [NSAttributedString.Key: Any]) -> CGFloat {
    text.size(
      withAttributes: attributes.merging([.font: UIFont.systemFont(ofSize: 100)]) { a, _ in a }
    )
    .width
  }

  /// Semantics 21.5: `kern` 0 switches the font's own kerning off; absent, it is on. Other values are added to it.
  @Test func kernOfZeroIsNoKerning() throws {
    let letters = width("A", [:]) + width("V", [:])
    let kerned = width("AV", [:])
    try #require(kerned < letters - 1, "the font has no kerning")
    for zero: Any in [0, 0.0, CGFloat(0), NSNumber(value: 0), Float(0)] {
      #expect(abs(width("AV", [.kern: zero]) - letters) < 0.01, "\(type(of: zero))")
    }
    // A positive one is no space after the last character, as white space there is none.
    #expect(abs(width("AV", [.kern: 5]) - kerned - 5) < 0.01)
    #expect(abs(width("AV", [.kern: -2]) - kerned + 4) < 0.01)
    #expect(width("AV", [.kern: "0"]) == kerned && width("AV", [.tracking: 0]) == kerned)
    #expect(abs(width("AV", [.kern: 0, .tracking: 3]) - letters) < 0.01)
    // Of a part of a text.
    let part = NSMutableAttributedString(
      string: "AVAV", attributes: [.font: UIFont.systemFont(ofSize: 100)])
    let whole = part.size().width
    part.addAttribute(.kern, value: 0, range: NSRange(location: 0, length: 2))
    #expect(part.size().width > whole + 1)
    let bounds = part.boundingRect(
      with: CGSize(width: 1000, height: 1000), options: .usesLineFragmentOrigin, context: nil)
    #expect(abs(bounds.width - part.size().width) < 0.01)
    let label = UILabel()
    label.attributedText = NSAttributedString(
      string: "AV", attributes: [.font: UIFont.systemFont(ofSize: 100), .kern: 0])
    #expect(abs(label.intrinsicContentSize.width - letters) <= 1)
    let layer = CATextLayer()
    layer.string = label.attributedText
    #expect(abs(layer.preferredFrameSize().width - letters) <= 1)
  }

  @Test func boundingRectWrapsOnlyWithLineFragments() {
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 10)]
    let text = "one two three"
    let natural = text.size(withAttributes: attributes)
    let narrow = CGSize(width: natural.width / 2, height: 1000)
    let context = NSStringDrawingContext()
    let wrapped = text.boundingRect(
      with: narrow, options: .usesLineFragmentOrigin, attributes: attributes, context: context)
    #expect(wrapped.height >= natural.height * 2 && wrapped.width <= narrow.width + 0.01)
    #expect(wrapped.origin == .zero && context.totalBounds == wrapped)
    let line = text.boundingRect(with: narrow, attributes: attributes, context: nil)
    #expect(line.size == natural && line.minY < 0)
    let cut = NSAttributedString(string: text, attributes: attributes).boundingRect(
      with: CGSize(width: narrow.width, height: natural.height),
      options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine], context: nil)
    #expect(cut.height == natural.height)
  }

  /// The unusual numbers are those of the random programs, in each setting of a text.
  @Test(arguments: [
    0, CGFloat.leastNonzeroMagnitude, -1e-300, 1e-9, 65_536, -4_294_967_297, 9.3e18, 1e39, 1e154,
    -1e200, 8.9e307,
    CGFloat.greatestFiniteMagnitude, -CGFloat.greatestFiniteMagnitude,
  ])
  func boundsOfTextAreFiniteForEveryFiniteSetting(number: CGFloat) {
    func style(_ set: (NSMutableParagraphStyle) -> Void) -> [NSAttributedString.Key: Any] {
      let style = NSMutableParagraphStyle()
      style.alignment = .right
      set(style)
      return [.paragraphStyle: style, .font: UIFont.systemFont(ofSize: 14)]
    }
    let settings: [(String, [NSAttributedString.Key: Any])] = [
      ("kern", [.kern: number]), ("tracking", [.tracking: number]),
      ("baseline offset", [.baselineOffset: number]), ("stroke width", [.strokeWidth: number]),
      ("font size", [.font: UIFont.systemFont(ofSize: number)]),
      ("obliqueness", [.obliqueness: number]), ("line spacing", style { $0.lineSpacing = number }),
      ("paragraph spacing", style { $0.paragraphSpacing = number }),
      ("spacing before", style { $0.paragraphSpacingBefore = number }),
      ("multiple", style { $0.lineHeightMultiple = number }),
      ("least height", style { $0.minimumLineHeight = number }),
      ("most height", style { $0.maximumLineHeight = number }),
      ("first indent", style { $0.firstLineHeadIndent = number }),
      ("indent", style { $0.headIndent = number }),
      ("tail indent", style { $0.tailIndent = number }),
      ("tab interval", style { ($0.tabStops, $0.defaultTabInterval) = ([], number) }),
      (
        "tab",
        style { $0.tabStops = [NSTextTab(textAlignment: .center, location: number)] }
      ),
    ]
    for (name, attributes) in settings {
      let text = NSAttributedString(string: "two\tlines of\ntext a", attributes: attributes)
      for width in [0, 40, CGFloat.greatestFiniteMagnitude] {
        let size = text.boundingRect(
          with: CGSize(width: width, height: 90), options: .usesLineFragmentOrigin, context: nil
        ).size
        #expect(
          size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0,
          "\(name) of \(number) in \(width) gives \(size)")
      }
    }
  }

  @Test func attachmentIsAPictureOfItsSize() {
    let attachment = NSTextAttachment()
    attachment.bounds = CGRect(x: 0, y: -3, width: 30, height: 20)
    let size = NSAttributedString(attachment: attachment).size()
    #expect(size.width == 30 && size.height >= 20)
    attachment.bounds.size.width = .infinity
    #expect(attachment.textAttachment.bounds == .zero)
  }

  @Test func textStyleOfAnUnknownNameIsBody() {
    let style = UIFont.TextStyle(rawValue: "none")
    #expect(UIFont.preferredFont(forTextStyle: style).pointSize == 17)
  }
}
