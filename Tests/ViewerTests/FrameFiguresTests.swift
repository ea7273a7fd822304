// FrameFiguresTests.swift
// Figures of frames, compared with values calculated by hand.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

/// Frames of an animation, displayed after the given intervals.
private func animatedFrames(
  _ intervals: [TimeInterval], period: TimeInterval = 1.0 / 60
) -> [FrameRecord] {
  var display = 10.0
  let displays =
    [display]
    + intervals.map { interval in
      display += interval
      return display
    }
  return displays.enumerated().map { index, display in
    var record = FrameRecord()
    record.index = index + 1
    record.display = display
    record.time = display
    record.period = period
    record.isAnimating = true
    record.animations = 1
    return record
  }
}

@Suite @MainActor struct FrameFiguresTests {
  /// Quarters of a refresh, to the nearest; what is longer than four refreshes is in the last one.
  @Test func histogramCountsQuartersOfARefresh() {
    let period = 1.0 / 60
    let lengths = [1, 1.1, 1.13, 0.9, 2, 3.9, 4, 7, 0.01].map { $0 * period }
    var expected = [Int](repeating: 0, count: FrameFigures.histogramSteps)
    for (step, count) in [(0, 1), (4, 3), (5, 1), (8, 1), (16, 3)] { expected[step] = count }
    #expect(FrameFigures(animatedFrames(lengths, period: period)).histogram == expected)
    #expect(FrameFigures(animatedFrames([])).histogram.isEmpty)
    // Frames without an animation count no more than in the other figures.
    var still = animatedFrames(lengths, period: period)
    for index in still.indices { still[index].isAnimating = false }
    #expect(FrameFigures(still).histogram.isEmpty)
  }

