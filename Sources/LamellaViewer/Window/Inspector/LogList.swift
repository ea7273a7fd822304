// LogList.swift
// A list of log entries, newest last: scrollable, and at its end unless it was scrolled away from it.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// One line of the log.
struct LogEntry: Hashable {
  /// Seconds since the start of the run.
  var time: TimeInterval
  var text: String
  /// The number of entries in a row that it represents.
  var count = 1
  /// The numbers of the frames that it is about.
  var frames: ClosedRange<Int>?
  /// Whether it is about a fault that was injected.
  var isOnPurpose = false
  /// Whether a run begins with it, after another: times begin again.
  var beginsRun = false

  /// The text with its count: "render 22.6 ms ×12".
  var line: String { count == 1 ? text : "\(text) ×\(count)" }
}

/// The entries of one kind.
struct LogBook: Hashable {
  /// The oldest are dropped beyond these.
  static let most = 200

  private(set) var entries: [LogEntry] = []
  /// The number of entries, with those that were joined and dropped.
  private(set) var total = 0

  mutating func append(_ entry: LogEntry) {
    total += 1
    entries.append(entry)
    let dropped = max(0, entries.count - Self.most)
    entries.removeFirst(dropped)
    joined = joined.flatMap { $0 < dropped ? nil : $0 - dropped }
  }

  /// The index of the entry that joined ones replace.
  private var joined: Int?

  /// Appends an entry in place of the last one that was appended so.
  mutating func join(_ entry: LogEntry) {
    var entry = entry
    if let joined, entries.indices.contains(joined) {
      entry.beginsRun = entries.remove(at: joined).beginsRun
      if entry.beginsRun, entries.indices.contains(joined) {
        entries[joined].beginsRun = true
        entry.beginsRun = false
      }
    }
    append(entry)
    joined = entries.count - 1
  }

  /// Lets the next joined entry be appended.
  mutating func endJoining() { joined = nil }

  /// Appends a late frame. One like the last entry is joined to it, with the longer duration; one that is late on
  /// purpose is not joined to one that is not.
  mutating func append(_ late: LateFrame, frame: Int, at time: TimeInterval) {
    let text = Wording.late(late)
    let kind = text.prefix(while: { $0 != "·" })
    total += 1
    if var last = entries.last, last.text.prefix(while: { $0 != "·" }) == kind,
      last.isOnPurpose == late.isInjected, late.cause.detail == lastCause
    {
      longest = max(longest, late.cause.seconds ?? 0)
      last.count += 1
      last.text = Wording.late(late, longest: longest)
      last.frames = (last.frames?.lowerBound ?? frame)...frame
      entries[entries.count - 1] = last
    } else {
      (lastCause, longest) = (late.cause.detail, late.cause.seconds ?? 0)
      entries.append(
        LogEntry(time: time, text: text, frames: frame...frame, isOnPurpose: late.isInjected))
      entries.removeFirst(max(0, entries.count - Self.most))
    }
  }

  private var lastCause = ""
  /// The longest duration of the cause of the last entry, in seconds.
  private var longest: TimeInterval = 0

  mutating func removeAll() { self = LogBook() }
}

/// The rows of a log book.
final class LogList: UIView {
  private static let timeWidth: CGFloat = 56

  /// Called with the number of the first frame that a pressed entry is about.
  var choose: (Int) -> Void = { _ in }

  private let scroller = UIScrollView()
  /// The area of the entries.
  let area = RowNames()
  private let hint = UILabel("", font: Theme.small, color: Theme.dimText)
  private var labels: [(time: UILabel, text: UILabel)] = []
  /// What the labels show.
  private var written: [LogEntry] = []
  /// The lines between runs.
  private var rules: [UIView] = []
  private var entries: [LogEntry] = []
  /// The entry to emphasise; nil for none.
  private var chosen: Int?

