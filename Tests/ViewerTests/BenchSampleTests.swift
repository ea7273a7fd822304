// BenchSampleTests.swift
// Samples that are measured: their figures from made frames, and the summary over runs.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

/// Eleven frames at 100 Hz, one of them a refresh late, and the frame after their end, whose work is not the sample's.
private func frames(
  source: TimeSource = .presentReturn, slower factor: Double = 1
) -> [FrameRecord] {
  var display = 5.0
  return (0..<12).map { index in
    var record = FrameRecord()
    display += index == 0 ? 0 : index == 7 ? 0.02 : 0.01
    (record.index, record.display, record.time, record.period) = (index, display, display, 0.01)
    (record.source, record.isAnimating) = (source, index < 11)
    // It is evaluated 2.2 ms too late, which is an error of its interval and of the next one.
    if index == 3 { record.time += 0.0022 }
    if index == 5 { record.skew = 0.004 }
    let work = index == 11 ? 50 : factor
    (record[.events], record[.commit]) = (0.0001 * work, 0.0002 * work)
    (record[.animate], record[.render]) = (
      0.0003 * work, index == 0 ? 0.0015 * work : 0.0004 * work
    )
    record[.present] = 0.007
    return record
  }
}

@Suite struct SampleReadingsTests {
  @Test func figuresOfFramesAreExact() throws {
    let run = try #require(SampleReadings(frames()))
    #expect(run.source == .presentReturn && run.period == 0.01 && run.isPaced)
    let expected: [SampleFigure: Double] = [
      .frameTimeP50: 10, .frameTimeP95: 20, .frameTimeP99: 20,
      // One refresh of 10 ms in 120 ms.
      .hitchTimeRatio: 10 / 0.12, .missedRefreshes: 1, .animationError: 4.4 / 11, .skew: 4,
      .events: 0.1, .commit: 0.2, .animate: 0.3, .render: 0.5, .work: 1.1,
    ]
    #expect(Set(run.values.keys) == Set(SampleFigure.allCases))
    for (figure, value) in expected {
      let found = try #require(run.values[figure])
      #expect(abs(found - value) < 1e-6, "\(figure): \(found)")
    }
  }

  /// Where nothing waits for a screen, or one frame did not, there is no figure of the pace.
  @Test(arguments: [TimeSource.simulated, .virtual])
  func simulatedTimesHaveNoPace(source: TimeSource) throws {
    var mixed = frames()
    mixed[4].source = source
    for records in [frames(source: source), mixed] {
      let run = try #require(SampleReadings(records))
      #expect(run.source == source && !run.isPaced)
      #expect(Set(run.values.keys) == [.work, .events, .commit, .animate, .render])
    }
  }

  @Test func framesWithoutMotionHaveNoFigures() {
    var still = frames()
    for index in still.indices { still[index].isAnimating = false }
    #expect(SampleReadings(still) == nil && SampleReadings([]) == nil)
    var hidden = frames()
    for index in hidden.indices { hidden[index].isVisible = false }
    #expect(SampleReadings(hidden) == nil)
  }
}

@Suite struct SampleSummaryTests {
  private func runs(_ factors: [Double], source: TimeSource = .presentReturn) -> SampleRuns {
    var runs = SampleRuns(sample: "Pop", trigger: "all")
    for factor in factors { runs.add(frames(source: source, slower: factor)) }
    return runs
  }

  private func document(_ runs: [SampleRuns]) -> SampleDocument {
    SampleDocument(runs, driver: "SDL x11 · gl", runs: 4, warmUp: 1, duration: nil)
  }

  @Test func rowsHaveQuartilesOverRuns() throws {
    let rows = runs([4, 1, 3, 2]).rows
    #expect(rows.map(\.figure) == SampleFigure.allCases.map(\.rawValue))
    let work = try #require(rows.first { $0.figure == "work" })
    let values = [
      work.median, work.lowerQuartile, work.upperQuartile, work.minimum, work.maximum,
    ]
    for (value, factor) in zip(values, [2.5, 1.75, 3.25, 1, 4]) {
      #expect(abs(value - 1.1 * factor) < 1e-9, "\(values)")
    }
    #expect(work.runs == 4 && work.unit == "ms" && work.source == "present-return")
  }

