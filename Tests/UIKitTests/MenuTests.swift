// MenuTests.swift
// Commands of keys, menus of buttons and views.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import UIKitCore

/// A controller with commands of keys.
@MainActor private final class Editor: UIViewController {
  var called: [String] = []
  lazy var commands = [
    UIKeyCommand(
      input: "s", modifierFlags: .command, action: Selector(Editor.save, named: "save")),
    UIKeyCommand(
      input: UIKeyCommand.inputUpArrow, modifierFlags: [],
      action: Selector(Editor.up, named: "up:")),
    UIKeyCommand(input: "q", modifierFlags: [], action: Selector(Editor.up, named: "up:")),
    UIKeyCommand(
      action: Selector(Editor.up, named: "up:"), input: "x", modifierFlags: .command,
      propertyList: 3, attributes: .disabled),
  ]
  override var keyCommands: [UIKeyCommand]? { commands + (super.keyCommands ?? []) }
  func save() { called.append("save") }
  func up(_ command: UIKeyCommand) { called.append("up \(command.input?.count ?? 0)") }
}

/// Provides a menu, and notes what it is told.
@MainActor private final class Menus: UIContextMenuInteractionDelegate {
  var lines: [String] = []
  var menu: UIMenu?

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    lines.append("at \(Int(location.x)),\(Int(location.y))")
    return menu.map { menu in UIContextMenuConfiguration(actionProvider: { _ in menu }) }
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    animator?.addAnimations { interaction.view?.alpha = 0.5 }
    animator?.addCompletion { self.lines.append("shown") }
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {
    animator?.addCompletion { self.lines.append("ended") }
  }
}

extension LiveViews {
  @MainActor @Suite struct MenuTests {
    private func send(_ scene: ViewScene, _ kinds: InputEvent.Kind...) {
      for kind in kinds { scene.window.deliver(InputEvent(time: MediaClock.now, kind: kind)) }
    }

    private func key(_ scene: ViewScene, _ key: Key, _ modifiers: KeyModifiers = []) {
      send(
        scene, .keyDown(key, modifiers: modifiers, isRepeat: false),
        .keyUp(key, modifiers: modifiers))
    }

    private func rows(_ scene: ViewScene) -> [MenuRow] {
      func all(_ view: UIView) -> [MenuRow] {
        (view as? MenuRow).map { [$0] } ?? view.subviews.flatMap(all)
      }
      return all(scene.window)
    }

    private func titles(_ scene: ViewScene) -> [String] {
      rows(scene).map { $0.accessibilityLabel ?? "" }
    }

    private func click(_ scene: ViewScene, _ view: UIView) {
      scene.host.press(view)
      scene.host.advance(to: MediaClock.now + 0.05)
    }

    /// Control stands for Command; text fields keep their own keys.
    @Test func keysSendCommands() {
      let scene = ViewScene(size: CGSize(width: 300, height: 300))
      let editor = Editor()
      scene.window.rootViewController = editor
      key(scene, .character("s"), .control)
      key(scene, .character("s"), .command)
      key(scene, .character("s"))
      key(scene, .character("s"), [.control, .shift])
      key(scene, .character("x"), .control)
      key(scene, .up)
      #expect(editor.called == ["save", "save", "up 17"])
      editor.called = []
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
      editor.view.addSubview(field)
      field.becomeFirstResponder()
      key(scene, .up)
      key(scene, .character("q"))
      send(scene, .text("q"))
      key(scene, .character("s"), .control)
      #expect(editor.called == ["save"] && field.text == "q")
      for command in editor.commands { command.wantsPriorityOverSystemBehavior = true }
      send(scene, .keyDown(.character("q"), modifiers: [], isRepeat: false), .text("q"))
      #expect(editor.called == ["save", "up 1"] && field.text == "q", "its text is not typed")
      let added = UIKeyCommand(
        input: "\r", modifierFlags: .alternate, action: Selector(Editor.save, named: "save"))
      added.wantsPriorityOverSystemBehavior = true
      editor.addKeyCommand(added)
      key(scene, .return, .alternate)
      editor.removeKeyCommand(added)
      key(scene, .return, .alternate)
      #expect(editor.called == ["save", "up 1", "save"])
    }

    @Test func menuOfAButtonIsShownAndChosen() {
      let scene = ViewScene(size: CGSize(width: 400, height: 400))
      var chosen: [String] = []
      let button = UIButton(frame: CGRect(x: 20, y: 20, width: 80, height: 30))
      scene.window.addSubview(button)
      func action(_ title: String, _ attributes: UIMenuElement.Attributes = []) -> UIAction {
        UIAction(title: title, attributes: attributes, state: title == "Copy" ? .on : .off) {
          chosen.append($0.title)
        }
      }
      let more = UIMenu(title: "More", children: [action("Inner")])
      button.menu = UIMenu(
        children: [
          action("Copy"), action("Hidden", .hidden), action("Off", .disabled),
          UIMenu(options: .displayInline, children: [action("Stay", .keepsMenuPresented)]), more,
          UIDeferredMenuElement { $0([action("Later")]) },
          UIMenu(title: "Empty", children: [action("none", .hidden)]),
        ])
      #expect(button.menu?.selectedElements.count == 1)
      button.showsMenuAsPrimaryAction = true
      click(scene, button)
      #expect(titles(scene) == ["Copy", "Off", "Stay", "More", "Later"])
      scene.host.advance(to: MediaClock.now + 0.5)
      let all = rows(scene)
      click(scene, all[1])
      click(scene, all[2])
      #expect(chosen == ["Stay"])
      click(scene, all[3])
      scene.host.advance(to: MediaClock.now + 0.5)
      #expect(titles(scene) == ["‹ More", "Inner"])
      click(scene, rows(scene)[0])
      scene.host.advance(to: MediaClock.now + 0.5)
      #expect(titles(scene).first == "Copy")
      click(scene, rows(scene)[0])
      scene.host.advance(to: MediaClock.now + 0.5)
      #expect(chosen == ["Stay", "Copy"] && rows(scene).isEmpty)
      button.menu = nil
      click(scene, button)
      #expect(rows(scene).isEmpty)
    }

