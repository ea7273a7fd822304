// WholeMachineTests.swift
// Tests that measure real time or count a program's costs. `Scripts/test` runs them after all
// others, one at a time.
//
// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The suite of tests that measure the machine; `Scripts/test` selects it by name.
@Suite(.serialized) struct WholeMachineTests {}

extension WholeMachineTests {
  /// The built program in a window, on the machine's clock.
  @Suite struct RealClockTests {
    /// Measures the program's processor time, which does not depend on other load.
    @Test func idleDrawsNothingAndCostsNothing() throws {
      let viewer = try RunningViewer(["view"], clock: .real)
      #expect(viewer.waitUntilStill())
      let frames = viewer.events("frame").count
      let before = try viewer.cpuTime()
      Thread.sleep(forTimeInterval: 10)
      #expect(viewer.events("frame").count == frames, "ten idle seconds draw nothing")
      let cost = try viewer.cpuTime() - before
      #expect(cost < 0.1, "ten idle seconds cost \(cost) s of CPU time")
    }

    /// On the machine's clock, no animation ends early, and the times of frames ascend.
    @Test func animationsRunOnTheMachinesClock() throws {
      let viewer = try RunningViewer(["view", "LoadingIndicator"], clock: .real)
      let completion = try viewer.after("completion") { try viewer.press("trigger-ease-out") }
      #expect(completion.fields["finished"] == "true")
      // The trigger lasts two seconds.
      #expect((completion.number("elapsed") ?? 0) > 1.99)
      let times = viewer.events("frame").compactMap { $0.number("time") }
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
