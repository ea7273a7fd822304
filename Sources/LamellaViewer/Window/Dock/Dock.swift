// Dock.swift
// The dock: the frames and the animations of the run, skew, and how the run differs from another. It only observes: it
// requests no frames of its own except one after an animation.
//
// This folder: the panes below the stage: frames, animations with the line of time that is dragged, skew, the comparison of
// runs.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// What the dock shows.
enum DockTab: Int, CaseIterable {
  case frames, animations, skew, compare

  var title: String {
    switch self {
    case .frames: "Frames"
    case .animations: "Animations"
    case .skew: "Skew"
    case .compare: "Compare"
    }
  }
}

/// The dock at the bottom of the window.
final class Dock: UIView {
  /// Called with the command of a control that was pressed.
  var perform: (WindowCommand) -> Void = { _ in }
  /// Called with how far custom properties were behind in the run.
  var logSkew: (String) -> Void = { _ in }
  /// Called with log entries about faults on purpose.
  var logFault: (String) -> Void = { _ in }
  /// Called with why a part of the run was not measured.
  var logUnmeasured: (String) -> Void = { _ in }
  /// Called with each late frame of the sample and its number.
  var logLate: (LateFrame, Int) -> Void = { _, _ in }
  /// Called when the figures have changed, and with them the worst frames.
  var worstDidChange: () -> Void = {}
  /// Called when another tab is on show.
  var tabDidChange: () -> Void = {}
  /// Called with the number of a frame that was marked in the chart, or by a key.
  var didChoose: (Int) -> Void = { _ in }

  /// The scale of the verdict beside the hitch time ratio.
  var bands = HitchBand.Scale.raw

  /// Measures what the charts cost.
  var meter = WorkMeter() {
    didSet { (frames.chart.meter, animations.meter) = (meter, meter) }
  }

  /// The frames in which the sample moved, each run of them with the frame that ended it.
  private(set) var history = FrameHistory()
  /// The last frame of the window, whether the sample moved in it or not.
  private(set) var last: FrameRecord?
  private(set) var figures = FrameFigures()
  private(set) var activity = StageActivity()
  /// Action searches since the start of the run that found an action.
  private(set) var answeredActions = 0

  let animations = AnimationsPane()
  let frames = FramesPane()
  let skew = SkewPane()
  let compare = ComparePane()
  let state = UILabel("", font: Theme.body, color: Theme.dimText)
  /// The width that the state may have, in points.
  private var stateRoom: CGFloat = 0
  /// Measures states, outside of the window.
  private let ruler = UILabel("", lines: 0)
  private let badge = UILabel("", font: Theme.smallNumbers, color: Theme.accent, alignment: .right)
  /// Before the state while the stage is paused.
  let pausedIcon = IconView(.pause, color: Theme.accent)
  private let line = UIView()
  private lazy var tabs = DockTab.allCases.map { tab in
    TabButton(tab.title) { [weak self] in self?.perform(.dock(tab)) }
  }
  /// The controls of the Animations tab.
  let loop = ToggleButton("Loop")
  let backwards = ToggleButton("Backwards")
  /// The controls of the Skew tab.
  private lazy var runSkew = ActionButton("Run") { [weak self] in self?.skew.run() }
  private let repeatSkew = ToggleButton("Repeat")
  private let ghosts = ToggleButton("Ghosts")
  private let pixels = ToggleButton("Pixels")
  private let timer = ToggleButton("Timer")
  /// The control of the Compare tab.
  private let pin = ToggleButton("Pin this run")

