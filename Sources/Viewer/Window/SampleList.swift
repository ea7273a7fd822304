// SampleList.swift
// The list at the window's left: one row for each sample.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A column of samples, which scrolls where it is longer than the window; one is chosen.
final class SampleList: UIView {
  static let width: CGFloat = 232

  /// Called with the place of the sample that was pressed.
  var choose: (Int) -> Void = { _ in }

  private let heading = UILabel("Samples", font: Theme.small, color: Theme.dimText)
  private let line = UIView()
  private let scroller = RowColumn()
  private var selected = 0
  private lazy var rows = SampleCatalogue.all.enumerated().map { place, sample in
    SampleRow(sample.title) { [weak self] in self?.choose(place) }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    addSubview(line)
    addSubview(heading)
    addSubview(scroller)
    rows.forEach(scroller.addSubview)
  }

  required init?(coder: NSCoder) { nil }

  var controls: [(name: String, control: UIControl)] {
    zip(SampleCatalogue.all, rows).map { ("sample-\($0.name)", $1) }
  }

  func select(_ place: Int) {
    for (index, row) in rows.enumerated() where row.isSelected != (index == place) {
      row.isSelected = index == place
    }
    selected = place
    reveal(place)
  }

  /// Scrolls as little as it takes to show a row and its neighbours, which are chosen next.
  func reveal(_ place: Int) {
    layoutIfNeeded()
    scroll(to: place)
  }

  private func scroll(to place: Int) {
    scroller.scrollRectToVisible(rows[place].frame.insetBy(dx: 0, dy: -36), animated: false)
  }

  override func layoutSubviews() {
    line.frame = CGRect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height)
    heading.frame = CGRect(x: 20, y: 12, width: bounds.width - 32, height: 16)
    let height = scroller.bounds.height
    scroller.frame = CGRect(
      x: 0, y: 32, width: bounds.width - 1, height: max(bounds.height - 32, 0))
    for (place, row) in rows.enumerated() {
      row.frame = CGRect(
        x: 8, y: 4 + 36 * CGFloat(place), width: bounds.width - 17, height: Theme.target)
    }
    scroller.contentSize = CGSize(
      width: scroller.bounds.width, height: 8 + 36 * CGFloat(rows.count))
    guard scroller.bounds.height != height else { return }
    // What was right for another height may leave room below the last row, or hide the chosen one.
    scroller.contentOffset = .zero
    scroll(to: selected)
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
