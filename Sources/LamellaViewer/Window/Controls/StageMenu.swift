// StageMenu.swift
// The menu of the stage: any speed, how the sample is painted, and what else has a key and no button.
//
// SPDX-License-Identifier: MIT

import HostInterface
import UIKit

/// A menu above the window's content. A press beside it closes it.
final class StageMenu: Sheet {
  private static let (width, secondColumn) = (CGFloat(576), CGFloat(360))
  /// Those of the keys, the fastest first, in rows. The top bar has no room for all of its own in a narrow window.
  private static let speeds = Array(SpeedArgument.steps.reversed())
  private static let rowLength = 5

  /// The right edge of the button that opens the menu.
  var rightEdge: CGFloat = 0 { didSet { if rightEdge != oldValue { setNeedsLayout() } } }
  /// Called with the command of a control that was used.
  var perform: (WindowCommand) -> Void = { _ in }
  /// Commands that have a key and no button elsewhere, or none in a narrow window.
  private static let commands:
    [(name: String, title: String, key: String, command: WindowCommand)] = [
      ("dock", "Dock on or off", "F4", .toggleDock),
      ("hud", "Figures in the stage", "F3", .toggleHUD),
      ("corner", "Figures: next corner", "Shift+F3", .moveHUD),
      ("compare", "Compare runs", "K", .dock(.compare)),
      ("theme", "Light or dark", "Ctrl+T", .theme),
      ("full-screen", "Full screen", "F11", .fullScreen),
      ("picture", "Write a picture", "Ctrl+S", .snapshot),
      ("trace", "Write a trace", "Ctrl+E", .trace),
      ("copy", "Copy all as text", "Ctrl+C", .copyText), ("keys", "All keys", "F1", .keys),
    ]

  private let panel = StageMenuPanel()
  private let unit = UILabel("%", font: Theme.numbers, color: Theme.dimText)
  private let titles = ["Speed", "Painting", "Window"].map { UILabel($0, font: Theme.heading) }
  let field = SpeedField()
  /// Shown instead of the slider when the text is not a speed.
  let limits = UILabel("A whole number from 1 to 400", font: Theme.small, color: Theme.hitch)
  /// Any speed by pointer alone: each step to the right is as many times as fast.
  private let slider = UISlider()
  private lazy var presets = Self.speeds.map { percent in
    ActionButton("\(percent) %") { [weak self] in self?.perform(.speed(percent: percent)) }
  }
  private lazy var rows = RenderingAspect.allCases.map { aspect in
    MenuRow(aspect.title, effect: aspect.effect) { [weak self] in
      self?.perform(.show(aspect))
    }
  }

