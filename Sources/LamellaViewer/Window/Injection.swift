// Injection.swift
// The faults that the window can inject, to show what they do to the frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// A fault on purpose.
enum Injection: CaseIterable {
  case dropFrame, mainThread, mainThreadLong, slowRender, renderThread, unevenClock, lateCallback

  /// The faults of `lamella check --self-test`.
  static let tested: [Injection] = [
    .dropFrame, .mainThread, .slowRender, .unevenClock, .lateCallback,
  ]

  /// The duration of a delay, in seconds; 0 for a fault of another kind.
  var seconds: TimeInterval {
    switch self {
    case .mainThread, .renderThread: 0.05
    case .mainThreadLong: 0.5
    case .slowRender: 0.02
    case .dropFrame, .unevenClock, .lateCallback: 0
    }
  }

  /// What goes wrong with the next frames.
  var faults: FrameFaults {
    var faults = FrameFaults()
    switch self {
    case .dropFrame: faults.withheld = 1
    case .mainThread, .mainThreadLong: faults.commit = seconds
    case .slowRender, .renderThread: faults.drawing = seconds
    case .unevenClock: (faults.uneven, faults.unevenness) = (60, 0.002)
    case .lateCallback: faults.late = 30
    }
    return faults
  }

  /// The number of frames in which its effect is seen, from the first one.
  func frames(period: TimeInterval) -> Int {
    3 + max(faults.uneven, faults.late, Int(faults.commit / max(period, 0.001)))
  }

  /// The title of its button.
  var title: String {
    switch self {
    case .dropFrame: "Drop a frame"
    case .mainThread: "Block 50 ms"
    case .mainThreadLong: "Block 500 ms"
    case .slowRender: "Slow render 20 ms"
    case .renderThread: "Block rendering 50 ms"
    case .unevenClock: "Uneven clock ± 2 ms"
    case .lateCallback: "Late callback"
    }
  }

  /// What it does, beneath its title in the menu.
  var effect: String {
    switch self {
    case .dropFrame: "Withholds one present: late by 1, cause present wait"
    case .mainThread: "The main thread is busy in a commit"
    case .mainThreadLong: "The same for half a second"
    case .slowRender: "Drawing one frame takes 20 ms longer"
    case .renderThread: "The thread that draws is busy"
    case .unevenClock: "Frames are in time, but their times are early and late"
    case .lateCallback: "Half a second of custom properties one refresh behind"
    }
  }

  /// The name of its button in the log of events.
  var controlName: String {
    switch self {
    case .dropFrame: "drop"
    case .mainThread: "block"
    case .mainThreadLong: "block-long"
    case .slowRender: "slow-render"
    case .renderThread: "block-render"
    case .unevenClock: "uneven"
    case .lateCallback: "late-callback"
    }
  }
}
