// LabelDrawingTests.swift
// Labels whose text changes: drawing, caching, and layout of the superview.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import Typesetting
import UIKitCore

/// A label without the drawing cache, which subclasses bypass.
private final class DrawnLabel: UILabel {}

/// A view that counts its layouts, and may size a label.
private final class LayoutCounter: UIView {
  let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
  var measures = false
  var count = 0

  override func layoutSubviews() {
    count += 1
    if measures { label.sizeToFit() }
  }

  /// The number of layouts for a text.
  func layouts(_ text: String) -> Int {
    count = 0
    label.text = text
    layoutIfNeeded()
    return count
  }
}

// Serialized, as the font provider is global.
@MainActor @Suite(.serialized) struct LabelDrawingTests {
  private func withFonts(_ fonts: any FontProvider, _ body: () throws -> Void) rethrows {
    let (installed, scale) = (Fonts.provider, UIScreen.main.scale)
    (Fonts.provider, UIScreen.main.scale) = (fonts, 1)
    defer { (Fonts.provider, UIScreen.main.scale) = (installed, scale) }
    try body()
  }

  private func contents(_ label: UILabel, _ text: String) -> Drawing? {
    label.text = text
    return contents(label)
  }

  private func contents(_ label: UILabel) -> Drawing? {
    label.layer.setNeedsDisplay()
    label.layer.displayIfNeeded()
    return label.layer.contents as? Drawing
  }

  /// Law: cached and new drawings equal those through the context with a font without a glyph table.
  @Test func cachedAndDirectDrawingAgree() {
    var random = SeededRandom(seed: 77)
    let (fast, plain) = (UILabel(), DrawnLabel())
    var texts: [String] = []
    for round in 0..<1500 {
      if round % 3 == 0 || texts.isEmpty { texts.append(RandomText.next(using: &random)) }
      let text = texts.randomElement(using: &random)
      let size = CGSize(
        width: Double([20, 80, 300][Int.random(in: 0..<3, using: &random)]),
        height: Double([10, 31, 90][Int.random(in: 0..<3, using: &random)]))
      let alignment = NSTextAlignment(rawValue: Int.random(in: 0..<5, using: &random))
      let mode = NSLineBreakMode(rawValue: Int.random(in: 0..<6, using: &random))
      let lines = Int.random(in: 0..<3, using: &random)
      let points = Bool.random(using: &random) ? 9 : 13.3
      let color: UIColor = Bool.random(using: &random) ? .red : .label
      let scale = CGFloat(Int.random(in: 2...4, using: &random)) / 2
      for label in [fast, plain] {
        label.bounds.size = size
        label.textAlignment = alignment ?? .natural
        label.lineBreakMode = mode ?? .byClipping
        label.numberOfLines = lines
        label.font = .systemFont(ofSize: points)
        label.textColor = color
        label.contentScaleFactor = scale
        label.isEnabled = round % 7 != 0
        label.text = text
      }
      var shown: (Drawing?, Drawing?)
      withFonts(fastFonts) { shown.0 = contents(fast) }
      withFonts(plainFonts) { shown.1 = contents(plain) }
      #expect(shown.0 == shown.1, "\(text.debugDescription) in \(size), \(lines) lines")
    }
  }

  private let fastFonts = KernedFont(hasTable: true)
  private let plainFonts = KernedFont(hasTable: false)

  @Test func repeatedTextReusesDrawing() throws {
    try withFonts(fastFonts) {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
      for text in ["1", "2"] { _ = contents(label, text) }
      let first = try #require(contents(label, "1"))
      let second = try #require(contents(label, "2"))
      #expect(contents(label, "1") === first && first != second)
      label.textColor = .red
      #expect(contents(label) != first)
      // Labels of the same style share it; another size is another style.
      let other = UILabel(frame: label.frame)
      other.text = "2"
      #expect(contents(other) === second)
      other.bounds.size.height = 31
      #expect(contents(other) != second)
    }
  }

  @Test func unreferencedDrawingIsRecycled() throws {
    try withFonts(fastFonts) {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
      var objects: Set<ObjectIdentifier> = []
      for number in 900..<940 {
        let drawing = try #require(contents(label, "\(number)"))
        objects.insert(ObjectIdentifier(drawing))
      }
      // All but a few that collide in the cache.
      #expect(objects.count < 25)
      let held = try #require(contents(label, "held"))
      let items = held.items
      for number in 0..<5 { _ = contents(label, "other \(number)") }
      #expect(held.items == items)
    }
  }

