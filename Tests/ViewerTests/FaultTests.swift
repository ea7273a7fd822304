// FaultTests.swift
// Faults from outside while a window runs: the X server ends, signals, floods of events.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct FaultTests {
  /// The lines of a trace; the last one is whole.
  private func lines(of viewer: RunningViewer) throws -> [Substring] {
    let text = try String(contentsOf: viewer.traceFile, encoding: .utf8)
    #expect(text.hasSuffix("\n"), "the last line is whole")
    return text.split(separator: "\n")
  }

  @Test func traceIsWholeWhenTheServerEnds() throws {
    let viewer = try RunningViewer(["view", "Stress"])
    try viewer.press("trigger-wave")
    try viewer.advance(by: 0.5)
    let frames = viewer.events("frame").count
    #expect(frames > 20)
    viewer.server.end()
    try #require(viewer.waitForEnd())
    #expect(viewer.process.terminationReason == .exit && viewer.process.terminationStatus == 69)
    let traced = try lines(of: viewer).count { $0.hasPrefix("frame\t") }
    #expect(traced >= frames)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func signalEndsTheWindow(signal: Int32) throws {
    try RunningViewer.withDefaultAction(of: signal) {
      let viewer = try RunningViewer(["view", "Stress"])
      try viewer.press("trigger-wave")
      try viewer.advance(by: 0.2)
      try viewer.end(by: signal)
      #expect(try lines(of: viewer).count { $0.hasPrefix("frame\t") } > 5)
    }
  }

  /// The second request ends a window at once, which then saves nothing: its main thread may be busy for ever.
  @Test func secondSignalEndsTheWindowAtOnce() throws {
    let directory = try TemporaryDirectory()
    let copy = directory.path + "/copy"
    try RunningViewer.withDefaultAction(of: SIGTERM) {
      try RunningViewer.withDefaultAction(of: SIGINT) {
        let viewer = try RunningViewer(["view", "Springs", "--save-script", copy])
        // Both come before the main thread goes on.
        for signal in [SIGSTOP, SIGTERM, SIGINT, SIGCONT] {
          kill(viewer.process.processIdentifier, signal)
        }
        try #require(viewer.waitForEnd())
        #expect(viewer.process.terminationReason == .uncaughtSignal)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  /// A fault adds a line to the frames that are already in the trace.
  @Test(arguments: [SIGSEGV, SIGILL, SIGABRT])
  func faultIsTheLastLineOfTheTrace(signal: Int32) throws {
    let viewer = try RunningViewer(
      ["view", "Stress"], environment: ["SWIFT_BACKTRACE": "enable=no"])
    try viewer.press("trigger-wave")
    try viewer.advance(by: 0.2)
    kill(viewer.process.processIdentifier, signal)
    try #require(viewer.waitForEnd())
    #expect(viewer.process.terminationReason == .uncaughtSignal)
    let lines = try lines(of: viewer)
    #expect(lines.last == "crash")
    #expect(lines.count { $0.hasPrefix("frame\t") } > 5)
  }

  @Test func floodOfEventsIsHandled() throws {
    let viewer = try RunningViewer(["view", "Stress"])
    var words: [String] = []
    for index in 0..<2000 {
      words += ["mousemove", "\(100 + index % 700)", "\(100 + index % 500)"]
      if index % 10 == 0 { words += ["click", "\(4 + index / 10 % 2)"] }
      if index % 25 == 0 { words += ["key", "Tab"] }
    }
    try viewer.server.xdotool(words)
    try viewer.advance(by: 0.5)
    #expect(viewer.process.isRunning)
    try viewer.press("trigger-wave")
    #expect(try viewer.settle())
  }

  /// A jump of the clock by hours ends what was running, and what is started later runs.
  @Test @MainActor func clockJumpsByHours() throws {
    let stage = OffscreenStage(PopSample.self)
    defer { stage.close() }
    var completions = 0
    stage.sample.onCompletion = { _ in completions += 1 }
    let trigger = try #require(stage.sample.triggers.first { $0.name == "all" })
    stage.run(trigger)
    stage.host.advance(to: 0.1)
    MediaClock.advance(to: 3 * 3600)
    stage.host.advance(to: 3 * 3600 + 0.1)
    #expect(completions == 1)
    stage.run(trigger)
    stage.host.advance(to: 3 * 3600 + 0.2)
    #expect(completions == 1 && stage.window.context?.animationCount ?? 0 > 0)
    stage.host.advance(to: 3 * 3600 + 5)
    #expect(completions == 2)
  }
}
