// DesktopOpener.swift
// Opens URLs with the desktop's programs.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The desktop's command that opens a URL with the program for it.
struct DesktopOpener {
  /// The command, without the URL.
  private let command: [String]

  /// Finds the command. Nil without one.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    if let program = DesktopSettings.program("xdg-open", in: environment) {
      command = [program]
    } else if let program = DesktopSettings.program("gio", in: environment) {
      command = [program, "open"]
    } else {
      return nil
    }
  }

  /// Opens a URL. Returns at once.
  ///
  /// - Parameter completion: Called on the main thread with whether the command has ended well. It ends when the program has
  ///   started; some desktops' only when that has ended.
  func open(_ url: URL, completion: @escaping @MainActor @Sendable (Bool) -> Void) {
    let arguments = command.dropFirst() + [url.absoluteString]
    guard let process = try? SpawnedProcess(command[0], Array(arguments)) else {
      return DispatchQueue.main.async { completion(false) }
    }
    Thread.detachNewThread {
      let isOpen = process.wait() == .exit(0)
      DispatchQueue.main.async { completion(isOpen) }
    }
  }
}