  /// Media time of the last update of the numbers, which are updated at most four times a second.
  private var written = -TimeInterval.infinity
  private var isStale = false
  /// Media time of the last drawing of the chart.
  private var drawn = -TimeInterval.infinity
  /// The least seconds between two drawings of a chart that moves.
  private static let chartInterval = 0.06
  /// Frames that do not count, as the window was resized.
  private var disturbed = 0
  /// The media time until which the sample moves, as far as known.
  private var movesUntil = -TimeInterval.infinity
  /// Seconds after a frame's time after which its report is late.
  private static let lateReport: TimeInterval = 0.05
  /// The number of the frame on show, beneath the pointer or chosen; nil for none.
  private var shownFrame: Int?
  /// The frames that were chosen.
  private var choice = FrameChoice() {
    didSet {
      guard choice.range != oldValue.range else { return }
      frames.chart.selection = choice.range
      (isStale, written, drawn) = (true, -.infinity, -.infinity)
      writeState()
    }
  }
  private var fault = FaultWatch()
  /// The frames of the run whose custom properties were behind, and the longest time in seconds.
  /// How far custom properties of the sample were behind in the run: in how many frames, by how much at most, in seconds
  /// and in device pixels. Pixels are nil where they are not known.
  private var skewed = (frames: 0, most: TimeInterval(0), pixels: Double?.some(0))
  private(set) var standstills = Standstills() {
    didSet { animations.show(standstills: standstills.all) }
  }
  private(set) var comparison = RunComparison()
  private var wasSkewed = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    let controls = DockTab.allCases.flatMap { self.controls(of: $0) }
    ([frames, animations, skew, compare, line, pausedIcon, state, badge] + tabs + controls).forEach(
      addSubview)
    loop.toolTip = "Plays the run again and again; drag the ends of the bar in the ruler (O)"
    (backwards.toolTip, pin.toolTip) = (
      "Plays the run backwards (B)", "Compares all others with this run"
    )
    timer.toolTip = "A timer of its own reads for the late lane, out of step with the screen"
    loop.onPress = { [weak self] in self?.perform(.loop) }
    backwards.onPress = { [weak self] in self?.perform(.backwards) }
    repeatSkew.onPress = { [weak self] in self.map { $0.skew.repeats = $0.repeatSkew.isSelected } }
    ghosts.onPress = { [weak self] in self.map { $0.skew.showsGhosts = $0.ghosts.isSelected } }
    pixels.onPress = { [weak self] in self.map { $0.skew.readsPixels = $0.pixels.isSelected } }
    timer.onPress = { [weak self] in self.map { $0.skew.usesTimer = $0.timer.isSelected } }
    pin.onPress = { [weak self] in self?.pinRun() }
    skew.runDidChange = { [weak self] in self?.writeState() }
    frames.chart.frames = { [weak self] in self?.history ?? FrameHistory() }
    frames.hover = { [weak self] in
      guard let self else { return }
      show(frame: $0 ?? choice.markedIndex(in: history))
    }
    frames.select = { [weak self] in self?.perform(.chooseFrames($0)) }
    frames.choose = { [weak self] in
      guard let self else { return }
      let number = history[$0].index
      perform(.chooseFrame(number))
      didChoose(number)
    }
    state.numberOfLines = 2
    show(state: Wording.activity(activity, since: 0))
    showTab()
  }

  required init?(coder: NSCoder) { nil }

  // MARK: What is shown

  var tab = DockTab.frames {
    didSet {
      guard tab != oldValue else { return }
      showTab()
      writeState()
      tabDidChange()
    }
  }

  /// The controls, by the names that the log of events gives them.
  var controls: [(name: String, control: UIControl)] {
    zip(["tab-frames", "tab-animations", "tab-skew", "tab-compare"], tabs)
      .filter { !$1.isHidden }.map { ($0, $1) }
      + zip(Self.names(of: tab), controls(of: tab)).map { ($0, $1) }
  }

  /// The controls of a tab, which are at the right of the header.
  private func controls(of tab: DockTab) -> [ActionButton] {
    switch tab {
    case .frames: []
    case .animations: [loop, backwards]
    case .skew: [runSkew, repeatSkew, ghosts, pixels, timer]
    case .compare: [pin]
    }
  }

  private static func names(of tab: DockTab) -> [String] {
    switch tab {
    case .frames: []
    case .animations: ["loop", "backwards"]
    case .skew: ["skew-run", "skew-repeat", "skew-ghosts", "skew-pixels", "skew-timer"]
    case .compare: ["pin"]
    }
  }

  private func showTab() {
    for (button, tab) in zip(tabs, DockTab.allCases) {
      if button.isSelected != (tab == self.tab) { button.isSelected = tab == self.tab }
    }
    frames.isHidden = tab != .frames
    animations.isHidden = tab != .animations
    skew.isHidden = tab != .skew
    compare.isHidden = tab != .compare
    for other in DockTab.allCases {
      for control in controls(of: other) { control.isHidden = other != tab }
    }
    isStale = true
    if tab == .compare { showComparison(history.figures) }
    setNeedsLayout()
  }

  /// How the stage's time runs, for the header.
  var playback = Playback() {
    didSet {
      guard playback != oldValue else { return }
      badge.show(playback.badge)
      setNeedsLayout()
    }
  }

  /// The text of the dock's state line, cut where the room ends.
  private(set) var stateText = ""

  /// The state line while nothing moves.
  var stillSentence = Wording.still { didSet { if stillSentence != oldValue { writeState() } } }

  /// The stage's time since the start of the run, while it is paused; nil while it plays.
  var pausedTime: TimeInterval? { didSet { if pausedTime != oldValue { placePlayhead() } } }

  /// Marks in the chart the frame that showed the time of a paused stage.
  private func placePlayhead() {
    frames.chart.playhead = pausedTime.flatMap(history.frameOfRun(at:))
  }
  /// The state line of a paused stage; nil shows what the animations do.
  var pausedSentence: String? {
    didSet {
      if (pausedSentence == nil) != (oldValue == nil) { setNeedsLayout() }
      writeState()
    }
  }

  /// The begin and the end of the run, or of the part that is looped, in seconds of the stage's time since its start.
  var limits: ClosedRange<TimeInterval> = 0...(.infinity)

  /// The start of the run, in seconds of the stage's time.
  private(set) var start: TimeInterval = 0

  /// Begins another sample: the frames of the last one are no longer shown.
  func beginSample() {
    history = FrameHistory()
    figures = FrameFigures()
    (fault, shownFrame) = (FaultWatch(), nil)
    choice.mark(nil)
    movesUntil = -.infinity
    (frames.chart.marked, frames.chart.chosen) = (nil, nil)
    (comparison, pin.isSelected) = (RunComparison(), false)
  }

  /// Begins a run: the figures start from nothing. The run before is what it is compared with, unless one is pinned.
  ///
  /// - Parameters:
  ///   - name: What began it.
  ///   - isEdited: Whether its motion was edited. Default no.
  ///   - isAgain: Whether it is the run on show, which is begun again to be scrubbed.
  func beginRun(
    at start: TimeInterval, named name: String, isEdited: Bool = false, isAgain: Bool = false
  ) {
    comparison.beginRun(named: name, after: comparedRun, isEdited: isEdited, isAgain: isAgain)
    self.start = start
    answeredActions = 0
    (skewed, wasSkewed, standstills) = ((0, 0, 0), false, Standstills())
    history.beginRun()
    clearChoice()
    (written, drawn) = (-.infinity, -.infinity)
    isStale = true
  }

  /// The first frame of the run that is kept, else the last one before it; nil without any.
  var firstOfRun: FrameRecord? { history.firstOfRun.map { history[$0] } ?? history.last }

  /// Takes over the start of the run once its first animation has begun; nil changes nothing.
  func align(start: TimeInterval?) { if let start { self.start = start } }

  /// The run, as it is compared; nil before anything was measured.
  var comparedRun: ComparedRun? { comparison.run(with: history.figures, skew: skewed.most) }

  /// Compares all others with the run on show, or again each with the one before it.
  private func pinRun() {
    comparison.pin(pin.isSelected ? comparedRun : nil)
    if comparison.pinned == nil { pin.isSelected = false }
    showComparison(history.figures)
  }

  /// - Parameter figures: Those of the run.
  private func showComparison(_ figures: FrameFigures) {
    let now = comparison.run(with: figures, skew: skewed.most)
    compare.show(
      before: comparison.before(now), now: now.map(comparison.alike),
      isPinned: comparison.pinned != nil)
  }

  /// Whether a range or a single frame is chosen.
  var hasChoice: Bool { !choice.isEmpty }

  /// Chooses no frames.
  func clearChoice() {
    choice = FrameChoice()
    show(frame: nil)
  }

  /// Shows what the sample's animations do, at once.
  private func show(_ activity: StageActivity) {
    guard activity != self.activity else { return }
    self.activity = activity
    writeState()
  }

  private func writeState() {
    guard shownFrame == nil else { return }
    if let selection {
      show(
        state: "\(Wording.selection(selection, in: history)): the figures are theirs. Esc clears.")
    } else {
      show(
        state: pausedSentence
          ?? Wording.activity(
            activity, since: start,
            still: tab == .skew && skew.isRunning
              ? Wording.lanesMove : tab == .skew ? skewSentence ?? stillSentence : stillSentence))
    }
  }

  /// How far the sample's own properties were behind in the run; nil where they were not.
  private var skewSentence: String? {
    skewed.frames == 0
      ? nil : Wording.skew(frames: skewed.frames, most: skewed.most, pixels: skewed.pixels)
  }

  /// Shows a frame in the state line; nil shows the state.
  private func show(frame index: Int?) {
    let index = index.flatMap { $0 < history.count ? $0 : nil }
    shownFrame = index.map { history[$0].index }
    markInChart(index)
    if let index {
      show(state: Wording.frame(at: index, in: history))
    } else {
      writeState()
    }
  }

  // MARK: Frames

  /// Expects what a fault does to the frames, just before it is injected. Returns false while nothing moves, where
  /// it would do nothing.
  ///
  /// - Parameter hasRenderThread: Whether frames have a thread of their own. Then a block of the main thread makes
  ///   no frame late.
  func expect(_ injection: Injection, hasRenderThread: Bool) -> Bool {
    guard let last = history.last, last.isAnimating, last.period > 0 else { return false }
    fault.end(in: history).map(logFault)
    fault.expect(injection, after: last, hasRenderThread: hasRenderThread)
    comparison.note(injection)
    return true
  }

  /// Notes that the window was resized: the next frames are not the sample's fault. Before the first frame it only gets its
  /// size.
  func noteResize() { if last != nil { disturbed = 2 } }

  /// Updates chart and numbers, within a frame that runs in any case.
  func refresh(at time: TimeInterval) {
    skew.refresh()
    // While the dock is hidden, the stage's corner has its figures.
    guard isStale else { return }
    let isStill = history.last?.isAnimating != true
    if tab == .frames, !isHidden {
      // A chart that moves is drawn a few times a second: to watch frames must not cost what they have.
      guard isStill || time - drawn >= Self.chartInterval || time < drawn else { return }
      drawn = time
      frames.show(axisOf: firstOfRun ?? last)
    }
    isStale = false
    if let shownFrame { markFrame(number: shownFrame) }
    placePlayhead()
    // A picture at a virtual time has the figures of that time.
    let isPicture = last?.source == .virtual
    guard isStill || isPicture || time - written >= 0.25 || time < written else { return }
    written = time
    let ofRun = history.figures
    figures = selection.map(history.figures) ?? ofRun
    frames.column.show(
      figures, of: selection.map { Wording.selection($0, in: history) }, bands: bands)
    worstDidChange()
    if tab == .compare { showComparison(ofRun) }
  }

  /// Keeps the mark on a frame while the chart moves: on the one beneath the pointer until it has left the chart.
  private func markFrame(number: Int) {
    let index = history.index(ofFrame: number)
    let isGone = number != choice.frame && index.map(frames.chart.shows) == false
    if index == nil || isGone {
      show(frame: choice.markedIndex(in: history))
    } else {
      markInChart(index)
    }
  }

  /// Marks a frame in the chart, which keeps the one that was chosen.
  private func markInChart(_ index: Int?) {
    frames.chart.marked = index
    frames.chart.chosen = choice.markedIndex(in: history)
  }

  // MARK: Selection

  /// Marks the frame of a number in the chart, and shows it in the state line; none that is no longer kept.
  func choose(frame number: Int) {
    guard let index = history.index(ofFrame: number) else { return }
    tab = .frames
    choice.mark(number)
    show(frame: index)
  }

  /// Chooses the frames that the figures are about.
  func choose(frames numbers: ClosedRange<Int>) {
    choice = FrameChoice(range: numbers)
    show(frame: nil)
  }

  /// Marks a frame, and shows its entry in the log.
  private func mark(frame index: Int) {
    choose(frame: history[index].index)
    didChoose(history[index].index)
  }

  /// Shows again what the stage does, as its time was moved: a frame that was marked is of another time.
  func clearMark() {
    choice.mark(nil)
    show(frame: nil)
  }

  /// Marks the frame at a distance from the one that is marked, at most the first or the last.
  func markFrame(offset: Int) {
    guard let index = choice.neighbour(offset: offset, in: history, pausedAt: pausedTime) else {
      return
    }
    mark(frame: index)
  }

  /// Marks the next late frame, or the one before; none beyond the last. Without a marked frame, the last or the first.
  ///
  /// - Returns: Whether there is one.
  func markLateFrame(backwards: Bool) -> Bool {
    let index = choice.lateNeighbour(backwards: backwards, in: history, pausedAt: pausedTime)
    guard let index else { return false }
    mark(frame: index)
    return true
  }

  /// Chooses the frames from the marked one, or moves the end of those that are chosen.
  func selectFrames(offset: Int) {
    guard history.count > 0 else { return }
    tab = .frames
    choice.extend(by: offset, in: history, pausedAt: pausedTime)
    show(frame: nil)
  }

  /// The numbers of the frames that the figures are about; nil for all of the run.
  var selection: ClosedRange<Int>? { choice.range }

  /// The indices of the worst frames of the selection or the run, the worst first.
  var worst: [Int] { history.worst(20, of: selection) }

  /// Adds a frame that has been shown.
  ///
  /// - Parameters:
  ///   - runTime: The stage's time, in seconds since the start of the run.
  ///   - activity: What the sample's animations do in it.
  ///   - movesUntil: The media time until which they move.
  func add(
    _ record: FrameRecord, runTime: TimeInterval, _ activity: StageActivity,
    movesUntil: TimeInterval
  ) {
    // Frames that are reported late, as the main thread was blocked, are of animations that may have ended since.
    let isLate = MediaClock.now - record.time > Self.lateReport
    defer { self.movesUntil = isLate ? max(self.movesUntil, movesUntil) : movesUntil }
    show(activity)
    let wasAnimating = history.last?.isAnimating == true
    let stored = counted(record)
    last = stored
    answeredActions += record.actions.answered
    isStale = true
    // While nothing moves, only the window around the sample is drawn, such as beneath the pointer.
    guard stored.isAnimating || wasAnimating else { return }
    history.append(stored, runTime: runTime)
    if wasAnimating, !record.isVisible {
      let hidden = record.display - history[history.count - 2].display
      logUnmeasured(Wording.unmeasured(hidden))
    }
    if stored.isAnimating { comparison.note(playback) }
    if let late = history.lateFrame(at: history.count - 1) { logLate(late, record.index) }
    standstills.note(lastOf: history, playback, within: limits)
    fault.note(lastOf: history).map(logFault)
    noteSkew(of: stored)
    // Request one more frame, which adds an animation's last frame to the chart.
    if wasAnimating, !stored.isAnimating, !isHidden { setNeedsOneFrame() }
  }

  private func setNeedsOneFrame() {
    (tab == .frames ? frames.chart : self).layer.setNeedsDisplay()
  }

  /// A frame as the figures count it: it animates only if the sample does, not the window around it.
  private func counted(_ record: FrameRecord) -> FrameRecord {
    var record = record
    // Frames may be reported late, when their animations have already ended.
    record.isAnimating = record.isAnimating && (activity.moves || record.time <= movesUntil)
    if disturbed > 0 {
      disturbed -= 1
      record.isVisible = false
    }
    return record
  }

  /// Logs how far custom properties were behind in the run, once they are no longer.
  private func noteSkew(of record: FrameRecord) {
    if record.skew > 0 {
      let pixels = skewed.pixels.flatMap { most in record.skewDistance.map { max(most, $0) } }
      skewed = (skewed.frames + 1, max(skewed.most, record.skew), pixels)
      if tab == .skew { writeState() }
    } else if wasSkewed {
      logSkew(
        Wording.skew(frames: skewed.frames, most: skewed.most, pixels: skewed.pixels))
    }
    wasSkewed = record.skew > 0
  }

  /// Shows the frames of a run that goes on here.
  func takeOver(_ old: Dock) {
    (history, last, figures) = (old.history, old.last, old.figures)
    (skewed, wasSkewed, standstills) = (old.skewed, old.wasSkewed, old.standstills)
    (comparison, pin.isSelected) = (old.comparison, old.pin.isSelected)
    (isStale, written) = (true, -.infinity)
  }

  // MARK: Layout

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1)
    // A narrow dock has tighter buttons, which leave room for the state in two lines.
    let less: CGFloat = bounds.width < 900 ? 12 : 0
    let font = less > 0 ? Theme.small : Theme.body
    if state.font != font { state.font = font }
    // The stage's menu has the last tab, too.
    let hidesLast = bounds.width < 720 && tab != .compare
    if let last = tabs.last, last.isHidden != hidesLast { last.isHidden = hidesLast }
    let end = layOutRow(
      tabs.filter { !$0.isHidden }, from: CGPoint(x: 16, y: 7), narrowerBy: less)
    frames.frame = bounds
    let pane = CGRect(
      x: 0, y: FramesPane.header, width: bounds.width,
      height: max(0, bounds.height - FramesPane.header))
    (animations.frame, skew.frame, compare.frame) = (pane, pane, pane)
    frames.layoutIfNeeded()
    var right = frames.column.frame.minX - (less > 0 ? 8 : 24)
    let controls = controls(of: tab)
    if !controls.isEmpty {
      let width = controls.reduce(CGFloat(controls.count - 1) * 8) {
        $0 + $1.fittingWidth - less
      }
      right = bounds.width - 16 - width - 16
      layOutRow(controls, from: CGPoint(x: right + 16, y: 7), narrowerBy: less)
    }
    layOutState(from: end, to: right, margin: less > 0 ? 12 : 16)
  }

  /// The width of the paused icon and the gap after it.
  private static let iconAdvance: CGFloat = 22
  /// The width below which the state is hidden.
  private static let leastStateWidth: CGFloat = 110

  /// Lays out the state and, where both have room, the badge. What has no room is left out, not cut.
  private func layOutState(from tabsEnd: CGFloat, to right: CGFloat, margin: CGFloat) {
    pausedIcon.frame = CGRect(x: tabsEnd + margin, y: 15, width: 16, height: 16)
    // The icon is shown only if the words have room beside it, or have none anyway.
    let room = right - tabsEnd - 2 * margin
    let beside = room - Self.iconAdvance
    let isMarked =
      pausedSentence != nil
      && (room < Self.leastStateWidth
        ? beside >= -6 : beside >= Self.leastStateWidth && fits(stateText, beside))
    pausedIcon.isHidden = !isMarked
    let end = tabsEnd + (isMarked ? Self.iconAdvance : 0)
    let badgeWidth = badge.sizeThatFits(bounds.size).width.rounded(.up)
    func width(besideBadge isBeside: Bool) -> CGFloat {
      max(0, right - end - margin - (isBeside && badgeWidth > 0 ? badgeWidth + 8 : 0) - margin)
    }
    let besideBadge = width(besideBadge: true)
    let showsBadge =
      badgeWidth > 0 && besideBadge >= Self.leastStateWidth && fits(stateText, besideBadge)
    badge.isHidden = !showsBadge
    badge.frame = CGRect(x: right - badgeWidth, y: 15, width: badgeWidth, height: 16)
    stateRoom = width(besideBadge: showsBadge)
    state.frame = CGRect(x: end + margin, y: 6, width: stateRoom, height: 34)
    state.isHidden = stateRoom < Self.leastStateWidth
    fitState()
  }

  /// Shows as many parts of the state as have room, in a line or in two of about the same length.
  private func fitState() {
    let texts = Wording.shortened(stateText)
    let text = texts.first { fits($0, stateRoom) } ?? texts.last ?? ""
    var width = ruler.sizeThatFits(CGSize(width: 10_000, height: 20)).width
    width = width <= stateRoom ? stateRoom : (width / 2).rounded(.up)
    while width < stateRoom, !fits(text, width) { width += 8 }
    state.frame.size.width = min(width, stateRoom)
    state.show(text)
  }

  /// Whether a text has room in two lines of the state. What is measured changes no label on show.
  private func fits(_ text: String, _ width: CGFloat) -> Bool {
    ruler.font = state.font
    ruler.text = text
    return ruler.sizeThatFits(CGSize(width: width, height: 1000)).height <= 36
  }

  /// Shows a text in the state line.
  private func show(state text: String) {
    guard stateText != text else { return }
    stateText = text
    fitState()
    // The badge and the icon have what it leaves.
    if !playback.badge.isEmpty || pausedSentence != nil { setNeedsLayout() }
  }
}
