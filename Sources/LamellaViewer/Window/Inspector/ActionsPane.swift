// ActionsPane.swift
// The changes of the run, and the five steps of the action search of one of them.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The changes of the run as a list, and how the search for an action of the chosen one went.
final class ActionsPane: UIView {
  /// The height that it needs, in points.
  static let height: CGFloat = 376
  /// The height with two rows above the steps of one.
  static let leastHeight: CGFloat = 240
  private static let rowHeight: CGFloat = 24

  /// What records the searches.
  let recorder = ActionRecorder()

  private let list = RowScroller()
  private let hint = UILabel("", font: Theme.small, color: Theme.dimText, lines: 0)
  private let split = UIView()
  private let title = UILabel("", font: Theme.heading)
  private let reason = UILabel("", font: Theme.small, color: Theme.dimText, lines: 0)
  private let steps = ActionStep.allCases.map { step in
    (name: UILabel("\(step.rawValue + 1)  \(step.name)"), answer: UILabel("", alignment: .right))
  }
  private var rows: [ActionButton] = []
  /// Returns the titles of the layers of the tree, no two alike.
  var titles: () -> [ObjectIdentifier: String] = { [:] }
  /// The owner of each change, in the order of ``reports``.
  private(set) var owners: [String] = []
  /// The changes of the run, newest first.
  private(set) var reports: [ActionReport] = []
  /// The change that was chosen by hand; nil shows the last one.
  private var chosen: (layer: ObjectIdentifier, key: String)?
  private var version = -1
  /// Whether to scroll to the row of the selected change.
  private var needsReveal = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    split.backgroundColor = Theme.hairline
    [list, hint, split, title, reason].forEach(addSubview)
    // Long names of classes get smaller letters rather than an ellipsis.
    for label in [title] + steps.map(\.answer) {
      (label.adjustsFontSizeToFitWidth, label.minimumScaleFactor) = (true, 0.7)
    }
    // The number of a layer is at its end.
    title.lineBreakMode = .byTruncatingMiddle
    for step in steps {
      addSubview(step.name)
      addSubview(step.answer)
    }
    refresh()
  }

  required init?(coder: NSCoder) { nil }

  /// Begins a run: earlier changes are no longer listed.
  func beginRun() {
    hint.show("Nothing that an action could animate has changed in this run yet.")
    clear()
  }

  /// Shows a sample without a run.
  func beginSample() {
    hint.show("Press a button: the changes that it makes are listed here.")
    clear()
  }

  private func clear() {
    recorder.removeAll()
    chosen = nil
  }

  /// Shows what was recorded since the last call.
  func refresh() {
    guard recorder.version != version else { return }
    version = recorder.version
    // Newest first. Drawing and layout follow from other changes.
    reports = recorder.reports.reversed().filter { $0.key != "contents" && !$0.key.hasPrefix("on") }
    owners = reports.isEmpty ? [] : ownerTitles(titles())
    writeRows()
    writeSteps()
    setNeedsLayout()
  }

  /// The owner of each change, so that changes of different layers differ.
  ///
  /// - Parameter titles: Those of the layers in the tree.
  private func ownerTitles(_ titles: [ObjectIdentifier: String]) -> [String] {
    // Layers that the tree does not have, or no longer, are numbered in the order of their changes.
    var unlisted: [String: [ObjectIdentifier]] = [:]
    for report in reports.reversed() where titles[report.layer] == nil {
      if unlisted[report.owner]?.contains(report.layer) != true {
        unlisted[report.owner, default: []].append(report.layer)
      }
    }
    let listed = Set(titles.values)
    return reports.map { report in
      let owner = report.owner
      guard let title = titles[report.layer] else {
        let twins = unlisted[owner] ?? []
        let isAlone = twins.count < 2 && !listed.contains(owner)
        let number = twins.firstIndex(of: report.layer).map { $0 + 1 } ?? 1
        return isAlone ? owner : "\(owner) (\(number))"
      }
      // A layer with a name has that in the tree, and one with a delegate that is no view its class.
      return title == owner || title.hasPrefix(owner + " ") ? title : "\(owner) (\(title))"
    }
  }

  /// The change on show: the chosen one, else the last that layout did not make.
  private(set) var shown: ActionReport?

  /// Changes that layout and the tree make, too.
  private static let layoutKeys: Set = ["position", "bounds", "hidden", "sublayers"]

  /// Without a chosen one, the last change that animates or is not one of layout.
  private func findShown() -> ActionReport? {
    let chosen = chosen.flatMap { chosen in
      reports.first { $0.layer == chosen.layer && $0.key == chosen.key }
    }
    return chosen ?? reports.first { $0.animates || !Self.layoutKeys.contains($0.key) }
      ?? reports.first
  }

  private func writeRows() {
    let old = shown
    shown = findShown()
    if shown?.layer != old?.layer || shown?.key != old?.key { needsReveal = true }
    while rows.count < reports.count {
      let index = rows.count
      let row = ListRow("") { [weak self] in self?.choose(index) }
      row.contentEdgeInsets = UIEdgeInsets(top: 0, left: 8, bottom: 0, right: 4)
      list.addSubview(row)
      rows.append(row)
    }
    for (index, row) in rows.enumerated() {
      row.isHidden = index >= reports.count
      guard index < reports.count else { continue }
      let report = reports[index]
      let text = "\(report.key) · \(owners[index])"
      if row.title(for: .normal) != text { row.setTitle(text, for: .normal) }
      let isShown = report.layer == shown?.layer && report.key == shown?.key
      if row.isSelected != isShown { row.isSelected = isShown }
    }
  }

  private func choose(_ index: Int) {
    guard reports.indices.contains(index) else { return }
    chosen = (reports[index].layer, reports[index].key)
    writeRows()
    writeSteps()
    setNeedsLayout()
  }

  private func writeSteps() {
    let index = reports.firstIndex { $0.layer == shown?.layer && $0.key == shown?.key }
    title.show(index.map { "\(reports[$0].key) of \(owners[$0])" } ?? "")
    reason.show(shown?.reason ?? "")
    for (step, labels) in zip(ActionStep.allCases, steps) {
      let answer = shown?.answer(of: step)
      labels.answer.show(answer?.text ?? "")
      let isBold = answer?.isDecisive == true
      labels.name.font = isBold ? Theme.bodyBold : Theme.body
      labels.answer.font = isBold ? Theme.bodyBold : Theme.body
      let color = isBold ? Theme.text : Theme.dimText
      if labels.name.textColor != color { labels.name.textColor = color }
      if labels.answer.textColor != color { labels.answer.textColor = color }
    }
  }

  override func layoutSubviews() {
    let isEmpty = reports.isEmpty
    hint.isHidden = !isEmpty
    hint.frame = CGRect(x: 0, y: 4, width: bounds.width - 12, height: 36)
    for view in [split, title, reason] as [UIView] { view.isHidden = isEmpty }
    for step in steps { (step.name.isHidden, step.answer.isHidden) = (isEmpty, isEmpty) }
    let width = bounds.width - 12
    let room = CGSize(width: width, height: 200)
    let reasonHeight = reason.sizeThatFits(room).height.rounded(.up)
    let lower = 12 + 24 + Self.rowHeight * CGFloat(steps.count) + 6 + reasonHeight
    let upper = max(0, bounds.height - lower)
    list.frame = CGRect(x: 0, y: 0, width: bounds.width, height: upper)
    for (index, row) in rows.enumerated() where index < reports.count {
      row.frame = CGRect(
        x: 0, y: CGFloat(index) * Self.rowHeight, width: width, height: Self.rowHeight)
    }
    list.contentSize = CGSize(
      width: bounds.width, height: CGFloat(reports.count) * Self.rowHeight)
    if needsReveal, let row = rows.first(where: { $0.isSelected && !$0.isHidden }) {
      needsReveal = false
      list.scrollRectToVisible(row.frame, animated: false)
    }
    split.frame = CGRect(x: 0, y: upper + 4, width: width, height: 1)
    title.frame = CGRect(x: 0, y: upper + 12, width: width, height: 20)
    for (index, step) in steps.enumerated() {
      let y = upper + 36 + CGFloat(index) * Self.rowHeight
      step.name.frame = CGRect(x: 0, y: y, width: width, height: 18)
      // Beside the step's name, however long: an answer is small only where the two have no room.
      let x = step.name.sizeThatFits(room).width.rounded(.up) + 12
      step.answer.frame = CGRect(x: x, y: y, width: max(0, width - x), height: 18)
    }
    let end = upper + 36 + CGFloat(steps.count) * Self.rowHeight + 6
    reason.frame = CGRect(x: 0, y: end, width: width, height: reasonHeight)
    // What has no room is left out, not cut.
    if reason.frame.maxY > bounds.height { reason.isHidden = true }
  }
}

