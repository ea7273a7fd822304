// TraceFile.swift
// A recorded run as a table with a row for each frame, in CSV or JSON.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

enum TraceFile {
  /// The table's columns.
  static let columns =
    "frame,begin_ms,events,commit,animate,render,present_wait,display_ms,source,held,missed,hitch_ms,"
    + "cause,anim_time_ms,anim_error_ms,skew_ms,skew_px,injected,period_ms,late_raw_ms,prediction_error_ms"

  /// The text of each of a frame's values, in the order of ``columns``; nil where there is none. Times are
  /// milliseconds.
  private static func rows(_ run: RunRecording) -> [[String?]] {
    var history = FrameHistory()
    return run.records.map { record in
      history.append(record)
      let interval = history.interval(endingAt: history.count - 1)
      let counted = interval.flatMap { $0.counts ? $0 : nil }
      let late = history.lateFrame(at: history.count - 1)
      func time(_ seconds: TimeInterval) -> String {
        Wording.fixed((seconds - run.start) * 1000, 3)
      }
      func duration(_ seconds: TimeInterval?) -> String? {
        seconds.map { Wording.fixed($0 * 1000, 3) }
      }
      var fields: [String?] = ["\(record.index)", time(record.begin)]
      for stage in FrameStage.allCases { fields.append(duration(record[stage])) }
      fields.append(time(record.display))
      fields.append(record.source.rawValue)
      fields.append(counted.map { "\($0.held)" })
      fields.append(counted.map { "\($0.missed)" })
      fields.append(duration(counted?.hitch))
      fields.append(late?.cause.name)
      fields.append(time(record.time))
      fields.append(duration(counted?.animationError))
      fields.append(duration(record.skew))
      fields.append(record.skewDistance.map { Wording.fixed($0, 2) })
      fields.append(record.isInjected ? "1" : "0")
      fields.append(duration(record.period))
      // Not rounded to refreshes, unlike the hitch: a sum of these would count jitter.
      fields.append(duration(counted.map { $0.length - $0.period }))
      // The frame's time was the prediction of its display.
      fields.append(duration(record.display - record.time))
      return fields
    }
  }

  /// Returns a table of milliseconds; NA where there is no value.
  static func csv(_ run: RunRecording) -> String {
    let lines = rows(run).map { row in row.map { $0 ?? "NA" }.joined(separator: ",") }
    return ([columns] + lines).joined(separator: "\n") + "\n"
  }

  /// Returns an object with the figures of the run, the frames, a line for each, and the animations; null where there
  /// is no value.
  ///
  /// - Parameters:
  ///   - seed: That of the sample's random numbers.
  ///   - failure: Why the run is not whole. Nil for one that is.
  static func json(_ run: RunRecording, seed: UInt32, ending failure: CommandFailure?) -> String {
    let names = columns.split(separator: ",").map(String.init)
    let frames = rows(run).map { row in
      let members = zip(names, row).map { name, value -> String in
        guard let value else { return "\"\(name)\":null" }
        let isText = name == "source" || name == "cause"
        return isText ? "\"\(name)\":\"\(value)\"" : "\"\(name)\":\(value)"
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    let animations = run.rows.map { row -> String in
      let texts = [("layer", row.layer), ("title", row.title), ("detail", row.detail)]
        .map { "\"\($0)\":\"\(JSONText.escaped($1))\"" }.joined(separator: ",")
      let end = row.end.isFinite ? number(row.end * 1000) : "null"
      return "{\(texts),\"begin_ms\":\(number(row.begin * 1000)),\"end_ms\":\(end)}"
    }
    let heading = [
      ("version", Viewer.version), ("sample", run.sample), ("trigger", run.trigger),
      ("driver", run.driver),
      ("source", run.records.last?.source.rawValue ?? ""),
    ].map { "\"\($0)\":\"\(JSONText.escaped($1))\"" }.joined(separator: ",")
    // As measured until the end.
    let period = run.records.last.map { number($0.period * 1000) } ?? "null"
    var runFigures = RunFigures(run.records[...])
    // A window has the figures of its last frames alone, but counts only what moves on its stage.
    if let window = run.figures, run.records.count <= FrameHistory.capacity {
      runFigures.frames = window
    }
    let outcome = CommandOutcome(failure)
    let end =
      "\"status\":\(outcome.status)"
      + (outcome.reason.map { ",\"reason\":\"\(JSONText.escaped($0))\"" } ?? "")
    return """
      {"schema":\(FileSchema.current),\(heading),"seed":\(seed),"period_ms":\(period),\(end),
      "figures":{\(figures(runFigures))},
      "frames":[
      \(frames.joined(separator: ",\n"))
      ],
      "animations":[
      \(animations.joined(separator: ",\n"))
      ]}

      """
  }

  private static func number(_ milliseconds: Double) -> String { Wording.fixed(milliseconds, 3) }

  /// The members of an object with the figures of a run. Null is what was not measured, such as a percentile of a run
  /// in which nothing moved.
  private static func figures(_ run: RunFigures) -> String {
    let frames = run.frames
    let isMeasured = frames.p50 != nil
    func measured(_ value: Double) -> Double? { isMeasured ? value : nil }
    func milliseconds(_ seconds: TimeInterval?) -> Double? { seconds.map { $0 * 1000 } }
    let counts = [
      ("frames", frames.frames), ("hitches", frames.hitches), ("missed", frames.missed),
      ("longest_miss", frames.longestMiss),
    ].map { "\"\($0)\":\($1)" }
    let values: [(name: String, value: Double?)] = [
      ("animated_s", frames.animatingTime),
      ("hitch_time_ms", frames.hitchTime * 1000), ("late_raw_ms", frames.rawLateTime * 1000),
      ("hitch_time_ratio_ms_per_s", measured(frames.hitchTimeRatio)),
      ("missed_share", measured(frames.missedShare)),
      ("p50_ms", milliseconds(frames.p50)), ("p95_ms", milliseconds(frames.p95)),
      ("p99_ms", milliseconds(frames.p99)),
      ("low1_avg_fps", frames.lows?.average), ("low1_time_fps", frames.lows?.time),
      ("low1_p99_fps", frames.lows?.percentile),
      ("animation_error_mean_ms", measured(frames.animationErrorMean * 1000)),
      ("animation_error_p99_ms", measured(frames.animationErrorP99 * 1000)),
      ("animation_error_percent", measured(frames.animationErrorShare * 100)),
      ("max_skew_ms", frames.frames > 0 ? run.skew * 1000 : nil),
      ("max_skew_px", frames.frames > 0 ? run.skewDistance : nil),
      ("work_p50_ms", milliseconds(run.work?.p50)), ("work_p95_ms", milliseconds(run.work?.p95)),
    ]
    // A share is below 1, and has more digits.
    let texts = values.map { name, value in
      "\"\(name)\":\(value.map { Wording.fixed($0, name == "missed_share" ? 6 : 3) } ?? "null")"
    }
    return (counts + texts).joined(separator: ",")
  }
}
