// MainViewController+Commands.swift
// The commands of buttons and keys.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

extension MainViewController {
  /// Fires the trigger at an index; out of range does nothing.
  func press(triggerAt index: Int) {
    guard triggers.indices.contains(index) else { return }
    run(triggers[index])
  }

  private func run(_ trigger: Trigger) {
    clock.setLoop(nil)
    if clock.isReversed { clock.setReversed(false) }
    let isOver = tracker.isOver
    // A press plays, as replay does: on a stage that stays paused it would seem to do nothing.
    if !trigger.actsOnOthers || isOver { clock.play() }
    inspector.actions.beginRun()
    // The changes of a trigger are there when the inspector is opened after it.
    inspectedWindow?.context?.actionRecorder = inspector.actions.recorder
    // A trigger that acts on what another started belongs to the other's run; after it, it begins one only with what
    // it starts itself.
    let joins = trigger.actsOnOthers && clock.start != nil
    if joins && isOver {
      tracker.timeline.hidePast()
      trigger.action()
      if stage.content.layer.hasAnimations { beginRun(of: trigger) }
      announce(trigger)
    } else {
      if !joins { beginRun(of: trigger) }
      announce(trigger)
      trigger.action()
    }
    recordActions()
    showState()
  }

  private func announce(_ trigger: Trigger) {
    script.append(.trigger(trigger.name), at: scriptTime())
    settings.eventLog?.trigger(trigger.name)
    // A command that acts on other runs starts none.
    write("\(trigger.title): \(trigger.actsOnOthers ? "pressed" : "began")")
  }

  private func beginRun(of trigger: Trigger) {
    lastTrigger = trigger
    edits.beginRun(named: trigger.name)
    script.beginRun(at: scriptTime())
    clock.beginRun(length: trigger.isEndless ? .infinity : trigger.duration)
    tracker.beginRun()
    showRun()
  }

  func perform(_ command: WindowCommand) {
    settings.eventLog?.command(command)
    if isInspecting, refuses(command) { return }
    // It may show other controls.
    logsControls = settings.eventLog != nil
    switch command {
    case .togglePlay: togglePlay()
    case .step(let frames): step(frames: frames)
    case .replay: replay()
    case .trigger(let index): press(triggerAt: index)
    case .toggleDock: showsDock.toggle()
    case .toggleHUD: wantsHUD = !showsHUD
    case .moveHUD: stage.moveHUD()
    case .speed(let percent): setSpeed(percent: percent)
    case .changeSpeed(let slower): changeSpeed(slower: slower)
    case .sample(let offset): show(SampleCatalogue.sample(offset, below: type(of: sample)))
    case .chooseSample(let name): (try? SampleCatalogue.sample(named: name)).map(show)
    case .chooseAnimation(let row): choose(animationOfRow: row)
    case .inject(let injection): inject(injection)
    case .stutterMenu: toggleStutterMenu()
    case .stageMenu: toggleStageMenu()
    case .show(let aspect): toggle(aspect)
    case .nextTint: toggleNextTint()
    case .toStart: scrub(to: 0)
    case .toEnd: scrub(to: clock.length.isFinite ? clock.length : tracker.timeline.length)
    case .loop: toggleLoop()
    case .scrub(let time):
      scrub(to: time)
      noteScrub(beyond: time)
    case .editTime: transport.editTime()
    case .loopEdge(let isStart, let time):
      setLoopEdge(isStart: isStart, at: time ?? shownElapsed(at: CACurrentMediaTime()))
    case .backwards: toggleBackwards()
    case .dock(let tab): show(tab)
    case .inspector(let tab): show(tab)
    case .toggleInspector: toggleInspector()
    case .toggleList: listIsOpen.toggle()
    case .chooseFrame(let number): dock.choose(frame: number)
    case .chooseFrames(let numbers): dock.choose(frames: numbers)
    case .markFrame(let offset): dock.markFrame(offset: offset)
    case .selectFrames(let offset): dock.selectFrames(offset: offset)
    case .markLateFrame(let backwards): markLateFrame(backwards: backwards)
    case .search: search()
    case .keys: keySheet.toggle()
    case .cancel: cancel()
    case .theme: changeTheme()
    case .fullScreen: view.window?.windowScene?.isFullScreen.toggle()
    case .copyText: copyText()
    case .record: record()
    case .snapshot: snapshot()
    case .trace: writeTrace()
    case .region(let backwards): focusRegion(backwards: backwards)
    case .quit: WindowHost.terminate()
    }
  }

  private func show(_ tab: DockTab) {
    showsDock = true
    dock.tab = tab
  }

