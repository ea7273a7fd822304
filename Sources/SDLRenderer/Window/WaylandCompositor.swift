// WaylandCompositor.swift
// What a Wayland compositor has, asked on its socket before SDL connects to it, and after it went away.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The compositor to which SDL would connect.
///
/// SDL 2.26 ends the program with a segmentation fault on a compositor without a seat, the pair of pointer and
/// keyboard, and reports a compositor that went away as the user's wish to quit. Both are therefore read from the
/// socket itself, in Wayland's wire format: words of 32 bits in the machine's order; an object, the size and the
/// operation of a message, its arguments.
struct WaylandCompositor {
  /// The socket's path.
  let path: String

  /// - Returns: Nil without a socket that is named, as `WAYLAND_SOCKET` passes an open one.
  init?(environment: [String: String]) {
    let name = environment["WAYLAND_DISPLAY"].flatMap { $0.isEmpty ? nil : $0 } ?? "wayland-0"
    guard (environment["WAYLAND_SOCKET"] ?? "").isEmpty else { return nil }
    if name.hasPrefix("/") {
      path = name
    } else {
      guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return nil }
      path = folder + "/" + name
    }
  }

  /// Whether SDL would choose Wayland: where it is named, and where there is no X server.
  static func isChosen(in environment: [String: String]) -> Bool {
    let wanted = environment["SDL_VIDEODRIVER"] ?? ""
    if !wanted.isEmpty { return wanted.split(separator: ",").first == "wayland" }
    return (environment["DISPLAY"] ?? "").isEmpty
      && !(environment["WAYLAND_DISPLAY"] ?? "").isEmpty
  }

  /// Whether the compositor accepts connections.
  var isReachable: Bool { LocalSocket(path) != nil }

  /// Whether the compositor has a seat. Nil if it cannot be reached, or does not answer as Wayland does.
  ///
  /// - Parameter timeout: How long to wait for each part of the answer, in milliseconds. Default two seconds.
  func hasSeat(timeout: Int = 2000) -> Bool? {
    guard let socket = LocalSocket(path, timeout: timeout) else { return nil }
    // wl_display (1): get_registry (operation 1) makes object 2; sync (0) makes 3, whose event ends the answer.
    let request: [UInt32] = [1, 12 << 16 | 1, 2, 1, 12 << 16, 3]
    guard request.withUnsafeBytes({ socket.send($0) }) else { return nil }
    var answer: [UInt8] = []
    // A registry of a thousand entries takes less.
    while answer.count < 1 << 18 {
      guard case .bytes(let bytes) = socket.receive() else { return nil }
      answer += bytes
      switch Self.seat(in: answer) {
      case .found: return true
      case .missing: return false
      case .malformed: return nil
      case .unfinished: continue
      }
    }
    return nil
  }

  /// What the messages of a registry contain.
  enum Seat { case found, missing, unfinished, malformed }

  /// Looks for a seat among the messages of an answer.
  static func seat(in answer: [UInt8]) -> Seat {
    func word(_ at: Int) -> Int {
      Int(answer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) })
    }
    var at = 0
    while at + 8 <= answer.count {
      let (object, size, operation) = (word(at), word(at + 4) >> 16, word(at + 4) & 0xFFFF)
      guard size >= 8, size % 4 == 0 else { return .malformed }
      guard at + size <= answer.count else { return .unfinished }
      // The end of the answer.
      if object == 3 { return .missing }
      // wl_registry.global: a number, the interface's name with its length, a version.
      if object == 2, operation == 0 {
        guard size >= 16 else { return .malformed }
        let length = word(at + 12)
        guard length > 0, length <= size - 16 else { return .malformed }
        if answer[(at + 16)..<(at + 15 + length)].elementsEqual("wl_seat".utf8) { return .found }
      }
      // wl_display.error.
      if object == 1, operation == 0 { return .malformed }
      at += size
    }
    return .unfinished
  }
}