  override init(frame: CGRect) {
    super.init(frame: frame)
    scroller.alwaysBounceVertical = false
    area.press = { [weak self] in self?.press(at: $0) }
    scroller.addSubview(area)
    addSubview(scroller)
    addSubview(hint)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows entries; the text is shown without any.
  ///
  /// - Parameters:
  ///   - isOther: Whether another list is shown than before: it begins at its newest entry. Default false.
  ///   - followsEnd: Whether the list stays at its end, where new entries are. Default true; else it is at its first.
  func show(_ book: LogBook, empty: String, isOther: Bool = false, followsEnd: Bool = true) {
    hint.show(empty)
    hint.isHidden = !book.entries.isEmpty
    guard isOther || book.entries != entries else { return }
    // A new run is seen, wherever the list was scrolled.
    let beginsRun =
      book.entries.count { $0.beginsRun } != entries.count { $0.beginsRun }
    let wasAtEnd = isOther || beginsRun || scroller.contentOffset.y >= greatestOffset - 1
    if book.entries.count < entries.count { chosen = nil }
    entries = book.entries
    writeRows()
    setNeedsLayout()
    layoutIfNeeded()
    if !followsEnd {
      if isOther { scroller.contentOffset = .zero }
    } else if wasAtEnd {
      scroller.contentOffset = CGPoint(x: 0, y: greatestOffset)
    }
  }

  /// Emphasises the entry about a frame, and scrolls to it.
  func reveal(frame: Int) {
    chosen = entries.lastIndex { $0.frames?.contains(frame) == true }
    writeRows()
    guard let chosen, labels.indices.contains(chosen) else { return }
    layoutIfNeeded()
    scroller.scrollRectToVisible(labels[chosen].text.frame, animated: false)
  }

  /// Chooses the entry at a height, if it is about frames.
  private func press(at y: CGFloat) {
    let rows = labels.prefix(entries.count)
    guard let index = rows.firstIndex(where: { y <= $0.text.frame.maxY + 2 }),
      let frame = entries[index].frames?.lowerBound
    else { return }
    chosen = index
    writeRows()
    choose(frame)
  }

  private var greatestOffset: CGFloat {
    max(0, scroller.contentSize.height - scroller.bounds.height)
  }

  private func writeRows() {
    while labels.count < entries.count {
      let row = (
        UILabel("", font: Theme.smallNumbers, color: Theme.dimText, alignment: .right),
        UILabel("", font: Theme.small, lines: 0)
      )
      scroller.insertSubview(row.0, belowSubview: area)
      scroller.insertSubview(row.1, belowSubview: area)
      labels.append(row)
    }
    for (index, row) in labels.enumerated() {
      let isUsed = index < entries.count
      (row.time.isHidden, row.text.isHidden) = (!isUsed, !isUsed)
      guard isUsed else { continue }
      if !written.indices.contains(index) || written[index] != entries[index] {
        row.time.show(Wording.fixed(entries[index].time, 3))
        row.text.show(Wording.unbroken(entries[index].line))
      }
      let usual = entries[index].isOnPurpose ? Theme.color(of: FrameStage.commit) : Theme.text
      let color = index == chosen ? Theme.accent : usual
      if row.text.textColor != color { row.text.textColor = color }
    }
    written = entries
  }

  override func layoutSubviews() {
    let width = bounds.width
    hint.frame = CGRect(x: 0, y: 4, width: width, height: 16)
    scroller.frame = bounds
    let textWidth = max(0, width - Self.timeWidth - 16)
    var y: CGFloat = 4
    var ruleCount = 0
    for (index, row) in labels.enumerated() where index < entries.count {
      if entries[index].beginsRun {
        placeRule(ruleCount, CGRect(x: 0, y: y + 2, width: width - 16, height: 1))
        ruleCount += 1
        y += 8
      }
      let height = row.text.sizeThatFits(CGSize(width: textWidth, height: 1000)).height.rounded(.up)
      // On the baseline of the first line.
      let rise = (Theme.small.ascender - Theme.smallNumbers.ascender).rounded()
      row.time.frame = CGRect(
        x: 0, y: y + rise, width: Self.timeWidth - 8, height: Theme.smallNumbers.lineHeight)
      row.text.frame = CGRect(x: Self.timeWidth, y: y, width: textWidth, height: height)
      y += height + 4
    }
    for (index, rule) in rules.enumerated() { rule.isHidden = index >= ruleCount }
    scroller.contentSize = CGSize(
      width: width, height: max(y, endOffset(contentHeight: y) + bounds.height))
    area.frame = CGRect(x: 0, y: 0, width: width, height: y)
  }

  /// The offset at the end of the list: the first entry on show is whole, if the last one has room.
  private func endOffset(contentHeight: CGFloat) -> CGFloat {
    let least = contentHeight - bounds.height
    guard least > 0 else { return 0 }
    let tops = labels.prefix(entries.count).map { $0.text.frame.minY - 4 }
    return tops.first { $0 >= least } ?? least
  }

  private func placeRule(_ index: Int, _ frame: CGRect) {
    if index == rules.count {
      let rule = UIView()
      rule.backgroundColor = Theme.hairline
      scroller.insertSubview(rule, belowSubview: area)
      rules.append(rule)
    }
    rules[index].frame = frame
  }
}
