// MainViewController.swift
// The window's content: the regions and their layout, and the sample on show. Commands and frames have files of
// their own.
//
// This folder: the window as a whole: its commands, the list of samples, sheets, the log for tests.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// The settings with which the window opens.
@MainActor struct ViewerSettings {
  /// The first sample to show. Default the catalogue's first.
  var sample: any Sample.Type = SampleCatalogue.all[0]
  /// The stage's speed, 1 to 400. Default 100.
  var speedPercent = 100
  /// Whether a corner of the stage has figures beside the dock. Default no.
  var showsHUD = false
  /// The inspector's tab, for which it is opened where there is no room for it. Default nil: the source, where there is.
  var inspectorTab: InspectorTab?
  /// Driver and renderer for the status bar. Default nil, which reads them from the host.
  var host: String?
  var eventLog: EventLog?
  var preferences = Preferences()
  /// Triggers to fire by themselves, and the frames of their runs. Default nil.
  var autoplay: Autoplay?
  /// A script to play in the window. Default nil.
  var script: StageScript?
  /// Writes what is done to the sample to a file. Default nil.
  var saver: ScriptSaver?
  /// The window of the program that is inspected, in place of a sample on a stage. Default nil.
  weak var inspected: UIWindow?
  /// The scale of the verdict beside the hitch time ratio. Default raw.
  var bands = HitchBand.Scale.raw
}

/// The viewer, as one controller.
final class MainViewController: UIViewController {
  let transport = Transport()
  let list = SampleList()
  let stage: StageView
  let triggerBar = TriggerBar()
  let inspector = Inspector()
  let dock = Dock()
  let status: StatusBar
  /// What the window costs beside the sample.
  let meter = WorkMeter()
  let keySheet = KeySheet()
  let stutterMenu = StutterMenu()
  let stageMenu = StageMenu()
  /// About the build of the samples, where it is watched.
  let banner = PreviewBanner()
  private(set) lazy var clock = StageClock(layer: stage.content.layer)

  var sample: any Sample
  var speedPercent: Int
  private(set) var triggers: [Trigger] = []
  /// The trigger of the run; nil when the sample's own controls began it.
  var lastTrigger: Trigger?
  var settings: ViewerSettings
  var tracker = RunTracker()
  /// The property and the layer of the animation that was chosen; nil without one. The next run has it, too.
  var chosenAnimation: (title: String, layer: String)?
  /// Whether each run is played again and again.
  var wantsLoop = false

  /// Whether the list was opened by hand while there is no room for it.
  var listIsOpen = false { didSet { view.setNeedsLayout() } }
  /// Whether the inspector was opened by hand while there is no room for it.
  var inspectorIsOpen = false { didSet { view.setNeedsLayout() } }
  /// The height of the dock that a drag of its divider chose, and before the drag. Nil where it is its own.
  private var chosenDockHeight: CGFloat?
  private var dockHeightBeforeDrag: CGFloat = 0
  private let dockDivider = Divider()
  var showsDock = true { didSet { view.setNeedsLayout() } }
  /// Whether a corner of the stage has figures, as chosen; nil while nothing was chosen.
  var wantsHUD: Bool? { didSet { stage.showHUD(showsHUD ? dock : nil) } }
  /// Without a choice, the corner has the figures of a hidden dock.
  var showsHUD: Bool { wantsHUD ?? !showsDock }
  /// The size at the last layout, which distinguishes a resized window from a new one.
  private var laidOutSize: CGSize?
  /// What the next window begins with.
  static var remembered = RememberedWindow()

  /// Finds the causes of late frames while the viewer is visible.
  private var workWatch: WorkWatch?
  /// What is edited of the animations.
  var edits = RunEdits()
  /// What was done to the sample on show.
  var script = StageScript(sample: "", size: .zero) { didSet { settings.saver?.note(script) } }
  /// The script of a file that is played, and its next step. Nil without one.
  var played: (script: StageScript, next: Int)?
  /// The stage's time at which the sample was opened.
  var scriptStart: TimeInterval = 0
  /// Whether steps of a script are performed, which are not recorded as they happen.
  var isReplaying = false
  /// Stage seconds from the start of the run to the last completion that was reported.
  var lastReport: TimeInterval = 0
  /// The animations of the run whose completion was reported.
  var reported: [String] = []
  /// Those whose completion was reported before the run was taken over here, where it is about to come again.
  var repeated: [String] = []
  /// Whether the pointer was pressed in the stage.
  var isPressed = false

  /// Moves the time on show while the run goes on and nothing moves.
  var waitTimer: MediaTimer?