  /// Without those that no screen paced, the runs would be the quicker ones.
  @Test func oneSimulatedRunLeavesTheWorkOfAll() {
    var mixed = runs([1, 1, 1])
    mixed.add(frames(source: .simulated))
    #expect(mixed.rows.map(\.figure) == ["work", "events", "commit", "animate", "render"])
    #expect(mixed.rows.allSatisfy { $0.runs == 4 && $0.source == "simulated" })
    let both = document([runs([1, 1]), mixed])
    #expect(both.source == "simulated" && both.periodMilliseconds == 10)
    #expect(document([runs([1])]).source == "present-return")
    #expect(document([runs([1], source: .simulated)]).periodMilliseconds == nil)
  }

  @Test func runsWithoutMotionAreNoted() {
    var some = runs([1, 2])
    #expect(some.note == nil)
    some.add([])
    #expect(some.note?.contains("in 1 of 3 runs of Pop all") == true)
    #expect(some.rows.allSatisfy { $0.runs == 2 })
    var none = runs([])
    none.add([])
    #expect(none.rows.isEmpty && none.note?.contains("in any run of Pop all") == true)
  }

  @Test func tableStatesSourceAndDriver() {
    let simulated = document([runs([2, 1], source: .simulated)])
    #expect(
      simulated.text == """
        SDL x11 · gl, no refresh of a screen was measured.
        Where the source is simulated, presenting does not wait for the screen: the work of frames is measured, \
        not their pace.

        sample  trigger  figure             median    quartiles  least–greatest  runs  source
        Pop     all      work of a frame   1.65 ms    1.38–1.93       1.10–2.20     2  simulated
        Pop     all      events           0.150 ms  0.125–0.175     0.100–0.200     2  simulated
        Pop     all      commit           0.300 ms  0.250–0.350     0.200–0.400     2  simulated
        Pop     all      animate          0.450 ms  0.375–0.525     0.300–0.600     2  simulated
        Pop     all      render           0.750 ms  0.625–0.875      0.500–1.00     2  simulated
        """)
    let paced = document([runs([1])]).text
    #expect(paced.hasPrefix("SDL x11 · gl, 10.00 ms from refresh to refresh.\n\n"))
    #expect(!paced.contains("simulated") && paced.contains("missed refreshes  "))
  }

  @Test func csvHasARowForEachFigure() {
    let lines = document([runs([2, 1], source: .simulated)]).csv.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines[0] == "sample,trigger,figure,unit,source,runs,median,q1,q3,min,max")
    #expect(lines[1] == "Pop,all,work,ms,simulated,2,1.6500,1.3750,1.9250,1.1000,2.2000")
  }

  @Test func jsonHasTheMachineAndTheRows() throws {
    var timed = document([runs([1, 2])])
    timed.durationSeconds = 2
    let text = JSONText.of(timed, ending: nil)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(json["status"] as? Int == 0)
    #expect(json["schema"] as? Int == 1 && json["version"] as? String == Viewer.version)
    #expect(json["driver"] as? String == "SDL x11 · gl" && json["runs"] as? Int == 4)
    #expect(json["source"] as? String == "present-return")
    #expect(json["periodMilliseconds"] as? Double == 10)
    #expect(json["warmUpSeconds"] as? Double == 1 && json["durationSeconds"] as? Double == 2)
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.count == SampleFigure.allCases.count)
    #expect(rows[0]["figure"] as? String == "frameTimeP50" && (rows[0]["unit"] as? String) == "ms")
  }

  /// Figures that `check` has too have its names.
  @Test func figuresAreNamedAsInCheck() {
    let names = SampleFigure.allCases.map(\.name)
    for name in ["hitch time ratio", "missed refreshes", "animation error", "skew"] {
      #expect(names.contains(name))
    }
    #expect(Set(names).count == names.count)
  }
}

@Suite @MainActor struct SampleBenchTests {
  private func bench(
    _ kinds: [any Sample.Type], trigger: String? = nil, runs: Int = 2, warmUp: TimeInterval = 1,
    duration: TimeInterval? = nil
  ) throws -> SampleBench {
    try SampleBench(kinds, trigger: trigger, runs: runs, warmUp: warmUp, duration: duration)
  }

  // MARK: What is played

