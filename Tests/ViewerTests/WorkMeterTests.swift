// WorkMeterTests.swift
// What the window itself costs: known times, and where that is shown.
//
// SPDX-License-Identifier: MIT

import Testing

@testable import LamellaViewer
@testable import Samples

@Suite @MainActor struct WorkMeterTests {
  /// Work within work counts once, and a frame is the sum of its works.
  @Test func worksOfAFrameAreAdded() {
    var now = 0.0
    let meter = WorkMeter { now }
    meter.measure {
      now += 1
      meter.measure { now += 2 }
    }
    now += 100
    #expect(
      meter.measure { () -> Int in
        now += 4; return 5
      } == 5)
    #expect(meter.mean == 0)
    meter.endFrame()
    #expect(meter.mean == 7)
    // Of the last second.
    for _ in 0..<600 { meter.endFrame() }
    #expect(meter.mean < 0.01)
    for _ in 0..<600 {
      meter.measure { now += 3 }
      meter.endFrame()
    }
    #expect(abs(meter.mean - 3) < 0.01)
  }

  @Test func processorTimeOfTheThreadGoesOn() {
    let start = WorkMeter.threadTime()
    var sum = 0.0
    while WorkMeter.threadTime() < start + 0.001 { sum += WorkMeter.threadTime() }
    #expect(sum > 0)
  }
}
