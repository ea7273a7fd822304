// BidiTextFieldTests.swift
// Text fields with text from right to left: pointer, arrow keys and selection, through a window's events.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import Typesetting
import UIKitCore

// Serialized, as the font provider is global. Every character is 6 points wide; three letters lie at 100...118.
@MainActor @Suite(.serialized) struct BidiTextFieldTests {
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
  private let field = UITextField(frame: CGRect(x: 0, y: 0, width: 120, height: 20))

  private func withField(_ text: String, _ body: () -> Void) {
    let installed = Fonts.provider
    Fonts.provider = BidiFont()
    defer { Fonts.provider = installed }
    window.isHidden = false
    field.font = .systemFont(ofSize: 10)
    window.addSubview(field)
    field.text = text
    window.layoutIfNeeded()
    body()
  }

  private func send(_ kinds: InputEvent.Kind...) {
    for kind in kinds { window.deliver(InputEvent(time: 0, kind: kind)) }
  }

  private func click(_ x: CGFloat) {
    let point = CGPoint(x: x, y: 10)
    send(.pointerDown(point, button: 1, clicks: 1), .pointerUp(point, button: 1))
  }

  private func key(_ key: Key, _ modifiers: KeyModifiers = []) {
    send(.keyDown(key, modifiers: modifiers, isRepeat: false), .keyUp(key, modifiers: modifiers))
  }

  private func type(_ character: Character) {
    send(.keyDown(.character(character), modifiers: [], isRepeat: false), .text(String(character)))
  }

  @Test func textFromRightToLeftBeginsOnTheRight() {
    withField("אבג") {
      click(117)
      type("ד")
      #expect(field.text == "דאבג")
    }
    withField("אבג") {
      click(20)
      type("ד")
      #expect(field.text == "אבגד")
    }
  }

  @Test func arrowKeysMoveInTheirDirections() {
    withField("אבג") {
      click(101)
      key(.right)
      type("ד")
      #expect(field.text == "אבדג")
    }
    withField("abc") {
      click(1)
      key(.right)
      type("d")
      #expect(field.text == "adbc")
    }
  }

  @Test func selectionGrowsAndCollapsesInTheDirectionOfTheArrow() {
    withField("אבג") {
      click(101)
      key(.right, .shift)
      type("ד")
      #expect(field.text == "אבד")
    }
    withField("אבג") {
      click(101)
      key(.right, .shift)
      key(.right, .shift)
      key(.right)
      type("ד")
      #expect(field.text == "אדבג")
    }
  }
}
