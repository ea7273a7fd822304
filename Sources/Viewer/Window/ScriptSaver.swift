// ScriptSaver.swift
// The file of `view --save-script`, written while the window is open.
//
// SPDX-License-Identifier: MIT

import Foundation
import PNGFiles

/// Writes what was done in the window to a file: once a second while that grows, as a lost display ends the program at
/// once, and when the window is closed.
@MainActor final class ScriptSaver {
  private let path: String
  private let script: () -> StageScript?
  private var saved = ""
  /// Seconds between two writes.
  private static let interval = 1.0

  /// - Parameter script: Returns the script of the window on show.
  init(path: String, script: @escaping () -> StageScript?) {
    (self.path, self.script) = (path, script)
  }

  /// Saves from now on.
  func start() {
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        // Why it fails is reported at the end, when it may have become possible.
        try? self.save()
        self.start()
      }
    }
  }

  /// Writes the file, if there is something new.
  func save() throws(CommandFailure) {
    guard let script = script() else { return }
    let text = ScriptText.text(of: script)
    guard text != saved else { return }
    try writeFile(Array(text.utf8), to: path)
    saved = text
  }
}
