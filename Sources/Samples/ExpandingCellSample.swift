// ExpandingCellSample.swift
// A table: a row that opens when it is pressed, and rows that are inserted and deleted.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A table whose rows open by a change of height between `beginUpdates()` and `endUpdates()`.
final class ExpandingCellSample: Sample {
  static let name = "ExpandingCell"
  static let title = "A cell that opens"
  static let summary =
    "Press a row: its height changes between beginUpdates and endUpdates, and the rows below make "
    + "room. Inserted and deleted rows enter and leave while the others move."
  static let essence = """
    open = indexPath
    tableView.beginUpdates()
    tableView.endUpdates()

    rows.insert(name, at: 1)
    tableView.insertRows(
      at: [[0, 1]], with: .fade)
    """

  static let duration: TimeInterval = 0.3
  private static let names = [
    "Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune",
  ]

  var onCompletion: (SampleReport) -> Void = { _ in }
  let table = UITableView(frame: .zero, style: .plain)
  private(set) lazy var rows = PlanetRows(Self.names) { [weak self] in self?.toggle($0) }

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "open", title: "Open", duration: Self.duration) { [self] in toggle(1) },
      Trigger(name: "insert", title: "Insert", duration: Self.duration) { [self] in insert() },
      Trigger(name: "delete", title: "Delete", duration: Self.duration) { [self] in delete() },
    ]
  }

  func makeView() -> UIView {
    table.backgroundColor = Theme.panel
    table.separatorColor = Theme.hairline
    table.layer.cornerRadius = 10
    table.register(PlanetCell.self, forCellReuseIdentifier: "planet")
    table.dataSource = rows
    table.delegate = rows
    return ExpandingCellStage(table)
  }

  private func toggle(_ row: Int) {
    let start = SampleTime.now
    rows.open = rows.open == rows.names[row] ? nil : rows.names[row]
    table.performBatchUpdates(nil) { [weak self] finished in
      self?.report("Open", finished: finished, since: start)
    }
  }

  private var inserted = 0

  private func insert() {
    let start = SampleTime.now
    inserted += 1
    table.performBatchUpdates { [self] in
      rows.names.insert("Planet \(inserted)", at: 1)
      table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .left)
    } completion: { [weak self] finished in
      self?.report("Insert", finished: finished, since: start)
    }
  }

  private func delete() {
    let start = SampleTime.now
    guard rows.names.count > 2 else { return }
    table.performBatchUpdates { [self] in
      rows.names.remove(at: 1)
      table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .right)
    } completion: { [weak self] finished in
      self?.report("Delete", finished: finished, since: start)
    }
  }
}

/// The rows of the table.
final class PlanetRows: UITableViewDataSource, UITableViewDelegate {
  var names: [String]
  /// The name of the open row.
  var open: String?
  private let pressed: (Int) -> Void

  init(_ names: [String], pressed: @escaping (Int) -> Void) {
    self.names = names
    self.pressed = pressed
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    names.count
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    names[indexPath.row] == open ? 110 : 40
  }

  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "planet", for: indexPath)
    (cell as? PlanetCell)?.name = names[indexPath.row]
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: false)
    pressed(indexPath.row)
  }
}

/// A row: a name, and below it a text that shows when the row is open.
final class PlanetCell: UITableViewCell {
  private let title = UILabel("", color: Theme.text)
  private let detail = UILabel(
    "The height of this row comes from the delegate.", font: Theme.small, color: Theme.dimText,
    lines: 2)
  private let disc = UIView()

  var name = "" {
    didSet {
      title.text = name
      let hue = CGFloat(name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFF }) / 255
      disc.backgroundColor = UIColor(hue: hue, saturation: 0.4, brightness: 0.85, alpha: 1)
    }
  }

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    backgroundColor = Theme.panel
    let selected = UIView()
    selected.backgroundColor = Theme.controlPressed
    selectedBackgroundView = selected
    for view in [title, detail, disc] { contentView.addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(0, contentView.bounds.width - 64)
    disc.frame = CGRect(x: 16, y: 10, width: 20, height: 20)
    disc.layer.cornerRadius = 10
    title.frame = CGRect(x: 48, y: 11, width: width, height: 18)
    detail.frame = CGRect(x: 48, y: 40, width: width, height: 34)
  }
}

/// The layout: the table in the middle.
private final class ExpandingCellStage: UIView {
  private let table: UIView

  init(_ table: UIView) {
    self.table = table
    super.init(frame: .zero)
    addSubview(table)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let size = CGSize(
      width: max(0, min(bounds.width - 32, 380)), height: max(0, min(bounds.height - 64, 330)))
    table.frame = CGRect(
      x: ((bounds.width - size.width) / 2).rounded(),
      y: ((bounds.height - 40 - size.height) / 2).rounded(), width: size.width,
      height: size.height)
  }
}