  @Test(arguments: [
    // Hz, block and work in ms → missed, hitch in ms
    (60.0, 50.0, 2.0, 3, 50.0),
    (120.0, 50.0, 2.0, 6, 50.0),
    (144.0, 50.0, 2.0, 7, 48.6),
    (60.0, 10.0, 2.0, 0, 0.0),
    (60.0, 15.0, 2.0, 1, 16.7),
  ])
  func blockedThreadMissesTheExpectedRefreshes(
    rate: Double, block: Double, work: Double, missed: Int, hitch: Double
  ) {
    let period = 1 / rate
    #expect(
      FrameFigures.expectedMisses(block: block / 1000, work: work / 1000, period: period)
        == missed)
    // The record of the frame after the block: it is shown at the next refresh.
    let shown = ((block + work) / 1000 / period).rounded(.up) * period
    let figures = FrameFigures(
      animatedFrames([period, shown, period], period: period))
    #expect(figures.missed == missed)
    #expect(abs(figures.hitchTime * 1000 - hitch) < 0.05)
    #expect(figures.hitches == (missed > 0 ? 1 : 0))
    #expect(figures.longestMiss == missed)
  }

  @Test func onePercentLowsByThreeMethods() throws {
    // 999 frames of 8 ms and one of 200 ms.
    let figures = FrameFigures(
      animatedFrames(Array(repeating: 0.008, count: 999) + [0.2], period: 0.008))
    let lows = try #require(figures.lows)
    #expect(abs(lows.average - 36.8) < 0.05)
    #expect(abs(lows.time - 5.0) < 0.01)
    #expect(abs(lows.percentile - 125) < 0.01)
  }

  @Test(arguments: [
    // percent, of 1...n → value
    (50.0, 4, 2.0), (50.0, 5, 3.0), (99.0, 100, 99.0), (99.0, 101, 100.0), (100.0, 7, 7.0),
    (1.0, 100, 1.0), (95.0, 20, 19.0), (99.0, 1, 1.0), (99.0, 1000, 990.0),
  ])
  func percentilesAreNearestRank(percent: Double, count: Int, value: Double) {
    #expect(nearestRank(percent, ofSorted: (1...count).map(Double.init)) == value)
  }

  @Test(arguments: [
    (0.0, HitchBand.good, HitchBand.good), (5, .good, .good), (5.1, .warning, .good),
    (9.9, .warning, .good), (10, .critical, .good), (10.1, .critical, .warning),
    (25, .critical, .warning), (25.1, .critical, .critical), (50, .critical, .critical),
    (50.1, .critical, .actNow),
  ])
  func bands(ratio: Double, raw: HitchBand, organizer: HitchBand) {
    #expect(HitchBand(ratio: ratio) == raw)
    #expect(HitchBand(ratio: ratio, scale: .organizer) == organizer)
  }

  @Test func evenFramesHaveNoHitches() {
    let period = 1.0 / 60
    let figures = FrameFigures(animatedFrames(Array(repeating: period, count: 60)))
    #expect(figures.hitches == 0 && figures.missed == 0 && figures.hitchTimeRatio == 0)
    #expect(abs(figures.animatingTime - 1) < 1e-9)
    #expect(figures.animationErrorMean < 1e-12 && figures.missedShare == 0)
  }

  @Test func timerJitterIsNoHitch() {
    var random = SeededRandom(seed: 7)
    let period = 1.0 / 60
    let intervals = (0..<600).map { _ in period * Double.random(in: 0.6...1.4, using: &random) }
    let figures = FrameFigures(animatedFrames(intervals))
    #expect(figures.hitches == 0 && figures.hitchTimeRatio == 0)
  }

  @Test func oneLateFrameIsOneHitch() {
    let period = 1.0 / 60
    let figures = FrameFigures(animatedFrames([period, 4 * period, period, 2 * period, period]))
    #expect(figures.hitches == 2)
    #expect(figures.missed == 4)
    #expect(figures.longestMiss == 3)
    #expect(abs(figures.hitchTime - 4 * period) < 1e-9)
    #expect(abs(figures.hitchTimeRatio - 4000.0 / 9) < 1e-6)
    #expect(abs(figures.missedShare - 4.0 / 9) < 1e-9)
  }

  @Test func idleAndHiddenTimeDoesNotCount() {
    var records = animatedFrames([1.0 / 60, 5, 1.0 / 60, 5])
    records[1].isAnimating = false
    records[4].isVisible = false
    let figures = FrameFigures(records)
    #expect(figures.hitches == 0)
    #expect(abs(figures.animatingTime - 2.0 / 60) < 1e-9)
  }

  @Test func animationErrorDetectsUnevenAnimationTime() {
    // Presents are evenly spaced; the animation's time is alternately 2 ms early and late.
    var records = animatedFrames(Array(repeating: 1.0 / 60, count: 60))
    for index in records.indices { records[index].time += index % 2 == 0 ? 0.002 : -0.002 }
    let figures = FrameFigures(records)
    #expect(figures.hitches == 0)
    #expect(abs(figures.animationErrorMean - 0.004) < 1e-9)
    #expect(abs(figures.animationErrorP99 - 0.004) < 1e-9)
  }

  /// The verdict on smoothness: nothing before a second of animation, or on times that are no screen's.
  @Test(arguments: [
    // frames, source, delay of each in refreshes → verdict
    (0, TimeSource.feedback, 1.0, Verdict.notMeasured), (30, .feedback, 1.0, .tooShort(0.5)),
    (60, .feedback, 1.0, .rated(.good)), (60, .simulated, 1.0, .notRealTime(.simulated)),
    (600, .virtual, 1.0, .notRealTime(.virtual)), (60, .presentReturn, 1.3, .slowerThanScreen),
    (60, .presentReturn, 2.0, .rated(.critical)),
  ])
  func verdicts(frames: Int, source: TimeSource, refreshes: Double, verdict: Verdict) {
    var records = animatedFrames(Array(repeating: refreshes / 60, count: frames))
    for index in records.indices { records[index].source = source }
    let found = FrameFigures(records).verdict()
    if case .tooShort(let time) = found, case .tooShort(let expected) = verdict {
      #expect(abs(time - expected) < 1e-9)
    } else {
      #expect(found == verdict)
    }
    let isRated = if case .rated = found { true } else { false }
    #expect(isRated == Wording.verdict(found).contains("ratio, "))
  }

  /// One late frame in two seconds of animation is good by one scale and not by the other.
  @Test func verdictFollowsTheBands() throws {
    let period = 1.0 / 60
    var records = animatedFrames(Array(repeating: period, count: 119) + [2 * period])
    for index in records.indices { records[index].source = .presentReturn }
    let figures = FrameFigures(records)
    #expect(figures.hitchTimeRatio > 8 && figures.hitchTimeRatio < 9)
    #expect(figures.verdict() == .rated(.warning))
    #expect(figures.verdict(.organizer) == .rated(.good))
    for (scale, limit) in [(HitchBand.Scale.raw, 5.0), (.organizer, 10)] {
      #expect(scale.goodLimit == limit)
      #expect(HitchBand(ratio: limit, scale: scale) == .good)
      #expect(HitchBand(ratio: limit.nextUp, scale: scale) != .good)
    }
  }

  @Test func unmeasuredFiguresAreDashes() {
    #expect(FigureColumn.texts(of: FrameFigures()).allSatisfy { $0 == "–" })
    #expect(!FigureColumn.texts(of: FrameFigures(animatedFrames([1.0 / 60]))).contains("–"))
  }

  @Test func noFramesGiveEmptyFigures() {
    for records in [[], animatedFrames([])] {
      let figures = FrameFigures(records)
      #expect(figures.p50 == nil && figures.lows == nil && figures.hitchTimeRatio == 0)
    }
  }

  @Test func impossiblePercentilesTrap() async {
    await #expect(processExitsWith: .failure) { _ = nearestRank(0, ofSorted: [1]) }
    await #expect(processExitsWith: .failure) { _ = nearestRank(50, ofSorted: []) }
  }
}

