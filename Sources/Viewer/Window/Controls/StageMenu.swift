// StageMenu.swift
// The menu of the stage: any speed, and how the sample is painted.
//
// SPDX-License-Identifier: MIT

import HostInterface
import UIKit

/// A menu above the window's content. A press beside it closes it.
final class StageMenu: Sheet {
  private static let width: CGFloat = 360
  /// Those of the keys, the fastest first, in rows. The top bar has no room for all of its own in a narrow window.
  private static let speeds = Array(SpeedArgument.steps.reversed())
  private static let rowLength = 5

  /// Called with a speed in percent.
  var setSpeed: (Int) -> Void = { _ in }
  /// The right edge of the button that opens the menu.
  var rightEdge: CGFloat = 0 { didSet { if rightEdge != oldValue { setNeedsLayout() } } }
  /// Called with an aspect whose row was pressed.
  var press: (RenderingAspect) -> Void = { _ in }

  private let panel = MenuPanel()
  private let titles = ["Speed", "Painting"].map { UILabel($0, font: Theme.heading) }
  let field = SpeedField()
  let limits = UILabel("1 to 400 %", font: Theme.small, color: Theme.dimText)
  private lazy var presets = Self.speeds.map { percent in
    ActionButton("\(percent) %") { [weak self] in self?.setSpeed(percent) }
  }
  private lazy var rows = RenderingAspect.allCases.map { aspect in
    MenuRow(aspect.title, effect: aspect.effect) { [weak self] in self?.press(aspect) }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(panel)
    for button in presets { button.titleLabel?.font = Theme.smallNumbers }
    (titles + [field, limits] + presets + rows).forEach(panel.addSubview)
    field.accept = { [weak self] in self?.acceptSpeed() }
    field.addAction(UIAction { [weak self] _ in self?.showSpeed() }, for: .editingDidEnd)
    field.addAction(
      UIAction { [weak self] _ in self?.showLimits(isBroken: false) }, for: .editingChanged)
  }

  required init?(coder: NSCoder) { nil }

  /// The controls, by the names that the log of events gives them; none while the menu is closed.
  var controls: [(name: String, control: UIControl)] {
    if isHidden { return [] }
    return [("speed-field", field)] + zip(Self.speeds, presets).map { ("menu-speed-\($0)", $1) }
      + zip(RenderingAspect.allCases, rows).map { ("show-\($0.controlName)", $1) }
  }

  /// Shows the speed, and what is on show of the painting.
  func show(percent: Int, _ aspects: Set<RenderingAspect>) {
    self.percent = percent
    if !field.isFirstResponder { showSpeed() }
    for (button, speed) in zip(presets, Self.speeds) where button.isSelected != (speed == percent) {
      button.isSelected = speed == percent
    }
    for (row, aspect) in zip(rows, RenderingAspect.allCases)
    where row.isSelected != aspects.contains(aspect) {
      row.isSelected = aspects.contains(aspect)
    }
  }

  private func acceptSpeed() {
    let text = (field.text ?? "").trimmingCharacters(in: .whitespaces)
    let digits = text.hasSuffix("%") ? text.dropLast().trimmingCharacters(in: .whitespaces) : text
    guard let speed = SpeedArgument(argument: digits) else { return showLimits(isBroken: true) }
    setSpeed(speed.percent)
    field.resignFirstResponder()
    takeKeyboard()
  }

  /// Writes the speed into the field, whatever was typed there.
  private func showSpeed() {
    field.text = "\(percent)"
    showLimits(isBroken: false)
  }

  private var percent = 100

  override func passes(_ command: KeyCommand) -> Bool {
    switch command {
    case .speed, .changeSpeed, .show, .nextTint: true
    default: super.passes(command)
    }
  }

  /// - Parameter isBroken: Whether what was typed is no speed.
  private func showLimits(isBroken: Bool) {
    limits.show(isBroken ? "A whole number from 1 to 400" : "1 to 400 %")
    limits.textColor = isBroken ? Theme.hitch : Theme.dimText
  }

  override func layoutSubviews() {
    let height = 44 + 40 + 80 + 12 + 32 + MenuRow.height * CGFloat(rows.count) + 8
    panel.place(width: Self.width, height: height, in: bounds, right: rightEdge)
    titles[0].frame = CGRect(x: 16, y: 12, width: 200, height: 20)
    field.frame = CGRect(x: 16, y: 44, width: 72, height: Theme.target)
    limits.frame = CGRect(x: 100, y: 52, width: Self.width - 116, height: 16)
    layOutRow(Array(presets.prefix(Self.rowLength)), from: CGPoint(x: 16, y: 84), narrowerBy: 8)
    layOutRow(
      Array(presets.dropFirst(Self.rowLength)), from: CGPoint(x: 16, y: 124), narrowerBy: 8)
    titles[1].frame = CGRect(x: 16, y: 172, width: 200, height: 20)
    for (place, row) in rows.enumerated() {
      row.frame = CGRect(
        x: 8, y: 200 + MenuRow.height * CGFloat(place), width: Self.width - 16,
        height: MenuRow.height)
    }
  }
}

/// The field for a speed.
final class SpeedField: UITextField {
  /// Called when Return is pressed.
  var accept: () -> Void = {}

  override init(frame: CGRect) {
    super.init(frame: frame)
    (font, textColor, backgroundColor) = (Theme.numbers, Theme.text, Theme.stage)
    borderStyle = .roundedRect
    layer.borderColor = Theme.controlPressed.cgColor
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
