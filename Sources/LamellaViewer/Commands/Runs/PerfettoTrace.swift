// PerfettoTrace.swift
// A recorded run as Chrome's JSON of trace events, which ui.perfetto.dev and chrome://tracing open.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// The events of a trace. Times are whole nanoseconds since the first event: trace viewers leave out negative ones, and
/// neighbouring slices of a track share a time that must not be rounded twice, or they would overlap.
struct PerfettoTrace {
  /// The tracks. Slices of those of threads nest; the others have points, and slices that overlap.
  private enum Track: Int, CaseIterable {
    case mainThread = 1
    case renderThread, displays, animations, expected, actual

    var title: String {
      switch self {
      case .mainThread: "Main thread"
      case .renderThread: "Render thread"
      case .displays: "Displays"
      case .animations: "Animations"
      case .expected: "Expected"
      case .actual: "Actual"
      }
    }
  }

  private let run: RunRecording
  /// The media time of the first event.
  private let origin: TimeInterval
  private var events: [String] = []
  /// The number of slices that may overlap so far: each has an identifier of its own.
  private var slices = 0

  /// Returns the text of a run's trace: the frames with their stages inside, a track for each thread; when each frame was
  /// shown, and how late; the time that it had, and the time that it took; the animations.
  static func text(of run: RunRecording) -> String {
    var trace = PerfettoTrace(run: run)
    trace.addTracks()
    trace.addFrames()
    for row in run.rows { trace.add(row) }
    let heading = [
      ("version", Viewer.version), ("driver", run.driver), ("trigger", run.trigger),
    ].map { "\"\($0)\":\"\(JSONText.escaped($1))\"" }.joined(separator: ",")
    return "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"schema\":1,\(heading)},"
      + "\"traceEvents\":[\n" + trace.events.joined(separator: ",\n") + "\n]}\n"
  }

  private init(run: RunRecording) {
    self.run = run
    // A press is handled before its run starts, in a frame that began before that.
    let begins = run.records.map { min($0.begin, $0.display - $0.work - $0[.present]) }
    origin = min(run.start, begins.min() ?? run.start)
  }

  private mutating func addTracks() {
    let name = JSONText.escaped("\(Viewer.program) \(run.sample)")
    events.append(#"{"ph":"M","pid":1,"name":"process_name","args":{"name":"\#(name)"}}"#)
    for track in Track.allCases {
      events.append(
        #"{"ph":"M","pid":1,"tid":\#(track.rawValue),"name":"thread_name","args":{"name":"\#(track.title)"}}"#
      )
    }
  }

  // MARK: Frames

  private mutating func addFrames() {
    var history = FrameHistory()
    // The end of the last frame on each thread.
    var (main, server) = (Int.min, Int.min)
    for record in run.records {
      history.append(record)
      let last = history.count - 1
      let late = history.lateFrame(at: last)
      let begin = time(record.begin)
      if record.isServed {
        let parts = [true, false].map { isMain in
          FrameStage.allCases.map { ($0, record.seconds(of: $0, onMainThread: isMain)) }
        }
        if parts[0].contains(where: { $0.1 > 0 }) {
          main = add(record, parts[0], on: .mainThread, from: max(begin, main))
        }
        // Its part ends as the frame is shown.
        let length = parts[1].reduce(0) { $0 + $1.1 }
        server = add(
          record, parts[1], on: .renderThread, from: max(time(record.display - length), server))
      } else {
        main = add(
          record, FrameStage.allCases.map { ($0, record[$0]) }, on: .mainThread,
          from: max(begin, main))
      }
      let display = time(record.display)
      events.append(
        #"{"ph":"i","s":"t","pid":1,"tid":\#(Track.displays.rawValue),"ts":\#(text(display)),"cat":"vsync","name":"display"}"#
      )
      events.append(
        #"{"ph":"C","pid":1,"ts":\#(text(display)),"name":"hitch_ms","args":{"ms":\#(Wording.fixed((late?.hitch ?? 0) * 1000, 1))}}"#
      )
      guard let interval = history.interval(endingAt: last), interval.counts else { continue }
      // One refresh after the frame before it.
      let due = time(history[last - 1].display + interval.period)
      let args = #","args":{"frame":\#(record.index),"missed":\#(interval.missed)}"#
      add("expected frame", on: .expected, "expected", from: min(begin, due), to: due, args)
      add("actual frame", on: .actual, "actual", from: begin, to: max(begin, display), args)
    }
  }

  /// Adds a frame's stages on a thread, and returns their end.
  private mutating func add(
    _ record: FrameRecord, _ stages: [(FrameStage, TimeInterval)], on track: Track, from begin: Int
  ) -> Int {
    var (inner, end, seconds): ([String], Int, TimeInterval) = ([], begin, 0)
    for (stage, length) in stages where length > 0 {
      seconds += length
      let next = begin + nanoseconds(seconds)
      inner.append(slice(stage.title.lowercased(), "phase", on: track, from: end, to: next))
      end = next
    }
    let args = #","args":{"source":"\#(record.source.rawValue)"}"#
    events.append(slice("frame \(record.index)", "frame", on: track, from: begin, to: end, args))
    events += inner
    return end
  }

  // MARK: Animations

  private mutating func add(_ row: TimelineRow) {
    let end: TimeInterval
    if case .cutShort(let cut) = row.outcome {
      end = cut
    } else if row.end.isFinite {
      end = row.end
    } else {
      // Of one without an end, the first run is shown.
      end = row.begin + (row.run.isFinite ? row.run : 0)
    }
    guard row.begin.isFinite else { return }
    // One that was cut short before it began has no length, and of one that began before the trace the rest is in it.
    let begin = max(0, time(run.start + row.begin))
    add(
      JSONText.escaped("\(row.layer)/\(row.title)"), on: .animations, "anim", from: begin,
      to: max(begin, time(run.start + end)))
  }

  // MARK: Events

  /// Adds a slice that others may overlap.
  private mutating func add(
    _ name: String, on track: Track, _ category: String, from begin: Int, to end: Int,
    _ rest: String = ""
  ) {
    slices += 1
    let id = "0x" + String(slices, radix: 16)
    for (phase, time, rest) in [("b", begin, rest), ("e", end, "")] {
      events.append(
        #"{"ph":"\#(phase)","cat":"\#(category)","id":"\#(id)","pid":1,"tid":\#(track.rawValue),"ts":\#(text(time)),"name":"\#(name)"\#(rest)}"#
      )
    }
  }

  /// A slice on the track of a thread.
  private func slice(
    _ name: String, _ category: String, on track: Track, from begin: Int, to end: Int,
    _ rest: String = ""
  ) -> String {
    #"{"ph":"X","pid":1,"tid":\#(track.rawValue),"ts":\#(text(begin)),"dur":\#(text(end - begin)),"cat":"\#(category)","name":"\#(name)"\#(rest)}"#
  }

  /// A media time.
  private func time(_ media: TimeInterval) -> Int { nanoseconds(media - origin) }

  private func nanoseconds(_ seconds: TimeInterval) -> Int { Int((seconds * 1e9).rounded()) }

  /// The format counts microseconds.
  private func text(_ nanoseconds: Int) -> String { Wording.fixed(Double(nanoseconds) / 1000, 3) }
}
