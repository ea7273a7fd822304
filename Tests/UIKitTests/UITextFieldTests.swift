// UITextFieldTests.swift
// Typing, selection, undo and delegate callbacks, through a window's events.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import Typesetting
import UIKitCore

// Serialized, as the clipboard is global.
@MainActor @Suite(.serialized) struct UITextFieldTests {
  /// Records calls, and refuses those in a list.
  final class Delegate: UITextFieldDelegate {
    var log: [String] = []
    var refused: Set<String> = []

    private func answer(_ name: String) -> Bool {
      log.append(name)
      return !refused.contains(name)
    }
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { answer("shouldBegin") }
    func textFieldDidBeginEditing(_ textField: UITextField) { log.append("didBegin") }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { answer("shouldEnd") }
    func textFieldDidEndEditing(_ textField: UITextField) { log.append("didEnd") }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool { answer("return") }
    func textFieldShouldClear(_ textField: UITextField) -> Bool { answer("clear") }
    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
      replacementString string: String
    ) -> Bool { answer("change \(range.location),\(range.length) \(string)") }
  }

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
  let field = UITextField(frame: CGRect(x: 0, y: 0, width: 120, height: 20))
  let delegate = Delegate()

  /// Shows the field, in a font whose characters are all 0.6 em wide. Returns what restores the fonts.
  ///
  /// Within each test, as other tests run between the initialiser and the test.
  private func begin() -> () -> Void {
    let installed = Fonts.provider
    Fonts.provider = PlaceholderFont()
    window.isHidden = false
    field.font = .systemFont(ofSize: 10)
    window.addSubview(field)
    field.delegate = delegate
    window.layoutIfNeeded()
    return { Fonts.provider = installed }
  }

  func send(_ kinds: InputEvent.Kind...) {
    for kind in kinds { window.deliver(InputEvent(time: 0, kind: kind)) }
  }
  func type(_ text: String) {
    for character in text {
      send(
        .keyDown(.character(character), modifiers: [], isRepeat: false), .text(String(character)))
    }
  }
  func key(_ key: Key, _ modifiers: KeyModifiers = []) {
    send(.keyDown(key, modifiers: modifiers, isRepeat: false), .keyUp(key, modifiers: modifiers))
  }
  func click(_ x: CGFloat, clicks: Int = 1) {
    let point = CGPoint(x: x, y: 10)
    send(.pointerDown(point, button: 1, clicks: clicks), .pointerUp(point, button: 1))
  }

  /// A border of one's own stays in every appearance, whether it was set before the style or after it.
  @Test func ownBorderColorStays() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let red = UIColor.red.cgColor
    let fields = (0..<3).map { _ in UITextField(frame: .zero) }
    fields[0].layer.borderColor = red
    for field in fields { field.borderStyle = .roundedRect }
    fields[1].layer.borderColor = red
    let usual = fields[2].layer.borderColor
    window.overrideUserInterfaceStyle = .light
    fields.forEach(window.addSubview)
    window.overrideUserInterfaceStyle = .dark
    #expect(fields[0].layer.borderColor == red && fields[1].layer.borderColor == red)
    #expect(fields[2].layer.borderColor != usual && fields[2].layer.borderColor != red)
  }

  @Test func editingCallbacksComeInOrder() {
    let end = begin()
    defer { end() }
    var events: [String] = []
    field.addAction(UIAction { _ in events.append("begin") }, for: .editingDidBegin)
    field.addAction(UIAction { _ in events.append("end") }, for: .editingDidEnd)
    click(5)
    #expect(field.isEditing && delegate.log == ["shouldBegin", "didBegin"])
    #expect(field.resignFirstResponder())
    #expect(delegate.log == ["shouldBegin", "didBegin", "shouldEnd", "didEnd"])
    #expect(events == ["begin", "end"])
  }

  @Test func editingIsPosted() {
    let restore = begin()
    defer { restore() }
    nonisolated(unsafe) var posts: [String] = []
    let tokens = [
      UITextField.textDidBeginEditingNotification, UITextField.textDidChangeNotification,
      UITextField.textDidEndEditingNotification,
    ].map { name in
      NotificationCenter.default.addObserver(forName: name, object: field, queue: nil) {
        posts.append($0.name.rawValue)
      }
    }
    field.becomeFirstResponder()
    type("a")
    // As on iOS a change by code is none of the user's.
    field.text = "b"
    field.resignFirstResponder()
    #expect(
      posts == [
        "UITextFieldTextDidBeginEditingNotification", "UITextFieldTextDidChangeNotification",
        "UITextFieldTextDidEndEditingNotification",
      ])
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }

  @Test func delegateCanRefuseEditing() {
    let end = begin()
    defer { end() }
    delegate.refused = ["shouldBegin"]
    click(5)
    #expect(!field.isEditing)
    delegate.refused = ["shouldEnd", "change 0,0 x"]
    click(5)
    type("xy")
    #expect(field.text == "y")
    #expect(!field.resignFirstResponder() && field.isEditing)
  }

  @Test func typingInsertsAndSendsEvents() {
    let end = begin()
    defer { end() }
    var changes = 0
    field.addAction(UIAction { _ in changes += 1 }, for: .editingChanged)
    click(5)
    type("ab")
    key(.left)
    type("c")
    #expect(field.text == "acb" && changes == 3)
    #expect(delegate.log.suffix(1) == ["change 1,0 c"])
    field.text = "set by code"
    #expect(changes == 3)
  }

  @Test func editingKeys() {
    let end = begin()
    defer { end() }
    field.text = "one two three"
    click(119)
    key(.backspace, .control)
    #expect(field.text == "one two ")
    key(.home)
    key(.delete)
    #expect(field.text == "ne two ")
    key(.right, [.shift, .control])
    type("X")
    #expect(field.text == "X two ")
    key(.character("a"), .control)
    key(.backspace)
    #expect(field.text == "")
  }

  @Test func cutCopyPaste() {
    let end = begin()
    defer { end() }
    field.text = "one two"
    click(119)
    key(.left, [.shift, .control])
    key(.character("x"), .control)
    #expect(field.text == "one ")
    key(.character("v"), .control)
    key(.character("v"), .control)
    #expect(field.text == "one twotwo")
  }

  @Test func pointerSelectsText() {
    let end = begin()
    defer { end() }
    field.text = "one two"
    click(32, clicks: 2)
    type("2")
    #expect(field.text == "one 2")
    send(
      .pointerDown(CGPoint(x: 0, y: 10), button: 1, clicks: 1),
      .pointerMoved(CGPoint(x: 19, y: 10)), .pointerUp(CGPoint(x: 19, y: 10), button: 1))
    type("1")
    #expect(field.text == "1 2")
  }

  @Test func returnEndsEditingOnlyWithEditingDidEndOnExitTarget() {
    let end = begin()
    defer { end() }
    click(5)
    key(.return)
    #expect(field.isEditing && delegate.log.last == "return")
    var exits = 0
    field.addAction(UIAction { _ in exits += 1 }, for: .editingDidEndOnExit)
    key(.return)
    #expect(!field.isEditing && exits == 1)
  }

  @Test func delegateCanEndEditingOnReturn() {
    let end = begin()
    defer { end() }
    final class Ending: UITextFieldDelegate {
      func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        textField.resignFirstResponder()
        return false
      }
    }
    let ending = Ending()
    field.delegate = ending
    click(5)
    key(.return)
    #expect(!field.isEditing)
  }

  @Test func typedKeysAreConsumed() {
    let end = begin()
    defer { end() }
    final class Witness: UIView {
      var keys = 0
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        keys += 1
      }
    }
    let witness = Witness(frame: window.bounds)
    window.addSubview(witness)
    witness.addSubview(field)
    click(5)
    type("a")
    key(.space)
    #expect(witness.keys == 0)
    key(.function(3))
    key(.escape)
    #expect(witness.keys == 2)
  }

  @Test func compositionShowsAndCommits() {
    let end = begin()
    defer { end() }
    click(5)
    send(.composition("k"), .composition("ka"))
    #expect(field.text == "ka")
    send(.composition(""), .text("か"))
    #expect(field.text == "か")
  }

  @Test func secureFieldCannotBeCopied() {
    let end = begin()
    defer { end() }
    field.isSecureTextEntry = true
    field.text = "pässword"
    click(119)
    key(.character("a"), .control)
    Platform.services.clipboard = "before"
    key(.character("c"), .control)
    #expect(Platform.services.clipboard == "before")
    key(.backspace)
    #expect(field.text == "")
  }

  @Test func removalFromWindowEndsEditing() {
    let end = begin()
    defer { end() }
    click(5)
    field.removeFromSuperview()
    #expect(!field.isEditing && delegate.log.last == "didEnd")
  }

  @Test func pastedLinesBecomeOneLine() {
    let end = begin()
    defer { end() }
    click(5)
    field.insertText("a\nb")
    #expect(field.text == "a b")
  }

  // MARK: Undo

  private func key(_ character: Character, _ modifiers: KeyModifiers = .control) {
    send(.keyDown(.character(character), modifiers: modifiers, isRepeat: false))
  }

  @Test func undoAndRedoByWord() {
    let end = begin()
    defer { end() }
    field.becomeFirstResponder()
    type("one two")
    #expect(field.text == "one two")
    key("z")
    #expect(field.text == "one")
    key("z")
    #expect(field.text == "")
    key("z")
    #expect(field.text == "")
    key("y")
    key("z", [.control, .shift])
    #expect(field.text == "one two")
    key("z")
    type("x")
    key("y")
    #expect(field.text == "onex")
  }

  @Test func caretMoveEndsUndoCoalescing() {
    let end = begin()
    defer { end() }
    field.becomeFirstResponder()
    type("ab")
    send(.keyDown(.left, modifiers: [], isRepeat: false))
    type("c")
    #expect(field.text == "acb")
    key("z")
    #expect(field.text == "ab")
    send(.keyDown(.backspace, modifiers: [], isRepeat: false))
    key("z")
    #expect(field.text == "ab")
    key("z")
    #expect(field.text == "")
  }

  @Test func compositionIsUndoneAsAWhole() {
    let end = begin()
    defer { end() }
    field.becomeFirstResponder()
    type("a")
    send(.composition("k"), .composition("ka"), .text("か"))
    #expect(field.text == "aか")
    key("z")
    #expect(field.text == "a")
  }

  @Test func settingTextClearsHistory() {
    let end = begin()
    defer { end() }
    field.becomeFirstResponder()
    type("a")
    field.text = "set"
    key("z")
    #expect(field.text == "set")
  }
}