@Suite struct FrameHistoryTests {
  @Test func historyKeepsTheNewestFrames() {
    var history = FrameHistory()
    let count = FrameHistory.capacity + 60
    for record in animatedFrames(Array(repeating: 1.0 / 60, count: count)) {
      history.append(record)
    }
    #expect(history.count == FrameHistory.capacity)
    #expect(history[0].index == count + 1 - FrameHistory.capacity + 1)
    #expect(history.last?.index == count + 1)
    for place in 1..<history.count { #expect(history[place].index == history[place - 1].index + 1) }
  }

  @Test func injectedHitchesAreMarked() {
    var history = FrameHistory()
    var records = animatedFrames([1.0 / 60, 4.0 / 60])
    records[2].isInjected = true
    records.forEach { history.append($0) }
    #expect(history.lateFrame(at: 2)?.isInjected == true)
    #expect(
      history.lateFrame(at: 2)?.sentence
        == "Late by 3 refreshes (50.0 ms). The cause is unknown.")
    #expect(history.lateFrame(at: 1) == nil)
    #expect(history.marks == [nil, nil, .lateOnPurpose])
  }

  /// A fault that makes nothing late is marked once, where it begins.
  @Test func faultsThatMakeNothingLateAreMarked() {
    var history = FrameHistory()
    var records = animatedFrames([1, 1, 1, 1, 3, 1, 2].map { Double($0) / 60 })
    for index in [2, 3, 6] { records[index].isInjected = true }
    records.forEach { history.append($0) }
    #expect(history.marks == [nil, nil, .fault, nil, nil, .late, .fault, .late])
  }

