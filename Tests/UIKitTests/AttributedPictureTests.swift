// AttributedPictureTests.swift
// The look of each attribute of attributed strings, in pixels.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import UIKit

@MainActor @Suite struct AttributedPictureTests {
  private static let width = 240, height = 90

  /// Draws text in black with its top left at (20, 10), 40 points large.
  private func picture(
    _ text: String = "HIT", width: CGFloat = 200, _ attributes: [NSAttributedString.Key: Any] = [:]
  ) throws -> CGImage {
    var all: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 40), .foregroundColor: UIColor.black,
    ]
    all.merge(attributes) { $1 }
    return try picture(NSAttributedString(string: text, attributes: all), width: width)
  }

  private func picture(_ attributes: [NSAttributedString.Key: Any]) throws -> CGImage {
    try picture("HIT", attributes)
  }

  private func picture(_ text: NSAttributedString, width: CGFloat = 200) throws -> CGImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let size = CGSize(width: Self.width, height: Self.height)
    let image = UIGraphicsImageRenderer(size: size, format: format).image { _ in
      text.draw(
        with: CGRect(x: 20, y: 10, width: width, height: 80), options: .usesLineFragmentOrigin,
        context: nil)
    }
    return try #require(image.cgImage)
  }

  /// The smallest rectangle around all pixels that a test accepts.
  private func box(
    _ image: CGImage, where isInk: (SIMD4<Int>) -> Bool = { $0.w > 40 }
  ) -> CGRect {
    var (low, high) = (SIMD2(Int.max, Int.max), SIMD2(Int.min, Int.min))
    for y in 0..<image.height {
      for x in 0..<image.width where isInk(image.pixel(x, y)) {
        low = pointwiseMin(low, SIMD2(x, y))
        high = pointwiseMax(high, SIMD2(x + 1, y + 1))
      }
    }
    guard low.x < high.x else { return .null }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  private func isRed(_ pixel: SIMD4<Int>) -> Bool { pixel.x > 200 && pixel.y < 60 && pixel.w > 200 }

  /// The runs of red pixels in a row.
  private func redRuns(_ image: CGImage, row: Int) -> Int {
    (1..<image.width).count { isRed(image.pixel($0, row)) && !isRed(image.pixel($0 - 1, row)) }
  }

  // MARK: Behind and around

  @Test func shadowIsTheTextMovedAndBeneathIt() throws {
    let shadow = NSShadow()
    (shadow.shadowOffset, shadow.shadowBlurRadius) = (CGSize(width: 5, height: 3), 0)
    shadow.shadowColor = UIColor.red
    let (plain, image) = (try picture(), try picture([.shadow: shadow]))
    var count = 0
    for y in 0..<80 {
      for x in 0..<220 where plain.pixel(x, y).w == 255 {
        #expect(image.pixel(x, y) == SIMD4(0, 0, 0, 255))
        guard plain.pixel(x + 5, y + 3).w == 0 else { continue }
        #expect(isRed(image.pixel(x + 5, y + 3)), "\(x), \(y)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test func backgroundFillsTheLine() throws {
    let image = try picture([.backgroundColor: UIColor.red])
    let (line, letters) = (box(image), box(try picture()))
    #expect(line.minX == 20 && line.contains(letters) && line.height > letters.height * 1.3)
    #expect(isRed(image.pixel(Int(line.maxX) - 2, Int(line.minY) + 2)))
  }

  /// A positive width leaves the letters hollow; a negative one outlines filled letters.
  @Test func strokesOutlineLetters() throws {
    let plain = try picture("I")
    let stem = box(plain)
    let (x, y) = (Int(stem.midX), Int(stem.midY))
    let hollow = try picture("I", [.strokeWidth: 2, .strokeColor: UIColor.red])
    #expect(hollow.pixel(x, y).w == 0)
    let outline = box(hollow)
    #expect(outline.minX < stem.minX && outline.maxX > stem.maxX && outline.maxY > stem.maxY)
    let filled = try picture("I", [.strokeWidth: -2, .strokeColor: UIColor.red])
    #expect(filled.pixel(x, y) == SIMD4(0, 0, 0, 255))
    #expect(filled.pixel(Int(stem.minX), y).x > 60)
  }

  @Test func obliquenessLeansLettersByTheirHeight() throws {
    let stem = box(try picture("I"))
    try #require(!stem.isNull, "the text has no pixels")
    let slanted = try picture("I", [.obliqueness: 0.5])
    func left(_ row: CGFloat) -> CGFloat {
      CGFloat((0..<Self.width).first { slanted.pixel($0, Int(row)).w > 128 } ?? 0)
    }
    let lean = left(stem.minY + 1) - left(stem.maxY - 2)
    #expect(abs(lean - 0.5 * (stem.height - 3)) <= 1.5, "\(lean) over \(stem.height)")
  }

  // MARK: Lines

  @Test(arguments: [NSUnderlineStyle.single, .thick, .double])
  func underlineHasItsBarsInItsColour(style: NSUnderlineStyle) throws {
    func bars(_ style: NSUnderlineStyle) throws -> [Int] {
      let image = try picture([.underlineStyle: style.rawValue, .underlineColor: UIColor.red])
      let letters = box(try picture())
      #expect(box(image, where: isRed).minY >= letters.maxY)
      return (0..<Self.height).filter { isRed(image.pixel(30, $0)) }
    }
    let (rows, single) = (try bars(style), try bars(.single))
    switch style {
    case .thick: #expect(rows.count == 2 * single.count && rows.last == rows[0] + rows.count - 1)
    case .double:
      #expect(rows.count == 2 * single.count && rows[single.count] > rows[0] + single.count)
    default: #expect(!rows.isEmpty && rows.count <= 3)
    }
  }

  @Test(arguments: [
    NSUnderlineStyle.patternDot, .patternDash, .patternDashDot, .patternDashDotDot,
  ])
  func patternsAreLinesWithGaps(pattern: NSUnderlineStyle) throws {
    let style = NSUnderlineStyle.thick.rawValue | pattern.rawValue
    let image = try picture("HITHIT", [.underlineStyle: style, .underlineColor: UIColor.red])
    let row = Int(box(image, where: isRed).midY)
    #expect(redRuns(image, row: row) >= 3, "\(redRuns(image, row: row))")
  }

  @Test func wordsAreUnderlinedWithoutTheSpacesBetweenThem() throws {
    let style = NSUnderlineStyle.thick.rawValue | NSUnderlineStyle.byWord.rawValue
    let image = try picture("I I I", [.underlineStyle: style, .underlineColor: UIColor.red])
    #expect(redRuns(image, row: Int(box(image, where: isRed).midY)) == 3)
  }

  /// A bar through the letters, sharp, and above them.
  @Test func strikethroughCrossesTheLetters() throws {
    let image = try picture([
      .strikethroughStyle: NSUnderlineStyle.single.rawValue, .strikethroughColor: UIColor.red,
    ])
    let (bar, letters) = (box(image, where: isRed), box(try picture()))
    #expect(bar.minY > letters.minY + 8 && bar.maxY < letters.maxY - 8)
    #expect(bar.width >= letters.width)
    let edges = [Int(bar.minY) - 1, Int(bar.maxY)].map { image.pixel(Int(bar.minX), $0).x }
    #expect(edges.allSatisfy { $0 == 0 }, "\(edges)")
  }

  // MARK: Places

  @Test func attachmentIsItsPictureBetweenTheLetters() throws {
    let attachment = NSTextAttachment()
    attachment.image = UIImage(
      cgImage: CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255]))
    attachment.bounds = CGRect(x: 0, y: -4, width: 24, height: 30)
    let font = [NSAttributedString.Key.font: UIFont.systemFont(ofSize: 40)]
    let text = NSMutableAttributedString(string: "I", attributes: font)
    text.append(NSAttributedString(attachment: attachment))
    text.append(NSAttributedString(string: "I", attributes: font))
    let image = try picture(text)
    let red = box(image, where: isRed)
    #expect(red.width == 24 && red.height == 30)
    let letters = box(image) { $0.w > 200 && $0.x < 60 }
    #expect(letters.minX < red.minX && letters.maxX > red.maxX)
    // Four points below the baseline.
    #expect(abs(red.maxY - letters.maxY - 4) <= 1)
  }

  @Test(arguments: [NSAttributedString.Key.kern, .tracking])
  func trackingWidensTheText(key: NSAttributedString.Key) throws {
    let (plain, wide) = (box(try picture()), box(try picture([key: 6])))
    #expect(abs(wide.width - plain.width - 12) <= 1 && abs(wide.minX - plain.minX) <= 1)
  }

  @Test func baselineOffsetRaisesLetters() throws {
    let text = NSMutableAttributedString(
      string: "II", attributes: [.font: UIFont.systemFont(ofSize: 40)])
    text.addAttribute(.baselineOffset, value: 7, range: NSRange(location: 1, length: 1))
    let image = try picture(text)
    let both = box(image)
    let first = box(image.cropped(x: 0, y: 0, width: Int(both.midX), height: Self.height))
    #expect(abs(both.height - first.height - 7) <= 1 && both.maxY == first.maxY)
  }

  /// Without ligatures letters look as those that a character keeps apart.
  @Test func ligatureZeroKeepsLettersApart() throws {
    let (joined, apart) = (try picture("fi"), try picture("fi", [.ligature: 0]))
    #expect(PictureDifference(apart, try picture("f\u{200C}i")).maximum == 0)
    #expect(PictureDifference(joined, try picture("fi", [.ligature: 1])).maximum == 0)
  }

  @Test(arguments: [NSTextAlignment.left, .right, .center])
  func tabsLeadToTheirStops(alignment: NSTextAlignment) throws {
    let style = NSMutableParagraphStyle()
    style.tabStops = [NSTextTab(textAlignment: alignment, location: 120)]
    let image = try picture("I\tHH", [.paragraphStyle: style])
    let part = box(image.cropped(x: 60, y: 0, width: 180, height: Self.height))
      .offsetBy(dx: 60, dy: 0)
    let place =
      switch alignment {
      case .left: part.minX
      case .right: part.maxX
      default: part.midX
      }
    #expect(abs(place - 140) <= 5, "\(part)")
  }

  /// Lines end before the tail indent, from the right edge when it is negative.
  @Test(arguments: [-90.0, 110])
  func tailIndentEndsLines(indent: CGFloat) throws {
    let style = NSMutableParagraphStyle()
    style.tailIndent = indent
    let attributes: [NSAttributedString.Key: Any] = [
      .paragraphStyle: style, .font: UIFont.systemFont(ofSize: 20),
    ]
    let ink = box(try picture("one two three four", attributes))
    #expect(ink.maxX <= 131 && ink.maxX > 80 && ink.height > 30, "\(ink)")
    #expect(
      box(try picture("one two three four", [.font: UIFont.systemFont(ofSize: 20)])).maxX > 150)
  }

  /// Words are not hyphenated: the factor changes nothing.
  @Test func hyphenationFactorChangesNothing() throws {
    let style = NSMutableParagraphStyle()
    let text = "incomprehensibilities of hyphenation"
    let font = UIFont.systemFont(ofSize: 16)
    let plain = try picture(text, width: 100, [.paragraphStyle: style, .font: font])
    let hyphenated = NSMutableParagraphStyle()
    hyphenated.hyphenationFactor = 1
    #expect(
      PictureDifference(
        plain, try picture(text, width: 100, [.paragraphStyle: hyphenated, .font: font])
      ).maximum == 0)
  }
}