extension ActionReport {
  /// Whether an action was found.
  var animates: Bool { if case .action = outcome { true } else { false } }

  /// The class of the layer's view; without one, the layer's.
  var owner: String { "\(delegate ?? kind)" }

  /// What a step answered, and whether it ended the search.
  func answer(of step: ActionStep) -> (text: String, isDecisive: Bool) {
    switch outcome {
    case .disabled, .overridden: return ("not asked", false)
    case .none: return ("no answer", false)
    case .action(let answerer), .null(let answerer):
      if step.rawValue < answerer.rawValue { return ("no answer", false) }
      if step.rawValue > answerer.rawValue { return ("not asked", false) }
      return (answerText, true)
    }
  }

  private var answerText: String {
    guard let action else { return "stop, no animation" }
    let length = duration.map { ", \(Wording.fixed($0, 2)) s" } ?? ""
    return "\(action)\(length)"
  }

  /// What the search means, in a sentence.
  var reason: String {
    switch outcome {
    case .null(.delegate) where !(delegate is UIView.Type):
      "The delegate answered with NSNull, which stops the search, so that the change is shown at once."
    case .null(.delegate):
      "The view is its layer's delegate. Outside of an animation block, and for a key that blocks do not animate, it "
        + "stops the search, so that the change is shown at once."
    case .null(let step): "\(step.name) stops the search, so that the change is shown at once."
    case .action(.delegate) where !(delegate is UIView.Type):
      "The delegate answered first."
    case .action(.delegate):
      "The delegate answered first: a view does so inside of an animation block."
    case .action(.implicit):
      "Nothing stopped the search, so that the layer animates by itself."
    case .action(let step): "\(step.name) has an action for this key."
    case .none: "Nothing answered: the change is shown at once."
    case .overridden:
      "The layer's class overrides action(forKey:), and answered with \(answerText)."
    case .disabled: "Actions are disabled in the transaction, so that nothing is searched."
    }
  }
}