  @Test func causeOfAHitchIsTheStageThatGrew() {
    var history = FrameHistory()
    var records = animatedFrames(Array(repeating: 1.0 / 60, count: 9) + [4.0 / 60])
    for index in records.indices {
      records[index][.commit] = 0.0018
      records[index][.render] = 0.006
    }
    records[10][.commit] = 0.0518
    records.forEach { history.append($0) }
    #expect(history.cause(ofHitchAt: 10) == .stage(.commit, 0.0518))
    #expect(history.cause(ofHitchAt: 9) == nil)
    #expect(
      history.lateFrame(at: 10)?.sentence
        == "Late by 3 refreshes (50.0 ms). Commit took 51.8 ms.")
  }

  /// A stage that took a little longer does not explain a long delay.
  @Test(arguments: [
    // stage, its duration in ms, begin after the display before in ms → cause
    (FrameStage.present, 16.2, 1.0, HitchCause.unknown),
    (.render, 22.6, 1.0, .unknown),
    (.render, 22.6, 110.0, .processDidNotRun(0.11)),
    (.render, 90.0, 1.0, .stage(.render, 0.09)),
    (.present, 130.0, 1.0, .stage(.present, 0.13)),
  ])
  func causeExplainsTheDelay(
    stage: FrameStage, duration: Double, begin: Double, cause: HitchCause
  ) throws {
    var records = animatedFrames(Array(repeating: 1.0 / 60, count: 9) + [9.0 / 60])
    for index in records.indices {
      records[index][.render] = 0.006
      records[index][.present] = 0.008
      records[index].begin = records[index].display - 0.015
    }
    records[10][stage] = duration / 1000
    records[10].begin = records[9].display + begin / 1000
    var history = FrameHistory()
    records.forEach { history.append($0) }
    let late = try #require(history.lateFrame(at: 10))
    #expect(late.missed == 8)
    switch (late.cause, cause) {
    case (.processDidNotRun(let found), .processDidNotRun(let expected)):
      #expect(abs(found - expected) < 1e-9)
    default: #expect(late.cause == cause)
    }
  }

  @Test func figuresBeginWithTheRun() {
    var history = FrameHistory()
    let period = 1.0 / 60
    let records = animatedFrames(
      Array(repeating: 4 * period, count: 5) + Array(repeating: period, count: 5))
    records[..<6].forEach { history.append($0) }
    #expect(history.figures.hitches == 5)
    history.beginRun()
    #expect(history.figures == FrameFigures())
    records[6...].forEach { history.append($0) }
    #expect(history.figures.hitches == 0 && history.figures.frames == 5)
  }

  /// What moved on into a run made its first frame due: its delay counts in the run, once. What had come to rest did not.
  @Test(arguments: [true, false]) func delayOfTheFirstFrameOfARunCounts(moved: Bool) {
    var history = FrameHistory()
    let period = 1.0 / 60
    var records = animatedFrames([period, 4 * period, period, period])
    records[1].isAnimating = moved
    records[..<2].forEach { history.append($0) }
    history.beginRun()
    #expect(history.firstMeasured == nil)
    records[2...].forEach { history.append($0) }
    #expect(history.figures.hitches == (moved ? 1 : 0) && history.figures.frames == 3)
    #expect(history.firstMeasured == (moved ? 1 : 2))
    #expect((history.lateFrame(at: 2) != nil) == moved)
    #expect(history.beginsRun(at: 2) && !history.beginsRun(at: 3))
  }

  @Test func slotOfAMissedRefreshBelongsToTheLateFrame() {
    var history = FrameHistory()
    let period = 1.0 / 60
    animatedFrames([period, 4 * period, period]).forEach { history.append($0) }
    var slots = ChartSlots()
    slots.place(history, count: 240)
    #expect((0...7).map { slots.frame(at: $0) } == [0, 1, 2, 2, 2, 2, 3, nil])
  }

  @Test func missedRefreshesAreEmptySlots() {
    var history = FrameHistory()
    let period = 1.0 / 60
    animatedFrames([period, 4 * period, period]).forEach { history.append($0) }
    var slots = ChartSlots()
    slots.place(history, count: 240)
    #expect(slots.slots == [0, 1, 5, 6])
    slots.place(history, count: 4)
    #expect(slots.slots == [2, 3] && slots.frames == 2..<4)
    #expect(slots.slot(ofFrame: 1) == nil && slots.slot(ofFrame: 2) == 2)
    #expect((0...3).map { slots.frame(at: $0) } == [2, 2, 2, 3])
    slots.place(history, count: 6)
    #expect(slots.slots == [0, 4, 5] && slots.frames == 1..<4)
    slots.place(FrameHistory(), count: 6)
    #expect(slots.slots.isEmpty && slots.frame(at: 0) == nil && slots.slot(ofFrame: 0) == nil)
  }

  /// A frame is named by the refresh of its run that showed it, in sentences of the chart and of the log.
  @Test func framesAreCountedByTheRefreshesOfTheirRun() {
    var history = FrameHistory()
    let period = 1.0 / 60
    let records = animatedFrames([period, 4 * period, period, period])
    records[..<4].forEach { history.append($0, runTime: $0.time) }
    history.beginRun()
    records[4...].forEach { history.append($0, runTime: 0.5) }
    #expect((0..<history.count).map { history.refresh(at: $0) } == [1, 2, 6, 7, 1])
    #expect(history.runTime(at: 2) == records[2].time && history.runTime(at: 4) == 0.5)
    #expect(Wording.frame(at: 2, in: history).hasPrefix("Frame 6 at 10.083 s, late by 3"))
    let numbers = records.map(\.index)
    #expect(Wording.selection(numbers[1]...numbers[2], in: history) == "Frames 2 to 6")
    #expect(Wording.selection(numbers[1]...numbers[1], in: history) == "Frame 2")
    #expect(Wording.selection(-9...numbers[0], in: history) == "Frame 1", "the others are dropped")
    #expect(Wording.selection(9000...9001, in: history) == "No frames")
  }

  @Test func framesAreFoundByTheirNumbers() {
    var history = FrameHistory()
    #expect(history.index(ofFrame: 1) == nil)
    // Frames in which nothing moved are not kept, so that numbers are missing.
    let count = FrameHistory.capacity + 10
    var record = FrameRecord()
    for number in 0..<count {
      record.index = number * 3
      history.append(record)
    }
    for index in stride(from: 0, to: history.count, by: 97) {
      let number = history[index].index
      #expect(history.index(ofFrame: number) == index)
      #expect(history.index(ofFrame: number + 1) == nil)
    }
    #expect(history.index(ofFrame: 0) == nil, "dropped")
    #expect(history.index(ofFrame: count * 3) == nil)
  }
}

