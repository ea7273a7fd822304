// StutterMenu.swift
// The menu of faults, below its button in the top bar.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A list of faults above the window's content. A press beside it closes it.
final class StutterMenu: Sheet {
  private static let width: CGFloat = 400

  /// Called with the command of the chosen fault.
  var perform: (WindowCommand) -> Void = { _ in }
  /// Called after ``repeats`` was changed by a press.
  var repeatsDidChange: () -> Void = {}

  private let panel = StageMenuPanel()
  private let title = UILabel("Make it stutter", font: Theme.heading)
  private lazy var rows = Injection.allCases.map { injection in
    MenuRow(injection.title, effect: injection.effect) { [weak self] in
      self?.close()
      self?.perform(.inject(injection))
    }
  }
  private let repeating = ToggleButton("Repeat the last one every second")

  override init(frame: CGRect) {
    super.init(frame: frame)
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
    let height = 44 + MenuRow.height * CGFloat(rows.count) + 56
    panel.place(width: Self.width, height: height, in: bounds)
    title.frame = CGRect(x: 16, y: 12, width: Self.width - 32, height: 20)
    MenuRow.layOut(rows, from: CGPoint(x: 8, y: 40), width: Self.width - 16)
    repeating.frame = CGRect(
      x: 16, y: height - 48, width: repeating.fittingWidth, height: Theme.target)
  }
}