  /// A trigger that moves nothing, or only what another one began, has no frames of its own.
  @Test func triggersThatMoveByThemselvesArePlayed() throws {
    let names = try bench([StressSample.self, PropertyAnimatorSample.self]).subjects.map(\.name)
    #expect(names == ["Stress shuffle", "Stress wave", "Stress three", "PropertyAnimator start"])
    for kind in SampleCatalogue.all {
      #expect(try !bench([kind]).steps.isEmpty, "\(kind.name)")
    }
    for (kind, trigger) in [
      (StressSample.self as any Sample.Type, "more"), (PropertyAnimatorSample.self, "reverse"),
    ] {
      let failure = #expect(throws: CommandFailure.self) { try bench([kind], trigger: trigger) }
      #expect(failure?.status == .usage && failure?.message.contains("\"\(trigger)\"") == true)
    }
    let unknown = #expect(throws: CommandFailure.self) {
      try bench([StressSample.self], trigger: "wafe")
    }
    #expect(unknown?.message.contains("Did you mean \"wave\"?") == true)
  }

  @Test func runsFollowAWarmUpOfEachTrigger() throws {
    let timed = try bench([PopSample.self], trigger: "all", warmUp: 0.5, duration: 3)
    #expect(timed.steps.map(\.number) == [0, 1, 2])
    #expect(timed.steps.map(\.run.seconds) == [0.5, 3, 3])
    #expect(timed.steps.allSatisfy { $0.run.firesAgain && $0.run.trigger == "all" })
    #expect(
      timed.steps.map(timed.words)
        == ["Pop all, warm-up", "Pop all, run 1 of 2", "Pop all, run 2 of 2"])
    // Without a duration, a run is as long as its trigger takes, and a frame more.
    let once = try bench([PopSample.self], trigger: "all", warmUp: 0)
    let trigger = try SampleCatalogue.trigger(named: "all", of: PopSample())
    #expect(once.steps.count == 2)
    for step in once.steps {
      #expect(!step.run.firesAgain && step.run.seconds > trigger.duration)
      #expect(step.run.seconds < trigger.duration + 1)
    }
  }

  // MARK: What is summarised

  private func played(
    _ records: [FrameRecord], failure: String? = nil, isComplete: Bool = true
  ) -> PlayedRun {
    PlayedRun(
      recording: RunRecording(
        sample: "", trigger: "", driver: "SDL x11 · memory", start: 0, records: records, rows: []),
      figures: FrameFigures(records), counted: records, failure: failure, isComplete: isComplete)
  }

  @Test func warmUpsAndPartsOfRunsDoNotCount() throws {
    let two = try bench([PopSample.self], trigger: "all")
    let whole = two.summary(of: [
      played(frames(slower: 100)), played(frames()), played(frames(slower: 3)),
    ])
    #expect(whole.failure == nil && whole.notes.isEmpty && whole.completed == 2)
    let work = try #require(whole.document.rows.first { $0.figure == "work" })
    #expect(abs(work.median - 2.2) < 1e-9 && work.runs == 2)
    #expect(whole.document.driver == "SDL x11 · memory")
    let cut = two.summary(of: [
      played(frames(slower: 100)), played(frames()), played(frames(slower: 3), isComplete: false),
    ])
    #expect(cut.document.rows.allSatisfy { $0.runs == 1 })
    #expect(cut.failure?.status == .interrupted)
    #expect(cut.failure?.message.contains("after 1 of 2 runs, which are summarised.") == true)
    let early = two.summary(of: [played(frames(), isComplete: false)])
    #expect(early.document.rows.isEmpty)
    #expect(early.failure?.message.hasSuffix("after 0 of 2 runs.") == true)
  }

  @Test func whatCannotBeShownIsNamedOnce() throws {
    let two = try bench([PopSample.self, SpringsSample.self], trigger: "all", warmUp: 0)
    let found = two.summary(of: [
      played([], failure: "There is no moon."), played([], failure: "There is no moon."),
      played(frames()), played(frames()),
    ])
    #expect(found.failure?.status == .internalError)
    #expect(found.failure?.message == "Pop cannot be shown: There is no moon.")
    #expect(Set(found.document.rows.map(\.sample)) == ["Springs"])
    let still = two.summary(of: [played([]), played([]), played([]), played([])])
    #expect(still.failure?.status == .skipped && still.notes.count == 2)
  }
}
