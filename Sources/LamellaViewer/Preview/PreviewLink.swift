// PreviewLink.swift
// The viewer's side of `view PATH`: reports its state, which the next viewer takes over.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import QuartzCore
import UIKit

/// The connection to the watcher that started this program.
@MainActor final class PreviewLink: FrameObserver {
  /// Set for a program that has the watcher at its standard input.
  nonisolated static let variable = "LAMELLA_PREVIEW"
  /// What the viewer before this one showed, as JSON.
  nonisolated static let stateVariable = "LAMELLA_PREVIEW_STATE"

  /// The connection, if the environment has one.
  static let current: PreviewLink? =
    ProcessInfo.processInfo.environment[variable] == nil ? nil : PreviewLink()

  /// What the viewer before this one showed; nil for the first.
  let state: PreviewState?
  private let socket = PreviewSocket(STDIN_FILENO)
  private var source: (any DispatchSourceRead)?
  private weak var window: UIWindow?
  private var isShown = false

  private init() {
    let text = ProcessInfo.processInfo.environment[Self.stateVariable]
    state = text.flatMap { try? JSONDecoder().decode(PreviewState.self, from: Data($0.utf8)) }
  }

  private var viewer: MainViewController? { window?.rootViewController as? MainViewController }

  /// Shows what the viewer before this one showed, and answers the watcher from now on.
  func begin(_ window: UIWindow) {
    self.window = window
    FrameObservers.add(self)
    let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.receive() } }
    source.resume()
    self.source = source
    if let state { viewer?.restore(state) }
  }

  private func receive() {
    guard let messages = socket.receive() else {
      // The watcher is gone.
      source?.cancel()
      return WindowHost.terminate()
    }
    for message in messages {
      switch message {
      case .words(let words): viewer?.banner.show(words)
      case .wantsState: if let state = viewer?.previewState { socket.send(.state(state)) }
      case .end: WindowHost.terminate()
      case .shown, .state: break
      }
    }
    viewer?.view.setNeedsLayout()
  }

  func frameWillRun(at time: TimeInterval) {}

  func frameDidFinish(_ record: FrameRecord) {
    guard !isShown, let window else { return }
    isShown = true
    socket.send(.shown(window.previewPlace))
  }
}

extension UIWindow {
  fileprivate var previewPlace: PreviewState.Place {
    let origin = WindowHost.origin(of: self)
    return PreviewState.Place(
      x: origin.map { Int($0.x) }, y: origin.map { Int($0.y) }, width: bounds.width,
      height: bounds.height)
  }
}

extension MainViewController {
  /// What is on show; nil before the window is.
  var previewState: PreviewState? {
    guard let window = view.window else { return nil }
    return PreviewState(
      place: window.previewPlace, sample: type(of: sample).name, trigger: lastTrigger?.name,
      script: ScriptText.text(of: script.prepared), elapsed: shownElapsed(at: CACurrentMediaTime()),
      isPaused: clock.isPaused && clock.start != nil, speedPercent: speedPercent,
      dockTab: dock.tab.rawValue, inspectorTab: inspector.tab.rawValue,
      logTab: inspector.logTab.rawValue, showsDock: showsDock,
      chosen: inspector.layers.pathOfChosen, hudIsOn: wantsHUD)
  }

  /// Shows in a new build of the samples what an old one showed. A run that was paused is paused at its time; any other
  /// is played from its start, so that what was changed is seen. Without a run, the first trigger is pressed.
  func restore(_ state: PreviewState) {
    if let kind = try? SampleCatalogue.sample(named: state.sample) { show(kind) }
    view.layoutIfNeeded()
    showsDock = state.showsDock
    wantsHUD = state.hudIsOn
    if let tab = DockTab(rawValue: state.dockTab) { dock.tab = tab }
    if let tab = InspectorTab(rawValue: state.inspectorTab) { inspector.tab = tab }
    if let tab = LogTab(rawValue: state.logTab) { inspector.logTab = tab }
    setSpeed(percent: state.speedPercent)
    guard type(of: sample).name == state.sample else { return }
    let file = InputFile(name: "the script", text: state.script)
    if let old = try? ScriptText.script(in: file), !old.steps.isEmpty { restage(old) }
    let index =
      state.trigger.flatMap { name in triggers.firstIndex { $0.name == name } }
      ?? triggers.firstIndex { !$0.actsOnOthers }
    if let index { press(triggerAt: index) }
    if state.isPaused, state.trigger != nil {
      // Animations begin with the commit, before the stage's time is moved.
      CATransaction.flush()
      scrub(to: state.elapsed)
    }
    inspector.layers.select(path: state.chosen)
    stage.outlined = inspector.layers.chosen
    showState()
  }
}
