// Transport.swift
// The top bar: the sample's title, replay, step, play and pause, speed, time, and the injector of hitches.
// Time is dragged in the dock (AnimationsPane); the stage's time is StageClock's.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The bar along the window's top.
final class Transport: UIView {
  static let height: CGFloat = 44
  /// The width of the menu's button with any speed, in points.
  private static let speedWidth = IconButton.width(
    ofTitle: title(ofSpeed: SpeedArgument.range.upperBound), font: Theme.smallNumbers)

  /// The width of the widest title of all samples, in points: what is beside a title has the same place for each.
  private static let widestTitle: CGFloat = {
    let ruler = UILabel("", font: Theme.heading)
    let widths = SampleCatalogue.all.map { sample -> CGFloat in
      ruler.text = sample.title
      return ruler.sizeThatFits(CGSize(width: 1000, height: 20)).width
    }
    return (widths.max() ?? 0).rounded(.up)
  }()
  /// Its room before speeds leave the bar, with letters of 12 points in place of 15.
  private static let titleRoom = (widestTitle * 0.8).rounded(.up)

  /// Called with the command of a button that was pressed.
  var perform: (WindowCommand) -> Void = { _ in }

  /// Called with text that is not a time.
  var refuseTime: (String) -> Void {
    get { timeField.refuse }
    set { timeField.refuse = newValue }
  }

  private static let toolTips = [
    "Replay (R)", "One frame back (,)", "Play or pause (Space)", "One frame on (.)",
    "Record the run as an animated PNG (Ctrl+R)",
  ]
  private let title = UILabel("", font: Theme.heading)
  private let time = UILabel("0.000 s", font: Theme.numbers, alignment: .right)
  /// A press on the time opens the field for another.
  private let timeArea = PointerArea()
  private let timeField = TimeField()
  /// Before the time while it runs backwards.
  private let backwards = IconView(.backwards, color: Theme.accent)
  private let line = UIView()
  private lazy var list = button(.list, .toggleList)
  private lazy var inspector = button(.inspector, .toggleInspector)
  private lazy var play = button(.pause, .togglePlay)
  private lazy var buttons: [ActionButton] = [
    button(.replay, .replay), button(.stepBack, .step(frames: -1)), play,
    button(.stepForward, .step(frames: 1)), button(.record, .record),
  ]
  private lazy var speeds = SpeedArgument.percentages.map { percent in
    ActionButton("\(percent) %") { [weak self] in self?.perform(.speed(percent: percent)) }
  }
  private lazy var more = button(.more, .stageMenu)
  private lazy var injectors = [
    ActionButton(Injection.mainThread.title) { [weak self] in self?.perform(.inject(.mainThread)) },
    ActionButton("Make it stutter") { [weak self] in self?.perform(.stutterMenu) },
  ]