    /// Below the pointer, within the window; the arrows and Return choose, Escape and a press beside it close.
    @Test func contextMenuFollowsTheRightButtonAndKeys() {
      let scene = ViewScene(size: CGSize(width: 300, height: 300))
      let provider = Menus()
      var chosen: [String] = []
      provider.menu = UIMenu(
        title: "Edit",
        children: ["One", "Two"].map { title in
          UIAction(title: title, subtitle: "x") { chosen.append($0.title) }
        })
      scene.view.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
      let interaction = UIContextMenuInteraction(delegate: provider)
      scene.view.addInteraction(interaction)
      #expect(scene.view.interactions.count == 1 && interaction.view === scene.view)
      func open() {
        send(scene, .pointerDown(CGPoint(x: 280, y: 290), button: 3, clicks: 1))
        scene.host.advance(to: MediaClock.now + 1)
      }
      open()
      #expect(provider.lines == ["at 280,290", "shown"] && scene.view.alpha == 0.5)
      #expect(titles(scene) == ["Edit", "One", "Two"])
      for row in rows(scene) {
        let place = row.convert(row.bounds, to: nil)
        #expect(scene.window.bounds.contains(place), "\(place)")
      }
      key(scene, .down)
      key(scene, .down)
      key(scene, .return)
      scene.host.advance(to: MediaClock.now + 1)
      #expect(chosen == ["Two"] && rows(scene).isEmpty && provider.lines.last == "ended")
      open()
      key(scene, .escape)
      scene.host.advance(to: MediaClock.now + 1)
      #expect(rows(scene).isEmpty)
      open()
      send(scene, .pointerDown(CGPoint(x: 5, y: 5), button: 1, clicks: 1))
      send(scene, .pointerUp(CGPoint(x: 5, y: 5), button: 1))
      scene.host.advance(to: MediaClock.now + 1)
      #expect(rows(scene).isEmpty && chosen == ["Two"])
      scene.view.removeInteraction(interaction)
      open()
      #expect(rows(scene).isEmpty && interaction.view == nil)
      provider.menu = UIMenu()
      scene.view.addInteraction(interaction)
      open()
      #expect(rows(scene).isEmpty, "an empty menu is not shown")
    }

    @Test func configurationGivesAButtonItsLook() throws {
      var configuration = UIButton.Configuration.filled()
      configuration.title = "Play"
      configuration.subtitle = "again"
      configuration.cornerStyle = .capsule
      configuration.imagePadding = 6
      configuration.image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image {
        _ in
      }
      var pressed = 0
      let button = UIButton(
        configuration: configuration, primaryAction: UIAction { _ in pressed += 1 })
      let scene = ViewScene(button, size: CGSize(width: 300, height: 300))
      button.sizeToFit()
      scene.host.advance(to: 0.1)
      let (label, image) = (try #require(button.titleLabel), try #require(button.imageView))
      #expect(label.textColor == .white && label.text == "Play")
      let fill = try #require(button.subviews.first)
      #expect(fill.backgroundColor == button.tintColor && fill.frame == button.bounds)
      #expect(fill.layer.cornerRadius == button.bounds.height / 2)
      #expect(
        image.frame.minX == 12 && abs(label.frame.minX - image.frame.maxX - 6) < 0.01,
        "\(image.frame) \(label.frame) \(button.bounds)")
      #expect(abs(button.bounds.width - label.frame.maxX - 12) < 20)
      click(scene, button)
      #expect(pressed == 1)
      button.configurationUpdateHandler = { button in
        button.configuration?.title = button.isEnabled ? "On" : "Off"
        button.configuration?.showsActivityIndicator = !button.isEnabled
      }
      #expect(label.text == "On")
      button.isEnabled = false
      #expect(label.text == "Off" && label.textColor == .tertiaryLabel && image.isHidden)
      button.configuration?.imagePlacement = .top
      button.sizeToFit()
      scene.host.advance(to: 0.2)
      #expect(label.frame.minY > image.frame.maxY)
      button.configurationUpdateHandler = nil
      button.configuration = nil
      button.isEnabled = true
      button.setTitle("Plain", for: .normal)
      #expect(label.text == "Plain" && fill.backgroundColor == nil && label.font.pointSize == 15)
    }
  }
}