@Suite struct WordingTests {
  @Test func numbersKeepTheirUnits() {
    #expect(
      Wording.unbroken("late 16.7 ms, 2 s of 50 %") == "late 16.7\u{A0}ms, 2\u{A0}s of 50\u{A0}%")
    #expect(Wording.unbroken("3 springs, 4 pxs, 0 H") == "3 springs, 4 pxs, 0 H")
  }

  @Test func anyTextKeepsItsUnitsAsByAPattern() {
    var random = SeededRandom(seed: 11)
    let parts = [
      "7", "12.5", "x", "×3", " ", "  ", "ms", "s", "px", "Hz", "%", "·", ",", ".", "_", "é",
      "\u{A0}",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int(random.next() % 8)).map { _ in
        parts[Int(random.next() % UInt64(parts.count))]
      }
      .joined()
      let judged = text.replacing(/([0-9]) (ms\b|s\b|px\b|Hz\b|%)/) {
        "\($0.output.1)\u{A0}\($0.output.2)"
      }
      #expect(Wording.unbroken(text) == judged, "\(text.debugDescription)")
    }
  }

  @Test(arguments: [
    (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (51.84, 1, "51.8"), (0.0005, 3, "0.001"),
    (-1.25, 1, "-1.3"), (99.96, 1, "100.0"), (7, 0, "7"), (1.05, 2, "1.05"),
  ])
  func numbers(value: Double, decimals: Int, text: String) {
    #expect(Wording.fixed(value, decimals) == text)
  }

  @Test func sentences() {
    #expect(
      Wording.nothingMoves == "Nothing is moving. Press a button below to run an animation block.")
    #expect(
      Wording.paused(at: 0.212, frame: 13, of: 30, inFlight: 4)
        == "Paused at 0.212 s, frame 13 of 30, 4 in flight.")
    #expect(
      Wording.paused(at: 1, frame: 60, of: nil, inFlight: 0)
        == "Paused at 1.000 s, frame 60, nothing in flight.")
    let found = FaultOutcome(missed: 3, cause: "commit")
    #expect(
      Wording.injected(.mainThread, expected: FaultOutcome(missed: 3), found: found)
        == "Block 50 ms. Injected: expected 3 late, found 3. Cause: commit.")
    // Only a block of the main thread is one that animations do not need.
    for injection in Injection.allCases {
      let text = Wording.injected(injection, expected: FaultOutcome(), found: FaultOutcome())
      let blocksMain = injection == .mainThread || injection == .mainThreadLong
      #expect(text.contains("do not need the main thread") == blocksMain, "\(text)")
    }
    #expect(Wording.fixed(.nan, 1) == "–")
  }

  @Test func stateCountsWhatAnimationsDo() {
    func text(_ change: (inout StageActivity) -> Void) -> String {
      var activity = StageActivity()
      change(&activity)
      return Wording.activity(activity, since: 10)
    }
    #expect(text { _ in } == "Nothing is moving.")
    #expect(text { $0.running = 3 } == "3 animations running")
    #expect(text { $0.running = 1 } == "1 animation running")
    #expect(text { $0.stepping = 1 } == "1 animation changing in steps")
    #expect(text { ($0.waiting, $0.nextBegin) = (1, 11) } == "1 animation waiting until 1.000 s")
    #expect(
      text { ($0.running, $0.holding, $0.waiting, $0.nextBegin) = (2, 1, 3, 10.5) }
        == "2 animations running, 1 held, 3 waiting until 0.500 s")
    #expect(text { $0.hasParticles = true } == "Particles are moving")
  }

  @Test func lateFramesOfOneCauseAreOneEntry() {
    var book = LogBook()
    let render = LateFrame(missed: 1, hitch: 1.0 / 60, cause: .stage(.render, 0.018))
    book.append(render, frame: 7, at: 0.3)
    var longer = render
    longer.cause = .stage(.render, 0.0226)
    book.append(longer, frame: 9, at: 0.4)
    book.append(render, frame: 11, at: 0.5)
    #expect(book.entries.map(\.line) == ["Late by 1 refresh · render 22.6 ms ×3"])
    #expect(book.entries.first?.frames == 7...11 && book.entries.first?.time == 0.3)
    book.append(LateFrame(missed: 2, hitch: 2.0 / 60, cause: .unknown), frame: 12, at: 0.6)
    book.append(LateFrame(missed: 1, hitch: 1.0 / 60, cause: .unknown), frame: 13, at: 0.7)
    #expect(
      book.entries.dropFirst().map(\.line)
        == ["Late by 2 refreshes · cause unknown", "Late by 1 refresh · cause unknown"])
    #expect(book.total == 5)
  }
}

extension FrameHistory {
  /// What the chart has above each frame.
  fileprivate var marks: [FrameChart.Mark?] {
    (0..<count).map { FrameChart.mark(of: self, at: $0) }
  }
}
