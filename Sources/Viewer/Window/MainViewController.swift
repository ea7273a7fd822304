// MainViewController.swift
// The window's content: lays out the regions, passes frames to the overlay, and carries out the
// commands of buttons and keys.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// The settings with which the window opens.
@MainActor struct ViewerSettings {
  /// The first sample to show. Default the catalogue's first.
  var sample: any Sample.Type = SampleCatalogue.all[0]
  /// The stage's speed: 100, 50, 25 or 10. Default 100.
  var speedPercent = 100
  /// Driver and renderer for the status bar. Default nil, which reads them from the host.
  var host: String?
  var trace: Trace?
}

/// The viewer, as one controller.
final class MainViewController: UIViewController {
  let transport = Transport()
  let list = SampleList()
  let stage = StageView()
  let triggerBar = TriggerBar()
  let notes = NotesPanel()
  let overlay = Overlay()
  let status: StatusBar
  private(set) lazy var clock = StageClock(layer: stage.content.layer)

  private(set) var sample: any Sample
  private(set) var speedPercent: Int
  private var triggers: [Trigger] = []
  private var lastTrigger: Trigger?
  private let settings: ViewerSettings

  /// Whether the list was opened by hand while there is no room for it.
  private var listIsOpen = false { didSet { view.setNeedsLayout() } }
  private var showsOverlay = true { didSet { view.setNeedsLayout() } }

  init(_ settings: ViewerSettings = ViewerSettings()) {
    self.settings = settings
    status = StatusBar(host: settings.host)
    speedPercent = settings.speedPercent
    sample = settings.sample.init()
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func loadView() {
    let root = UIView()
    root.backgroundColor = Theme.window
    [stage, triggerBar, notes, overlay, status, list, transport].forEach(root.addSubview)
    view = root
    transport.delegate = self
    list.choose = { [weak self] in self?.show($0) }
    triggerBar.press = { [weak self] in self?.press(triggerAt: $0) }
    overlay.log = { [weak self] in self?.write($0) }
    showSample()
    setSpeed(percent: speedPercent)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    // The overlay counts the sample's action searches, not those of the controls around it.
    view.window?.context?.actionCountRoot = stage.content.layer
  }

  // MARK: Samples

  /// Shows a new instance of a sample, unless it is on show.
  func show(_ kind: any Sample.Type) {
    listIsOpen = false
    guard kind != type(of: sample) else { return }
    sample = kind.init()
    showSample()
  }

  private func showSample() {
    let kind = type(of: sample)
    sample.onCompletion = { [weak self] report in
      self?.write(report.sentence)
      self?.settings.trace?.completion(report)
    }
    triggers = sample.triggers
    lastTrigger = nil
    clock.reset()
    clock.play()
    stage.show(sample.makeView())
    triggerBar.show(triggers)
    list.select(kind)
    transport.show(title: kind.title)
    transport.show(time: 0)
    notes.show(kind)
    overlay.resetActions()
    showState()
    settings.trace?.sample(kind.name)
    tracesControls = settings.trace != nil
  }

  /// Fires the trigger at an index; out of range does nothing.
  func press(triggerAt index: Int) {
    guard triggers.indices.contains(index) else { return }
    run(triggers[index])
  }

  private func run(_ trigger: Trigger) {
    lastTrigger = trigger
    overlay.resetActions()
    clock.markStart()
    settings.trace?.trigger(trigger.name)
    write("\(trigger.title): began")
    trigger.action()
  }

  private func write(_ entry: String) {
    notes.append(entry)
    settings.trace?.log(entry)
  }

  // MARK: State

  private func showState() {
    transport.show(isPaused: clock.isPaused, percent: speedPercent)
    let badges = [
      clock.isPaused ? "Paused" : nil, speedPercent == 100 ? nil : "\(speedPercent) % speed",
    ]
    overlay.show(badge: badges.compactMap(\.self).joined(separator: " · "))
    overlay.pausedSentence = clock.isPaused ? pausedSentence : nil
    transport.show(time: clock.elapsed(at: CACurrentMediaTime()))
  }

  private var pausedSentence: String {
    let elapsed = clock.elapsed(at: CACurrentMediaTime())
    let frame = Int((elapsed / framePeriod).rounded())
    let total = Int(((lastTrigger?.duration ?? 0) / framePeriod).rounded())
    return Wording.paused(at: elapsed, frame: min(frame, total), of: total)
  }

  /// One refresh, in seconds: as measured, or 1/60 before the first frame.
  private var framePeriod: TimeInterval { overlay.history.last?.period ?? 1.0 / 60 }

  // MARK: Keys

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    for press in presses {
      guard let key = press.key else { continue }
      let isTyping = view.firstResponderInside is UITextField
      guard let command = KeyCommand(key, isTyping: isTyping) else {
        super.pressesBegan([press], with: event)
        continue
      }
      perform(command)
    }
  }

  // MARK: Layout

  /// Whether the notes and the list are hidden for lack of room.
  private var folds: (notes: Bool, list: Bool) {
    (view.bounds.width < 1100, view.bounds.width < 900)
  }

