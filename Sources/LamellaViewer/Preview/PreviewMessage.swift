// PreviewMessage.swift
// What the watcher of a package and the viewer that shows it tell each other: a line of JSON each, over a socket that is
// the viewer's standard input.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A message between the watcher and a viewer.
enum PreviewMessage: Codable, Equatable {
  /// To the viewer: shows words over the stage. Nil for none.
  case words(PreviewWords?)
  /// To the viewer: asks for ``state(_:)``.
  case wantsState
  /// To the viewer: closes its window.
  case end
  /// From the viewer: its first frame is on the screen, and its window is here.
  case shown(PreviewState.Place)
  /// From the viewer: what it shows.
  case state(PreviewState)
}

/// Words over the stage, such as an error of the compiler.
struct PreviewWords: Codable, Equatable {
  var title: String
  /// Lines, in which columns are kept.
  var text: String = ""
  var isFailure = false
}

/// What a viewer shows, for the one that takes its place.
struct PreviewState: Codable, Equatable {
  /// The window's place and size on the screen, in pixels and in points.
  struct Place: Codable, Equatable {
    var x: Int?
    var y: Int?
    var width: Double
    var height: Double
  }

  var place: Place
  var sample: String
  /// The name of the trigger of the run; nil without one.
  var trigger: String?
  /// The script of the user's actions, as text.
  var script: String
  /// Seconds of the run.
  var elapsed: TimeInterval
  var isPaused: Bool
  var speedPercent: Int
  var dockTab: Int
  var inspectorTab: Int
  var logTab: Int
  var showsDock: Bool
  /// The places of the chosen layer and of those above it, from the stage; nil without one.
  var chosen: [Int]?
  var hudIsOn: Bool?
}

/// One end of the socket.
final class PreviewSocket {
  let descriptor: Int32
  private var unread = Data()

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func send(_ message: PreviewMessage) {
    guard let data = try? JSONEncoder().encode(message) else { return }
    let bytes = Array(data) + [UInt8(ascii: "\n")]
    var sent = 0
    while sent < bytes.count {
      // Without a signal where the other end is gone, which the reading end notices.
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Reads what has arrived; nil once the other end is closed.
  func receive() -> [PreviewMessage]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    guard count > 0 else { return nil }
    unread.append(contentsOf: bytes[..<count])
    var messages: [PreviewMessage] = []
    while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
      let line = unread[unread.startIndex..<end]
      if let message = try? JSONDecoder().decode(PreviewMessage.self, from: line) {
        messages.append(message)
      }
      unread.removeSubrange(unread.startIndex...end)
    }
    return messages
  }
}
