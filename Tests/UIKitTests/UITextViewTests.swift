// UITextViewTests.swift
// Text views: text and attributes, size and scrolling, editing by keys and pointer, delegates.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct UITextViewTests {
    final class Delegate: UITextViewDelegate {
      var log: [String] = []
      var refused: String?
      var notesSelections = false

      func textViewShouldBeginEditing(_ textView: UITextView) -> Bool {
        log.append("should begin")
        return true
      }
      func textViewDidBeginEditing(_ textView: UITextView) { log.append("began") }
      func textViewDidEndEditing(_ textView: UITextView) { log.append("ended") }
      func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
      ) -> Bool {
        log.append("\(range.location),\(range.length) \(text.debugDescription)")
        return text != refused
      }
      func textViewDidChange(_ textView: UITextView) { log.append("changed") }
      func textViewDidChangeSelection(_ textView: UITextView) {
        if notesSelections { log.append("caret \(textView.selectedRange.location)") }
      }
      func scrollViewDidScroll(_ scrollView: UIScrollView) { log.append("scrolled") }

      func take() -> [String] {
        defer { log = [] }
        return log
      }
    }

    /// A text view of 100 x 60 points in a window with the keyboard.
    @MainActor final class Scene {
      let base = ViewScene()
      let view = UITextView(frame: CGRect(x: 0, y: 20, width: 100, height: 60))
      let delegate = Delegate()
      private(set) var time = 0.0

      init(_ text: String) {
        view.font = .systemFont(ofSize: 16)
        view.text = text
        base.window.addSubview(view)
        base.window.makeKeyAndVisible()
        base.host.send(.focusChanged(true))
        advance()
        view.delegate = delegate
      }

      func advance() {
        time += 0.05
        base.host.advance(to: time)
      }

      func key(_ key: Key, _ modifiers: KeyModifiers = []) {
        base.host.send(.keyDown(key, modifiers: modifiers, isRepeat: false))
        base.host.send(.keyUp(key, modifiers: modifiers))
        advance()
      }

      func type(_ text: String) {
        base.host.send(.text(text))
        advance()
      }

      func press(_ point: CGPoint, clicks: Int = 1, to end: CGPoint? = nil) {
        base.host.send(.pointerDown(point, button: 1, clicks: clicks))
        advance()
        if let end {
          base.host.send(.pointerMoved(end))
          advance()
        }
        base.host.send(.pointerUp(end ?? point, button: 1))
        advance()
      }

      var selection: Range<Int> {
        view.selectedRange.location..<view.selectedRange.location + view.selectedRange.length
      }
    }

    @Test func defaultsAreThoseOfUIKit() {
      let view = UITextView()
      #expect(view.text == "" && view.attributedText.length == 0 && !view.hasText)
      #expect(view.isEditable && view.isSelectable && view.isScrollEnabled)
      #expect(view.textContainerInset == UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0))
      #expect(view.textContainer.lineFragmentPadding == 5)
      #expect(view.selectedRange == NSRange(location: 0, length: 0))
      view.text = nil
      #expect(view.text == "")
    }

    @Test func contentIsAsHighAsTheWrappedText() {
      let scene = Scene("one")
      let line = scene.view.contentSize.height - 16
      #expect(line > 10 && scene.view.contentSize.width == 100)
      scene.view.text = "one\ntwo\nthree"
      #expect(abs(scene.view.contentSize.height - 16 - 3 * line) < 3)
      scene.view.text = String(repeating: "words ", count: 30)
      let wrapped = scene.view.contentSize.height
      #expect(wrapped > 8 * line)
      scene.view.frame.size.width = 300
      scene.advance()
      #expect(scene.view.contentSize.height < wrapped / 2)
      scene.view.textContainerInset = UIEdgeInsets(top: 20, left: 10, bottom: 30, right: 10)
      scene.view.text = "one"
      #expect(scene.view.contentSize.height == line + 50)
      let fitting = scene.view.sizeThatFits(CGSize(width: 200, height: 0))
      #expect(fitting.height == line + 50 && fitting.width < 100)
    }

    @Test func intrinsicSizeIsTheTextsWithoutScrolling() {
      let scene = Scene("one\ntwo")
      #expect(scene.view.intrinsicContentSize.height == UIView.noIntrinsicMetric)
      scene.view.isScrollEnabled = false
      #expect(scene.view.intrinsicContentSize.height == scene.view.contentSize.height)
    }

    @Test func typedTextHasTheAttributesBeforeTheCaret() {
      let scene = Scene("")
      let text = NSMutableAttributedString(
        string: "red", attributes: [.foregroundColor: UIColor.red])
      text.append(NSAttributedString(string: "blue", attributes: [.foregroundColor: UIColor.blue]))
      scene.view.attributedText = text
      scene.view.becomeFirstResponder()
      func color(_ offset: Int) -> UIColor? {
        scene.view.attributedText.attribute(.foregroundColor, at: offset, effectiveRange: nil)
          as? UIColor
      }
      scene.view.selectedRange = NSRange(location: 3, length: 0)
      scene.type("d")
      #expect(scene.view.text == "reddblue" && color(3) == .red && color(4) == .blue)
      scene.view.typingAttributes = [.foregroundColor: UIColor.green]
      scene.type("x")
      #expect(scene.view.text == "reddxblue" && color(4) == .green && color(5) == .blue)
      scene.view.textColor = .black
      #expect((0..<9).allSatisfy { color($0) == .black })
    }

    @Test func undoReturnsToTheAttributesToo() {
      let scene = Scene("")
      let text = NSMutableAttributedString(
        string: "red", attributes: [.foregroundColor: UIColor.red])
      text.append(NSAttributedString(string: "blue", attributes: [.foregroundColor: UIColor.blue]))
      scene.view.attributedText = text
      scene.view.becomeFirstResponder()
      func colors() -> [UIColor?] {
        (0..<scene.view.attributedText.length).map {
          scene.view.attributedText.attribute(.foregroundColor, at: $0, effectiveRange: nil)
            as? UIColor
        }
      }
      scene.key(.character("a"), .control)
      scene.key(.character("x"), .control)
      #expect(scene.view.text == "")
      #expect(scene.view.typingAttributes[.foregroundColor] as? UIColor == .red)
      scene.type("x")
      #expect(colors() == [.red])
      scene.key(.character("z"), .control)
      scene.key(.character("z"), .control)
      #expect(scene.view.attributedText == text)
      scene.key(.character("z"), [.control, .shift])
      scene.key(.character("z"), [.control, .shift])
      #expect(scene.view.text == "x" && colors() == [.red])
    }

    @Test func returnInsertsALineAndTheDelegateMayRefuseIt() {
      let scene = Scene("ab")
      scene.view.becomeFirstResponder()
      #expect(scene.delegate.take() == ["should begin", "began"])
      scene.key(.return)
      #expect(scene.view.text == "ab\n" && scene.delegate.take() == ["2,0 \"\\n\"", "changed"])
      scene.delegate.refused = "\n"
      scene.key(.return)
      #expect(scene.view.text == "ab\n" && scene.delegate.take() == ["3,0 \"\\n\""])
      scene.key(.backspace)
      #expect(scene.view.text == "ab" && scene.delegate.take() == ["2,1 \"\"", "changed"])
      scene.view.resignFirstResponder()
      #expect(scene.delegate.take() == ["ended"])
    }

    @Test func rangesOutsideOfTheTextAreClamped() {
      let scene = Scene("abc")
      scene.view.selectedRange = NSRange(location: 2, length: .max)
      #expect(scene.selection == 2..<3)
      scene.view.selectedRange = NSRange(location: NSNotFound, length: 5)
      #expect(scene.selection == 3..<3)
      scene.view.selectedRange = NSRange(location: -4, length: 2)
      #expect(scene.selection == 0..<2)
      scene.view.scrollRangeToVisible(NSRange(location: NSNotFound, length: .max))
    }

    /// With the text already changed, as on iOS.
    @Test func theSelectionIsReportedBeforeTheText() {
      let scene = Scene("ab")
      scene.view.becomeFirstResponder()
      scene.delegate.notesSelections = true
      _ = scene.delegate.take()
      scene.type("c")
      #expect(scene.delegate.take() == ["2,0 \"c\"", "caret 3", "changed"])
      scene.key(.left)
      #expect(scene.delegate.take() == ["caret 2"])
    }

    @Test func keysMoveBetweenLinesAtTheirColumn() {
      let scene = Scene("mmmm\nm\nmmmm")
      scene.view.becomeFirstResponder()
      scene.view.selectedRange = NSRange(location: 3, length: 0)
      scene.key(.down)
      #expect(scene.selection == 6..<6)
      scene.key(.down)
      #expect(scene.selection == 10..<10)
      scene.key(.home)
      #expect(scene.selection == 7..<7)
      scene.key(.end, .shift)
      #expect(scene.selection == 7..<11)
      scene.key(.up)
      #expect(scene.selection == 6..<6)
      scene.key(.up)
      scene.key(.up)
      #expect(scene.selection == 0..<0)
      scene.key(.down, .control)
      #expect(scene.selection == 11..<11)
      scene.key(.left)
      scene.key(.character("z"), .control)
      #expect(scene.view.text == "mmmm\nm\nmmmm")
    }

    @Test func arrowsFollowTheScreenInBothDirections() {
      let scene = Scene("\u{5D0}\u{5D1}\u{5D2}\nabc")
      scene.view.becomeFirstResponder()
      scene.view.selectedRange = NSRange(location: 0, length: 0)
      scene.key(.left)
      #expect(scene.selection == 1..<1)
      scene.key(.right)
      #expect(scene.selection == 0..<0)
      scene.key(.left)
      scene.key(.left)
      scene.key(.left)
      #expect(scene.selection == 3..<3)
      // From the left edge of a line from right to left to the next line.
      scene.key(.left)
      #expect(scene.selection == 4..<4)
      scene.key(.right)
      #expect(scene.selection == 5..<5)
    }

    @Test func theClipboardTakesSeveralLines() {
      let scene = Scene("one\ntwo\nthree")
      scene.view.becomeFirstResponder()
      scene.view.selectedRange = NSRange(location: 0, length: 7)
      scene.key(.character("x"), .control)
      #expect(scene.view.text == "\nthree" && Platform.services.clipboard == "one\ntwo")
      scene.key(.end, .control)
      scene.key(.character("v"), .control)
      #expect(scene.view.text == "\nthreeone\ntwo")
      scene.key(.character("z"), .control)
      #expect(scene.view.text == "\nthree")
      scene.key(.character("z"), .control)
      #expect(scene.view.text == "one\ntwo\nthree")
    }

    @Test func thePointerPlacesTheCaretAndSelects() {
      let scene = Scene("first\nsecond")
      let top = scene.view.frame.minY
      let lower = top + 8 + (scene.view.contentSize.height - 16) * 0.75
      scene.press(CGPoint(x: 6, y: top + 14))
      #expect(scene.view.isFirstResponder && scene.selection == 0..<0)
      scene.press(CGPoint(x: 6, y: lower), clicks: 2)
      #expect(scene.selection == 6..<12)
      scene.press(CGPoint(x: 6, y: lower), clicks: 3)
      #expect(scene.selection == 6..<12)
      scene.press(CGPoint(x: 6, y: top + 14), to: CGPoint(x: 6, y: lower))
      #expect(scene.selection == 0..<6)
      #expect(scene.view.contentOffset == .zero)
    }

    @Test func theCaretStaysVisibleWhileTyping() {
      let scene = Scene("")
      scene.view.becomeFirstResponder()
      for _ in 0..<6 {
        scene.type("x")
        scene.key(.return)
      }
      #expect(scene.view.contentOffset.y > 0)
      #expect(
        abs(scene.view.contentOffset.y - (scene.view.contentSize.height - 60)) < 0.5)
      scene.view.scrollRangeToVisible(NSRange(location: 0, length: 1))
      #expect(scene.view.contentOffset.y == 0)
      #expect(scene.delegate.log.contains("scrolled"))
    }

    @Test func textThatCannotBeEditedIsSelectedAndCopied() {
      let scene = Scene("read only")
      scene.view.isEditable = false
      scene.press(CGPoint(x: 6, y: 40), clicks: 2)
      #expect(scene.selection == 0..<4)
      scene.type("x")
      scene.key(.backspace)
      scene.view.insertText("y")
      #expect(scene.view.text == "read only" && scene.delegate.take().isEmpty)
      scene.key(.character("c"), .control)
      #expect(Platform.services.clipboard == "read")
      scene.view.resignFirstResponder()
      scene.view.isSelectable = false
      scene.press(CGPoint(x: 6, y: 40))
      #expect(!scene.view.isFirstResponder)
    }

    @Test func composedTextIsShownAndReplaced() {
      let scene = Scene("a")
      scene.view.becomeFirstResponder()
      scene.base.host.send(.composition("k"))
      scene.advance()
      #expect(scene.view.text == "ak")
      scene.base.host.send(.composition(""))
      scene.type("\u{304B}")
      #expect(scene.view.text == "a\u{304B}")
    }

    @Test func textSelectionAndCaretAreDrawn() {
      let scene = Scene("mmmm")
      scene.base.window.backgroundColor = .white
      scene.advance()
      func ink() -> Int {
        let image = scene.base.host.image()
        return stride(from: 0, to: image.pixels.count, by: 4).count { image.pixels[$0] < 128 }
      }
      let text = ink()
      #expect(text > 20)
      scene.view.tintColor = .black
      scene.view.becomeFirstResponder()
      scene.advance()
      #expect(ink() > text)
      scene.view.text = ""
      scene.view.resignFirstResponder()
      scene.advance()
      #expect(ink() == 0)
    }
  }
}
