// TraceFile.swift
// A recorded run as text: a trace for Perfetto, or a table with a row for each frame.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// The frames and the animations of a run.
struct RunRecording {
  var sample: String
  var trigger: String
  /// Driver and renderer.
  var driver: String
  /// The media time of the run's start, in seconds.
  var start: TimeInterval
  /// Oldest first.
  var records: [FrameRecord]
  var rows: [TimelineRow]
}

enum TraceFile {
  /// The table's columns.
  static let columns =
    "frame,begin_ms,events,commit,animate,render,present_wait,display_ms,source,held,missed,hitch_ms,"
    + "cause,anim_time_ms,anim_error_ms,skew_ms,skew_px,injected"

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
      // Which properties drew the same is known in the Skew tab alone.
      fields.append(nil)
      fields.append(record.isInjected ? "1" : "0")
      return fields
    }
  }

  /// Returns a table of milliseconds; NA where there is no value.
  static func csv(_ run: RunRecording) -> String {
    let lines = rows(run).map { row in row.map { $0 ?? "NA" }.joined(separator: ",") }
    return ([columns] + lines).joined(separator: "\n") + "\n"
  }

  /// Returns an object with the frames, a line for each, and the animations; null where there is no value.
  static func json(_ run: RunRecording) -> String {
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
        .map { "\"\($0)\":\"\(escaped($1))\"" }.joined(separator: ",")
      let end = row.end.isFinite ? number(row.end * 1000) : "null"
      return "{\(texts),\"begin_ms\":\(number(row.begin * 1000)),\"end_ms\":\(end)}"
    }
    let heading = [
      ("version", Viewer.version), ("sample", run.sample), ("trigger", run.trigger),
      ("driver", run.driver),
    ].map { "\"\($0)\":\"\(escaped($1))\"" }.joined(separator: ",")
    return """
      {"schema":\(FileSchema.current),\(heading),
      "frames":[
      \(frames.joined(separator: ",\n"))
      ],
      "animations":[
      \(animations.joined(separator: ",\n"))
      ]}

      """
  }

  /// Returns Chrome's JSON of trace events: a track of frames with their stages inside, one of late frames, and
  /// asynchronous slices for animations, which overlap.
  static func perfetto(_ run: RunRecording) -> String {
    var events = [
      #"{"ph":"M","pid":1,"name":"process_name","args":{"name":"lamella \#(run.sample)"}}"#,
      #"{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"Frames"}}"#,
      #"{"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"Displays"}}"#,
      #"{"ph":"M","pid":1,"tid":3,"name":"thread_name","args":{"name":"Animations"}}"#,
    ]
    var history = FrameHistory()
    // Slices of one track must not overlap; a render thread's frame begins before the last one is shown.
    var free = -Double.infinity
    func time(_ media: TimeInterval) -> Double { (media - run.start) * 1e6 }
    for record in run.records {
      history.append(record)
      let late = history.lateFrame(at: history.count - 1)
      let begin = max(time(record.begin), free)
      var (slices, place): ([String], Double) = ([], begin)
      for stage in FrameStage.allCases where record[stage] > 0 {
        slices.append(slice(stage.title.lowercased(), "phase", at: place, record[stage] * 1e6))
        place += record[stage] * 1e6
      }
      free = place
      let args = #","args":{"missed":\#(late?.missed ?? 0),"source":"\#(record.source.rawValue)"}"#
      events.append(slice("frame \(record.index)", "frame", at: begin, place - begin, args))
      events += slices
      events.append(
        #"{"ph":"i","s":"t","pid":1,"tid":2,"ts":\#(number(time(record.display))),"cat":"vsync","name":"display"}"#
      )
      events.append(
        #"{"ph":"C","pid":1,"ts":\#(number(time(record.display))),"name":"hitch_ms","args":{"ms":\#(Wording.fixed((late?.hitch ?? 0) * 1000, 1))}}"#
      )
    }
    for (index, row) in run.rows.enumerated() {
      let end: TimeInterval
      if case .cutShort(let cut) = row.outcome {
        end = cut
      } else if row.end.isFinite {
        end = row.end
      } else {
        // Of one without an end, the first run is shown.
        end = row.begin + (row.run.isFinite ? row.run : 0)
      }
      for (phase, seconds) in [("b", row.begin), ("e", end)] {
        events.append(
          #"{"ph":"\#(phase)","cat":"anim","id":"0x\#(String(index + 1, radix: 16))","pid":1,"tid":3,"ts":\#(number(seconds * 1e6)),"name":"\#(escaped(row.layer))/\#(escaped(row.title))"}"#
        )
      }
    }
    return
      "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"schema\":1,\"version\":\"\(Viewer.version)\","
      + "\"driver\":\"\(escaped(run.driver))\",\"trigger\":\"\(escaped(run.trigger))\"},"
      + "\"traceEvents\":[\n" + events.joined(separator: ",\n") + "\n]}\n"
  }

  /// A complete slice on the track of frames. Times are microseconds.
  private static func slice(
    _ name: String, _ category: String, at begin: Double, _ duration: Double, _ rest: String = ""
  ) -> String {
    #"{"ph":"X","pid":1,"tid":1,"ts":\#(number(begin)),"dur":\#(number(duration)),"cat":"\#(category)","name":"\#(name)"\#(rest)}"#
  }

  private static func number(_ microseconds: Double) -> String { Wording.fixed(microseconds, 3) }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
  }
}