  override func viewDidLayoutSubviews() {
    let bounds = view.bounds
    let folds = folds
    transport.showsListButton = folds.list
    transport.frame = CGRect(x: 0, y: 0, width: bounds.width, height: Transport.height)
    let bottom = bounds.height - StatusBar.height
    status.frame = CGRect(x: 0, y: bottom, width: bounds.width, height: StatusBar.height)

    list.isHidden = folds.list && !listIsOpen
    list.frame = CGRect(
      x: 0, y: Transport.height, width: SampleList.width, height: bottom - Transport.height)
    let left = folds.list ? 0 : SampleList.width

    overlay.isHidden = !showsOverlay
    // The dock gets the height beyond the stage's 420 points: at least 150, at most 260.
    let room = bottom - Transport.height - TriggerBar.height
    let dock = showsOverlay ? min(260, max(150, room - 420)) : 0
    overlay.frame = CGRect(x: left, y: bottom - dock, width: bounds.width - left, height: dock)

    notes.isHidden = folds.notes
    let right = folds.notes ? bounds.width : bounds.width - NotesPanel.width
    notes.frame = CGRect(
      x: right, y: Transport.height, width: NotesPanel.width,
      height: bottom - dock - Transport.height)
    let triggers = bottom - dock - TriggerBar.height
    triggerBar.frame = CGRect(
      x: left, y: triggers, width: right - left, height: TriggerBar.height)
    stage.frame = CGRect(
      x: left, y: Transport.height, width: right - left, height: triggers - Transport.height)
  }

  // MARK: Frames

  /// Whether to trace the next frame's layout, by which a test finds the controls.
  private var tracesControls = false

  /// The stage, the overlay and every control, by the names that a trace gives them.
  var controls: [(name: String, view: UIView)] {
    let bars = transport.controls + list.controls + triggerBar.controls
    return [("stage", stage), ("overlay", overlay)]
      + bars.map { ($0.name, $0.control) } + sample.controls
  }
}

extension MainViewController: FrameObserver {
  package func frameWillRun(at time: TimeInterval) {
    overlay.refresh(at: time)
    stage.showsHint = overlay.activity.animations == 0 && !clock.isPaused
    guard !clock.isPaused else { return }
    // A frame is on the screen one refresh after it begins, or after the frame before it.
    let shown = min(time + framePeriod, max(time, clock.lastFrameTime + framePeriod))
    transport.show(time: shownElapsed(at: shown))
  }

  package func frameDidFinish(_ record: FrameRecord) {
    clock.lastFrameTime = record.time
    overlay.add(record)
    status.show(record)
    guard let trace = settings.trace else { return }
    // Outside a frame, presentation values are those of the current time, not of the frame.
    trace.frame(record, drawn: MediaClock.withFrameTime(record.time) { sample.drawnValues })
    if tracesControls {
      tracesControls = false
      trace.layout(controls.map { ($0.name, $0.view.convert($0.view.bounds, to: nil)) })
    }
  }

  /// The stage's time, up to the last trigger's duration.
  private func shownElapsed(at time: TimeInterval) -> TimeInterval {
    min(clock.elapsed(at: time), lastTrigger?.duration ?? 0)
  }
}

extension MainViewController: TransportDelegate {
  func toggleSampleList() { listIsOpen.toggle() }

  func replay() {
    guard let lastTrigger else { return }
    if clock.isPaused { togglePlay() }
    run(lastTrigger)
  }

  func togglePlay() {
    if clock.isPaused { clock.play() } else { clock.pause() }
    showState()
  }

  func step(frames: Int) {
    clock.step(by: Double(frames) * framePeriod)
    showState()
  }

  func setSpeed(percent: Int) {
    speedPercent = percent
    clock.setSpeed(Double(percent) / 100)
    showState()
  }

  func inject(_ injection: Injection) {
    overlay.expect(injection, hasRenderThread: WindowHost.hasRenderThreads)
    settings.trace?.block(injection.seconds)
    if injection.isOfRenderThread {
      WindowHost.blockDrawing(for: injection.seconds)
    } else {
      MediaClock.block(for: injection.seconds)
    }
  }
}

extension MainViewController {
  /// Shows or hides the overlay.
  func toggleOverlay() { showsOverlay.toggle() }

  func perform(_ command: KeyCommand) {
    switch command {
    case .togglePlay: togglePlay()
    case .step(let frames): step(frames: frames)
    case .replay: replay()
    case .trigger(let index): press(triggerAt: index)
    case .toggleOverlay: toggleOverlay()
    case .speed(let percent): setSpeed(percent: percent)
    case .changeSpeed(let slower): changeSpeed(slower: slower)
    case .sample(let offset): show(SampleCatalogue.sample(offset, below: type(of: sample)))
    case .inject(let injection): inject(injection)
    case .quit: WindowHost.terminate()
    }
  }

  private func changeSpeed(slower: Bool) {
    let speeds = SpeedArgument.percentages
    guard let index = speeds.firstIndex(of: speedPercent) else { return }
    setSpeed(percent: speeds[min(max(0, index + (slower ? 1 : -1)), speeds.count - 1)])
  }
}
