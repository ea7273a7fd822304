// Inspector.swift
// The column at the right of the window: the sample's code, its layers, its curves or its action searches, and the log.
//
// This folder: the panes beside the stage: source, layers, curve, actions, log.
//
// SPDX-License-Identifier: MIT

import UIKit

/// What the upper part of the inspector shows.
enum InspectorTab: Int, CaseIterable {
  case source, layers, curve, actions

  var title: String {
    switch self {
    case .source: "Source"
    case .layers: "Layers"
    case .curve: "Curve"
    case .actions: "Actions"
    }
  }
}

/// What the log lists.
enum LogTab: Int, CaseIterable {
  /// What the sample did.
  case events
  /// The late frames of the run.
  case late
  /// The frames that took longest to appear, whether late or not.
  case worst
}

/// The sample's code, layers, curves or action searches, and the log in three lists.
final class Inspector: UIView {
  static let width: CGFloat = 328

  /// Called with the command of a tab that was pressed.
  var perform: (WindowCommand) -> Void = { _ in }
  /// Called when a layer is chosen in the tree.
  var choose: (CALayer?) -> Void {
    get { layers.choose }
    set { layers.choose = newValue }
  }

  let source = SourcePane()
  let layers = LayersPane()
  let curve = CurvePane()
  let actions = ActionsPane()
  private let line = UIView()
  private let split = Divider()
  /// The height of the panes that a drag of the divider chose, and before the drag. Nil where it is their own.
  private var chosenHeight: CGFloat?
  private var heightBeforeDrag: CGFloat = 0
  private lazy var tabs = InspectorTab.allCases.map { tab in
    TabButton(tab.title) { [weak self] in self?.perform(.inspector(tab)) }
  }
  private lazy var logTabs = zip(LogTab.allCases, ["Events", "Late frames", "20 slowest"]).map {
    tab, title in
    TabButton(title) { [weak self] in self?.press(tab) }
  }
  let list = LogList()
  private(set) var events = LogBook()
  private(set) var late = LogBook()
  private(set) var worst = LogBook()
  /// Called with the number of a frame whose entry was pressed.
  var chooseFrame: (Int) -> Void {
    get { list.choose }
    set { list.choose = newValue }
  }
  /// The entries of the log.
  var logArea: UIView { list.area }
  /// Called when the worst frames are to be listed.
  var needsWorst: () -> Void = {}

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    clipsToBounds = true
    split.began = { [weak self] in self.map { $0.heightBeforeDrag = $0.source.frame.height } }
    split.moved = { [weak self] in
      guard let self else { return }
      chosenHeight = heightBeforeDrag + $0
      setNeedsLayout()
    }
    ([line, split, source, layers, curve, actions, list] + tabs + logTabs).forEach(addSubview)
    curve.choose = { [weak self] in self?.perform(.chooseAnimation(row: $0)) }
    actions.titles = { [weak layers] in layers?.titles ?? [:] }
    showTab()
    showLog()
  }

  required init?(coder: NSCoder) { nil }

  // MARK: Tabs

  var tab = InspectorTab.source {
    didSet {
      logIsPreferred = false
      if tab != oldValue { showTab() }
    }
  }
  /// The visible list of the log.
  var logTab = LogTab.events {
    didSet {
      guard logTab != oldValue else { return }
      if logTab == .worst { needsWorst() }
      showLog(isOther: true)
    }
  }

  /// The controls, by the names that the log of events gives them.
  var controls: [(name: String, control: UIControl)] {
    zip(["tab-source", "tab-layers", "tab-curve", "tab-actions"], tabs).map { ($0, $1) }
      + curve.controls
      + zip(["log-events", "log-late", "log-worst"], logTabs).map { ($0, $1) }
  }

  /// Whether the log has its room where the pane above needs it too: what was pressed last has it.
  private var logIsPreferred = false {
    didSet { if logIsPreferred != oldValue { setNeedsLayout() } }
  }

  private func press(_ tab: LogTab) {
    logTab = tab
    logIsPreferred = true
  }

  /// Whether the log is folded to its tabs, so that the pane above can show what it is for.
  var foldsLog: Bool {
    if chosenHeight != nil { return false }
    let least: CGFloat
    switch tab {
    case .source, .layers: return false
    case .curve: least = CurvePane.leastHeight
    case .actions: least = ActionsPane.leastHeight
    }
    return !logIsPreferred && bounds.width < Self.wide && room < least + Self.logHeight
  }

  /// The height below the tabs.
  private var room: CGFloat { bounds.height - 48 }
  /// The least height of the log: the line above it, its tabs, and five entries.
  private static let logHeight: CGFloat = 132

  private func showTab() {
    for (button, tab) in zip(tabs, InspectorTab.allCases) {
      if button.isSelected != (tab == self.tab) { button.isSelected = tab == self.tab }
    }
    source.isHidden = tab != .source
    layers.isHidden = tab != .layers
    curve.isHidden = tab != .curve
    actions.isHidden = tab != .actions
    setNeedsLayout()
  }

  func show(_ sample: any Sample.Type) {
    source.show(sample)
    curve.beginSample()
    hasRun = false
    events.removeAll()
    late.removeAll()
    worst.removeAll()
    showLateCount()
    showLog()
    setNeedsLayout()
  }

  // MARK: Log

  /// Whether nothing was written about the run yet.
  private var isRunNew = false
  /// Whether the sample has had a run.
  private var hasRun = false

  /// Begins a run: late frames of earlier ones are no longer listed.
  ///
  /// - Parameter isAgain: Whether it is the run on show, whose chosen animation stays chosen.
  func beginRun(isAgain: Bool = false) {
    (hasRun, isRunNew) = (true, true)
    if !isAgain { curve.beginRun() }
    late.removeAll()
    events.endJoining()
    showLateCount()
    showLog()
  }

  /// Appends an event of the sample.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start of the run.
  ///   - isOnPurpose: Whether it is about a fault that was injected.
  func append(_ text: String, at time: TimeInterval, isOnPurpose: Bool = false) {
    var entry = LogEntry(time: time, text: text, isOnPurpose: isOnPurpose)
    entry.beginsRun = isRunNew && !events.entries.isEmpty
    isRunNew = false
    events.append(entry)
    showLog()
  }

  /// Appends an entry that takes the place of the one before it in this run.
  func join(_ text: String, at time: TimeInterval) {
    events.join(LogEntry(time: time, text: text))
    showLog()
  }

  /// Appends a late frame.
  func append(_ frame: LateFrame, number: Int, at time: TimeInterval) {
    late.append(frame, frame: number, at: time)
    showLog()
  }

  /// Lists what happened in a run that goes on here, and chooses the animation and the layer that were chosen among the
  /// same ones of another instance of the sample.
  func takeOver(_ old: Inspector) {
    (events, late, hasRun) = (old.events, old.late, old.hasRun)
    showLateCount()
    showLog()
    curve.show(row: old.curve.chosen)
    layers.takeOver(old.layers)
  }

  /// Lists the worst frames, the worst first.
  func show(worst entries: [LogEntry]) {
    worst.removeAll()
    entries.forEach { worst.append($0) }
    if logTab == .worst { showLog() }
  }

  /// Shows the entry about a late frame, if there is one.
  func reveal(frame: Int) {
    guard late.entries.contains(where: { $0.frames?.contains(frame) == true }) else { return }
    press(.late)
    layoutIfNeeded()
    list.reveal(frame: frame)
  }

  /// Shows in its tab how many late frames the log has, together with the figures.
  func showLateCount() {
    let title = late.total == 0 ? "Late frames" : Wording.count(late.total, "late frame")
    guard logTabs[1].title(for: .normal) != title else { return }
    logTabs[1].setTitle(title, for: .normal)
    setNeedsLayout()
  }

  private func showLog(isOther: Bool = false) {
    showLogTab()
    switch logTab {
    case .events: list.show(events, empty: "Nothing has happened yet.", isOther: isOther)
    case .late:
      list.show(
        late, empty: hasRun ? "No frame of this run was late." : "Nothing has run yet.",
        isOther: isOther)
    case .worst:
      list.show(
        worst, empty: "No frame of an animation was measured.", isOther: isOther, followsEnd: false)
    }
  }

  private func showLogTab() {
    for (tab, button) in zip(LogTab.allCases, logTabs) {
      let isChosen = tab == logTab && !foldsLog
      if button.isSelected != isChosen { button.isSelected = isChosen }
    }
  }

  // MARK: Layout

  /// The width from which the log is beside the panes instead of below them.
  private static let wide: CGFloat = 700

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: 0, width: 1, height: bounds.height)
    if bounds.width >= Self.wide { return layOutBeside() }
    let width = bounds.width - 32
    layOut(tabs, y: 8, width: width)
    // The code and the actions keep what they need, if the log keeps five lines. One height for all tabs, so that the
    // log stays where it is.
    let wanted = max(ActionsPane.height, source.fittingHeight(width: width))
    let gap: CGFloat = foldsLog ? 4 : 8
    let chosen = chosenHeight.map { min(max(120, $0), max(120, room - 88)).rounded() }
    let upper =
      chosen
      ?? (foldsLog ? room - 2 * gap - 40 : min(wanted, max(120, room - Self.logHeight)).rounded())
    list.isHidden = foldsLog
    showLogTab()
    // Scroll bars are in the margin.
    let top = CGRect(x: 16, y: 48, width: width + 12, height: upper)
    source.frame = top
    layers.frame = top
    curve.frame = top
    actions.frame = top
    split.isHidden = false
    split.frame = CGRect(
      x: 1, y: top.maxY + gap - (Divider.height / 2).rounded(.down), width: bounds.width - 1,
      height: Divider.height)
    let y = top.maxY + 2 * gap
    layOut(logTabs, y: y, width: width)
    list.frame = CGRect(x: 16, y: y + 40, width: width + 12, height: max(0, bounds.height - y - 48))
  }

  /// Lays out the panes on the left and the log on the right, each as high as there is room.
  private func layOutBeside() {
    let half = (bounds.width / 2).rounded()
    let pane = CGRect(x: 16, y: 48, width: half - 28, height: max(0, bounds.height - 56))
    layOut(tabs, y: 8, width: half - 32)
    for view in [source, layers, curve, actions] as [UIView] { view.frame = pane }
    split.isHidden = true
    layOut(logTabs, x: half + 16, y: 8, width: half - 32)
    list.isHidden = false
    list.frame = CGRect(x: half + 16, y: 48, width: half - 28, height: pane.height)
    showLogTab()
  }

  /// Lays out a row of tabs. Where there is no room, the titles take that of the margins.
  private func layOut(_ tabs: [ActionButton], x: CGFloat = 16, y: CGFloat, width: CGFloat) {
    let fitting = tabs.reduce(CGFloat(tabs.count - 1) * 8) { $0 + $1.fittingWidth }
    layOutRow(
      tabs, from: CGPoint(x: x, y: y),
      narrowerBy: max(0, ((fitting - width) / CGFloat(tabs.count)).rounded(.up)))
  }
}
