// ComparePane.swift
// The Compare dock: the figures of the run beside those of an earlier one.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A table: a row for each figure.
final class ComparePane: UIView {
  private static let heads = ["", "Before", "This run", "Change", ""]
  private let heads = ComparePane.heads.map {
    UILabel($0, font: Theme.small, color: Theme.dimText, alignment: .right)
  }
  private let before = UILabel("", font: Theme.small, lines: 2)
  private let now = UILabel("", font: Theme.small, lines: 2)
  /// Why nothing is judged.
  private let few = UILabel("", font: Theme.small, color: Theme.dimText, lines: 4)
  private let hint = UILabel(Wording.noComparison, color: Theme.dimText, alignment: .center)
  /// The rows, where they are more than have room.
  private let scroller = UIScrollView()
  private var rows: [[UILabel]] = []
  private var figures: [ComparedFigure] = []

  /// The name of the run that the one on show is compared with.
  static func title(isPinned: Bool) -> String { isPinned ? "Pinned" : heads[1] }

  override init(frame: CGRect) {
    super.init(frame: frame)
    (heads + [before, now, few, hint]).forEach(addSubview)
    addSubview(scroller)
    show(before: nil, now: nil)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows two runs; without both, how to get them.
  ///
  /// - Parameter isPinned: Whether the first one is compared with all others.
  func show(before: ComparedRun?, now: ComparedRun?, isPinned: Bool = false) {
    let both = before.flatMap { before in now.map { (before, $0) } }
    let title = Self.title(isPinned: isPinned)
    heads[1].show(title)
    self.before.show(both.map { "\(title): \($0.0.title)" } ?? "")
    self.now.show(both.map { "This run: \($0.1.title)" } ?? "")
    few.show(both.map { ComparedRun.judges($0.0, $0.1) ? "" : Wording.fewRuns } ?? "")
    hint.isHidden = both != nil
    heads.forEach { $0.isHidden = both == nil }
    let figures = both.map(ComparedRun.figures) ?? []
    guard figures != self.figures else { return }
    self.figures = figures
    while rows.count < figures.count {
      let row = Self.heads.indices.map {
        UILabel(
          "", font: $0 == 0 ? Theme.small : Theme.smallNumbers,
          color: $0 == 0 ? Theme.dimText : Theme.text, alignment: $0 == 0 ? .left : .right)
      }
      row.forEach(scroller.addSubview)
      rows.append(row)
    }
    for (row, figure) in zip(rows, figures) {
      for (label, text) in zip(row, figure.columns) { label.show(text) }
      row[0].show(figure.columns[0].prefix(1).uppercased() + figure.columns[0].dropFirst())
      let color = figure.fails ? Theme.hitch : Theme.text
      if row[4].textColor != color { row[4].textColor = color }
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    let names: CGFloat = 168
    let column = min(96, max(72, ((bounds.width - names - 32) / 5).rounded(.down)))
    func x(_ place: Int) -> CGFloat { place == 0 ? 16 : 16 + names + column * CGFloat(place - 1) }
    func width(_ place: Int) -> CGFloat { place == 0 ? names : column }
    for (place, head) in heads.enumerated() {
      head.frame = CGRect(x: x(place), y: 0, width: width(place), height: 16)
    }
    let top: CGFloat = 20
    let room = max(0, bounds.height - top - 4)
    // In steps of four points.
    let share = room / CGFloat(max(1, figures.count))
    let height = min(24, max(16, (share / 4).rounded(.down) * 4))
    scroller.frame = CGRect(x: 0, y: top, width: x(4) + column + 12, height: room)
    scroller.contentSize = CGSize(
      width: scroller.bounds.width, height: CGFloat(figures.count) * height)
    for (index, row) in rows.enumerated() {
      let y = CGFloat(index) * height
      for (place, label) in row.enumerated() {
        label.frame = CGRect(x: x(place), y: y, width: width(place), height: 16)
        label.isHidden = index >= figures.count
      }
    }
    // What began the runs, beside the table.
    let left = x(4) + column + 24
    let rest = max(0, bounds.width - left - 16)
    before.frame = CGRect(x: left, y: top, width: rest, height: 32)
    now.frame = CGRect(x: left, y: top + 40, width: rest, height: 32)
    few.frame = CGRect(x: left, y: top + 80, width: rest, height: 64)
    for label in [before, now, few] { label.isHidden = rest < 120 }
    hint.frame = CGRect(
      x: 16, y: (bounds.height / 2).rounded() - 24, width: bounds.width - 32, height: 20)
  }
}
