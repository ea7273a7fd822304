// RecentMaximumTests.swift
// The estimate of how long a part of a frame may take.
//
// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import QuartzCore

@Suite struct RecentMaximumTests {
  @Test func longerDurationIsTheMaximumAtOnce() {
    var maximum = RecentMaximum(0.001)
    maximum.add(0.02)
    #expect(maximum.value == 0.02)
  }

  @Test func quickFrameLowersItByATenth() {
    var maximum = RecentMaximum(0.02)
    maximum.add(0)
    #expect(abs(maximum.value - 0.018) < 1e-12)
  }

  @Test func settlesAtWhatFramesTake() {
    var maximum = RecentMaximum(0.02)
    for _ in 0..<40 { maximum.add(0.004) }
    #expect(maximum.value == 0.004)
  }
}
