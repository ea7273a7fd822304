// WindowPlacement.swift
// The window's size on a screen: what was asked for, as far as it fits; and the size it had last.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The size and the scale of a window.
struct WindowPlacement: Hashable {
  /// In points.
  var size: CGSize
  /// Pixels per point; nil for the system's.
  var scale: CGFloat?
  /// What could not be as asked for; nil when all could.
  var note: String?

  /// Fits a window to a screen.
  ///
  /// - Parameters:
  ///   - wanted: Its size in points.
  ///   - minimum: The smallest size in points. A smaller one has no room for the content.
  ///   - scale: Pixels per point; nil for the system's.
  ///   - screen: The screen's size in pixels; nil when unknown, where everything fits.
  init(wanted: CGSize, minimum: CGSize, scale: CGFloat?, screen: CGSize?) {
    size = CGSize(
      width: max(wanted.width, minimum.width), height: max(wanted.height, minimum.height))
    self.scale = scale
    guard let screen else { return }
    var unit = scale ?? 1
    let most = min(screen.width / minimum.width, screen.height / minimum.height)
    if unit > most, unit > 1 {
      // In hundredths, rounded down.
      let fitting = max(1, (most * 100).rounded(.down) / 100)
      note =
        "The screen of \(Int(screen.width)) x \(Int(screen.height)) pixels has no room for "
        + "--scale \(Wording.fixed(unit, 2)); the window has \(Wording.fixed(fitting, 2))."
      unit = fitting
      self.scale = fitting
    }
    size.width = max(minimum.width, min(size.width, (screen.width / unit).rounded(.down)))
    size.height = max(minimum.height, min(size.height, (screen.height / unit).rounded(.down)))
  }
}

/// The window's size when it was last closed.
enum RememberedSize {
  /// The file, in the directory for the state of programs; nil without a home.
  private static var file: URL? {
    let environment = ProcessInfo.processInfo.environment
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? environment["HOME"].map { $0 + "/.local/state" }
    return state.map { URL(fileURLWithPath: $0).appendingPathComponent("lamella/window-size") }
  }

  /// The size in points; nil without a valid one.
  static func read() -> CGSize? {
    guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return SizeArgument(argument: text.trimmingCharacters(in: .whitespacesAndNewlines))?.size
  }

  /// Writes the size. A failure is not worth a message.
  static func write(_ size: CGSize) {
    guard let file, size.width >= 1, size.height >= 1 else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let text = "\(Int(size.width))x\(Int(size.height))\n"
    try? text.write(to: file, atomically: true, encoding: .utf8)
  }
}