  private lazy var commandRows = Self.commands.map { entry in
    MenuRow(entry.title, effect: entry.key) { [weak self] in
      self?.close()
      self?.perform(entry.command)
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(panel)
    slider.tintColor = Theme.accent
    slider.accessibilityLabel = "Speed"
    slider.addAction(UIAction { [weak self] _ in self?.slide() }, for: .valueChanged)
    for button in presets { button.titleLabel?.font = Theme.smallNumbers }
    let speed = [field, unit, slider, limits]
    (titles + speed + presets + rows + commandRows).forEach(panel.addSubview)
    field.accept = { [weak self] in self?.acceptSpeed() }
    field.addAction(UIAction { [weak self] _ in self?.endEditingSpeed() }, for: .editingDidEnd)
    field.addAction(
      UIAction { [weak self] _ in self?.showLimits(isBroken: false) }, for: .editingChanged)
  }

  required init?(coder: NSCoder) { nil }

  /// The controls, by the names that the log of events gives them; none while the menu is closed.
  var controls: [(name: String, control: UIControl)] {
    if isHidden { return [] }
    return [("speed-field", field), ("speed-slider", slider)]
      + zip(Self.speeds, presets).map { ("menu-speed-\($0)", $1) }
      + zip(RenderingAspect.allCases, rows).map { ("show-\($0.controlName)", $1) }
      + zip(Self.commands, commandRows).map { ("menu-\($0.name)", $1) }
  }

  /// Shows the speed and the chosen overlays of the painting.
  func show(percent: Int, _ aspects: Set<RenderingAspect>) {
    self.percent = percent
    if !field.isFirstResponder { showSpeed() }
    if !slider.isTracking { slider.value = log(Float(percent)) / Self.fastest }
    for (button, speed) in zip(presets, Self.speeds) where button.isSelected != (speed == percent) {
      button.isSelected = speed == percent
    }
    for (row, aspect) in zip(rows, RenderingAspect.allCases)
    where row.isSelected != aspects.contains(aspect) {
      row.isSelected = aspects.contains(aspect)
    }
  }

  /// The logarithm of the greatest speed; that of the least is 0.
  private static let fastest = log(Float(SpeedArgument.range.upperBound))

  private func slide() {
    perform(.speed(percent: Int(exp(slider.value * Self.fastest).rounded())))
  }

  /// The speed that is typed; nil for what is none.
  private var typedSpeed: Int? {
    let text = (field.text ?? "").trimmingCharacters(in: .whitespaces)
    let digits = text.hasSuffix("%") ? text.dropLast().trimmingCharacters(in: .whitespaces) : text
    return SpeedArgument(argument: digits)?.percent
  }

  private func acceptSpeed() {
    guard typedSpeed != nil else { return showLimits(isBroken: true) }
    field.resignFirstResponder()
    takeKeyboard()
  }

  /// Sets the speed if the text is one.
  private func endEditingSpeed() {
    if let typedSpeed, typedSpeed != percent { perform(.speed(percent: typedSpeed)) }
    showSpeed()
  }

  /// Leaves the field and discards its text.
  func cancelEditing() {
    guard field.isFirstResponder else { return }
    showSpeed()
    field.resignFirstResponder()
    takeKeyboard()
  }

  /// Writes the speed into the field, whatever was typed there.
  private func showSpeed() {
    field.text = "\(percent)"
    showLimits(isBroken: false)
  }

  private var percent = 100

  override func passes(_ command: WindowCommand) -> Bool {
    switch command {
    case .speed, .changeSpeed, .show, .nextTint: true
    case _ where Self.commands.contains { $0.command == command }: true
    default: super.passes(command)
    }
  }

  /// - Parameter isBroken: Whether the text is not a speed.
  private func showLimits(isBroken: Bool) {
    (limits.isHidden, slider.isHidden) = (!isBroken, isBroken)
  }

  override func layoutSubviews() {
    let height = 40 + MenuRow.height * CGFloat(commandRows.count) + 8
    panel.place(width: Self.width, height: height, in: bounds, right: rightEdge)
    titles[0].frame = CGRect(x: 16, y: 12, width: 200, height: 20)
    field.frame = CGRect(x: 16, y: 44, width: 72, height: Theme.target)
    unit.frame = CGRect(x: 92, y: 52, width: 16, height: 16)
    limits.frame = CGRect(x: 116, y: 52, width: Self.secondColumn - 132, height: 16)
    slider.frame = CGRect(x: 120, y: 44, width: Self.secondColumn - 136, height: Theme.target)
    layOutRow(Array(presets.prefix(Self.rowLength)), from: CGPoint(x: 16, y: 84), narrowerBy: 8)
    layOutRow(
      Array(presets.dropFirst(Self.rowLength)), from: CGPoint(x: 16, y: 124), narrowerBy: 8)
    titles[1].frame = CGRect(x: 16, y: 172, width: 200, height: 20)
    MenuRow.layOut(rows, from: CGPoint(x: 8, y: 200), width: Self.secondColumn - 16)
    titles[2].frame = CGRect(x: Self.secondColumn + 16, y: 12, width: 184, height: 20)
    MenuRow.layOut(
      commandRows, from: CGPoint(x: Self.secondColumn + 8, y: 40),
      width: Self.width - Self.secondColumn - 16)
  }
}

/// The field for a speed.
final class SpeedField: WindowField {
  /// Called when Return is pressed.
  var accept: () -> Void = {}

  override init(frame: CGRect) {
    super.init(frame: frame)
    accessibilityLabel = "Speed in percent"
  }

  required init?(coder: NSCoder) { nil }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.key {
    case .return where isEditing: accept()
    // They move the focus, as anywhere in the menu.
    case .up, .down: next?.pressesBegan(presses, with: event)
    default: super.pressesBegan(presses, with: event)
    }
  }
}
