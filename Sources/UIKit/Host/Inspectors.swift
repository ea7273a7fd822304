// Inspectors.swift
// Inspectors of the program's own windows: requested by LAMELLA_INSPECTOR=1, or by Ctrl+Shift+I in the window to inspect.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
package import UIKitCore

/// The inspectors of a program. Each has its own window.
///
/// A program has them with the product LamellaInspector. Without it, or while none is open, there is no window, no
/// observer of frames and no work in a frame.
@MainActor package enum Inspectors {
  /// The name of the variable that opens one with the first window.
  package nonisolated static let variable = "LAMELLA_INSPECTOR"
  /// Makes the window that inspects another. Nil in a program without inspectors.
  package static var make: ((UIWindow) -> UIWindow)?

  private struct Opened {
    weak var inspected: UIWindow?
    let window: UIWindow
  }

  private static var opened: [Opened] = []
  /// Whether one is to be opened with the first window.
  private static var isRequested: Bool = {
    let value = ProcessInfo.processInfo.environment[variable] ?? ""
    return !value.isEmpty && value != "0"
  }()

  /// Opens the inspector of a window, or closes it.
  package static func toggle(_ inspected: UIWindow) {
    if let index = opened.firstIndex(where: { $0.inspected === inspected }) {
      opened[index].window.close()
      opened.remove(at: index)
    } else if let make, !opened.contains(where: { $0.window === inspected }) {
      opened.append(Opened(inspected: inspected, window: make(inspected)))
    }
  }

  /// Whether an event is the key of inspectors, which then opens or closes one.
  static func handle(_ event: InputEvent.Kind, in window: UIWindow?) -> Bool {
    guard make != nil, let window, case .keyDown(.character("i"), let held, let isRepeat) = event,
      held.contains([.control, .shift])
    else { return false }
    if !isRepeat { toggle(window) }
    return true
  }

  /// Opens the requested inspector, and closes those whose windows are closed.
  static func follow(_ windows: [UIWindow]) {
    if opened.isEmpty, !isRequested { return }
    opened.removeAll { $0.window.isHidden }
    for one in opened where one.inspected?.isHidden ?? true { one.window.close() }
    opened.removeAll { $0.inspected?.isHidden ?? true }
    guard isRequested, let first = windows.first else { return }
    isRequested = false
    if make == nil {
      StandardError.report(
        "\(variable) is set, and this program has no inspector: add the product LamellaInspector to its target."
      )
    } else {
      toggle(first)
    }
  }
}
