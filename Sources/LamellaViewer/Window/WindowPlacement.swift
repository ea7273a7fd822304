// WindowPlacement.swift
// The window's size on a screen: what was asked for, as far as it fits; and what the window was like last.
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
    if size != wanted {
      note =
        "The window's least size is \(Int(minimum.width)) x \(Int(minimum.height)) points, not "
        + "\(Int(wanted.width)) x \(Int(wanted.height)); it has \(Int(size.width)) x \(Int(size.height))."
    }
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

/// What the window was like when it was last closed.
@MainActor struct RememberedWindow: Equatable {
  /// In points; nil without one.
  var size: CGSize?
  /// A theme that was chosen in the window; nil for the desktop's.
  var theme: ThemeArgument?
  /// The name of the sample on show.
  var sample: String?

  /// The file, in the directory for the state of programs; nil without a home.
  private static var file: URL? {
    let environment = ProcessInfo.processInfo.environment
    let state =
      environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? environment["HOME"].map { $0 + "/.local/state" }
    return state.map { URL(fileURLWithPath: $0).appendingPathComponent("\(Viewer.program)/window") }
  }

  /// Reads lines such as "size 1280x800"; unknown and invalid ones are skipped.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      switch words[0] {
      case "size": size = SizeArgument(argument: words[1])?.size
      case "theme": theme = ThemeArgument(rawValue: words[1])
      case "sample": sample = (try? SampleCatalogue.sample(named: words[1]))?.name
      default: break
      }
    }
  }

  init() {}

  /// The lines that ``init(text:)`` reads.
  var text: String {
    var lines: [String] = []
    if let size, size.width >= 1, size.height >= 1 {
      lines.append("size \(Int(size.width))x\(Int(size.height))")
    }
    if let theme { lines.append("theme \(theme.rawValue)") }
    if let sample { lines.append("sample \(sample)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What was written last; nothing without a file.
  static func read() -> RememberedWindow {
    guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else {
      return RememberedWindow()
    }
    return RememberedWindow(text: text)
  }

  /// A failure is not worth a message.
  func write() {
    guard let file = Self.file else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? text.write(to: file, atomically: true, encoding: .utf8)
  }
}
