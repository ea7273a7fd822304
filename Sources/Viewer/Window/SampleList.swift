// SampleList.swift
// The list at the window's left: one row for each sample; scrolls where they do not all fit.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A column of samples; one is chosen.
final class SampleList: UIView {
  static let width: CGFloat = 232
  /// From the top of one row to the next, in points.
  private static let pitch: CGFloat = 36

  /// Called with the place of the sample that was pressed.
  var choose: (Int) -> Void = { _ in }

  private let heading = UILabel("Samples", font: Theme.small, color: Theme.dimText)
  private let line = UIView()
  private let column = RowColumn()
  private var selected: Int?
  private lazy var rows = SampleCatalogue.all.enumerated().map { place, sample in
    SampleRow(sample.title) { [weak self] in self?.choose(place) }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    addSubview(line)
    addSubview(heading)
    addSubview(column)
    rows.forEach(column.addSubview)
  }

  required init?(coder: NSCoder) { nil }

  var controls: [(name: String, control: UIControl)] {
    zip(SampleCatalogue.all, rows).map { ("sample-\($0.name)", $1) }
  }

  func select(_ place: Int) {
    selected = place
    reveal(place)
    for (index, row) in rows.enumerated() where row.isSelected != (index == place) {
      row.isSelected = index == place
    }
  }

  override func layoutSubviews() {
    line.frame = CGRect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height)
    heading.frame = CGRect(x: 20, y: 12, width: bounds.width - 32, height: 16)
    let isFirst = column.bounds.isEmpty
    column.frame = CGRect(x: 0, y: 32, width: bounds.width - 1, height: bounds.height - 32)
    for (place, row) in rows.enumerated() {
      row.frame = CGRect(
        x: 8, y: 4 + Self.pitch * CGFloat(place), width: column.bounds.width - 16,
        height: Theme.target)
    }
    column.contentSize = CGSize(
      width: column.bounds.width, height: 4 + Self.pitch * CGFloat(rows.count))
    if isFirst, let selected { reveal(selected) }
  }

  /// Scrolls as little as it takes to show a row and its neighbours, which are chosen next.
  func reveal(_ place: Int) {
    column.scrollRectToVisible(
      CGRect(
        x: 0, y: Self.pitch * CGFloat(place - 1), width: column.bounds.width,
        height: 3 * Self.pitch + 4), animated: false)
  }
}

/// Scrolls rows by wheel and drag; the arrow keys choose samples instead.
private final class RowColumn: UIScrollView {
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }
}

/// One sample's row: its title at the left, a bar beside it when chosen.
private final class SampleRow: ActionButton {
  private let bar = UIView()

  override init(_ title: String, action: @escaping () -> Void) {
    super.init(title, action: action)
    contentHorizontalAlignment = .left
    contentEdgeInsets = UIEdgeInsets(top: 0, left: 12, bottom: 0, right: 8)
    bar.backgroundColor = Theme.accent
    bar.isUserInteractionEnabled = false
    addSubview(bar)
    showState()
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    bar.frame = CGRect(x: 0, y: 8, width: 3, height: bounds.height - 16)
  }

  override func showState() {
    backgroundColor = isHighlighted ? Theme.controlPressed : isSelected ? Theme.control : .clear
    bar.isHidden = !isSelected
  }
}
