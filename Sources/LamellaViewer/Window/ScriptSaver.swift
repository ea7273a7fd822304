// ScriptSaver.swift
// The file of `view --save-script`, written while the window is open.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import SDLRenderer

/// Writes what was done in the window to a file: a second after it has grown, as a fault ends the program at once, when
/// the window is closed, and when its display is lost. On a queue of its own, so that it costs the frames of a run
/// nothing.
@MainActor final class ScriptSaver {
  private let path: String
  private let queue = DispatchQueue(label: "lamella.script", qos: .utility)
  /// The last script that was given. A lost display ends the program on a thread that may not wait for the main one.
  private let script = Locked<StageScript?>(nil)
  private var isScheduled = false
  /// What the file has; used on the queue.
  private let saved = Locked("")
  /// Seconds from a change to its writing.
  private static let delay = 1.0

  init(path: String) { self.path = path }

  /// Saves a script soon, with what is added until then. Standard output and pipes have it once, at the end.
  func note(_ script: StageScript) {
    self.script.withLock { $0 = script }
    guard !isScheduled, isRegularFile(path) else { return }
    isScheduled = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      MainActor.assumeIsolated { self?.saveInTheBackground() }
    }
  }

  /// Writes the last script, on the queue.
  func saveInTheBackground() {
    isScheduled = false
    guard let script = script.withLock({ $0 }) else { return }
    // Why it fails is reported at the end, when it may have become possible.
    queue.async { [path, saved] in try? Self.write(script, to: path, unless: saved) }
  }

  /// Writes what is not written yet.
  func save() throws(CommandFailure) {
    guard let script = script.withLock({ $0 }) else { return }
    let result = queue.sync { [path, saved] in
      Result { () throws(CommandFailure) in try Self.write(script, to: path, unless: saved) }
    }
    try result.get()
  }

  /// Also writes what is not written yet when the display is lost.
  func watchDisplay() {
    // A pipe may have no reader, for which the end would wait.
    guard isRegularFile(path) else { return }
    LostServer.beforeEnd { [path, queue, script, saved] in
      guard let script = script.withLock({ $0 }) else { return }
      // A failure cannot be reported any more.
      queue.sync { _ = try? Self.write(script, to: path, unless: saved) }
    }
  }

  nonisolated private static func write(
    _ script: StageScript, to path: String, unless saved: Locked<String>
  ) throws(CommandFailure) {
    let text = ScriptText.text(of: script)
    guard saved.withLock({ $0 != text }) else { return }
    try writeFile(Array(text.utf8), to: path)
    saved.withLock { $0 = text }
  }
}
