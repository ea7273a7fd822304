// SampleList.swift
// The list at the left of the window: one row per sample.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A scrolling column of samples, one of them selected.
final class SampleList: UIView {
  static let width: CGFloat = 232

  /// Called with the sample whose row was pressed.
  var choose: (any Sample.Type) -> Void = { _ in }

  private let heading = UILabel("Samples", font: Theme.small, color: Theme.dimText)
  private let line = UIView()
  private let scroller = RowColumn()
  /// Index of the selected row.
  private var selected = 0
  private lazy var rows = SampleCatalogue.all.map { sample in
    SampleRow(sample.title) { [weak self] in self?.choose(sample) }
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

  /// Marks a sample's row and scrolls to it.
  func select(_ sample: any Sample.Type) {
    guard let selected = SampleCatalogue.all.firstIndex(where: { $0 == sample }) else { return }
    for (index, row) in rows.enumerated() where row.isSelected != (index == selected) {
      row.isSelected = index == selected
    }
    // Focus and selection are one: the arrow keys move both.
    if rows.contains(where: { $0.isFirstResponder }) { window?.moveFocus(to: rows[selected]) }
    self.selected = selected
    reveal(row: selected)
  }

  /// Scrolls the least that shows a row and its neighbours, the likely next choices.
  func reveal(row: Int) {
    layoutIfNeeded()
    scroll(to: row)
  }

  private func scroll(to row: Int) {
    scroller.scrollRectToVisible(rows[row].frame.insetBy(dx: 0, dy: -36), animated: false)
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
    // The offset for another height may leave room below the last row or hide the selected one.
    scroller.contentOffset = .zero
    scroll(to: selected)
  }
}

/// The scrolling rows. Arrow keys are passed on, as they select samples.
private final class RowColumn: UIScrollView {
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }
}

/// One sample's row: its title, and a bar beside it while selected.
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

  /// Tab stops at the selected row only.
  override var canBecomeFocused: Bool { super.canBecomeFocused && isSelected }

  override func layoutSubviews() {
    super.layoutSubviews()
    bar.frame = CGRect(x: 0, y: 8, width: 3, height: bounds.height - 16)
  }

  override func showState() {
    backgroundColor = isHighlighted ? Theme.controlPressed : isSelected ? Theme.control : .clear
    bar.isHidden = !isSelected
  }
}
