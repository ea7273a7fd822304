// ExpandingTableViewController.swift
// Rows that grow when they are selected.
//
// SPDX-License-Identifier: MIT

import UIKit

class ExpandingCell: UITableViewCell {

  let arrow = UILabel()
  let detail = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    clipsToBounds = true
    arrow.text = "▸"
    arrow.textAlignment = .center
    arrow.frame = CGRect(x: 8, y: 7, width: 30, height: 30)
    contentView.addSubview(arrow)
    detail.numberOfLines = 0
    detail.font = UIFont.systemFont(ofSize: 14)
    detail.textColor = .gray
    detail.frame = CGRect(x: 44, y: 44, width: 240, height: 70)
    detail.text = "What is shown when there is room for it."
    contentView.addSubview(detail)
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    textLabel?.frame = CGRect(x: 44, y: 0, width: 200, height: 44)
  }

  func setExpanded(_ expanded: Bool, animated: Bool) {
    let angle = expanded ? CGFloat.pi / 2 : 0
    UIView.animate(withDuration: animated ? 0.3 : 0) {
      self.arrow.transform = CGAffineTransform(rotationAngle: angle)
      self.detail.alpha = expanded ? 1 : 0
    }
  }
}

class ExpandingTableViewController: UITableViewController {

  private let identifier = String(describing: ExpandingCell.self)
  private(set) var expandedIndexPath: IndexPath?

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(ExpandingCell.self, forCellReuseIdentifier: identifier)
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return 6
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    guard
      let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
        as? ExpandingCell
    else { return UITableViewCell() }
    cell.textLabel?.text = "Row \(indexPath.row + 1)"
    cell.setExpanded(indexPath == expandedIndexPath, animated: false)
    return cell
  }

  override func tableView(
    _ tableView: UITableView, heightForRowAt indexPath: IndexPath
  ) -> CGFloat {
    return indexPath == expandedIndexPath ? 120 : 44
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    if let old = expandedIndexPath {
      (tableView.cellForRow(at: old) as? ExpandingCell)?.setExpanded(false, animated: true)
    }
    expandedIndexPath = expandedIndexPath == indexPath ? nil : indexPath
    if let new = expandedIndexPath {
      (tableView.cellForRow(at: new) as? ExpandingCell)?.setExpanded(true, animated: true)
    }
    tableView.beginUpdates()
    tableView.endUpdates()
  }
}