  private func markLateFrame(backwards: Bool) {
    if !dock.markLateFrame(backwards: backwards) {
      status.show(note: Wording.noOtherLateFrame(backwards: backwards))
    }
  }

  private func search() {
    if folds.list { listIsOpen = true }
    view.layoutIfNeeded()
    list.beginSearch()
  }

  private func copyText() {
    inspector.actions.refresh()
    UIPasteboard.general.string = WindowText(self).text
    write("Copied what the window shows as text")
  }

  /// Moves the keyboard focus to the first control of the next region that is on show, or of the one before. An open
  /// menu keeps it.
  private func focusRegion(backwards: Bool) {
    guard let window = view.window, [stutterMenu, stageMenu, keySheet].allSatisfy(\.isHidden)
    else { return }
    let regions = [transport, list, stage, triggerBar, inspector, dock]
      .filter { !$0.isHidden }
    let current = view.firstResponderInside
    let index = regions.firstIndex { region in current?.isDescendant(of: region) == true }
    let start = index ?? (backwards ? 0 : regions.count - 1)
    for distance in 1...regions.count {
      let offset = backwards ? regions.count - distance : distance
      if window.moveFocus(into: regions[(start + offset) % regions.count]) { return }
    }
  }

  /// Leaves the field, else closes what is open, else clears what is chosen.
  private func cancel() {
    if stageMenu.field.isFirstResponder {
      stageMenu.cancelEditing()
    } else if view.firstResponderInside is UITextField {
      view.endEditing(true)
    } else if !keySheet.isHidden {
      keySheet.close()
    } else if let menu = [stutterMenu, stageMenu].first(where: { !$0.isHidden }) {
      menu.close()
    } else if listIsOpen || inspectorIsOpen {
      (listIsOpen, inspectorIsOpen) = (false, false)
    } else if stage.outlined != nil || dock.hasChoice || inspector.layers.chosen != nil
      || dock.animations.chosen != nil
    {
      inspector.layers.select(nil)
      (dock.animations.chosen, chosenAnimation) = (nil, nil)
      status.clearNote(about: .choice)
      stage.outlined = nil
      dock.clearChoice()
    } else {
      stage.rendering.clear()
      showState()
    }
  }

  /// Changes between the light and the dark theme, which no longer follows the desktop's.
  private func changeTheme() {
    settings.preferences.theme = Theme.palette.isLight ? .dark : .light
    Self.remembered.theme = settings.preferences.theme
    showPreferences()
  }

  /// Takes over the desktop's settings, which have changed.
  func follow(_ desktop: DesktopSettings) {
    settings.preferences.desktop = desktop
    showPreferences()
  }

  /// Shows the preferences. For other colours every view is made again, and a new instance of the sample is brought to
  /// where the old one was; see ``takeOver(_:)``. The panes remain.
  private func showPreferences() {
    let old = Theme.palette
    settings.preferences.apply()
    stage.hintText = settings.preferences.hint
    showStillSentence()
    guard Theme.palette != old, let window = view.window else { return }
    (settings.sample, settings.speedPercent) = (type(of: sample), speedPercent)
    // It leaves the window, which cuts its animations short: they go on in the new instance.
    sample.onCompletion = { _ in }
    let successor = Self.install(settings, in: window)
    (successor.showsDock, successor.wantsHUD) = (showsDock, wantsHUD)
    successor.stage.hudCorner = stage.hudCorner
    successor.dock.tab = dock.tab
    successor.inspector.tab = inspector.tab
    successor.inspector.logTab = inspector.logTab
    (successor.listIsOpen, successor.inspectorIsOpen) = (listIsOpen, inspectorIsOpen)
    successor.takeOver(self)
  }

  private func changeSpeed(slower: Bool) {
    let steps = SpeedArgument.steps
    let next = slower ? steps.last { $0 < speedPercent } : steps.first { $0 > speedPercent }
    if let next { setSpeed(percent: next) }
  }

  /// Chooses the layer at a point of the stage, if the tree of layers is on show.
  func choose(layerAt point: CGPoint) {
    guard inspector.tab == .layers, !inspector.isHidden else { return }
    let content = stage.content.layer
    // What is seen is chosen, which may be away from the model's place.
    let shown = content.presentation() ?? content
    // Not what the inspector itself shows over a program's window.
    let place = content.convert(point, from: stage.layer)
    let own = stage.layer
    let layer = (shown.sublayers ?? []).reversed().lazy.filter { $0.model() !== own }
      .compactMap { $0.hitTest(place) }.first?.model()
    inspector.layers.select(layer === content ? nil : layer)
    stage.outlined = inspector.layers.chosen
    (dock.animations.chosen, chosenAnimation) = (nil, nil)
  }

