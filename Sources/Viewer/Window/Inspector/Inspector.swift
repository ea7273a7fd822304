// NotesPanel.swift
// The column at the right of the window: the sample's summary, its essential code, and the log.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The sample's summary and code, and the log.
final class NotesPanel: UIView {
  static let width: CGFloat = 328

  private let title = UILabel("", font: Theme.heading)
  private let summary = UILabel("", color: Theme.dimText, lines: 0)
  private let code = UIView()
  private let essence = UILabel("", font: Theme.smallNumbers, color: Theme.accent, lines: 0)
  private let logHeading = UILabel("Log", font: Theme.small, color: Theme.dimText)
  private let log = UILabel("", font: Theme.small, color: Theme.text, lines: 0)
  private let line = UIView()
  /// Newest last.
  private var entries: [String] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    code.backgroundColor = Theme.stage
    code.layer.cornerRadius = 6
    clipsToBounds = true
    [line, title, summary, code, essence, logHeading, log].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ sample: any Sample.Type) {
    title.show(sample.title)
    summary.show(sample.summary)
    essence.show(sample.essence)
    entries.removeAll()
    log.show("")
    setNeedsLayout()
  }

  /// Appends an entry, removing the oldest of more than six.
  func append(_ entry: String) {
    entries.append(entry)
    entries.removeFirst(max(0, entries.count - 6))
    log.show(entries.joined(separator: "\n"))
    setNeedsLayout()
  }

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: 0, width: 1, height: bounds.height)
    let width = bounds.width - 32
    let room = CGSize(width: width, height: 1000)
    title.frame = CGRect(x: 16, y: 16, width: width, height: 20)
    summary.frame = CGRect(
      x: 16, y: 44, width: width, height: summary.sizeThatFits(room).height.rounded(.up))
    let codeRoom = CGSize(width: width - 24, height: 1000)
    let codeHeight = essence.sizeThatFits(codeRoom).height.rounded(.up)
    code.frame = CGRect(
      x: 16, y: summary.frame.maxY + 16, width: width, height: codeHeight + 20)
    essence.frame = CGRect(
      x: 28, y: code.frame.minY + 10, width: width - 24, height: codeHeight)
    logHeading.frame = CGRect(x: 16, y: code.frame.maxY + 16, width: width, height: 16)
    log.frame = CGRect(
      x: 16, y: logHeading.frame.maxY + 4, width: width,
      height: min(
        log.sizeThatFits(room).height.rounded(.up),
        max(0, bounds.height - logHeading.frame.maxY - 12)))
  }
}
