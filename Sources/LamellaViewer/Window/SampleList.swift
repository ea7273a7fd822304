// SampleList.swift
// The list at the left of the window: a search field, and one row per sample beneath the heading of its group.
//
// SPDX-License-Identifier: MIT

import HostInterface
import UIKit

/// A scrolling column of samples in groups, one of them selected.
final class SampleList: UIView {
  static let width: CGFloat = 232
  /// Where the rows begin, in points.
  static let top: CGFloat = 52
  private static let rowHeight: CGFloat = 36
  private static let headingHeight: CGFloat = 28

  /// Called with the sample whose row was pressed or found.
  var choose: (any Sample.Type) -> Void = { _ in }

  let field = SearchField()
  private let line = UIView()
  private let scroller = RowColumn()
  private let hint = UILabel("No sample matches.", font: Theme.small, color: Theme.dimText)
  private let headings = SampleCatalogue.groups.map {
    UILabel($0.title, font: Theme.small, color: Theme.dimText)
  }
  /// Index of the selected row.
  private var selected = 0
  private lazy var rows = SampleCatalogue.all.map { sample in
    SampleRow(sample.title) { [weak self] in self?.choose(sample) }
  }
  /// The indices of the rows that the search found.
  private(set) var found = Array(SampleCatalogue.all.indices)
  /// The place in ``found`` that Return chooses.
  private var candidate = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    ([line, scroller, hint, field]).forEach(addSubview)
    headings.forEach(scroller.addSubview)
    rows.forEach(scroller.addSubview)
    hint.isHidden = true
    field.addAction(UIAction { [weak self] _ in self?.search() }, for: .editingChanged)
    field.move = { [weak self] in self?.moveCandidate(by: $0) }
    field.accept = { [weak self] in self?.chooseCandidate() }
    field.cancel = { [weak self] in self?.endSearch() }
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
    // A neighbour may lie beyond the heading of another group.
    let place = found.firstIndex(of: row) ?? 0
    let neighbours = found.indices.filter { abs($0 - place) == 1 }.map { rows[found[$0]].frame }
    let shown = neighbours.reduce(rows[row].frame) { $0.union($1) }
    scroller.scrollRectToVisible(shown.insetBy(dx: 0, dy: -4), animated: false)
  }

  // MARK: Search

  /// Moves the focus to the search field.
  func beginSearch() {
    field.becomeFirstResponder()
    field.selectAll(nil)
  }

  private func search() {
    let samples = SampleCatalogue.search(field.text ?? "")
    found = SampleCatalogue.all.indices.filter { index in
      samples.contains { $0 == SampleCatalogue.all[index] }
    }
    // A title is more likely to be meant than a word of a summary.
    let text = (field.text ?? "").lowercased()
    candidate =
      found.firstIndex { SampleCatalogue.all[$0].title.lowercased().contains(text) } ?? 0
    hint.isHidden = !found.isEmpty
    scroller.contentOffset = .zero
    markCandidate()
    setNeedsLayout()
  }

  private func moveCandidate(by offset: Int) {
    guard !found.isEmpty else { return }
    candidate = min(max(0, candidate + offset), found.count - 1)
    markCandidate()
    reveal(row: found[candidate])
  }

  private func markCandidate() {
    let isSearching = field.isFirstResponder && field.text?.isEmpty == false
    let marked = isSearching && found.indices.contains(candidate) ? found[candidate] : nil
    for (index, row) in rows.enumerated() { row.isCandidate = index == marked }
  }

  private func chooseCandidate() {
    guard found.indices.contains(candidate) else { return }
    let sample = SampleCatalogue.all[found[candidate]]
    endSearch()
    choose(sample)
  }

  private func endSearch() {
    field.text = ""
    field.resignFirstResponder()
    search()
    reveal(row: selected)
  }

  // MARK: Layout

  override func layoutSubviews() {
    line.frame = CGRect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height)
    field.frame = CGRect(x: 12, y: 10, width: bounds.width - 25, height: Theme.target)
    hint.frame = CGRect(x: 20, y: Self.top + 8, width: bounds.width - 32, height: 16)
    let height = scroller.bounds.height
    scroller.frame = CGRect(
      x: 0, y: Self.top, width: bounds.width - 1, height: max(bounds.height - Self.top, 0))
    let end = layOutRows()
    scroller.contentSize = CGSize(width: scroller.bounds.width, height: end + 4)
    guard scroller.bounds.height != height else { return }
    // The offset for another height may leave room below the last row or hide the selected one.
    scroller.contentOffset = .zero
    scroll(to: selected)
  }

  /// Lays out the rows that were found beneath the headings of their groups; returns where they end.
  private func layOutRows() -> CGFloat {
    let shown = Set(found)
    var (y, first): (CGFloat, Int) = (0, 0)
    for (heading, group) in zip(headings, SampleCatalogue.groups) {
      let members = first..<(first + group.samples.count)
      first = members.upperBound
      heading.isHidden = !members.contains(where: shown.contains)
      if !heading.isHidden {
        heading.frame = CGRect(x: 20, y: y + 8, width: bounds.width - 32, height: 16)
        y += Self.headingHeight
      }
      for index in members {
        rows[index].isHidden = !shown.contains(index)
        guard !rows[index].isHidden else { continue }
        rows[index].frame = CGRect(x: 8, y: y, width: bounds.width - 17, height: Theme.target)
        y += Self.rowHeight
      }
    }
    return y
  }
}

/// The field above the list, which passes on the keys that move through what it found.
final class SearchField: WindowField {
  /// Called with the number of rows to move down; negative for up.
  var move: (Int) -> Void = { _ in }
  /// Called by Return.
  var accept: () -> Void = {}
  /// Called by Escape.
  var cancel: () -> Void = {}

  override init(frame: CGRect) {
    super.init(frame: frame)
    font = Theme.body
    attributedPlaceholder = NSAttributedString(
      string: "Search   Ctrl+F", attributes: [.font: Theme.body, .foregroundColor: Theme.dimText])
  }

  required init?(coder: NSCoder) { nil }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.key {
    case .up where isEditing: move(-1)
    case .down where isEditing: move(1)
    case .return where isEditing: accept()
    case .escape where isEditing: cancel()
    default: super.pressesBegan(presses, with: event)
    }
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
  /// Whether Return in the search field chooses the row.
  var isCandidate = false { didSet { if isCandidate != oldValue { showState() } } }

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
    layer.borderWidth = isCandidate ? 1 : 0
    layer.borderColor = Theme.accent.cgColor
  }
}
