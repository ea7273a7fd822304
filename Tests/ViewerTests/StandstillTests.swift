// StandstillTests.swift
// The times of a run that is passed more than once: where the stage stood still, and which frame showed a time.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite struct StandstillTests {
  /// A run with frames at some of its refreshes.
  private struct Run {
    var history = FrameHistory()
    var standstills = Standstills()
    /// In refreshes.
    var end = 1e9

    /// Adds a frame that is shown a number of refreshes after the last one, at a stage time of so many refreshes.
    mutating func add(
      at time: Int, held: Int = 1, isReversed: Bool = false, injected: Bool = false,
      rests: Bool = false
    ) {
      var record = FrameRecord()
      (record.index, record.period, record.isAnimating) = (history.count, 1.0 / 60, !rests)
      record.display = (history.last?.display ?? 0) + Double(held) / 60
      record.time = record.display
      record.isInjected = injected
      history.append(record, runTime: Double(time) / 60)
      standstills.note(lastOf: history, Playback(isReversed: isReversed), within: 0...end / 60)
    }

    /// The times in refreshes.
    var times: [ClosedRange<Int>] {
      standstills.all.map {
        let (first, last) = ($0.times.lowerBound * 60, $0.times.upperBound * 60)
        return Int(first.rounded())...Int(last.rounded())
      }
    }
  }

  @Test func lateFramesLeaveAStandstill() {
    var run = Run()
    for time in 0...4 { run.add(at: time) }
    #expect(run.times == [])
    run.add(at: 8, held: 4)
    run.add(at: 9)
    run.add(at: 12, held: 3, injected: true)
    #expect(run.times == [4...8, 9...12])
    #expect(run.standstills.all.map(\.isInjected) == [false, true])
  }

  /// A frame whose drawing took long shows the time that it was made for: the picture before it stayed for longer.
  @Test func slowDrawingIsAStandstillOfItsWholeDelay() {
    var run = Run()
    for time in 0...4 { run.add(at: time) }
    run.add(at: 5, held: 4)
    for time in 9...12 { run.add(at: time) }
    #expect(run.times == [4...8])
  }

  /// The gap before a run is none of it.
  @Test func aRunBeginsWithout() {
    var run = Run()
    for time in 0...4 { run.add(at: time) }
    run.history.beginRun()
    run.add(at: 8, held: 4)
    #expect(run.times == [])
  }

  /// Backwards and in a loop, a part that is passed again has the standstills of the last pass.
  @Test func everyPassReplacesTheOneBefore() {
    var run = Run()
    for time in 0...4 { run.add(at: time) }
    run.add(at: 8, held: 4)
    for time in [7, 6] { run.add(at: time, isReversed: true) }
    // One that is passed again in part is forgotten.
    #expect(run.times == [])
    run.add(at: 2, held: 4, isReversed: true)
    #expect(run.times == [2...6])
    for pass in 0..<50 {
      // The edge of the loop, where a frame may be late as well.
      run.add(at: 0, held: 1 + pass % 2 * 3)
      for time in 1...3 { run.add(at: time) }
      run.add(at: 6, held: 3)
      for time in 7...10 { run.add(at: time) }
    }
    #expect(run.times == [3...6])
  }

  /// Played again from its start after a rest, a run forgets what it passes.
  @Test func playedAgainItForgets() {
    var run = Run()
    for time in 0...4 { run.add(at: time) }
    run.add(at: 8, held: 4)
    for time in 9...20 { run.add(at: time) }
    run.add(at: 20, rests: true)
    run.add(at: 0, held: 100)
    for time in 1...6 { run.add(at: time) }
    #expect(run.times == [])
  }

  /// A jump by hand passes nothing: not forwards over a standstill, and not backwards over a time that is looked for.
  @Test func jumpsPassNothing() {
    var run = Run()
    for time in 0...4 { run.add(at: time) }
    run.add(at: 8, held: 4)
    for time in 9...60 { run.add(at: time) }
    run.add(at: 60, rests: true)
    // A long rest, as long as the run itself.
    run.add(at: 1, held: 180)
    for time in 2...3 { run.add(at: time) }
    #expect(run.history.frameOfRun(at: 30.0 / 60).map { run.history.runTime(at: $0) } == 0.5)
    run.add(at: 3, rests: true)
    run.add(at: 40)
    #expect(run.times == [4...8])
  }

  /// What would end beyond the run ends with it.
  @Test func standstillsEndWithTheRun() {
    var run = Run()
    run.end = 6
    for time in 0...4 { run.add(at: time) }
    run.add(at: 5, held: 4)
    #expect(run.times == [4...6])
  }

  @Test func anEndlessRunKeepsTheLast() {
    var run = Run()
    for time in 0..<2000 { run.add(at: time * 2, held: 2) }
    #expect(run.times.count == 500 && run.times.last == 3996...3998)
  }

  /// The frame of a time is the one nearest to it; of those of several passes, the last.
  @Test func aTimeHasTheFrameOfTheLastPass() {
    var run = Run()
    #expect(run.history.frameOfRun(at: 0) == nil)
    for time in 0...10 { run.add(at: time) }
    run.history.beginRun()
    #expect(run.history.frameOfRun(at: 0) == nil)
    for time in [0, 1, 2, 3, 4] { run.add(at: time) }
    run.add(at: 9, held: 5)
    run.add(at: 10)
    func frame(_ refresh: Double) -> Int? { run.history.frameOfRun(at: refresh / 60) }
    #expect(frame(3) == 14 && frame(5.5) == 15 && frame(7) == 16 && frame(100) == 17)
    #expect(frame(-3) == 11 && frame(2.4) == 13)
    // Back in steps of two.
    for time in [8, 6, 4, 2, 0] { run.add(at: time, isReversed: true) }
    #expect(frame(4) == 20 && frame(5.2) == 19 && frame(9) == 18 && frame(10) == 17)
    for time in [1, 2, 3, 4] { run.add(at: time) }
    #expect(frame(4 - 1e-9) == 26 && frame(6) == 19)
    // The edge of a loop passes nothing.
    for time in [5, 6, 7, 0, 1] { run.add(at: time) }
    #expect(frame(5) == 27 && frame(3) == 25 && frame(1) == 31)
  }
}