  /// The fault that was injected last, and the media time then.
  var lastInjection: (fault: Injection, time: TimeInterval)?

  /// Whether to log the next frame's layout, by which a test finds the controls.
  var logsControls = false

  init(_ settings: ViewerSettings = ViewerSettings()) {
    self.settings = settings
    stage = StageView(over: settings.inspected)
    status = StatusBar(host: settings.host)
    speedPercent = settings.speedPercent
    sample = settings.sample.init()
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  /// Makes a viewer in the colours of ``Theme/palette`` the content of a window.
  @discardableResult
  static func install(_ settings: ViewerSettings, in window: UIWindow) -> MainViewController {
    window.overrideUserInterfaceStyle = Theme.palette.isLight ? .light : .dark
    window.focusRingColor = Theme.focusRing
    let controller = MainViewController(settings)
    window.rootViewController = controller
    FrameObservers.add(controller)
    return controller
  }

  override func loadView() {
    let root = UIView()
    root.backgroundColor = Theme.window
    // The view of the stage is over the program's window.
    (isInspecting ? [] : [stage]).forEach(root.addSubview)
    dockDivider.began = { [weak self] in self.map { $0.dockHeightBeforeDrag = $0.dock.frame.height }
    }
    dockDivider.moved = { [weak self] in
      guard let self else { return }
      chosenDockHeight = dockHeightBeforeDrag - $0
      view.setNeedsLayout()
    }
    [
      banner, triggerBar, dock, dockDivider, status, inspector, list, transport, stutterMenu,
      stageMenu,
      keySheet,
    ]
    .forEach(root.addSubview)
    view = root
    let perform: (WindowCommand) -> Void = { [weak self] in self?.perform($0) }
    (transport.perform, stageMenu.perform, stutterMenu.perform) = (perform, perform, perform)
    (dock.perform, inspector.perform) = (perform, perform)
    dock.bands = settings.bands
    transport.refuseTime = { [weak self] in
      self?.status.show(note: Wording.noTime($0), about: .time)
    }
    list.choose = { perform(.chooseSample($0.name)) }
    triggerBar.press = { perform(.trigger($0)) }
    stage.hintText = settings.preferences.hint
    stage.choose = { [weak self] in self?.choose(layerAt: $0) }
    inspector.choose = { [weak self] in
      guard let self else { return }
      stage.outlined = $0
      (dock.animations.chosen, chosenAnimation) = (nil, nil)
    }
    clock.didStop = { [weak self] in self?.showState() }
    stutterMenu.repeatsDidChange = { [weak self] in
      guard let self else { return }
      transport.show(repeatsFault: stutterMenu.repeats)
    }
    (inspector.curve.edits, inspector.curve.didEdit) = (
      edits, { [weak self] in self?.playEdited() }
    )
    inspector.curve.copyCode = { [weak self] in self?.copyCode() }
    connectDock()
    showSample()
    setSpeed(percent: speedPercent)
    if settings.showsHUD { wantsHUD = true }
    if let tab = settings.inspectorTab { (inspector.tab, inspectorIsOpen) = (tab, true) }
  }

  private func connectDock() {
    dock.meter = meter
    dock.logFault = { [weak self] in self?.write(fault: $0) }
    dock.logSkew = { [weak self] in self?.write(skew: $0) }
    dock.logUnmeasured = { [weak self] in self?.write($0) }
    dock.logLate = { [weak self] in self?.write($0, frame: $1) }
    dock.worstDidChange = { [weak self] in
      self?.inspector.showLateCount()
      if self?.inspector.logTab == .worst { self?.listWorstFrames() }
    }
    inspector.needsWorst = { [weak self] in self?.listWorstFrames() }
    dock.didChoose = { [weak self] in self?.inspector.reveal(frame: $0) }
    inspector.chooseFrame = { [weak self] in self?.perform(.chooseFrame($0)) }
    dock.animations.scrub = { [weak self] in self?.perform(.scrub(to: $0)) }
    dock.animations.scrubDidEnd = { [weak self] in self?.showState() }
    dock.animations.choose = { [weak self] in self?.perform(.chooseAnimation(row: $0)) }
    dock.tabDidChange = { [weak self] in self?.status.clearNote(about: .choice) }
    dock.animations.moveRunEdge = { [weak self] in
      self?.moveRunEdge(isStart: $0, to: $1, isFinal: $2)
    }
    dock.animations.moveLoopEdge = { [weak self] in
      self?.perform(.loopEdge(isStart: $0, at: $1))
    }
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    // The dock counts the sample's action searches, not those of the controls around it.
    inspectedWindow?.context?.actionCountRoot = stage.content.layer
    recordActions()
    installEdits()
    workWatch = .join()
    SampleTime.stage = stage.content.layer
    view.window?.title = Self.windowTitle(of: type(of: sample))
    inspectedWindow?.inputObserver = { [weak self] in self?.record($0) }
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    workWatch = nil
    if settings.inspected != nil { endInspecting() }
  }

  /// The window that is looked at: that of the program, else the one around the stage.
  var inspectedWindow: UIWindow? { settings.inspected ?? view.window }

  /// Whether a program's own window is looked at, instead of a sample.
  var isInspecting: Bool { settings.inspected != nil }

  // MARK: Samples

  private static func windowTitle(of kind: any Sample.Type) -> String {
    kind == ProgramSample.self
      ? "Inspector – \(kind.title)" : "\(kind.title) – \(SampleCatalogue.title)"
  }

  /// Shows a new instance of a sample, unless it is on show.
  func show(_ kind: any Sample.Type) {
    listIsOpen = false
    if kind != type(of: sample) { open(kind) }
  }

  /// Shows a new instance of a sample.
  func open(_ kind: any Sample.Type) {
    (played, chosenAnimation) = (nil, nil)
    if kind != type(of: sample) { take([:]) }
    sample = kind.init()
    showSample()
  }

  private func showSample() {
    let kind = type(of: sample)
    stageSample()
    list.select(kind)
    transport.show(title: kind.title)
    view.window?.title = Self.windowTitle(of: kind)
    inspector.show(kind)
    inspector.actions.beginSample()
    dock.beginSample()
    dock.beginRun(at: clock.stageTime(at: CACurrentMediaTime()), named: "")
    showState()
    status.clearNote()
    Self.remembered.sample = kind.name
    settings.eventLog?.sample(kind.name)
    logsControls = settings.eventLog != nil
  }

  /// Puts the instance of the sample on the stage, at rest.
  func stageSample() {
    sample.onCompletion = { [weak self] report in
      guard let self else { return }
      if let index = repeated.firstIndex(of: report.animation) {
        repeated.remove(at: index)
        return
      }
      if isReplaying { return }
      reported.append(report.animation)
      // After the frame that showed the end, which may be later than the end.
      lastReport = max(lastReport, clock.elapsed(at: CACurrentMediaTime()))
      write(report.sentence)
      settings.eventLog?.completion(report)
    }
    lastTrigger = nil
    clock.reset()
    clock.play()
    tracker = RunTracker()
    stage.show(sample)
    PropertyNames.owner = sample
    // A sample that failed has nothing that a trigger could move.
    triggers = stage.failure == nil ? sample.triggers : []
    stage.rendering.beginSample()
    (reported, repeated) = ([], [])
    beginScript()
    (isPressed, lastReport) = (false, 0)
    dock.animations.chosen = nil
    triggerBar.show(triggers)
    transport.show(time: 0)
    inspector.layers.show(stage.content.layer)
    dock.animations.show(tracker.timeline, hasBegun: false)
  }

  // MARK: Keys

  /// A press beside the search field leaves it, as one on a button does.
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    view.leaveField()
    super.touchesBegan(touches, with: event)
  }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    for press in presses {
      guard let key = press.key else { continue }
      let isTyping = view.firstResponderInside is UITextField
      guard let command = WindowCommand(key, isTyping: isTyping) else {
        super.pressesBegan([press], with: event)
        continue
      }
      perform(command)
    }
  }

  // MARK: Layout

  /// Whether the inspector and the list are hidden for lack of room.
  var folds: (inspector: Bool, list: Bool) { Self.folds(width: view.bounds.width) }

  private static func folds(width: CGFloat) -> (inspector: Bool, list: Bool) {
    (width < 1100, width < 900)
  }

  /// The height of the stage that the dock leaves before it is higher than it must be, in points.
  private static let lowStage: CGFloat = 360

  /// The dock's height, 150...260: what a low stage leaves.
  private static func dockHeight(room: CGFloat) -> CGFloat {
    min(260, max(150, room - lowStage))
  }

  /// The size of the window whose stage has a size, in points: with list and inspector, where they have room then. Without
  /// a size, that of a window which is opened for the first time.
  static func windowSize(forStage stage: CGSize?) -> CGSize {
    let usual = OffscreenStage.windowSize
    guard let stage else { return usual }
    let width = stage.width + SampleList.width + Inspector.width
    let withList = stage.width + SampleList.width
    let bars = Transport.height + TriggerBar.height + StatusBar.height
    // A low stage leaves the dock's height open: the least one is enough.
    let dockHeight: CGFloat = stage.height > lowStage ? 260 : 150
    return CGSize(
      width: !folds(width: width).inspector
        ? width : !folds(width: withList).list ? withList : stage.width,
      height: stage.height + dockHeight + bars)
  }

  override func viewDidLayoutSubviews() {
    let bounds = view.bounds
    if isInspecting { return layOutInspector() }
    if let laidOutSize, laidOutSize != bounds.size { dock.noteResize() }
    laidOutSize = bounds.size
    Self.remembered.size = bounds.size
    let folds = folds
    (transport.showsListButton, transport.showsInspectorButton) = (folds.list, folds.inspector)
    transport.frame = CGRect(x: 0, y: 0, width: bounds.width, height: Transport.height)
    let bottom = bounds.height - StatusBar.height
    status.frame = CGRect(x: 0, y: bottom, width: bounds.width, height: StatusBar.height)

    list.isHidden = folds.list && !listIsOpen
    list.frame = CGRect(
      x: 0, y: Transport.height, width: SampleList.width, height: bottom - Transport.height)
    let left = folds.list ? 0 : SampleList.width

    dock.isHidden = !showsDock
    let room = bottom - Transport.height - TriggerBar.height
    let chosen = chosenDockHeight.map { min(max(120, $0), max(120, room - 120)).rounded() }
    let dockHeight = showsDock ? chosen ?? Self.dockHeight(room: room) : 0
    dock.frame = CGRect(
      x: left, y: bottom - dockHeight, width: bounds.width - left, height: dockHeight)

    dockDivider.isHidden = !showsDock
    dockDivider.frame = CGRect(
      x: left, y: dock.frame.minY - (Divider.height / 2).rounded(.down), width: dock.frame.width,
      height: Divider.height)

    inspector.isHidden = folds.inspector && !inspectorIsOpen
    let right = folds.inspector ? bounds.width : bounds.width - Inspector.width
    let triggers = bottom - dockHeight - TriggerBar.height
    // A drawer leaves the triggers free unless its content needs the height.
    let isLow = triggers - Transport.height < Self.lowStage
    let leavesTriggers = folds.inspector && !isLow
    inspector.frame = CGRect(
      x: bounds.width - Inspector.width, y: Transport.height, width: Inspector.width,
      height: (leavesTriggers ? triggers : bottom - dockHeight) - Transport.height)
    stage.coveredWidth = folds.inspector && inspectorIsOpen ? Inspector.width : 0
    triggerBar.frame = CGRect(
      x: left, y: triggers, width: right - left - (leavesTriggers ? 0 : stage.coveredWidth),
      height: TriggerBar.height)
    stage.frame = CGRect(
      x: left, y: Transport.height, width: right - left, height: triggers - Transport.height)
    banner.place(over: stage.frame)
    script.size = stage.bounds.size
    // What was closed gives the keyboard back.
    for region in [list, inspector, dock] where region.isHidden {
      region.firstResponderInside?.resignFirstResponder()
    }
    showStillSentence()
    recordActions()
    for sheet in [keySheet, stutterMenu, stageMenu] { sheet.frame = bounds }
    transport.layoutIfNeeded()
    stageMenu.rightEdge = transport.menuEdge
  }

  /// Lets the dock show what a low stage has no room for.
  func showStillSentence() {
    dock.stillSentence =
      stage.hasRoomForHint
      ? Wording.still : Wording.stillHint(isReduced: settings.preferences.wantsLessMotion)
  }

  /// Records action searches while there is an inspector to show them.
  func recordActions() {
    guard let context = inspectedWindow?.context else { return }
    let recorder = inspector.isHidden ? nil : inspector.actions.recorder
    if context.actionRecorder !== recorder { context.actionRecorder = recorder }
  }

  /// What the pointer alone uses, as keys do the same elsewhere, by the names that the log of events gives it.
  var areas: [(name: String, view: UIView)] {
    let log = inspector.isHidden ? [] : [("log", inspector.logArea)]
    switch dock.tab {
    case .frames: return log + [("chart", dock.frames.chart)]
    case .animations:
      return log
        + [("ruler", dock.animations.control.control), ("rows", dock.animations.rowNames)]
    case .skew, .compare: return log
    }
  }

  /// The stage, the dock and every control, by the names that the log of events gives them.
  var controls: [(name: String, view: UIView)] {
    let bars =
      transport.controls + stutterMenu.controls + stageMenu.controls + list.controls
      + triggerBar.controls
      + dock.controls
      + (inspector.isHidden ? [] : inspector.controls)
    return [("stage", stage), ("dock", dock), ("search", list.field)]
      + bars.map { ($0.name, $0.control) } + sample.controls
  }
}