  @Test func shadowFittingAndScrollingBypassTheCache() {
    withFonts(fastFonts) {
      for change: (UILabel) -> Void in [
        { $0.shadowColor = .red }, { $0.bounds.origin.x = 3 }, { $0.text = nil },
        { $0.adjustsFontSizeToFitWidth = true },
        { $0.attributedText = NSAttributedString(string: "b", attributes: [.kern: 2]) },
      ] {
        let labels = [UILabel(), DrawnLabel()]
        for label in labels {
          label.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
          label.text = "A text"
          change(label)
        }
        #expect(contents(labels[0]) == contents(labels[1]))
      }
    }
  }

  @Test func fontProviderChangeInvalidatesDrawings() {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    label.text = "a"
    var first: Drawing?
    withFonts(fastFonts) { first = contents(label) }
    withFonts(PlaceholderFont()) { #expect(contents(label) != first) }
  }

  @Test func drawingCacheIsBounded() {
    withFonts(fastFonts) {
      let store = TextDrawings()
      let values = TextStyle.Values(
        attributes: TextAttributes(face: FontFaceID(rawValue: 3), size: 10),
        paragraph: ParagraphSettings(), room: CGSize(width: 50, height: 20), scale: 1)
      let style = store.style(for: values)
      #expect(store.style(for: values) === style)
      func drawing(_ text: String) -> Drawing {
        store.drawing(of: text, in: style) { Drawing(size: .zero, items: []) }
      }
      let texts = (0..<TextDrawings.limit).map { "\($0)" }
      // Texts drawn once are not cached, except for a few collisions.
      for text in texts { _ = drawing(text) }
      #expect(store.count < TextDrawings.limit / 10)
      // One half holds them all.
      let made = texts.map(drawing)
      for _ in 0..<3 {
        for (text, known) in zip(texts, made) { #expect(drawing(text) === known) }
      }
      for index in 0..<5 * TextDrawings.limit {
        for _ in 0..<2 { _ = drawing("x\(index)") }
        #expect(store.count <= 2 * TextDrawings.limit)
      }
      #expect(store.count > TextDrawings.limit)
      #expect(drawing("0") !== made[0])
      // Long texts are not cached, and fewer of medium length are.
      let before = store.count
      for _ in 0..<3 { _ = drawing(String(repeating: "a", count: 5000)) }
      #expect(store.count == before)
      for index in 0..<1000 {
        for _ in 0..<2 { _ = drawing("\(index)" + String(repeating: "b", count: 500)) }
      }
      #expect(store.count <= 2 * TextDrawings.byteLimit / 500)
      Fonts.provider = plainFonts
      _ = store.style(for: values)
      #expect(store.count == 0 && store.style(for: values) !== style)
    }
  }

  /// Equal strings may have different scalars, with different glyphs.
  @Test func textsAreComparedByUnicodeScalars() {
    withFonts(fastFonts) {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
      let composed = contents(label, "\u{E9}")
      label.text = "e\u{301}"
      #expect(label.layer.needsDisplay() && contents(label) != composed)
    }
  }

  @Test func superviewLayoutOnlyWhenRequestedSizeChanges() {
    withFonts(PlaceholderFont()) {
      let view = LayoutCounter(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
      view.addSubview(view.label)
      view.label.font = .systemFont(ofSize: 10)
      view.layoutIfNeeded()
      #expect(view.layouts("10") == 0)
      view.measures = true
      view.setNeedsLayout()
      view.layoutIfNeeded()
      #expect(view.label.bounds.width == 12)
      #expect(view.layouts("11") == 0)
      #expect(view.layouts("111") == 1 && view.label.bounds.width == 18)
      #expect(view.layouts("112") == 0)
      view.label.font = .systemFont(ofSize: 20)
      view.layoutIfNeeded()
      #expect(view.label.bounds.width == 36)
      // A view that requested several sizes is notified of every change.
      view.measures = false
      view.label.numberOfLines = 0
      view.layoutIfNeeded()
      _ = view.label.sizeThatFits(CGSize(width: 30, height: 0))
      _ = view.label.intrinsicContentSize
      #expect(view.layouts("113") == 1 && view.layouts("114") == 0)
    }
  }
}
