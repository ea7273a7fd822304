// Injection.swift
// The blocks that the window can inject, to show what they do to the frames.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A thread that is kept busy on purpose.
enum Injection: CaseIterable {
  case mainThread, mainThreadLong, renderThread

  /// The duration in seconds.
  var seconds: TimeInterval { self == .mainThreadLong ? 0.5 : 0.05 }

  /// Whether the thread that draws is blocked, and not the main thread.
  var isOfRenderThread: Bool { self == .renderThread }

  /// The title of its button.
  var title: String {
    switch self {
    case .mainThread: "Block 50 ms"
    case .mainThreadLong: "Block 500 ms"
    case .renderThread: "Block rendering 50 ms"
    }
  }

  /// The name of its button in a trace.
  var controlName: String {
    switch self {
    case .mainThread: "block"
    case .mainThreadLong: "block-long"
    case .renderThread: "block-render"
    }
  }
}