  /// Chooses an animation by its row in the dock: shows its layer in the stage and in the inspector, or there its curve.
  func choose(animationOfRow row: Int) {
    let rows = tracker.timeline.rows
    guard rows.indices.contains(row) else { return }
    // The second of two that are chosen is compared with the first.
    if dock.animations.chosen == nil, rows.count > 1 {
      status.show(note: Wording.chooseAnother, about: .choice)
    } else if let last = dock.animations.chosen, last != row, rows.indices.contains(last) {
      status.show(note: Wording.distance(of: rows[row], from: rows[last]), about: .choice)
    }
    show(inspector.tab == .curve ? .curve : .layers)
    light(row)
  }

  /// Marks an animation, by its row, wherever it is shown.
  func light(_ row: Int) {
    let rows = tracker.timeline.rows
    chosenAnimation = (rows[row].title, rows[row].layer)
    dock.animations.chosen = row
    inspector.curve.show(row: row)
    showCurve()
    // Only recorded animations have their layer.
    let layer = tracker.timeline.recorded(ofRow: row)?.layer
    inspector.layers.select(layer)
    stage.outlined = layer
  }

  /// Marks the animation of another run that is of the same property and layer as the one that was chosen.
  func lightChosenAnimation() {
    guard let chosen = chosenAnimation, dock.animations.chosen == nil else { return }
    let row = tracker.timeline.rows.firstIndex {
      $0.title == chosen.title && $0.layer == chosen.layer
    }
    if let row { light(row) }
  }

  // MARK: Painting

  /// Shows an aspect of how the stage is painted, or no longer.
  func toggle(_ aspect: RenderingAspect) {
    stage.rendering.toggle(aspect)
    showState()
  }

  private func toggleNextTint() {
    stage.rendering.toggleNextTint()
    showState()
  }

  // MARK: Scrubbing

  /// Pauses and moves the stage to a time, in seconds since the start of the run.
  ///
  /// - Returns: Whether the run was begun again for that.
  @discardableResult func scrub(to time: TimeInterval) -> Bool {
    guard clock.start != nil else { return false }
    dock.clearMark()
    clock.pause()
    let isRestored = restoreEndedAnimations()
    let end = clock.length.isFinite ? clock.length : max(tracker.timeline.length, time)
    clock.scrub(to: min(max(0, time), end))
    showState()
    return isRestored
  }

  /// Logs why the time shown is not the requested one.
  private func noteScrub(beyond time: TimeInterval) {
    if clock.start == nil {
      status.show(note: Wording.noRunToMove, about: .time)
    } else if clock.length.isFinite, time > clock.length + 0.0005 {
      status.show(note: Wording.beyondEnd(clock.length), about: .time)
    } else {
      status.clearNote(about: .time)
    }
  }

  /// Shows the animations of the run again if some have ended.
  ///
  /// If layers of the run have left the window, fires its trigger again. The stage is paused, so that all animations
  /// are at their start.
  ///
  /// - Returns: Whether the trigger was fired.
  @discardableResult private func restoreEndedAnimations() -> Bool {
    guard tracker.activity.isIdle || tracker.timeline.hasPast else { return false }
    if tracker.showEnded() {
      CATransaction.flush()
      return false
    }
    guard let name = lastTrigger?.name, lastTrigger?.actsOnOthers == false,
      tracker.activity.isIdle || tracker.timeline.rows.contains(where: { $0.outcome == .ended })
    else { return false }
    let length = clock.length
    // In the state in which the run began, as its trigger may go to and fro.
    restageSample()
    lastTrigger = triggers.first { $0.name == name }
    guard let lastTrigger else { return false }
    clock.pause()
    script.beginRun(at: scriptTime())
    script.append(.trigger(name), at: scriptTime())
    clock.beginRun(length: length)
    tracker.beginRun()
    showRun(.restored)
    write("\(lastTrigger.title): again, to be scrubbed")
    edits.beginRun(named: name)
    lastTrigger.action()
    // Animations begin with the commit, before the stage's time is moved.
    CATransaction.flush()
    return true
  }

  func toggleBackwards() {
    if clock.isReversed {
      clock.setReversed(false)
    } else if clock.start != nil {
      let elapsed = shownElapsed(at: CACurrentMediaTime())
      let (isOver, wasPaused) = (tracker.activity.isIdle, clock.isPaused)
      clock.pause()
      restoreEndedAnimations()
      clock.scrub(to: isOver && clock.length.isFinite ? clock.length : elapsed)
      clock.setReversed(true)
      if !wasPaused { clock.play() }
    }
    showState()
  }

  func toggleLoop() {
    wantsLoop.toggle()
    if wantsLoop { setLoop() } else { clock.setLoop(nil) }
    showState()
  }