  private func button(_ icon: Icon, _ command: WindowCommand) -> IconButton {
    IconButton(icon) { [weak self] in self?.perform(command) }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel
    line.backgroundColor = Theme.hairline
    for button in speeds { button.titleLabel?.font = Theme.smallNumbers }
    for (button, words) in zip(buttons, Self.toolTips) { button.toolTip = words }
    (list.toolTip, inspector.toolTip) = ("Samples", "Inspector (I)")
    for (place, button) in speeds.enumerated() { button.toolTip = "Speed (Ctrl+\(place + 1))" }
    more.titleLabel?.font = Theme.smallNumbers
    more.toolTip = "Any speed; ghosts, repainted areas, overdraw (V)"
    for (button, words) in zip(injectors, ["Blocks the main thread (Shift+D)", "All faults (M)"]) {
      button.toolTip = words
    }
    timeArea.toolTip = "Go to a time (J)"
    // It looks like the field that it opens.
    timeArea.layer.borderColor = (Theme.edge ?? Theme.controlPressed).cgColor
    (timeArea.layer.borderWidth, timeArea.layer.cornerRadius) = (1, 6)
    timeArea.addAction(
      UIAction { [weak self] _ in self?.perform(.editTime) }, for: .touchUpInside)
    timeField.accept = { [weak self] in self?.perform(.scrub(to: $0)) }
    // A long title has smaller letters in a narrow window.
    (title.adjustsFontSizeToFitWidth, title.minimumScaleFactor) = (true, 0.7)
    backwards.isHidden = true
    ([line, title, time, backwards, timeArea, timeField, list, inspector, more] + buttons + speeds
      + injectors)
      .forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  private var percent = 100
  private var showsPainting = false

  /// Shows in the menu's button the speed that no button on show has.
  private func showSpeed(in shown: [ActionButton]) {
    let place = SpeedArgument.percentages.firstIndex(of: percent)
    let hasButton = place.map { shown.contains(speeds[$0]) } ?? false
    let number = hasButton ? "" : Self.title(ofSpeed: percent)
    if more.title(for: .normal) != number { more.setTitle(number, for: .normal) }
    more.accessibilityLabel = hasButton ? nil : "\(percent) %"
    let isMore = showsPainting || !number.isEmpty
    if more.isSelected != isMore { more.isSelected = isMore }
  }

  /// Whether the menu's button has room for a speed: there are speeds without a button.
  private func showsSpeed(in shown: [ActionButton]) -> Bool {
    shown.count < speeds.count || !SpeedArgument.percentages.contains(percent)
  }

  /// The title of the menu's button where it shows the speed.
  private static func title(ofSpeed percent: Int) -> String { "\(percent) %…" }

  /// Whether the sample list is hidden for lack of room and has a button to open it.
  var showsListButton = false { didSet { setNeedsLayout() } }

  /// Whether the inspector is hidden for lack of room and has a button to open it.
  var showsInspectorButton = false { didSet { setNeedsLayout() } }

  /// The controls from left to right, by the names that the log of events gives them.
  var controls: [(name: String, control: UIControl)] {
    let names = ["replay", "step-back", "play", "step-on", "record"]
    return (showsListButton ? [("list", list as UIControl)] : [])
      + zip(names, buttons as [UIControl]).map { ($0, $1) }
      + zip(SpeedArgument.percentages, speeds).filter { !$1.isHidden }
      .map { ("speed-\($0)", $1 as UIControl) } + [("stage-menu", more)]
      + (timeField.isHidden ? [("time", timeArea)] : [("time-field", timeField)])
      + zip(["block", "stutter"], injectors).filter { !$1.isHidden }
      .map { ($0, $1 as UIControl) }
      + (showsInspectorButton ? [("inspector", inspector as UIControl)] : [])
  }

  /// The right edge of the button of the stage's menu.
  var menuEdge: CGFloat { more.frame.maxX }

  func show(title: String) {
    self.title.show(title)
    setNeedsLayout()
  }

  /// Shows whether a press of the play button plays, else pauses.
  func show(plays: Bool) {
    let icon: Icon = plays ? .play : .pause
    if play.icon != icon { play.icon = icon }
  }

  /// - Parameters:
  ///   - percent: The stage's speed, whose button is selected.
  ///   - isReversed: Whether its time runs backwards.
  ///   - showsPainting: Whether the stage shows how it is painted. The menu's button is then selected, as for a speed
  ///     without a button.
  func show(percent: Int, isReversed: Bool, showsPainting: Bool) {
    if backwards.isHidden == isReversed { backwards.isHidden = !isReversed }
    if self.percent != percent || self.showsPainting != showsPainting {
      (self.percent, self.showsPainting) = (percent, showsPainting)
      showSpeed(in: speeds.filter { !$0.isHidden })
      setNeedsLayout()
    }
    for (button, value) in zip(speeds, SpeedArgument.percentages) {
      if button.isSelected != (value == percent) { button.isSelected = value == percent }
    }
  }

  /// - Parameter isWriting: Whether a recording or a picture is being written, for which the record button is lit.
  func show(isWriting: Bool) {
    if buttons[4].isSelected != isWriting { buttons[4].isSelected = isWriting }
  }

  /// - Parameter repeatsFault: Whether the last fault is injected again and again, which the button of the faults shows.
  func show(repeatsFault: Bool) { injectors[1].isSelected = repeatsFault }

  /// Opens the field for a time.
  func editTime() { timeField.open() }

  func show(time: TimeInterval) { self.time.show(Wording.seconds(time)) }

  override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    list.isHidden = !showsListButton
    let y = (Self.height - Theme.target) / 2
    list.frame = CGRect(x: 8, y: y, width: 36, height: Theme.target)
    let left: CGFloat = showsListButton ? 52 : 16
    // Narrow windows have room for the menu alone, which has the other too.
    injectors[0].isHidden = bounds.width < 1100
    let shown = injectors.filter { !$0.isHidden }
    let injectorWidth = shown.map(\.fittingWidth).reduce(0, +) + CGFloat(8 * (shown.count - 1))
    inspector.isHidden = !showsInspectorButton
    inspector.frame = CGRect(x: bounds.width - 44, y: y, width: 36, height: Theme.target)
    let right = showsInspectorButton ? bounds.width - 52 : bounds.width - 12
    let firstInjector = right - injectorWidth
    layOutRow(shown, from: CGPoint(x: firstInjector, y: y))
    time.frame = CGRect(x: firstInjector - 92, y: 14, width: 76, height: 16)
    timeArea.frame = CGRect(x: firstInjector - 92, y: y, width: 84, height: Theme.target)
    timeField.frame = timeArea.frame

    backwards.frame = CGRect(x: timeArea.frame.minX + 2, y: 14, width: 16, height: 16)
    // The menu has the speeds for which there is no room; its button, which then has room for any, shows them.
    var shownSpeeds = speeds
    func groupWidth() -> CGFloat {
      // What is measured changes nothing, or each layout would need another one.
      let menu = showsSpeed(in: shownSpeeds) ? Self.speedWidth : IconButton.width
      return (buttons + shownSpeeds).reduce(4 + menu + 8) { $0 + $1.fittingWidth + 8 }
    }
    // The title, too, is worth more than they are. Its room is the same for all samples, so that nothing moves.
    let place = time.frame.minX - left - Self.titleRoom - 12
    while groupWidth() > place, !shownSpeeds.isEmpty { shownSpeeds.removeLast() }
    more.leastWidth = showsSpeed(in: shownSpeeds) ? Self.speedWidth : 0
    showSpeed(in: shownSpeeds)
    for (index, button) in speeds.enumerated() { button.isHidden = index >= shownSpeeds.count }
    let group = groupWidth()
    // Centred in the window where there is room, else next to the time.
    let centred = ((bounds.width - group) / 2).rounded()
    // A margin before the time, if the title has room then.
    let end = time.frame.minX - group
    let leastRoom = Self.widestTitle * title.minimumScaleFactor
    let margin: CGFloat = end - 8 >= left + leastRoom + 12 ? 8 : 0
    let x = max(left, min(max(centred, left + Self.titleRoom + 12), end - margin))
    let room = max(0, x - left - 12)
    let titleWidth = title.sizeThatFits(CGSize(width: 1000, height: 20)).width.rounded(.up)
    title.frame = CGRect(x: left, y: 12, width: room, height: 20)
    // A title that does not fit is hidden, not truncated.
    title.isHidden = titleWidth * title.minimumScaleFactor > room
    let next = layOutRow(buttons, from: CGPoint(x: x, y: y))
    layOutRow(shownSpeeds + [more], from: CGPoint(x: next + 16, y: y))
  }
}
