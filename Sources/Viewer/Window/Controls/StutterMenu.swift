// StutterMenu.swift
// The menu of faults, below its button in the top bar.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A list of faults above the window's content. A press beside it closes it.
final class StutterMenu: Sheet {
  private static let rowHeight: CGFloat = 44
  private static let width: CGFloat = 400

  /// Called with the chosen fault.
  var choose: (Injection) -> Void = { _ in }
  /// Called after ``repeats`` was changed by a press.
  var repeatsDidChange: () -> Void = {}

  private let panel = UIView()
  private let title = UILabel("Make it stutter", font: Theme.heading)
  private lazy var rows = Injection.allCases.map { injection in
    StutterRow(injection) { [weak self] in
      self?.close()
      self?.choose(injection)
    }
  }
  private let repeating = ToggleButton("Repeat the last one every second")

  override init(frame: CGRect) {
    super.init(frame: frame)
    panel.backgroundColor = Theme.panel
    panel.layer.cornerRadius = 8
    panel.layer.borderWidth = 1
    panel.layer.borderColor = Theme.controlPressed.cgColor
    panel.layer.shadowOpacity = 0.4
    panel.layer.shadowRadius = 12
    addSubview(panel)
    panel.addSubview(title)
    rows.forEach(panel.addSubview)
    panel.addSubview(repeating)
    repeating.onPress = { [weak self] in self?.repeatsDidChange() }
  }

  required init?(coder: NSCoder) { nil }

  /// Whether the last fault is injected again every second.
  var repeats: Bool { repeating.isSelected }

  /// The controls, by the names that the log of events gives them; none while the menu is closed.
  var controls: [(name: String, control: UIControl)] {
    if isHidden { return [] }
    return zip(Injection.allCases, rows).map { ("stutter-\($0.controlName)", $1) }
      + [("stutter-repeat", repeating)]
  }

  override func layoutSubviews() {
    let height = 44 + Self.rowHeight * CGFloat(rows.count) + 56
    panel.frame = CGRect(
      x: max(0, bounds.width - Self.width - 12), y: Transport.height + 4, width: Self.width,
      height: height)
    title.frame = CGRect(x: 16, y: 12, width: Self.width - 32, height: 20)
    for (place, row) in rows.enumerated() {
      row.frame = CGRect(
        x: 8, y: 40 + Self.rowHeight * CGFloat(place), width: Self.width - 16,
        height: Self.rowHeight)
    }
    repeating.frame = CGRect(
      x: 16, y: height - 48, width: repeating.fittingWidth, height: Theme.target)
  }
}

/// One fault: its title, and what it does.
private final class StutterRow: ActionButton {
  private let effect: UILabel

  init(_ injection: Injection, action: @escaping () -> Void) {
    effect = UILabel(injection.effect, font: Theme.small, color: Theme.dimText)
    super.init(injection.title, action: action)
    contentHorizontalAlignment = .left
    contentEdgeInsets = UIEdgeInsets(top: 0, left: 8, bottom: 18, right: 8)
    addSubview(effect)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    effect.frame = CGRect(x: 8, y: 23, width: bounds.width - 16, height: 16)
  }

  override func showState() {
    backgroundColor = isHighlighted ? Theme.controlPressed : .clear
  }
}
