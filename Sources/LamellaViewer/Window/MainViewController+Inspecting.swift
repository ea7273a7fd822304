// MainViewController+Inspecting.swift
// The inspector of a program's own window: the viewer without a stage, whose clock and panes are those of the program.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// What is on show in place of a sample: the program.
final class ProgramSample: Sample {
  static let title = ProcessInfo.processInfo.processName
  static let summary =
    "The program itself. Press in its window to choose a layer, in the tab Layers; pause, step and slow it down above."
  func makeView() -> UIView { UIView() }
}

/// Names and times the work of the main thread while any viewer is on show.
@MainActor final class WorkWatch {
  private static weak var shared: WorkWatch?

  private init() { WorkLog.current = WorkLog() }

  isolated deinit { WorkLog.current = nil }

  /// The one of all viewers, which ends with the last of them.
  static func join() -> WorkWatch {
    if let shared { return shared }
    let new = WorkWatch()
    shared = new
    return new
  }
}

extension MainViewController {
  /// Makes a window that inspects another, and shows it.
  static func inspect(_ inspected: UIWindow) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 1100, height: 720))
    let settings = ViewerSettings(
      sample: ProgramSample.self, inspectorTab: .layers, inspected: inspected)
    let viewer = install(settings, in: window)
    viewer.inspector.layers.excluded = viewer.stage.layer
    window.makeKeyAndVisible()
    return window
  }

  /// Lets the program go on as it was.
  func endInspecting() {
    clock.setLoop(nil)
    clock.setReversed(false)
    clock.setSpeed(1)
    clock.play()
    FrameObservers.remove(self)
    stage.removeFromSuperview()
    guard let inspected = settings.inspected else { return }
    inspected.inputObserver = nil
    guard let context = inspected.context else { return }
    (context.actionRecorder, context.actionCountRoot) = (nil, nil)
    edits.uninstall(from: context)
  }

  /// Whether a command is for samples alone, or for the viewer's own window; says so.
  func refuses(_ command: WindowCommand) -> Bool {
    switch command {
    case .quit: view.window?.close()
    case .record, .snapshot, .replay, .theme, .fullScreen:
      status.show(note: "This is for samples in the viewer, not for a program that is inspected.")
    case .trigger, .sample, .chooseSample, .search, .toggleList, .toggleInspector, .toggleDock:
      break
    default: return false
    }
    return true
  }

  /// The inspector beside the dock's height of the window, without a list and a stage.
  func layOutInspector() {
    let bounds = view.bounds
    (transport.showsListButton, transport.showsInspectorButton) = (false, false)
    (list.isHidden, triggerBar.isHidden, dock.isHidden, inspector.isHidden) = (
      true, true, false, false
    )
    transport.frame = CGRect(x: 0, y: 0, width: bounds.width, height: Transport.height)
    let bottom = bounds.height - StatusBar.height
    status.frame = CGRect(x: 0, y: bottom, width: bounds.width, height: StatusBar.height)
    let dockHeight = min(300, max(150, (bottom - Transport.height) * 0.45)).rounded()
    dock.frame = CGRect(x: 0, y: bottom - dockHeight, width: bounds.width, height: dockHeight)
    inspector.frame = CGRect(
      x: 0, y: Transport.height, width: bounds.width, height: bottom - dockHeight - Transport.height
    )
    banner.place(over: inspector.frame)
    recordActions()
    for sheet in [keySheet, stutterMenu, stageMenu] { sheet.frame = bounds }
    transport.layoutIfNeeded()
    stageMenu.rightEdge = transport.menuEdge
  }
}
