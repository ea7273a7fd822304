// UIControlTests.swift
// Events and states of controls, by pointer and by key.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import Typesetting
import UIKitCore

@MainActor @Suite struct UIControlTests {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 200))

  init() { window.isHidden = false }

  func send(_ kinds: InputEvent.Kind...) {
    for kind in kinds { window.deliver(InputEvent(time: 0, kind: kind)) }
  }
  func down(_ x: CGFloat, _ y: CGFloat) {
    send(.pointerDown(CGPoint(x: x, y: y), button: 1, clicks: 1))
  }
  func move(_ x: CGFloat, _ y: CGFloat) { send(.pointerMoved(CGPoint(x: x, y: y))) }
  func up(_ x: CGFloat, _ y: CGFloat) { send(.pointerUp(CGPoint(x: x, y: y), button: 1)) }
  func key(_ key: Key) {
    send(.keyDown(key, modifiers: [], isRepeat: false), .keyUp(key, modifiers: []))
  }

  /// A list that closures can add to.
  final class Log { var entries: [String] = [] }

  func watch(_ control: UIControl) -> Log {
    let log = Log()
    let events: [(UIControl.Event, String)] = [
      (.touchDown, "down"), (.touchDragInside, "inside"), (.touchDragOutside, "outside"),
      (.touchDragEnter, "enter"), (.touchDragExit, "exit"), (.touchUpInside, "up"),
      (.touchUpOutside, "up outside"), (.touchCancel, "cancel"), (.valueChanged, "value"),
      (.primaryActionTriggered, "primary"),
    ]
    for (event, name) in events {
      control.addAction(UIAction { _ in log.entries.append(name) }, for: event)
    }
    return log
  }

  func button() -> UIButton {
    let button = UIButton(type: .system)
    button.frame = CGRect(x: 10, y: 10, width: 80, height: 30)
    window.addSubview(button)
    return button
  }

  // MARK: Button

  @Test func pressAndReleaseSendEvents() {
    let button = button()
    let log = watch(button)
    down(20, 20)
    #expect(button.isHighlighted && button.isTracking)
    up(20, 20)
    #expect(log.entries == ["down", "up", "primary"])
    #expect(!button.isHighlighted && !button.isTracking)
  }

  @Test func releaseOutsideIsTouchUpOutside() {
    let button = button()
    let log = watch(button)
    down(20, 20)
    move(200, 20)
    #expect(!button.isHighlighted)
    move(20, 20)
    #expect(button.isHighlighted)
    move(200, 20)
    up(200, 20)
    #expect(
      log.entries == [
        "down", "exit", "outside", "enter", "inside", "exit", "outside", "up outside",
      ])
  }

  @Test func disabledButtonConsumesTouches() {
    let button = button()
    let log = watch(button)
    button.isEnabled = false
    down(20, 20)
    up(20, 20)
    #expect(log.entries.isEmpty && button.state == .disabled)
  }

  @Test func spaceAndReturnActivateButton() {
    let button = button()
    let log = watch(button)
    #expect(button.becomeFirstResponder())
    key(.return)
    key(.space)
    #expect(log.entries == ["up", "primary", "up", "primary"])
  }

  @Test func focusRingAppearsOnlyByKeyboard() {
    let button = button()
    send(.keyDown(.tab, modifiers: [], isRepeat: false))
    #expect(button.isFirstResponder && button.state.contains(.focused))
    down(250, 150)
    #expect(!button.state.contains(.focused))
  }

  @MainActor final class Target {
    var calls = 0
    var onPress: () -> Void = {}
    func press() { onPress() }
    func pressFrom(_ sender: UIButton) { calls += sender.tag }
  }

  @Test func targetsAreCalledAndNotRetained() {
    let button = button()
    button.tag = 10
    var presses = 0
    weak var kept: Target?
    do {
      let target = Target()
      target.onPress = { presses += 1 }
      kept = target
      button.addTarget(target, action: Target.press, for: .touchUpInside)
      button.addTarget(target, action: Target.pressFrom, for: .touchUpInside)
      button.sendActions(for: .touchUpInside)
      #expect(presses == 1 && target.calls == 10)
    }
    #expect(kept == nil)
    button.sendActions(for: .touchUpInside)
    #expect(presses == 1)
  }

  @Test func actionWithSameIdentifierReplaces() {
    let button = button()
    var calls: [Int] = []
    let name = UIAction.Identifier("press")
    button.addAction(UIAction(identifier: name) { _ in calls.append(1) }, for: .touchUpInside)
    button.addAction(UIAction(identifier: name) { _ in calls.append(2) }, for: .touchUpInside)
    button.sendActions(for: .touchUpInside)
    #expect(calls == [2])
  }

  @Test func buttonTitleFollowsState() {
    let button = UIButton()
    button.setTitle("normal", for: .normal)
    button.setTitle("chosen", for: .selected)
    button.setTitleColor(.red, for: .disabled)
    #expect(button.currentTitle == "normal" && button.currentTitleColor == .white)
    button.isSelected = true
    #expect(button.currentTitle == "chosen" && button.titleLabel?.text == "chosen")
    button.isEnabled = false
    #expect(button.currentTitleColor == .red)
  }

  @Test func primaryActionSetsTitleAndSize() {
    var presses = 0
    let action = UIAction(title: "Run") { _ in presses += 1 }
    let button = UIButton(type: .system, primaryAction: action)
    window.addSubview(button)
    #expect(button.currentTitle == "Run" && button.bounds.width >= 27)
    down(5, 5)
    up(5, 5)
    #expect(presses == 1)
  }

  @Test func controlBlocksTapOfSuperview() {
    var taps = 0
    window.addGestureRecognizer(UITapGestureRecognizer { _ in taps += 1 })
    let log = watch(button())
    down(20, 20)
    up(20, 20)
    #expect(taps == 0 && log.entries == ["down", "up", "primary"])
  }

  // MARK: Other controls

  @Test func switchTogglesOnPress() {
    let control = UISwitch(frame: CGRect(x: 10, y: 10, width: 0, height: 0))
    window.addSubview(control)
    let log = watch(control)
    #expect(control.bounds.size == CGSize(width: 51, height: 31))
    control.isOn = true
    #expect(log.entries.isEmpty)
    down(20, 20)
    up(20, 20)
    #expect(!control.isOn && log.entries == ["down", "up", "value", "primary"])
  }

  @Test func pressSelectsSegment() {
    let control = UISegmentedControl(items: ["A", "B", "C"])
    control.frame = CGRect(x: 0, y: 0, width: 90, height: 30)
    window.addSubview(control)
    let log = watch(control)
    #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    down(40, 10)
    up(40, 10)
    #expect(control.selectedSegmentIndex == 1)
    control.setEnabled(false, forSegmentAt: 2)
    down(80, 10)
    up(80, 10)
    #expect(control.selectedSegmentIndex == 1)
    _ = control.becomeFirstResponder()
    key(.left)
    #expect(control.selectedSegmentIndex == 0)
    #expect(log.entries.filter { $0 == "value" }.count == 2)
  }

  @Test func sliderFollowsPointer() {
    let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 124, height: 31))
    window.addSubview(slider)
    let log = watch(slider)
    slider.maximumValue = 10
    down(62, 15)
    #expect(slider.value == 5)
    move(300, 15)
    #expect(slider.value == 10)
    up(300, 15)
    slider.value = 99
    #expect(slider.value == 10)
    #expect(log.entries.filter { $0 == "value" }.count == 2)
  }

  @Test func labelsMeasureAndTruncateText() {
    // Every character is 0.6 em wide, regardless of fonts that a host installs.
    let (installed, scale) = (Fonts.provider, UIScreen.main.scale)
    (Fonts.provider, UIScreen.main.scale) = (PlaceholderFont(), 1)
    defer { (Fonts.provider, UIScreen.main.scale) = (installed, scale) }
    let label = UILabel()
    label.font = .systemFont(ofSize: 10)
    label.text = "Hello wide world"
    #expect(label.sizeThatFits(.zero) == CGSize(width: 96, height: 10))
    label.bounds.size = CGSize(width: 36, height: 10)
    #expect(label.textLayout.isTruncated)
    label.numberOfLines = 0
    label.lineBreakMode = .byWordWrapping
    #expect(label.sizeThatFits(CGSize(width: 36, height: 0)) == CGSize(width: 30, height: 30))
  }

  @Test func labelRedrawsWhenTextChanges() {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    label.text = "a"
    #expect(label.layer.needsDisplay())
    label.layer.displayIfNeeded()
    #expect(!label.layer.needsDisplay() && label.layer.contents != nil)
    label.text = "a"
    #expect(!label.layer.needsDisplay())
    label.attributedText = NSAttributedString(string: "b", attributes: [.kern: 2])
    #expect(label.layer.needsDisplay() && label.text == "b")
  }

  @Test func imageSequenceIsADiscreteAnimation() throws {
    let images = (0..<3).map { _ in
      UIImage(cgImage: CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 255]))
    }
    let view = UIImageView(image: images[0])
    view.animationImages = images
    view.animationDuration = 2.5
    view.startAnimating()
    let animation = try #require(
      view.layer.animation(forKey: "contents") as? CAKeyframeAnimation)
    #expect(animation.calculationMode == .discrete && animation.duration == 2.5)
    #expect(animation.values?.count == 3 && animation.repeatCount == .infinity)
    #expect(view.isAnimating)
    view.stopAnimating()
    #expect(!view.isAnimating)
  }
}