  /// Plays the run again and again. A paused stage stays paused.
  func setLoop() {
    let length = clock.length.isFinite ? clock.length : tracker.timeline.length
    guard clock.start != nil, length > 0 else { return }
    let wasPaused = clock.isPaused
    if tracker.activity.isIdle || tracker.timeline.hasPast {
      clock.pause()
      restoreEndedAnimations()
    }
    clock.setLoop(0...length)
    if !wasPaused { clock.play() }
    showState()
  }

  /// Sets the start or the end of the loop to a time of the run; without a loop, begins one.
  private func setLoopEdge(isStart: Bool, at time: TimeInterval) {
    if clock.loop == nil {
      wantsLoop = true
      setLoop()
    }
    guard let loop = clock.loop else { return showState() }
    clock.setLoop(
      isStart
        ? min(time, loop.upperBound - 0.01)...loop.upperBound
        : loop.lowerBound...max(time, loop.lowerBound + 0.01))
    showState()
  }
}

extension MainViewController {
  // MARK: Time and the bars

  func toggleInspector() {
    guard folds.inspector else { return }
    inspectorIsOpen.toggle()
    view.layoutIfNeeded()
    showInspected()
  }

  /// Shows a tab of the inspector, which is opened where it is a drawer.
  private func show(_ tab: InspectorTab) {
    inspector.tab = tab
    if folds.inspector { inspectorIsOpen = true }
    view.layoutIfNeeded()
    showInspected()
  }

  /// Shows in the inspector what the stage has now, as there may be no frame soon.
  private func showInspected() {
    inspector.layers.refresh()
    inspector.actions.refresh()
    showCurve()
  }

  /// Pauses or plays. A run that is over is played from its start.
  func togglePlay() {
    dock.clearMark()
    if isAtEnd {
      // Its figures are not added to those of the time before.
      if !scrub(to: 0) {
        showRun(.again)
        write("Played again")
      }
    } else if isBackAtStart {
      scrub(to: clock.length)
    }
    if clock.isPaused { clock.play() } else { clock.pause() }
    showState()
  }

  func step(frames: Int) {
    dock.clearMark()
    guard clock.start != nil else {
      clock.pause()
      return showState()
    }
    let elapsed = shownElapsed(at: CACurrentMediaTime())
    let isOver = tracker.activity.isIdle
    if isOver && frames > 0 {
      clock.pause()
      return showState()
    }
    // Earlier, animations may be running that are no longer attached.
    if frames < 0 {
      scrub(to: elapsed + Double(frames) * framePeriod)
      return
    }
    // Beyond the end there is nothing, but where an animator is paused.
    let rest = tracker.activity.paused > 0 ? .infinity : max(0, clock.length - elapsed)
    clock.step(by: min(Double(frames) * framePeriod, rest))
    showState()
  }

  func setSpeed(percent: Int) {
    speedPercent = percent
    clock.setSpeed(Double(percent) / 100)
    showState()
  }

  func toggleStageMenu() {
    stutterMenu.close()
    stageMenu.toggle()
    showState()
  }

  func toggleStutterMenu() {
    stageMenu.close()
    stutterMenu.toggle()
  }

  func inject(_ injection: Injection) {
    lastInjection = (injection, CACurrentMediaTime())
    settings.eventLog?.block(injection.seconds)
    if dock.tab == .skew, dock.skew.isRunning {
      write(fault: Wording.injectedIntoLanes(injection))
      return WindowHost.inject(injection.faults, into: inspectedWindow)
    }
    if injection == .lateCallback, clock.isDriven {
      // The main thread moves such a stage together with its drawing.
      return noteVain(injection, because: "everything is late together in a loop and backwards")
    }
    if clock.isPaused, !tracker.activity.isIdle {
      return noteVain(injection, because: "the stage is paused")
    }
    guard dock.expect(injection, hasRenderThread: WindowHost.hasRenderThreads) else {
      return noteVain(injection, because: "nothing moves that could stutter")
    }
    WindowHost.inject(injection.faults, into: inspectedWindow)
  }

  /// Lists why a fault was not injected; at the bottom of a window whose list is closed.
  private func noteVain(_ injection: Injection, because reason: String) {
    let sentence = Wording.injectedInVain(injection, reason: reason)
    write(fault: sentence)
    inspector.logTab = .events
    if inspector.isHidden { status.show(note: sentence) }
  }

  /// Injects the last fault again, a second after the last time, while something moves.
  func repeatInjection(at time: TimeInterval) {
    guard stutterMenu.repeats, let (fault, last) = lastInjection, time - last >= 1,
      tracker.activity.moves, !clock.isPaused
    else { return }
    inject(fault)
  }
}
